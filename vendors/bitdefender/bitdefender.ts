import { z } from "zod";
import { address, defineVendor } from "../vendor.ts";
import { bitdefenderApi } from "./bitdefender-api.ts";
import { bitdefenderFulfiller } from "./bitdefender-fulfiller.ts";
import { bitdefenderObserver } from "./bitdefender-observe.ts";
import { bitdefenderReport, bitdefenderUsage } from "./bitdefender-usage.ts";
import { bitdefenderPace } from "./bitdefender-pace.ts";
import { costs } from "./costs.data.ts";
import { offers } from "./offers.data.ts";
import { orderForm } from "./order-form.data.ts";
import { policies } from "./policies.data.ts";
import { prices } from "./prices.data.ts";
import { products } from "./products.data.ts";

/** Endpoint security on Bitdefender GravityZone, by its monthly subscription for partners. */
export const bitdefender = defineVendor({
  id: "bitdefender",
  name: "Bitdefender",
  can: {},
  settings: {
    BITDEFENDER_URL: address.default("https://cloud.gravityzone.bitdefender.com/api"),
    BITDEFENDER_API_KEY: z.string().default(""),
  },
  catalogue: { products, offers, policies, prices, costs, orderForms: [orderForm] },
  connect: ({ BITDEFENDER_URL: accessUrl, BITDEFENDER_API_KEY: apiKey }, { newId, now }) => {
    const api = bitdefenderApi({ accessUrl, apiKey, newId });
    return {
      fulfiller: bitdefenderFulfiller(api),
      pace: bitdefenderPace,
      usage: bitdefenderUsage(api),
      usageReport: bitdefenderReport(api, now),
      ...bitdefenderObserver(api),
    };
  },
});
