import { attributeField } from "@tradewind/contract/ordering/attribute-words.ts";
import { toWireProposal } from "@tradewind/contract/ordering/proposals.ts";
import { counted } from "@tradewind/domain/catalogue/units.ts";
import { dayOf } from "@tradewind/domain/values/dates.ts";
import { formatLastDay } from "@tradewind/domain/values/date-formats.ts";
import { detailsOf, type FormValues } from "@tradewind/domain/catalogue/forms.ts";
import type { Change, Proposal, Subscription } from "@tradewind/domain/pricing/pricing-types.ts";
import { orderRoleOf } from "@tradewind/domain/ordering/order-rules.ts";
import { handoversOf } from "@tradewind/domain/pricing/handovers.ts";
import { upgradedKey } from "@tradewind/domain/pricing/upgrade.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import { trailing } from "../../platform/trail.ts";
import { announce } from "../../platform/events.store.ts";
import { requireAnswers } from "../../platform/form-answers.ts";
import type { Doing } from "../../platform/http.ts";
import type { Orderer } from "../../platform/actor.ts";
import { newId } from "../../platform/random.ts";
import { takeTurn } from "../../platform/take-turn.ts";
import { lockCustomer } from "../../customers/customers/customers.store.ts";
import { wishHandovers } from "../assignments/assignments.store.ts";
import { setIntents } from "../intents/intents.store.ts";
import { insertInstance, setInstanceStatus } from "../instances/instances.store.ts";
import {
  insertHistory,
  insertSubscriptions,
  toSubscription,
  updateSubscriptions,
} from "../subscriptions/subscriptions.store.ts";
import { requireAttributes } from "../journeys/line-attributes.reads.ts";
import { isLimited, requireWithinLimit } from "../../billing/debtors/credit-limits.reads.ts";
import { requireUnpaused } from "../../billing/dunning/dunning.reads.ts";
import { holdCharges } from "../../billing/charges/charges.store.ts";
import { takeGoods } from "../goods/goods.actions.ts";
import { holdStock } from "../goods/goods.store.ts";
import { drawProposal, meetRules, requireAllowed } from "../order-rules/order-rules.reads.ts";
import { takeNumbers } from "../number-stock/number-stock.actions.ts";
import {
  hastenOrders,
  insertOrder,
  insertOrderLines,
  lockOrder,
  type NewOrder,
  type NewOrderLine,
  type OrderTask,
} from "./orders.store.ts";
import { workOut, type Wanted, type WorkedOut } from "../proposals/proposals.reads.ts";

/** An order in the making: in a call, or in a job that continues what a person began. */
export type Ordering = Pick<Doing, "tx" | "now" | "doer" | "platform"> & { actor: Orderer };

/**
 * Places an order by its proposal's hash: writes everything it promised at once, with the job for the vendor. Its charges
 * are held until the vendor has done it. If the proposal would now differ, writes nothing and returns the new proposal and
 * the difference. Without a hash the order is placed as it is now: of a quote, only what the customer pays was promised.
 * Returns what it promised, how the service's subscriptions stood before, and what was ordered in words, as well.
 */
