import type { WireChange } from "@tradewind/contract/ordering/orders.ts";
import { firstCustomers, mostPlansAtWork, type PlannedChange } from "@tradewind/contract/ordering/plans.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import { seesPrices, type TenantActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import type { Tx } from "../../platform/db.ts";
import { announce } from "../../platform/events.store.ts";
import type { Doing } from "../../platform/http.ts";
import type { Platform } from "../../platform/platform.ts";
import { newId } from "../../platform/random.ts";
import { takeTurn } from "../../platform/take-turn.ts";
import {
  findLastPosition,
  giveUpLines,
  insertLines,
  listDone,
  moveLines,
  retryFailed,
  type NewLine,
} from "./plan-lines.store.ts";
import { findOffersOf, findSubscriptions, offerKey } from "./candidates.store.ts";
import {
  beforeOf,
  countPlansAtWork,
  findPlan,
  insertPlan,
  lockPlan,
  nextTurn,
  setPlanState,
  sumLines,
  type Before,
  type PlanRow,
} from "./plans.store.ts";

type Wish = { SubscriptionId: string; Change: PlannedChange };

type Subscription = Awaited<ReturnType<typeof findSubscriptions>>[number];

/** Says in full what a wish for a subscription orders. One for what is not sold names what there is, and is refused. */
async function changesOf(tx: Tx, rows: readonly Subscription[], wished: ReadonlyMap<string, PlannedChange>) {
  const wishes = [...wished.values()];
  const ending = endingOf(rows, wished);
  const better = wishes.flatMap((wish) => (wish.Kind === "upgrade" ? [wish.Sku] : []));
  const offers = wishes.some(({ Kind }) => Kind === "upgrade" || Kind === "newTerm")
    ? await findOffersOf(tx, [...new Set([...better, ...rows.map(({ sku }) => sku)])])
    : new Map<string, string>();
  return (row: Subscription): WireChange => {
    const { id: Key, sku, offer_id, term, billing, quantity: Quantity } = row;
    const wish = wished.get(Key)!;
    if (wish.Kind === "cancel") return { Kind: "cancel", Keys: [row, ...addOnsOf(row, ending)].map(({ id }) => id) };
    if (wish.Kind === "setQuantity") return { Kind: "setQuantity", Targets: [{ Key, Quantity: wish.Quantity }] };
    if (wish.Kind === "schedule") return { Kind: "schedule", Targets: [{ Key, Outcome: wish.Outcome }] };
    const wanted =
      wish.Kind === "upgrade" ? { sku: wish.Sku, term, billing } : { sku, term: wish.Term, billing: wish.Billing };
    const OfferId = offers.get(offerKey(wanted)) ?? offer_id;
    return wish.Kind === "upgrade"
      ? { Kind: "upgrade", Targets: [{ Key, OfferId, Quantity }] }
      : { Kind: "newTerm", Targets: [{ Key, OfferId }] };
  };
}

const endingOf = (rows: readonly Subscription[], wished: ReadonlyMap<string, PlannedChange>) =>
  rows.filter(({ id }) => wished.get(id)?.Kind === "cancel");

/** Lists the add-ons of a subscription among others, with those of theirs. */
const addOnsOf = ({ id }: Subscription, rows: readonly Subscription[]): Subscription[] =>
  rows.filter((row) => row.parent_id === id).flatMap((row) => [row, ...addOnsOf(row, rows)]);

