/** The interface between the core and a reseller's system for professional services (PSA): what can be read there. */
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

export type PsaItems = {
  companies: PsaCompany;
  products: PsaProduct;
  agreements: PsaAgreement;
  lines: PsaLine;
  charges: PsaCharge;
};

export type Psa = {
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
  constructor(message: string, { keys = false }: { keys?: boolean } = {}) {
    super(message);
    this.name = "PsaRefused";
    this.keys = keys;
  }
}
