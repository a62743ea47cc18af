/** Compares what customers have here with what a PSA bills them for a month, and says why the two part. */
import { compareDecimals, divideRounded, formatDecimal, parseDecimal, type DecimalString } from "../values/decimal.ts";
import { subtract, sum, times, zero, type Currency, type Money } from "../values/money.ts";
import { inPennies } from "./movement.ts";

/** Why a PSA bills something else than it should; the first that applies. */
export const causes = [
  "customerNotMatched",
  "serviceNotMatched",
  "noAgreement",
  "psaOnly",
  "lineEnded",
  "lineNotBegun",
  "noLine",
  "manyLines",
  "quantity",
  "price",
] as const;
export type Cause = (typeof causes)[number];

/** Why something was not compared at all. */
export const gaps = ["notRead", "ignored", "byUse", "otherCurrency", "once", "companyNotMatched"] as const;
export type Gap = (typeof gaps)[number];

/** A product of a customer on both sides. Amounts are of a month, in the reseller's currency. */
export type Comparable = {
  /** Whether it is matched with something in the PSA, and whether it is left out on purpose. */
  customer: { isMatched: boolean; isIgnored: boolean };
  service: { isMatched: boolean; isIgnored: boolean };
  hasAgreement: boolean;
  gap: Gap | null;
  quantity: number;
  /** What the customer pays; null where no price was fixed here. */
  sale: DecimalString | null;
  cost: DecimalString;
  psa: {
    /** Lines that run today. */
    lines: number;
    quantity: DecimalString;
    amount: DecimalString;
    /** Of a unit, by the line or else by the catalogue of the PSA. */
    price: DecimalString | null;
    hasEnded: boolean;
    hasLater: boolean;
  };
};

export type Compared = {
  gap: Gap | null;
  cause: Cause | null;
  /** What the PSA should bill, what it bills, and how much more that is. */
  expected: Money;
  billed: Money;
  difference: Money;
  /** Whether there is a price here that the PSA's was compared with. */
  isPriced: boolean;
  /** What setting the PSA's one line to mends it; null where that does not help. */
  target: number | null;
  /** What one is to cost there as well, where that is what differs. */
  targetPrice: DecimalString | null;
};

export function compare(row: Comparable, currency: Currency): Compared {
  const gap = row.gap ?? (row.customer.isIgnored || row.service.isIgnored ? "ignored" : null);
  const billed = times(row.psa.amount, 1, currency);
  const isSame = compareDecimals(row.psa.quantity, String(row.quantity)) === 0;
  const isPriced = row.sale !== null;
  const expected = expectedOf(row, isSame, billed);
  const cause = gap ? null : causeOf(row, isSame, subtract(billed, expected));
  const targetPrice = cause === "price" && row.psa.lines === 1 ? priceOf(row) : null;
  return {
    gap,
    cause,
    expected,
    billed,
    difference: cause ? subtract(billed, expected) : zero(currency),
    isPriced,
    target:
      cause === "quantity" || targetPrice !== null || (cause === "psaOnly" && row.psa.lines === 1)
        ? row.quantity
        : null,
    targetPrice,
  };
}

/** What one costs the customer, in whole pennies; null where the PSA bills about a year of that, which is meant. */
function priceOf({ sale, quantity, psa }: Comparable): DecimalString | null {
  if (sale === null) return null;
  const price = inPennies(formatDecimal(divideRounded(parseDecimal(sale), BigInt(quantity)), 8));
  return Math.abs(Number(psa.price) / (12 * Number(price)) - 1) < 0.1 ? null : price;
}

/** Without a price of ours, that of the PSA is taken to be right, and where it has none, what it costs. */
function expectedOf({ sale, cost, quantity, psa }: Comparable, isSame: boolean, billed: Money): Money {
  const { currency } = billed;
  if (sale !== null) return times(sale, 1, currency);
  if (isSame) return billed;
  return psa.price === null ? times(cost, 1, currency) : times(psa.price, quantity, currency);
}

function causeOf(row: Comparable, isSame: boolean, difference: Money): Cause | null {
  const { customer, service, hasAgreement, quantity, psa } = row;
  if (quantity === 0) return parseDecimal(psa.quantity) === 0n ? null : "psaOnly";
  if (!customer.isMatched) return "customerNotMatched";
  if (!service.isMatched) return "serviceNotMatched";
  if (!hasAgreement) return "noAgreement";
  if (psa.lines === 0) return psa.hasEnded ? "lineEnded" : psa.hasLater ? "lineNotBegun" : "noLine";
  if (!isSame) return psa.lines > 1 ? "manyLines" : "quantity";
  return isRounding(difference, quantity) ? null : "price";
}

/** A PSA has prices in whole pennies: what is at most half of one for each unit is rounding. */
const isRounding = ({ minor }: Money, quantity: number) => (minor < 0n ? -minor : minor) * 2n <= BigInt(quantity);

export type Summary = {
  compared: number;
  equal: number;
  different: number;
  byCause: { cause: Cause; count: number; amount: Money }[];
  difference: Money;
  notCompared: { gap: Gap; count: number }[];
  /** How many were compared by their quantity alone. */
  unpriced: number;
};

/** Adds up what was compared, and counts what was not, together with what has no row of its own. */
export function summarise(
  rows: readonly Compared[],
  others: readonly { gap: Gap; count: number }[],
  currency: Currency,
) {
  const compared = rows.filter(({ gap }) => gap === null);
  const byCause = causes.flatMap((cause) => {
    const of = compared.filter((row) => row.cause === cause);
    const amount = sum(
      of.map(({ difference }) => difference),
      currency,
    );
    return of.length > 0 ? [{ cause, count: of.length, amount }] : [];
  });
  const different = byCause.reduce((count, each) => count + each.count, 0);
  const countOf = (gap: Gap) =>
    rows.filter((row) => row.gap === gap).length +
    others.reduce((count, each) => count + (each.gap === gap ? each.count : 0), 0);
  return {
    compared: compared.length,
    equal: compared.length - different,
    different,
    byCause,
    difference: sum(
      byCause.map(({ amount }) => amount),
      currency,
    ),
    notCompared: gaps.map((gap) => ({ gap, count: countOf(gap) })).filter(({ count }) => count > 0),
    unpriced: compared.filter(({ cause, isPriced }) => !isPriced && cause === null).length,
  } satisfies Summary;
}

/** Whether nothing differs, and everything was compared. */
export const isClean = ({
  different,
  notCompared,
  unpriced,
}: Pick<Summary, "different" | "notCompared" | "unpriced">) =>
  different === 0 && notCompared.length === 0 && unpriced === 0;
