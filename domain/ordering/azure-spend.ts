/** Which days of Azure's spend are read, and which are shown. */
import { addDays, addMonths, dayOfMonth, earlierOf, monthOf, type CalendarDate } from "../values/dates.ts";
import { divideRounded } from "../values/decimal.ts";

/** The address of the services of which it is shown. */
export const azureRoute = "azure";

/** By what a chart splits its days; the place of a kind is its number, from 0 on. */
export const spendKinds = ["total", "group", "resource", "meter"] as const;
export type SpendKind = (typeof spendKinds)[number];

/** How many days a chart shows, the usual one first. */
export const spendRanges = [7, 14, 28] as const;

/** Days that are read again after they were told in full, since the vendor corrects them. */
const corrected = 4;
/** On which day of a month the one before is read once more, as its invoice will bill it. */
const billed = 6;

/** The days to read today, of what is known in full until a day: from the month before at first. */
export function daysToRead(
  today: CalendarDate,
  wholeUntil: CalendarDate | null,
): { from: CalendarDate; to: CalendarDate } {
  const before = addMonths(monthOf(today).from, -1);
  const next = wholeUntil === null ? before : addDays(wholeUntil, 1 - corrected);
  return { from: dayOfMonth(today) === billed ? earlierOf(next, before) : next, to: today };
}

/** Months before the running one of which the panel says where they are billed. */
export const billedMonths = 3;

export const billStates = ["open", "awaited", "charged", "invoiced", "notBilled", "before"] as const;
/**
 * Where a month is billed: while it runs, until its vendor's file comes, until the next invoice is issued, on an invoice, or
 * nowhere, since the file has nothing of it or was read before use was charged here.
 */
export type BillState = (typeof billStates)[number];

export function billStateOf(
  bill: { month: CalendarDate; isCharged: boolean; isInvoiced: boolean },
  {
    today,
    billedUntil,
    chargedFrom,
  }: { today: CalendarDate; billedUntil: CalendarDate | null; chargedFrom: CalendarDate | null },
): BillState {
  const { until } = monthOf(bill.month);
  if (bill.isCharged) return bill.isInvoiced ? "invoiced" : "charged";
  if (until > today) return "open";
  if (chargedFrom !== null && until <= chargedFrom) return "before";
  return billedUntil !== null && billedUntil >= until ? "notBilled" : "awaited";
}

/** Why a month's days come to something else than its charges: the vendor's next file brings it, or a price was changed since. */
export const apartBy = ["file", "price"] as const;

/** The last day that is told in full to who asks today. */
export const wholeUntil = (today: CalendarDate, wholeAfterDays: number): CalendarDate =>
  addDays(today, -wholeAfterDays - 1);

/** A part of what is spent: its resource group, or none, and what it is called there. */
type SpendPart = { group: string; name: string };

/** The group of what belongs to none. */
export const noGroup = "No resource group";
const lastOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** Names parts as short as they can be told apart: a resource by itself, with its group, or with all of its path. */
export function namesOf(parts: readonly SpendPart[], by: Exclude<SpendKind, "total">): string[] {
  if (by === "group") return parts.map(({ group }) => group || noGroup);
  const short = parts.map(({ name }) => lastOf(name) || `No ${by}`);
  const long = parts.map(({ group }, at) => `${short[at]} (${group || noGroup})`);
  const isOne = (names: readonly string[], at: number) => names.indexOf(names[at]!) === names.lastIndexOf(names[at]!);
  return parts.map(({ name }, at) =>
    isOne(short, at) ? short[at]! : isOne(long, at) ? long[at]! : `${long[at]}, ${name}`,
  );
}

/** Weeks before whose days of the week are alike, and how many of them it takes to say what is usual. */
export const weeksAlike = 4;
const fewestAlike = 2;
/** A day is unusual that costs half as much again as those like it, and five pounds or euros more. */
const unusual = { percent: 150n, minor: 500n };

/** Returns what days alike cost on average, if a day is far above it. */
export function usualIfExceeded(minor: bigint, alike: readonly bigint[]): bigint | undefined {
  if (alike.length < fewestAlike) return undefined;
  const usual = divideRounded(
    alike.reduce((all, each) => all + each, 0n),
    BigInt(alike.length),
  );
  return minor * 100n >= usual * unusual.percent && minor - usual >= unusual.minor ? usual : undefined;
}
