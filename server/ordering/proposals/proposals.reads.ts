import { quantityField } from "@tradewind/contract/ordering/attribute-words.ts";
import type { WireDelivery } from "@tradewind/contract/ordering/hardware-order.ts";
import type { WireChange } from "@tradewind/contract/ordering/orders.ts";
import { canonical } from "@tradewind/domain/pricing/canonical.ts";
import type { FormShape, FormValues } from "@tradewind/domain/catalogue/forms.ts";
import type { DecimalString } from "@tradewind/domain/values/decimal.ts";
import { messages } from "@tradewind/domain/values/field-messages.ts";
import type { Decision, Refused } from "@tradewind/domain/values/decision.ts";
import { judgeStock } from "@tradewind/domain/ordering/goods.ts";
import { mayOrder } from "@tradewind/domain/catalogue/products.ts";
import { handoversOf } from "@tradewind/domain/pricing/handovers.ts";
import { rate } from "@tradewind/domain/pricing/rate.ts";
import type { Money } from "@tradewind/domain/values/money.ts";
import { backIfUndone } from "@tradewind/domain/pricing/quantity.ts";
import { saleOf, type Sale } from "@tradewind/domain/pricing/spend.ts";
import type { Catalogue, Change, Proposal, Subscription } from "@tradewind/domain/pricing/pricing-types.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import { schedulesBilling, type Orderer } from "../../platform/actor.ts";
import type { Db } from "../../platform/db.ts";
import type { Context } from "../../platform/http.ts";
import type { Platform } from "../../platform/platform.ts";
import { mayUseProduct } from "../../platform/restriction.ts";
import type { Vendors } from "../../platform/vendors.ts";
import { unsignedAgreements } from "../../catalogue/agreements/agreements.store.ts";
import { hasProductAnywhere } from "../../catalogue/products/marketplace.store.ts";
import { isStopped, numbersOf, type Product } from "../../catalogue/products/products.store.ts";
import { rulesOfCustomer } from "../../catalogue/offers/price-rules.store.ts";
import { catalogueOf, loadShelf, type Shelf } from "../../catalogue/products/shelf.reads.ts";
import { findCustomer, isUserOf } from "../../customers/customers/customers.store.ts";
import { requireAnswers } from "../../platform/form-answers.ts";
import { hashOfPromise } from "../../platform/promise-hash.ts";
import { deliveryOf, formOfSteps, refuseElsewhere, toDelivery, stepsOfAdding } from "../journeys/journeys.reads.ts";
import { givenAttributes, requireAttributes, type GivenAttributes } from "../journeys/line-attributes.reads.ts";
import { arePeopleOf, listAssigned } from "../assignments/assignments.store.ts";
import { freeStock } from "../goods/goods.store.ts";
import { listTenants, type KnownTenants } from "../journeys/journeys.store.ts";
import { findInstance, listLiveInstances, type Instance } from "../instances/instances.store.ts";
import {
  listSubscriptionsOfCustomer,
  type StandingRow,
  type SubscriptionRow,
  toSubscription,
} from "../subscriptions/subscriptions.store.ts";
import { refuseHeld } from "../tenants/tenant-holds.reads.ts";
import { findHold } from "../tenants/tenant-holds.store.ts";
import { toChange } from "./to-change.ts";
import { findPricingBasis } from "../../billing/charges/vat.store.ts";

export type Wanted = {
  CustomerId: string;
  ProductId: string;
  InstanceId?: string | null;
  UserId?: string | null;
  UpgradeOf?: string | null;
  /** Answers to the journey's questions. Absent where only the price is asked, before anything was answered. */
  Details?: FormValues | undefined;
  Change: WireChange;
  /** What was agreed with the customer for lines that are added, by their keys. */
  agreedPrices?: ReadonlyMap<string, DecimalString>;
};

