import { orderNumber } from "@tradewind/contract/ordering/order-number.ts";
import type { OrderPage } from "@tradewind/contract/ordering/order-page.ts";
import {
  stepsTaken,
  stepsToCome,
  type actsOnOrders,
  type OrderStep,
} from "@tradewind/contract/ordering/order-steps.ts";
import { toWireMoney } from "@tradewind/contract/ordering/proposals.ts";
import { pictureAddress } from "@tradewind/domain/catalogue/product-words.ts";
import { asOf } from "@tradewind/domain/ordering/subscriptions.ts";
import {
  isOpen,
  saidUntil,
  isWhole,
  termEndPolicy,
  windowPolicy,
  type Policies,
} from "@tradewind/domain/pricing/policies.ts";
import { money, subtract, sum, times, type Money } from "@tradewind/domain/values/money.ts";
import { monthOf } from "@tradewind/domain/values/dates.ts";
import type { Billing } from "@tradewind/domain/pricing/pricing-types.ts";
import { seesPrices, type TenantActor } from "../../platform/actor.ts";
import type { Db } from "../../platform/db.ts";
import type { Vendors } from "../../platform/vendors.ts";
import { loadPolicies } from "../../catalogue/offers/offers.store.ts";
import { listHistory } from "../refusals/refusals.store.ts";
import { toHardwareOrder } from "../goods/hardware-order.reads.ts";
import { toResource } from "../resources/made-resources.reads.ts";
import { listResourcesOfInstance } from "../resources/resources.store.ts";
import { toSubscription } from "../subscriptions/subscriptions.store.ts";
import {
  findAbout,
  listActs,
  listNotes,
  listOrderCharges,
  listOrdered,
  listSeen,
  type OrderChargeRow,
  type OrderedRow,
} from "./order-page.store.ts";
import { takesAnswers } from "./answer-order.actions.ts";
import { ordersToWire } from "./order-wire.reads.ts";
import type { OrderRow } from "./orders.store.ts";

