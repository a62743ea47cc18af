import { address, defineVendor } from "@tradewind/vendors/vendor.ts";
import { z } from "zod";
import { lanternFulfiller } from "./lantern-fulfiller.ts";

const offer = {
  product_id: "lantern-signs",
  offer_group: "Signs",
  unit: "Sign",
  maximum: 100,
  plans: ["none:monthly"],
  policies: ["lantern.window-always", "lantern.refund-days", "lantern.term-end-renew"],
} as const;

/** A vendor unknown to the product: digital signs by the month. */
export const lantern = defineVendor({
  id: "lantern",
  name: "Lantern",
  can: {},
  settings: { LANTERN_URL: address, LANTERN_KEY: z.string().min(8) },
  catalogue: {
    products: [
      {
        id: "lantern-signs",
        name: "Lantern signs",
        description: "What hangs in a shop window and can be written from anywhere.",
        agreement_service_id: 9001,
        listing_id: "6b0d7c1e-52a4-4e8b-9c3f-1f2a7d9e4b01",
        category: "modernWorkplace",
        level: "customer",
        charging_model: "Licence",
        cardinality: "MultiplePerCustomer",
        agreement_id: "lantern",
        new_journey: true,
        icon: "box",
      },
    ],
    offers: [
      { ...offer, sku: "lantern-small", offer_ref: "S", name: "Small sign", description: "One line of words." },
      {
        ...offer,
        sku: "lantern-lettered",
        offer_ref: "W",
        name: "Lettered sign",
        description: "Its own words.",
        resources: [{ kind: "plate", label: "Plate", per: "line", code: { label: "Number" } }],
        attributes: [
          {
            name: "Words",
            label: "Words",
            maxLength: 12,
            pattern: { source: "[A-Z ]+", message: "Must be capital letters" },
          },
          {
            name: "Colour",
            label: "Colour",
            type: "select",
            options: [
              { value: "red", label: "Bright red" },
              { value: "blue", label: "Deep blue" },
            ],
            editable: true,
          },
          { name: "LitUntil", label: "Lit until", type: "date", optional: true, editable: true },
        ],
      },
      { ...offer, sku: "lantern-large", offer_ref: "L", name: "Large sign", description: "Three lines of words." },
    ],
    policies: [
      { id: "lantern.window-always", kind: "window", opens: { until: "always" } },
      { id: "lantern.refund-days", kind: "refund", method: "startedDays" },
      { id: "lantern.term-end-renew", kind: "termEnd", outcome: "renew", lockHours: 0 },
    ],
    prices: [
      {
        from: "2025-03-01",
        rows: [
          ["lantern-small:none:monthly", "4.00", "6.00", "4.70", "7.00"],
          ["lantern-lettered:none:monthly", "5.00", "7.00", "5.70", "8.00"],
          ["lantern-large:none:monthly", "9.00", "13.00", "10.50", "15.20"],
        ],
      },
    ],
    agreements: [
      {
        id: "lantern",
        version: 1,
        title: "Lantern reseller agreement",
        summary: "Terms for reselling signs.",
        serviceIds: [9001],
        sections: [{ heading: "Purpose", paragraphs: ["It governs the signs that you order for your customers."] }],
      },
    ],
  },
  firstSteps: () => [
    {
      id: "shop",
      title: "The shop",
      questions: [{ name: "ShopWindow", label: "Which window", help: "As in High Street, left of the door." }],
    },
  ],
  connect: ({ LANTERN_URL, LANTERN_KEY }) => ({
    fulfiller: lanternFulfiller({ url: LANTERN_URL, key: LANTERN_KEY }),
  }),
});
