import { VendorUnavailable, type Connection } from "@tradewind/vendors/vendor.ts";
import { z } from "zod";
import { job, TryLater } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";

type Services = { platform: Platform; connections: ReadonlyMap<string, Connection> };
const minute = 60_000;

/** Has a vendor send its webhooks to this portal, if it does not yet. */
export const registerForWebhooks = job({
  queue: "webhooks.register",
  payload: z.object({ vendor: z.string() }),

  async run({ platform: { config }, connections }: Services, { vendor }) {
    try {
      await connections.get(vendor)?.webhooks?.register?.(new URL(`/api/webhooks/${vendor}`, config.PUBLIC_URL).href);
    } catch (error) {
      if (error instanceof VendorUnavailable)
        throw new TryLater(Math.max(error.retryAfterMs ?? 0, minute), error.message);
      throw error;
    }
  },
});

/** Looks each day at what vendors have registered: another address may have taken our place. */
export async function fileRegistrations({ database, jobs, config }: Platform): Promise<void> {
  await database.write({ role: "app_worker" }, async (tx) => {
    for (const { id } of config.vendors) await jobs.file(tx, "webhooks.register", { vendor: id });
  });
}
