/** A reseller's display settings for prices and banners. */
import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";

const settings = {
  /** Hides prices from the reseller's own people, and with them what customers pay from theirs. */
  HidePricing: z.boolean(),
  /** Hides the marketplace's banner from everybody at the reseller and its customers. */
  HideBanner: z.boolean(),
  /** Shows a customer's people what it pays, where the reseller set a price. They see no cost and no margin. */
  ShowOwnPrices: z.boolean(),
};

export const display = {
  current: endpoint({
    method: "GET",
    path: "/api/settings/display",
    summary: "The display settings of the person's reseller",
    access: "signedIn",
    result: z.object(settings),
  }),
  save: endpoint({
    method: "POST",
    path: "/api/settings/display",
    summary: "Saves the display settings; open pages of the reseller follow at once",
    logs: "display.save",
    access: { anyOf: ["settings"], kinds: ["reseller", "engineer"] },
    /** What is not said stays. */
    body: z.strictObject({ ...settings, ShowOwnPrices: z.optional(settings.ShowOwnPrices) }),
    result: z.object(settings),
  }),
};