export type WorkedOut = {
  proposal: Proposal;
  /** Hex SHA-256 of the proposal's promises. */
  hash: string;
  product: Product;
  /** What the order must answer. */
  questions: FormShape;
  customer: NonNullable<Awaited<ReturnType<typeof findCustomer>>>;
  /** The service to change; undefined when adding one. */
  instance: Instance | undefined;
  /** What the lines answer to what their offers ask. */
  attributes: readonly GivenAttributes[];
  change: Change;
  rows: StandingRow[];
  offers: Catalogue["offers"];
  prices: Catalogue["prices"];
  /** Whether it is about goods, which can be delivered for a charge. */
  isDelivered: boolean;
  /** How the goods are delivered, if they are. */
  delivery: WireDelivery | null;
  /** Whether the seller's invoices have an address to go to. */
  isAddressed: boolean;
  /** What it commits the customer to, worked out when it is asked for. */
  sale: () => Sale;
  /** What would come back if it were undone at once, net; null if it cannot be. */
  back: () => Money | null;
};

/** The locks an order holds until it is written, so that its basis cannot change. */
export type Holding = {
  /** Reads and locks the customer's row. */
  customer: () => ReturnType<typeof findCustomer>;
  product: (productId: string) => Promise<unknown>;
  stock: (skus: readonly string[]) => ReturnType<typeof freeStock>;
};

/**
 * Works out what a change would do and cost, from the current data. Both proposal and order call it, so that they
 * agree.
 */
