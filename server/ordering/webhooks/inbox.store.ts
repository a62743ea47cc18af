import type { Db, Tx } from "../../platform/db.ts";

export type Arrived = {
  id: string;
  vendor: string;
  eventId: string;
  receivedAt: Date;
  headers: Record<string, string>;
  body: Buffer;
};

/** Stores an event; returns false if it is already stored. */
export async function keepEvent(tx: Tx, { eventId, receivedAt, headers, ...rest }: Arrived): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("webhook_inbox")
    .values({ ...rest, event_id: eventId, received_at: receivedAt, headers: JSON.stringify(headers) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export const findEvent = (db: Db, id: string) =>
  db
    .selectFrom("webhook_inbox")
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .select(["vendor", "headers", "body", "received_at"])
    .executeTakeFirst();

export async function settleEvent(tx: Tx, id: string, state: "read" | "failed"): Promise<void> {
  await tx.updateTable("webhook_inbox").set({ state }).where("id", "=", id).execute();
}
