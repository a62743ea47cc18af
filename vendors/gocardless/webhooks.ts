import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { RawWebhook } from "../vendor.ts";

const shape = z.looseObject({
  events: z.array(
    z.looseObject({
      links: z.looseObject({
        payment: z.string().optional(),
        mandate: z.string().optional(),
        mandate_request_mandate: z.string().optional(),
        billing_request: z.string().optional(),
      }),
    }),
  ),
});

/** Returns the numbers that events name, each once. What else they say is not believed, and read again. */
export function refsOf(
  { headers, body }: Omit<RawWebhook, "receivedAt">,
  secret: string,
): { mandates: string[]; payments: string[] } | undefined {
  const signature = headers["webhook-signature"] ?? "";
  // What is no hexadecimal digit would end it unseen.
  const given = Buffer.from(/^[0-9a-f]{64}$/.test(signature) ? signature : "", "hex");
  const expected = createHmac("sha256", secret).update(body).digest();
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const events = shape.safeParse(parsed(body.toString("utf8"))).data?.events ?? [];
  const once = (refs: (string | undefined)[]) => [...new Set(refs.filter((ref) => ref !== undefined))];
  return {
    mandates: once(
      events
        .filter(({ links }) => links.payment === undefined)
        .map(({ links }) => links.mandate ?? links.mandate_request_mandate ?? links.billing_request),
    ),
    payments: once(events.map(({ links }) => links.payment)),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
