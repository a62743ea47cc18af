/** What lines of an order say: what is wanted, how many, and what is answered. */
import * as z from "zod/mini";
import { day } from "../endpoint.ts";

const key = z
  .string()
  .check(z.minLength(1), z.maxLength(40), z.regex(/^[A-Za-z0-9_-]+$/, "Must be letters, digits, dash or underscore"));
export const quantity = z
  .int("Must be a whole number")
  .check(z.gte(0, "Must be at least 0"), z.lte(100_000, "Must be at most 100000"));
export const offerId = z.string().check(z.minLength(1), z.maxLength(100));

export const answers = (most: number) =>
  z
    .record(
      z.string().check(z.maxLength(60)),
      z.union([z.string().check(z.maxLength(500)), z.number(), z.boolean(), z.null()]),
    )
    .check(z.refine((given) => Object.keys(given).length <= most, "Has more answers than any journey asks"));
/** Answers to what the offer asks of each line, by name. */
export const attributes = answers(30);

/** Lines of one order: the sites of a large service, twice. */
export const mostLines = 500;

/** One thing to add. */
export const addedLine = z.strictObject({
  Key: key,
  OfferId: offerId,
  Quantity: quantity,
  AddOnTo: z.optional(z.nullable(key)),
  /** The first day after its first term, if that is to end earlier: one of `termEnds`. */
  TermUntil: z.optional(z.nullable(day)),
  Attributes: z.optional(attributes),
});

/** Answers to the journey's fields, by name. */
export const details = answers(100);

/** As many lines as may be, each with its answers. */
export const manyLines = { bytes: 400_000, because: "The names and addresses of two hundred sites." };
