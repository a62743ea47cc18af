import { currencies, type Currency } from "@tradewind/domain/values/money.ts";
import type { Policies } from "@tradewind/domain/pricing/policies.ts";
import type { PriceRule } from "@tradewind/domain/pricing/price-rules.ts";
import { priceTimeline, type ListPrice } from "@tradewind/domain/pricing/price-timeline.ts";
import type { Catalogue, Offer } from "@tradewind/domain/pricing/pricing-types.ts";
import type { DynamicForm } from "@tradewind/contract/catalogue/forms.ts";
import type { Attribute } from "@tradewind/vendors/catalogue-data.ts";
import type { Db } from "../../platform/db.ts";
import {
  listAttributes,
  listDeliveryOptions,
  listPrices,
  loadOffers,
  loadPolicies,
  type DeliveryOption,
} from "../offers/offers.store.ts";
import { listPages, listProducts, type PageRow, type Product } from "./products.store.ts";
import { listDynamicForms } from "./order-forms.store.ts";

/** Products and list prices: the same for every reseller. */
export type Shelf = {
  version: string;
  products: ReadonlyMap<string, Product>;
  /** What their pages say. */
  pages: ReadonlyMap<string, PageRow>;
  policies: Policies;
  offers: ReadonlyMap<string, Offer>;
  /** Those that are sold, by product and SKU (`planKey`). */
  plans: ReadonlyMap<string, readonly Offer[]>;
  pricesOf: ReadonlyMap<string, ListPrice[]>;
  deliveryOptions: readonly DeliveryOption[];
  /** Dynamic forms that accompany orders, by id. */
  orderForms: ReadonlyMap<string, DynamicForm>;
  /** What offers ask of each line, by id of the offer; absent if nothing. */
  attributes: ReadonlyMap<string, readonly Attribute[]>;
};

export const planKey = (productId: string, sku: string): string => `${productId} ${sku}`;

let kept: Shelf | undefined;

/** Loads the shelf of a catalogue version just read; cached in the process, because it changes only by deployment. */
export async function loadShelf(db: Db, version: string): Promise<Shelf> {
  if (kept?.version === version) return kept;
  const products = await listProducts(db);
  const productIds = products.map((product) => product.id);
  const [pages, offers, prices, policies, deliveryOptions, orderForms, attributes] = await Promise.all([
    listPages(db),
    loadOffers(db, productIds),
    listPrices(db, productIds, currencies),
    loadPolicies(db),
    listDeliveryOptions(db),
    listDynamicForms(db),
    listAttributes(db),
  ]);
  kept = {
    version,
    products: new Map(products.map((product) => [product.id, product])),
    pages: new Map(pages.map((page) => [page.product_id, page])),
    policies,
    offers,
    plans: Map.groupBy(
      [...offers.values()].filter(({ forSale, billing }) => forSale && billing !== "daily"),
      ({ productId, sku }) => planKey(productId, sku),
    ),
    pricesOf: Map.groupBy(prices, (price) => price.offerId),
    deliveryOptions,
    orderForms,
    attributes,
  };
  return kept;
}

/** Returns those of the named offers that belong to the products, with the prices of every day. */
export function catalogueOf(
  shelf: Shelf,
  own: readonly PriceRule[],
  {
    currency,
    productIds,
    offerIds,
  }: { currency: Currency; productIds: readonly string[]; offerIds: readonly string[] },
): Catalogue {
  const offers = [...new Set(offerIds)].flatMap((id) => shelf.offers.get(id) ?? []);
  const sold = offers.filter((offer) => productIds.includes(offer.productId));
  const list = sold.flatMap((offer) => shelf.pricesOf.get(offer.id) ?? []);
  return {
    offers: new Map(sold.map((offer) => [offer.id, offer])),
    prices: priceTimeline(
      list.filter((price) => price.currency === currency),
      own,
    ),
  };
}