export async function workOut(
  db: Db,
  actor: Orderer,
  now: Date,
  platform: Pick<Platform, "config" | "vendors">,
  wanted: Wanted,
  hold?: Holding,
): Promise<WorkedOut> {
  const { vendors } = platform;
  const asked = offersOf(wanted.Change);
  // Only adding a product asks questions.
  const asks = wanted.Change.Kind === "add" && !wanted.InstanceId;
  const owned = (offerIds: readonly string[]) =>
    offerIds.length === 0
      ? []
      : rulesOfCustomer(db, { resellerId: actor.resellerId, customerId: wanted.CustomerId }, { offerIds });
  // Everything in one round trip; only a reseller's own prices of existing offers, if any, need a second.
  const [customerRow, terms, rows, ownOfAsked, unsigned, live, tenants, assigned, held] = await Promise.all([
    hold ? hold.customer() : findCustomer(db, actor, wanted.CustomerId),
    findPricingBasis(db, actor.resellerId),
    listSubscriptionsOfCustomer(db, actor.resellerId, wanted.CustomerId),
    owned(asked),
    unsignedAgreements(db, actor.resellerId, wanted.ProductId),
    listLiveInstances(db, actor.resellerId, wanted.ProductId, wanted.CustomerId),
    asks ? listTenants(db, actor.resellerId, wanted.CustomerId) : noTenants,
    changesPeople(wanted.Change) ? listAssigned(db, actor.resellerId, wanted.CustomerId) : noneAssigned,
    findHold(db, { resellerId: actor.resellerId, customerId: wanted.CustomerId, productId: wanted.ProductId }),
  ]);
  const shelf = await loadShelf(db, terms.version);
  const product = orNotFound(mayUseProduct(actor, wanted.ProductId) ? shelf.products.get(wanted.ProductId) : undefined);
  const customer = orNotFound(customerRow);
  if (wanted.UserId && !(await isUserOf(db, actor, customer.id, wanted.UserId))) throw new AppError("notFound");
  if (wanted.UpgradeOf) await requireGoingUp(db, actor, wanted, product, shelf);
  if (customer.status === "Suspended") throw new AppError("customerSuspended");
  refuseHeld(vendors, held);
  if (wanted.Change.Kind === "add") refuseElsewhere(product, customer);
  await requireMayOrder(db, actor, wanted, product, live.length > 0, hold);
  const instance = await instanceOf(db, actor, wanted, product, live, vendors);

  if (wanted.Change.Kind === "upgrade" && !vendors.can(product.fulfiller, "upgrades"))
    throw new AppError("upgradeNotPossible");
  if (wanted.Change.Kind === "newTerm" && !vendors.can(product.fulfiller, "changesTerms"))
    throw new AppError("newTermNotPossible");
  if (
    wanted.Change.Kind === "billing" &&
    !(vendors.can(product.fulfiller, "changesBilling") && schedulesBilling(actor))
  )
    throw new AppError("billingNotPossible");
  const own = rows.filter((row) => row.instance_id === instance?.id);
  if (instance) requireFree(wanted.Change, instance, own);
  if (wanted.Change.Kind === "upgrade" && vendors.can(product.fulfiller, "upgradesWhole"))
    requireWhole(wanted.Change.Targets, own);
  const state = rows.map((row) => (row.at_vendor === "refused" ? notProvided(row) : toSubscription(row)));
  const named = catalogueOf(shelf, ownOfAsked, {
    currency: actor.currency,
    productIds: [wanted.ProductId],
    offerIds: asked,
  });
  const extension = (key: string) =>
    extensionOf(
      shelf,
      own.find((row) => row.id === key),
    );
  const standing = [...state.flatMap(offersStanding), ...extended(wanted.Change).flatMap(extension)].filter(
    (offerId) => !named.offers.has(offerId),
  );
  const productIds = [...new Set(rows.map((row) => row.product_id))];
  const catalogue = together(
    named,
    catalogueOf(shelf, await owned(standing), { currency: actor.currency, productIds, offerIds: standing }),
  );
  const delivery = deliveryOf(shelf.deliveryOptions, product, actor.currency);
  const attributes = givenAttributes(wanted.Change, {
    ofOffer: (offerId) => shelf.attributes.get(offerId) ?? [],
    ofKey: (key) => shelf.attributes.get(own.find(({ id }) => id === key)?.offer_id ?? "") ?? [],
  });
  if (wanted.Change.Kind === "setAttributes") requireAttributes(attributes);
  const change = toChange(wanted, delivery, (key) => extension(key)[0] ?? "", attributes);
  const people = handoversOf(change).flatMap(({ give, take }) => [...give, ...take]);
  if (people.length > 0 && !(await arePeopleOf(db, { resellerId: actor.resellerId, customerId: customer.id }, people)))
    throw new AppError("notFound");
  const context = { now: now.toISOString(), currency: actor.currency, vat: terms.vat, unsigned, assigned };
  const rated = orRefuse(rate(change, state, catalogue, shelf.policies, context), (refused) =>
    inUseOf(wanted.Change, refused),
  );
  const goods = change.kind === "add" ? rated.subscriptions.filter((each) => each.policyIds.goods !== undefined) : [];
  const free = hold?.stock ?? ((skus: readonly string[]) => freeStock(db, skus));
  const short =
    goods.length > 0 ? orRefuse(judgeStock(goods, await free(goods.map(({ sku }) => sku)), shelf.policies)) : [];
  const proposal = { ...rated, findings: [...rated.findings, ...short] };
  const buyer = { customer, tenants, isDelivered: delivery.length > 0, today: context.now.slice(0, 10) };
  const steps = asks ? stepsOfAdding(vendors, product, [], buyer) : [];
  const option = wanted.Change.Kind === "add" ? wanted.Change.DeliveryOption : null;
  const chosen = delivery.find(({ id }) => id === option);
  const questions = formOfSteps(steps, shelf.orderForms, wanted.Details ?? {}, chosen !== undefined);
  return {
    proposal,
    hash: hashOfPromise(platform, canonical(proposal)),
    product,
    questions,
    customer,
    instance,
    attributes,
    change,
    rows: own,
    offers: catalogue.offers,
    prices: catalogue.prices,
    isDelivered: delivery.length > 0,
    delivery: chosen ? toDelivery(chosen) : null,
    isAddressed: terms.isAddressed,
    back: () => (rated.undoUntil && change.kind !== "upgrade" ? backIfUndone(rated, shelf.policies, context) : null),
    sale() {
      const sale = saleOf(change, rated, state, catalogue, shelf.policies, context);
      // What is charged by use alone commits to whatever is used.
      const opensUse = change.kind === "add" && product.charging_model === "ActivationConsumption";
      return { ...sale, commits: sale.commits || opensUse };
    },
  };
}

