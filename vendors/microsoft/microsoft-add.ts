/** Buys at Microsoft: looks for our key, creates a cart, checks out, and waits for the order and for provisioning. */
import type { FulfilLine, FulfilTask, Memo, Outcome, VendorNames } from "../vendor.ts";
import { stableUuid } from "../http.ts";
import { ensureAgreement, ensureTenant } from "./microsoft-customer.ts";
import { reasonOf } from "./microsoft-reasons.ts";
import type { PartnerCenter } from "./microsoft-api.ts";
import type { PartnerOrder, PartnerSubscription } from "./microsoft-api-shapes.ts";

type AddTask = FulfilTask & { kind: "add" };
type Failure = { code: string; reason: string };

/** Puts our key into the friendly name, which Microsoft repeats on the order line and on the subscription. */
export const friendlyName = (line: FulfilLine) => `${line.name.slice(0, 60)} (${line.key})`;

export const carriesKey = (thing: { friendlyName?: string | null }, line: { key: string }) =>
  thing.friendlyName?.includes(line.key) === true;

const isGone = (subscription: PartnerSubscription) =>
  subscription.status === "deleted" || subscription.status === "expired";

/**
 * Each attempt has its own cart, and each cart its own request number, so that repeating an attempt always leads to the
 * first one's order, even if the memo was lost. A new attempt starts only after the last one is known to have failed.
 */
export async function addAtMicrosoft(
  api: PartnerCenter,
  names: VendorNames,
  task: AddTask,
  memo: Memo,
): Promise<Outcome> {
  const tenant = await ensureTenant(api, names, task, memo);
  const next: Memo = { ...memo, tenant };
  const held = liveLines(task, await api.listSubscriptions(tenant));
  if (held.size === task.lines.length) return done(task, next, held);
  if (!next.orders) {
    if (!next.agreement) await ensureAgreement(api, task, tenant);
    next.agreement = "confirmed";
    await order(api, task, next, tenant, held);
  }
  return observe(api, task, next, tenant);
}

function liveLines(task: AddTask, subscriptions: PartnerSubscription[]): Map<string, string> {
  const held = new Map<string, string>();
  for (const line of task.lines) {
    const found = subscriptions.find((each) => carriesKey(each, line) && !isGone(each));
    if (found) held.set(line.key, found.id);
  }
  return held;
}

async function order(api: PartnerCenter, task: AddTask, memo: Memo, tenant: string, held: Map<string, string>) {
  const attempt = Number(memo.attempt ?? 0);
  const shown = await api.listOrders(tenant);
  if (isAlreadyOrdered(task, held, attempt === 0 ? shown : shown.filter((each) => each.status === "pending"))) {
    memo.orders = "none";
    return;
  }
  const wanted = attempt === 0 ? task.lines : task.lines.filter((line) => !held.has(line.key));
  const cart = await api.createCart(
    tenant,
    wanted.map((line) => ({
      catalogItemId: line.offerRef,
      quantity: line.quantity,
      termDuration: line.term,
      billingCycle: line.billing,
      friendlyName: friendlyName(line),
    })),
    stableUuid("cart", task.key, attempt),
  );
  const result = await api.checkOut(tenant, cart.id, stableUuid("checkout", task.key, attempt));
  memo.orders = (result.orders ?? []).map((each) => each.id).join(",") || "none";
  const [refused] = result.orderErrors ?? [];
  if (refused) memo.refused = JSON.stringify([String(refused.code ?? "refused"), refused.description ?? ""]);
}

const isAlreadyOrdered = (task: AddTask, held: Map<string, string>, orders: PartnerOrder[]) =>
  task.lines.every(
    (line) => held.has(line.key) || orders.some((each) => each.lineItems?.some((item) => carriesKey(item, line))),
  );

async function observe(api: PartnerCenter, task: AddTask, memo: Memo, tenant: string): Promise<Outcome> {
  const orders = await ourOrders(api, task, memo, tenant);
  if (!orders) return working(memo, "Microsoft has accepted the order but has not set it up yet");
  const failures: Failure[] = [];
  let waiting = false;
  const held = liveLines(task, await api.listSubscriptions(tenant));
  for (const each of orders) {
    const state = await readOrder(api, task, tenant, each, held);
    failures.push(...state.failures);
    waiting ||= state.waiting;
  }
  if (held.size === task.lines.length) return done(task, memo, held);
  if (waiting) return working(memo, "Microsoft is setting up the subscription");
  const failure = refusedAtCheckout(memo) ?? failures[0];
  if (!failure) return working(memo, "Microsoft has not shown the subscription yet");
  return { state: "failed", memo: nextAttempt(memo), ...failure };
}

/** Finds the orders in our memo and those with our key; undefined while Microsoft does not show one from the memo. */
async function ourOrders(api: PartnerCenter, task: AddTask, memo: Memo, tenant: string) {
  const ids = (memo.orders ?? "").split(",").filter((id) => id !== "" && id !== "none");
  const orders: PartnerOrder[] = [];
  for (const id of ids) {
    const found = await api.findOrder(tenant, id);
    if (!found) return undefined;
    orders.push(found);
  }
  const shown = await api.listOrders(tenant);
  for (const each of shown) {
    const ours = each.lineItems?.some((item) => task.lines.some((line) => carriesKey(item, line)));
    if (ours && !ids.includes(each.id)) orders.push(each);
  }
  return orders;
}

async function readOrder(
  api: PartnerCenter,
  task: AddTask,
  tenant: string,
  placed: PartnerOrder,
  held: Map<string, string>,
) {
  const failures: Failure[] = [];
  let waiting = false;
  const items = (placed.lineItems ?? []).flatMap((item) => {
    const line = task.lines.find((each) => carriesKey(item, each));
    return line && !held.has(line.key) ? [{ item, line }] : [];
  });
  if (items.length === 0) return { failures, waiting };
  const states = await api.listLineProvisioning(tenant, placed.id);
  for (const { item } of items) {
    const state = states.find((each) => each.lineItemNumber === item.lineItemNumber);
    if (state?.status === "failed")
      failures.push({ code: "provisioningFailed", reason: failureReason(state.errorMessage) });
    else waiting = true;
  }
  return { failures, waiting };
}

const failureReason = (message: string | null | undefined) =>
  message ? `Microsoft could not set it up: ${message}` : "Microsoft could not set it up and gave no reason.";

function refusedAtCheckout(memo: Memo): Failure | undefined {
  if (!memo.refused) return undefined;
  const [code, description] = JSON.parse(memo.refused) as [string, string];
  return { code, reason: reasonOf(description ? "" : code, description) };
}

export function nextAttempt(memo: Memo): Memo {
  const { orders: _, refused: __, ...kept } = memo;
  return { ...kept, attempt: String(Number(memo.attempt ?? 0) + 1) };
}

const working = (memo: Memo, message: string): Outcome => ({ state: "working", memo, message });

const done = (task: AddTask, memo: Memo, held: Map<string, string>): Outcome => ({
  state: "done",
  memo,
  tenantRef: memo.tenant ?? null,
  lines: task.lines.map((line) => ({ key: line.key, vendorRef: held.get(line.key)! })),
});
