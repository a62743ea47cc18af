import type { Route, SimReply, SimRequest } from "../kit/vendor.ts";
import { type Offer, offers } from "./catalogue.ts";
import { collectionOf, refuse } from "./state.ts";

export function productRoutes(): Route[] {
  return [
    { method: "GET", path: "/v1/products", answer: listProducts },
    { method: "GET", path: "/v1/products/:product/skus", answer: listSkus },
    { method: "GET", path: "/v1/products/:product/skus/:sku/availabilities", answer: listAvailabilities },
  ];
}

function listProducts({ query }: SimRequest): SimReply {
  if (!query.get("country")) refuse(400, "400034", "country is required.");
  if (query.get("targetView") !== "OnlineServices") refuse(403, "400036", "The requested targetView isn't allowed.");
  const items = offers.map((offer) => ({
    id: offer.productId,
    title: offer.title,
    description: offer.title,
    productType: { id: "OnlineServicesNCE", displayName: "New Commerce" },
    isMicrosoftProduct: true,
    publisherName: "Microsoft Corporation",
    links: {
      skus: { uri: `/products/${offer.productId}/skus?country=${query.get("country")}`, method: "GET", headers: [] },
    },
  }));
  return { status: 200, body: collectionOf(items) };
}

function listSkus({ params }: SimRequest): SimReply {
  const items = ofProduct(params.product!).map((offer) => ({
    id: offer.skuId,
    title: offer.title,
    description: offer.title,
    productId: offer.productId,
    minimumQuantity: offer.minimumQuantity,
    maximumQuantity: offer.maximumQuantity,
    isTrial: false,
    supportedBillingCycles: [...new Set(offer.terms.flatMap((term) => term.billingCycles))],
    purchasePrerequisites: offer.isAddon ? ["PrerequisiteOffer"] : [],
    dynamicAttributes: { prerequisites: offer.prerequisites },
  }));
  return { status: 200, body: collectionOf(items) };
}

function listAvailabilities({ params }: SimRequest): SimReply {
  const offer = ofProduct(params.product!).find((each) => each.skuId === params.sku);
  if (!offer) return refuse(404, "400018", "The SKU was not found.");
  return {
    status: 200,
    body: collectionOf([
      {
        id: offer.availabilityId,
        productId: offer.productId,
        skuId: offer.skuId,
        catalogItemId: offer.catalogItemId,
        defaultCurrency: { code: "GBP", symbol: "£" },
        segment: "commercial",
        country: "GB",
        isPurchasable: true,
        isRenewable: true,
        terms: offer.terms.flatMap(({ duration, billingCycles }) =>
          billingCycles.map((billingCycle) => ({
            duration,
            billingCycle,
            description: `${duration} paid ${billingCycle}`,
          })),
        ),
      },
    ]),
  };
}

function ofProduct(id: string): Offer[] {
  const found = offers.filter((offer) => offer.productId === id);
  return found.length > 0 ? found : refuse(404, "400013", "The product was not found.");
}
