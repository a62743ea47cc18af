import type { directDebits as contract } from "@tradewind/contract/billing/direct-debits.ts";
import type { InputOf } from "@tradewind/contract/endpoint.ts";
import { type Scheme, schemeOf } from "@tradewind/domain/billing/direct-debits.ts";
import { messages } from "@tradewind/domain/values/field-messages.ts";
import { AccountRefused, type DebitAccount } from "@tradewind/vendors/debits.ts";
import { VendorUnavailable } from "@tradewind/vendors/vendor.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import { boundsOf, type TenantActor } from "../../platform/actor.ts";
import { AppError } from "../../platform/app-error.ts";
import { brokeUnique } from "../../platform/db-errors.ts";
import { announce } from "../../platform/events.store.ts";
import type { Call, Doing } from "../../platform/http.ts";
import { newId } from "../../platform/random.ts";
import { findCompany } from "../my-business/my-business.store.ts";
import { closeMethods, payByHandInsteadOf } from "../payment-methods/payment-methods.store.ts";
import { isLive, statusOf } from "./direct-debits.reads.ts";
import { insertMandate, lockNewest, updateMandate } from "./direct-debits.store.ts";

type Sent = InputOf<typeof contract.authorise>["body"];
type Prepared = { ref: string; provider: string; scheme: Scheme };

/**
 * Has the provider check account and payer. Nothing is authorised yet: the worker begins the mandate of what is kept, so
 * that what is asked for twice, or whose answer is lost, is no second one.
 */
export async function prepareMandate({ actor, platform }: Call<TenantActor>, body: Sent): Promise<Prepared> {
  const provider = platform.debits;
  if (!provider) throw new AppError("directDebitsOff");
  const { company, now } = await platform.database.read(boundsOf(actor), async (db) => ({
    company: await findCompany(db, actor.resellerId),
    now: await statusOf(db, { actor, platform }),
  }));
  const scheme = schemeOf[company.currency];
  const account = accountOf(scheme, body);
  if (!now.CanAuthorise) throw new AppError("directDebitThere");
  const payer = {
    name: company.name,
    contactName: company.contact_name || actor.displayName,
    email: company.billing_email,
    address: {
      line1: company.address1,
      line2: company.address2,
      city: company.town_city,
      postcode: company.post_code,
      country: company.country,
    },
  };
  const ref = await provider.prepare({ key: newId(), scheme, payer, account }).catch((error: unknown) => {
    if (error instanceof AccountRefused) throw refusalOf(error);
    throw error instanceof VendorUnavailable ? new AppError("directDebitDown", { cause: error }) : error;
  });
  return { ref, provider: provider.id, scheme };
}

function accountOf(scheme: Scheme, { AccountHolderName: holder, SortCode, AccountNumber, Iban }: Sent): DebitAccount {
  if (scheme === "sepa" && Iban !== undefined) return { holder, iban: Iban };
  if (scheme === "bacs" && SortCode !== undefined && AccountNumber !== undefined)
    return { holder, sortCode: SortCode, accountNumber: AccountNumber };
  const needed =
    scheme === "sepa"
      ? { ...(Iban === undefined && { Iban: messages.required("IBAN") }) }
      : {
          ...(SortCode === undefined && { SortCode: messages.required("Sort code") }),
          ...(AccountNumber === undefined && { AccountNumber: messages.required("Account number") }),
        };
  throw new AppError("invalidRequest", { fields: needed });
}

const fieldNames = {
  holder: "AccountHolderName",
  sortCode: "SortCode",
  accountNumber: "AccountNumber",
  iban: "Iban",
} as const;

/** A refused account is said at its fields; what the company's own details lack, for all of it. */
function refusalOf({ fields }: AccountRefused): AppError {
  const { name, email, address, ...ofAccount } = fields;
  const ofPayer = name ?? email ?? address;
  if (ofPayer !== undefined) return new AppError("directDebitLacks", { message: ofPayer });
  const named = Object.entries(ofAccount).map(([field, text]) => [fieldNames[field as keyof typeof ofAccount], text]);
  return new AppError("invalidRequest", { fields: Object.fromEntries(named) as Record<string, string> });
}

export async function keepMandate(doing: Doing, { ref, provider, scheme }: Prepared) {
  const { tx, actor, doer, now, platform } = doing;
  const { resellerId } = actor;
  const row = { reseller_id: resellerId, provider, prepared_ref: ref, scheme, created_by: actor.displayName, now };
  const { id } = await insertMandate(tx, row).catch((error: unknown) => {
    throw brokeUnique(error, "mandates_one_live") ? new AppError("directDebitThere") : error;
  });
  await platform.jobs.file(tx, "directDebits.look", { resellerId, mandateId: id });
  await announce(tx, resellerId, ["paymentMethods"]);
  await recordActivity(tx, doer, {
    action: "directDebits.authorise",
    what: "Authorised a direct debit from the company’s bank account",
    object: ["reseller", resellerId],
  });
  return { PayerAuthorisationId: ref, ...(await statusOf(tx, doing)) };
}

/** Takes nothing by it from now on, and has the worker end it at the provider, as often as that takes. */
export async function endMandate(doing: Doing) {
  const { tx, actor, doer, now, platform } = doing;
  const { resellerId } = actor;
  const row = await lockNewest(tx, resellerId);
  if (!row) throw new AppError("directDebitNone");
  if (!isLive(row) || row.ending) return statusOf(tx, doing);
  await updateMandate(tx, row, { ending: true }, now);
  const methodId = row.payment_method_id;
  if (methodId) await closeMethods(tx, resellerId, [methodId], now);
  const wasDefault = methodId !== null && (await payByHandInsteadOf(tx, resellerId, methodId));
  await platform.jobs.file(tx, "directDebits.look", { resellerId, mandateId: row.id });
  await announce(tx, resellerId, ["paymentMethods", "myBusiness"]);
  await recordActivity(tx, doer, {
    action: "directDebits.cancel",
    what: `Cancelled the direct debit${wasDefault ? ", and pays by hand now" : ""}`,
    object: ["reseller", resellerId],
  });
  return statusOf(tx, doing);
}
