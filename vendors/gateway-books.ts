/** The interface between the core and the book of whoever takes payments: what moved there, page by page. */
import type { CalendarDate, Instant } from "@tradewind/domain/values/dates.ts";
import { currencies, type Currency, type Money } from "@tradewind/domain/values/money.ts";

/** An `item` says what a pay-out is made of where the gateway tells that apart from what moved. */
export type MovementKind = "payment" | "refund" | "dispute" | "fee" | "payout" | "item" | "other";

/** What moved, by the gateway's number of it: negative where it went out. What it had before under that number is replaced. */
export type BookMovement = {
  ref: string;
  kind: MovementKind;
  /** The payment it belongs to, and our id of that, which it carries. */
  paymentRef: string | null;
  key: string | null;
  /** With which pay-out it went to our bank; null where that is not said here. */
  payoutRef: string | null;
  amount: Money;
  /** What the gateway kept of it for itself, in minor units. */
  feeMinor: bigint;
  at: Instant;
  words: string | null;
};

export type BookPayout = {
  ref: string;
  amount: Money;
  status: "onItsWay" | "paid" | "failed";
  arrivesOn: CalendarDate | null;
  at: Instant;
  /** Whether all that it is made of was told, on this page and those before. */
  isItemised: boolean;
};

/** `next` is where to go on, null at the end. */
export type BookPage = { movements: BookMovement[]; payouts: BookPayout[]; next: string | null };

/** Tells whether we have a book of what moved: in other currencies than ours other programs of the account take payments. */
export const isOurs = <Moved extends { currency: string }>(moved: Moved): moved is Moved & { currency: Currency } =>
  currencies.some((currency) => currency === moved.currency);

/** Throws `VendorUnavailable` where it does not answer; a page may be read again. */
export type GatewayBook = {
  /** As the accounts of the ledger name it: `cash:<id>`. */
  id: string;
  name: string;
  /** Reads what moved or changed since then, from the beginning or from where a page ended. */
  read(since: Date, at: string | null): Promise<BookPage>;
  /** What the gateway has of ours; undefined where it says nothing of that. */
  balances?(): Promise<Money[]>;
};
