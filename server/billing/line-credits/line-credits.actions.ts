import type { InputOf } from "@tradewind/contract/endpoint.ts";
import type { lineCredits } from "@tradewind/contract/billing/line-credits.ts";
import { daysTogether, needsApproval } from "@tradewind/domain/billing/approvals.ts";
import { creditReasonWords, totalsOfCredit } from "@tradewind/domain/billing/line-credits.ts";
import { format } from "@tradewind/domain/values/money.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import { announce } from "../../platform/events.store.ts";
import type { Doing } from "../../platform/http.ts";
import { template } from "../invoices/invoices.store.ts";
import { tellOfInvoices } from "../notices/tell-of-invoices.actions.ts";
import { lockAccount } from "../payments/payments.store.ts";
import {
  decideLineCredit,
  findCreditable,
  findInvoice,
  findLineCredit,
  insertLineCredit,
  issueLineCredit,
  lockLineCredit,
  sumAlone,
  type LineCreditRow,
} from "./line-credits.store.ts";

type Operating = Doing<OperatorActor>;
type Sent = InputOf<typeof lineCredits.enter>;
const dayMs = 86_400_000;

/** Enters a credit, and issues its credit memo unless somebody else must approve it. */
export async function enter(
  doing: Operating,
  { resellerId, invoiceId }: Sent["params"],
  { Lines, Reason, Words }: Sent["body"],
): Promise<LineCreditRow> {
  const { tx, actor, now } = doing;
  const { currency, number } = orNotFound(await findInvoice(tx, resellerId, invoiceId));
  if (Lines.some(({ Net }) => Net.Currency !== currency))
    throw new AppError("invalidRequest", {
      fields: { Lines: `Must be in ${currency}, the currency of ${number}` },
    });
  if (new Set(Lines.map(({ LineId }) => LineId)).size < Lines.length)
    throw new AppError("invalidRequest", { fields: { Lines: "Must name each line once" } });
  // Two that each would pass alone, or would fit alone, see each other.
  await lockAccount(tx, resellerId);
  const found = await findCreditable(
    tx,
    resellerId,
    invoiceId,
    Lines.map(({ LineId }) => LineId),
  );
  const lines = Lines.map(({ LineId, Net }) => {
    const line = found.find(({ charge_id: chargeId }) => chargeId === LineId);
    const minor = BigInt(Net.Minor);
    // Nothing is left of a line of another document.
    if (!line || minor > line.left) throw new AppError("lineCreditTooMuch");
    return { chargeId: LineId, minor, category: line.vat_category, percent: line.vat_percent };
  });
  const { net, vat, gross } = totalsOfCredit(lines, currency);
  const lately = await sumAlone(tx, {
    resellerId,
    personId: actor.personId,
    currency,
    since: new Date(now.getTime() - daysTogether * dayMs),
  });
  const waits = needsApproval(gross, lately);
  const id = await insertLineCredit(
    tx,
    {
      reseller_id: resellerId,
      invoice_id: invoiceId,
      reason: Reason,
      words: Words,
      net_minor: net,
      vat_minor: vat,
      currency,
      entered_by: actor.displayName,
      entered_by_id: actor.personId,
      entered_at: now,
      needs_approval: waits,
    },
    lines,
  );
  const row = (await findLineCredit(tx, id))!;
  await record(doing, "enter", `${waits ? "Asked to credit" : "Credited"} ${wordsOf(row)}: ${Words}`, row);
  return waits ? row : issue(doing, row);
}

/** Approves what somebody else entered. */
export async function approve(doing: Operating, id: string): Promise<LineCreditRow> {
  const row = await waiting(doing, id);
  if (row.entered_by_id === doing.actor.personId) throw new AppError("approvalOwn");
  await record(doing, "approve", `Approved to credit ${wordsOf(row)}`, row);
  return issue(doing, row);
}

export async function refuse(doing: Operating, id: string): Promise<LineCreditRow> {
  const row = await waiting(doing, id);
  await decideLineCredit(doing.tx, id, { state: "refused", ...decidedBy(doing) });
  await record(doing, "refuse", `Refused to credit ${wordsOf(row)}`, row);
  return (await findLineCredit(doing.tx, id))!;
}

async function waiting({ tx }: Operating, id: string): Promise<LineCreditRow> {
  const row = orNotFound(await lockLineCredit(tx, id));
  if (row.state !== "waiting") throw new AppError("approvalOver");
  return row;
}

async function issue(doing: Operating, { id, reseller_id }: LineCreditRow): Promise<LineCreditRow> {
  const { tx, today, now } = doing;
  await decideLineCredit(tx, id, { state: "issued", ...decidedBy(doing) });
  if (!(await issueLineCredit(tx, { id, reseller_id }, { template, today, now })))
    throw new AppError("lineCreditTooMuch");
  await tellOfInvoices(doing.platform, tx, [{ resellerId: reseller_id, id }], now);
  await announce(tx, reseller_id, ["invoices", "dashboard"]);
  return (await findLineCredit(tx, id))!;
}

const decidedBy = ({ actor, now }: Operating) => ({
  decided_by: actor.displayName,
  decided_by_id: actor.personId,
  decided_at: now,
});

const wordsOf = ({ net_minor: net, vat_minor: vat, currency, number, reseller, reason }: LineCreditRow) =>
  `${format({ minor: net + vat, currency })} of invoice ${number} of ${reseller} (${creditReasonWords[reason].toLowerCase()})`;

const record = (
  { tx, doer }: Operating,
  did: "enter" | "approve" | "refuse",
  what: string,
  { reseller_id }: LineCreditRow,
) => recordActivity(tx, doer, { action: `lineCredits.${did}`, what, object: ["reseller", reseller_id] });
