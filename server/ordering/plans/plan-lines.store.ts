import type { WireChange, WireProposal } from "@tradewind/contract/ordering/orders.ts";
import { sql, type Selectable } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { PlanLines } from "../../platform/schema.gen.ts";
import { linesOf, type Before } from "./plans.store.ts";

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
): Promise<void> =>
  void (await tx
    .insertInto("plan_lines")
    .values(
      lines.map(({ change, before, ...line }, index) => ({
        ...line,
        reseller_id: resellerId,
        plan_id: planId,
        position: index + 1,
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

/** Lists the next lines of a plan in some state, in their order. */
export const listDue = (
  db: Db,
  resellerId: string,
  planId: string,
  states: readonly LineState[],
  most: number,
): Promise<DueLine[]> =>
  db
    .selectFrom("plan_lines")
    .where("reseller_id", "=", resellerId)
    .where("plan_id", "=", planId)
    .where("state", "in", states)
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
  before?: Before;
  proposal?: WireProposal;
  hash?: string;
  charge_minor?: bigint;
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
  { before, proposal, was, ...change }: LineChange,
): Promise<void> =>
  void (await tx
    .updateTable("plan_lines")
    .set({
      ...change,
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

/** Lists what a plan has done, to be put back. */
export const listDone = (db: Db, resellerId: string, planId: string): Promise<NewLine[]> =>
  linesOf(db, resellerId)
    .where("l.plan_id", "=", planId)
    .where("o.status", "=", "Completed")
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
