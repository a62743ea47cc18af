import type { InputOf } from "@tradewind/contract/endpoint.ts";
import type { writeOffs } from "@tradewind/contract/billing/write-offs.ts";
import { daysTogether, needsApproval } from "@tradewind/domain/billing/approvals.ts";
import { writeOffWords } from "@tradewind/domain/billing/write-offs.ts";
import { format } from "@tradewind/domain/values/money.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import { announce } from "../../platform/events.store.ts";
import type { Doing } from "../../platform/http.ts";
import { lockAccount } from "../payments/payments.store.ts";
import {
  findInvoice,
  findWriteOff,
  insertWriteOff,
  lockWriteOff,
  postWriteOff,
  sumAlone,
  updateWriteOff,
  type WriteOffRow,
} from "./write-offs.store.ts";

type Operating = Doing<OperatorActor>;
const dayMs = 86_400_000;

/** Enters a write-off, and posts it unless somebody else must approve it. */
export async function enter(
  doing: Operating,
  resellerId: string,
  { InvoiceId, Kind, Amount, Reason }: InputOf<typeof writeOffs.enter>["body"],
): Promise<WriteOffRow> {
  const { tx, actor, now } = doing;
  const invoice = orNotFound(await findInvoice(tx, resellerId, InvoiceId));
  if (invoice.kind !== "invoice") throw new AppError("writeOffTooMuch");
  if (invoice.currency !== Amount.Currency)
    throw new AppError("invalidRequest", {
      fields: { Amount: `Must be in ${invoice.currency}, the currency of ${invoice.number}` },
    });
  // Two that each would pass alone see each other.
  await lockAccount(tx, resellerId);
  const minor = BigInt(Amount.Minor);
  const lately = await sumAlone(tx, {
    resellerId,
    personId: actor.personId,
    currency: invoice.currency,
    since: new Date(now.getTime() - daysTogether * dayMs),
  });
  const waits = needsApproval(minor, lately);
  const { id } = await insertWriteOff(tx, {
    reseller_id: resellerId,
    invoice_id: InvoiceId,
    kind: Kind,
    amount_minor: minor,
    currency: invoice.currency,
    reason: Reason,
    entered_by: actor.displayName,
    entered_by_id: actor.personId,
    entered_at: now,
    needs_approval: waits,
  });
  const row = (await findWriteOff(tx, id))!;
  await record(doing, "enter", `${waits ? "Asked to write off" : "Wrote off"} ${wordsOf(row)}: ${Reason}`, row);
  return waits ? row : post(doing, row);
}

/** Approves what somebody else entered. */
export async function approve(doing: Operating, id: string): Promise<WriteOffRow> {
  const row = await waiting(doing, id);
  if (row.entered_by_id === doing.actor.personId) throw new AppError("approvalOwn");
  await record(doing, "approve", `Approved to write off ${wordsOf(row)}`, row);
  return post(doing, row);
}

export async function refuse(doing: Operating, id: string): Promise<WriteOffRow> {
  const row = await waiting(doing, id);
  await updateWriteOff(doing.tx, id, { state: "refused", ...decidedBy(doing) });
  await record(doing, "refuse", `Refused to write off ${wordsOf(row)}`, row);
  return (await findWriteOff(doing.tx, id))!;
}

/** Takes back what was written off, such as when it was paid after all. */
export async function takeBack(doing: Operating, id: string): Promise<WriteOffRow> {
  const { tx, actor, now } = doing;
  const row = orNotFound(await lockWriteOff(tx, id));
  if (row.state !== "posted") throw new AppError("approvalOver");
  await updateWriteOff(tx, id, { state: "takenBack", taken_back_by: actor.displayName, taken_back_at: now });
  await postWriteOff(tx, row, doing);
  await record(doing, "takeBack", `Took back that ${wordsOf(row)} was written off`, row);
  await announce(tx, row.reseller_id, ["invoices", "dashboard"]);
  return (await findWriteOff(tx, id))!;
}

async function waiting({ tx }: Operating, id: string): Promise<WriteOffRow> {
  const row = orNotFound(await lockWriteOff(tx, id));
  if (row.state !== "waiting") throw new AppError("approvalOver");
  return row;
}

async function post(doing: Operating, { id, reseller_id }: WriteOffRow): Promise<WriteOffRow> {
  const { tx } = doing;
  await updateWriteOff(tx, id, { state: "posted", ...decidedBy(doing) });
  if (!(await postWriteOff(tx, { id, reseller_id }, doing))) throw new AppError("writeOffTooMuch");
  await announce(tx, reseller_id, ["invoices", "dashboard"]);
  return (await findWriteOff(tx, id))!;
}

const decidedBy = ({ actor, now }: Operating) => ({
  decided_by: actor.displayName,
  decided_by_id: actor.personId,
  decided_at: now,
});

const wordsOf = ({ amount_minor: minor, currency, number, reseller, kind }: WriteOffRow) =>
  `${format({ minor, currency })} of invoice ${number} of ${reseller} (${writeOffWords[kind].toLowerCase()})`;

const record = (
  { tx, doer }: Operating,
  did: "enter" | "approve" | "refuse" | "takeBack",
  what: string,
  { reseller_id }: WriteOffRow,
) => recordActivity(tx, doer, { action: `writeOffs.${did}`, what, object: ["reseller", reseller_id] });