export async function placeOrder(
  doing: Ordering,
  wanted: Wanted & {
    Details: FormValues;
    ProposalHash: string | null;
    fieldOfLine?: typeof attributeField;
    /** Somebody decided about this very order: the reseller about a request, or the customer about a quote. */
    isApproved?: true;
  },
) {
  const { tx, actor, now, doer, platform } = doing;
  // One change per customer at a time, so its basis cannot change meanwhile. Reads sent after the lock wait for it on
  // the connection, so they go out together.
  const worked = await workOut(tx, actor, now, platform, wanted, {
    customer: () => lockCustomer(tx, actor, wanted.CustomerId),
    product: (productId) => takeTurn(tx, `${actor.resellerId} ${productId}`),
    stock: (skus) => holdStock(tx, skus),
  });
  if (wanted.ProposalHash !== null && worked.hash !== wanted.ProposalHash) throw await proposalChanged(worked, doing);
  const sale = worked.sale();
  const raises = sale.commits || worked.change.kind === "add";
  const today = dayOf(now.toISOString());
  if (raises && !worked.isAddressed) throw new AppError("addressMissing");
  if (raises) await requireUnpaused(tx, actor, today);
  const hasLimit = raises && (await isLimited(tx, actor, today));
  if (!wanted.isApproved) await requireAllowed(tx, actor, wanted.CustomerId, sale, now);
  if (worked.proposal.findings.some((finding) => finding.blocks)) throw new AppError("agreementNotSigned");
  requireAnswers(worked.questions, wanted.Details);
  requireAttributes(worked.attributes, wanted.fieldOfLine);
  const details = detailsOf(worked.questions, wanted.Details);
  const orderId = newId();
  const instanceId = worked.instance?.id ?? newId();
  const ids = idsOf(worked);
  const { journey, task } = kindOf(worked);
  const order: NewOrder = {
    resellerId: actor.resellerId,
    id: orderId,
    customerId: wanted.CustomerId,
    instanceId,
    productId: worked.product.id,
    journey,
    task,
    proposalHash: worked.hash,
    proposal: toWireProposal(worked.proposal, worked.hash, actor.currency, true),
    details,
    delivery: worked.delivery,
    placedBy: actor.personId,
    placedByName: actor.displayName,
    spentMinor: sale.amount?.minor ?? null,
    spentBy: wanted.isApproved ? null : orderRoleOf(actor.kind),
  };
  const what = describe(worked);
  const isGoods = task === "add" && worked.proposal.subscriptions.some((each) => each.policyIds.goods !== undefined);
  const isStocked = takesNumbers(worked);
  // What is reserved is read from the lines, and what is used of a limit from what is held.
  const later = isGoods || isStocked || hasLimit ? tx : trailing(tx);
  await Promise.all([
    worked.instance
      ? setInstanceStatus(
          later,
          actor.resellerId,
          instanceId,
          journey === "Delete" ? "Deleting" : "Activating",
          "Waiting for the vendor",
          now,
        )
      : insertInstance(
          later,
          {
            resellerId: actor.resellerId,
            id: instanceId,
            customerId: wanted.CustomerId,
            productId: worked.product.id,
            membershipId: wanted.UserId ?? null,
            details,
          },
          now,
        ),
    insertOrder(later, order, now),
    writeSubscriptions({ ...doing, tx: later }, worked, ids, instanceId),
    insertOrderLines(later, actor.resellerId, orderId, linesOf(worked, ids)),
    wishHandovers(
      later,
      { resellerId: actor.resellerId, customerId: wanted.CustomerId, productId: worked.product.id, orderId },
      handoversOf(worked.change),
      now,
    ),
    insertHistory(
      later,
      worked.proposal.history.map((entry) => ({
        resellerId: actor.resellerId,
        subscriptionId: ids(entry.subscriptionKey),
        orderId,
        entry: withIds(entry, ids),
      })),
      now,
    ),
    // Withdraws what was wanted before, so it cannot be one statement with the rest.
    setIntents(tx, intentsOf(worked, doing, wanted), now, worked.change.kind === "billing" ? "billing" : "termEnd"),
    holdCharges(
      later,
      worked.proposal.chargeRows.map((row) => ({
        resellerId: actor.resellerId,
        customerId: wanted.CustomerId,
        subscriptionId: row.subscriptionKey && ids(row.subscriptionKey),
        orderId,
        productId: worked.product.id,
        row,
      })),
    ),
    recordActivity(tx, doer, {
      action: `orders.${task}`,
      what,
      customerId: wanted.CustomerId,
      object: ["order", orderId],
    }),
    announce(tx, actor.resellerId, ["services", "orders", "customers", "dashboard"], wanted.CustomerId),
    platform.jobs.file(tx, "orders.fulfil", { resellerId: actor.resellerId, orderId }),
  ]);
  // Last, since others wait for the same stock.
  if (isGoods) await takeGoods(tx, actor.resellerId, orderId, now);
  if (isStocked) {
    const keys = worked.proposal.subscriptions.map((each) => ids(each.key));
    await takeNumbers(tx, actor.resellerId, orderId, now, (id, name) =>
      (wanted.fieldOfLine ?? attributeField)(keys.indexOf(id), name),
    );
  }
  if (hasLimit) await requireWithinLimit(tx, actor, today);
  const { proposal, delivery, rows } = worked;
  return { OrderId: orderId, InstanceId: instanceId, proposal, delivery, rows, task, what };
}

