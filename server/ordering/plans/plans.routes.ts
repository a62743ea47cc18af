import { differenceWords } from "@tradewind/contract/ordering/difference-words.ts";
import { plans, type Plan, type PlanItem, type PlanLine } from "@tradewind/contract/ordering/plans.ts";
import { seesPrices, type TenantActor } from "../../platform/actor.ts";
import { orNotFound } from "../../platform/app-error.ts";
import { findCustomer } from "../../customers/customers/customers.store.ts";
import { pageOf, readCursor } from "../../platform/cursor.ts";
import type { Db } from "../../platform/db.ts";
import { answer } from "../../platform/http.ts";
import { findFirst } from "./plan-lines.store.ts";
import { commitPlan, discardPlan, makePlan, pausePlan, retryPlan, undoPlan } from "./plans.actions.ts";
import { listCandidates } from "./candidates.store.ts";
import {
  countLines,
  findPlan,
  listLines,
  listPlans,
  pageSize,
  streamLines,
  sumLines,
  type LineRow,
  type PlanRow,
} from "./plans.store.ts";

type Counted = Awaited<ReturnType<typeof countLines>>;
const toItem = (
  row: Pick<PlanRow, "id" | "name" | "state" | "made_by_name" | "made_at">,
  counted: Counted | undefined,
): PlanItem => ({
  Id: row.id,
  Name: row.name,
  State: row.state,
  MadeBy: row.made_by_name,
  MadeAt: row.made_at.toISOString(),
  Lines: Object.fromEntries((counted ?? []).map(({ state, lines }) => [state, lines])),
});

async function readPlan(db: Db, actor: TenantActor, id: string): Promise<Plan> {
  const [plan, counted, sums] = await Promise.all([
    findPlan(db, actor, id),
    countLines(db, actor.resellerId, [id]),
    sumLines(db, actor.resellerId, id),
  ]);
  const row = orNotFound(plan);
  const first = row.first_customers === null ? undefined : await findFirst(db, row);
  const priced = (Minor: string) => ({ Minor, Currency: actor.currency });
  const committed = sums.committed_until;
  return {
    ...toItem(row, counted),
    StartedAt: row.started_at?.toISOString() ?? null,
    Hash: sums.hash,
    ChargeNow: seesPrices(actor) ? priced(sums.charge_minor) : null,
    Monthly: seesPrices(actor)
      ? { Before: priced(sums.monthly_before_minor), After: priced(sums.monthly_after_minor) }
      : null,
    MonthlySales:
      seesPrices(actor) && sums.all_sold
        ? { Before: priced(sums.monthly_sales_before_minor), After: priced(sums.monthly_sales_after_minor) }
        : null,
    Committed: seesPrices(actor) && committed ? { Sum: priced(sums.committed_minor), Until: committed } : null,
    First: first
      ? {
          Customers: row.first_customers!,
          Lines: first.lines,
          Done: first.done,
          Troubled: first.troubled,
          Until: row.watched_until?.toISOString() ?? null,
        }
      : null,
    Customers: sums.customers,
    Undoes: row.undoes,
    UndoneBy: row.undone_by,
    ToUndo: sums.to_undo,
    UndoUntil: sums.undo_until?.toISOString() ?? null,
  };
}

function toLine(row: LineRow, actor: TenantActor): PlanLine {
  const priced = seesPrices(actor);
  const { change, before } = row;
  const monthly = (minor: bigint | null) =>
    priced && minor !== null ? { Minor: String(minor), Currency: actor.currency } : null;
  const now = {
    Quantity: before.quantity,
    TermEnd: before.termEnd.outcome,
    Term: before.term ?? null,
    Billing: before.billing ?? null,
    Monthly: monthly(row.monthly_before_minor),
  };
  return {
    Position: row.position,
    CustomerId: row.customer_id,
    CustomerName: row.customer_name,
    InstanceId: row.instance_id,
    SubscriptionId: row.subscription_id,
    Name: row.name,
    Becomes: change.Kind === "upgrade" ? row.offer_name : null,
    Unit: row.unit,
    Before: now,
    After: {
      Term: change.Kind === "newTerm" ? row.term : now.Term,
      Billing: change.Kind === "newTerm" ? row.billing : now.Billing,
      Monthly: monthly(row.monthly_after_minor),
      Quantity:
        change.Kind === "cancel"
          ? 0
          : change.Kind === "setQuantity" || change.Kind === "upgrade"
            ? change.Targets[0]!.Quantity
            : now.Quantity,
      TermEnd: change.Kind === "schedule" ? change.Targets[0]!.Outcome : now.TermEnd,
    },
    ChargeNow:
      priced && row.charge_minor !== null ? { Minor: String(row.charge_minor), Currency: actor.currency } : null,
    UndoUntil: row.undo_until?.toISOString() ?? null,
    State: row.state,
    Reason: row.reason,
    OrderId: row.order_id,
    // Both have prices, so they are shown to those only who see them.
    Was: priced ? row.was : null,
    Is: priced ? row.proposal : null,
  };
}

