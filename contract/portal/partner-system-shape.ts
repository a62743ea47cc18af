import { partnerSystems } from "@tradewind/domain/portal/partner-systems.ts";
import * as z from "zod/mini";

/** Kept apart from the endpoints, which every page would otherwise load with the session. */
export const partnerSystem = z.object({
  slug: z.enum(partnerSystems),
  /** A path within this portal for `cloud`, otherwise the address of the other portal. */
  link: z.string(),
  linked: z.boolean(),
});