/** Whether any of the lines gets telephone numbers from stock. */
const takesNumbers = ({ change, proposal, offers }: WorkedOut): boolean =>
  (change.kind === "add" || change.kind === "setQuantity") &&
  proposal.subscriptions.some((each) => offers.get(each.offerId)?.takesNumbers);

/** Says that a proposal is not what was seen, and what it is now. */
export async function proposalChanged(worked: WorkedOut, { tx, actor, now }: Ordering): Promise<AppError> {
  const met = await meetRules(tx, actor, worked.customer.id, worked.sale(), now);
  return new AppError("proposalChanged", { details: { Proposal: drawProposal(worked, met, actor) } });
}

/** Maps keys of what is new to subscription ids; existing subscriptions already have their id as key. */
function idsOf(worked: WorkedOut): (key: string) => string {
  const ids = new Map(newOnesOf(worked).map((each) => [each.key, newId()]));
  return (key) => ids.get(key) ?? key;
}

const newOnesOf = ({ proposal, change, rows }: WorkedOut) =>
  change.kind === "add"
    ? proposal.subscriptions
    : proposal.subscriptions.filter((each) => !rows.some((row) => row.id === each.key));

function withIds(entry: Proposal["history"][number], ids: (key: string) => string): Proposal["history"][number] {
  if (entry.kind !== "started") return { ...entry, subscriptionKey: ids(entry.subscriptionKey) };
  const { parentKey } = entry.data;
  return {
    ...entry,
    subscriptionKey: ids(entry.subscriptionKey),
    data: { ...entry.data, parentKey: parentKey && ids(parentKey) },
  };
}

function kindOf({ change, instance, proposal, rows }: WorkedOut): { journey: NewOrder["journey"]; task: OrderTask } {
  if (change.kind === "add") return { journey: instance ? "Modify" : "Add", task: "add" };
  if (change.kind === "setQuantity" || change.kind === "setAttributes") return { journey: "Modify", task: "change" };
  if (change.kind === "schedule" || change.kind === "newTerm" || change.kind === "billing")
    return { journey: "Modify", task: change.kind };
  if (change.kind === "upgrade") return { journey: "Upgrade", task: "upgrade" };
  if (change.kind === "assign" || change.kind === "unassign" || change.kind === "move")
    return { journey: "Modify", task: "assign" };
  const leaving = new Set(proposal.subscriptions.map((each) => each.key));
  const allGone = rows.every((row) => leaving.has(row.id));
  return { journey: allGone ? "Delete" : "Modify", task: "cancel" };
}

async function writeSubscriptions(
  { tx, actor }: Ordering,
  worked: WorkedOut,
  ids: (key: string) => string,
  instanceId: string,
) {
  const { proposal, change, customer, rows } = worked;
  const added = newOnesOf(worked);
  await Promise.all([
    updateSubscriptions(
      tx,
      proposal.subscriptions.flatMap((each) => {
        const row = added.includes(each) ? undefined : rows.find(({ id }) => id === each.key);
        if (!row) return [];
        if (change.kind === "newTerm") return { ...each, resellerId: actor.resellerId };
        // No other order changes the period, and only upgrades the policies; what was never provided was rated with others.
        const { policyIds, period } = toSubscription(row);
        return { ...each, ...(change.kind === "upgrade" ? {} : { policyIds }), period, resellerId: actor.resellerId };
      }),
    ),
    insertSubscriptions(
      tx,
      { resellerId: actor.resellerId, customerId: customer.id, instanceId },
      added.map((each) => ({
        ...each,
        id: ids(each.key),
        parentId: each.parentKey && ids(each.parentKey),
      })),
    ),
  ]);
}

/** What is wanted for the end of terms, as it is scheduled. */
const intentsOf = ({ change, proposal, offers }: WorkedOut, { actor }: Ordering, wanted: Wanted) =>
  change.kind === "schedule" || change.kind === "billing"
    ? proposal.subscriptions.map((each) => ({
        resellerId: actor.resellerId,
        customerId: wanted.CustomerId,
        productId: each.productId,
        subscriptionId: each.key,
        ...(change.kind === "schedule"
          ? { wish: each.termEnd, countsFrom: each.termUntil! }
          : { wish: billingWish(each, offers), countsFrom: each.period!.until }),
        setBy: actor.displayName,
        state: "notYet" as const,
        losses: 0,
      }))
    : [];

