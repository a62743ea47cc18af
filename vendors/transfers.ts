import type { CalendarDate, Instant } from "@tradewind/domain/values/dates.ts";

/**
 * What another partner of the vendor provides to a customer, on its way to us. We ask, and the other partner decides what
 * of it comes.
 */
export type Transfers = {
  /** Asks for it; what was asked for since then already is found again. */
  ask(asked: AskedTransfer): Promise<SeenTransfer>;
  look(tenantRef: string, ref: string): Promise<SeenTransfer>;
  /** Takes the request back, unless the other partner has accepted it meanwhile. */
  withdraw(asked: AskedTransfer, ref: string | null): Promise<SeenTransfer>;
};

/**
 * `since` is the instant at which it was asked for, `earlier` the numbers of requests before it; `partner` the one that
 * provides it now, under the vendor's number.
 */
export type AskedTransfer = {
  tenantRef: string;
  partner: { ref: string; name: string };
  customerName: string;
  customerEmail: string;
  since: Instant;
  earlier: readonly string[];
};

export type SeenTransfer =
  /** The other partner can accept it until then. */
  | { state: "pending"; ref: string; until: Instant | null }
  | { state: "moving"; ref: string }
  /** `at` is the instant at which it came. */
  | { state: "came"; ref: string; at: Instant; lines: TransferredLine[] }
  /** It will not come. `reason` is in plain words for the reseller. */
  | { state: "refused" | "expired" | "withdrawn"; reason: string };

/** What came, with the day after its running term, or what stayed and why. Its number with us is the vendor's to tell elsewhere. */
export type TransferredLine = {
  offerRef: string;
  name: string;
  quantity: number;
  termUntil: CalendarDate | null;
  refusal?: { code: string; reason: string };
};
