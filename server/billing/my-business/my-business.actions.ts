import { screens } from "@tradewind/contract/screens.ts";
import type { Business, BusinessRequest, myBusiness } from "@tradewind/contract/billing/my-business.ts";
import type { InputOf } from "@tradewind/contract/endpoint.ts";
import { businessContacts } from "@tradewind/domain/billing/my-business.ts";
import { messages } from "@tradewind/domain/values/field-messages.ts";
import { euCountries } from "@tradewind/domain/billing/vat.ts";
import { goodVatNumber, isVatNumber, plainVatNumber, vatCheckOf } from "@tradewind/domain/values/vat-numbers.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import { brokeUnique } from "../../platform/db-errors.ts";
import type { Db } from "../../platform/db.ts";
import { announce, type Topic } from "../../platform/events.store.ts";
import type { Context, Doing } from "../../platform/http.ts";
import { notify } from "../../portal/notifications/notifications.store.ts";
import { preferredPaymentMethod } from "../payment-methods/payment-methods.store.ts";
import {
  decideRequest,
  findCompany,
  findRequest,
  insertRequest,
  listRequests,
  lockCompany,
  updateCompany,
  withdrawWaiting,
  type RequestRow,
} from "./my-business.store.ts";

export const toRequest = (row: RequestRow): BusinessRequest => ({
  Id: row.id,
  Name: row.name,
  VatNumber: row.vat_number ?? "",
  CompanyNumber: row.company_number ?? "",
  Before: {
    Name: row.before_name,
    VatNumber: row.before_vat_number ?? "",
    CompanyNumber: row.before_company_number ?? "",
  },
  Status: row.status,
  AskedBy: row.asked_by,
  AskedAt: row.asked_at.toISOString(),
  DecidedBy: row.decided_by,
  Note: row.note,
});

/** Whether a number stands in the way of the reverse charge: one that decides the tax, and is not good. */
export const isVatNumberWrong = ({ country, vat_number }: { country: string; vat_number: string | null }): boolean =>
  euCountries.has(country) && vat_number !== null && vat_number !== "" && goodVatNumber(vat_number, country) === null;

export async function businessOf(db: Db, { actor }: Pick<Context, "actor">): Promise<Business> {
  const [company, requests, preferred] = await Promise.all([
    findCompany(db, actor.resellerId),
    listRequests(db, actor.resellerId),
    preferredPaymentMethod(db, actor.resellerId),
  ]);
  return {
    Name: company.name,
    VatNumber: company.vat_number ?? "",
    IsVatNumberWrong: isVatNumberWrong(company),
    CompanyNumber: company.company_number ?? "",
    Country: company.country,
    Currency: company.currency,
    Address1: company.address1,
    Address2: company.address2,
    TownCity: company.town_city,
    County: company.county,
    PostCode: company.post_code,
    Telephone: company.telephone,
    ContactName: company.contact_name,
    ContactEmail: company.contact_email,
    BillingEmail: company.billing_email,
    BillingDetails: { PreferredPaymentMethod: preferred },
    Version: company.business_version,
    MayChange: actor.kind === "reseller",
    Requests: requests.map(toRequest),
  };
}

const columns = {
  Address1: "address1",
  Address2: "address2",
  TownCity: "town_city",
  County: "county",
  PostCode: "post_code",
  Telephone: "telephone",
  ContactName: "contact_name",
  ContactEmail: "contact_email",
  BillingEmail: "billing_email",
} as const satisfies Record<keyof typeof businessContacts, string>;

/** What is said to open pages of the company. */
const topics: Topic[] = ["myBusiness"];

/** Changes take effect at once; the log records old and new values. */
export async function changeBusiness(
  doing: Doing,
  { Version, ...sent }: InputOf<typeof myBusiness.change>["body"],
): Promise<Business> {
  const { tx, actor, doer } = doing;
  const before = await lockCompany(tx, actor.resellerId);
  if (before.business_version !== Version) throw new AppError("conflict");
  const changed = (Object.keys(columns) as (keyof typeof columns)[]).filter(
    (key) => sent[key] !== before[columns[key]],
  );
  if (changed.length > 0) {
    const values = Object.fromEntries(changed.map((key) => [columns[key], sent[key]]));
    await updateCompany(tx, actor.resellerId, { ...values, business_version: Version + 1 });
    await announce(tx, actor.resellerId, topics);
    await recordActivity(tx, doer, {
      action: "business.change",
      what: `Changed the company’s details: ${changed.map((key) => `${businessContacts[key].label.toLowerCase()} from “${before[columns[key]]}” to “${sent[key]}”`).join(", ")}`,
      object: ["reseller", actor.resellerId],
    });
  }
  return businessOf(tx, doing);
}

