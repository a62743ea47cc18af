import type { Tx } from "../../platform/db.ts";

/** Marks the solution of this nonce as used. Returns false if it was used before. */
export async function useSolution(tx: Tx, nonce: string, expiresAt: Date): Promise<boolean> {
  const row = await tx
    .insertInto("used_robot_solutions")
    .values({ nonce, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning("nonce")
    .executeTakeFirst();
  return row !== undefined;
}
