import { applications } from "@tradewind/contract/access/applications.ts";
import { messages } from "@tradewind/domain/values/field-messages.ts";
import { isVatNumber, plainVatNumber } from "@tradewind/domain/values/vat-numbers.ts";
import { AppError, tooMany } from "../../platform/app-error.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import { answer } from "../../platform/http.ts";
import { callerOf } from "../devices/devices.actions.ts";
import { countCallFrom } from "../attempts/sign-in-limit.actions.ts";
import { decide, sendAnew, withdraw } from "./applications.actions.ts";
import { insertApplication, listApplications, type ApplicationRow } from "./applications.store.ts";

/** Applications accepted per address and hour. */
const most = 10;

const toWire = (row: ApplicationRow) => ({
  Id: row.id,
  CompanyName: row.company_name,
  ContactName: row.contact_name,
  Email: row.email,
  Telephone: row.telephone,
  Country: row.country,
  VatNumber: row.vat_number,
  Message: row.message,
  Status: row.status,
  Note: row.note,
  DecidedBy: row.decided_by,
  Created: row.created_at.toISOString(),
  Invitation: row.invitation && {
    Email: row.invited!,
    State: row.invitation,
    SentAt: row.sent_at!.toISOString(),
    ExpiresAt: row.expires_at!.toISOString(),
    AcceptedAt: row.accepted_at?.toISOString() ?? null,
  },
});

export const applicationsRoutes = [
  answer(applications.apply, async (doing, { body }) => {
    const { tx, now, doer } = doing;
    const vatNumber = plainVatNumber(body.VatNumber ?? "");
    if (vatNumber !== "" && !isVatNumber(vatNumber, body.Country))
      throw new AppError("invalidRequest", { fields: { VatNumber: messages.vatNumber } });
    const wait = await countCallFrom(tx, "application", callerOf(doing), most, 3600);
    if (wait !== undefined) return tooMany(wait);
    await insertApplication(tx, {
      company_name: body.CompanyName,
      contact_name: body.ContactName,
      email: body.Email,
      telephone: body.Telephone,
      country: body.Country,
      vat_number: vatNumber || null,
      message: body.Message || null,
      created_at: now,
    });
    await recordActivity(tx, doer, {
      action: "applications.apply",
      what: `${body.CompanyName} applied to become a reseller`,
      object: ["application", null],
    });
    return {};
  }),
  answer(applications.list, async ({ db }, { query }) => ({
    Items: (await listApplications(db, query.Status === "waiting")).map(toWire),
  })),
  answer(applications.decide, async (doing, { params, body }) =>
    toWire(await decide(doing, params.applicationId, { accept: body.Accept, note: body.Note, email: body.Email })),
  ),
  answer(applications.invite, async (doing, { params, body }) => {
    await sendAnew(doing, params.applicationId, body.Email);
    return {};
  }),
  answer(applications.withdraw, async (doing, { params }) => {
    await withdraw(doing, params.applicationId);
    return {};
  }),
];
