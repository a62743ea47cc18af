import { linkTo } from "@tradewind/contract/address.ts";
import type { InputOf } from "@tradewind/contract/endpoint.ts";
import type { numberPorts, PortWork } from "@tradewind/contract/ordering/number-ports.ts";
import { screens } from "@tradewind/contract/screens.ts";
import {
  countOf,
  hasLetter,
  isOpenPort,
  isPortDay,
  mayCancelPort,
  portNumber,
  type PortEvent,
  type PortState,
} from "@tradewind/domain/ordering/number-ports.ts";
import { blockOf } from "@tradewind/domain/ordering/resources.ts";
import { portPolicy } from "@tradewind/domain/pricing/policies.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { OperatorActor, TenantActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import type { Tx } from "../../platform/db.ts";
import { announce, type Topic } from "../../platform/events.store.ts";
import type { Doing } from "../../platform/http.ts";
import { loadPolicies } from "../../catalogue/offers/offers.store.ts";
import { notify } from "../../portal/notifications/notifications.store.ts";
import { needsApproval, proposePort, recheckPort, toPortWork } from "./number-ports.reads.ts";
import {
  changePort,
  completePort,
  findPort,
  findPortSteps,
  insertBlocks,
  insertEvent,
  insertPort,
  lockAnyPort,
  lockPort,
  type Port,
  type PortRow,
} from "./number-ports.store.ts";

const seenBy: Topic[] = ["services", "work"];
const numbersIn = ({ quantity }: Pick<Port, "quantity">) => (quantity === 1 ? "1 number" : `${quantity} numbers`);

/** Asks for numbers to come, as it was proposed; for its reseller's approval, where the caller is not shown what it costs. */
export async function askPort(
  doing: Doing<TenantActor>,
  instanceId: string,
  body: InputOf<typeof numberPorts.ask>["body"],
): Promise<PortRow> {
  const { tx, actor, doer, now, platform } = doing;
  const terms = await proposePort({ db: tx, actor, now, platform }, instanceId, body);
  const { instance, blocks, earliest, policy } = terms;
  const fields = {
    ...(blockOf(body.MainNumber, "GB", 1) || blockOf(body.MainNumber, "IE", 1)
      ? {}
      : { MainNumber: "Must be a telephone number with its area code" }),
    ...(body.WishedOn < earliest
      ? { WishedOn: `Must be ${formatDate(earliest)} or later` }
      : isPortDay(body.WishedOn)
        ? {}
        : { WishedOn: "Must be a working day" }),
  };
  if (Object.keys(fields).length > 0) throw new AppError("invalidRequest", { fields });
  if (terms.hash !== body.Hash) throw new AppError("portTermsChanged");
  const waits = needsApproval(actor, terms);
  const port = await insertPort(tx, {
    reseller_id: actor.resellerId,
    customer_id: instance.customer_id,
    product_id: instance.product_id,
    instance_id: instanceId,
    subscription_id: body.SiteId,
    line: body.Line,
    is_part_of_range: body.IsPartOfRange,
    provider: body.Provider,
    account_number: body.AccountNumber,
    main_number: body.MainNumber,
    billing_postcode: body.BillingPostcode,
    signed_by: body.SignedBy,
    wished_on: body.WishedOn,
    quantity: countOf(blocks),
    waits,
    asked_by_id: waits ? actor.personId : null,
    unit_cost: terms.unitCost,
    currency: actor.currency,
    policy_id: policy.id,
    note: body.Note || null,
    steps: await findPortSteps(tx, instance.product_id),
    asked_by: actor.displayName,
    asked_at: now,
  });
  if (!(await insertBlocks(tx, port, blocks)))
    throw new AppError("invalidRequest", { fields: { Numbers: "Some of these numbers are being ported already" } });
  await insertEvent(tx, port, { kind: "requested", who: actor.displayName, port_on: body.WishedOn }, now);
  await recordActivity(tx, doer, {
    action: "numberPorts.ask",
    what: `Asked to port ${numbersIn(port)} from ${body.Provider} (${portNumber(port.id)})`,
    customerId: instance.customer_id,
    object: ["service", instanceId],
  });
  if (port.waits)
    await tellReseller(
      tx,
      port,
      `${actor.displayName} asks for ${numbersIn(port)} to come from ${port.provider} and is not shown what it costs: please approve or call off ${portNumber(port.id)}.`,
      now,
    );
  await announce(tx, actor.resellerId, seenBy, instance.customer_id);
  return findPort(tx, port.id);
}

