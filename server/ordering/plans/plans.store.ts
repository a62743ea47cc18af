import type { WireChange, WireProposal } from "@tradewind/contract/ordering/orders.ts";
import type { PlanLineState } from "@tradewind/contract/ordering/plans.ts";
import type { Billing, Term, TermEnd } from "@tradewind/domain/pricing/pricing-types.ts";
import { sql, type Selectable } from "kysely";
import { boundsOf, seesPrices, type TenantActor } from "../../platform/actor.ts";
import type { Download, Exports } from "../../platform/exports.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { ofOwnCustomer, ofOwnProduct, type Scope } from "../../platform/restriction.ts";
import { anyOf, nameMatches, wordsMatch } from "../../platform/sql.ts";
import type { Plans } from "../../platform/schema.gen.ts";

export const pageSize = 50;
type PlanState = Selectable<Plans>["state"];
type Reader = Scope & Pick<TenantActor, "membershipId">;

/** How a subscription stands, as far as a plan changes it. */
/** Term and billing are missing where it was written down before plans could change them. */
export type Before = { quantity: number; termEnd: TermEnd; term?: Term; billing?: Billing };

/** Writes down how a subscription stands, before a plan changes it. */
export const beforeOf = (row: { quantity: number; term_end: TermEnd; term: Term; billing: Billing }): Before => ({
  quantity: row.quantity,
  termEnd: row.term_end,
  term: row.term,
  billing: row.billing,
});

/** Shows a line as it stands: an ordered one as its order does. */
const shown = sql<PlanLineState>`case l.state
  when 'retrying' then 'working'
  when 'ordered' then case o.status when 'Completed' then 'done' when 'Failed' then 'failed' else 'working' end
  else l.state end`;

/** Plans of the reseller; of those who see only some customers or products, their own. */
const plansOf = (db: Db, { resellerId, restriction, membershipId }: Reader) =>
  db
    .selectFrom("plans as p")
    .where("p.reseller_id", "=", resellerId)
    .$if(Boolean(restriction), (query) => query.where("p.membership_id", "=", membershipId));

/** Lines of plans, each with its order. */
export const linesOf = (db: Db, resellerId: string) =>
  db
    .selectFrom("plan_lines as l")
    .leftJoin("orders as o", (join) =>
      join.onRef("o.reseller_id", "=", "l.reseller_id").onRef("o.id", "=", "l.order_id"),
    )
    .where("l.reseller_id", "=", resellerId);

export const listPlans = (db: Db, reader: Reader, after: string | undefined) =>
  plansOf(db, reader)
    .$if(after !== undefined, (query) => query.where("p.id", "<", after!))
    .select(["p.id", "p.name", "p.state", "p.made_by_name", "p.made_at"])
    .orderBy("p.id", "desc")
    .limit(pageSize + 1)
    .execute();

export const findPlan = (db: Db, reader: Reader, id: string) =>
  plansOf(db, reader)
    .where("p.id", "=", id)
    .selectAll("p")
    .select(
      sql<string | null>`(select u.id from plans u where u.reseller_id = p.reseller_id and u.undoes = p.id)`.as(
        "undone_by",
      ),
    )
    .executeTakeFirst();
export type PlanRow = NonNullable<Awaited<ReturnType<typeof findPlan>>>;

export const lockPlan = (tx: Tx, reader: Reader, id: string) =>
  plansOf(tx, reader).where("p.id", "=", id).selectAll("p").forUpdate().executeTakeFirst();

/** Counts the lines of plans by state. */
export const countLines = (db: Db, resellerId: string, planIds: readonly string[]) =>
  linesOf(db, resellerId)
    .where("l.plan_id", "=", anyOf(planIds, "uuid"))
    .select(["l.plan_id", shown.as("state"), sql<number>`count(*)::int`.as("lines")])
    .groupBy(["l.plan_id", shown])
    .execute();

/** Whether a line is part of the sums: none that was refused is, unless it is to be tried again. */
const counts = sql`l.state <> 'refused' and (l.state = 'retrying' or o.status is distinct from 'Failed')`;

