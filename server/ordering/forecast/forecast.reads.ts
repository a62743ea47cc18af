import { comingTurns } from "@tradewind/domain/pricing/forecast.ts";
import { forecastMonth } from "@tradewind/domain/pricing/month-forecast.ts";
import type { Catalogue, Offer, Price, Subscription } from "@tradewind/domain/pricing/pricing-types.ts";
import { addMonths, earlierOf, laterOf, monthOf, type CalendarDate } from "@tradewind/domain/values/dates.ts";
import { divideRounded, parseDecimal, scale } from "@tradewind/domain/values/decimal.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { findPricingBasis } from "../../billing/charges/vat.store.ts";
import { loadCatalogue, loadPolicies } from "../../catalogue/offers/offers.store.ts";
import type { Db } from "../../platform/db.ts";
import { billSums, type Bill } from "./bill-sums.ts";
import {
  findBilledUntil,
  listCharged,
  listSpentDays,
  namesOfProducts,
  sumCharges,
  sumLastUsage,
  type ChargedRow,
  type Owner,
  type SpentDayRow,
} from "./forecast.store.ts";

const bills = 3;
/** Subscriptions read at a time. Between two sets other calls have their turn. */
const batch = 5_000;
/** Months for which a vendor's last report still tells what the next ones may be. */
const usageMonths = 3;
/** Comes before every id. */
const first = "00000000-0000-0000-0000-000000000000";

type Forecast = {
  bills: Bill[];
  unpriced: number;
  names: ReadonlyMap<string, string>;
  spendKnownUntil: CalendarDate | null;
};

/**
 * Works out what a reseller's next bills come to if nothing is ordered or changed: what is charged already, what orders
 * at work promised, and each end of a billing period, turned as the worker will. Use is estimated: by its last
 * report, or by the days that are known of it.
 */
export async function forecastBills(db: Db, owner: Owner, today: CalendarDate): Promise<Forecast> {
  const { resellerId, currency } = owner;
  const [billedUntil, { vat }, policies] = await Promise.all([
    findBilledUntil(db, resellerId),
    findPricingBasis(db, resellerId),
    loadPolicies(db),
  ]);
  const { from } = monthOf(laterOf(today, billedUntil));
  const until = addMonths(from, bills);
  const sums = billSums(vat, currency);
  const [charges, usage, spent] = await Promise.all([
    sumCharges(db, owner, { from, until, today }),
    sumLastUsage(db, owner, addMonths(monthOf(today).from, -usageMonths)),
    listSpentDays(db, owner, monthOf(today).from),
  ]);
  for (const { product_id: productId, due_on: dueOn, ...sum } of charges) sums.add({ ...sum, productId, dueOn });
  // The use of a month is on the bill of the next, and the last that was reported is charged already.
  for (const { product_id: productId, month, ...sum } of usage)
    for (let dueOn = laterOf(from, addMonths(month, 2)); dueOn < until; dueOn = addMonths(dueOn, 1))
      sums.add({ ...sum, productId, kind: "usage", dueOn });

  const spending = [...Map.groupBy(spent, ({ id }) => id).values()];
  for (const days of spending) addSpend(sums, days, { from, until });

  const catalogues = catalogueKeeper(db, owner);
  let unpriced = 0;
  for (let after = first, read = batch; read === batch;) {
    const page = await listCharged(db, owner, { until, after, most: batch });
    const catalogueOf = await catalogues(page);
    for (const row of page) {
      const subscription = toSubscription(row, currency);
      const { turns, isWhole } = comingTurns(subscription, catalogueOf(subscription), policies, { today, until });
      for (const { kind, dueOn, minor } of turns)
        sums.add({ productId: row.product_id, kind, dueOn: laterOf(dueOn, from), count: 1, minor });
      if (!isWhole) unpriced++;
    }
    read = page.length;
    after = page.at(-1)?.id ?? after;
  }

  const running = spent.filter(({ is_active: goesOn }) => goesOn).map((each) => each.whole_until);
  const spendKnownUntil = running.length === 0 ? null : running.reduce(earlierOf);
  const coming = Array.from({ length: bills }, (_, at) => sums.billOf(addMonths(from, at)));
  const productIds = new Set(coming.flatMap(({ rows }) => rows.map((row) => row.productId)));
  return { bills: coming, unpriced, names: await namesOfProducts(db, [...productIds]), spendKnownUntil };
}

/** Adds the months of a subscription that no file of its vendor has billed yet: each is on the bill of the next. */
function addSpend(
  sums: ReturnType<typeof billSums>,
  days: readonly SpentDayRow[],
  { from, until }: { from: CalendarDate; until: CalendarDate },
): void {
  const { product_id: productId, billed_until: unbilled, whole_until: known, is_active: goesOn } = days[0]!;
  const spent = days.map(({ day, cost }) => ({ day, amount: parseDecimal(cost) }));
  for (let month = monthOf(unbilled); month.until < until; month = monthOf(month.until)) {
    const forecast = goesOn ? forecastMonth(spent, known, month) : undefined;
    const sofar = spent.filter(({ day }) => month.from <= day && day < month.until);
    const amount = forecast?.amount ?? sofar.reduce((all, each) => all + each.amount, 0n);
    const minor = divideRounded(amount * 100n, scale);
    if (minor !== 0n) sums.add({ productId, kind: "spend", dueOn: laterOf(from, month.until), count: 1, minor });
  }
}

/**
 * Loads each product once, and returns the part of it that is about a subscription: its own prices and those of the offers
 * to which it is about to go, since a price is looked for one by one.
 */
function catalogueKeeper(db: Db, { resellerId, currency }: Owner) {
  const known = new Set<string>();
  const offers = new Map<string, Offer>();
  const pricesOf = new Map<string, Price[]>();
  return async (rows: readonly ChargedRow[]) => {
    const productIds = [...new Set(rows.map((row) => row.product_id))].filter((id) => !known.has(id));
    if (productIds.length > 0) {
      const loaded = await loadCatalogue(db, { resellerId, customerId: null, currency, productIds });
      for (const id of productIds) known.add(id);
      for (const [id, offer] of loaded.offers) offers.set(id, offer);
      for (const [id, prices] of Map.groupBy(loaded.prices, ({ offerId }) => offerId)) pricesOf.set(id, prices);
    }
    return ({ offerId, nextOfferId, termEnd }: Subscription): Catalogue => {
      const own = pricesOf.get(offerId) ?? [];
      const others = [nextOfferId, termEnd.outcome === "cancel" ? null : termEnd.offerId].filter((id) => id !== null);
      return {
        offers,
        prices: others.length === 0 ? own : [...own, ...others.flatMap((id) => pricesOf.get(id) ?? [])],
      };
    };
  };
}

/** What of a subscription decides its charges; the rest is left empty. */
const toSubscription = (row: ChargedRow, currency: Currency): Subscription => ({
  key: "",
  productId: row.product_id,
  offerId: row.offer_id,
  sku: "",
  name: "",
  parentKey: null,
  term: row.term,
  billing: row.billing,
  currency,
  unitCost: row.unit_cost,
  customerPrice: null,
  quantity: row.quantity,
  status: row.status,
  anchorDay: row.anchor_day,
  termFrom: row.term_from,
  termUntil: row.term_until,
  period: { from: row.period_from, until: row.period_until },
  billedFrom: row.billed_from,
  nextOfferId: row.next_offer_id,
  lots: row.lots ?? [],
  termEnd: row.term_end,
  policyIds: { window: "", refund: "", termEnd: "" },
  attributes: {},
  dispatchedAt: null,
});
