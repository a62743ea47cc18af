/** Moves licences to a better product by a transition, which Microsoft only begins at once and makes in its own time. */
import { stableUuid, VendorRefusal } from "../http.ts";
import { refused } from "../outcomes.ts";
import type { FulfilTask, LineOutcome, Memo, UpgradeLine } from "../vendor.ts";
import type { PartnerSubscription, Transition } from "./microsoft-api-shapes.ts";
import type { PartnerCenter } from "./microsoft-api.ts";
import { seenOf } from "./microsoft-seen.ts";

const unknown = { code: "subscriptionNotFound", reason: "Microsoft does not know this subscription." };

/**
 * Begins the transition of a line, or reads how far it got. The memo keeps the transitions that were there before, from a
 * round that does nothing else: ours is one that came since, even if the answer that named it was lost. That round cannot know
 * whether another began one for this order already, and takes for ours what was begun since the order was placed.
 */
export async function upgradeLine(
  api: PartnerCenter,
  tenant: string,
  task: Extract<FulfilTask, { kind: "upgrade" }>,
  line: UpgradeLine,
  memo: Memo,
): Promise<LineOutcome | { waitFor: string }> {
  const source = line.from.vendorRef ? await api.findSubscription(tenant, line.from.vendorRef) : undefined;
  const ready = `ready ${line.key}`;
  if (!source) return (memo[ready] && (await findMade(api, tenant, task, line))) || refused(line, unknown);
  const all = await api.listTransitions(tenant, source.id);
  const [before, begun] = [`before ${line.key}`, `transition ${line.key}`];
  const idsOf = (transitions: readonly Transition[]) =>
    transitions.flatMap(({ operationId }) => operationId ?? []).join(" ");
  const isWanted = (each: Transition) => each.toCatalogItemId === line.offerRef && each.quantity === line.moved;
  const isSince = (each: Transition) => (begunAt(each) ?? 0) >= Date.parse(task.since);
  const isOurs = (each: Transition) =>
    (memo[begun] !== undefined && each.operationId === memo[begun]) ||
    (isWanted(each) && isSince(each) && (isMade(each) || isRunning(each)));
  memo[before] ??= idsOf(all.filter((each) => !isOurs(each)));
  delete memo[begun];
  if (all.some(isRunning)) return { waitFor: "Microsoft is making the upgrade" };
  const known = new Set(memo[before].split(" "));
  const mine = all.findLast(
    (each) => isWanted(each) && (each.operationId ? !known.has(each.operationId) : isSince(each)),
  );
  if (mine && isMade(mine)) return await resultOf(api, tenant, line, source, mine);
  if (mine) {
    // Trying again begins another one.
    memo[before] = idsOf(all);
    return refused(line, readFailure(mine));
  }
  // A part of what is there gets a number of its own, all of it keeps its number: it must be what was promised.
  if ((source.quantity === line.moved) !== (line.from.quantity === 0))
    return refused(line, {
      code: "quantityDiffers",
      reason: `Microsoft has ${source.quantity} of these licences, not ${line.from.quantity + line.moved}. Settle this difference, then try again.`,
    });
  if (memo[ready] === undefined) {
    memo[ready] = "yes";
    return { waitFor: "Microsoft is about to make the upgrade" };
  }
  await begin(api, tenant, line, source, stableUuid("upgrade", task.key, line.key, all.length));
  return { waitFor: "Microsoft is making the upgrade" };
}

/** Finds what an upgrade that may have begun led to, once Microsoft no longer knows where it came from. */
async function findMade(
  api: PartnerCenter,
  tenant: string,
  { since }: Extract<FulfilTask, { kind: "upgrade" }>,
  { key, vendorRef, offerRef, quantity }: UpgradeLine,
): Promise<LineOutcome | undefined> {
  const isMadeSince = ({ effectiveStartDate }: PartnerSubscription) =>
    (effectiveStartDate ?? "").slice(0, 10) >= since.slice(0, 10);
  const target = (await api.listSubscriptions(tenant)).find(
    (each) =>
      each.quantity === quantity &&
      (vendorRef ? each.id === vendorRef : each.offerId === offerRef && isMadeSince(each)),
  );
  return target && { key, state: "done", vendorRef: target.id, seen: seenOf(target) };
}

const stateOf = ({ events }: Transition, name: string) =>
  events
    ?.findLast((each) => each.name?.toLowerCase() === name)
    ?.status?.trim()
    .toLowerCase();
