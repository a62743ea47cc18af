import type { WireEnds } from "@tradewind/contract/ordering/term-ends.ts";
import { toWireMoney } from "@tradewind/contract/ordering/proposals.ts";
import { endsOf, termCost, type Beginning, type Unfit } from "@tradewind/domain/pricing/alignment.ts";
import { findPrice, nextAnchorDay, startTerm } from "@tradewind/domain/pricing/terms.ts";
import { dayOfMonth } from "@tradewind/domain/values/dates.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import { seesPrices, type Orderer } from "../../platform/actor.ts";
import type { Db } from "../../platform/db.ts";
import { mayUseProduct } from "../../platform/restriction.ts";
import { findPricingBasis } from "../../billing/charges/vat.store.ts";
import { rulesOfCustomer } from "../../catalogue/offers/price-rules.store.ts";
import { catalogueOf, loadShelf } from "../../catalogue/products/shelf.reads.ts";
import { findCustomer } from "../../customers/customers/customers.store.ts";
import { listSubscriptionsOfCustomer, toSubscription } from "../subscriptions/subscriptions.store.ts";

type Asked = { CustomerId: string; OfferId: string; Quantity: number; SubscriptionId?: string | undefined };

const why = {
  noEnd: "It has no end to end with.",
  ofAMonth: "Its term is of a month, and this one longer.",
  notOnThatDay: "Not every month has the day on which it ends.",
  tooSoon: "It ends too soon.",
  sameEnd: "Both end together anyway.",
} as const satisfies Record<Unfit, string>;

/** Lists on which days a term can end together with others, each with what it then costs. */
export async function listEnds(db: Db, actor: Orderer, now: Date, asked: Asked): Promise<WireEnds> {
  const { resellerId, currency } = actor;
  const { CustomerId: customerId, OfferId: offerId, Quantity: quantity, SubscriptionId: id } = asked;
  const [customer, terms, rows, rules] = await Promise.all([
    findCustomer(db, actor, customerId),
    findPricingBasis(db, resellerId),
    listSubscriptionsOfCustomer(db, resellerId, customerId),
    rulesOfCustomer(db, { resellerId, customerId }, { offerIds: [offerId] }),
  ]);
  orNotFound(customer);
  const shelf = await loadShelf(db, terms.version);
  const offer = orNotFound(shelf.offers.get(offerId));
  if (!mayUseProduct(actor, offer.productId)) throw new AppError("notFound");
  const subscriptions = rows.filter((row) => row.at_vendor !== "refused").map(toSubscription);
  const renewed = id === undefined ? undefined : orNotFound(subscriptions.find(({ key }) => key === id));
  const beginning = beginningOf();
  const others = subscriptions.filter((each) => each !== renewed && mayUseProduct(actor, each.productId));
  const found = endsOf(beginning, others, { offers: shelf.offers, prices: [] }, shelf.policies);
  if (!found) throw new AppError("endNotPossible");
  const { from, anchorDay } = beginning;
  const catalogue = catalogueOf(shelf, rules, { currency, productIds: [offer.productId], offerIds: [offerId] });
  const price = findPrice(catalogue, offerId, currency, from);
  if (!price) throw new AppError("priceMissing");
  const term = (until: string | null) => {
    const { billing } = offer;
    const priced = { billing, currency, quantity, unitCost: price.cost, anchorDay };
    const begun = startTerm(offer, from, anchorDay, until);
    return {
      Until: begun.termUntil!,
      Cost: seesPrices(actor) ? toWireMoney(termCost({ ...priced, ...begun })) : null,
    };
  };
  const nameOf = (key: string) => others.find((each) => each.key === key)!.name;
  return {
    Whole: term(null),
    Ends: found.ends.map(({ until, isMonthEnd, keys }) => ({
      ...term(until),
      IsMonthEnd: isMonthEnd,
      With: keys.map(nameOf),
    })),
    Others: found.unfit.map((each) => ({ Name: nameOf(each.key), Why: why[each.why] })),
  };

  function beginningOf(): Required<Beginning> {
    const today = now.toISOString().slice(0, 10);
    if (!renewed) return { offer, from: today, anchorDay: dayOfMonth(today) };
    if (renewed.termUntil === null) throw new AppError("endNotPossible");
    return { offer, from: renewed.termUntil, anchorDay: nextAnchorDay(renewed) };
  }
}
