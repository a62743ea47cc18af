import { boundsOf, type TenantActor } from "../../platform/actor.ts";
import type { Database } from "../../platform/database.ts";
import type { Tx } from "../../platform/db.ts";
import { customersOf } from "../../platform/restriction.ts";

/** Marks the ticket as used. Returns false if it was used before. */
export async function useTicket(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .insertInto("used_tickets")
    .values({ id })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

type Bounded = Pick<TenantActor, "resellerId" | "restriction" | "customerId">;

/** Lists the customers a restricted person receives events of. */
export async function ownCustomers(
  database: Database,
  actor: Pick<TenantActor, "restriction" | "customerId"> & { resellerId: string | null },
): Promise<ReadonlySet<string>> {
  if (actor.resellerId === null) return new Set();
  const scope: Bounded = { ...actor, resellerId: actor.resellerId };
  const own = customersOf(scope.resellerId, scope.restriction!.membershipId);
  const { rows } = await database.read(boundsOf(scope), (db) => own.execute(db));
  return new Set(rows.map((row) => row.customer_id));
}
