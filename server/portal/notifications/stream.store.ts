import type { Tx } from "../../platform/db.ts";

/** Whether the ticket was not used before; from now on it is. */
export async function useTicket(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .insertInto("used_tickets")
    .values({ id })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}
