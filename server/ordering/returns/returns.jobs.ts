import { z } from "zod";
import { announce } from "../../platform/events.store.ts";
import { job } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import { takeUnits } from "../goods/fewer-units.actions.ts";
import { deleteEnded } from "../instances/instances.store.ts";
import { listSubscriptions } from "../subscriptions/subscriptions.store.ts";
import { lockUnbooked, markBooked } from "./returns.store.ts";

/** Takes goods that came back off what was bought, once. */
export const bookReturn = job({
  queue: "returns.book",
  fetchers: 2,
  payload: z.object({ resellerId: z.uuid(), returnId: z.uuid() }),

  run: ({ platform }: { platform: Platform }, { resellerId, returnId }) =>
    platform.database.write({ role: "app_worker" }, async (tx) => {
      const own = await lockUnbooked(tx, resellerId, returnId);
      if (!own) return;
      const now = platform.clock.now();
      await takeUnits(tx, own, new Map([[own.subscription_id, own.quantity]]), now);
      const [row] = await listSubscriptions(tx, resellerId, [own.subscription_id]);
      await deleteEnded(tx, resellerId, [row!.instance_id], now);
      await markBooked(tx, resellerId, returnId, now);
      await announce(tx, resellerId, ["services", "orders", "dashboard"], own.customer_id);
    }),
});