/** Until when a line can be undone: what its vendor said last of what was bought, otherwise, or on the same day, what was promised (`saidUntil`); not what failed. */
const undoUntil = sql<Date | null>`case when ${shown} not in ('refused', 'failed') then coalesce((
  select case when date_trunc('day', t.told, 'UTC') = date_trunc('day', l.undo_until, 'UTC') then least(t.told, l.undo_until) else t.told end
  from (select (lot ->> 'refundableUntil')::timestamptz as told from subscriptions s cross join lateral jsonb_array_elements(s.lots) lot
  where s.reseller_id = l.reseller_id and s.id = l.subscription_id and (lot ->> 'openedAt')::timestamptz = o.placed_at limit 1) t), l.undo_until) end`;

/** Whether no plan puts a line back yet. */
export const isNotPutBack = sql<boolean>`not exists (
  select from plans u join plan_lines b on b.reseller_id = u.reseller_id and b.plan_id = u.id
  where u.reseller_id = l.reseller_id and u.undoes = l.plan_id and b.subscription_id = l.subscription_id)`;

type SalesColumn = "monthly_sales_before_minor" | "monthly_sales_after_minor";
const sums = <
  Column extends "charge_minor" | "monthly_before_minor" | "monthly_after_minor" | "committed_minor" | SalesColumn,
>(
  ...columns: readonly Column[]
) =>
  columns.map((column) =>
    sql<string>`coalesce(sum(${sql.ref(`l.${column}`)}) filter (where ${counts}), 0)::text`.as(column),
  );

/** Adds up a plan: what it charges now, until when all that is done can be put back, and the hash of what is to do. */
export const sumLines = (db: Db, resellerId: string, planId: string) =>
  linesOf(db, resellerId)
    .where("l.plan_id", "=", planId)
    .select([
      ...sums("charge_minor"),
      ...sums("monthly_before_minor", "monthly_after_minor", "committed_minor"),
      ...sums("monthly_sales_before_minor", "monthly_sales_after_minor"),
      sql<boolean>`coalesce(bool_and(l.monthly_before_minor is null = (l.monthly_sales_before_minor is null)
        and l.monthly_after_minor is null = (l.monthly_sales_after_minor is null)) filter (where ${counts}), false)`.as(
        "all_sold",
      ),
      sql<string | null>`max(l.committed_until) filter (where ${counts})::text`.as("committed_until"),
      sql<number>`count(distinct l.customer_id)::int`.as("customers"),
      sql<Date | null>`min(${undoUntil}) filter (where o.status = 'Completed')`.as("undo_until"),
      sql<number>`count(*) filter (where l.state in ('planned', 'changed', 'retrying'))::int`.as("open"),
      sql<number>`count(*) filter (where o.status = 'Completed' and l.change ->> 'Kind' in ('setQuantity', 'schedule') and ${isNotPutBack})::int`.as(
        "to_undo",
      ),
      sql<string>`encode(sha256(convert_to(coalesce(string_agg(l.position || ':' || l.hash, ',' order by l.position)
        filter (where l.state in ('planned', 'changed', 'retrying')), ''), 'UTF8')), 'hex')`.as("hash"),
    ])
    .executeTakeFirstOrThrow();

type LineFilter = { State?: PlanLineState | undefined; Search: string };

const reasonOf = sql<string | null>`coalesce(l.reason, case when o.status = 'Failed' then o.message end)`;

const filtered = (db: Db, scope: Scope, planId: string, { State, Search }: LineFilter) =>
  linesOf(db, scope.resellerId)
    .innerJoin("customers as c", (join) =>
      join.onRef("c.reseller_id", "=", "l.reseller_id").onRef("c.id", "=", "l.customer_id"),
    )
    .where("l.plan_id", "=", planId)
    .where(ofOwnCustomer(scope, "l.customer_id"))
    .where(ofOwnProduct(scope, "l.product_id"))
    .$if(State !== undefined, (query) => query.where(shown, "=", State!))
    .$if(Search !== "", (query) =>
      query.where((of) => of.or([wordsMatch("c.words", Search), nameMatches("l.name", Search)])),
    );

const inCsv = (column: string) => sql`to_char(${sql.ref(`l.${column}`)} / 100.0, 'FM9999999999990.00')`;

