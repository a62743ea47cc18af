import type { Tx } from "../../platform/db.ts";

/** Whether the solution of this nonce was not used before; from now on it is. */
export async function useSolution(tx: Tx, nonce: string, expiresAt: Date): Promise<boolean> {
  const row = await tx
    .insertInto("used_robot_solutions")
    .values({ nonce, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning("nonce")
    .executeTakeFirst();
  return row !== undefined;
}
