/** The operator's assortment: what is said of each product, its plans and their order, what is sold, and pictures. */
import { cardinalities, categories, chargingModels } from "@tradewind/domain/catalogue/products.ts";
import { pictureBox } from "@tradewind/domain/catalogue/product-words.ts";
import { billings, terms } from "@tradewind/domain/pricing/pricing-types.ts";
import { isCalendarDate } from "@tradewind/domain/values/dates.ts";
import { currencies } from "@tradewind/domain/values/money.ts";
import * as z from "zod/mini";
import { cursor, day, endpoint, instant } from "../endpoint.ts";
import { productId } from "./products.ts";

const access = { anyOf: [], kinds: ["admin"] } as const;
const params = z.strictObject({ productId });

const line = (most: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "This field is required"),
      z.maxLength(most, `At most ${most} characters`),
      z.regex(/^[^\p{Cc}\p{Cf}]*$/u, "Must be on one line"),
    );
const lines = (most: number, amount: number) =>
  z.array(line(most)).check(z.maxLength(amount, `At most ${amount} of them`));
const someDay = day.check(z.refine(isCalendarDate, "Must be a date"));

const words = z.strictObject({
  Name: line(60),
  /** One sentence, shown on its card. */
  Summary: line(160),
  Category: z.enum(categories),
  /** What it is, for whom, and how it comes: the head of its page. */
  Description: z.array(line(120)).check(z.length(3)),
  SearchWords: lines(40, 40),
  Needs: lines(200, 10),
  GoesWith: z
    .array(z.strictObject({ ProductId: productId, Why: line(160) }))
    .check(z.maxLength(10, "At most 10 of them")),
  Documents: z
    .array(
      z.strictObject({
        Title: line(80),
        Url: z.string().check(z.trim(), z.maxLength(300), z.regex(/^https:\/\/\S+$/, "Must begin with https://")),
      }),
    )
    .check(z.maxLength(10, "At most 10 of them")),
});
export type Words = z.output<typeof words>;

/** What each plan contains, by SKU: `yes` or a text. */
const features = z
  .array(z.strictObject({ Name: line(60), Of: z.record(z.string().check(z.maxLength(60)), line(60)) }))
  .check(z.maxLength(20, "At most 20 of them"));

/** Not sold from a day on, until another or without an end. */
const withdrawal = z.object({ From: day, Until: z.nullable(day) });
export type Withdrawal = z.output<typeof withdrawal>;

const price = z.object({ Currency: z.enum(currencies), ResellersPay: z.string(), Recommended: z.nullable(z.string()) });

const offer = z.object({
  OfferId: z.string(),
  Term: z.enum(terms),
  Billing: z.enum(billings),
  Minimum: z.int(),
  IsForSale: z.boolean(),
  /** Whether the release sells it at all. */
  IsShippedForSale: z.boolean(),
  Withdrawal: z.nullable(withdrawal),
  /** Of today. */
  Prices: z.array(price),
});
const plan = z.object({
  Sku: z.string(),
  Name: z.string(),
  ShippedName: z.string(),
  Group: z.string(),
  Unit: z.string(),
  IsAddOn: z.boolean(),
  Offers: z.array(offer),
});
export type AssortedPlan = z.output<typeof plan>;
export type AssortedOffer = z.output<typeof offer>;

const listed = z.object({
  ProductId: z.string(),
  Name: z.string(),
  Vendor: z.nullable(z.string()),
  Category: z.enum(categories),
  Icon: z.string(),
  ImageSrc: z.nullable(z.string()),
  ImageAlt: z.string(),
  IsShown: z.boolean(),
  Withdrawal: z.nullable(withdrawal),
  OffersForSale: z.int(),
  Offers: z.int(),
  /** Whether the operator says anything of it in its own words. */
  IsReworded: z.boolean(),
});
export type ListedProduct = z.output<typeof listed>;

const product = z.object({
  ProductId: z.string(),
  /** Must be sent back with a change. */
  Version: z.int(),
  ChangedAt: z.nullable(instant),
  Vendor: z.nullable(z.string()),
  Icon: z.string(),
  ImageSrc: z.nullable(z.string()),
  ImageAlt: z.string(),
  IsShown: z.boolean(),
  Withdrawal: z.nullable(withdrawal),
  Customers: z.int(),
  /** Null of a product that is only a name. */
  Words: z.nullable(words),
  ShippedWords: z.nullable(words),
  /** In their order; the release's order is by `ShippedOrder`. */
  Plans: z.array(plan),
  ShippedOrder: z.array(z.string()),
  Features: features,
  ShippedFeatures: features,
  /** What only a release changes. */
  Fixed: z.object({
    ProvidedBy: z.nullable(z.string()),
    AgreementServiceId: z.int(),
    ChargingModel: z.enum(chargingModels),
    OrderLimit: z.enum(cardinalities),
    Level: z.enum(["customer", "user", "both"]),
    /** The form that accompanies its orders. */
    OrderForm: z.nullable(z.string()),
    /** In how many working days people promise it; null if a vendor's interface provides it. */
    LeadDays: z.nullable(z.int()),
    FeatureFlag: z.nullable(z.string()),
    IsManagedElsewhere: z.boolean(),
  }),
});
export type AssortedProduct = z.output<typeof product>;

