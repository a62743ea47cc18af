/** The marketplace's other portals: their addresses, and the ones where a reseller has an account. */
import { linkedSystems } from "@tradewind/domain/portal/partner-systems.ts";
import * as z from "zod/mini";
import { endpoint, id } from "../endpoint.ts";
import { partnerSystem } from "./partner-system-shape.ts";

const operator = { anyOf: [], kinds: ["admin"] } as const;

const systems = z.array(z.enum(linkedSystems));
const company = z.object({ Id: id, Name: z.string(), Linked: systems });

export const partnerSystems = {
  mine: endpoint({
    method: "GET",
    path: "/api/partner-systems",
    summary: "The portals of the marketplace, and whether the person's reseller has an account there",
    access: "signedIn",
    as: "none",
    result: z.array(partnerSystem),
  }),
  list: endpoint({
    method: "GET",
    path: "/api/operator/partner-systems",
    summary: "Resellers by part of their name with the portals in which they have an account, at most 50",
    access: operator,
    query: z.strictObject({ Search: z.optional(z.string().check(z.trim(), z.maxLength(100))) }),
    result: z.object({ Items: z.array(company) }),
  }),
  link: endpoint({
    method: "PUT",
    path: "/api/operator/partner-systems/:resellerId",
    summary: "Says in which portals a reseller has an account",
    logs: "partnerSystems.link",
    access: operator,
    params: z.strictObject({ resellerId: id }),
    body: z.strictObject({ Linked: systems.check(z.maxLength(linkedSystems.length)) }),
    result: company,
  }),
};
