/** The files in which price lists come: our own columns, or those of vendors' price sheets. */
import { billings, terms } from "../pricing/pricing-types.ts";
import { readCsv } from "../values/csv.ts";
import { isCalendarDate, type CalendarDate } from "../values/dates.ts";
import type { DecimalString } from "../values/decimal.ts";
import { currencies } from "../values/money.ts";

export const mostPriceRows = 200_000;
export const priceRowKinds = ["changed", "added", "unchanged", "unknown"] as const;
/** What a row does: changes a price, gives an offer its first one, repeats the present one, or is for nothing of ours. */
export type PriceRowKind = (typeof priceRowKinds)[number];

type Field = "sku" | "term" | "billing" | "currency" | "cost" | "recommended" | "vendorCost";
type Layout = {
  columns: Readonly<Record<Exclude<Field, "cost"> | "part", string>> & { cost?: string };
  optional: readonly string[];
};

/** What our own columns are called, in their order. */
export const ownPriceColumns = [
  "SKU",
  "Term",
  "Billing",
  "Currency",
  "Resellers pay",
  "Recommended price",
  "We pay",
] as const;

const own: Layout = {
  columns: {
    sku: "SKU",
    part: "",
    term: "Term",
    billing: "Billing",
    currency: "Currency",
    cost: "Resellers pay",
    recommended: "Recommended price",
    vendorCost: "We pay",
  },
  optional: ["We pay"],
};
/** As partners get them: UnitPrice is what they pay, and ERP what is recommended. */
const sheet: Layout = {
  columns: {
    sku: "ProductId",
    part: "SkuId",
    term: "TermDuration",
    billing: "BillingPlan",
    currency: "Currency",
    recommended: "ERP Price",
    vendorCost: "UnitPrice",
  },
  optional: [],
};

export type PriceFault = { line: number; column: string; reason: string };
/** A row as the file has it; `leftOut` says why it is none of ours. */
export type PriceRow = {
  line: number;
  sku: string;
  term: string;
  billing: string;
  currency: string;
  cost: DecimalString | null;
  recommended: DecimalString | null;
  vendorCost: DecimalString | null;
  leftOut: string | null;
};

const plain = (title: string) => title.toLowerCase().replaceAll(/[^a-z]/g, "");
const price = /^\d{1,9}(\.\d{1,6})?$/;
const termWords: Readonly<Record<string, string>> = { noterm: "none", "": "none", onetime: "none" };
const billingWords: Readonly<Record<string, string>> = { none: "once", onetime: "once", "": "once" };

/** Reads a day as American files write it, or as everybody else does. */
function dayIn(text: string): CalendarDate | undefined {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})\b/.exec(text) ?? [];
  const date = year ? `${year}-${month!.padStart(2, "0")}-${day!.padStart(2, "0")}` : text.slice(0, 10);
  return isCalendarDate(date) ? date : undefined;
}

