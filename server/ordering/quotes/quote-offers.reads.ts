import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import type { quotes } from "@tradewind/contract/ordering/quotes.ts";
import { findPrice } from "@tradewind/domain/pricing/terms.ts";
import { seesPrices } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import type { Context } from "../../platform/http.ts";
import { mayUseProduct } from "../../platform/restriction.ts";
import { findPricingBasis } from "../../billing/charges/vat.store.ts";
import { rulesOfCustomer } from "../../catalogue/offers/price-rules.store.ts";
import { findShownPlans } from "../../catalogue/shop/shop.reads.ts";
import { catalogueOf, loadShelf, planKey } from "../../catalogue/products/shelf.reads.ts";
import { findCustomer } from "../../customers/customers/customers.store.ts";
import { deliveryOf, stepsOfAdding } from "../journeys/journeys.reads.ts";
import { fieldOf } from "../journeys/line-attributes.reads.ts";
import { listTenants } from "../journeys/journeys.store.ts";

type Offers = ResultOf<typeof quotes.offers>["Items"];
const mostListed = 40;

/** Lists what can be quoted to a customer, of what a search finds, at the day's prices. */
export async function listOffers(
  { db, actor, today }: Context,
  { CustomerId, Search, OfferId }: { CustomerId: string; Search: string; OfferId?: string | undefined },
): Promise<Offers> {
  if (!seesPrices(actor)) throw new AppError("pricesHidden");
  orNotFound(await findCustomer(db, actor, CustomerId));
  const shelf = await loadShelf(db, (await findPricingBasis(db, actor.resellerId)).version);
  const found =
    Search.trim() === ""
      ? undefined
      : new Set(
          (await findShownPlans(db, actor, Search, mostListed)).found.map(({ product_id, sku }) =>
            planKey(product_id, sku),
          ),
        );
  const wanted = [...shelf.offers.values()]
    .filter((offer) => {
      const product = shelf.products.get(offer.productId);
      if (OfferId !== undefined && offer.id !== OfferId) return false;
      if (!product || product.hidden || !offer.forSale || offer.billing === "daily") return false;
      if (deliveryOf(shelf.deliveryOptions, product, actor.currency).length > 0) return false;
      return mayUseProduct(actor, product.id) && (!found || found.has(planKey(product.id, offer.sku)));
    })
    .toSorted(
      (a, b) =>
        Number(a.isAddOn) - Number(b.isAddOn) ||
        shelf.products.get(b.productId)!.popularity - shelf.products.get(a.productId)!.popularity ||
        (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
    );
  const productIds = [...new Set(wanted.map(({ productId }) => productId))];
  const own = await rulesOfCustomer(db, { resellerId: actor.resellerId, customerId: CustomerId }, { productIds });
  const catalogue = catalogueOf(shelf, own, {
    currency: actor.currency,
    productIds,
    offerIds: wanted.map(({ id }) => id),
  });
  return wanted
    .flatMap((offer): Offers => {
      const price = findPrice(catalogue, offer.id, actor.currency, today);
      if (!price) return [];
      return [
        {
          OfferId: offer.id,
          ProductId: offer.productId,
          ProductName: shelf.products.get(offer.productId)!.name,
          Name: offer.name,
          Unit: offer.unit,
          Term: offer.term,
          Billing: offer.billing,
          Minimum: offer.minimum,
          Maximum: offer.maximum,
          IsAddOn: offer.isAddOn,
          Attributes: (shelf.attributes.get(offer.id) ?? []).map(fieldOf),
          UnitCost: price.cost,
          UsualPrice: price.customer,
          Recommended: price.recommended,
        },
      ];
    })
    .slice(0, mostListed);
}

/** What must be answered before a product can be ordered for a customer, as its journey asks it. */
export async function readQuestions(
  { db, actor, today, platform }: Context,
  { CustomerId, ProductId }: { CustomerId: string; ProductId: string },
) {
  const customer = orNotFound(await findCustomer(db, actor, CustomerId));
  const shelf = await loadShelf(db, (await findPricingBasis(db, actor.resellerId)).version);
  const product = orNotFound(mayUseProduct(actor, ProductId) ? shelf.products.get(ProductId) : undefined);
  const tenants = await listTenants(db, actor.resellerId, CustomerId);
  const isDelivered = deliveryOf(shelf.deliveryOptions, product, actor.currency).length > 0;
  return stepsOfAdding(platform.vendors, product, [], { customer, tenants, isDelivered, today }).filter(
    (step) => !step.IfDelivered && (step.Fields.length > 0 || step.FormId !== null),
  );
}