/** Draws the page of an order: what it did, what it costs, what happened and what comes. */
export async function drawOrder(
  db: Db,
  actor: TenantActor,
  vendors: Vendors,
  order: OrderRow,
  now: Date,
): Promise<OrderPage> {
  const { resellerId } = actor;
  const priced = seesPrices(actor);
  const [[item], about, ordered, charges, acts, notes, policies, resources] = await Promise.all([
    ordersToWire(db, actor, vendors, [order]),
    findAbout(db, resellerId, order),
    listOrdered(db, resellerId, order),
    priced ? listOrderCharges(db, resellerId, order.id) : null,
    listActs(db, resellerId, order.id),
    // To the company that sells; its customers read what it tells them.
    actor.customerId === null ? listNotes(db, resellerId, order.id) : [],
    loadPolicies(db),
    listResourcesOfInstance(db, resellerId, order.instance_id),
  ]);
  const ids = ordered.map(({ id }) => id);
  const ends = ordered.filter((row) => row.is_end).map(({ id }) => id);
  const [seen, had] = await Promise.all([
    listSeen(db, resellerId, ids, order),
    ends.length > 0 ? listHistory(db, resellerId, ends, order.id) : [],
  ]);
  const placedAt = order.placed_at.toISOString();
  /** How many there were of what the order ends. */
  const quantityBefore = (key: string) =>
    asOf(
      had.filter((entry) => entry.subscriptionKey === key && entry.orderId !== order.id),
      placedAt,
      placedAt,
    )?.quantity ?? 0;
  const rowOf = (id: string) => ordered.find((row) => row.id === id)!;
  const lines = item!.Lines.map((line) => {
    const row = rowOf(line.SubscriptionId);
    const after = row.is_end ? 0 : line.Quantity;
    const { unitCost, ...amounts } = amountsOf(row, after);
    return {
      ...line,
      Unit: row.line_unit,
      Before: row.is_start ? 0 : row.is_end ? quantityBefore(row.id) : line.Quantity - row.added,
      After: after,
      ReasonCode: actor.self === null ? row.reason_code : null,
      Term: row.line_term,
      Billing: row.line_billing,
      UnitCost: priced ? unitCost : null,
      PerPeriod: priced ? toWireMoney(amounts.cost) : null,
      Sales: priced && amounts.sales ? toWireMoney(amounts.sales) : null,
      Margin: priced && amounts.sales ? toWireMoney(subtract(amounts.sales, amounts.cost)) : null,
      TermUntil: row.is_end ? null : row.term_until,
    };
  });
  const undo = ordered.flatMap((row) => undoOf(row, order, policies, now));
  const steps: OrderStep[] = [
    ...stepsTaken({
      placedAt: item!.PlacedAt,
      placedBy: item!.PlacedBy,
      chargedNow: item!.ChargedNow && money(BigInt(item!.ChargedNow.Minor), item!.ChargedNow.Currency),
      vendor: about.vendor_name,
      status: order.status,
      message: order.message,
      completedAt: item!.CompletedAt,
      unanswered: item!.Unanswered && { since: item!.Unanswered.Since, nextLook: item!.Unanswered.NextLook },
      lines: lines.map((line) => ({
        name: line.Name,
        unit: line.Unit,
        before: line.Before,
        after: line.After,
        scheduled: rowOf(line.SubscriptionId).scheduled,
        state: line.State,
        settledAt: rowOf(line.SubscriptionId).settled_at?.toISOString() ?? null,
      })),
      acts: acts.map(({ at, who, action }) => ({
        at: at.toISOString(),
        who,
        action: action as (typeof actsOnOrders)[number],
      })),
      notes: notes.map(({ text, written_at }) => ({ at: written_at.toISOString(), text })),
      seen: seen.map((each) => {
        const { name, unit } = rowOf(each.subscription_id);
        return { at: each.seen_at.toISOString(), name, unit, status: each.status, quantity: each.quantity };
      }),
    }),
    ...stepsToCome(
      { expected: order.status === "Working" ? order.estimated_completion : null },
      ordered
        .filter((row) => row.status !== "cancelled" && row.vendor_ref !== null)
        .map((row) => ({
          ...toSubscription(row),
          unit: row.unit,
          // A period's charge is the reseller's, on an invoice that its customers do not get.
          periodUntil: actor.customerId === null ? row.period_until : null,
          isRebilled: row.billing === "daily",
          lockHours: termEndPolicy(policies, row.policy_ids).lockHours,
          undoUntil: undo.find(({ SubscriptionId }) => SubscriptionId === row.id)?.Until ?? null,
        })),
      priced,
    ),
  ];
  return {
    ...item!,
    Number: orderNumber(order.id),
    CustomerName: about.customer_name,
    ProductName: about.product_name,
    Icon: about.icon,
    ImageSrc: about.picture && pictureAddress(about.picture),
    ImageAlt: about.picture_alt,
    VendorName: about.vendor_name,
    Lines: lines,
    Totals: priced
      ? totalsOf(
          lines
            .filter(({ State }) => State !== "refused")
            .map(({ SubscriptionId, After, Billing }) => ({
              billing: Billing,
              ...amountsOf(rowOf(SubscriptionId), After),
            })),
        )
      : [],
    Again:
      order.task === "add" && !(item!.Journey === "Add" && about.is_had)
        ? {
            UserId: about.membership_id,
            Lines: lines.map(({ SubscriptionId, Quantity }) => {
              const { line_offer_id: OfferId, line_attributes: Attributes } = rowOf(SubscriptionId);
              return { OfferId, Quantity, Attributes };
            }),
          }
        : null,
    Hardware: lines.some(({ Goods }) => Goods !== null)
      ? toHardwareOrder(
          lines.map(({ SubscriptionId, Name, UnitCost, Quantity }) => ({
            group: rowOf(SubscriptionId).line_group,
            name: Name,
            price: UnitCost,
            quantity: Quantity,
          })),
          order,
          priced,
        )
      : null,
    Form:
      about.order_form !== null && actor.self === null && takesAnswers(vendors, order)
        ? { FormId: about.order_form, Answers: order.details }
        : null,
    Note: order.status === "Working" && notes.length > 0 ? toNote(notes.at(-1)!) : null,
    Steps: steps.map(({ state, what, more, at }) => ({ State: state, What: what, More: more, At: at })),
    Undo: undo,
    Made:
      actor.self === null
        ? [
            ...(about.tenant ? [{ Label: "Tenant", Text: about.tenant }] : []),
            ...ordered.flatMap(({ name, vendor_ref: ref }) => (ref ? [{ Label: name, Text: ref }] : [])),
          ]
        : [],
    Resources: resources
      .filter(
        ({ subscription_id: id, since }) =>
          ids.includes(id) && since >= order.placed_at && (!order.completed_at || since <= order.completed_at),
      )
      .flatMap((each) => toResource(each, actor.self === null)),
    Charges: charges?.map(toCharge) ?? null,
  };
}