const Version = z.int().check(z.gte(1), z.lte(1_000_000));
const errors = ["conflict", "productNameOnly"] as const;

export const assortment = {
  list: endpoint({
    method: "GET",
    path: "/api/operator/products",
    summary: "One page of all products by name, with what of them is sold",
    access,
    query: z.strictObject({
      /** A part of the name or of a word by which it is found. */
      Search: z._default(z.string().check(z.trim(), z.maxLength(100)), ""),
      Vendor: z.optional(z.string().check(z.maxLength(60))),
      Category: z.optional(z.enum(categories)),
      State: z.optional(z.enum(["shown", "hidden"])),
      After: cursor,
    }),
    result: z.object({ Items: z.array(listed), Next: z.nullable(z.string()) }),
  }),
  customers: endpoint({
    method: "GET",
    path: "/api/operator/product-customers",
    summary: "Each product by name with its vendor, and how many customers of all resellers have it",
    sums: true,
    access,
    result: z.object({
      Items: z.array(
        z.object({
          ProductId: z.string(),
          Name: z.string(),
          Vendor: z.nullable(z.string()),
          IsShown: z.boolean(),
          Customers: z.int(),
        }),
      ),
    }),
  }),
  byId: endpoint({
    method: "GET",
    path: "/api/operator/products/:productId/page",
    summary: "All that is said of a product, beside what the release says, and its plans with the prices of today",
    access,
    params,
    result: product,
  }),
  say: endpoint({
    method: "PUT",
    path: "/api/operator/products/:productId/words",
    summary: "Changes what is said of a product; what equals the release follows the next one",
    logs: "assortment.say",
    access,
    params,
    body: z.strictObject({ Version, ...words.shape }),
    result: product,
    errors: [...errors, "productNameTaken"],
  }),
  arrange: endpoint({
    method: "PUT",
    path: "/api/operator/products/:productId/plans",
    summary: "Names and orders all plans of a product, and says what each contains",
    logs: "assortment.arrange",
    access,
    params,
    body: z.strictObject({
      Version,
      Plans: z
        .array(z.strictObject({ Sku: z.string().check(z.maxLength(60)), Name: line(80) }))
        .check(z.maxLength(300)),
      Features: features,
    }),
    result: product,
    errors,
  }),
  sell: endpoint({
    method: "PUT",
    path: "/api/operator/products/:productId/sale",
    summary: "Withdraws a product, or one of its offers, from sale from a day on, or brings it back",
    logs: "assortment.sell",
    access,
    params,
    body: z.strictObject({
      Version,
      /** Null for all of the product. */
      OfferId: z.nullable(z.string().check(z.maxLength(120))),
      /** Null brings it back. */
      From: z.nullable(someDay),
      /** The day on which it is sold again. */
      Until: z.nullable(someDay),
    }),
    result: product,
    errors,
  }),
  picture: endpoint({
    method: "PUT",
    path: "/api/operator/products/:productId/picture",
    summary: "Gives a product a picture and says what it shows, or goes back to its drawing",
    logs: "assortment.picture",
    access,
    params,
    body: z.strictObject({
      Version,
      /** A data URL; null goes back to the drawing; left out, the picture stays. */
      Picture: z.optional(
        z.nullable(
          z
            .string()
            .check(
              z.maxLength(1_400_000, `The picture is larger than ${pictureBox.bytes / 1_000_000} MB`),
              z.regex(
                /^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/,
                "Must be a PNG, JPEG or WebP picture",
              ),
            ),
        ),
      ),
      /** Empty if it shows no more than the name says. */
      Alt: z.string().check(z.trim(), z.maxLength(120, "At most 120 characters"), z.regex(/^[^\p{Cc}\p{Cf}]*$/u)),
    }),
    largestBody: { bytes: 1_450_000, because: "A picture of 1 MB in base64." },
    result: product,
    errors: [...errors, "pictureInvalid", "uploadInfected", "scannerDown"],
  }),
};
