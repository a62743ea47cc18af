/** Buys at Microsoft: looks for our key, creates a cart, checks out, and waits for the order and for provisioning. */
import type { FulfilLine, FulfilTask, LineOutcome, Memo, Outcome, Refusal, VendorNames } from "../vendor.ts";
import { stableUuid, VendorRefusal } from "../http.ts";
import { refused } from "../outcomes.ts";
import { ensureAgreement, ensureTenant } from "./microsoft-customer.ts";
import { isUndecided, reasonOf } from "./microsoft-reasons.ts";
import { lastDayOf } from "./microsoft-term-end.ts";
import { seenOf } from "./microsoft-seen.ts";
import type { PartnerCenter } from "./microsoft-api.ts";
import type { PartnerOrder, PartnerSubscription } from "./microsoft-api-shapes.ts";

type AddTask = FulfilTask & { kind: "add" };

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
  memo.tenant = tenant;
  const held = liveLines(task, await api.listSubscriptions(tenant));
  if (held.size === task.lines.length) return ended(memo, settledOf(held));
  if (!memo.orders) {
    if (!memo.agreement) await ensureAgreement(api, task, tenant);
    memo.agreement = "confirmed";
    await order(api, task, memo, tenant, held);
  }
  return observe(api, task, memo, tenant);
}

function liveLines(task: AddTask, subscriptions: PartnerSubscription[]): Map<string, PartnerSubscription> {
  const held = new Map<string, PartnerSubscription>();
  for (const line of task.lines) {
    const found = subscriptions.find((each) => carriesKey(each, line) && !isGone(each));
    if (found) held.set(line.key, found);
  }
  return held;
}

async function order(
  api: PartnerCenter,
  task: AddTask,
  memo: Memo,
  tenant: string,
  held: Map<string, PartnerSubscription>,
) {
  const attempt = Number(memo.attempt ?? 0);
  const shown = await api.listOrders(tenant);
  if (isAlreadyOrdered(task, held, attempt === 0 ? shown : shown.filter((each) => each.status === "pending"))) {
    memo.orders = "none";
    return;
  }
  const wanted = attempt === 0 ? task.lines : task.lines.filter((line) => !held.has(line.key));
  const cart = await cartFor(api, task, memo, tenant, wanted);
  const result = await api.checkOut(tenant, cart.id, stableUuid("checkout", task.key, attempt));
  // Checking out the same cart again later repeats only what is not decided.
  const open = result.orderErrors?.find(({ code }) => isUndecided(String(code)));
  if (open) throw new VendorRefusal(409, String(open.code), open.description ?? "");
  memo.orders = (result.orders ?? []).map((each) => each.id).join(",") || "none";
  const [first, ...others] = result.orderErrors ?? [];
  if (!first) return;
  const groupOf = (line: FulfilLine) => cart.lineItems.find((item) => carriesKey(item, line))?.orderGroup;
  memo.refused = JSON.stringify(
    Object.fromEntries(
      wanted.map((line) => {
        const { code, description } = others.find(({ orderGroupId }) => orderGroupId === groupOf(line)) ?? first;
        const reason = reasonOf(String(code ?? ""), description ?? "");
        return [line.key, { code: String(code ?? "refused"), reason }];
      }),
    ),
  );
}

/** Returns the attempt's cart, of which there is never a second: checking out the same one again buys nothing twice. */
async function cartFor(api: PartnerCenter, task: AddTask, memo: Memo, tenant: string, wanted: FulfilLine[]) {
  if (memo.cart) return api.readCart(tenant, memo.cart);
  const cart = await api.createCart(
    tenant,
    wanted.map((line) => ({
      catalogItemId: line.offerRef,
      quantity: line.quantity,
      termDuration: line.term,
      billingCycle: line.billing,
      friendlyName: friendlyName(line),
      ...(line.termUntil ? { customTermEndDate: lastDayOf(line.termUntil) } : {}),
    })),
    stableUuid("cart", task.key, Number(memo.attempt ?? 0)),
  );
  const [wrong] = cart.lineItems.flatMap(({ error }) => error ?? []);
  if (wrong) throw new VendorRefusal(400, String(wrong.errorCode), wrong.errorDescription ?? "");
  memo.cart = cart.id;
  return cart;
}