/** Proposes a change. Answers given are checked as those of an order; without them only the price is asked. */
export async function propose(
  { db, actor, now, platform }: Pick<Context<Orderer>, "db" | "actor" | "now" | "platform">,
  wanted: Wanted,
): Promise<WorkedOut> {
  const worked = await workOut(db, actor, now, platform, wanted);
  if (wanted.Details) requireAnswers(worked.questions, wanted.Details);
  if (wanted.Details) requireAttributes(worked.attributes);
  return worked;
}

const noTenants: KnownTenants = new Map();
const noneAssigned: ReadonlyMap<string, readonly string[]> = new Map();

/** Tells whether a change concerns who has what: it gives units to people, takes them back, or leaves fewer. */
const changesPeople = ({ Kind }: WireChange): boolean =>
  ["assign", "unassign", "move", "setQuantity", "upgrade", "newTerm"].includes(Kind);

/** Turns a rule's refusal into a catalogue error, with the alternatives. */
export function orRefuse<T>(decision: Decision<T>, fieldsOf?: (refused: Refused) => Record<string, string>): T {
  if (decision.ok) return decision.value;
  throw refusalError(decision, fieldsOf?.(decision));
}

/** Names the quantity that is smaller than how many people have one. */
function inUseOf(change: WireChange, { refusal, details: { key, limit } }: Refused): Record<string, string> {
  if (refusal !== "unitsInUse" || change.Kind !== "setQuantity" || limit === undefined) return {};
  return { [quantityField(change.Targets.findIndex(({ Key }) => Key === key))]: messages.inUse(limit) };
}

const refusalError = ({ refusal, details }: Refused, fields: Record<string, string> = {}) =>
  new AppError(refusal === "subscriptionUnknown" ? "notFound" : refusal, {
    ...(Object.keys(fields).length > 0 ? { fields } : {}),
    details: { Key: details.key, NextDate: details.nextDate, Alternative: details.alternative, Limit: details.limit },
  });

/** Refuses to go up from a service to a product that it is not offered. */
async function requireGoingUp(db: Db, actor: Orderer, wanted: Wanted, better: Product, { products }: Shelf) {
  const from = orNotFound(await findInstance(db, actor, wanted.UpgradeOf!));
  if (from.customer_id !== wanted.CustomerId) throw new AppError("notFound");
  const product = products.get(from.product_id);
  if (product?.upgrade_product_id !== better.id || actor.flags.get(product.upgrade_flag ?? "") !== true)
    throw new AppError("upgradeNotPossible");
}

async function instanceOf(
  db: Db,
  actor: Orderer,
  wanted: Wanted,
  product: Product,
  live: Instance[],
  vendors: Vendors,
): Promise<Instance | undefined> {
  if (wanted.InstanceId) {
    const instance = orNotFound(await findInstance(db, actor, wanted.InstanceId));
    if (instance.customer_id !== wanted.CustomerId || instance.product_id !== product.id)
      throw new AppError("notFound");
    return instance;
  }
  if (wanted.Change.Kind !== "add") throw new AppError("notFound");
  const same = live.filter((each) => each.membership_id === (wanted.UserId ?? null));
  return vendors.can(product.fulfiller, "sharesTenant") ? same[0] : undefined;
}

/**
 * For a product sold once per reseller, takes a turn before checking for it, so that the second of two simultaneous
 * orders is refused.
 */
async function requireMayOrder(
  db: Db,
  actor: Orderer,
  { InstanceId }: Wanted,
  product: Product,
  hasItHere: boolean,
  hold: Holding | undefined,
): Promise<void> {
  const isNew = !InstanceId;
  if (isNew && (product.hidden || isStopped(product, actor))) throw new AppError("offerNotForSale");
  const isOnce = isNew && product.cardinality === "OncePerReseller";
  if (isOnce) await hold?.product(product.id);
  orRefuse(
    mayOrder(
      { ...numbersOf(product), cardinality: product.cardinality },
      {
        isEndUserAdmin: actor.customerId !== null,
        hasItHere: isNew && hasItHere,
        hasItAnywhere: isOnce && (await hasProductAnywhere(db, product.id)),
      },
    ),
  );
}

