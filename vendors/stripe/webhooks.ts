import { Stripe } from "stripe";
import { z } from "zod";
import type { RawWebhook } from "../vendor.ts";

/** The SDK takes less for a signature, such as one with something behind it. Schemes that it may know later are let be. */
const written = /^t=\d+(,v\d+=\w+)+$/;
const toleranceSeconds = 300;
const event = z.looseObject({
  data: z.looseObject({
    object: z.looseObject({ id: z.string(), payment_intent: z.nullish(z.string()) }),
  }),
});
const signer = Stripe.webhooks.signature!;

/**
 * Returns the intent that an event names: its own, or that of its charge, refund or dispute. What else it says is not
 * believed, and read again.
 */
export function intentOf({ headers, body, receivedAt }: RawWebhook, secret: string): string | null | undefined {
  const text = body.toString("utf8");
  const signature = headers["stripe-signature"] ?? "";
  if (!written.test(signature)) return undefined;
  try {
    signer.verifyHeader(text, signature, secret, toleranceSeconds, undefined, +receivedAt);
  } catch {
    return undefined;
  }
  const read = event.safeParse(parsed(text));
  if (!read.success) return null;
  const { id, payment_intent } = read.data.data.object;
  return id.startsWith("pi_") ? id : (payment_intent ?? null);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
