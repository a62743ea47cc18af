import { catalogue } from "@tradewind/contract/catalogue/products.ts";
import { isHiddenFromEndUserAdmin } from "@tradewind/domain/catalogue/products.ts";
import type { InstanceState } from "@tradewind/domain/catalogue/instances.ts";
import { usesNewJourney } from "@tradewind/domain/catalogue/journeys.ts";
import { findPrice } from "@tradewind/domain/pricing/terms.ts";
import { flagsOn, seesPrices, type TenantActor } from "../../platform/actor.ts";
import { orNotFound } from "../../platform/app-error.ts";
import type { Db } from "../../platform/db.ts";
import { answer, type Context } from "../../platform/http.ts";
import { findCustomer, isUserOf } from "../../customers/customers/customers.store.ts";
import { setCustomerPrice } from "./shelf.actions.ts";
import { listBundles } from "./bundles.store.ts";
import {
  customersForProduct,
  hasActiveServiceOf,
  hasProductAnywhere,
  tenantsAt,
  instanceStatesOf,
} from "./marketplace.store.ts";
import { loadCatalogue } from "../offers/offers.store.ts";
import { listPricedOffers } from "../offers/pricing.store.ts";
import { findProductByRoute, type Product } from "./products.store.ts";
import { findShown, isShown, listShown } from "./shown.reads.ts";
import { toMarketplaceService } from "./product-wire.ts";

const toWire = (
  product: Product,
  actor: TenantActor,
  instance: InstanceState | null = null,
  tenant: string | null = null,
) =>
  toMarketplaceService(
    product,
    usesNewJourney(
      {
        routeName: product.route_name,
        listingId: product.listing_id,
        newJourney: product.new_journey,
        journeyType: product.journey_type,
      },
      flagsOn(actor),
    ),
    instance,
    tenant,
  );

async function listGeneral(db: Db, actor: TenantActor) {
  return { Items: (await listShown(db, actor)).map((product) => toWire(product, actor)) };
}

async function listAt({ db, actor, platform }: Context, customerId: string, userId: string | null) {
  orNotFound(await findCustomer(db, actor, customerId));
  if (userId !== null) orNotFound((await isUserOf(db, actor, customerId, userId)) || undefined);
  const [products, states, tenants] = await Promise.all([
    listShown(db, actor),
    instanceStatesOf(db, actor.resellerId, { customerId, userId: userId ?? actor.self }),
    tenantsAt(db, platform.vendors.thatCan("namesPartner"), actor.resellerId, customerId),
  ]);
  const level = userId === null ? "customer" : "user";
  return {
    Items: products
      .filter((product) => product.level === "both" || product.level === level)
      .map((product) =>
        toWire(product, actor, states.get(product.id) ?? null, tenants.get(product.fulfiller ?? "") ?? null),
      ),
  };
}

/** Lists bundles of which everything can be had by this person, each product with its state there. */
async function listBundlesOf(context: Context, customerId: string, userId: string) {
  const { Items } = await listAt(context, customerId, userId);
  const services = new Map(Items.map((item) => [item.ProductId, item]));
  return (await listBundles(context.db)).flatMap((bundle) => {
    const Products = bundle.products.flatMap((id) => services.get(id) ?? []);
    const { id: Id, name: Name, description: Description } = bundle;
    return Products.length === bundle.products.length ? [{ Id, Name, Description, Products }] : [];
  });
}

export const catalogueRoutes = [
  answer(catalogue.marketplace, ({ db, actor }) => listGeneral(db, actor)),
  answer(catalogue.marketplaceOfCustomer, (context, { params, query }) =>
    listAt(context, params.customerId, query.UserId ?? null),
  ),
  answer(catalogue.marketplaceByEndUserAdmin, (context, { params }) => listAt(context, params.endUserAdminId, null)),
  answer(catalogue.bundleProducts, async (context, { params, query }) => ({
    Items: await listBundlesOf(context, params.customerId, query.UserId),
  })),
  answer(catalogue.services, async ({ db, actor }, { query }) => {
    const { Items } = await listGeneral(db, actor);
    return { Items: Items.filter((service) => query.Type === undefined || service.Category === query.Type) };
  }),
  answer(catalogue.servicesOfReseller, ({ db, actor }) => listGeneral(db, actor)),
  answer(catalogue.servicesByEndUserAdmin, async ({ db, actor }) => {
    const { Items } = await listGeneral(db, actor);
    return {
      Items: Items.filter(
        ({ ProductId, Id, SubId }) =>
          !isHiddenFromEndUserAdmin({ id: ProductId, agreementServiceId: Id, subId: SubId }),
      ),
    };
  }),
  answer(catalogue.listing, async ({ db, actor }, { query }) => {
    const product = orNotFound(await findProductByRoute(db, query.ServiceRouteName));
    const { ListingId, NewJourney } = toWire(orNotFound(isShown(product, actor) ? product : undefined), actor);
    return { listingId: ListingId, isNewJourney: NewJourney };
  }),
  answer(catalogue.product, async ({ db, actor }, { params }) =>
    toWire(await findShown(db, actor, params.productId), actor),
  ),
  answer(catalogue.customersForProduct, async ({ db, actor }, { params, query }) => {
    const product = await findShown(db, actor, params.productId);
    const [rows, taken] = await Promise.all([
      customersForProduct(db, actor, product.id, query.Search.trim()),
      product.cardinality === "OncePerReseller" && hasProductAnywhere(db, product.id),
    ]);
    return {
      Customers: rows.map((row) => ({
        Id: row.id,
        Name: row.name,
        Status: row.state,
        Suspended: row.status === "Suspended",
      })),
      OrderLimit: product.cardinality,
      AllowedToAdd: !taken && !product.managed_elsewhere,
    };
  }),
  answer(catalogue.hasPartnerId, async ({ db, actor, platform }, { params }) => {
    orNotFound(await findCustomer(db, actor, params.customerId));
    const vendors = platform.vendors.thatCan("namesPartner");
    if ((await tenantsAt(db, vendors, actor.resellerId, params.customerId)).size === 0) return 0;
    return (await hasActiveServiceOf(db, vendors, actor.resellerId, params.customerId)) ? 2 : 1;
  }),
  answer(catalogue.prices, async ({ db, actor, today }, { query }) => {
    const product = await findShown(db, actor, query.ProductId);
    const [rows, priced] = await Promise.all([
      listPricedOffers(db, product.id),
      loadCatalogue(db, {
        resellerId: actor.resellerId,
        customerId: null,
        currency: actor.currency,
        productIds: [product.id],
      }),
    ]);
    return {
      Items: rows.map((row) => {
        const price = seesPrices(actor) ? findPrice(priced, row.id, actor.currency, today) : undefined;
        return {
          OfferId: row.id,
          Name: row.name,
          Unit: row.unit,
          Term: row.term,
          Billing: row.billing,
          ChargingModel: row.charging_model,
          Currency: actor.currency,
          ...(price && {
            Cost: price.cost,
            Recommended: price.recommended,
            CustomerPrice: price.customer,
            From: price.from,
          }),
        };
      }),
    };
  }),
  answer(catalogue.setCustomerPrice, async (doing, { params, body }) => {
    await setCustomerPrice(doing, params.offerId, body.CustomerPrice);
    return { OfferId: params.offerId, CustomerPrice: body.CustomerPrice, From: doing.today };
  }),
];
