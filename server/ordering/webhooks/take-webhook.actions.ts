import type { Connection } from "@tradewind/vendors/vendor.ts";
import { VendorUnavailable } from "@tradewind/vendors/vendor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import type { Platform } from "../../platform/platform.ts";
import { newId } from "../../platform/random.ts";
import type { Webhook } from "../../platform/webhooks.ts";
import { keepEvent } from "./inbox.store.ts";

/**
 * Receives vendors' webhooks: checks the signature on the raw bytes, stores each event once, and files a job to read
 * it.
 */
export const vendorWebhook = (platform: Platform, connections: ReadonlyMap<string, Connection>): Webhook => ({
  path: "/api/webhooks/:vendor",
  largestBody: 256 * 1024,
  async take({ params, headers, body }) {
    const vendor = params["vendor"] ?? "";
    const reader = orNotFound(connections.get(vendor)?.webhooks);
    const receivedAt = platform.clock.now();
    const eventId = await reader.verify({ headers, body, receivedAt }).catch(orUnavailable);
    if (eventId === undefined) throw new AppError("notSignedIn");
    const kept = Object.fromEntries(reader.headers.map((name) => [name, headers[name] ?? ""]));
    await platform.database.write({ role: "app_identity" }, async (tx) => {
      const id = newId();
      if (await keepEvent(tx, { id, vendor, eventId, receivedAt, headers: kept, body }))
        await platform.jobs.file(tx, "webhooks.read", { id });
    });
  },
});

/** Makes the vendor retry if the signature could not be checked. */
function orUnavailable(error: unknown): never {
  if (error instanceof VendorUnavailable) throw new AppError("unavailable", { cause: error });
  throw error;
}
