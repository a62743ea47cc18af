/** The interface between the core and a reseller's system for professional services (PSA): what is read and written there. */
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import type { CalendarDate } from "@tradewind/domain/values/dates.ts";
import type { Part, PsaType } from "@tradewind/domain/psa/sync.ts";

/** Where a reseller's PSA is, and the keys that it gave us for it. `company` is empty where the PSA has no such thing. */
export type PsaAccount = { address: string; company: string; user: string; secret: string; clientId: string };

/** How reading with one right went: in order, or why not in plain words. */
export type PsaRight = { name: string; missing: string | null };

export type PsaCompany = { ref: string; name: string; vat_number: string | null; domain: string | null };
export type PsaProduct = {
  ref: string;
  name: string;
  sku: string | null;
  /** Whether it can be billed every period, as a service. */
  is_recurring: boolean;
  /** Amounts of a PSA are decimal text: it does not say in which currency. */
  unit_price: string;
};
export type PsaAgreement = {
  ref: string;
  name: string;
  company_ref: string;
  type: string;
  is_active: boolean;
  starts_on: CalendarDate | null;
  ends_on: CalendarDate | null;
};
/** What is billed every period under an agreement, from a day and before another. */
export type PsaLine = {
  ref: string;
  agreement_ref: string;
  product_ref: string;
  name: string;
  quantity: string;
  unit_price: string;
  from_on: CalendarDate | null;
  until_on: CalendarDate | null;
};
/** What is billed once under an agreement. */
export type PsaCharge = {
  ref: string;
  agreement_ref: string;
  name: string;
  quantity: string;
  unit_price: string;
  on_day: CalendarDate | null;
};

/** What is no longer there or no longer counts, among what changed. */
export type PsaGone = { ref: string; gone: true };

export type PsaItems = {
  companies: PsaCompany;
  products: PsaProduct;
  agreements: PsaAgreement;
  lines: PsaLine;
  charges: PsaCharge;
};

/** How many there are of a line, and what one costs. */
export type PsaLineState = Pick<PsaLine, "quantity" | "unit_price">;
/**
 * The quantity that a line is to have from a day on, and the price, where that is to be another one too. `seen` is what it was known
 * to have when that was asked for.
 */
export type PsaTarget = {
  agreement_ref: string;
  line_ref: string;
  product_ref: string;
  seen: string;
  target: string;
  price?: { seen: string; target: string };
  on_day: CalendarDate;
  today: CalendarDate;
};
/** What is to be billed once. `mark` is ours alone: whoever repeats it finds the charge that is there already. */
export type PsaNewCharge = {
  agreement_ref: string;
  product_ref: string;
  name: string;
  quantity: string;
  unit_price: string;
  on_day: CalendarDate;
  mark: string;
  /** Further agreements in which it may be, by its mark, from a try whose answer was lost. */
  also_in: readonly string[];
};

/**
 * Both read before they write, so that they may be repeated after any accident. They throw `PsaChanged` if the line is not as it
 * was seen, `PsaRefused` if it may not be written, and `VendorUnavailable` if nobody knows.
 */
type Writing = {
  /** Brings a line to its target, and reads it back. */
  setLine(wanted: PsaTarget): Promise<{ before: PsaLineState; after: PsaLineState }>;
  addCharge(wanted: PsaNewCharge): Promise<{ ref: string }>;
};

/** Parts of which a PSA tells what changed since a moment; what was deleted there it does not tell. */
export type PsaChanges = { readonly [P in Part]?: (since: Date) => AsyncIterable<readonly (PsaItems[P] | PsaGone)[]> };

export type Psa = Writing & {
  readonly changes: PsaChanges;
  /** Reads once with each right that we need; throws `PsaRefused` if the keys themselves are refused. */
  probe(): Promise<readonly PsaRight[]>;
} & {
  /** Reads all of it, page by page; `day` is today. Throws `PsaRefused`, or `VendorUnavailable` after some tries. */
  [P in Part]: (day: CalendarDate) => AsyncIterable<readonly PsaItems[P][]>;
};

/** Connects; the signal ends every call, as `VendorUnavailable`. */
export type PsaConnector = (account: PsaAccount, limits?: { signal?: AbortSignal }) => Psa;
export type PsaConnectors = Readonly<Partial<Record<PsaType, PsaConnector>>>;

/** The PSA answered, and refused: asking again does not help. The message says in plain words what to do. */
export class PsaRefused extends Error {
  /** The keys are not accepted at all, rather than a right being missing. */
  readonly keys: boolean;
  /** What the line has now, if only a part of a write was refused. */
  readonly found: PsaLineState | null;
  constructor(message: string, { keys = false, found = null }: { keys?: boolean; found?: PsaLineState | null } = {}) {
    super(message);
    this.name = "PsaRefused";
    this.keys = keys;
    this.found = found;
  }
}

/** What is there is not what was seen, and is left alone. `found` is what the line has, where there is one. */
export class PsaChanged extends Error {
  readonly found: PsaLineState | null;
  constructor(message: string, found: PsaLineState | null = null) {
    super(message);
    this.name = "PsaChanged";
    this.found = found;
  }
}

/** Quantities and prices of a PSA have up to four decimals. */
const isSame = (one: string, other: string): boolean => Math.abs(Number(one) - Number(other)) < 0.000_05;

/** Judges a line before it is written: says what of it is still to be set. Throws if it is neither as it was seen nor as wanted. */
export function stillToSet(system: string, { seen, target, price }: PsaTarget, found: PsaLineState) {
  const { quantity, unit_price } = found;
  if (!isSame(quantity, target) && !isSame(quantity, seen))
    throw new PsaChanged(
      `${system} has ${Number(quantity)} now, not ${Number(seen)}. Nothing was changed there.`,
      found,
    );
  // Without the amounts: not everybody who sees the quantities may see them.
  if (price && !isSame(unit_price, price.target) && !isSame(unit_price, price.seen))
    throw new PsaChanged(`Its price was changed in ${system} meanwhile. Nothing was changed there.`, found);
  return { quantity: !isSame(quantity, target), price: price !== undefined && !isSame(unit_price, price.target) };
}

/** Judges a line after it was written. */
export function mustHaveTarget(system: string, { target, price }: PsaTarget, found: PsaLineState): void {
  if (!isSame(found.quantity, target))
    throw new PsaChanged(`${system} took the change, but has ${Number(found.quantity)}, not ${Number(target)}.`, found);
  if (price && !isSame(found.unit_price, price.target))
    throw new PsaChanged(`${system} took the new price, but has another one. Look at the line there.`, found);
}

/** Refuses what would change a period that is invoiced: it would be billed never, or twice. */
export const periodInvoiced = (system: string, nextFree: CalendarDate): PsaRefused =>
  new PsaRefused(
    `This period is invoiced already in ${system}. The next day that is free is ${formatDate(nextFree)}: write it from then on.`,
  );
