/** What the updates of the PSA's reports answer, and how each line of theirs ended. */
import { writeStates } from "@tradewind/domain/psa/writes.ts";
import * as z from "zod/mini";
import { instant } from "../endpoint.ts";

/** As a PSA has quantities and prices. */
export const decimal = z.string().check(z.regex(/^-?\d{1,10}(\.\d{1,4})?$/));

/** Whether all of it was taken to be written; if not, why in plain words. What became of each line is told with the report. */
export const updated = z.object({
  Succeed: z.boolean(),
  Error: z.nullable(z.string()),
  Errors: z.array(z.string()),
});
export type PsaUpdated = z.output<typeof updated>;

/** How the last write of a line ended; null if there was none. */
export const written = z.nullable(
  z.object({
    state: z.enum(writeStates),
    /** Why it was not written. */
    message: z.nullable(z.string()),
    /** What the PSA had after it. */
    quantity: z.nullable(z.string()),
    /** What one costs in the PSA after it; null if its price was not written, or prices are hidden from the caller. */
    price: z.nullable(z.string()),
    askedBy: z.string(),
    at: instant,
  }),
);
export type PsaWritten = z.output<typeof written>;
