import type { PaymentFailure } from "../gateways.ts";

const again = "Nothing was charged. Please try another card.";
const askBank = "Nothing was charged. Please ask your bank, or try another card.";

/** What happened and what to do next, by the code of the decline or of the error. */
const reasons: Readonly<Record<string, string>> = {
  insufficient_funds: `There is not enough money on this card. ${again}`,
  expired_card: `This card has expired. ${again}`,
  incorrect_cvc: "The security code is wrong. Nothing was charged. Please check the number on the back of the card.",
  incorrect_number: "The card number is wrong. Nothing was charged. Please check it and try again.",
  lost_card: `The bank declined this card. ${askBank}`,
  stolen_card: `The bank declined this card. ${askBank}`,
  generic_decline: `The bank declined this card and gave no reason. ${askBank}`,
  do_not_honor: `The bank declined this card and gave no reason. ${askBank}`,
  card_velocity_exceeded: `The limit of this card is reached. ${again}`,
  processing_error: "The bank could not be reached. Nothing was charged. Please try again in a few minutes.",
  authentication_required: "The bank asks you to confirm this payment. Please pay again and follow its steps.",
  payment_intent_authentication_failure: `The payment was not confirmed with your bank. ${again}`,
};

/** Says in plain words why a payment failed; what nobody foresaw shows what Stripe said. */
export function failureOf(error: {
  code?: string | null | undefined;
  decline_code?: string | null | undefined;
  message?: string | null | undefined;
}): PaymentFailure {
  const code = error.decline_code ?? error.code ?? "unknown";
  const words = reasons[code] ?? (error.code ? reasons[error.code] : undefined);
  const said = (error.message ?? "The card was not accepted.").slice(0, 300);
  return { code: code.slice(0, 100), reason: words ?? `${said} ${again}` };
}

/** Why a card's holder says that they need not pay, by Stripe's code. */
const disputed: Readonly<Record<string, string>> = {
  duplicate: "that it was paid twice",
  fraudulent: "that they did not make it",
  unrecognized: "that they do not recognise it",
  product_not_received: "that they did not receive what they paid for",
  product_unacceptable: "that what they paid for was not as agreed",
  subscription_canceled: "that they had cancelled",
  credit_not_processed: "that they were promised a refund",
};

/** Says in plain words why the bank took a payment back. */
export function disputeWords(disputes: readonly { reason: string }[]): string {
  const claim = disputed[disputes[0]?.reason ?? ""];
  return `The card’s bank took it back${claim ? `: its holder said ${claim}` : ""}.`;
}