/** Asks for numbers that somebody of a customer wants: on the first day that is left, if the one they wished is too near. */
export async function approvePort({ tx, actor, doer, now }: Doing<TenantActor>, id: string): Promise<PortRow> {
  const port = orNotFound(await lockPort(tx, actor, id));
  if (!port.waits || port.state !== "requested") throw new AppError("portElsewhere");
  const earliest = await recheckPort(tx, actor, await findPort(tx, id), now);
  const later = port.wished_on < earliest ? earliest : null;
  await changePort(tx, port, { waits: false, ...(later && { wished_on: later }) });
  await insertEvent(tx, port, { kind: "approved", who: actor.displayName, port_on: later }, now);
  await recordActivity(tx, doer, {
    action: "numberPorts.approve",
    what: `Approved the port ${portNumber(id)} of ${numbersIn(port)} from ${port.provider}${later ? `, for ${formatDate(later)}` : ""}`,
    customerId: port.customer_id,
    object: ["service", port.instance_id],
  });
  await tellAsker(tx, port, `was approved, and is asked for ${formatDate(later ?? port.wished_on)}`, now);
  await announce(tx, actor.resellerId, seenBy, port.customer_id);
  return findPort(tx, id);
}

/** Calls off a port, until some days before its day. */
export async function cancelPort({ tx, actor, doer, now }: Doing<TenantActor>, id: string): Promise<PortRow> {
  const port = orNotFound(await lockPort(tx, actor, id));
  if (!isOpenPort(port.state)) throw new AppError("portElsewhere");
  const policy = portPolicy(await loadPolicies(tx));
  if (!mayCancelPort(policy, { state: port.state, portOn: port.port_on }, now.toISOString().slice(0, 10)))
    throw new AppError("portTooLate");
  await changePort(tx, port, { state: "cancelled", settled_at: now });
  await insertEvent(tx, port, { kind: "cancelled", who: actor.displayName }, now);
  await recordActivity(tx, doer, {
    action: "numberPorts.cancel",
    what: `Called off the port ${portNumber(id)} of ${numbersIn(port)} from ${port.provider}`,
    customerId: port.customer_id,
    object: ["service", port.instance_id],
  });
  if (port.asked_by_id !== actor.personId) await tellAsker(tx, port, "was called off", now);
  await announce(tx, actor.resellerId, seenBy, port.customer_id);
  return findPort(tx, id);
}

/** Says that a port was sent to the old provider. */
export async function submitPort(doing: Doing<OperatorActor>, id: string): Promise<PortWork> {
  const port = await portAt(doing, id, "requested");
  if (!hasLetter((await findPort(doing.tx, id)).letter)) throw new AppError("portLetterMissing");
  await changePort(doing.tx, port, { state: "submitted" });
  return moved(doing, port, { kind: "submitted" }, `${numbersIn(port)}: the request was sent to ${port.provider}`);
}

/** Sets the day on which numbers move, or another one. */
export async function acceptPort(doing: Doing<OperatorActor>, id: string, on: string, why: string | null) {
  const port = await portAt(doing, id, "submitted", "accepted");
  const today = doing.now.toISOString().slice(0, 10);
  if (on < today || !isPortDay(on))
    throw new AppError("invalidRequest", { fields: { On: "Must be a working day that is not over" } });
  const isFirst = port.state === "submitted";
  if (!isFirst && !why) throw new AppError("invalidRequest", { fields: { Why: "A reason is required" } });
  await changePort(doing.tx, port, { state: "accepted", port_on: on });
  return moved(
    doing,
    port,
    { kind: isFirst ? "accepted" : "rescheduled", port_on: on, why },
    isFirst
      ? `${port.provider} accepted: ${numbersIn(port)} will move on ${formatDate(on)}`
      : `${numbersIn(port)} will move on ${formatDate(on)} instead: ${why}`,
  );
}

/** Says why numbers do not come, also those that wait for approval: they are kept from everybody. */
export async function rejectPort(doing: Doing<OperatorActor>, id: string, why: string): Promise<PortWork> {
  const port = orNotFound(await lockAnyPort(doing.tx, id));
  if (!isOpenPort(port.state)) throw new AppError("portElsewhere");
  await changePort(doing.tx, port, { state: "rejected", answer: why, settled_at: doing.now });
  await tellAsker(doing.tx, port, `was rejected: ${why}`, doing.now);
  return moved(doing, port, { kind: "rejected", why }, `${numbersIn(port)} of ${port.provider} will not move: ${why}`);
}

