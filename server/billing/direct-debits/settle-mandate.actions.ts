import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { endedMandates, usableMandates } from "@tradewind/domain/billing/direct-debits.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import type { SeenMandate } from "@tradewind/vendors/debits.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { Tx } from "../../platform/db.ts";
import { announce } from "../../platform/events.store.ts";
import { notify } from "../../portal/notifications/notifications.store.ts";
import {
  closeMethods,
  insertMethod,
  payByHandInsteadOf,
  renameMethod,
} from "../payment-methods/payment-methods.store.ts";
import { type MandateRow, updateMandate } from "./direct-debits.store.ts";

/**
 * Moves a mandate on to what its provider was found to have of it; returns false if it changed since it was read. Once it
 * can be charged it is a method to pay with, and when it ends whoever paid by it pays by hand. It may be called as often,
 * as late and in whatever order one likes: it knows nothing but what was read.
 */
export async function settleMandate(tx: Tx, row: MandateRow, seen: SeenMandate, now: Date): Promise<boolean> {
  const change = {
    mandate_ref: seen.ref === "" ? row.mandate_ref : seen.ref,
    status: seen.status,
    reference: seen.reference ?? row.reference,
    bank_name: seen.bankName ?? row.bank_name,
    account_ending: seen.ending ?? row.account_ending,
    next_charge_on: seen.nextChargeOn,
    failure_code: seen.failure?.code ?? null,
    failure_reason: seen.failure?.reason ?? null,
  };
  if (Object.entries(change).every(([name, value]) => row[name as keyof typeof change] === value)) return true;
  const hasEnded = endedMandates.includes(seen.status);
  const methodId = row.payment_method_id ?? (isToPayWith(row, seen) ? await addMethod(tx, row, seen) : null);
  if (!(await updateMandate(tx, row, { ...change, payment_method_id: methodId }, now))) return false;
  await announce(tx, row.reseller_id, ["paymentMethods", "myBusiness"]);
  if (methodId && change.account_ending !== row.account_ending)
    await renameMethod(tx, row.reseller_id, methodId, change.account_ending);
  if (methodId && hasEnded) await closeMethods(tx, row.reseller_id, [methodId], now);
  const wasDefault = methodId !== null && hasEnded && (await payByHandInsteadOf(tx, row.reseller_id, methodId));
  const news = row.status === seen.status ? undefined : newsOf(row, seen, wasDefault);
  if (!news) return true;
  await recordActivity(
    tx,
    { resellerId: row.reseller_id, actor: null, now },
    {
      action: "directDebits.settle",
      what: news,
      object: ["reseller", row.reseller_id],
    },
  );
  await notify(tx, {
    resellerId: row.reseller_id,
    category: "Billing",
    content: news,
    link: linkTo(screens.paymentOptions, {}),
    view: "billing",
    kinds: ["reseller", "engineer"],
    customerId: null,
    now,
  });
  return true;
}

const isToPayWith = (row: MandateRow, { status, ref }: SeenMandate) =>
  !row.ending && ref !== "" && usableMandates.includes(status);

async function addMethod(tx: Tx, row: MandateRow, { ref, ending }: SeenMandate): Promise<string> {
  const { id } = await insertMethod(tx, {
    reseller_id: row.reseller_id,
    kind: "directDebit",
    gateway: row.provider,
    gateway_ref: ref,
    last_four: ending,
    created_by: row.created_by,
    created_at: row.created_at,
  });
  return id;
}

/** What the company is told by itself; what it asked for it was told when it did. */
function newsOf(row: MandateRow, seen: SeenMandate, wasDefault: boolean): string | undefined {
  if (seen.status === "active")
    return `Your direct debit is set up. Payments can be taken from ${seen.nextChargeOn ? formatDate(seen.nextChargeOn) : "now on"}.`;
  if (row.ending || !endedMandates.includes(seen.status)) return undefined;
  const byHand = wasDefault ? " Automatic payment is off: please pay by bank transfer until then." : "";
  return `Your direct debit has ended. ${seen.failure?.reason ?? "Please set up a new one, or pay by bank transfer."}${byHand}`;
}