const begunAt = ({ events }: Transition) =>
  events
    ?.flatMap(({ timestamp }) => (timestamp ? [Date.parse(timestamp)] : []))
    .toSorted((a, b) => a - b)
    .at(0);
const isMade = (transition: Transition) => stateOf(transition, "conversion") === "completed";
const isRunning = (transition: Transition) =>
  ["conversion", "licensereassignment"].some((name) => ["started", "inprogress"].includes(stateOf(transition, name)!));

async function resultOf(
  api: PartnerCenter,
  tenant: string,
  line: UpgradeLine,
  source: PartnerSubscription,
  made: Transition,
): Promise<LineOutcome | { waitFor: string }> {
  const id = made.toSubscriptionId ?? line.vendorRef ?? source.id;
  const target = id === source.id ? source : await api.findSubscription(tenant, id);
  if (!target) return { waitFor: "The upgraded subscription is not visible at Microsoft yet" };
  return { key: line.key, state: "done", vendorRef: id, seen: seenOf(target), seenFrom: seenOf(source) };
}

async function begin(
  api: PartnerCenter,
  tenant: string,
  line: UpgradeLine,
  source: PartnerSubscription,
  requestId: string,
): Promise<void> {
  const target = line.vendorRef !== null && line.vendorRef !== source.id ? line.vendorRef : undefined;
  const items = await api.listTransitionEligibilities(tenant, source.id);
  const item = items.find(({ catalogItemId }) => catalogItemId === line.offerRef);
  const standing = item?.subscriptionEligibilities?.find(({ subscriptionId }) => subscriptionId === target);
  if (target && !standing?.isEligible) throw refusal(standing?.errors, targetReasons, noTarget);
  const ways = item?.eligibilities ?? [];
  // People keep their licences where Microsoft lets us move them.
  const way =
    ways.find((each) => each.isEligible && each.transitionType === "transition_with_license_transfer") ??
    ways.find((each) => each.isEligible);
  if (!way)
    throw refusal(
      ways.flatMap(({ errors }) => errors ?? []),
      eventReasons,
      noWay,
    );
  await api.beginTransition(
    tenant,
    source.id,
    {
      fromCatalogItemId: source.offerId,
      fromSubscriptionId: source.id,
      toCatalogItemId: line.offerRef,
      ...(target ? { toSubscriptionId: target } : {}),
      quantity: line.moved,
      termDuration: line.term,
      billingCycle: line.billing,
      transitionType: way.transitionType,
      events: [],
    },
    requestId,
  );
}

type Fault = { code?: string | number | null | undefined; description?: string | null | undefined };

const noWay = "Microsoft does not upgrade this subscription to that product.";
const noTarget = "Microsoft does not move these licences to that subscription.";

/** By the numbers of transition events. */
const eventReasons: Readonly<Record<string, string>> = {
  2: "The subscription is not active. Resume it before upgrading it.",
  3: "The customer has services at Microsoft that do not go together with that product. Remove them first.",
  6: "Microsoft does not upgrade a subscription with these add-ons. Cancel them first.",
  7: noWay,
  8: "Microsoft does not know the subscription that is to take these licences.",
  9: "The subscription is still being set up at Microsoft. Try again later.",
  10: "Microsoft does not offer that product with this billing.",
  13: "Our rights in the customer's tenant do not allow this upgrade. Extend the partner relationship.",
};

/** By the numbers of what is wrong with an existing subscription. */
const targetReasons: Readonly<Record<string, string>> = {
  1: "That subscription is not active.",
  2: "That subscription can still be cancelled: wait until its time for it is over, or upgrade to one of its own.",
  3: "That subscription has a shorter term.",
  4: "That subscription ends before these licences.",
};

function refusal(
  faults: readonly Fault[] | null | undefined,
  words: Readonly<Record<string, string>>,
  otherwise: string,
) {
  const [fault] = faults ?? [];
  const code = fault?.code ?? "noUpgradePath";
  return new VendorRefusal(400, `transition.${code}`, words[String(code)] ?? fault?.description ?? otherwise);
}

function readFailure({ events }: Transition) {
  const errors = events?.flatMap((each) => each.errors ?? []);
  const { code, message } = refusal(errors, eventReasons, "Microsoft could not make the upgrade. Ask support.");
  return { code, reason: message };
}
