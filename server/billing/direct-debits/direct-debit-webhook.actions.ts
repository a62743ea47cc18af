import { AppError } from "../../platform/app-error.ts";
import type { Platform } from "../../platform/platform.ts";
import type { Webhook } from "../../platform/webhooks.ts";

/**
 * Receives the provider's webhooks, up to 250 events in each: checks the signature on the raw bytes, and files a job for each
 * mandate and payment that they name. Events are not kept: they say only what to read, and reading twice does nothing.
 */
export const directDebitWebhook = (platform: Platform): Webhook => ({
  path: "/api/webhooks/direct-debits/:provider",
  largestBody: 1024 * 1024,
  async take({ params, headers, body }) {
    const { debits } = platform;
    if (!debits || params["provider"] !== debits.id) throw new AppError("notFound");
    const refs = debits.verify({ headers, body, receivedAt: platform.clock.now() });
    if (refs === undefined) throw new AppError("notSignedIn");
    await platform.database.write({ role: "app_identity" }, async (tx) => {
      for (const ref of refs.mandates) await platform.jobs.file(tx, "directDebits.look", { ref });
      for (const ref of refs.payments)
        await platform.jobs.file(tx, "payments.look", { ref, provider: debits.id, by: "webhook" });
    });
  },
});
