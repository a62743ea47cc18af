/** The interface between the core and whoever takes payments: what a payment is there, and what can be asked for. */
import type { CalendarDate } from "@tradewind/domain/values/dates.ts";
import type { Money } from "@tradewind/domain/values/money.ts";
import type { GatewayBook } from "./gateway-books.ts";
import type { RawWebhook } from "./vendor.ts";

/**
 * Why a payment did not go through: the gateway's code, and what happened and what to do next in plain words. `isFinal` if
 * the same method will not do better another day.
 */
export type PaymentFailure = { code: string; reason: string; isFinal?: boolean };

/** A payment as a gateway was last seen to have it; `ref` is its number there, `key` our id of the payment. */
export type SeenPayment = {
  ref: string;
  key: string | null;
  state: "submitted" | "needsAction" | "processing" | "confirmed" | "failed" | "cancelled" | "chargedBack";
  amount: Money;
  /** What was given back of it, in minor units. */
  returnedMinor: bigint;
  /** With which the payer's browser goes on at the gateway. */
  clientSecret: string | null;
  /** Such as `Visa ending 4242`. */
  paidWith: string | null;
  failure: PaymentFailure | null;
  /** Why money of it went back, in plain words. */
  takenBack?: string | null;
  /** Whether it was the payer's bank that took it back, where the state does not say so. */
  isChargeback?: boolean;
  /** The day on which it is taken from a bank account. */
  chargeOn?: CalendarDate | null;
};

/** Unknown is anything but a clear answer: it may have been done. */
export type GatewayAnswer =
  | { outcome: "seen"; payment: SeenPayment }
  | { outcome: "refused"; messages: string[] }
  | { outcome: "unknown"; why: string };

/**
 * What is charged to a stored method: `day` is today, in business time; of a direct debit, the day on which it is to be
 * taken, or the first possible one after it.
 */
export type StoredCharge = {
  key: string;
  idempotencyKey: string;
  accountRef: string;
  methodRef: string;
  amount: Money;
  day: CalendarDate;
  description: string;
};

/** Charges methods that are kept. */
export type MethodCharges = {
  /** Asking again with the same `idempotencyKey` answers with the same payment. */
  make(asked: StoredCharge): Promise<GatewayAnswer>;
  /** Finds what came of a charge whose answer never came; undefined if nothing did. */
  find(asked: StoredCharge): Promise<GatewayAnswer | undefined>;
  read(ref: string): Promise<GatewayAnswer>;
};

export type PaymentGateway = {
  /** As the accounts of the ledger name it: `cash:<id>`. */
  id: string;
  name: string;
  /** What the payer's browser needs to speak to it: `frames` and `calls` are the origins of its forms and its API. */
  browser: { publishableKey: string; scriptUrl: string; frames: readonly string[]; calls: readonly string[] };
  /** Asking again with the same `idempotencyKey` answers with the same payment. */
  create(asked: { key: string; idempotencyKey: string; amount: Money; description: string }): Promise<GatewayAnswer>;
  /** Charges the card that the payer entered. */
  confirm(asked: { ref: string; methodRef: string; idempotencyKey: string; returnUrl: string }): Promise<GatewayAnswer>;
  cancel(asked: { ref: string; idempotencyKey: string }): Promise<GatewayAnswer>;
  read(ref: string): Promise<GatewayAnswer>;
  /** Returns the number of the payment an event is about, null if of none; undefined if the gateway did not sign it. */
  verify(raw: RawWebhook): string | null | undefined;
  book?: GatewayBook;
};
