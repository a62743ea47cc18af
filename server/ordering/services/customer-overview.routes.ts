import { customerOverview } from "@tradewind/contract/ordering/customer-overview.ts";
import { toWireMoney, toWireTermEnd } from "@tradewind/contract/ordering/proposals.ts";
import { monthlyCost, monthlySales } from "@tradewind/domain/pricing/by-the-month.ts";
import { isOpen, windowPolicy, type Policies } from "@tradewind/domain/pricing/policies.ts";
import type { Subscription } from "@tradewind/domain/pricing/pricing-types.ts";
import { sum } from "@tradewind/domain/values/money.ts";
import { seesPrices } from "../../platform/actor.ts";
import { orNotFound } from "../../platform/app-error.ts";
import { answer } from "../../platform/http.ts";
import { loadPolicies } from "../../catalogue/offers/offers.store.ts";
import { findCustomer } from "../../customers/customers/customers.store.ts";
import { toSubscription } from "../subscriptions/subscriptions.store.ts";
import { countTroubles, listEnded, listHeld } from "./customer-overview.store.ts";

/** What a subscription costs and is sold for in a month; undefined for what was bought once. */
function worthOf(each: Subscription) {
  const cost = monthlyCost(each);
  if (cost === null) return undefined;
  return { cost, price: monthlySales(each) };
}

/** The units that can be given back until the earliest day, and that day. */
function giveBackOf(each: Subscription, policies: Policies, at: string) {
  const window = windowPolicy(policies, each.policyIds);
  const [first] = each.lots
    .filter(
      (lot) => each.status === "active" && lot.refundableUntil !== null && isOpen(window, lot, each.dispatchedAt, at),
    )
    .map(({ quantity, refundableUntil }) => ({ Quantity: quantity, Until: refundableUntil! }))
    .toSorted((a, b) => (a.Until < b.Until ? -1 : 1));
  return first ?? null;
}

export const customerOverviewRoutes = [
  answer(customerOverview.overview, async ({ actor, db, now }, { params: { customerId } }) => {
    orNotFound(await findCustomer(db, actor, customerId));
    const [rows, ended, troubles, policies] = await Promise.all([
      listHeld(db, actor.resellerId, customerId),
      listEnded(db, actor.resellerId, customerId),
      countTroubles(db, actor.resellerId, customerId),
      loadPolicies(db),
    ]);
    const priced = seesPrices(actor);
    const at = now.toISOString();
    const held = rows.map((row) => {
      const each = toSubscription(row);
      return { row, each, worth: worthOf(each) };
    });
    const worths = held.flatMap(({ worth }) => worth ?? []);
    const sold = worths.filter(({ price }) => price !== null);
    const total = (amounts: Parameters<typeof sum>[0]) => toWireMoney(sum(amounts, actor.currency));
    return {
      Troubles: troubles,
      Monthly: priced
        ? {
            Cost: total(worths.map(({ cost }) => cost)),
            Price: sold.length === 0 ? null : total(sold.map(({ price }) => price!)),
            CostOfPriced: total(sold.map(({ cost }) => cost)),
            Unpriced: worths.length - sold.length,
          }
        : null,
      NextRenewal:
        held
          .flatMap(({ each }) => (each.term === "P1M" || each.termUntil === null ? [] : each.termUntil))
          .toSorted()[0] ?? null,
      Subscriptions: held.map(({ row, each, worth }) => ({
        Id: each.key,
        Name: each.name,
        ParentId: each.parentKey,
        Term: each.term,
        Billing: each.billing,
        Quantity: each.quantity,
        Unit: row.unit,
        Status: each.status,
        AtVendor: row.at_vendor,
        UnitCost: priced ? each.unitCost : null,
        TermUntil: each.termUntil,
        TermEnd: toWireTermEnd(each.termEnd),
        InstanceId: row.instance_id,
        ProductName: row.product_name,
        Icon: row.icon,
        Monthly:
          priced && worth
            ? { Cost: toWireMoney(worth.cost), Price: worth.price === null ? null : toWireMoney(worth.price) }
            : null,
        GiveBack: giveBackOf(each, policies, at),
      })),
      Ended: ended.map(({ id, name, quantity, unit }) => ({ Id: id, Name: name, Quantity: quantity, Unit: unit })),
    };
  }),
];
