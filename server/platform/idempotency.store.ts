import type { Db, Tx } from "./db.ts";
import { trail } from "./trail.ts";

export type RequestKey = { resellerId: string; personId: string; key: string };

const ofKey = (db: Db, request: RequestKey) =>
  db
    .selectFrom("idempotency")
    .where("reseller_id", "=", request.resellerId)
    .where("person_id", "=", request.personId)
    .where("key", "=", request.key);

export const findAnswer = (db: Db, request: RequestKey) =>
  ofKey(db, request).select(["operation", "body_hash", "response"]).executeTakeFirst();

/**
 * Stores the answer together with the work it reports. If the key is already in use, the transaction waits for its
 * owner and then fails.
 */
export function keepAnswer(
  tx: Tx,
  request: RequestKey,
  answer: { operation: string; hash: Buffer; text: string },
): void {
  trail(
    tx,
    tx.insertInto("idempotency").values({
      reseller_id: request.resellerId,
      person_id: request.personId,
      key: request.key,
      operation: answer.operation,
      body_hash: answer.hash,
      status: 200,
      response: answer.text,
    }),
  );
}