/** Streams a plan's lines with what each changes, costs and has come to. */
export const streamLines = (
  exports: Exports,
  actor: TenantActor,
  planId: string,
  filter: LineFilter,
): Promise<Download> =>
  exports.stream(boundsOf(actor), (db) =>
    filtered(db, actor, planId, filter)
      .select([
        sql`csv_text(c.name)`.as("Customer"),
        sql`csv_text(l.name)`.as("Subscription"),
        sql`case when l.change->>'Kind' = 'upgrade' then csv_text((
          select f.name from offers f where f.id = l.change->'Targets'->0->>'OfferId')) end`.as("Becomes"),
        sql`csv_text(l.unit)`.as("Unit"),
        sql`(l.before->>'quantity')::int`.as("Quantity before"),
        sql`case when l.change->>'Kind' = 'cancel' then 0
          else coalesce((l.change->'Targets'->0->>'Quantity')::int, (l.before->>'quantity')::int) end`.as(
          "Quantity after",
        ),
        sql`l.before->'termEnd'->>'outcome'`.as("End of term before"),
        sql`coalesce(l.change->'Targets'->0->>'Outcome', l.before->'termEnd'->>'outcome')`.as("End of term after"),
      ])
      .$if(seesPrices(actor), (query) =>
        query.select([
          inCsv("charge_minor").as("Charged now"),
          inCsv("monthly_before_minor").as("Each month before"),
          inCsv("monthly_after_minor").as("Each month after"),
          inCsv("monthly_sales_before_minor").as("Sales before"),
          inCsv("monthly_sales_after_minor").as("Sales after"),
        ]),
      )
      .select([
        shown.as("State"),
        sql`csv_text(${reasonOf})`.as("Reason"),
        sql`to_char(${undoUntil} at time zone 'UTC', 'YYYY-MM-DD HH24:MI')`.as("Undo until (UTC)"),
      ])
      .orderBy("l.position"),
  );

export const listLines = (db: Db, scope: Scope, planId: string, filter: LineFilter, after: number | undefined) =>
  filtered(db, scope, planId, filter)
    .leftJoin("offers as f", (join) => join.on(sql<boolean>`f.id = l.change -> 'Targets' -> 0 ->> 'OfferId'`))
    .$if(after !== undefined, (query) => query.where("l.position", ">", after!))
    .select([
      "l.position",
      "l.customer_id",
      "c.name as customer_name",
      "l.instance_id",
      "l.subscription_id",
      "l.name",
      "l.unit",
      sql<WireChange>`l.change`.as("change"),
      sql<Before>`l.before`.as("before"),
      "l.charge_minor",
      "l.monthly_before_minor",
      "l.monthly_after_minor",
      "f.term",
      "f.billing",
      "f.name as offer_name",
      undoUntil.as("undo_until"),
      shown.as("state"),
      reasonOf.as("reason"),
      "l.order_id",
      sql<WireProposal | null>`l.was`.as("was"),
      sql<WireProposal | null>`case when l.was is not null then l.proposal end`.as("proposal"),
    ])
    .orderBy("l.position")
    .limit(pageSize + 1)
    .execute();
export type LineRow = Awaited<ReturnType<typeof listLines>>[number];

type Maker = {
  membershipId: string;
  personId: string;
  displayName: string;
  behind: string | null;
  behindId: string | null;
};
const signedBy = ({ membershipId, personId, displayName, behind, behindId }: Maker) => ({
  membership_id: membershipId,
  made_by: personId,
  made_by_name: displayName,
  behind_id: behindId,
  behind,
});

export const insertPlan = async (
  tx: Tx,
  plan: { resellerId: string; id: string; name: string; undoes: string | null; now: Date },
  maker: Maker,
): Promise<void> =>
  void (await tx
    .insertInto("plans")
    .values({
      reseller_id: plan.resellerId,
      id: plan.id,
      name: plan.name,
      undoes: plan.undoes,
      made_at: plan.now,
      ...signedBy(maker),
    })
    .execute());

