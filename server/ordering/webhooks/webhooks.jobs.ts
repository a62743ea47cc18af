import type { Pace } from "@tradewind/vendors/calls.ts";
import type { Connection } from "@tradewind/vendors/vendor.ts";
import { z } from "zod";
import { job } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import { listRequestsOf } from "../tenants/tenant-requests.store.ts";
import type { VendorCalls } from "../vendor-calls/vendor-calls.actions.ts";
import { learn } from "../vendor-views/vendor-views.actions.ts";
import { findEvent, settleEvent } from "./inbox.store.ts";

type Services = { platform: Platform; connections: ReadonlyMap<string, Connection>; vendorCalls: VendorCalls };
const worker = { role: "app_worker" } as const;

/** Fetches what a stored webhook refers to and records its current state. */
export const readWebhook = job({
  queue: "webhooks.read",
  payload: z.object({ id: z.uuid() }),

  async run({ platform, connections, vendorCalls }: Services, { id }) {
    const event = await platform.database.read(worker, (db) => findEvent(db, id));
    const connection = event && connections.get(event.vendor);
    if (!event || !connection?.webhooks) return;
    const raw = { headers: event.headers, body: event.body, receivedAt: event.received_at };
    const hints = connection.webhooks.read(raw);
    const invitations = connection.webhooks.readInvitations?.(raw) ?? [];
    for (const hint of hints) {
      const askedAt = platform.clock.now();
      // No transaction is open while the vendor works.
      const calls = { tenantRef: hint.tenantRef, most: (pace: Pace) => pace.subscription, why: "settling" } as const;
      const found = await vendorCalls(event.vendor, calls, async () => connection.observe?.(hint));
      const seen = found ?? ({ status: "ended", quantity: 0 } as const);
      const observed = [{ tenantRef: hint.tenantRef, isAll: false, seen: [{ ...seen, vendorRef: hint.vendorRef }] }];
      await platform.database.write(worker, (tx) =>
        learn(tx, platform, { vendor: event.vendor, observed, by: "webhook", askedAt }),
      );
    }
    await platform.database.write(worker, async (tx) => {
      if (invitations.length > 0)
        for (const request of await listRequestsOf(tx, event.vendor, invitations))
          await platform.jobs.file(tx, "tenants.look", {
            resellerId: request.reseller_id,
            requestId: request.id,
            hinted: true,
          });
      await settleEvent(tx, id, "read");
    });
    platform.committed();
  },

  async gaveUp({ platform }: Services, { id }) {
    await platform.database.write(worker, (tx) => settleEvent(tx, id, "failed"));
  },
});
