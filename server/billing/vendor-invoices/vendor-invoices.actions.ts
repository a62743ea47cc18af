import {
  billDifferenceWords,
  decisionsIn,
  stateAfter,
  type BillDecision,
} from "@tradewind/domain/billing/vendor-bills.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import type { Doing } from "../../platform/http.ts";
import { decideBillDifference, findBillDifference, type BillDifferenceRow } from "./vendor-invoices.store.ts";

/** Says where the two part, for the list and the log. */
export const wordsOf = (row: BillDifferenceRow): string =>
  billDifferenceWords({
    kind: row.kind,
    charge: row.charge,
    vendor: row.vendor_name,
    currency: row.currency,
    from: row.period_from,
    until: row.period_until,
    ours: sideOf(row.ours_quantity, row.ours_unit, row.ours_minor),
    theirs: sideOf(row.theirs_quantity, row.theirs_unit, row.theirs_minor),
    isKnown: row.subscription_id !== null,
    isReport: row.source === "report",
  });

const sideOf = (quantity: string | null, unit: string | null, minor: bigint | null) =>
  minor === null ? null : { quantity: quantity!, unit: unit!, minor };

const said: Record<BillDecision, string> = { accept: "Accepted", dispute: "Disputed", correct: "Marked as corrected" };

/** Settles where a vendor's invoice differs from what we owe. What we owe stays as it is. */
export async function settleBillDifference(
  { tx, actor, now, doer }: Doing<OperatorActor>,
  id: string,
  decision: BillDecision,
  note: string,
): Promise<BillDifferenceRow> {
  const row = orNotFound(await findBillDifference(tx, id));
  const decided = { state: stateAfter[decision], by: actor.displayName, note, now };
  if (!decisionsIn(row.state).includes(decision) || !(await decideBillDifference(tx, row, decided)))
    throw new AppError("differenceSettled");
  await recordActivity(tx, doer, {
    action: `vendorInvoices.${decision}`,
    what: `${said[decision]}: ${row.name} of ${row.customer_name}, ${wordsOf(row)}. ${note}`,
    object: ["billDifference", id],
  });
  return { ...row, state: decided.state, decided_by: decided.by, decided_at: now, note };
}