/** Says that numbers are here: they join their site, and are charged. */
export async function completeOnePort(doing: Doing<OperatorActor>, id: string): Promise<PortWork> {
  const port = await portAt(doing, id, "accepted");
  if (port.port_on! > doing.now.toISOString().slice(0, 10)) throw new AppError("portNotDue");
  const { Steps } = toPortWork(await findPort(doing.tx, id));
  if (Steps.some(({ TickedAt }) => TickedAt === null)) throw new AppError("workNotTicked");
  const refusal = await completePort(doing.tx, id, doing.now);
  if (refusal) throw new AppError(refusal);
  return moved(doing, port, { kind: "ported" }, `${numbersIn(port)} of ${port.provider} moved and can be called`);
}

/** Ticks a step of the checklist, or takes its tick back. */
export async function tickPortStep(
  doing: Doing<OperatorActor>,
  id: string,
  { Position, Done }: { Position: number; Done: boolean },
): Promise<PortWork> {
  const { tx, actor, now } = doing;
  const port = await portAt(doing, id, "requested", "submitted", "accepted");
  const step = toPortWork(await findPort(tx, id)).Steps.find((each) => each.Position === Position);
  if (!step) throw new AppError("notFound");
  if ((step.TickedAt !== null) !== Done)
    await insertEvent(tx, port, { kind: "step", who: actor.displayName, step: Position, is_ticked: Done }, now);
  await recordActivity(tx, doing.doer, {
    action: "numberPorts.tick",
    what: `${Done ? "Ticked" : "Took back the tick of"} a step of the port ${portNumber(id)}`,
    object: ["numberPort", id],
  });
  await announce(tx, port.reseller_id, ["work"], port.customer_id);
  return toPortWork(await findPort(tx, id));
}

async function portAt({ tx }: Doing<OperatorActor>, id: string, ...states: PortState[]): Promise<Port> {
  const port = orNotFound(await lockAnyPort(tx, id));
  if (port.waits || !states.includes(port.state)) throw new AppError("portElsewhere");
  return port;
}

const noticeOf = (port: Port, content: string, now: Date) => ({
  resellerId: port.reseller_id,
  category: "Orders" as const,
  content: /[.!?]$/.test(content) ? content : `${content}.`,
  link: linkTo(screens.service, { ctx: port.customer_id, instanceId: port.instance_id }),
  customerId: port.customer_id,
  productId: port.product_id,
  now,
});
const tellReseller = (tx: Tx, port: Port, content: string, now: Date) =>
  notify(tx, { ...noticeOf(port, content, now), view: "customers", kinds: ["reseller", "engineer"] });

/** Tells whoever asked for a port that had to wait what became of it. */
async function tellAsker(tx: Tx, port: Port, outcome: string, now: Date): Promise<void> {
  if (port.asked_by_id === null) return;
  const content = `Your port ${portNumber(port.id)} of ${numbersIn(port)} from ${port.provider} ${outcome}`;
  const to = { view: "home", kinds: ["endUserAdmin", "endUser"], onlyPersonId: port.asked_by_id } as const;
  await notify(tx, { ...noticeOf(port, content, now), ...to });
}

const actions = {
  submitted: "numberPorts.submit",
  accepted: "numberPorts.accept",
  rescheduled: "numberPorts.accept",
  rejected: "numberPorts.reject",
  ported: "numberPorts.complete",
} as const satisfies Partial<Record<PortEvent, string>>;

/** Keeps what happened to a port, and tells the reseller. */
async function moved(
  { tx, actor, now, ip, requestId }: Doing<OperatorActor>,
  port: Port,
  event: { kind: keyof typeof actions; port_on?: string; why?: string | null },
  tell: string,
): Promise<PortWork> {
  await insertEvent(tx, port, { ...event, who: actor.displayName }, now);
  const what = `${portNumber(port.id)}: ${tell}`;
  await recordActivity(
    tx,
    { resellerId: port.reseller_id, actor, now, ip, requestId },
    { action: actions[event.kind], what, customerId: port.customer_id, object: ["service", port.instance_id] },
  );
  await tellReseller(tx, port, what, now);
  await announce(tx, port.reseller_id, [...seenBy, "dashboard"], port.customer_id);
  return toPortWork(await findPort(tx, port.id));
}
