import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

/** A link that nobody followed within a minute is no longer given out, nor one made that is asked for since a minute. */
const lately = (column: "k.created_at" | "k.answered_at") =>
  sql<boolean>`${sql.ref(column)} > clock_timestamp() - interval '1 minute'`;

export async function insertLink(
  tx: Tx,
  row: { reseller_id: string; customer_id: string; product_id: string; fulfiller: string; membership_id: string },
): Promise<string> {
  const { id } = await tx.insertInto("console_links").values(row).returning("id").executeTakeFirstOrThrow();
  return id;
}

/** Finds a link that this person asked for, still unanswered or answered within the last minute. */
export const findLink = (db: Db, resellerId: string, membershipId: string, id: string) =>
  db
    .selectFrom("console_links as k")
    .where("k.reseller_id", "=", resellerId)
    .where("k.id", "=", id)
    .where("k.membership_id", "=", membershipId)
    .where((either) => either.or([either("k.state", "=", "asked"), lately("k.answered_at")]))
    .select(["k.reseller_id", "k.id", "k.state", "k.sealed", "k.reason"])
    .executeTakeFirst();

/** Finds what a vendor is to be asked for, as long as somebody waits for it. */
export const findAsked = (db: Db, id: string) =>
  db
    .selectFrom("console_links as k")
    .innerJoin("resellers as r", "r.id", "k.reseller_id")
    .innerJoin("vendors as v", "v.id", "k.fulfiller")
    .innerJoin("customers as c", (join) =>
      join.onRef("c.reseller_id", "=", "k.reseller_id").onRef("c.id", "=", "k.customer_id"),
    )
    .innerJoin("provider_tenants as t", (join) =>
      join
        .onRef("t.reseller_id", "=", "k.reseller_id")
        .onRef("t.customer_id", "=", "k.customer_id")
        .onRef("t.fulfiller", "=", "k.fulfiller"),
    )
    .where("k.id", "=", id)
    .where("k.state", "=", "asked")
    .where(lately("k.created_at"))
    .select([
      "k.reseller_id",
      "k.id",
      "k.fulfiller",
      "v.name as vendor_name",
      "r.name as reseller_name",
      "c.contact_name",
      "c.contact_email",
      "t.tenant_ref",
    ])
    .executeTakeFirst();
export type AskedLink = NonNullable<Awaited<ReturnType<typeof findAsked>>>;

/** Keeps the vendor's answer, once. */
export const answerLink = (
  tx: Tx,
  { reseller_id, id }: Pick<AskedLink, "reseller_id" | "id">,
  answer: { state: "ready"; sealed: string } | { state: "refused"; reason: string },
) =>
  tx
    .updateTable("console_links")
    .set({ ...answer, answered_at: sql`clock_timestamp()` })
    .where("reseller_id", "=", reseller_id)
    .where("id", "=", id)
    .where("state", "=", "asked")
    .execute();
