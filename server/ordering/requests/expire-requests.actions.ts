import { requestStaysDays } from "@tradewind/domain/ordering/requests.ts";
import type { Platform } from "../../platform/platform.ts";
import { markExpired } from "./requests.store.ts";
import { tellAsker } from "./tell-asker.actions.ts";

/** Ends what nobody decided in time, as part of each business day's work. */
export async function expireRequests(platform: Platform, day: string): Promise<void> {
  const now = platform.clock.now();
  await platform.database.write({ role: "app_worker" }, async (tx) => {
    for (const {
      reseller_id: resellerId,
      product_id: productId,
      membership_id: membershipId,
      ...row
    } of await markExpired(tx, day, now))
      await tellAsker(
        { tx, platform, now },
        { ...row, resellerId, productId, membershipId },
        "has expired",
        `Nobody decided about it within ${requestStaysDays} days. Ask again if it is still wanted.`,
      );
  });
  platform.committed();
}
