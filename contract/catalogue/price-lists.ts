/** What is sold and at which prices, as the operator sees it. */
import { billings, terms } from "@tradewind/domain/pricing/pricing-types.ts";
import { currencies } from "@tradewind/domain/values/money.ts";
import * as z from "zod/mini";
import { cursor, day, endpoint, id } from "../endpoint.ts";

const access = { anyOf: [], kinds: ["admin"] } as const;
const amount = z.string();

/** Per unit and billing period, from a day on. */
const datedPrice = z.object({
  From: day,
  ResellersPay: amount,
  Recommended: z.nullable(amount),
  /** What the vendor asks then; null if nothing is known of it. */
  WePay: z.nullable(amount),
});

const offer = z.object({
  OfferId: z.string(),
  Name: z.string(),
  Sku: z.string(),
  Unit: z.string(),
  ProductId: z.string(),
  ProductName: z.string(),
  VendorName: z.nullable(z.string()),
  Term: z.enum(terms),
  Billing: z.enum(billings),
  IsForSale: z.boolean(),
});
const listed = z.extend(offer, {
  /** Null before its first price. */
  Price: z.nullable(datedPrice),
  /** The next change that is known. */
  Next: z.nullable(datedPrice),
});
export type ListedPrice = z.output<typeof listed>;

export const priceLists = {
  list: endpoint({
    method: "GET",
    path: "/api/operator/prices",
    summary: "One page of offers by name, each with its present price and the next one, in one currency",
    access,
    query: z.strictObject({
      /** A part of the name or the SKU. */
      Search: z._default(z.string().check(z.trim(), z.maxLength(100)), ""),
      Currency: z._default(z.enum(currencies), "GBP"),
      ProductId: z.optional(z.string().check(z.maxLength(60))),
      Vendor: z.optional(z.string().check(z.maxLength(60))),
      After: cursor,
    }),
    result: z.object({ Items: z.array(listed), Next: z.nullable(z.string()) }),
  }),
  products: endpoint({
    method: "GET",
    path: "/api/operator/priced-products",
    summary: "The products that have offers, and their vendors",
    access,
    result: z.object({
      Products: z.array(z.object({ Id: z.string(), Name: z.string(), Vendor: z.nullable(z.string()) })),
      Vendors: z.array(z.object({ Id: z.string(), Name: z.string() })),
    }),
  }),
  byOffer: endpoint({
    method: "GET",
    path: "/api/operator/offers/:offerId/prices",
    summary: "An offer with its plans and all its prices by currency, the latest first",
    access,
    params: z.strictObject({ offerId: z.string().check(z.maxLength(120)) }),
    result: z.object({
      Offer: offer,
      /** The same SKU with every term and billing. */
      Plans: z.array(
        z.object({ OfferId: z.string(), Term: z.enum(terms), Billing: z.enum(billings), IsForSale: z.boolean() }),
      ),
      Prices: z.array(
        z.object({
          Currency: z.enum(currencies),
          /** The latest first; `Import` is the file they came from, null for what was shipped. */
          Rows: z.array(z.extend(datedPrice, { Import: z.nullable(z.object({ Id: id, FileName: z.string() })) })),
        }),
      ),
    }),
  }),
};
