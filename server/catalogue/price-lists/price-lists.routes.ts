import { priceLists } from "@tradewind/contract/catalogue/price-lists.ts";
import { orNotFound } from "../../platform/app-error.ts";
import { pageOf, readCursor } from "../../platform/cursor.ts";
import { answer } from "../../platform/http.ts";
import {
  findOffer,
  listPlans,
  listPricedOffers,
  listPricesOf,
  listProducts,
  listVendors,
  pageSize,
  type OfferRow,
  type PriceRow,
} from "./price-lists.store.ts";

const toPrice = ({ from_date, cost, recommended, vendor_cost }: PriceRow) => ({
  From: from_date,
  ResellersPay: cost,
  Recommended: recommended,
  WePay: vendor_cost,
});

const toOffer = (row: OfferRow) => ({
  OfferId: row.id,
  Name: row.name,
  Sku: row.sku,
  Unit: row.unit,
  ProductId: row.product_id,
  ProductName: row.product_name,
  VendorName: row.vendor_name,
  Term: row.term,
  Billing: row.billing,
  IsForSale: row.for_sale,
});

export const priceListsRoutes = [
  answer(priceLists.list, async ({ db, today }, { query }) => {
    const { Search: search, Currency: currency, ProductId: productId, Vendor: vendor } = query;
    const after = readCursor(query.After, ["name", "id"]);
    const rows = await listPricedOffers(db, { search, currency, productId, vendor }, today, after);
    const { page, next } = pageOf(rows, pageSize, ({ name, id }) => ({ name, id }));
    return {
      Items: page.map((row) => ({
        ...toOffer(row),
        Price: row.price && toPrice(row.price),
        Next: row.next && toPrice(row.next),
      })),
      Next: next,
    };
  }),
  answer(priceLists.products, async ({ db }) => {
    const [products, vendors] = await Promise.all([listProducts(db), listVendors(db)]);
    return {
      Products: products.map(({ id, name, fulfiller }) => ({ Id: id, Name: name, Vendor: fulfiller })),
      Vendors: vendors
        .filter(({ id }) => products.some(({ fulfiller }) => fulfiller === id))
        .map(({ id, name }) => ({ Id: id, Name: name })),
    };
  }),
  answer(priceLists.byOffer, async ({ db }, { params }) => {
    const offer = orNotFound(await findOffer(db, params.offerId));
    const [plans, prices] = await Promise.all([listPlans(db, offer.sku), listPricesOf(db, offer.id)]);
    return {
      Offer: toOffer(offer),
      Plans: plans.map(({ id, term, billing, for_sale }) => ({
        OfferId: id,
        Term: term,
        Billing: billing,
        IsForSale: for_sale,
      })),
      Prices: [...Map.groupBy(prices, ({ currency }) => currency)].map(([Currency, rows]) => ({
        Currency,
        Rows: rows.map((row) => ({
          ...toPrice(row),
          Import: row.import_id === null ? null : { Id: row.import_id, FileName: row.file_name! },
        })),
      })),
    };
  }),
];
