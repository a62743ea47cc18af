import { pictureAddress } from "@tradewind/domain/catalogue/product-words.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { agreementGate, skipsAgreementCheck, agreementServiceIdOf } from "@tradewind/domain/catalogue/agreements.ts";
import { isSoldAt, isUnlimitedStorage } from "@tradewind/domain/catalogue/products.ts";
import { shapeOfForm } from "@tradewind/contract/catalogue/form-wire.ts";
import type { DynamicForm } from "@tradewind/contract/catalogue/forms.ts";
import type { WireDelivery } from "@tradewind/contract/ordering/hardware-order.ts";
import { shapeOfSteps } from "@tradewind/contract/ordering/journey-form.ts";
import type { GateResources, Journey, JourneyItem, JourneyStep } from "@tradewind/contract/ordering/orders.ts";
import { toCurrentSubscription, type Sees } from "@tradewind/contract/ordering/proposals.ts";
import type { FormShape, FormValues } from "@tradewind/domain/catalogue/forms.ts";
import { goodsPolicy, isOpen, saidUntil, windowPolicy, type Policies } from "@tradewind/domain/pricing/policies.ts";
import type { Catalogue } from "@tradewind/domain/pricing/pricing-types.ts";
import { findPrice } from "@tradewind/domain/pricing/terms.ts";
import type { Question } from "@tradewind/vendors/catalogue-data.ts";
import { seesOf, type TenantActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import type { Db } from "../../platform/db.ts";
import { mayUseProduct } from "../../platform/restriction.ts";
import type { Vendors } from "../../platform/vendors.ts";
import {
  listDeliveryOptions,
  loadCatalogue,
  loadPolicies,
  type DeliveryOption,
} from "../../catalogue/offers/offers.store.ts";
import { findPricingBasis } from "../../billing/charges/vat.store.ts";
import { unsignedAgreements } from "../../catalogue/agreements/agreements.store.ts";
import {
  findProductByIdOrListing,
  findProductByRoute,
  numbersOf,
  type Product,
} from "../../catalogue/products/products.store.ts";
import { findCustomer, isUserOf } from "../../customers/customers/customers.store.ts";
import { freeStock } from "../goods/goods.store.ts";
import { findInstance } from "../instances/instances.store.ts";
import { listAssigned } from "../assignments/assignments.store.ts";
import { listSubscriptionsOfInstance, toSubscription } from "../subscriptions/subscriptions.store.ts";
import { addSteps, changeSteps, toField } from "./journey-steps.ts";
import { askedOfLine } from "./line-attributes.reads.ts";
import { listItems, listTenants, type ItemRow, type KnownTenants } from "./journeys.store.ts";

type Asked = {
  by: "route" | "product";
  name: string;
  CustomerId: string;
  Action: Journey["Action"];
  InstanceId?: string | undefined;
  UserId?: string | undefined;
};

/** Builds a journey's steps with the available choices at today's prices. */
export async function drawJourney(
  db: Db,
  actor: TenantActor,
  now: Date,
  vendors: Vendors,
  asked: Asked,
): Promise<Journey> {
  const find = asked.by === "route" ? findProductByRoute : findProductByIdOrListing;
  const product = orNotFound(await find(db, asked.name));
  if (!mayUseProduct(actor, product.id)) throw new AppError("notFound");
  const customer = orNotFound(await findCustomer(db, actor, asked.CustomerId));
  const instance = asked.InstanceId ? orNotFound(await findInstance(db, actor, asked.InstanceId)) : undefined;
  if (instance && (instance.customer_id !== customer.id || instance.product_id !== product.id))
    throw new AppError("notFound");
  if (asked.UserId && !(await isUserOf(db, actor, customer.id, asked.UserId))) throw new AppError("notFound");
  if (asked.Action !== "Add" && !instance) throw new AppError("notFound");
  if (asked.Action === "Add") {
    refuseElsewhere(product, customer);
    if (!(await findPricingBasis(db, actor.resellerId)).isAddressed) throw new AppError("addressMissing");
    await passAgreementGate(db, actor, product, customer.id);
  }
  const items = await listItems(db, product.id, { reseller_id: actor.resellerId, id: customer.id });
  const goods = items.filter((item) => item.goods_policy_id !== null).map(({ sku }) => sku);
  const [free, rows, options, policies, catalogue, tenants, assigned] = await Promise.all([
    goods.length > 0 ? freeStock(db, goods) : new Map<string, number>(),
    instance ? listSubscriptionsOfInstance(db, actor.resellerId, instance.id) : [],
    listDeliveryOptions(db),
    loadPolicies(db),
    loadCatalogue(db, {
      resellerId: actor.resellerId,
      customerId: customer.id,
      currency: actor.currency,
      productIds: [product.id],
    }),
    listTenants(db, actor.resellerId, customer.id),
    instance && listAssigned(db, actor.resellerId, customer.id),
  ]);
  const delivery = deliveryOf(options, product, actor.currency);
  const sees = seesOf(actor);
  const priced = sees.costs;
  const today = now.toISOString().slice(0, 10);
  const offered = itemsOf(items, catalogue, actor.currency, today, {
    sees,
    unlimited: isUnlimitedStorage(product.agreement_service_id),
    stockOf: stockIn(free, policies),
  });
  return {
    ProductId: product.id,
    ProductName: product.name,
    Icon: product.icon,
    ImageSrc: product.picture && pictureAddress(product.picture),
    ImageAlt: product.picture_alt,
    RouteName: product.route_name,
    AgreementServiceId: agreementServiceIdOf(numbersOf(product)),
    Action: asked.Action,
    Customer: { Id: customer.id, Name: customer.name, Domain: customer.domain },
    InstanceId: instance?.id ?? null,
    BringsTenantTo: asked.Action === "Add" ? bringsTenantTo(vendors, product, tenants) : null,
    Tenant: asked.Action === "Add" ? tenantAt(vendors, product, tenants) : null,
    Currency: actor.currency,
    SeesPrices: priced,
    Steps:
      asked.Action === "Add"
        ? stepsOfAdding(vendors, product, offered, { customer, tenants, isDelivered: delivery.length > 0, today })
        : changeSteps(asked.Action, offered),
    Known: asked.Action === "Add" ? knownAnswers(vendors.questionsOf(product.id), customer) : {},
    Delivery: delivery.map((option) => ({ ...toDelivery(option), Cost: priced ? option.cost : null })),
    Subscriptions: rows
      .filter((row) => row.status !== "cancelled")
      .map((row) => {
        const each = toSubscription(row);
        const window = windowPolicy(policies, each.policyIds);
        const current = toCurrentSubscription(
          each,
          {
            unit: row.unit,
            atVendor: row.at_vendor,
            isExtendable: row.is_extendable,
            changesBilling: row.changes_billing && vendors.can(row.fulfiller, "changesBilling"),
            takesNewTerm: row.takes_new_term && vendors.can(row.fulfiller, "changesTerms"),
            attributes: askedOfLine(row.offer_attributes),
            isUpgradable: row.is_upgradable,
            upgradesWhole: vendors.can(row.fulfiller, "upgradesWhole"),
          },
          {
            open: (lot) => isOpen(window, lot, each.dispatchedAt, now.toISOString()),
            until: (lot) => saidUntil(window, lot, now.toISOString()),
          },
          sees,
        );
        const people = assigned?.get(row.id);
        return people ? { ...current, InUse: people.length } : current;
      }),
  };
}

/** Finds what is in stock of an item; null for what is not counted. */
const stockIn =
  (free: ReadonlyMap<string, number>, policies: Policies) =>
  ({ sku, goods_policy_id: id }: ItemRow): JourneyItem["Stock"] => {
    const count = free.get(sku);
    if (count === undefined || id === null) return null;
    return { Free: count, RunsOut: goodsPolicy(policies, id).short === "refuse" };
  };

/** Refuses to add a product where its vendor does not sell it. */
export function refuseElsewhere(
  product: Pick<Product, "not_sold_in">,
  { post_code }: Pick<Buyer["customer"], "post_code">,
) {
  if (!isSoldAt(product.not_sold_in, post_code)) throw new AppError("notSoldThere");
}

/** Answers questions as far as the customer's record does. */
function knownAnswers(questions: readonly Question[], customer: Buyer["customer"]): Record<string, string> {
  const facts = { domain: customer.domain, contactEmail: customer.contact_email };
  return Object.fromEntries(
    questions.flatMap(({ name, known }) => {
      const fact = known && facts[known];
      return fact ? [[name, fact]] : [];
    }),
  );
}

/** Returns the name of the vendor to which the customer may bring a tenant that it has. */
function bringsTenantTo(vendors: Vendors, { fulfiller }: Product, tenants: KnownTenants): string | null {
  const vendor = vendors.find(fulfiller);
  return vendor?.readTenantRef && !tenants.has(vendor.id) ? vendor.name : null;
}

function tenantAt(vendors: Vendors, { fulfiller }: Product, tenants: KnownTenants): Journey["Tenant"] {
  const vendor = vendors.find(fulfiller);
  const tenant = tenants.get(fulfiller ?? "");
  return vendor?.readTenantRef && tenant ? { VendorName: vendor.name, Ref: tenant.ref, Name: tenant.name } : null;
}

/** Returns a product's delivery options in the reseller's currency. */
export const deliveryOf = (
  options: readonly DeliveryOption[],
  product: Pick<Product, "id">,
  currency: Currency,
): DeliveryOption[] => options.filter((option) => option.product_id === product.id && option.currency === currency);

export const toDelivery = ({ id, description, cost }: DeliveryOption): WireDelivery => ({
  Id: id,
  Description: description,
  Cost: cost,
});

type Buyer = {
  customer: NonNullable<Awaited<ReturnType<typeof findCustomer>>>;
  tenants: KnownTenants;
  isDelivered: boolean;
  today: string;
};

/** Returns the steps of adding a product: the same for the person who orders it and for the check of the order. */
export function stepsOfAdding(
  vendors: Vendors,
  product: Product,
  offered: JourneyItem[],
  { customer, tenants, isDelivered, today }: Buyer,
): JourneyStep[] {
  const { address1, address2, town_city, county, post_code, telephone, contact_name, contact_email } = customer;
  const tenant = tenants.get(product.fulfiller ?? "");
  const first = vendors.find(product.fulfiller)?.firstSteps?.({
    hasTenant: tenant !== undefined,
    isTenantNew: tenant?.isNew ?? false,
    hasAddress: Boolean(address1 && town_city && post_code),
    contactName: contact_name,
    contactEmail: contact_email,
    today,
  });
  const address = { line1: address1, line2: address2, city: town_city, county, postcode: post_code, telephone };
  return addSteps(product, offered, {
    first: first ?? [],
    last: vendors.find(product.fulfiller)?.lastSteps?.(product.id) ?? [],
    orderForm: product.order_form,
    deliverTo: isDelivered ? address : null,
  });
}

/** Returns everything that the steps ask, together with their dynamic forms, as one form. */
export function formOfSteps(
  steps: readonly JourneyStep[],
  forms: ReadonlyMap<string, DynamicForm>,
  answers: FormValues,
  isDelivered: boolean,
): FormShape {
  const own = steps.flatMap(({ FormId }) => (FormId === null ? [] : shapeOfForm(orNotFound(forms.get(FormId))).fields));
  return { fields: [...shapeOfSteps(steps, answers, isDelivered).fields, ...own], dependencies: [] };
}

/** Refuses to begin until the product's agreement is signed (AGR-02 to AGR-06, ORD-05). */
async function passAgreementGate(db: Db, actor: TenantActor, product: Product, customerId: string): Promise<void> {
  const [missing] = await unsignedAgreements(db, actor.resellerId, product.id);
  if (!missing) return;
  const numbers = numbersOf(product);
  const partner =
    skipsAgreementCheck(numbers, 1) &&
    product.fulfiller !== null &&
    (await listTenants(db, actor.resellerId, customerId)).has(product.fulfiller);
  const gate = agreementGate(numbers, {
    signed: false,
    mayAgree: actor.canAgree,
    hasPartnerId: partner ? 1 : 0,
  });
  if (gate !== "continue")
    throw new AppError("agreementNotSigned", {
      details: { Gate: gate, AgreementId: missing.agreementId, ProductName: product.name } satisfies GateResources,
    });
}

/**
 * Groups offers of one SKU into one item with its terms and billing periods. Leaves out offers without a price today.
 */
function itemsOf(
  rows: readonly ItemRow[],
  catalogue: Catalogue,
  currency: Currency,
  today: string,
  { sees, unlimited, stockOf }: { sees: Sees; unlimited: boolean; stockOf: (row: ItemRow) => JourneyItem["Stock"] },
): JourneyItem[] {
  const items = new Map<string, JourneyItem>();
  for (const row of rows) {
    const price = findPrice(catalogue, row.id, currency, today);
    if (!price) continue;
    const item: JourneyItem = items.get(row.sku) ?? {
      Sku: row.sku,
      Name: row.name,
      Text: row.description || null,
      Group: row.offer_group,
      Unit: row.unit,
      IsUnlimited: unlimited,
      IsAddOn: row.is_add_on,
      Choice: row.choice,
      NeedsOneOf: row.needs_one_of,
      IsHeld: row.is_held,
      UpgradesTo: row.upgrades_to,
      Minimum: row.minimum,
      Maximum: row.maximum,
      Stock: stockOf(row),
      Attributes: row.attributes.map(toField),
      Offers: [],
    };
    item.Offers.push({
      OfferId: row.id,
      Term: row.term,
      Billing: row.billing,
      Cost: sees.costs ? price.cost : null,
      CustomerPrice: sees.sales ? price.customer : null,
      Recommended: sees.costs ? price.recommended : null,
      EndsEarlier: row.alignment_policy_id !== null,
    });
    items.set(row.sku, item);
  }
  return [...items.values()];
}
