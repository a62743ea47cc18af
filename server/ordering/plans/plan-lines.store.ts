import type { WireChange, WireProposal } from "@tradewind/contract/ordering/orders.ts";
import { sql, type Selectable } from "kysely";
import { ofOwnCustomer, ofOwnProduct, type Scope } from "../../platform/restriction.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { PlanLines } from "../../platform/schema.gen.ts";
import { isNotPutBack, linesOf, type Before, type PlanRow } from "./plans.store.ts";

type LineState = Selectable<PlanLines>["state"];

export type NewLine = {
  customer_id: string;
  product_id: string;
  instance_id: string;
  subscription_id: string;
  name: string;
  unit: string;
  change: WireChange;
  before: Before;
};

export const insertLines = async (
  tx: Tx,
  resellerId: string,
  planId: string,
  lines: readonly NewLine[],
  after = 0,
): Promise<void> =>
  void (await tx
    .insertInto("plan_lines")
    .values(
      lines.map(({ change, before, ...line }, index) => ({
        ...line,
        reseller_id: resellerId,
        plan_id: planId,
        position: after + index + 1,
        change: JSON.stringify(change),
        before: JSON.stringify(before),
      })),
    )
    .execute());

/** Moves the lines of a plan from one state to another. */
export const moveLines = async (
  tx: Tx,
  resellerId: string,
  planId: string,
  [from, to]: readonly [LineState, LineState],
): Promise<void> =>
  void (await tx
    .updateTable("plan_lines")
    .set({ state: to, reason: null, was: null })
    .where("reseller_id", "=", resellerId)
    .where("plan_id", "=", planId)
    .where("state", "=", from)
    .execute());

/** Refuses the lines that were not ordered; of those to be tried again stays what their orders came to. */
export async function giveUpLines(tx: Tx, resellerId: string, planId: string): Promise<void> {
  await moveLines(tx, resellerId, planId, ["retrying", "ordered"]);
  await tx
    .updateTable("plan_lines")
    .set({ state: "refused", reason: "Discarded before it was ordered.", was: null })
    .where("reseller_id", "=", resellerId)
    .where("plan_id", "=", planId)
    .where("state", "in", ["new", "planned", "changed"])
    .execute();
}

/** Marks the lines whose orders failed, to try them again. */
export const retryFailed = (tx: Tx, resellerId: string, planId: string) =>
  sql`update plan_lines l set state = 'retrying', reason = null from orders o
      where l.reseller_id = ${resellerId} and l.plan_id = ${planId} and l.state = 'ordered'
        and o.reseller_id = l.reseller_id and o.id = l.order_id and o.status = 'Failed'`.execute(tx);

export type DueLine = NewLine & {
  position: number;
  hash: string | null;
  order_id: string | null;
  state: LineState;
};

/** The customers whose lines come first. */
const firstOf = (planId: string, customers: number) =>
  sql<string>`(select customer_id from plan_lines where reseller_id = l.reseller_id and plan_id = ${planId}
    group by customer_id order by min(position) limit ${customers})`;

/**
 * Tells how the lines of a plan's first customers are: how many, done, still to be ordered, at work, and in trouble:
 * refused or changed once they were to be ordered, or no longer as their vendor has it.
 */
export const findFirst = (
  db: Db,
  { reseller_id, id, first_customers }: Pick<PlanRow, "reseller_id" | "id" | "first_customers">,
) =>
  linesOf(db, reseller_id)
    .innerJoin("plans as p", (join) =>
      join.onRef("p.reseller_id", "=", "l.reseller_id").onRef("p.id", "=", "l.plan_id"),
    )
    .where("l.plan_id", "=", id)
    .where("l.customer_id", "in", firstOf(id, first_customers!))
    .select([
      sql<number>`count(*)::int`.as("lines"),
      sql<number>`count(*) filter (where o.status = 'Completed')::int`.as("done"),
      sql<number>`count(*) filter (where l.state in ('planned', 'retrying'))::int`.as("open"),
      sql<number>`count(*) filter (where o.status = 'Working')::int`.as("working"),
      sql<number>`count(*) filter (where l.state = 'changed' or (l.state = 'refused' and l.hash is not null) or o.status = 'Failed'
        or exists (select from differences d where d.reseller_id = l.reseller_id and d.subscription_id = l.subscription_id
          and d.state = 'open' and d.since >= p.started_at))::int`.as("troubled"),
    ])
    .executeTakeFirstOrThrow();

/** Lets what was done of the first customers be watched for a while. */
export const watchUntil = async (tx: Tx, resellerId: string, planId: string, until: Date): Promise<void> =>
  void (await tx
    .updateTable("plans")
    .set({ watched_until: until })
    .where("reseller_id", "=", resellerId)
    .where("id", "=", planId)
    .where("state", "=", "running")
    .execute());