const orWaits = (error: unknown): never => {
  throw brokeUnique(error, "business_requests_one_waits") ? new AppError("businessRequestWaits") : error;
};

export async function askForChange(doing: Doing, sent: InputOf<typeof myBusiness.ask>["body"]): Promise<Business> {
  const { tx, actor, doer, now } = doing;
  const company = await lockCompany(tx, actor.resellerId);
  const [plain, kept] = [plainVatNumber(sent.VatNumber), company.vat_number ?? ""];
  const isGood = isVatNumber(plain, company.country);
  if (plain !== "" && !isGood && plain !== plainVatNumber(kept))
    throw new AppError("invalidRequest", { fields: { VatNumber: messages.vatNumber } });
  const vatNumber = isGood || plain === "" ? plain : kept;
  const same =
    sent.Name === company.name && vatNumber === kept && sent.CompanyNumber === (company.company_number ?? "");
  if (same) throw new AppError("invalidRequest", { fields: { Name: "Nothing was changed" } });
  await insertRequest(tx, {
    reseller_id: actor.resellerId,
    name: sent.Name,
    vat_number: vatNumber || null,
    company_number: sent.CompanyNumber || null,
    before_name: company.name,
    before_vat_number: company.vat_number,
    before_company_number: company.company_number,
    asked_by: actor.displayName,
    asked_at: now,
  }).catch(orWaits);
  await announce(tx, actor.resellerId, topics);
  await recordActivity(tx, doer, {
    action: "business.ask",
    what: `Requested to change the company to ${sent.Name}, VAT number ${vatNumber || "none"}, registration number ${sent.CompanyNumber || "none"}`,
    object: ["reseller", actor.resellerId],
  });
  return businessOf(tx, doing);
}

export async function withdrawChange(doing: Doing): Promise<Business> {
  const { tx, actor, doer, now } = doing;
  await lockCompany(tx, actor.resellerId);
  if (!(await withdrawWaiting(tx, actor.resellerId, actor.displayName, now)))
    throw new AppError("businessRequestDecided");
  await announce(tx, actor.resellerId, topics);
  await recordActivity(tx, doer, {
    action: "business.withdraw",
    what: "Withdrew the request to change the company’s details",
    object: ["reseller", actor.resellerId],
  });
  return businessOf(tx, doing);
}

/**
 * Applies the operator's decision. Accepting changes the company, and later invoices are made out to the new details.
 */
export async function decideChange(
  doing: Doing<OperatorActor>,
  id: string,
  accept: boolean,
  note: string,
): Promise<void> {
  const { tx, actor, now, ip, requestId } = doing;
  const { reseller_id } = orNotFound(await findRequest(tx, id));
  const { country } = await lockCompany(tx, reseller_id);
  const request = orNotFound(await findRequest(tx, id));
  if (request.status !== "Waiting") throw new AppError("businessRequestDecided");
  await decideRequest(tx, request, {
    status: accept ? "Accepted" : "Declined",
    decided_by: actor.displayName,
    decided_at: now,
    note: note || null,
  });
  if (accept)
    await updateCompany(tx, request.reseller_id, {
      name: request.name,
      vat_number: request.vat_number,
      ...vatCheckOf(request.vat_number, country, now),
      company_number: request.company_number,
    });
  const resellerId = request.reseller_id;
  await announce(tx, resellerId, topics);
  await recordActivity(
    tx,
    { resellerId, actor, now, ip, requestId },
    {
      action: accept ? "business.accept" : "business.decline",
      what: accept
        ? `Changed the company from ${request.before_name}, VAT number ${request.before_vat_number ?? "none"}, registration number ${request.before_company_number ?? "none"} to ${request.name}, ${request.vat_number ?? "none"}, ${request.company_number ?? "none"}`
        : `Declined to change the company to ${request.name}`,
      object: ["reseller", resellerId],
    },
  );
  await notify(tx, {
    resellerId,
    category: "Billing",
    content: accept
      ? `Your company’s details were changed as you asked.${note ? ` ${note}` : ""}`
      : `Your company’s details were not changed.${note ? ` ${note}` : ""}`,
    link: screens.myBusiness.path,
    view: "myBusiness",
    kinds: ["reseller"],
    customerId: null,
    now,
  });
}
