/** Price lists that the operator imports from files: read in pieces, compared, and taken over as a whole. */
import { priceRowKinds } from "@tradewind/domain/catalogue/price-file.ts";
import { isCalendarDate } from "@tradewind/domain/values/dates.ts";
import * as z from "zod/mini";
import { cursor, day, endpoint, id, instant } from "../endpoint.ts";

const access = { anyOf: [], kinds: ["admin"] } as const;
const params = z.strictObject({ priceImportId: id });
const unlogged = "No price of a file counts before it is taken over, which is logged.";

export const importStates = ["reading", "compared", "committed", "takenBack", "discarded"] as const;

const priceImport = z.object({
  Id: id,
  FileName: z.string(),
  /** From which day its prices hold. */
  From: day,
  /** What resellers pay, of the recommended price, where the file does not say it; in per cent. */
  SharePercent: z.string(),
  State: z.enum(importStates),
  /** Pieces and lines read so far. */
  Pieces: z.number(),
  Lines: z.number(),
  /** Rows by what they do, once all are compared. */
  Counts: z.object({ added: z.number(), changed: z.number(), unchanged: z.number(), unknown: z.number() }),
  FaultCount: z.number(),
  MadeBy: z.string(),
  MadeAt: instant,
  CommittedAt: z.nullable(instant),
  /** Whether it can be taken back, since its day has not come. */
  MayTakeBack: z.boolean(),
});
export type PriceImport = z.output<typeof priceImport>;

const amounts = z.object({
  ResellersPay: z.nullable(z.string()),
  Recommended: z.nullable(z.string()),
  WePay: z.nullable(z.string()),
});
const importRow = z.object({
  Line: z.number(),
  Sku: z.string(),
  Term: z.string(),
  Billing: z.string(),
  Currency: z.string(),
  /** Of what it is the price; null if nothing of ours. */
  Name: z.nullable(z.string()),
  Kind: z.enum(priceRowKinds),
  Old: amounts,
  New: amounts,
  /** How much more resellers pay, in per cent with one place. */
  Percent: z.nullable(z.string()),
  /** Why the row is for nothing of ours. */
  Reason: z.nullable(z.string()),
});
export type ImportRow = z.output<typeof importRow>;

export const priceImports = {
  list: endpoint({
    method: "GET",
    path: "/api/operator/price-imports",
    summary: "One page of imported price lists, newest first",
    access,
    query: z.strictObject({ After: cursor }),
    result: z.object({ Items: z.array(priceImport), Next: z.nullable(z.string()) }),
  }),
  byId: endpoint({
    method: "GET",
    path: "/api/operator/price-imports/:priceImportId/page",
    summary: "An imported price list with the first of its faults",
    access,
    params,
    result: z.object({
      Import: priceImport,
      /** By line. `Column` is empty for what is wrong with the whole line. */
      Faults: z.array(z.object({ Line: z.number(), Column: z.string(), Reason: z.string() })),
    }),
  }),
  rows: endpoint({
    method: "GET",
    path: "/api/operator/price-imports/:priceImportId/rows",
    summary: "One page of the rows of an import by line, with the prices that each replaces",
    access,
    params,
    query: z.strictObject({ Kind: z._default(z.enum(priceRowKinds), "changed"), After: cursor }),
    result: z.object({ Items: z.array(importRow), Next: z.nullable(z.string()) }),
  }),
  begin: endpoint({
    method: "POST",
    path: "/api/operator/price-imports",
    summary: "Begins an import, whose file is then sent piece by piece",
    unlogged,
    access,
    body: z.strictObject({
      FileName: z.string().check(z.trim(), z.minLength(1), z.maxLength(120), z.regex(/^[^\p{Cc}\p{Cf}]+$/u)),
      From: day.check(z.refine(isCalendarDate, "Must be a date")),
      SharePercent: z._default(
        z.string().check(
          z.regex(/^\d{1,3}(\.\d{1,2})?$/, "Must be a percentage, as in 85"),
          z.refine((text) => Number(text) <= 100, "Must be at most 100"),
        ),
        "85",
      ),
    }),
    result: priceImport,
  }),
  read: endpoint({
    method: "POST",
    path: "/api/operator/price-imports/:priceImportId/pieces",
    summary: "Reads the next piece of an import's file: whole lines, the first with the names of the columns",
    unlogged,
    access,
    params,
    body: z.strictObject({
      /** The first is 1. One that was read already is not read again. */
      Number: z.int().check(z.gte(1), z.lte(10_000)),
      Text: z.string().check(z.maxLength(400_000)),
    }),
    largestBody: { bytes: 1_000_000, because: "A piece of a file with many lines." },
    result: priceImport,
    errors: ["priceImportOver", "priceImportPiece"],
  }),
  compare: endpoint({
    method: "POST",
    path: "/api/operator/price-imports/:priceImportId/compare",
    summary: "Compares all rows of an import with the prices they would replace",
    unlogged,
    access,
    params,
    result: priceImport,
    errors: ["priceImportOver"],
  }),
  commit: endpoint({
    method: "POST",
    path: "/api/operator/price-imports/:priceImportId/commit",
    summary: "Takes over all prices of an import from its day on, or none",
    logs: "priceImports.commit",
    access,
    params,
    result: priceImport,
    errors: ["priceImportOver", "priceImportFaults", "priceImportStale", "priceDayPassed"],
  }),
  takeBack: endpoint({
    method: "POST",
    path: "/api/operator/price-imports/:priceImportId/take-back",
    summary: "Takes back the prices of an import whose day has not come",
    logs: "priceImports.takeBack",
    access,
    params,
    result: priceImport,
    errors: ["priceImportOver", "priceDayCame"],
  }),
  discard: endpoint({
    method: "POST",
    path: "/api/operator/price-imports/:priceImportId/discard",
    summary: "Discards an import that was not taken over, with its rows",
    unlogged,
    access,
    params,
    result: priceImport,
    errors: ["priceImportOver"],
  }),
};
