import type { InputOf } from "@tradewind/contract/endpoint.ts";
import type { priceImports } from "@tradewind/contract/catalogue/price-imports.ts";
import { faultsOfHeader, mostPriceRows, readPriceLines } from "@tradewind/domain/catalogue/price-file.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import type { Doing } from "../../platform/http.ts";
import {
  commitRows,
  compareRows,
  discardRows,
  findImport,
  insertImport,
  insertPiece,
  lockImport,
  takeBackRows,
  type ImportRow,
} from "./price-imports.store.ts";

type Sent<Name extends keyof typeof priceImports> = InputOf<(typeof priceImports)[Name]>;

/** Begins an import, whose prices hold from today or a later day: what was charged for a past one stays. */
export async function beginImport(
  { tx, actor, now, today }: Doing<OperatorActor>,
  { FileName, From, SharePercent }: Sent<"begin">["body"],
): Promise<ImportRow> {
  if (From < today)
    throw new AppError("invalidRequest", {
      fields: { From: "Must be today or later: past days are charged at the prices they had" },
    });
  return insertImport(tx, {
    file_name: FileName,
    from_date: From,
    share: String(Number(SharePercent) / 100),
    made_by: actor.displayName,
    made_at: now,
  });
}

/** Reads the next piece of an import's file; one that was read before changes nothing. */
export async function readPiece(
  { tx }: Doing<OperatorActor>,
  id: string,
  { Number: number, Text }: Sent<"read">["body"],
): Promise<ImportRow> {
  const found = orNotFound(await lockImport(tx, id));
  if (number <= found.pieces) return found;
  if (found.state !== "reading") throw new AppError("priceImportOver");
  if (number > found.pieces + 1) throw new AppError("priceImportPiece");
  const text = Text.replaceAll(/\r\n?/g, "\n");
  const cut = text.indexOf("\n");
  const first = found.pieces === 0;
  const header = first ? (cut < 0 ? text : text.slice(0, cut)).replace(/^\uFEFF/, "") : found.header!;
  const piece = first ? (cut < 0 ? "" : text.slice(cut + 1)) : text;
  const before = first ? 1 : found.lines;
  const [missing] = faultsOfHeader(header);
  if (missing) {
    const faults = first ? faultsOfHeader(header) : [];
    return insertPiece(tx, id, { header, rows: [], faults, lines: piece.split("\n").length });
  }
  // What comes after too many is counted alone.
  if (before > mostPriceRows + 1)
    return insertPiece(tx, id, { header, rows: [], faults: [], lines: piece.split("\n").length });
  const read = readPriceLines(header, piece, before, found.from_date);
  if (before + read.lines > mostPriceRows + 1)
    read.faults.push({ line: mostPriceRows + 2, column: "", reason: `A file has at most ${mostPriceRows} prices` });
  return insertPiece(tx, id, { ...read, header, lines: read.lines + (first ? 1 : 0) });
}

/** Compares an import with the prices of today's catalogue, once all of it is read and again whenever that is asked for. */
export async function compareImport({ tx }: Doing<OperatorActor>, id: string): Promise<ImportRow> {
  const { state } = orNotFound(await lockImport(tx, id));
  if (state !== "reading" && state !== "compared") throw new AppError("priceImportOver");
  await compareRows(tx, id);
  return (await findImport(tx, id))!;
}

const refusals = {
  over: "priceImportOver",
  faults: "priceImportFaults",
  changed: "priceImportStale",
} as const;

/** Takes over the prices of an import as a whole. */
export async function commitImport(doing: Doing<OperatorActor>, id: string): Promise<ImportRow> {
  const { tx, doer, now, today } = doing;
  orNotFound(await findImport(tx, id));
  const outcome = await commitRows(tx, id, today, now);
  if (outcome !== "done") throw new AppError(outcome === "passed" ? "priceDayPassed" : refusals[outcome]);
  const row = (await findImport(tx, id))!;
  const count = (row.added + row.changed).toLocaleString("en-GB");
  await recordActivity(tx, doer, {
    action: "priceImports.commit",
    what: `Imported ${count} prices from ${formatDate(row.from_date)} on, from ${row.file_name}`,
    object: ["priceImport", id],
  });
  return row;
}

/** Takes back the prices of an import before their day comes. */
export async function takeBackImport(doing: Doing<OperatorActor>, id: string): Promise<ImportRow> {
  const { tx, doer, now, today } = doing;
  orNotFound(await findImport(tx, id));
  const outcome = await takeBackRows(tx, id, today, now);
  if (outcome !== "done") throw new AppError(outcome === "passed" ? "priceDayCame" : "priceImportOver");
  const row = (await findImport(tx, id))!;
  await recordActivity(tx, doer, {
    action: "priceImports.takeBack",
    what: `Took back the prices of ${row.file_name}, which were to hold from ${formatDate(row.from_date)} on`,
    object: ["priceImport", id],
  });
  return row;
}

export async function discardImport({ tx }: Doing<OperatorActor>, id: string): Promise<ImportRow> {
  const { state } = orNotFound(await lockImport(tx, id));
  if (state !== "reading" && state !== "compared") throw new AppError("priceImportOver");
  return discardRows(tx, id);
}
