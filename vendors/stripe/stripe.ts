/** Takes card payments with Stripe, by its own SDK. */
import type { Currency } from "@tradewind/domain/values/money.ts";
import { setTimeout as wait } from "node:timers/promises";
import { Stripe } from "stripe";
import type { GatewayAnswer, PaymentGateway, SeenPayment } from "../gateways.ts";
import { genuine } from "./genuine.ts";
import { stripeBook } from "./stripe-book.ts";
import { keyOf } from "./stripe-key.ts";
import { disputeWords, failureOf } from "./stripe-reasons.ts";
import { intentOf } from "./webhooks.ts";

export type StripeSettings = {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  url: string;
  scriptUrl: string;
};

/** Tries of a call that Stripe refuses because there are too many, and the longest wait in between. */
const turns = { tries: 3, mostMs: 2_000 };
const patienceMs = 10_000;

export function stripeGateway(settings: StripeSettings): PaymentGateway {
  const { hostname, port, protocol } = new URL(settings.url);
  const isPlain = protocol === "http:";
  // Retries are ours: the SDK honours no `Retry-After`, and what it repeats by itself would hide an unknown outcome.
  const stripe = new Stripe(settings.secretKey, {
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    protocol: isPlain ? "http" : "https",
    maxNetworkRetries: 0,
    telemetry: false,
    timeout: patienceMs,
  });
  /** Reads a payment, and of a disputed one what its disputes took. */
  const read = (ref: string) =>
    answered(async () => {
      const intent = genuine(
        await stripe.paymentIntents.retrieve(ref, { expand: ["latest_charge"] }),
        "payment_intent",
      );
      const charge = typeof intent.latest_charge === "string" ? null : intent.latest_charge;
      if (!charge?.disputed) return toSeen(intent);
      return toSeen(intent, genuine(await stripe.disputes.list({ payment_intent: ref, limit: 100 }), "list").data);
    });
  return {
    id: "stripe",
    name: "Stripe",
    browser: {
      publishableKey: settings.publishableKey,
      scriptUrl: settings.scriptUrl,
      frames: framesOf(new URL(settings.scriptUrl).origin),
      calls: [new URL(settings.url).origin],
    },
    create: ({ key, idempotencyKey, amount, description }) =>
      answered(async () =>
        seenIn(
          await stripe.paymentIntents.create(
            {
              amount: Number(amount.minor),
              currency: amount.currency.toLowerCase(),
              allowed_payment_method_types: ["card"],
              description,
              metadata: { paymentId: key },
            },
            { idempotencyKey },
          ),
        ),
      ),
    async confirm({ ref, methodRef, idempotencyKey, returnUrl }) {
      const answer = await answered(async () =>
        seenIn(
          await stripe.paymentIntents.confirm(
            ref,
            { payment_method: methodRef, return_url: returnUrl, expand: ["latest_charge"] },
            { idempotencyKey },
          ),
        ),
      );
      // A declined card is an error of the call, and the payment says why.
      return answer.outcome === "refused" ? orRefused(answer, await read(ref)) : answer;
    },
    cancel: ({ ref, idempotencyKey }) =>
      answered(async () =>
        seenIn(await stripe.paymentIntents.cancel(ref, { cancellation_reason: "abandoned" }, { idempotencyKey })),
      ),
    read,
    verify: (raw) => intentOf(raw, settings.webhookSecret),
    book: stripeBook(stripe),
  };
}

const seenIn = (answer: Stripe.PaymentIntent) => toSeen(genuine(answer, "payment_intent"));

/** Stripe's own script opens frames of two more origins: of its parts, and of the bank's step. */
const framesOf = (origin: string): string[] =>
  origin === "https://js.stripe.com" ? [origin, "https://*.js.stripe.com", "https://hooks.stripe.com"] : [origin];

/** The refusal stands unless the payment itself says that it failed. */
const orRefused = (refused: GatewayAnswer, found: GatewayAnswer): GatewayAnswer =>
  found.outcome === "seen" && found.payment.failure === null ? refused : found;

async function answered(call: () => Promise<SeenPayment>, tries = 1): Promise<GatewayAnswer> {
  try {
    return { outcome: "seen", payment: await call() };
  } catch (error) {
    if (error instanceof Stripe.errors.StripeRateLimitError) {
      if (tries >= turns.tries) return { outcome: "refused", messages: ["Stripe is busy. Please try again shortly."] };
      await wait(Math.min(Number(error.headers?.["retry-after"] ?? 1) * 1_000 || 200, turns.mostMs));
      return answered(call, tries + 1);
    }
    if (isUnclear(error)) return { outcome: "unknown", why: error.message };
    if (error instanceof Stripe.errors.StripeError) return { outcome: "refused", messages: [error.message] };
    throw error;
  }
}

/** Whether the call may have been done all the same: cut lines, silence, faults on Stripe's side, another at work. */
const isUnclear = (error: unknown): error is Error =>
  error instanceof Stripe.errors.StripeConnectionError ||
  (error instanceof Stripe.errors.StripeError && ((error.statusCode ?? 500) >= 500 || error.statusCode === 409));

/** Reads a payment from its intent, its last charge, and the disputes about it: an inquiry takes nothing, one that was won gives it back. */
export function toSeen(intent: Stripe.PaymentIntent, disputes: readonly Stripe.Dispute[] = []): SeenPayment {
  const charge = typeof intent.latest_charge === "string" ? null : intent.latest_charge;
  const card = charge?.payment_method_details?.card;
  const currency = intent.currency.toUpperCase() as Currency;
  const took = disputes
    .flatMap(({ balance_transactions }) => balance_transactions)
    .reduce((sum, { amount }) => sum - BigInt(amount), 0n);
  const refunded = BigInt(charge?.amount_refunded ?? 0);
  const isTaken = took > 0n && intent.status === "succeeded";
  return {
    ref: intent.id,
    key: keyOf(intent.metadata),
    state: isTaken && refunded + took >= BigInt(intent.amount) ? "chargedBack" : stateOf(intent),
    amount: { minor: BigInt(intent.amount), currency },
    returnedMinor: refunded + (took > 0n ? took : 0n),
    clientSecret: intent.client_secret,
    paidWith: card ? `${brandOf(card.brand)} ending ${card.last4}` : null,
    failure: intent.status !== "succeeded" && intent.last_payment_error ? failureOf(intent.last_payment_error) : null,
    isChargeback: isTaken,
    takenBack: isTaken ? disputeWords(disputes) : refunded > 0n ? "It was refunded to the card." : null,
  };
}

function stateOf({ status, last_payment_error }: Stripe.PaymentIntent): SeenPayment["state"] {
  switch (status) {
    case "succeeded":
      return "confirmed";
    case "canceled":
      return last_payment_error ? "failed" : "cancelled";
    case "requires_action":
      return "needsAction";
    case "requires_payment_method":
      return last_payment_error ? "failed" : "submitted";
    case "requires_confirmation":
      return "submitted";
    default:
      // What Stripe may add later is on its way until it says otherwise.
      return "processing";
  }
}

const brands: Readonly<Record<string, string>> = { visa: "Visa", mastercard: "Mastercard", amex: "American Express" };
const brandOf = (brand: string | null) => brands[brand ?? ""] ?? "Card";
