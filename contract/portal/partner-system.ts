import { partnerSystems } from "@tradewind/domain/portal/partner-systems.ts";
import * as z from "zod/mini";

/** Apart from the endpoints, which every page would otherwise load with the session. */
export const partnerSystem = z.object({
  slug: z.enum(partnerSystems),
  /** An own path for `cloud`, else the address of the other portal. */
  link: z.string(),
  linked: z.boolean(),
});
