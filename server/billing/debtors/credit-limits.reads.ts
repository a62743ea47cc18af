import { format, type Currency } from "@tradewind/domain/values/money.ts";
import { type Orderer, seesPrices } from "../../platform/actor.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Db } from "../../platform/db.ts";
import { findRoom } from "./credit-limits.store.ts";

/** Whether a company has a limit; if so, its other orders wait from here on. */
export const isLimited = async (db: Db, { resellerId }: Orderer, today: string): Promise<boolean> =>
  (await findRoom(db, resellerId, today)) !== undefined;

/**
 * Refuses an order that was written by now, if with it the company would owe and commit to more than its limit. Orders of a
 * company with a limit wait for each other from here on.
 */
export async function requireWithinLimit(
  db: Db,
  actor: Orderer & { currency: Currency },
  today: string,
): Promise<void> {
  const room = await findRoom(db, actor.resellerId, today);
  if (!room || room.used <= room.limit) return;
  if (actor.customerId !== null || !seesPrices(actor)) throw new AppError("creditLimitReached");
  const { currency } = actor;
  throw new AppError("creditLimitReached", {
    message: `With this order, ${format({ minor: room.used, currency })} would be open, unbilled or committed, and your credit limit is ${format({ minor: room.limit, currency })}. Please pay an invoice, or ask us for a higher limit. You can still reduce and cancel.`,
  });
}