/** Lists the offers a change names; rating needs only these and the existing ones. */
const offersOf = (change: WireChange): string[] =>
  change.Kind === "add"
    ? change.Lines.map((line) => line.OfferId)
    : change.Kind === "schedule" || change.Kind === "upgrade" || change.Kind === "newTerm" || change.Kind === "billing"
      ? change.Targets.flatMap((target) => target.OfferId ?? [])
      : [];

const together = (one: Catalogue, other: Catalogue): Catalogue => ({
  offers: new Map([...one.offers, ...other.offers]),
  prices: [...one.prices, ...other.prices],
});

const offersStanding = ({ offerId, nextOfferId, termEnd }: Subscription): string[] => [
  offerId,
  ...(termEnd.outcome !== "cancel" && termEnd.offerId ? [termEnd.offerId] : []),
  ...(nextOfferId === null ? [] : [nextOfferId]),
];

/** Lists the subscriptions that a change lets run on by the day after their terms. */
const extended = (change: WireChange): string[] =>
  change.Kind === "schedule"
    ? change.Targets.filter(({ Outcome }) => Outcome === "extend").map((target) => target.Key)
    : [];

/** Finds the offer of the same SKU that is charged by the day, if there is one. */
const extensionOf = ({ offers }: Shelf, row: SubscriptionRow | undefined): string[] =>
  row
    ? [...offers.values()]
        .filter((each) => each.productId === row.product_id && each.sku === row.sku && each.billing === "daily")
        .map(({ id }) => id)
    : [];

const keysOf = (change: Exclude<WireChange, { Kind: "add" }>): string[] => {
  if (change.Kind === "cancel") return change.Keys;
  if (change.Kind === "upgrade") return change.Targets.flatMap(({ Key, ToKey }) => (ToKey ? [Key, ToKey] : [Key]));
  return change.Targets.map((target) => target.Key);
};

/**
 * A subscription waits for its own change only, whatever else of its service is at work or was refused. What was never
 * provided takes no change, and nothing can be added to a service of which nothing is.
 */
function requireFree(
  change: WireChange,
  instance: Instance,
  own: readonly (StandingRow & { ended_at_vendor: boolean })[],
): void {
  const byId = new Map(own.map((row) => [row.id, row]));
  const isEnding = instance.status === "Deleted" || instance.status === "Upgraded";
  if (change.Kind === "add") {
    if (isEnding || instance.status === "Deleting") throw new AppError("serviceBusy");
    if (own.some((row) => row.at_vendor === "provided" || row.vendor_ref !== null)) return;
    throw new AppError(own.some((row) => row.at_vendor === "changing") ? "serviceBusy" : "subscriptionNotProvided");
  }
  const named = keysOf(change).map((key) => orNotFound(byId.get(key)));
  if (isEnding || named.some((row) => row.at_vendor === "changing")) throw new AppError("serviceBusy");
  if (change.Kind !== "cancel" && named.some((row) => row.at_vendor === "refused"))
    throw new AppError("subscriptionNotProvided");
  if (change.Kind !== "cancel" && named.some((row) => row.ended_at_vendor))
    throw new AppError("subscriptionEndedAtVendor");
}

/** Refuses an upgrade of some units, or into another subscription, where the vendor turns all of one into the better offer. */
function requireWhole(
  targets: Extract<WireChange, { Kind: "upgrade" }>["Targets"],
  own: readonly Pick<StandingRow, "id" | "quantity">[],
): void {
  const held = new Map(own.map(({ id, quantity }) => [id, quantity]));
  if (targets.some(({ Key, Quantity, ToKey }) => ToKey || Quantity < held.get(Key)!))
    throw new AppError("upgradeOnlyWhole");
}

/** What was never provided can be cancelled at any time. Its charges were taken back when it was refused. */
function notProvided(row: SubscriptionRow): Subscription {
  const subscription = toSubscription(row);
  const policyIds = { ...subscription.policyIds, window: "unprovided.window-always", refund: "unprovided.refund-none" };
  return { ...subscription, period: null, policyIds };
}
