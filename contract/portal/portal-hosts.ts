/** Portal hosts that belong to a reseller: visitors see that reseller's white label before they sign in. */
import { isPortalHost, plainHost } from "@tradewind/domain/portal/portal-hosts.ts";
import * as z from "zod/mini";
import { cursor, endpoint, id, instant } from "../endpoint.ts";

const operator = { anyOf: [], kinds: ["admin"] } as const;
const typedHost = z.string().check(
  z.maxLength(300),
  z.overwrite((typed) => plainHost(typed) ?? ""),
  z.refine(isPortalHost, "Must be a host of the reseller's own, for example portal.acme.co.uk"),
);

export const portalHosts = {
  list: endpoint({
    method: "GET",
    path: "/api/operator/portal-hosts",
    summary: "Hosts of resellers, by host or reseller, a page by key",
    access: operator,
    query: z.strictObject({ Search: z._default(z.string().check(z.trim(), z.maxLength(100)), ""), After: cursor }),
    result: z.object({
      Items: z.array(z.object({ Host: z.string(), ResellerId: id, ResellerName: z.string(), HasLabel: z.boolean() })),
      Next: z.nullable(z.string()),
    }),
  }),
  changes: endpoint({
    method: "GET",
    path: "/api/operator/portal-host-changes",
    summary: "Who gave and took hosts, the latest twenty first",
    access: operator,
    result: z.object({ Items: z.array(z.object({ At: instant, Who: z.string(), What: z.string() })) }),
  }),
  add: endpoint({
    method: "POST",
    path: "/api/operator/portal-hosts",
    summary: "Gives a host to a reseller",
    logs: "portalHosts.add",
    access: operator,
    body: z.strictObject({ Host: typedHost, ResellerId: id }),
    result: z.object({ Host: z.string() }),
    errors: ["hostTaken", "hostOurs", "notFound"],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/operator/portal-hosts/:portalHost",
    summary: "Takes a host from its reseller: it looks like the marketplace again",
    logs: "portalHosts.remove",
    access: operator,
    params: z.strictObject({ portalHost: z.string().check(z.maxLength(253), z.refine(isPortalHost)) }),
    result: z.object({}),
  }),
};
