import { Stripe } from "stripe";

/** Returns an answer that is what was asked for. The SDK takes whatever names no error for one, a proxy's fault included. */
export function genuine<T extends { object: string }>(answer: T, object: T["object"]): T {
  if (answer.object === object) return answer;
  throw new Stripe.errors.StripeAPIError({ type: "api_error", message: "Stripe answered something else" });
}
