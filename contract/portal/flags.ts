/** Feature switches of the operator: for everybody, for a share of the resellers, or for one. */
import * as z from "zod/mini";
import { endpoint, id, instant } from "../endpoint.ts";

const operator = { anyOf: [], kinds: ["admin"] } as const;
const featureName = z.string().check(z.minLength(1), z.maxLength(60));

const flag = z.object({
  Name: z.string(),
  Enabled: z.boolean(),
  /** Percentage of the resellers for whom it is on while enabled. */
  Percentage: z.number(),
  /** Resellers for whom it is always on or always off, whatever the other settings. */
  Resellers: z.array(z.object({ Id: id, Name: z.string(), Enabled: z.boolean() })),
  /** Newest first, at most five. */
  Changes: z.array(z.object({ At: instant, Who: z.string(), What: z.string() })),
});

export const flags = {
  list: endpoint({
    method: "GET",
    path: "/api/operator/feature-flags",
    summary: "Every feature flag, for whom it is on, and who switched it last",
    access: operator,
    result: z.object({ Items: z.array(flag) }),
  }),
  change: endpoint({
    method: "PUT",
    path: "/api/operator/feature-flags/:featureName",
    summary: "Switches a feature on or off, for all resellers or a share of them",
    logs: "flags.change",
    access: operator,
    params: z.strictObject({ featureName }),
    body: z.strictObject({
      Enabled: z.boolean(),
      Percentage: z.int().check(z.gte(0, "Must be 0 to 100"), z.lte(100, "Must be 0 to 100")),
    }),
    result: flag,
  }),
  changeForReseller: endpoint({
    method: "PUT",
    path: "/api/operator/feature-flags/:featureName/resellers/:resellerId",
    summary: "Switches a feature for one reseller; null lets it follow the rest again",
    logs: "flags.change",
    access: operator,
    params: z.strictObject({ featureName, resellerId: id }),
    body: z.strictObject({ Enabled: z.nullable(z.boolean()) }),
    result: flag,
  }),
  resellers: endpoint({
    method: "GET",
    path: "/api/operator/reseller-names",
    summary: "Resellers by part of their name, at most 20",
    access: operator,
    query: z.strictObject({ Search: z.optional(z.string().check(z.trim(), z.maxLength(100))) }),
    result: z.object({ Items: z.array(z.object({ Id: id, Name: z.string() })) }),
  }),
};