/** Makes a plan of changes; a job works its lines out. Nothing is ordered before it is committed. */
export async function makePlan(doing: Doing, Name: string, wishes: readonly Wish[]) {
  const { tx, actor } = doing;
  const wished = new Map(wishes.map((wish) => [wish.SubscriptionId, wish.Change]));
  const rows = await findSubscriptions(tx, actor, [...wished.keys()]);
  if (rows.length < wished.size) throw new AppError("notFound");
  // An add-on ends in the line of what it extends: neither can end before the other.
  const ending = endingOf(rows, wished);
  const alone = rows.filter((row) => !ending.includes(row) || !ending.some(({ id }) => id === row.parent_id));
  const toChange = await changesOf(tx, rows, wished);
  const order = new Map([...wished.keys()].map((id, index) => [id, index]));
  return filePlan(
    doing,
    { name: Name, undoes: null, action: "plans.make", said: `Planned ${Name}` },
    alone
      .toSorted((a, b) => order.get(a.id)! - order.get(b.id)!)
      .map((row) => ({
        customer_id: row.customer_id,
        product_id: row.product_id,
        instance_id: row.instance_id,
        subscription_id: row.id,
        name: [row, ...(ending.includes(row) ? addOnsOf(row, ending) : [])].map(({ name }) => name).join(", with "),
        unit: row.unit,
        change: toChange(row),
        before: beforeOf(row),
      })),
  );
}

async function filePlan(
  { tx, actor, doer, now, platform }: Doing,
  { name, undoes, action, said }: { name: string; undoes: string | null; action: string; said: string },
  lines: readonly NewLine[],
) {
  const { resellerId } = actor;
  await admitPlan(tx, actor);
  const id = newId();
  await insertPlan(tx, { resellerId, id, name, undoes, now }, actor);
  await insertLines(tx, resellerId, id, lines);
  await recordActivity(tx, doer, { action, what: `${said}, ${lines.length} lines`, object: ["plan", id] });
  await announce(tx, resellerId, ["plans"]);
  await fileWork(tx, platform, resellerId, id);
  return { Id: id };
}

/** Refuses one more plan at work than a person or a company may have. */
async function admitPlan(tx: Tx, { resellerId, personId }: TenantActor): Promise<void> {
  await takeTurn(tx, `plans ${resellerId}`);
  const { own, all } = await countPlansAtWork(tx, resellerId, personId);
  if (own >= mostPlansAtWork.person || all >= mostPlansAtWork.company) throw new AppError("plansEnough");
}

/** Files the one job that goes on with a plan: one of before ends when it next looks. */
async function fileWork(tx: Tx, platform: Platform, resellerId: string, planId: string): Promise<void> {
  const turn = await nextTurn(tx, resellerId, planId);
  await platform.jobs.file(tx, "plans.work", { resellerId, planId, turn });
}

type Step = "commit" | "pause" | "discard" | "retry";
const follows = {
  commit: { from: ["ready", "paused", "done"], to: "running", said: "Committed the plan" },
  pause: { from: ["running"], to: "paused", said: "Paused the plan" },
  discard: { from: ["ready", "paused", "done"], to: "done", said: "Discarded what was left of the plan" },
  retry: { from: ["ready", "paused", "done"], to: "proposing", said: "Tried again what was refused of the plan" },
} as const;

async function step(doing: Doing, id: string, which: Step, first = false) {
  const { tx, actor, doer, now, platform } = doing;
  const plan = orNotFound(await lockPlan(tx, actor, id));
  const { from, to, said } = follows[which];
  if (!(from as readonly string[]).includes(plan.state)) throw new AppError("planNotReady");
  const isWork = to === "running" || to === "proposing";
  if (isWork) await admitPlan(tx, actor);
  await setPlanState(tx, actor.resellerId, id, to, {
    ...(which === "commit" ? { maker: actor, firstCustomers: first ? firstCustomers.many : null } : {}),
    ...(which === "discard" ? { firstCustomers: null } : {}),
    now,
  });
  await recordActivity(tx, doer, { action: `plans.${which}`, what: `${said} ${plan.name}`, object: ["plan", id] });
  await announce(tx, actor.resellerId, ["plans"]);
  if (isWork) await fileWork(tx, platform, actor.resellerId, id);
}

/**
 * Lets a plan's lines be ordered by the hash of their proposals, those of a few customers `first` if wanted. If one is not as it was shown, orders nothing and
 * returns the present hash and total.
 */
