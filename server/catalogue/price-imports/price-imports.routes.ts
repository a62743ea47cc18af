import { priceImports, type PriceImport } from "@tradewind/contract/catalogue/price-imports.ts";
import { orNotFound } from "../../platform/app-error.ts";
import { pageOf, readCursor } from "../../platform/cursor.ts";
import { answer } from "../../platform/http.ts";
import {
  beginImport,
  commitImport,
  compareImport,
  discardImport,
  readPiece,
  takeBackImport,
} from "./price-imports.actions.ts";
import {
  findImport,
  listFaults,
  listImports,
  listRows,
  pageSize,
  type ComparedRow,
  type ImportRow,
} from "./price-imports.store.ts";

const toImport = (row: ImportRow, today: string): PriceImport => ({
  Id: row.id,
  FileName: row.file_name,
  From: row.from_date,
  SharePercent: String(Math.round(Number(row.share) * 10_000) / 100),
  State: row.state,
  Pieces: row.pieces,
  Lines: row.lines,
  Counts: { added: row.added, changed: row.changed, unchanged: row.unchanged, unknown: row.unknown },
  FaultCount: row.faults,
  MadeBy: row.made_by,
  MadeAt: row.made_at.toISOString(),
  CommittedAt: row.committed_at?.toISOString() ?? null,
  MayTakeBack: row.state === "committed" && row.from_date > today,
});

const toRow = (row: ComparedRow) => ({
  Line: row.line,
  Sku: row.sku,
  Term: row.term,
  Billing: row.billing,
  Currency: row.currency,
  Name: row.name,
  Kind: row.kind,
  Old: { ResellersPay: row.old_cost, Recommended: row.old_recommended, WePay: row.old_vendor_cost },
  New: { ResellersPay: row.cost, Recommended: row.recommended, WePay: row.vendor_cost },
  Percent: row.percent,
  Reason: row.reason,
});

export const priceImportsRoutes = [
  answer(priceImports.list, async ({ db, today }, { query }) => {
    const rows = await listImports(db, readCursor(query.After, ["id"]));
    const { page, next } = pageOf(rows, pageSize, ({ id }) => ({ id }));
    return { Items: page.map((row) => toImport(row, today)), Next: next };
  }),
  answer(priceImports.byId, async ({ db, today }, { params }) => {
    const row = orNotFound(await findImport(db, params.priceImportId));
    const faults = await listFaults(db, row.id);
    return {
      Import: toImport(row, today),
      Faults: faults.map(({ line, column_name, reason }) => ({ Line: line, Column: column_name, Reason: reason })),
    };
  }),
  answer(priceImports.rows, async ({ db }, { params, query }) => {
    const { id } = orNotFound(await findImport(db, params.priceImportId));
    const rows = await listRows(db, id, query.Kind, Number(readCursor(query.After, ["line"])?.line ?? 0));
    const { page, next } = pageOf(rows, pageSize, ({ line }) => ({ line: String(line) }));
    return { Items: page.map(toRow), Next: next };
  }),
  answer(priceImports.begin, async (doing, { body }) => toImport(await beginImport(doing, body), doing.today)),
  answer(priceImports.read, async (doing, { params, body }) =>
    toImport(await readPiece(doing, params.priceImportId, body), doing.today),
  ),
  answer(priceImports.compare, async (doing, { params }) =>
    toImport(await compareImport(doing, params.priceImportId), doing.today),
  ),
  answer(priceImports.commit, async (doing, { params }) =>
    toImport(await commitImport(doing, params.priceImportId), doing.today),
  ),
  answer(priceImports.takeBack, async (doing, { params }) =>
    toImport(await takeBackImport(doing, params.priceImportId), doing.today),
  ),
  answer(priceImports.discard, async (doing, { params }) =>
    toImport(await discardImport(doing, params.priceImportId), doing.today),
  ),
];
