import type { differenceViews } from "@tradewind/contract/ordering/differences.ts";
import type { Seen } from "@tradewind/vendors/vendor.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { anyOf } from "../../platform/sql.ts";
import { ofOwnCustomer, ofOwnProduct, type Scope } from "../../platform/restriction.ts";

export const pageSize = 50;
export type After = { since: string; id: string } | undefined;

/** What is listed: what is not settled, the newest first, or what is over, the last closed first. */
export type View = (typeof differenceViews)[number];

/** Finds the order of a subscription that was settled in the two days before a difference was seen: every tenant is compared once a day. */
const lastOrder = (db: Db) =>
  db
    .selectFrom("order_lines as l")
    .innerJoin("orders as lo", (join) =>
      join.onRef("lo.reseller_id", "=", "l.reseller_id").onRef("lo.id", "=", "l.order_id"),
    )
    .where(
      sql<boolean>`l.reseller_id = d.reseller_id and l.subscription_id = d.subscription_id
        and l.settled_at between d.since - interval '2 days' and d.since`,
    )
    .select(["lo.id", "lo.instance_id"])
    .orderBy("l.settled_at", "desc")
    .limit(1);

const timeOf = (view: View) => (view === "closed" ? sql<Date>`d.closed_at` : sql<Date>`d.since`);

