import { firstCustomers } from "@tradewind/contract/ordering/plans.ts";
import { toWireProposal } from "@tradewind/contract/ordering/proposals.ts";
import { costOfTerm, monthlyCost, monthlySales } from "@tradewind/domain/pricing/by-the-month.ts";
import type { Subscription } from "@tradewind/domain/pricing/pricing-types.ts";
import type { Money } from "@tradewind/domain/values/money.ts";
import { AppError } from "../../platform/app-error.ts";
import { boundsOf, type Orderer } from "../../platform/actor.ts";
import type { Bounds } from "../../platform/bounds.ts";
import { announce } from "../../platform/events.store.ts";
import { readOrderer } from "../../platform/members.ts";
import type { Tx } from "../../platform/db.ts";
import type { Platform } from "../../platform/platform.ts";
import { trailing } from "../../platform/trail.ts";
import { placeOrder, type Ordering } from "../orders/orders.actions.ts";
import { retryOrder } from "../orders/retry-order.actions.ts";
import { askFor } from "../requests/requests.actions.ts";
import type { Asker } from "../requests/requests.store.ts";
import { toSubscription } from "../subscriptions/subscriptions.store.ts";
import { workOut, type WorkedOut } from "../proposals/proposals.reads.ts";
import { findQuantities } from "./candidates.store.ts";
import {
  findAtWork,
  findFirst,
  findProposal,
  listDue,
  lockLine,
  refuseOthers,
  updateLine,
  watchUntil,
  type DueLine,
  type LineChange,
} from "./plan-lines.store.ts";
import { beforeOf, endPlan, isStill, setPlanState, type PlanRow } from "./plans.store.ts";

/** Lines that a run of the job works out in one transaction, orders one by one, and lets vendors work on at a time. */
export const [workedOutAtOnce, orderedInARun, mostAtWork] = [25, 10, 40];

/** What the work on a plan's lines needs to know of it. */
export type PlanAtWork = Pick<
  PlanRow,
  "id" | "reseller_id" | "membership_id" | "behind" | "behind_id" | "first_customers" | "watched_until"
>;

const wantedOf = (line: DueLine) => ({
  CustomerId: line.customer_id,
  ProductId: line.product_id,
  InstanceId: line.instance_id,
  Details: {},
  Change: line.change,
});

/** Lets what moves to a better product move whole, however many units it has by now. */
async function asPresent(tx: Tx, resellerId: string, lines: readonly DueLine[]): Promise<DueLine[]> {
  const moving = lines.filter(({ change }) => change.Kind === "upgrade").map((line) => line.subscription_id);
  const quantities = moving.length === 0 ? new Map<string, number>() : await findQuantities(tx, resellerId, moving);
  return lines.map((line) =>
    line.change.Kind === "upgrade"
      ? {
          ...line,
          change: {
            ...line.change,
            Targets: line.change.Targets.map((each) => ({
              ...each,
              Quantity: quantities.get(each.Key) ?? each.Quantity,
            })),
          },
        }
      : line,
  );
}

/** Works out the next lines of a plan, and tells whether more are left. */
export async function proposeNext(platform: Platform, plan: PlanAtWork): Promise<boolean> {
  const { orderer, bounds } = await actFor(platform, plan);
  const { reseller_id: resellerId, id: planId } = plan;
  const more = await platform.database.write(bounds, async (tx) => {
    // A run that comes late finds what another did.
    if (!(await isStill(tx, resellerId, planId, "proposing"))) return false;
    const due = await listDue(tx, resellerId, planId, ["new"], workedOutAtOnce + 1);
    for (const line of await asPresent(tx, resellerId, due.slice(0, workedOutAtOnce))) {
      const worked = orderer
        ? await workOut(tx, orderer, platform.clock.now(), platform, wantedOf(line)).catch(refusalOf)
        : gone;
      await updateLine(
        tx,
        resellerId,
        planId,
        line.position,
        worked instanceof AppError ? { ...refused(worked), hash: null } : planned(line, worked),
      );
    }
    const left = due.length > workedOutAtOnce;
    if (!left) await setPlanState(tx, resellerId, planId, "ready", { now: platform.clock.now() });
    await announce(tx, resellerId, ["plans"]);
    return left;
  });
  platform.committed();
  return more;
}

/**
 * Orders the next lines of a plan, each in a transaction of its own, so that none waits for another and a crash repeats
 * nothing. Returns milliseconds until the next run; undefined if no line is left.
 */
