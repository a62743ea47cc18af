/** Fulfils our orders for Microsoft licences through Partner Center. */
import {
  type Fulfiller,
  type FulfilLine,
  type FulfilTask,
  type LineOutcome,
  type Memo,
  type Outcome,
  type Refusal,
  type TermEnd,
  type UpgradeLine,
  type VendorNames,
  VendorUnavailable,
} from "../vendor.ts";
import { stableUuid, VendorRefusal } from "../http.ts";
import { refuseRest, refused } from "../outcomes.ts";
import { addAtMicrosoft, carriesKey, nextAttempt } from "./microsoft-add.ts";
import { readRefusal } from "./microsoft-reasons.ts";
import type { partnerCenter, PartnerCenter } from "./microsoft-api.ts";
import { distinct } from "./microsoft-round.ts";
import { isExtended, seenOf } from "./microsoft-seen.ts";
import { billingChange } from "./microsoft-billing.ts";
import { termEndChange } from "./microsoft-term-end.ts";
import type { PartnerSubscription } from "./microsoft-api-shapes.ts";
import type { Directories, Directory } from "./microsoft-directory.ts";
import { handOver } from "./microsoft-people.ts";
import { upgradeLine } from "./microsoft-upgrade.ts";

type ChangeTask = Exclude<FulfilTask, { kind: "add" }>;
type AnyLine = FulfilLine & { termEnd?: TermEnd } & Partial<Pick<UpgradeLine, "from" | "moved">>;

export function microsoftFulfiller(
  partner: ReturnType<typeof partnerCenter>,
  names: VendorNames,
  directories: Directories,
): Fulfiller {
  return {
    async fulfil(task, memo) {
      const reached: Memo = { ...memo };
      const { api, round, now } = partner.openRound(reached);
      const systems: Systems = { api, directoryOf: (tenant) => directories(tenant, round) };
      try {
        return { ...(await carryOn(systems, names, task, reached, now())), references: round.references() };
      } catch (error) {
        if (!(error instanceof VendorUnavailable)) throw error;
        const { message, cause, retryAfterMs } = error;
        const all = distinct([...error.references, ...round.references()]);
        throw new VendorUnavailable(message, { cause, retryAfterMs, references: all, memo: reached });
      }
    },
  };
}

/** Partner Center, and the directories of its customers. */
type Systems = { api: PartnerCenter; directoryOf(tenantRef: string): Directory };

async function carryOn(
  systems: Systems,
  names: VendorNames,
  task: FulfilTask,
  memo: Memo,
  now: number,
): Promise<Outcome> {
  const settle = settler(memo, now);
  try {
    if (task.kind === "add") return await addAtMicrosoft(systems.api, names, task, memo);
    return await changeAtMicrosoft(systems, task, memo, settle);
  } catch (error) {
    const refusal = settle(error);
    if ("waitFor" in refusal) return { ...waiting(memo, refusal.waitFor), tenantRef: memo.tenant ?? null };
    return refuseRest(task, task.kind === "add" ? nextAttempt(memo) : memo, refusal);
  }
}

type Settle = (error: unknown) => Refusal | { waitFor: string };

/**
 * Reads refusals, and throws everything else. What stays invisible is refused in the end, unless it was bought: then it
 * is there, or will be.
 */
function settler(memo: Memo, now: number): Settle {
  const { hidden: since = String(now) } = memo;
  delete memo.hidden;
  return (error) => {
    if (!(error instanceof VendorRefusal)) throw error;
    const reading = readRefusal(error);
    if (!("waitFor" in reading) || reading.atMostMs === undefined || memo.cart) return reading;
    if (now - Number(since) >= reading.atMostMs) return { code: error.code, reason: `${reading.waitFor}.` };
    memo.hidden = since;
    return reading;
  };
}

