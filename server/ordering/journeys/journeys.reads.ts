import { agreementGate, skipsAgreementCheck } from "@tradewind/domain/catalogue/agreements.ts";
import { isUnlimitedStorage } from "@tradewind/domain/catalogue/products.ts";
import type { GateResources, Journey, JourneyItem } from "@tradewind/contract/ordering/orders.ts";
import { toCurrentSubscription } from "@tradewind/contract/ordering/proposals.ts";
import { isOpen, windowPolicy } from "@tradewind/domain/pricing/policies.ts";
import type { Catalogue } from "@tradewind/domain/pricing/pricing-types.ts";
import { findPrice } from "@tradewind/domain/pricing/terms.ts";
import { seesPrices, type TenantActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import type { Db } from "../../platform/db.ts";
import { mayUseProduct } from "../../platform/restriction.ts";
import type { Vendors } from "../../platform/vendors.ts";
import { listDeliveryOptions, loadCatalogue, loadPolicies } from "../../catalogue/offers/offers.store.ts";
import { unsignedAgreements } from "../../catalogue/agreements/agreements.store.ts";
import {
  findProductByIdOrListing,
  findProductByRoute,
  numbersOf,
  type Product,
} from "../../catalogue/products/products.store.ts";
import { findCustomer, isUserOf } from "../../customers/customers/customers.store.ts";
import { findInstance } from "../instances/instances.store.ts";
import { listSubscriptionsOfInstance, toSubscription } from "../subscriptions/subscriptions.store.ts";
import { addSteps, changeSteps } from "./journey-steps.ts";
import { hasTenant, listItems, type ItemRow } from "./journeys.store.ts";

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
  if (asked.UserId && !(await isUserOf(db, actor.resellerId, customer.id, asked.UserId)))
    throw new AppError("notFound");
  if (asked.Action !== "Add" && !instance) throw new AppError("notFound");
  if (asked.Action === "Add") await passAgreementGate(db, actor, product, customer.id);
  const [items, rows, delivery, policies, catalogue, tenant] = await Promise.all([
    listItems(db, product.id),
    instance ? listSubscriptionsOfInstance(db, actor.resellerId, instance.id) : [],
    listDeliveryOptions(db, product.id, actor.currency),
    loadPolicies(db),
    loadCatalogue(db, { resellerId: actor.resellerId, currency: actor.currency, productIds: [product.id] }),
    hasTenant(db, actor.resellerId, customer.id, product.fulfiller),
  ]);
  const priced = seesPrices(actor);
  const today = now.toISOString().slice(0, 10);
  const offered = itemsOf(items, catalogue, actor.currency, today, {
    priced,
    unlimited: isUnlimitedStorage(product.agreement_service_id),
  });
  const known = {
    hasTenant: tenant,
    hasAddress: Boolean(customer.address1 && customer.town_city && customer.post_code),
    contactName: customer.contact_name,
    contactEmail: customer.contact_email,
    address: {
      line1: customer.address1,
      line2: customer.address2,
      city: customer.town_city,
      county: customer.county,
      postcode: customer.post_code,
      telephone: customer.telephone,
    },
    today,
  };
  return {
    ProductId: product.id,
    ProductName: product.name,
    RouteName: product.route_name,
    Action: asked.Action,
    Customer: { Id: customer.id, Name: customer.name, Domain: customer.domain },
    InstanceId: instance?.id ?? null,
    Currency: actor.currency,
    SeesPrices: priced,
    Steps:
      asked.Action === "Add"
        ? addSteps(product, offered, {
            first: vendors.find(product.fulfiller)?.firstSteps?.(known) ?? [],
            orderForm: instance ? null : product.order_form,
            deliverTo: delivery.length > 0 ? known.address : null,
          })
        : changeSteps(asked.Action, offered),
    Delivery: delivery.map((option) => ({
      Id: option.id,
      Description: option.description,
      Cost: priced ? option.cost : null,
    })),
    Subscriptions: rows
      .filter((row) => row.status !== "cancelled")
      .map((row) => {
        const each = toSubscription(row);
        const window = windowPolicy(policies, each.policyIds);
        return toCurrentSubscription(
          each,
          row.unit,
          (lot) => isOpen(window, lot, each.dispatchedAt, now.toISOString()),
          priced,
        );
      }),
  };
}

/** Refuses to begin until the product's agreement is signed (AGR-02 to AGR-06, ORD-05). */
async function passAgreementGate(db: Db, actor: TenantActor, product: Product, customerId: string): Promise<void> {
  const [missing] = await unsignedAgreements(db, actor.resellerId, product.id);
  if (!missing) return;
  const numbers = numbersOf(product);
  const partner =
    skipsAgreementCheck(numbers, 1) && (await hasTenant(db, actor.resellerId, customerId, product.fulfiller));
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
  currency: "GBP" | "EUR",
  today: string,
  { priced, unlimited }: { priced: boolean; unlimited: boolean },
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
      NeedsOneOf: row.needs_one_of,
      Minimum: row.minimum,
      Maximum: row.maximum,
      Offers: [],
    };
    item.Offers.push({
      OfferId: row.id,
      Term: row.term,
      Billing: row.billing,
      Cost: priced ? price.cost : null,
      CustomerPrice: priced ? price.customer : null,
    });
    items.set(row.sku, item);
  }
  return [...items.values()];
}
