import { AppError } from "../../platform/app-error.ts";
import type { Platform } from "../../platform/platform.ts";
import type { Webhook } from "../../platform/webhooks.ts";

/**
 * Receives the gateway's webhooks: checks the signature on the raw bytes, and files a job that reads the payment. An event
 * is not kept: it says only what to look at, and looking twice does nothing.
 */
export const paymentWebhook = (platform: Platform): Webhook => ({
  path: "/api/webhooks/payments/:gateway",
  largestBody: 256 * 1024,
  async take({ params, headers, body }) {
    const { gateway } = platform;
    if (!gateway || params["gateway"] !== gateway.id) throw new AppError("notFound");
    const ref = gateway.verify({ headers, body, receivedAt: platform.clock.now() });
    if (ref === undefined) throw new AppError("notSignedIn");
    if (ref === null) return;
    await platform.database.write({ role: "app_identity" }, (tx) =>
      platform.jobs.file(tx, "payments.look", { ref, by: "webhook" }),
    );
  },
});