/** What so many units cost the reseller and its customer in a period, at the prices that held when they were ordered. */
function amountsOf(row: OrderedRow, quantity: number) {
  const own = toSubscription(row);
  const unitCost = row.promised ?? row.cost_then ?? own.unitCost;
  const price = row.cost_then === null ? own.customerPrice : row.sales_then;
  return {
    unitCost,
    cost: times(unitCost, quantity, row.currency),
    sales: price === null ? null : times(price, quantity, row.currency),
  };
}

/** Sums amounts by billing; those of sales only where all are known. */
const totalsOf = (all: readonly { billing: Billing; cost: Money; sales: Money | null }[]): OrderPage["Totals"] =>
  [...Map.groupBy(all, ({ billing }) => billing)].map(([billing, of]) => {
    const { currency } = of[0]!.cost;
    const cost = sum(
      of.map((each) => each.cost),
      currency,
    );
    const known = of.flatMap(({ sales }) => sales ?? []);
    const sales = known.length === of.length ? sum(known, currency) : null;
    return {
      Billing: billing,
      Cost: toWireMoney(cost),
      Sales: sales && toWireMoney(sales),
      Margin: sales && toWireMoney(subtract(sales, cost)),
    };
  });

const toNote = ({ text, written_at }: { text: string; written_at: Date }) => ({
  Text: text,
  At: written_at.toISOString(),
});

const toCharge = (row: OrderChargeRow): NonNullable<OrderPage["Charges"]>[number] => ({
  Id: row.id,
  Description: row.description,
  From: row.period_from,
  Until: row.period_until,
  Amount: toWireMoney(money(row.amount_minor, row.currency)),
  State: row.is_held ? "held" : row.invoice_id === null ? "charged" : "invoiced",
  InvoicedOn: row.issued_on ?? monthOf(row.due_on).until,
  Invoice: row.invoice_id === null ? null : { Id: row.invoice_id, Number: row.number! },
});

/**
 * Returns what can still be given back of what an order bought. Whoever gives units back gives back those bought last, so
 * nothing is offered once others were bought since.
 */
function undoOf(row: OrderedRow, order: OrderRow, policies: Policies, now: Date): OrderPage["Undo"] {
  const subscription = toSubscription(row);
  if (subscription.status !== "active" || row.is_at_work || row.vendor_ref === null) return [];
  const window = windowPolicy(policies, subscription.policyIds);
  const from = order.placed_at.toISOString();
  const to = (order.completed_at ?? order.placed_at).toISOString();
  const lot = subscription.lots.at(-1);
  if (!lot || lot.openedAt < from || lot.openedAt > to) return [];
  if (!isOpen(window, lot, subscription.dispatchedAt, now.toISOString())) return [];
  const left = subscription.quantity - lot.quantity;
  if (left > 0 && isWhole(window)) return [];
  return [
    {
      SubscriptionId: row.id,
      Name: row.name,
      Unit: row.unit,
      Quantity: lot.quantity,
      Left: left,
      Until: saidUntil(window, lot, now.toISOString()),
    },
  ];
}
