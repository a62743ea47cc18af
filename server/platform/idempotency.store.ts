import type { Db, Tx } from "./db.ts";

export type RequestKey = { resellerId: string; personId: string; key: string };

/** Takes the key for this transaction. False when it was taken before; waits while another transaction holds it. */
export async function takeKey(tx: Tx, request: RequestKey, operation: string, bodyHash: Buffer): Promise<boolean> {
  const row = await tx
    .insertInto("idempotency")
    .values({
      reseller_id: request.resellerId,
      person_id: request.personId,
      key: request.key,
      operation,
      body_hash: bodyHash,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("key")
    .executeTakeFirst();
  return row !== undefined;
}

const ofKey = (db: Db, request: RequestKey) =>
  db
    .selectFrom("idempotency")
    .where("reseller_id", "=", request.resellerId)
    .where("person_id", "=", request.personId)
    .where("key", "=", request.key);

export const findAnswer = (db: Db, request: RequestKey) =>
  ofKey(db, request).select(["operation", "body_hash", "status", "response"]).executeTakeFirst();

export async function keepAnswer(tx: Tx, request: RequestKey, status: number, response: string): Promise<void> {
  await tx
    .updateTable("idempotency")
    .set({ status, response })
    .where("reseller_id", "=", request.resellerId)
    .where("person_id", "=", request.personId)
    .where("key", "=", request.key)
    .execute();
}