export async function orderNext(platform: Platform, plan: PlanAtWork): Promise<number | undefined> {
  const { orderer, bounds } = await actFor(platform, plan);
  const { reseller_id: resellerId, id: planId } = plan;
  const isWatched =
    plan.first_customers !== null && !(plan.watched_until && plan.watched_until <= platform.clock.now());
  const { due, atWork, first } = await platform.database.read(bounds, async (db) => ({
    due: await listDue(
      db,
      resellerId,
      planId,
      ["planned", "retrying"],
      orderedInARun,
      isWatched ? plan.first_customers : null,
    ),
    atWork: await findAtWork(db, resellerId, planId),
    first: isWatched ? await findFirst(db, plan) : undefined,
  }));
  if (first && (first.troubled > 0 || first.open === 0)) return watch(platform, plan, first, bounds);
  const room = mostAtWork - atWork.count;
  if (due.length > 0 && room <= 0) return patience(atWork.moved_at, platform.clock.now());
  for (const line of due.slice(0, room)) {
    const wait = await orderLine(platform, plan, line, orderer, bounds);
    if (wait !== undefined) return wait;
  }
  if (due.length > room) return 1_000;
  if (due.length === orderedInARun) return 0;
  if (isWatched) return 1_000;
  await platform.database.write(bounds, async (tx) => {
    await endPlan(tx, resellerId, planId, platform.clock.now());
    await announce(tx, resellerId, ["plans"]);
  });
  platform.committed();
  return undefined;
}

/** Watches what came of the first customers' lines, and stops the plan if one is in trouble. */
async function watch(
  platform: Platform,
  { reseller_id: resellerId, id: planId, watched_until }: PlanAtWork,
  { troubled, working }: Awaited<ReturnType<typeof findFirst>>,
  bounds: Bounds,
): Promise<number | undefined> {
  const now = platform.clock.now();
  if (troubled === 0 && working === 0 && watched_until !== null) return 5_000;
  if (troubled === 0 && working > 0) return 1_000;
  await platform.database.write(bounds, async (tx) => {
    if (troubled > 0) await setPlanState(tx, resellerId, planId, "paused", { now });
    else await watchUntil(tx, resellerId, planId, new Date(now.getTime() + firstCustomers.minutes * 60_000));
    await announce(tx, resellerId, ["plans"]);
  });
  platform.committed();
  return troubled > 0 ? undefined : 5_000;
}

/** Milliseconds until a full plan looks again: the longer nothing has moved, as with work of people, the more. */
const patience = (movedAt: Date | null, now: Date): number =>
  Math.min(60_000, Math.max(1_000, (now.getTime() - (movedAt ?? now).getTime()) / 4));

/** Orders one line as it was proposed, or writes down why not. Returns milliseconds to wait if it is too soon. */
async function orderLine(
  platform: Platform,
  { reseller_id: resellerId, membership_id: membershipId, id: planId }: PlanAtWork,
  line: DueLine,
  orderer: Orderer | undefined,
  bounds: Bounds,
): Promise<number | undefined> {
  const { position } = line;
  const now = platform.clock.now();
  const refusal = await platform.database
    .write(bounds, async (tx) => {
      // Somebody may have paused it since the run began.
      if (!(await isStill(tx, resellerId, planId, "running"))) return undefined;
      const locked = await lockLine(tx, resellerId, planId, position);
      if (locked.state !== line.state) return undefined;
      if (!orderer) throw gone;
      const ordering = { tx, actor: orderer, now, platform, doer: { resellerId, actor: orderer, now } };
      const done =
        line.state === "retrying"
          ? await retryOrder(ordering, line.order_id!).then(() => ({}))
          : await placeLine(ordering, line, locked.hash!);
      // With the order itself, which is written with the commit.
      await updateLine(trailing(tx), resellerId, planId, position, { state: "ordered", ...done });
      await announce(tx, resellerId, ["plans"]);
      return undefined;
    })
    .catch(refusalOf);
  platform.committed();
  if (!refusal) return undefined;
  const seconds = refusal.details?.["RetryAfterSeconds"];
  if (typeof seconds === "number") return seconds * 1_000;
  await platform.database.write(bounds, async (tx) => {
    // Its line was free for a moment.
    if ((await lockLine(tx, resellerId, planId, position)).state !== line.state) return;
    // An order that cannot be tried again stays failed; what changed is shown beside what was seen.
    const [present = line] = await asPresent(tx, resellerId, [line]);
    const change: LineChange =
      line.state === "retrying"
        ? { state: "ordered", reason: refusal.message }
        : refusal.code === "proposalChanged" && orderer
          ? {
              ...planned(present, await workOut(tx, orderer, now, platform, wantedOf(present))),
              state: "changed",
              was: await findProposal(tx, resellerId, planId, position),
              reason: refusal.message,
            }
          : refusal.code === "orderNeedsApproval" && orderer
            ? await askInstead(platform, tx, { ...orderer, membershipId }, line)
            : refused(refusal);
    await updateLine(tx, resellerId, planId, position, change);
    await announce(tx, resellerId, ["plans"]);
  });
  platform.committed();
  return undefined;
}

