/** What a reseller pays for what is sold, and what its customers pay unless they have prices of their own. */
import { chargingModels } from "@tradewind/domain/catalogue/products.ts";
import { billings, terms } from "@tradewind/domain/pricing/pricing-types.ts";
import * as z from "zod/mini";
import { cursor, day, endpoint } from "../endpoint.ts";

const amount = z.string();
const change = z.object({ From: day, Cost: amount });
const wanted = {
  /** A part of the name, the SKU or the product. */
  Search: z._default(z.string().check(z.trim(), z.maxLength(100)), ""),
  ProductId: z.optional(z.string().check(z.maxLength(60))),
};

const ownPrice = z.object({
  OfferId: z.string(),
  Name: z.string(),
  Sku: z.string(),
  Unit: z.string(),
  ProductId: z.string(),
  ProductName: z.string(),
  Term: z.enum(terms),
  Billing: z.enum(billings),
  ChargingModel: z.enum(chargingModels),
  /** Per unit and billing period, in the reseller's currency. */
  Cost: amount,
  Recommended: z.nullable(amount),
  /** What a rule for everyone makes of it; null if there is none, and the recommended price is asked. */
  Own: z.nullable(amount),
  /** Since when it costs this, and what it cost before; null if it never changed. */
  Last: z.nullable(change),
  /** The next cost that is known, and from when. */
  Next: z.nullable(change),
});
export type OwnPrice = z.output<typeof ownPrice>;

export const ownPrices = {
  list: endpoint({
    method: "GET",
    path: "/api/billing/prices",
    summary: "One page of what is for sale by name, with cost, recommended and own price",
    access: { anyOf: ["billing"], kinds: ["reseller", "engineer"] },
    query: z.strictObject({ ...wanted, After: cursor }),
    result: z.object({ Items: z.array(ownPrice), Next: z.nullable(z.string()) }),
    errors: ["pricesHidden"],
  }),
  csv: endpoint({
    method: "GET",
    path: "/api/billing/prices.csv",
    summary:
      "What is for sale as CSV, with how it is charged, cost, recommended and own price, margin, and changes of the cost",
    logs: "exports.prices",
    access: { anyOf: ["billing"], kinds: ["reseller", "engineer"] },
    query: z.strictObject(wanted),
    file: "text/csv",
    result: z.unknown(),
    errors: ["pricesHidden"],
  }),
};