const differences = (db: Db, view: View) =>
  db
    .selectFrom("differences as d")
    .innerJoin("customers as c", (join) =>
      join.onRef("c.reseller_id", "=", "d.reseller_id").onRef("c.id", "=", "d.customer_id"),
    )
    .innerJoin("vendors as v", "v.id", "d.fulfiller")
    .leftJoin("products as p", "p.id", "d.product_id")
    .leftJoin("orders as a", (join) =>
      join.onRef("a.reseller_id", "=", "d.reseller_id").onRef("a.id", "=", "d.order_id"),
    )
    .leftJoinLateral(lastOrder(db).as("o"), (join) => join.onTrue())
    .where("d.state", view === "closed" ? "=" : "<>", sql.lit("closed" as const))
    .select([
      sql<string | null>`coalesce(a.id, o.id)`.as("order_id"),
      sql<string | null>`coalesce(a.instance_id, o.instance_id)`.as("order_instance_id"),
      sql<string | null>`o.id`.as("order_before"),
      sql<
        string | null
      >`(select w.seen_by from vendor_views w where w.reseller_id = d.reseller_id and w.subscription_id = d.subscription_id
        and w.seen_at <= d.since order by w.id desc limit 1)`.as("seen_by"),
      sql<
        string | null
      >`(select t.partner_name from transfer_lines l join transfers t on t.reseller_id = l.reseller_id and t.id = l.transfer_id
        where d.kind = 'unknown' and l.reseller_id = d.reseller_id and l.customer_id = d.customer_id and l.vendor_ref = d.vendor_ref
          and t.direction = 'in' and t.came_at is not null limit 1)`.as("came_from"),
      "d.read_at",
      "d.closed_at",
      "d.cure",
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
    .orderBy(timeOf(view), "desc")
    .orderBy("d.id", "desc")
    .limit(pageSize + 1);

const before = (view: View, after: After) =>
  after === undefined
    ? sql<boolean>`true`
    : sql<boolean>`(${timeOf(view)}, d.id) < (${after.since}::timestamptz, ${after.id}::uuid)`;

/** What a subscription costs. */
const priced = [
  "s.unit_cost",
  "s.currency",
  "s.billing",
  "s.quantity",
  "s.anchor_day",
  "s.term_from",
  "s.term_until",
] as const;

/** Lists differences; what is not with us is for the operator alone, until it is known whose it is. */
export const listDifferences = (db: Db, scope: Scope, view: View, after: After) =>
  differences(db, view)
    .where("d.reseller_id", "=", scope.resellerId)
    .where("d.kind", "<>", "unknown")
    .where(ofOwnCustomer(scope, "d.customer_id"))
    .where(ofOwnProduct(scope, "d.product_id"))
    .innerJoin("subscriptions as s", (join) =>
      join.onRef("s.reseller_id", "=", "d.reseller_id").onRef("s.id", "=", "d.subscription_id"),
    )
    .select(["s.instance_id", ...priced])
    .where(before(view, after))
    .execute();

const summed = ["d.kind", "d.ours", "d.theirs", "d.state", "s.unit_cost", "s.currency", "s.billing"] as const;

/** Counts what is not settled of a company, what costs the same as one row. */
export const countUnsettled = (db: Db, scope: Scope) =>
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
    .select(summed)
    .select(sql<number>`count(*)::int`.as("count"))
    .groupBy(summed)
    .execute();

/** Selects subscriptions in tenants of vendors: a company's, or everybody's. */
const observed = (db: Db, scope: Scope | undefined) =>
  db
    .selectFrom("subscriptions as s")
    .innerJoin("products as p", "p.id", "s.product_id")
    .innerJoin("provider_tenants as t", (join) =>
      join
        .onRef("t.reseller_id", "=", "s.reseller_id")
        .onRef("t.customer_id", "=", "s.customer_id")
        .onRef("t.fulfiller", "=", "p.fulfiller"),
    )
    .$if(scope !== undefined, (query) =>
      query
        .where("s.reseller_id", "=", scope!.resellerId)
        .where(ofOwnCustomer(scope!, "s.customer_id"))
        .where(ofOwnProduct(scope!, "s.product_id")),
    )
    .where("s.status", "<>", "cancelled")
    .where("s.vendor_ref", "is not", null);

/** Counts what is observed, and what of it was compared since. */
export async function countCompared(db: Db, scope: Scope | undefined, since: Date) {
  const row = await observed(db, scope)
    .select([
      sql<number>`count(*)::int`.as("all"),
      sql<number>`(count(*) filter (where t.swept_at > ${since}))::int`.as("compared"),
    ])
    .executeTakeFirstOrThrow();
  return { All: row.all, Compared: row.compared };
}

/** The most that were not compared, and are named. */
const mostBehind = 10;

/** Lists whose subscriptions were not compared since, those for the longest first. */
export const listBehind = (db: Db, scope: Scope | undefined, since: Date) =>
  observed(db, scope)
    .where((eb) => eb.or([eb("t.swept_at", "is", null), eb("t.swept_at", "<=", since)]))
    .innerJoin("customers as c", (join) =>
      join.onRef("c.reseller_id", "=", "t.reseller_id").onRef("c.id", "=", "t.customer_id"),
    )
    .innerJoin("vendors as v", "v.id", "t.fulfiller")
    .select(["c.id", "c.name", "v.name as vendor_name", "t.swept_at"])
    .groupBy(["c.id", "c.name", "v.name", "t.swept_at"])
    .orderBy("t.swept_at", (order) => order.asc().nullsFirst())
    .orderBy("c.name")
    .orderBy("v.name")
    .limit(mostBehind)
    .execute();

export type DifferenceRow = Awaited<ReturnType<typeof listDifferences>>[number];
export type AnyDifferenceRow = Awaited<ReturnType<typeof listEveryDifference>>[number];

/** Counts what is open of all resellers. */
export async function countEveryOpen(db: Db): Promise<number> {
  const { open } = await db
    .selectFrom("differences")
    .where("state", "=", "open")
    .select(sql<number>`count(*)::int`.as("open"))
    .executeTakeFirstOrThrow();
  return open;
}

/** Lists differences of all resellers; what they cost them is theirs to know. */
export const listEveryDifference = (db: Db, view: View, after: After) =>
  differences(db, view)
    .innerJoin("resellers as r", "r.id", "d.reseller_id")
    .select("r.name as reseller_name")
    .where(before(view, after))
    .execute();

/** Finds some of a company's differences, in the same order each time. */
export const findDifferences = (db: Db, scope: Scope, ids: readonly string[]) =>
  db
    .selectFrom("differences as d")
    .innerJoin("customers as c", (join) =>
      join.onRef("c.reseller_id", "=", "d.reseller_id").onRef("c.id", "=", "d.customer_id"),
    )
    .where("d.reseller_id", "=", scope.resellerId)
    .where("d.id", "=", anyOf(ids, "uuid"))
    .where("d.kind", "<>", "unknown")
    .where(ofOwnCustomer(scope, "d.customer_id"))
    .where(ofOwnProduct(scope, "d.product_id"))
    .selectAll("d")
    .select("c.name as customer_name")
    .orderBy("d.id")
    .execute();
export type OwnDifference = Awaited<ReturnType<typeof findDifferences>>[number];

/** Finds how vendors were seen to have subscriptions when differences of them were opened, by the difference. */
export async function findSeenSince(
  db: Db,
  resellerId: string,
  differenceIds: readonly string[],
): Promise<Map<string, Seen>> {
  const rows = await db
    .selectFrom("differences as d")
    .innerJoin("vendor_views as w", (join) =>
      join
        .onRef("w.reseller_id", "=", "d.reseller_id")
        .onRef("w.subscription_id", "=", "d.subscription_id")
        .onRef("w.seen_at", "<=", "d.since"),
    )
    .where("d.reseller_id", "=", resellerId)
    .where("d.id", "=", anyOf(differenceIds, "uuid"))
    .distinctOn("d.id")
    .select(["d.id", "w.facts"])
    .orderBy("d.id")
    .orderBy("w.id", "desc")
    .execute();
  return new Map(rows.map(({ id, facts }) => [id, facts]));
}

/** Finds any company's difference, for the operator. */
export const findAnyDifference = (db: Db, id: string) =>
  db.selectFrom("differences").where("id", "=", id).selectAll().executeTakeFirst();
export type Difference = NonNullable<Awaited<ReturnType<typeof findAnyDifference>>>;

/** Locks differences until the transaction ends, of any company for the operator, in an order that is the same for all. */
export const lockDifferences = (tx: Tx, ids: readonly string[]) =>
  tx
    .selectFrom("differences")
    .where("id", "=", anyOf(ids, "uuid"))
    .selectAll()
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();

type Decided = Pick<Difference, "reseller_id" | "id"> & { orderId?: string | undefined };
type Decision = {
  state: "asked" | "accepted" | "closed";
  cure: "take" | "ask" | "accept" | "adopt";
  by: string;
  note: string | null;
  now: Date;
};

/** Settles a difference that is not closed, and tells whether this did it. */
export const decide = (tx: Tx, difference: Decided, decision: Decision): Promise<boolean> =>
  decideAll(tx, [difference], decision);

/** Settles differences that are not closed, each with the order by which its vendor is asked, and tells whether all were. */
export async function decideAll(tx: Tx, several: readonly Decided[], decision: Decision): Promise<boolean> {
  const rows = several.map(({ reseller_id, id, orderId }) => ({ reseller_id, id, order_id: orderId ?? null }));
  const { state, cure, by, note, now } = decision;
  const decided = await sql`
    update differences d set state = ${state}, cure = ${cure}, order_id = n.order_id, decided_by = ${by}, decided_at = ${now},
      note = ${note}, closed_at = ${state === "closed" ? now : null}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (reseller_id uuid, id uuid, order_id uuid)
    where d.reseller_id = n.reseller_id and d.id = n.id and d.state <> 'closed'`.execute(tx);
  return Number(decided.numAffectedRows) === rows.length;
}
