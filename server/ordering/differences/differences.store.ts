import type { Seen } from "@tradewind/vendors/vendor.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { ofOwnCustomer, ofOwnProduct, type Scope } from "../../platform/restriction.ts";

export const pageSize = 50;
export type After = { since: string; id: string } | undefined;

const differences = (db: Db) =>
  db
    .selectFrom("differences as d")
    .innerJoin("customers as c", (join) =>
      join.onRef("c.reseller_id", "=", "d.reseller_id").onRef("c.id", "=", "d.customer_id"),
    )
    .innerJoin("vendors as v", "v.id", "d.fulfiller")
    .leftJoin("products as p", "p.id", "d.product_id")
    .where("d.state", "<>", "closed")
    .select([
      "d.id",
      "d.reseller_id",
      "d.customer_id",
      "c.name as customer_name",
      "d.subscription_id",
      "p.name as product_name",
      "d.name",
      "d.fulfiller",
      "v.name as vendor_name",
      "d.kind",
      "d.ours",
      "d.theirs",
      "d.state",
      "d.since",
      "d.decided_by",
      "d.note",
      "d.unit",
      "d.facts",
    ])
    .orderBy("d.since", "desc")
    .orderBy("d.id", "desc")
    .limit(pageSize + 1);

const before = (after: After) =>
  after === undefined
    ? sql<boolean>`true`
    : sql<boolean>`(d.since, d.id) < (${after.since}::timestamptz, ${after.id}::uuid)`;

/** Lists what is not settled; what is not with us is for the operator alone, until it is known whose it is. */
export const listDifferences = (db: Db, scope: Scope, after: After) =>
  differences(db)
    .where("d.reseller_id", "=", scope.resellerId)
    .where("d.kind", "<>", "unknown")
    .where(ofOwnCustomer(scope, "d.customer_id"))
    .where(ofOwnProduct(scope, "d.product_id"))
    .innerJoin("subscriptions as s", (join) =>
      join.onRef("s.reseller_id", "=", "d.reseller_id").onRef("s.id", "=", "d.subscription_id"),
    )
    .select(["s.instance_id", "s.unit_cost", "s.currency", "s.billing", "s.quantity"])
    .where(before(after))
    .execute();

/** Lists everything of a company that is not settled, as its sums need it. */
export const listUnsettled = (db: Db, scope: Scope) =>
  db
    .selectFrom("differences as d")
    .innerJoin("subscriptions as s", (join) =>
      join.onRef("s.reseller_id", "=", "d.reseller_id").onRef("s.id", "=", "d.subscription_id"),
    )
    .where("d.reseller_id", "=", scope.resellerId)
    .where("d.state", "<>", "closed")
    .where("d.kind", "<>", "unknown")
    .where(ofOwnCustomer(scope, "d.customer_id"))
    .where(ofOwnProduct(scope, "d.product_id"))
    .select(["d.kind", "d.theirs", "d.state", "s.unit_cost", "s.currency", "s.billing", "s.quantity"])
    .execute();

/** Counts a company's subscriptions in tenants of vendors, and those of them that were compared since. */
export async function countCompared(db: Db, scope: Scope, since: Date) {
  const row = await db
    .selectFrom("subscriptions as s")
    .innerJoin("products as p", "p.id", "s.product_id")
    .innerJoin("provider_tenants as t", (join) =>
      join
        .onRef("t.reseller_id", "=", "s.reseller_id")
        .onRef("t.customer_id", "=", "s.customer_id")
        .onRef("t.fulfiller", "=", "p.fulfiller"),
    )
    .where("s.reseller_id", "=", scope.resellerId)
    .where("s.status", "<>", "cancelled")
    .where("s.vendor_ref", "is not", null)
    .where(ofOwnCustomer(scope, "s.customer_id"))
    .where(ofOwnProduct(scope, "s.product_id"))
    .select([
      sql<number>`count(*)::int`.as("all"),
      sql<number>`(count(*) filter (where t.swept_at > ${since}))::int`.as("compared"),
    ])
    .executeTakeFirstOrThrow();
  return { All: row.all, Compared: row.compared };
}

export type DifferenceRow = Awaited<ReturnType<typeof listDifferences>>[number];
export type AnyDifferenceRow = Awaited<ReturnType<typeof listEveryDifference>>[number];

/** Lists what is not settled of all resellers; what it costs them is theirs to know. */
export const listEveryDifference = (db: Db, after: After) =>
  differences(db)
    .innerJoin("resellers as r", "r.id", "d.reseller_id")
    .select("r.name as reseller_name")
    .where(before(after))
    .execute();

export const findDifference = (db: Db, scope: Scope, id: string) =>
  db
    .selectFrom("differences as d")
    .where("d.reseller_id", "=", scope.resellerId)
    .where("d.id", "=", id)
    .where("d.kind", "<>", "unknown")
    .where(ofOwnCustomer(scope, "d.customer_id"))
    .where(ofOwnProduct(scope, "d.product_id"))
    .selectAll("d")
    .executeTakeFirst();

/** Finds how a vendor was seen to have a subscription when a difference of it was opened. */
export async function findSeenSince(
  db: Db,
  { reseller_id, subscription_id, since }: Pick<Difference, "reseller_id" | "subscription_id" | "since">,
): Promise<Seen | undefined> {
  const row = await db
    .selectFrom("vendor_views")
    .where("reseller_id", "=", reseller_id)
    .where("subscription_id", "=", subscription_id)
    .where("seen_at", "<=", since)
    .orderBy("id", "desc")
    .select("facts")
    .executeTakeFirst();
  return row?.facts;
}

/** Finds any company's difference, for the operator. */
export const findAnyDifference = (db: Db, id: string) =>
  db.selectFrom("differences").where("id", "=", id).selectAll().executeTakeFirst();
export type Difference = NonNullable<Awaited<ReturnType<typeof findAnyDifference>>>;

/** Settles a difference that is not closed, and tells whether this did it. */
export async function decide(
  tx: Tx,
  { reseller_id, id }: Pick<Difference, "reseller_id" | "id">,
  decision: { state: "asked" | "accepted" | "closed"; by: string; note: string | null; now: Date },
): Promise<boolean> {
  const row = await tx
    .updateTable("differences")
    .set({
      state: decision.state,
      decided_by: decision.by,
      decided_at: decision.now,
      note: decision.note,
      closed_at: decision.state === "closed" ? decision.now : null,
    })
    .where("reseller_id", "=", reseller_id)
    .where("id", "=", id)
    .where("state", "<>", "closed")
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}