const isAlreadyOrdered = (task: AddTask, held: Map<string, PartnerSubscription>, orders: PartnerOrder[]) =>
  task.lines.every(
    (line) => held.has(line.key) || orders.some((each) => each.lineItems?.some((item) => carriesKey(item, line))),
  );

async function observe(api: PartnerCenter, task: AddTask, memo: Memo, tenant: string): Promise<Outcome> {
  const orders = await ourOrders(api, task, memo, tenant);
  if (!orders) return working(memo, "Microsoft has accepted the order but has not set it up yet");
  const held = liveLines(task, await api.listSubscriptions(tenant));
  const atWork = new Map<string, Refusal | "waiting">(refusedAtCheckout(memo));
  for (const each of orders)
    for (const [key, state] of await readOrder(api, task, tenant, each)) atWork.set(key, state);
  const settled = settledOf(held);
  const left = task.lines.filter((line) => !held.has(line.key));
  const waiting = left.find((line) => !isRefused(atWork.get(line.key)));
  if (!waiting)
    return ended(left.length > 0 ? nextAttempt(memo) : memo, [
      ...settled,
      ...left.map((line) => refused(line, atWork.get(line.key) as Refusal)),
    ]);
  const shown = left.some((line) => atWork.get(line.key) === "waiting");
  return working(
    memo,
    shown ? "Microsoft is setting up the subscription" : "Microsoft has not shown the subscription yet",
    settled,
  );
}

const isRefused = (state: Refusal | "waiting" | undefined): state is Refusal => typeof state === "object";

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

/** Reads what becomes of our lines in an order of Microsoft's, by their keys. */
async function readOrder(
  api: PartnerCenter,
  task: AddTask,
  tenant: string,
  placed: PartnerOrder,
): Promise<[string, Refusal | "waiting"][]> {
  const items = (placed.lineItems ?? []).flatMap((item) => {
    const line = task.lines.find((each) => carriesKey(item, each));
    return line ? [{ item, line }] : [];
  });
  if (items.length === 0) return [];
  const states = await api.listLineProvisioning(tenant, placed.id);
  return items.map(({ item, line }) => {
    const state = states.find((each) => each.lineItemNumber === item.lineItemNumber);
    if (state?.status !== "failed") return [line.key, "waiting"];
    return [line.key, { code: "provisioningFailed", reason: failureReason(state.errorMessage) }];
  });
}

const failureReason = (message: string | null | undefined) =>
  message ? `Microsoft could not set it up: ${message}` : "Microsoft could not set it up and gave no reason.";

/** What Microsoft refused at checkout, by the keys of the lines; those that it ordered all the same are found later. */
const refusedAtCheckout = (memo: Memo) => Object.entries(JSON.parse(memo.refused ?? "{}") as Record<string, Refusal>);

export function nextAttempt(memo: Memo): Memo {
  const { orders: _, refused: __, cart: ___, ...kept } = memo;
  return { ...kept, attempt: String(Number(memo.attempt ?? 0) + 1) };
}

const settledOf = (held: Map<string, PartnerSubscription>): LineOutcome[] =>
  [...held].map(([key, found]) => ({
    key,
    state: "done",
    vendorRef: found.id,
    seen: seenOf(found),
    ...(found.effectiveStartDate ? { begun: found.effectiveStartDate } : {}),
  }));

const working = (memo: Memo, message: string, lines: LineOutcome[] = []): Outcome => ({
  state: "working",
  memo,
  tenantRef: memo.tenant ?? null,
  message,
  lines,
});

const ended = (memo: Memo, lines: LineOutcome[]): Outcome => ({
  state: "ended",
  memo,
  tenantRef: memo.tenant ?? null,
  lines,
});