/** How many characters of a text are whole lines, up to a size: a line ends outside quotes alone, which begin a cell. */
export function wholeLines(text: string, most: number): number {
  let [quoted, whole] = [false, 0];
  for (let at = 0; at < Math.min(text.length, most); at++) {
    const sign = text.charAt(at);
    if (sign === '"' && (quoted || at === 0 || /[",;\t\n]/.test(text.charAt(at - 1)))) quoted = !quoted;
    else if (sign === "\n" && !quoted) whole = at + 1;
  }
  return whole;
}

/** Says what of a file's first line keeps it from being a price list. */
export function faultsOfHeader(header: string): PriceFault[] {
  const { titles, layout } = layoutOf(header);
  return Object.values(layout.columns)
    .filter((title) => title !== "" && !layout.optional.includes(title) && !titles.includes(plain(title)))
    .map((column) => ({ line: 1, column, reason: "This column is missing" }));
}

function layoutOf(header: string) {
  const titles = ([...readCsv(`${header}\n`)][0]?.cells ?? []).map(plain);
  return { titles, layout: titles.includes("productid") && titles.includes("skuid") ? sheet : own };
}

/**
 * Reads a piece of a file: whole lines, of which `before` come before them. `from` is the day from which its prices will
 * hold: of a list with prices of several days, the others are left out.
 */
export function readPriceLines(header: string, piece: string, before: number, from: CalendarDate) {
  const { titles, layout } = layoutOf(header);
  const placeOf = (title: string) => titles.indexOf(plain(title));
  const places = Object.fromEntries(
    Object.entries(layout.columns).map(([field, title]) => [field, title === "" ? -1 : placeOf(title)]),
  ) as Record<Field | "part", number | undefined>;
  const [market, segment, tier, starts, ends] = [
    "Market",
    "Segment",
    "PricingTierRangeMin",
    "EffectiveStartDate",
    "EffectiveEndDate",
  ].map(placeOf);
  const rows: PriceRow[] = [];
  const faults: PriceFault[] = [];
  // The header before each piece tells how its cells are separated.
  const lines = readCsv(`${header}\n${piece}`);
  lines.next();
  for (const { line: at, cells } of lines) {
    const line = at + before - 1;
    const cell = (place: number | undefined) => (place === undefined ? "" : (cells[place] ?? ""));
    const text = (field: Field | "part") => cell(places[field]);
    const wrong = (field: Field, reason: string) => {
      faults.push({ line, column: layout.columns[field] ?? "", reason });
      return null;
    };
    const amount = (field: "cost" | "recommended" | "vendorCost") =>
      text(field) === "" ? null : price.test(text(field)) ? text(field) : wrong(field, "Must be a price, as in 12.50");
    const found = faults.length;
    const currency = text("currency").toUpperCase();
    const isCurrency = /^[A-Z]{3}$/.test(currency);
    // What is not for us need not be right.
    const leftOut = isCurrency
      ? reasonToLeaveOut(currency, cell(market), cell(segment), cell(tier), cell(starts), cell(ends), from)
      : null;
    const word = text("term");
    const term = terms.find(
      (each) => each === (termWords[plain(word)] ?? (word === "none" ? "none" : word.toUpperCase())),
    );
    const plan = text("billing").toLowerCase();
    const billing = billings.find((each) => each === (billingWords[plain(plan)] ?? plan));
    const row: PriceRow = {
      line,
      sku: layout === sheet ? `${text("sku")}:${text("part")}` : text("sku"),
      term: term ?? word,
      billing: billing ?? plan,
      currency,
      cost: leftOut === null ? amount("cost") : null,
      recommended: leftOut === null ? amount("recommended") : null,
      vendorCost: leftOut === null ? amount("vendorCost") : null,
      leftOut,
    };
    if (leftOut !== null) {
      rows.push(row);
      continue;
    }
    if (text("sku") === "") wrong("sku", "Is missing");
    if (!isCurrency) wrong("currency", "Must be a currency, as in GBP");
    if (layout === own && !term) wrong("term", `Must be one of ${terms.join(", ")}`);
    if (layout === own && !billing) wrong("billing", `Must be one of ${billings.join(", ")}`);
    if (cells.some((each) => each.includes("\uFFFD")))
      faults.push({ line, column: "", reason: "Has signs that cannot be read. Save the file as CSV UTF-8." });
    if (faults.length === found && row.cost === null && row.recommended === null)
      wrong(layout === own ? "cost" : "recommended", "Is missing");
    if (faults.length === found) rows.push(row);
  }
  return { rows, faults, lines: piece.split("\n").length - (piece.endsWith("\n") ? 1 : 0) };
}

const isOurCurrency = (text: string) => currencies.some((each) => each === text);
const homes: Readonly<Record<string, string>> = { GBP: "GB", EUR: "IE" };

function reasonToLeaveOut(
  currency: string,
  market: string,
  segment: string,
  tier: string,
  starts: string,
  ends: string,
  from: CalendarDate,
): string | null {
  if (!isOurCurrency(currency)) return `In ${currency}`;
  if (market !== "" && market.toUpperCase() !== homes[currency]) return `For ${market}`;
  if (segment !== "" && plain(segment) !== "commercial") return `For ${segment}`;
  if (Number(tier) > 1) return `From ${tier} units on`;
  const [first, last] = [dayIn(starts), dayIn(ends)];
  if (first && first > from) return `Holds from ${first} on`;
  return last && last < from ? `Held until ${last}` : null;
}
