import type { Db, Tx } from "../../platform/db.ts";

type Owner = { resellerId: string; membershipId: string };

/** Finds the chosen keys; null if none were ever chosen. */
export async function findQuickLinks(db: Db, { resellerId, membershipId }: Owner): Promise<string[] | null> {
  const row = await db
    .selectFrom("quick_links")
    .where("reseller_id", "=", resellerId)
    .where("membership_id", "=", membershipId)
    .select("links")
    .executeTakeFirst();
  return row?.links ?? null;
}

export const keepQuickLinks = (tx: Tx, { resellerId, membershipId }: Owner, links: string[]) =>
  tx
    .insertInto("quick_links")
    .values({ reseller_id: resellerId, membership_id: membershipId, links })
    .onConflict((conflict) => conflict.columns(["reseller_id", "membership_id"]).doUpdateSet({ links }))
    .execute();