/** Sends a line that may not be ordered without asking as a request, beside the plan: its order is the approver's. */
async function askInstead(platform: Platform, tx: Tx, actor: Asker, line: DueLine): Promise<LineChange> {
  const now = platform.clock.now();
  const doer = { resellerId: actor.resellerId, actor, now };
  const asking = { tx, actor, now, today: platform.clock.today(), platform, doer };
  const told = await askFor(asking, { ...wantedOf(line), ProposalHash: line.hash!, Note: "" }).then(
    () => new AppError("orderNeedsApproval", { message: "This needs approval, and was sent as a request." }),
    refusalOf,
  );
  return refused(told);
}

/** Places a line's order, and tells what an undo puts back: a promise does not say what the end of a term was before. */
async function placeLine(ordering: Ordering, line: DueLine, ProposalHash: string) {
  const { OrderId, rows } = await placeOrder(ordering, { ...wantedOf(line), ProposalHash });
  return { order_id: OrderId, before: beforeOf(rows.find(({ id }) => id === line.subscription_id)!) };
}

/** Reads for whom a plan acts, and the bounds of their transactions. */
async function actFor(platform: Platform, plan: PlanAtWork) {
  const { reseller_id: resellerId, membership_id: membershipId, behind, behind_id: behindId } = plan;
  const found = await platform.database.read({ role: "app_tenant", resellerId }, (db) =>
    readOrderer(db, resellerId, membershipId, { behind, behindId }),
  );
  const orderer = found?.rights.has("addProducts") ? found : undefined;
  if (orderer?.restriction) {
    const scope = { resellerId, customerId: null, restriction: orderer.restriction };
    await platform.database.write({ role: "app_tenant", resellerId }, (tx) =>
      refuseOthers(tx, scope, plan.id, gone.message),
    );
  }
  const bounds: Bounds = orderer
    ? boundsOf({ resellerId, restriction: orderer.restriction })
    : { role: "app_tenant", resellerId };
  return { orderer, bounds };
}

const gone = new AppError("PermissionNotFound");

function refusalOf(error: unknown): AppError {
  if (error instanceof AppError) return error;
  throw error;
}

const refused = ({ message }: AppError): LineChange => ({ state: "refused", reason: message, was: null });

function planned(line: DueLine, { proposal, hash, rows }: WorkedOut): LineChange {
  const row = rows.find(({ id }) => id === line.subscription_id);
  const after = proposal.subscriptions.find(({ key }) => key === line.subscription_id);
  const touched = new Set(proposal.subscriptions.map(({ key }) => key));
  const begins = after && line.change.Kind === "newTerm";
  const before = rows.filter(({ id }) => touched.has(id)).map((each) => toSubscription(each));
  return {
    state: "planned",
    reason: null,
    was: null,
    change: line.change,
    hash,
    proposal: toWireProposal(proposal, hash, proposal.chargeNow.net.currency, true),
    charge_minor: proposal.chargeNow.net.minor,
    undo_until: proposal.undoUntil === null ? null : new Date(proposal.undoUntil),
    monthly_before_minor: monthlyOf(before, monthlyCost),
    monthly_after_minor: monthlyOf(proposal.subscriptions, monthlyCost),
    monthly_sales_before_minor: salesOf(before),
    monthly_sales_after_minor: salesOf(proposal.subscriptions),
    committed_minor: begins ? (costOfTerm(after)?.minor ?? null) : null,
    committed_until: begins ? after.termUntil : null,
    ...(row && { before: beforeOf(row) }),
  };
}

/** Adds up what subscriptions come to in a month: an end takes its add-ons with it. Null if all of it is paid once. */
function monthlyOf(
  subscriptions: readonly Subscription[],
  inAMonth: (each: Subscription) => Money | null,
): bigint | null {
  const months = subscriptions.flatMap((each) => inAMonth(each) ?? []);
  return months.length === 0 ? null : months.reduce((total, { minor }) => total + minor, 0n);
}

/** Adds up what they sell for; null where one that costs something in a month has no price to its customer. */
const salesOf = (subscriptions: readonly Subscription[]): bigint | null =>
  subscriptions.some((each) => each.customerPrice === null && monthlyCost(each) !== null)
    ? null
    : monthlyOf(subscriptions, monthlySales);