export async function commitPlan(doing: Doing, id: string, hash: string, first: boolean): Promise<void> {
  const { tx, actor } = doing;
  orNotFound(await lockPlan(tx, actor, id));
  const sums = await sumLines(tx, actor.resellerId, id);
  if (sums.hash !== hash)
    throw new AppError("proposalChanged", {
      details: {
        Hash: sums.hash,
        ChargeNow: seesPrices(actor) ? { Minor: sums.charge_minor, Currency: actor.currency } : null,
      },
    });
  if (sums.open === 0) throw new AppError("planNotReady");
  await step(doing, id, "commit", first && sums.customers > firstCustomers.many);
  await moveLines(tx, actor.resellerId, id, ["changed", "planned"]);
}

export const pausePlan = (doing: Doing, id: string) => step(doing, id, "pause");

/** Orders nothing more of a plan. What was given up can be worked out anew, like what was refused. */
export async function discardPlan(doing: Doing, id: string): Promise<void> {
  await step(doing, id, "discard");
  await giveUpLines(doing.tx, doing.actor.resellerId, id);
}

/** Works out refused lines anew; those whose orders failed are tried again when the plan is committed. */
export async function retryPlan(doing: Doing, id: string): Promise<void> {
  await step(doing, id, "retry");
  await moveLines(doing.tx, doing.actor.resellerId, id, ["refused", "new"]);
  await retryFailed(doing.tx, doing.actor.resellerId, id);
}

/** Makes the plan that puts back what another did, or adds to it what is done since. Its proposals say what that gives back. */
export async function undoPlan(doing: Doing, id: string) {
  const { tx, actor } = doing;
  orNotFound(await lockPlan(tx, actor, id));
  const plan = (await findPlan(tx, actor, id))!;
  const lines = (await listDone(tx, actor.resellerId, id)).flatMap(putBack);
  if (plan.undone_by && lines.length === 0) return { Id: plan.undone_by };
  if (lines.length === 0 || isAtWork(plan)) throw new AppError("planNotReady");
  if (plan.undone_by) return addToUndo(doing, plan.undone_by, lines);
  const name = `Undo: ${plan.name}`.slice(0, 100);
  return filePlan(doing, { name, undoes: id, action: "plans.undo", said: `Planned to undo ${plan.name}` }, lines);
}

const isAtWork = ({ state }: Pick<PlanRow, "state">) => state === "proposing" || state === "running";

/** Adds to the plan that puts another back what was still being carried out when it was made. */
async function addToUndo({ tx, actor, doer, now, platform }: Doing, id: string, lines: readonly NewLine[]) {
  const { resellerId } = actor;
  const plan = orNotFound(await lockPlan(tx, actor, id));
  if (isAtWork(plan)) throw new AppError("planNotReady");
  await admitPlan(tx, actor);
  await insertLines(tx, resellerId, id, lines, await findLastPosition(tx, resellerId, id));
  await setPlanState(tx, resellerId, id, "proposing", { now });
  const what = `Added ${lines.length} lines to ${plan.name}`;
  await recordActivity(tx, doer, { action: "plans.undo", what, object: ["plan", id] });
  await announce(tx, resellerId, ["plans"]);
  await fileWork(tx, platform, resellerId, id);
  return { Id: id };
}

function putBack(line: NewLine): NewLine[] {
  const change = reverseOf(line.subscription_id, line.change, line.before);
  return change ? [{ ...line, change }] : [];
}

/** What is never put back, such as a cancellation, has no reverse. */
function reverseOf(Key: string, change: WireChange, { quantity, termEnd }: Before): WireChange | undefined {
  if (change.Kind === "setQuantity") return { Kind: "setQuantity", Targets: [{ Key, Quantity: quantity }] };
  if (change.Kind !== "schedule") return undefined;
  return {
    Kind: "schedule",
    Targets: [
      termEnd.outcome === "renew"
        ? { Key, Outcome: "renew", OfferId: termEnd.offerId, Quantity: termEnd.quantity, Until: termEnd.until ?? null }
        : { Key, Outcome: termEnd.outcome },
    ],
  };
}
