/** The quick links on a person's dashboard. */
import { mostQuickLinks, quickLinkKeys } from "@tradewind/domain/insight/quick-links.ts";
import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";

const links = z.array(z.enum(quickLinkKeys));
const result = z.object({ Links: links });

export const quickLinks = {
  mine: endpoint({
    method: "GET",
    path: "/api/quick-links",
    summary: "The person's quick links in their order, or the first few while none were chosen",
    access: { anyOf: ["home"] },
    result,
  }),
  choose: endpoint({
    method: "PUT",
    path: "/api/quick-links",
    summary: "Chooses and orders the person's quick links, from those they may reach",
    unlogged: "It is about nothing but the person's own pages.",
    access: { anyOf: ["home"] },
    body: z.strictObject({
      Links: links.check(z.maxLength(mostQuickLinks, `Choose at most ${mostQuickLinks} links`)),
    }),
    result,
    jump: false,
  }),
};