async function changeAtMicrosoft(systems: Systems, task: ChangeTask, memo: Memo, settle: Settle): Promise<Outcome> {
  const tenant = memo.tenant ?? task.customer.tenantRef;
  if (!tenant) return task.kind === "cancel" ? nothingThere(task, memo) : refuseRest(task, memo, unknown);
  memo.tenant = tenant;
  const lines: LineOutcome[] = [];
  let waitFor: string | undefined;
  for (const line of task.lines as AnyLine[]) {
    const outcome = await changeLine(systems, tenant, task, line, memo, settle);
    if ("waitFor" in outcome) waitFor ??= outcome.waitFor;
    else lines.push(outcome);
  }
  return waitFor === undefined ? { state: "ended", memo, tenantRef: tenant, lines } : waiting(memo, waitFor, lines);
}

/** Brings one line to its state; a refusal settles this line only. */
async function changeLine(
  { api, directoryOf }: Systems,
  tenant: string,
  task: ChangeTask,
  line: AnyLine,
  memo: Memo,
  settle: Settle,
): Promise<LineOutcome | { waitFor: string }> {
  try {
    if (task.kind === "upgrade") return await upgradeLine(api, tenant, task, line as UpgradeLine, memo);
    const found = await findLine(api, tenant, line);
    let refs: Record<string, string> | undefined;
    if (found && line.people) {
      if (isGone(found)) throw new VendorRefusal(400, "900279", "The subscription has ended.");
      const { country } = task.customer;
      const handed = await handOver(directoryOf(tenant), found.id, line, country, memo);
      if ("waitFor" in handed) return handed;
      const { refusal, settled } = handed;
      if (refusal) return { key: line.key, state: "refused", settled, ...refusal };
      refs = handed.refs;
    }
    if (found) {
      const reached = await (task.kind === "newTerm"
        ? beginTerm(api, tenant, task, line, found, memo)
        : bringTo(api, tenant, task, line, found));
      if (typeof reached === "string") return { waitFor: reached };
      return { key: line.key, state: "done", vendorRef: found.id, seen: seenOf(reached), ...(refs ? { refs } : {}) };
    }
    if (task.kind !== "cancel") return refused(line, unknown);
    if (await isBeingOrdered(api, tenant, line)) return { waitFor: "Microsoft is still setting up the subscription" };
    return gone(line);
  } catch (error) {
    const refusal = settle(error);
    return "waitFor" in refusal ? refusal : refused(line, refusal);
  }
}

async function findLine(
  api: PartnerCenter,
  tenant: string,
  line: FulfilLine,
): Promise<PartnerSubscription | undefined> {
  if (line.vendorRef) return api.findSubscription(tenant, line.vendorRef);
  return (await api.listSubscriptions(tenant)).find((each) => carriesKey(each, line));
}

async function isBeingOrdered(api: PartnerCenter, tenant: string, line: FulfilLine): Promise<boolean> {
  const orders = await api.listOrders(tenant);
  return orders.some((order) => order.status === "pending" && order.lineItems?.some((item) => carriesKey(item, line)));
}

/** How often a change is made anew in one round because the subscription changed meanwhile. */
const mostTries = 3;

/** Changes the subscription if necessary and returns how it then is, or what there is to wait for. */
async function bringTo(
  api: PartnerCenter,
  tenant: string,
  task: ChangeTask,
  line: AnyLine,
  found: PartnerSubscription,
): Promise<string | PartnerSubscription> {
  let current = found;
  for (let tries = 0; ; tries++) {
    const changes = changesFor(task, line, current);
    if (!changes) return task.kind === "change" ? settingUp(api, tenant, current) : current;
    if (tries === mostTries) return "The subscription changes all the time; reading it again";
    const requestId = stableUuid(task.kind, task.key, line.key, current.attributes?.etag ?? "");
    const isStale = await api.changeSubscription(tenant, current, changes, requestId).then(() => false, orStale);
    const after = await api.findSubscription(tenant, current.id);
    if (!after || (!isStale && changesFor(task, line, after)))
      return "Microsoft has accepted the change but has not made it yet";
    current = after;
  }
}

