/** A question of a journey on the wire. */
import * as z from "zod/mini";

export const journeyField = z.object({
  Name: z.string(),
  Label: z.string(),
  Type: z.enum(["text", "email", "number", "select", "checkbox", "date"]),
  Required: z.boolean(),
  Help: z.nullable(z.string()),
  MaxLength: z.nullable(z.number()),
  /** The first and the last day that may be given. */
  Earliest: z.optional(z.string()),
  Latest: z.optional(z.string()),
  Pattern: z.nullable(z.object({ Source: z.string(), Message: z.string() })),
  Options: z.array(z.object({ Value: z.string(), Label: z.string() })),
  Default: z.nullable(z.union([z.string(), z.number(), z.boolean()])),
});
export type JourneyField = z.output<typeof journeyField>;
