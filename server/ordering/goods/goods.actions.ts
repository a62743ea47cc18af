import { AppError } from "../../platform/app-error.ts";
import type { Tx } from "../../platform/db.ts";
import type { Platform } from "../../platform/platform.ts";
import { lapseGoods, reserveGoods } from "./goods.store.ts";

/** Reserves what an order wants. Refuses it if there are too few of goods that are sold only while they last. */
export async function takeGoods(tx: Tx, resellerId: string, orderId: string, now: Date): Promise<void> {
  const lines = await reserveGoods(tx, resellerId, orderId, now);
  if (lines.some(({ missing, refuses }) => refuses && missing > 0)) throw new AppError("outOfStock");
}

/** Frees what was reserved for orders that have not come through in the days that their policy gives them. */
export async function endReservations(platform: Platform, day: string): Promise<void> {
  await platform.database.write({ role: "app_worker" }, (tx) => lapseGoods(tx, day, platform.clock.now()));
}
