import type { OfferPrice, priceBooks } from "@tradewind/contract/catalogue/price-books.ts";
import type { InputOf, ResultOf } from "@tradewind/contract/endpoint.ts";
import { byPrecedence, decidingRule, type PriceRule } from "@tradewind/domain/pricing/price-rules.ts";
import { priceTimeline } from "@tradewind/domain/pricing/price-timeline.ts";
import type { Price } from "@tradewind/domain/pricing/pricing-types.ts";
import { findPrice } from "@tradewind/domain/pricing/terms.ts";
import { endOf, type CalendarDate } from "@tradewind/domain/values/dates.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import type { TenantActor } from "../../platform/actor.ts";
import type { Db } from "../../platform/db.ts";
import { listPrices } from "../offers/offers.store.ts";
import {
  listPriceChanges,
  rulesKnown,
  type Buyer,
  type Moment,
  type PriceChangeRow,
} from "../offers/price-history.store.ts";
import { listPricedOffers } from "../offers/pricing.store.ts";

/** Changes that a list of what changed since holds. */
const mostChanges = 100;

/** Looks up what an offer costs and what is paid for it on a day, by whose rule. */
export function pricesOn(prices: readonly Price[], rules: readonly PriceRule[], currency: Currency, day: CalendarDate) {
  const ordered = rules.toSorted(byPrecedence);
  const catalogue = { offers: new Map(), prices };
  return (offerId: string): OfferPrice | null => {
    const price = findPrice(catalogue, offerId, currency, day);
    if (!price) return null;
    const about = ordered.filter((rule) => rule.offerId === null || rule.offerId === offerId);
    return { Cost: price.cost, CustomerPrice: price.customer, Level: decidingRule(about, day)?.level ?? null };
  };
}

async function pricesThen(db: Db, buyer: Buyer, productId: string, currency: Currency, moment: Moment) {
  const [list, rules] = await Promise.all([
    listPrices(db, [productId], [currency], moment.known),
    rulesKnown(db, buyer, productId, moment),
  ]);
  return pricesOn(priceTimeline(list, rules), rules, currency, moment.on);
}

type Asked = InputOf<typeof priceBooks.asOf>["query"];

/** Reads a product's prices to a customer or to everyone as they were known, as they are, and what changed since. */
export async function readPricesAsOf(
  db: Db,
  { resellerId, currency }: TenantActor,
  { On, KnownOn, ProductId, CustomerId }: Asked,
  now: Date,
): Promise<ResultOf<typeof priceBooks.asOf>> {
  const buyer = { resellerId, customerId: CustomerId ?? null };
  const before = { on: On, known: endOf(KnownOn) };
  const present = { on: now.toISOString().slice(0, 10), known: now.toISOString() };
  const [offers, priceThen, priceNow, changes] = await Promise.all([
    listPricedOffers(db, ProductId),
    pricesThen(db, buyer, ProductId, currency, before),
    pricesThen(db, buyer, ProductId, currency, present),
    listPriceChanges(db, buyer, { productId: ProductId, currency, before, today: present.on, most: mostChanges }),
  ]);
  return {
    Items: offers.map(({ id, name, unit, term, billing }) => ({
      OfferId: id,
      Name: name,
      Unit: unit,
      Term: term,
      Billing: billing,
      Then: priceThen(id),
      Now: priceNow(id),
    })),
    Changes: changes.map(toChange),
  };
}

const toChange = (row: PriceChangeRow) => ({
  Id: row.id,
  What: row.kind,
  EffectiveOn: row.effective_on,
  RecordedAt: row.recorded_at.toISOString(),
  Rule:
    row.setting === null
      ? null
      : {
          GroupId: row.group_id,
          OfferId: row.offer_id,
          Name: row.name,
          Term: row.term,
          Billing: row.billing,
          Whose: row.whose,
          Kind: row.setting,
          Value: row.value,
        },
  Group: row.kind === "group" ? row.name : null,
});