/** Lists the next lines of a plan in some state, in their order; of its first customers only, if their number is given. */
export const listDue = (
  db: Db,
  resellerId: string,
  planId: string,
  states: readonly LineState[],
  most: number,
  customers: number | null = null,
): Promise<DueLine[]> =>
  db
    .selectFrom("plan_lines as l")
    .where("reseller_id", "=", resellerId)
    .where("plan_id", "=", planId)
    .where("state", "in", states)
    .$if(customers !== null, (query) => query.where("customer_id", "in", firstOf(planId, customers!)))
    .select(dueColumns)
    .orderBy("position")
    .limit(most)
    .execute() as Promise<DueLine[]>;

const dueColumns = [
  "position",
  "customer_id",
  "product_id",
  "instance_id",
  "subscription_id",
  "name",
  "unit",
  "change",
  "before",
  "hash",
  "order_id",
  "state",
] as const;

/** Refuses what is left of a plan for customers and products that whoever made it looks after no more: they cannot see it. */
export const refuseOthers = (tx: Tx, scope: Scope, planId: string, reason: string) =>
  tx
    .updateTable("plan_lines")
    .set({ state: "refused", reason, was: null })
    .where("reseller_id", "=", scope.resellerId)
    .where("plan_id", "=", planId)
    .where("state", "in", ["new", "planned", "retrying"])
    .where(sql<boolean>`not (${ofOwnCustomer(scope, "customer_id")} and ${ofOwnProduct(scope, "product_id")})`)
    .execute();

/** Holds a line, so that no other run of its job orders it as well. */
export const lockLine = (tx: Tx, resellerId: string, planId: string, position: number) =>
  tx
    .selectFrom("plan_lines")
    .where("reseller_id", "=", resellerId)
    .where("plan_id", "=", planId)
    .where("position", "=", position)
    .select(["state", "hash"])
    .forUpdate()
    .executeTakeFirstOrThrow();

export type LineChange = {
  state: LineState;
  change?: WireChange;
  before?: Before;
  proposal?: WireProposal;
  hash?: string | null;
  charge_minor?: bigint;
  monthly_before_minor?: bigint | null;
  monthly_after_minor?: bigint | null;
  monthly_sales_before_minor?: bigint | null;
  monthly_sales_after_minor?: bigint | null;
  committed_minor?: bigint | null;
  committed_until?: string | null;
  undo_until?: Date | null;
  was?: WireProposal | null;
  reason?: string | null;
  order_id?: string;
};

export const updateLine = async (
  tx: Tx,
  resellerId: string,
  planId: string,
  position: number,
  { change: wanted, before, proposal, was, ...change }: LineChange,
): Promise<void> =>
  void (await tx
    .updateTable("plan_lines")
    .set({
      ...change,
      ...(wanted && { change: JSON.stringify(wanted) }),
      ...(before && { before: JSON.stringify(before) }),
      ...(proposal && { proposal: JSON.stringify(proposal) }),
      ...(was !== undefined && { was: was && JSON.stringify(was) }),
    })
    .where("reseller_id", "=", resellerId)
    .where("plan_id", "=", planId)
    .where("position", "=", position)
    .execute());

export const findProposal = async (
  db: Db,
  resellerId: string,
  planId: string,
  position: number,
): Promise<WireProposal> =>
  (
    await db
      .selectFrom("plan_lines")
      .where("reseller_id", "=", resellerId)
      .where("plan_id", "=", planId)
      .where("position", "=", position)
      .select(sql<WireProposal>`proposal`.as("proposal"))
      .executeTakeFirstOrThrow()
  ).proposal;

/** Counts a plan's orders that their vendors are still working on, and tells when one of its orders last moved. */
export const findAtWork = (db: Db, resellerId: string, planId: string) =>
  linesOf(db, resellerId)
    .where("l.plan_id", "=", planId)
    .select([
      sql<number>`count(*) filter (where o.status = 'Working')::int`.as("count"),
      sql<Date | null>`max(coalesce(o.completed_at, o.placed_at))`.as("moved_at"),
    ])
    .executeTakeFirstOrThrow();

/** The place of a plan's last line. */
export async function findLastPosition(db: Db, resellerId: string, planId: string): Promise<number> {
  const { last } = await linesOf(db, resellerId)
    .where("l.plan_id", "=", planId)
    .select(sql<number>`max(l.position)`.as("last"))
    .executeTakeFirstOrThrow();
  return last;
}

/** Lists what a plan has done and no other puts back yet. */
export const listDone = (db: Db, resellerId: string, planId: string): Promise<NewLine[]> =>
  linesOf(db, resellerId)
    .where("l.plan_id", "=", planId)
    .where("o.status", "=", "Completed")
    .where(isNotPutBack)
    .select([
      "l.customer_id",
      "l.product_id",
      "l.instance_id",
      "l.subscription_id",
      "l.name",
      "l.unit",
      sql<WireChange>`l.change`.as("change"),
      sql<Before>`l.before`.as("before"),
    ])
    .orderBy("l.position")
    .execute();