export const plansRoutes = [
  answer(plans.list, async ({ db, actor }, { query }) => {
    const rows = await listPlans(db, actor, readCursor(query.After, ["id"])?.id);
    const { page, next } = pageOf(rows, pageSize, (last) => ({ id: last.id }));
    const counted = await countLines(
      db,
      actor.resellerId,
      page.map(({ id }) => id),
    );
    const byPlan = Map.groupBy(counted, ({ plan_id }) => plan_id);
    return { Items: page.map((row) => toItem(row, byPlan.get(row.id))), Next: next };
  }),
  answer(plans.candidates, async ({ db, actor }, { query }) => {
    if (query.CustomerId !== undefined) orNotFound(await findCustomer(db, actor, query.CustomerId));
    const rows = await listCandidates(
      db,
      actor,
      { productId: query.ProductId, customerId: query.CustomerId, search: query.Search.trim() },
      readCursor(query.After, ["name", "id"]),
    );
    const { page, next } = pageOf(rows, pageSize, (last) => ({ name: last.customer_name, id: last.id }));
    return {
      Items: page.map((row) => ({
        SubscriptionId: row.id,
        CustomerId: row.customer_id,
        CustomerName: row.customer_name,
        ProductId: row.product_id,
        Name: row.name,
        Unit: row.unit,
        Quantity: row.quantity,
        TermUntil: row.term_until,
        TermEnd: row.term_end.outcome,
        UpgradesTo: row.upgrades_to,
        Finding:
          row.ended_at &&
          differenceWords({ kind: "ended", ours: row.quantity, theirs: 0, vendor: row.ended_at, unit: row.unit }),
      })),
      Next: next,
    };
  }),
  answer(plans.byId, ({ db, actor }, { params }) => readPlan(db, actor, params.planId)),
  answer(plans.lines, async ({ db, actor }, { params, query }) => {
    orNotFound(await findPlan(db, actor, params.planId));
    const after = readCursor(query.After, ["position"])?.position;
    const rows = await listLines(db, actor, params.planId, query, after === undefined ? undefined : Number(after));
    const { page, next } = pageOf(rows, pageSize, (last) => ({ position: String(last.position) }));
    return { Items: page.map((row) => toLine(row, actor)), Next: next };
  }),
  answer(plans.csv, async ({ db, actor, platform }, { params, query }) => {
    const plan = orNotFound(await findPlan(db, actor, params.planId));
    return { file: () => streamLines(platform.exports, actor, plan.id, query), name: `${plan.name}.csv` };
  }),
  answer(plans.make, (doing, { body }) => makePlan(doing, body.Name, body.Lines)),
  answer(plans.commit, async (doing, { params, body }) => {
    await commitPlan(doing, params.planId, body.Hash, body.FirstCustomers);
    return readPlan(doing.tx, doing.actor, params.planId);
  }),
  answer(plans.pause, async (doing, { params }) => {
    await pausePlan(doing, params.planId);
    return readPlan(doing.tx, doing.actor, params.planId);
  }),
  answer(plans.discard, async (doing, { params }) => {
    await discardPlan(doing, params.planId);
    return readPlan(doing.tx, doing.actor, params.planId);
  }),
  answer(plans.retry, async (doing, { params }) => {
    await retryPlan(doing, params.planId);
    return readPlan(doing.tx, doing.actor, params.planId);
  }),
  answer(plans.undo, (doing, { params }) => undoPlan(doing, params.planId)),
];