/** Begins a new term unless it has begun, and returns how the subscription then is, or what there is to wait for. */
async function beginTerm(
  api: PartnerCenter,
  tenant: string,
  task: ChangeTask,
  line: AnyLine,
  current: PartnerSubscription,
  memo: Memo,
): Promise<string | PartnerSubscription> {
  if (hasTerm(current, line)) return settingUp(api, tenant, current);
  if (isGone(current)) throw new VendorRefusal(400, "900279", "The subscription has ended.");
  const wanted = {
    toCatalogItemId: line.offerRef,
    quantity: line.quantity,
    termDuration: line.term,
    billingCycle: line.billing,
    transitionType: "transition_only",
  };
  const begun = `newTerm ${line.key}`;
  const requestId = stableUuid(task.kind, task.key, line.key, current.attributes?.etag ?? "");
  const started = memo[begun] ? undefined : await api.beginTransition(tenant, current.id, wanted, requestId);
  if (started?.operationId) memo[begun] = started.operationId;
  const after = await api.findSubscription(tenant, current.id);
  if (after && hasTerm(after, line)) return after;
  // Earlier ones that failed stay in the list.
  const held = await api.listTransitions(tenant, current.id);
  const own = held.filter(({ operationId }) => operationId !== undefined && operationId === memo[begun]);
  const events = [started, ...own].flatMap((each) => each?.events ?? []);
  const failed = events.find(({ status }) => status?.trim() === "Failed");
  if (!failed) return "Microsoft is beginning the new term";
  delete memo[begun];
  const [error] = failed.errors ?? [];
  throw new VendorRefusal(400, String(error?.code ?? "transitionFailed"), error?.description ?? "");
}

const hasTerm = (current: PartnerSubscription, line: FulfilLine) =>
  !isExtended(current) &&
  current.offerId === line.offerRef &&
  current.quantity === line.quantity &&
  current.termDuration === line.term &&
  current.billingCycle?.toLowerCase() === line.billing;

const isGone = ({ status }: PartnerSubscription) => status === "deleted" || status === "expired";

async function settingUp(api: PartnerCenter, tenant: string, current: PartnerSubscription) {
  const provisioning = await api.findProvisioning(tenant, current.id);
  return provisioning?.status === "pending" ? "Microsoft is setting up the change" : current;
}

function orStale(error: unknown): true {
  if (error instanceof VendorRefusal && error.code === "2055") return true;
  throw error;
}

/**
 * Returns the necessary changes, if any. Throws `VendorRefusal` if the subscription can no longer be changed as wanted.
 */
function changesFor(
  task: ChangeTask,
  line: AnyLine,
  current: PartnerSubscription,
): Record<string, unknown> | undefined {
  if (task.kind === "cancel") return statusChange(current, "deleted", ["deleted", "expired"]);
  if (isGone(current)) throw new VendorRefusal(400, "900279", "The subscription has ended.");
  // Details are only stored by us, and who has what by the directory, not by Partner Center.
  if (task.kind === "details" || task.kind === "assign") return undefined;
  if (task.kind === "suspend") return statusChange(current, "suspended", ["suspended"]);
  if (task.kind === "resume") return statusChange(current, "active", ["active"]);
  if (task.kind === "change") return current.quantity === line.quantity ? undefined : { quantity: line.quantity };
  if (task.kind === "billing") return billingChange(current, line);
  return termEndChange(current, line.termEnd!);
}

const statusChange = (current: PartnerSubscription, status: string, good: string[]) =>
  good.includes(current.status) ? undefined : { status };

const waiting = (memo: Memo, message: string, lines: LineOutcome[] = []): Outcome => ({
  state: "working",
  memo,
  message,
  lines,
});

const unknown: Refusal = { code: "subscriptionNotFound", reason: "Microsoft does not know this subscription." };

const gone = (line: FulfilLine): LineOutcome => ({ key: line.key, state: "done", vendorRef: line.vendorRef ?? "" });

const nothingThere = (task: ChangeTask, memo: Memo): Outcome => ({
  state: "ended",
  memo,
  tenantRef: null,
  lines: task.lines.map(gone),
});
