import { lineProofs, type LineProof, type LineWorking } from "@tradewind/contract/ordering/line-proofs.ts";
import { policyWords } from "@tradewind/contract/ordering/policy-words.ts";
import { historyWords } from "@tradewind/contract/ordering/history-words.ts";
import { orderNumber } from "@tradewind/contract/ordering/order-number.ts";
import { toWireMoney } from "@tradewind/contract/ordering/proposals.ts";
import { asOf, type RecordedEntry } from "@tradewind/domain/ordering/subscriptions.ts";
import type { Subscription } from "@tradewind/domain/pricing/pricing-types.ts";
import { countsOf, workingOf, type CostOfUnits } from "@tradewind/domain/pricing/working.ts";
import { isBefore, startOf } from "@tradewind/domain/values/dates.ts";
import { share, type Money } from "@tradewind/domain/values/money.ts";
import { seesPrices, type TenantActor } from "../../platform/actor.ts";
import { orNotFound } from "../../platform/app-error.ts";
import type { Db } from "../../platform/db.ts";
import { answer } from "../../platform/http.ts";
import { listRecorded } from "../services/as-of.store.ts";
import { fieldsOf, namesIn } from "../services/history-parts.reads.ts";
import { findOrdersPlaced, findProof, type ProofRow } from "./line-proofs.store.ts";

/** Events that a proof lists. */
const mostEvents = 100;

export const lineProofsRoutes = [
  answer(lineProofs.ofLine, async ({ actor, db }, { params }) => {
    const line = orNotFound(await findProof(db, actor.resellerId, params));
    const at = line.recorded_at.toISOString();
    const { subscription_id: subscriptionId, instance_id: instanceId, name } = line;
    const recorded = subscriptionId ? await listRecorded(db, actor.resellerId, [subscriptionId]) : [];
    const history = recorded.filter(({ recordedAt }) => !isBefore(at, recordedAt));
    const states = statesOf(line, history);
    const shown = history.filter(({ kind }) => kind !== "windowsMoved").slice(0, mostEvents);
    const orders = await placed(db, actor, [line.order_id, ...shown.map(({ orderId }) => orderId)]);
    const priced = seesPrices(actor);
    const order = line.order_id ? orders.get(line.order_id) : undefined;
    return {
      Working: priced ? toWorking(line, states) : null,
      Credit: toCredit(line),
      ChargedAt: at,
      Service: instanceId && name ? { InstanceId: instanceId, Name: name } : null,
      Order: order
        ? { ...numbered(order.id), PlacedAt: order.placed_at.toISOString(), PlacedBy: order.placed_by_name }
        : null,
      PriceList: line.price && {
        From: line.price.from,
        Recommended: priced ? line.price.recommended : null,
      },
      PriceProtectedUntil: states[0]?.termUntil ?? null,
      Rule: line.policy && { Id: line.policy.id, Text: policyWords(line.policy) },
      History: await toHistory(db, actor, line, shown, orders),
    };
  }),
];

/** Who credited it by hand, when and why, and of which line. */
function toCredit({ credit, corrected }: ProofRow): LineProof["Credit"] {
  if (!credit || !corrected) return null;
  return {
    Reason: credit.reason,
    Words: credit.words,
    By: credit.by,
    At: new Date(credit.at).toISOString(),
    InvoiceId: corrected.invoiceId,
    Number: corrected.number,
    IssuedOn: corrected.issuedOn,
    PeriodFrom: corrected.periodFrom,
    PeriodUntil: corrected.periodUntil,
  };
}

type Orders = ReadonlyMap<string, Awaited<ReturnType<typeof findOrdersPlaced>>[number]>;

async function placed(db: Db, actor: TenantActor, ids: readonly (string | null)[]): Promise<Orders> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  const rows = wanted.length > 0 ? await findOrdersPlaced(db, actor.resellerId, wanted) : [];
  return new Map(rows.map((row) => [row.id, row]));
}

const numbered = (orderId: string) => ({ Id: orderId, Number: orderNumber(orderId) });

async function toHistory(
  db: Db,
  actor: TenantActor,
  { unit, attributes }: ProofRow,
  history: readonly RecordedEntry[],
  orders: Orders,
) {
  const people = await namesIn(db, actor.resellerId, history);
  const about = { unit: unit ?? "unit", attributes: fieldsOf(attributes ?? []), people, priced: seesPrices(actor) };
  return history.map((entry) => ({
    Id: entry.id,
    EffectiveAt: entry.effectiveAt,
    RecordedAt: entry.recordedAt,
    Text: historyWords({ ...entry, ...about }),
    By: (entry.orderId && orders.get(entry.orderId)?.placed_by_name) || null,
    Order: entry.orderId ? numbered(entry.orderId) : null,
  }));
}

/**
 * How a subscription stood when a line was charged: before and after what caused it, and on its first day, each as it was
 * known then.
 */
function statesOf(line: ProofRow, history: readonly RecordedEntry[]): Subscription[] {
  const at = line.recorded_at.toISOString();
  const isCause = ({ orderId, recordedAt }: RecordedEntry) =>
    line.order_id === null ? recordedAt === at : orderId === line.order_id;
  const cause = history.filter(isCause);
  const rest = history.filter((entry) => !isCause(entry));
  // What was promised first, before its vendor told anything else.
  const known = cause.reduce((first, { recordedAt }) => (isBefore(recordedAt, first) ? recordedAt : first), at);
  const effective = cause
    .filter(({ recordedAt }) => recordedAt === known)
    .reduce((last, { effectiveAt }) => (isBefore(last, effectiveAt) ? effectiveAt : last), startOf(line.period_from));
  const both = [asOf(rest, effective, known), asOf(history, effective, known)];
  return [
    ...(line.kind === "refund" ? both : both.toReversed()),
    asOf(history, startOf(line.period_from), at),
    asOf(history, at, at),
  ].filter((state) => state !== undefined);
}

function toWorking(line: ProofRow, states: readonly Subscription[]): LineWorking | null {
  const { currency, quantity, charged, usage, billed } = line;
  if (line.credit) return null;
  const amount: Money = { minor: line.net_minor, currency };
  const month = usage ?? billed;
  if (month) {
    const whole = { minor: BigInt(month.whole), currency };
    const sums = { Whole: toWireMoney(whole), Before: toWireMoney({ minor: whole.minor - amount.minor, currency }) };
    return usage
      ? { Kind: "usage", Used: usage.used, Included: usage.included, ...sums }
      : { Kind: "billed", Exact: billed!.exact, ...sums };
  }
  const row = {
    kind: line.kind === "usage" ? ("once" as const) : line.kind,
    periodFrom: line.period_from,
    periodUntil: line.period_until,
    quantity,
    unitCost: line.unit_cost,
    amount,
  };
  const working = workingOf(row, states, countsOf(states, quantity));
  if (working) {
    const Shares = working.shares.map(({ days, of }) => ({ Days: days, Of: of }));
    return { Kind: "units", Before: toCost(working.before), After: toCost(working.after), Shares };
  }
  const of = charged && { minor: BigInt(charged.minor), currency };
  return of && charged.quantity !== 0 && share(of, quantity, charged.quantity).minor === amount.minor
    ? { Kind: "correction", Charged: toWireMoney(of), ChargedQuantity: charged.quantity, Quantity: quantity }
    : null;
}

const toCost = ({ units, whole, cost }: CostOfUnits) => ({
  Units: units,
  Whole: toWireMoney(whole),
  Cost: toWireMoney(cost),
});
