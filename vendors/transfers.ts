import type { CalendarDate, Instant } from "@tradewind/domain/values/dates.ts";

/**
 * What changes from another partner of the vendor to us, or from us to another. The one that is to have it asks, and the
 * one that provides it decides what of it goes.
 */
export type Transfers = {
  /** Asks for it; what was asked for since then already is found again. */
  ask(asked: AskedTransfer): Promise<SeenTransfer>;
  look(tenantRef: string, ref: string): Promise<SeenTransfer>;
  /** Takes the request back, unless the other partner has accepted it meanwhile. */
  withdraw(asked: AskedTransfer, ref: string | null): Promise<SeenTransfer>;
  /** Lists what other partners ask us for in a tenant and we have not decided. */
  listAsked(tenantRef: string): Promise<AskedOfUs[]>;
  /** Gives away what is named, all that belongs to something with it; what was decided already is only looked at. */
  release(tenantRef: string, ref: string, lines: readonly ReleasedLine[]): Promise<SeenTransfer>;
};

/** A request of another partner for what we provide. */
export type AskedOfUs = {
  ref: string;
  partner: { ref: string; name: string };
  customerEmail: string;
  askedAt: Instant;
  until: Instant | null;
};

/** A subscription that is given away, `parentRef` what it belongs to, by the vendor's numbers. */
export type ReleasedLine = {
  vendorRef: string;
  parentRef: string | null;
  offerRef: string;
  name: string;
  quantity: number;
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
  /** `at` is the instant at which it came to us, or left us. */
  | { state: "came"; ref: string; at: Instant; lines: TransferredLine[] }
  /** Nothing will move. `reason` is in plain words for the reseller. */
  | { state: "refused" | "expired" | "withdrawn"; reason: string };

/**
 * What came or left, with the day after its running term, or what stayed and why. `sourceRef` is its number with the partner
 * that provided it; the other's is the vendor's to tell elsewhere.
 */
export type TransferredLine = {
  sourceRef: string;
  offerRef: string;
  name: string;
  quantity: number;
  termUntil: CalendarDate | null;
  refusal?: { code: string; reason: string };
};
