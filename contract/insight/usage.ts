/** Usage analytics: which buttons are pressed, told to the collector that the marketplace has chosen. */
import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";

const words = z.string().check(z.minLength(1), z.maxLength(100));

/** What a button may carry: what it does, on which page, for which campaign. Never what a person typed or is called. */
export const analyticsData = z.strictObject({ Action: words, Page: words, Campaign: words });
export type AnalyticsData = z.output<typeof analyticsData>;

export const usage = {
  press: endpoint({
    method: "POST",
    path: "/api/usage/presses",
    summary: "Tells the collector, where there is one, that a button was pressed",
    access: "signedIn",
    as: "none",
    keyless: "Nothing of it is kept here.",
    jump: false,
    body: analyticsData,
    /** False where nothing is collected, so that the page need not tell again. */
    result: z.object({ IsCollected: z.boolean() }),
  }),
};
