/** Usage analytics: reports button presses to the collector chosen by the marketplace. */
import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";

const words = z.string().check(z.minLength(1), z.maxLength(100));

/**
 * What a button reports: its action, its page and its campaign. Never anything a person typed, and never their name.
 */
export const analyticsData = z.strictObject({ Action: words, Page: words, Campaign: words });
export type AnalyticsData = z.output<typeof analyticsData>;

export const usage = {
  press: endpoint({
    method: "POST",
    path: "/api/usage/presses",
    summary: "Tells the collector, where there is one, that a button was pressed",
    unlogged: "It is about nothing but the person's own pages.",
    access: "signedIn",
    as: "none",
    keyless: "Nothing of it is kept here.",
    jump: false,
    body: analyticsData,
    /** False if nothing is collected, so that the page can stop reporting. */
    result: z.object({ IsCollected: z.boolean() }),
  }),
};
