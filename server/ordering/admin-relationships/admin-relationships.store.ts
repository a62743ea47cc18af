import type { RelationshipSeen } from "@tradewind/vendors/delegated-admin.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

const relationships = (db: Db) =>
  db
    .selectFrom("admin_relationships as a")
    .innerJoin("customers as c", (join) =>
      join.onRef("c.reseller_id", "=", "a.reseller_id").onRef("c.id", "=", "a.customer_id"),
    )
    .selectAll("a")
    .select("c.name as customer_name");
export type RelationshipRow = Awaited<ReturnType<typeof listRelationships>>[number];

/** Lists the latest of a customer at a vendor. */
export const listRelationships = (db: Db, resellerId: string, customerId: string, fulfiller: string) =>
  relationships(db)
    .where("a.reseller_id", "=", resellerId)
    .where("a.customer_id", "=", customerId)
    .where("a.fulfiller", "=", fulfiller)
    .orderBy("a.id", "desc")
    .limit(20)
    .execute();

/** Finds a relationship in the transaction's bounds. */
export const findRelationship = (db: Db, id: string) => relationships(db).where("a.id", "=", id).executeTakeFirst();

/** Like `findRelationship`, and locks the row until the transaction ends. */
export const lockRelationship = (db: Db, id: string) =>
  relationships(db).where("a.id", "=", id).forUpdate("a").executeTakeFirst();

export const listProductsOf = (db: Db, fulfiller: string) =>
  db.selectFrom("products").where("fulfiller", "=", fulfiller).select("id").execute();

/** Files what is asked for. Violates `admin_relationships_pending` if another waits for approval. */
export async function insertRelationship(
  tx: Tx,
  row: Pick<
    RelationshipRow,
    "reseller_id" | "customer_id" | "fulfiller" | "tenant_ref" | "roles" | "days" | "extends_itself" | "requested_by"
  > & { asked_name: string; now: Date },
): Promise<string> {
  const { now, ...values } = row;
  const { id } = await tx
    .insertInto("admin_relationships")
    .values({ ...values, created_at: now, since: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

type Change = Partial<
  Pick<RelationshipRow, "status" | "message" | "since" | "looks" | "relationship_ref" | "approval_url" | "wants_end">
> &
  Partial<Pick<RelationshipRow, "wants_extension" | "told_days">> & { seen?: RelationshipSeen };

const ofSeen = ({ activatedAt, endsAt, extendsItself, access }: RelationshipSeen) => ({
  activated_at: activatedAt === null ? null : new Date(activatedAt),
  ends_at: endsAt === null ? null : new Date(endsAt),
  extends_itself: extendsItself,
  access,
});

export const updateRelationship = (
  tx: Tx,
  { reseller_id, id }: Pick<RelationshipRow, "reseller_id" | "id">,
  { seen, ...change }: Change,
) =>
  tx
    .updateTable("admin_relationships")
    .set({ ...change, ...(seen ? ofSeen(seen) : {}) })
    .where("reseller_id", "=", reseller_id)
    .where("id", "=", id)
    .execute();

export const countLook = (tx: Tx, { reseller_id, id }: RelationshipRow) =>
  tx
    .updateTable("admin_relationships")
    .set((row) => ({ looks: row("looks", "+", 1) }))
    .where("reseller_id", "=", reseller_id)
    .where("id", "=", id)
    .execute();

/** Whether a reseller has relationships at all: the flag may be off for it, or for everybody. */
export async function isOffered(db: Db, resellerId: string): Promise<boolean> {
  const { rows } = await sql<{ enabled: boolean }>`
    select coalesce(o.enabled, f.enabled) as enabled from feature_flags f
    left join reseller_flags o on o.reseller_id = ${resellerId} and o.flag = f.name where f.name = 'GDAP'`.execute(db);
  return rows[0]?.enabled ?? false;
}

const inForce = ["active", "expiring"] as const;

/** Lists those in force, of every reseller, in lots by id. */
export const listInForce = (db: Db, after: string, most: number) =>
  db
    .selectFrom("admin_relationships")
    .where("status", "in", inForce)
    .where("id", ">", after)
    .select(["reseller_id", "id"])
    .orderBy("id")
    .limit(most)
    .execute();

/** Lists those that end within so many days of one, and do not extend themselves, where the flag is on. */
export const listEnding = (db: Db, until: string) =>
  relationships(db)
    .innerJoin("vendors as v", "v.id", "a.fulfiller")
    .innerJoin("feature_flags as f", (join) => join.on("f.name", "=", "GDAP"))
    .leftJoin("reseller_flags as o", (join) =>
      join.onRef("o.reseller_id", "=", "a.reseller_id").onRef("o.flag", "=", "f.name"),
    )
    .where("a.status", "in", inForce)
    .where("a.extends_itself", "=", false)
    .where("a.ends_at", "<", sql<Date>`${until}::date`)
    .where(sql<boolean>`coalesce(o.enabled, f.enabled)`)
    .select("v.name as vendor_name")
    .orderBy("a.id")
    .execute();

/** Lists what moves at its vendor, a minute old in real time, of which no job waits or runs. */
export async function listWithoutJob(db: Db) {
  const { rows } = await sql<{ reseller_id: string; id: string }>`
    select a.reseller_id, a.id from admin_relationships a
    where (a.status in ('preparing', 'approvalPending', 'activating', 'terminating') or (a.status = 'active' and a.access = 'pending'))
      and uuid_extract_timestamp(a.id) < clock_timestamp() - interval '1 minute'
      and not exists (
        select from pgboss.job j where j.name = 'admin.look' and j.state < 'completed' and j.data ->> 'relationshipId' = a.id::text)
    order by a.id limit 100`.execute(db);
  return rows;
}