export const setPlanState = async (
  tx: Tx,
  resellerId: string,
  planId: string,
  state: PlanState,
  { maker, now, firstCustomers }: { maker?: Maker; now: Date; firstCustomers?: number | null },
): Promise<void> =>
  void (await tx
    .updateTable("plans")
    .set({
      state,
      ...(maker && signedBy(maker)),
      ...(firstCustomers === undefined ? {} : { first_customers: firstCustomers, watched_until: null }),
      ...(state === "running" ? { started_at: sql<Date>`coalesce(started_at, ${now})` } : {}),
      ...(state === "done" ? { ended_at: now } : {}),
    })
    .where("reseller_id", "=", resellerId)
    .where("id", "=", planId)
    .execute());

/** Tells whether a plan is in a state, in which it then stays until the transaction ends. One run at a time works lines out. */
export async function isStill(
  tx: Tx,
  resellerId: string,
  planId: string,
  state: "proposing" | "running",
): Promise<boolean> {
  const row = await tx
    .selectFrom("plans")
    .where("reseller_id", "=", resellerId)
    .where("id", "=", planId)
    .select("state")
    .$if(state === "proposing", (query) => query.forUpdate())
    .$if(state === "running", (query) => query.forShare())
    .executeTakeFirst();
  return row?.state === state;
}

/** Stops a plan that is worked out or ordered. */
export const stopPlan = async (tx: Tx, resellerId: string, planId: string, turn?: number): Promise<void> =>
  void (await tx
    .updateTable("plans")
    .set({ state: "paused" })
    .where("reseller_id", "=", resellerId)
    .where("id", "=", planId)
    .where("state", "in", ["proposing", "running"])
    .$if(turn !== undefined, (query) => query.where("turn", "=", turn!))
    .execute());

/** Lists the plans at work whose job is neither waiting nor running. */
export async function listPlansWithoutJob(db: Db) {
  const { rows } = await sql<{ reseller_id: string; id: string; turn: number }>`
    select p.reseller_id, p.id, p.turn from plans p
    where p.state in ('proposing', 'running') and not exists (
      select from pgboss.job j where j.name = 'plans.work' and j.state < 'completed' and j.data ->> 'planId' = p.id::text
        and coalesce((j.data ->> 'turn')::int, p.turn) = p.turn)
    limit 100`.execute(db);
  return rows;
}

/** Ends a plan that is being ordered and has no line left to order. */
export const endPlan = async (tx: Tx, resellerId: string, planId: string, now: Date): Promise<void> =>
  void (await tx
    .updateTable("plans")
    .set({ state: "done", ended_at: now })
    .where("reseller_id", "=", resellerId)
    .where("id", "=", planId)
    .where("state", "=", "running")
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom("plan_lines as l")
            .where("l.reseller_id", "=", resellerId)
            .where("l.plan_id", "=", planId)
            .where("l.state", "in", [sql.lit("planned" as const), sql.lit("retrying" as const)])
            .select("l.position"),
        ),
      ),
    )
    .execute());

/** Counts the plans that are worked out or ordered: somebody's own, and all of the company. */
export const countPlansAtWork = (db: Db, resellerId: string, personId: string) =>
  db
    .selectFrom("plans")
    .where("reseller_id", "=", resellerId)
    .where("state", "in", ["proposing", "running"])
    .select([
      sql<number>`count(*) filter (where made_by = ${personId})::int`.as("own"),
      sql<number>`count(*)::int`.as("all"),
    ])
    .executeTakeFirstOrThrow();

/** Makes room for another job of a plan, and returns its turn. */
export const nextTurn = async (tx: Tx, resellerId: string, planId: string): Promise<number> =>
  (
    await tx
      .updateTable("plans")
      .set({ turn: sql<number>`turn + 1` })
      .where("reseller_id", "=", resellerId)
      .where("id", "=", planId)
      .returning("turn")
      .executeTakeFirstOrThrow()
  ).turn;

/** Finds a plan for its job, whoever made it. */
export const findPlanAtWork = (db: Db, resellerId: string, id: string) =>
  db
    .selectFrom("plans")
    .where("reseller_id", "=", resellerId)
    .where("id", "=", id)
    .select([
      "id",
      "reseller_id",
      "state",
      "membership_id",
      "behind",
      "behind_id",
      "turn",
      "first_customers",
      "watched_until",
    ])
    .executeTakeFirst();
