/** What the marketplace keeps how long. */
import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";

const kept = z.object({
  Name: z.string(),
  /** For how long, counted from when, or why nothing removes it. */
  Kept: z.string(),
  /** The setting of the time; null if it is none. */
  Setting: z.nullable(z.string()),
  /** Whether housekeeping removes it when its time is over. */
  IsRemoved: z.boolean(),
});
export type KeptClass = z.output<typeof kept>;

export const retention = {
  list: endpoint({
    method: "GET",
    path: "/api/operator/retention",
    summary: "What data is kept how long, by class",
    access: { anyOf: [], kinds: ["admin"] },
    as: "none",
    result: z.object({ Items: z.array(kept) }),
  }),
};
