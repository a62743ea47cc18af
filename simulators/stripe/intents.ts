/** Payment intents as Stripe keeps them, with one charge each once they succeeded. */
import type { Clock } from "../kit/clock.ts";

export type Intent = Record<string, any> & { id: string; status: string };

const secondsOf = (clock: Clock) => Math.floor(clock.now() / 1_000);

export function newIntent(id: string, fields: Record<string, any>, clock: Clock): Intent {
  return {
    id,
    object: "payment_intent",
    allowed_payment_method_types: null,
    amount: Number(fields["amount"]),
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic_async",
    client_secret: `${id}_secret_${id.slice(3)}`,
    confirmation_method: "automatic",
    created: secondsOf(clock),
    currency: fields["currency"],
    customer: fields["customer"] ?? null,
    customer_account: null,
    description: fields["description"] ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: fields["metadata"] ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ["card"],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "requires_payment_method",
    transfer_group: null,
  };
}

/** One that asks has its payer's bank asked first, and is declined afterwards if it has a code. */
export type TestCard = {
  brand: string;
  last4: string;
  code?: string;
  decline?: string;
  asks?: true;
  disputed?: true;
};

/** Stripe's own test cards, by the token that stands for each. */
export const cards: Readonly<Record<string, TestCard>> = {
  pm_card_visa: { brand: "visa", last4: "4242" },
  pm_card_mastercard: { brand: "mastercard", last4: "4444" },
  pm_card_amex: { brand: "amex", last4: "8431" },
  pm_card_threeDSecure2Required: { brand: "visa", last4: "3220", asks: true },
  pm_card_authenticationRequired: { brand: "visa", last4: "3184", asks: true },
  pm_card_visa_chargeDeclined: { brand: "visa", last4: "0002", code: "card_declined", decline: "generic_decline" },
  pm_card_visa_chargeDeclinedInsufficientFunds: {
    brand: "visa",
    last4: "9995",
    code: "card_declined",
    decline: "insufficient_funds",
  },
  pm_card_chargeDeclinedExpiredCard: { brand: "visa", last4: "0069", code: "expired_card" },
  pm_card_createDispute: { brand: "visa", last4: "0259", disputed: true },
};

/** Those that are more than a brand, by their numbers. */
export const numbers: Readonly<Record<string, TestCard>> = {
  4000002500003155: { brand: "visa", last4: "3155", asks: true },
  4000002760003184: { brand: "visa", last4: "3184", asks: true },
  4000008260003178: {
    brand: "visa",
    last4: "3178",
    asks: true,
    code: "card_declined",
    decline: "insufficient_funds",
  },
  4000000000000002: { brand: "visa", last4: "0002", code: "card_declined", decline: "generic_decline" },
  4000000000009995: { brand: "visa", last4: "9995", code: "card_declined", decline: "insufficient_funds" },
  4000000000000069: { brand: "visa", last4: "0069", code: "expired_card" },
  4000000000000127: { brand: "visa", last4: "0127", code: "incorrect_cvc" },
  4000000000000119: { brand: "visa", last4: "0119", code: "processing_error" },
  4000000000000259: { brand: "visa", last4: "0259", disputed: true },
};

export const sentences: Readonly<Record<string, string>> = {
  card_declined: "Your card was declined.",
  expired_card: "Your card has expired.",
  incorrect_cvc: "Your card's security code is incorrect.",
  processing_error: "An error occurred while processing your card. Try again in a little bit.",
  payment_intent_authentication_failure:
    "The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.",
};

export function newCharge(
  id: string,
  intent: Intent,
  card: TestCard,
  clock: Clock,
): Record<string, any> & { id: string } {
  return {
    id,
    object: "charge",
    amount: intent["amount"],
    amount_captured: intent["amount"],
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: "TRADEWIND",
    captured: true,
    created: secondsOf(clock),
    currency: intent["currency"],
    customer: intent["customer"],
    description: intent["description"],
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: intent["metadata"],
    on_behalf_of: null,
    outcome: null,
    paid: true,
    payment_intent: intent.id,
    payment_method: intent["payment_method"],
    payment_method_details: { type: "card", card: { brand: card.brand, last4: card.last4 } },
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "succeeded",
    transfer_data: null,
    transfer_group: null,
  };
}