/** Null if the billing stays, so that nothing is wanted. */
const billingWish = ({ nextOfferId }: Subscription, offers: WorkedOut["offers"]) =>
  nextOfferId === null ? null : { offerId: nextOfferId, billing: offers.get(nextOfferId)!.billing };

const linesOf = ({ proposal, change }: WorkedOut, ids: (key: string) => string): NewOrderLine[] => {
  const sources = change.kind === "upgrade" ? sourcesOf(change, proposal) : new Map<string, never>();
  const handovers = new Map(handoversOf(change).map((each) => [each.key, each]));
  return proposal.subscriptions.map((each) => ({
    subscriptionId: ids(each.key),
    offerId: change.kind === "billing" ? (each.nextOfferId ?? each.offerId) : each.offerId,
    name: each.name,
    quantity: each.quantity,
    attributes: each.attributes,
    from: sources.get(each.key) ?? null,
    given: handovers.get(each.key)?.give ?? [],
    taken: handovers.get(each.key)?.take ?? [],
  }));
};

/** Tells, by the key of each subscription that takes units in an upgrade, which one they come from and how many. */
function sourcesOf({ targets }: Extract<Change, { kind: "upgrade" }>, proposal: Proposal) {
  const keys = new Set(proposal.subscriptions.map((each) => each.key));
  return new Map(
    targets.map(({ key, toKey, quantity }) => [
      toKey ?? (keys.has(upgradedKey(key)) ? upgradedKey(key) : key),
      { subscriptionId: key, moved: quantity },
    ]),
  );
}

function describe({ change, product, customer, proposal, offers }: WorkedOut): string {
  const nameOf = (key: string) => proposal.subscriptions.find((each) => each.key === key)!.name;
  const handed = (targets: readonly { key: string; people: readonly string[] }[]) =>
    targets.map(({ key, people }) => `${people.length} × ${nameOf(key)}`).join(", ");
  const things = proposal.subscriptions
    .map((each) => (change.kind === "cancel" ? each.name : `${each.quantity} × ${each.name}`))
    .join(", ");
  switch (change.kind) {
    case "add":
      return `Ordered ${things} for ${customer.name}`;
    case "setQuantity":
      return `Changed ${product.name} of ${customer.name} to ${things}`;
    case "setAttributes":
      return `Changed the details of ${proposal.subscriptions.map(({ name }) => name).join(", ")} of ${customer.name}`;
    case "schedule":
      return `Set ${proposal.subscriptions.map((each) => `${each.name} of ${customer.name} ${wish(each, offers.get(each.offerId)!.unit)}`).join(", ")}`;
    case "upgrade":
      return `Upgraded ${product.name} of ${customer.name} to ${things}`;
    case "billing":
      return `Set how ${things} of ${customer.name} is billed from its next charge on`;
    case "newTerm":
      return `Began a new term of ${things} of ${customer.name}`;
    case "assign":
      return `Gave ${handed(change.targets)} of ${customer.name}`;
    case "unassign":
      return `Took back ${handed(change.targets)} of ${customer.name}`;
    case "move":
      return `Moved ${proposal.subscriptions.map(({ name }) => name).join(", ")} from one person to another at ${customer.name}`;
    case "cancel":
      return `Cancelled ${things} of ${customer.name}`;
  }
}

const wish = ({ termEnd }: Subscription, unit: string): string =>
  termEnd.outcome === "cancel"
    ? "to end with its term"
    : termEnd.outcome === "extend"
      ? "to run on by the day after its term"
      : `to renew ${termEnd.quantity === null ? "automatically" : `with ${counted(termEnd.quantity, unit)}`}${termEnd.until ? ` until ${formatLastDay(termEnd.until)}` : ""}`;

/** Asks the vendor about an order at work at once, if the next look is some time away. */
export async function lookAtOrder({ tx, actor, doer, platform }: Doing, orderId: string) {
  const order = orNotFound(await lockOrder(tx, actor, orderId));
  const asked = await hastenOrders(tx, actor.resellerId, { id: orderId });
  if (asked.length === 0) return order;
  await recordActivity(tx, doer, {
    action: "orders.look",
    what: "Asked the vendor about an order again",
    customerId: order.customer_id,
    object: ["order", orderId],
  });
  await platform.jobs.file(tx, "orders.fulfil", { resellerId: actor.resellerId, orderId });
  return order;
}
