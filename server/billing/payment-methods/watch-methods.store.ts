import type { CalendarDate } from "@tradewind/domain/values/dates.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { MethodRow } from "./payment-methods.store.ts";

type Wanted = { day: CalendarDate; except: readonly string[]; most: number };

/** Lists active methods that were not looked at on a day or later, those that wait longest first. */
export const listToWatch = (db: Db, gateway: string, { day, except, most }: Wanted) =>
  db
    .selectFrom("payment_methods")
    .where("gateway", "=", gateway)
    .where("status", "=", "Active")
    .where((of) => of.or([of("looked_on", "is", null), of("looked_on", "<", day)]))
    .$if(except.length > 0, (query) => query.where("id", "not in", except))
    .orderBy("looked_on", (order) => order.asc().nullsFirst())
    .limit(most)
    .selectAll()
    .execute();

type Looked = Partial<Pick<MethodRow, "last_four" | "expiry_month" | "expiry_year">> & { looked_on: CalendarDate };

/** Keeps what was read of a method, and tells whether nobody else did on that day. */
export async function markLooked(tx: Tx, { reseller_id, id, looked_on }: MethodRow, looked: Looked): Promise<boolean> {
  const row = await tx
    .updateTable("payment_methods")
    .set(looked)
    .where("reseller_id", "=", reseller_id)
    .where("id", "=", id)
    .where("status", "=", "Active")
    .where("looked_on", "is not distinct from", looked_on)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}
