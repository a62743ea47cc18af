import type { PriceFault, PriceRow, PriceRowKind } from "@tradewind/domain/catalogue/price-file.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

export const pageSize = 50;
/** As many faults as a person reads before mending the file. */
export const mostFaultsShown = 200;
const mostFaultsKept = 5000;

export const listImports = (db: Db, after: { id: string } | undefined) =>
  db
    .selectFrom("price_imports")
    .$if(after !== undefined, (query) => query.where("id", "<", after!.id))
    .selectAll()
    .orderBy("id", "desc")
    .limit(pageSize + 1)
    .execute();
export type ImportRow = Awaited<ReturnType<typeof listImports>>[number];

export const findImport = (db: Db, id: string) =>
  db.selectFrom("price_imports").where("id", "=", id).selectAll().executeTakeFirst();

export const lockImport = (tx: Tx, id: string) =>
  tx.selectFrom("price_imports").where("id", "=", id).selectAll().forUpdate().executeTakeFirst();

export const insertImport = (
  tx: Tx,
  values: { file_name: string; from_date: string; share: string; made_by: string; made_at: Date },
) => tx.insertInto("price_imports").values(values).returningAll().executeTakeFirstOrThrow();

/** Adds what a piece of the file says, and counts it. */
export async function insertPiece(
  tx: Tx,
  id: string,
  { header, rows, faults, lines }: { header: string; rows: PriceRow[]; faults: PriceFault[]; lines: number },
): Promise<ImportRow> {
  if (rows.length > 0)
    await sql`
      insert into price_import_rows (import_id, line, sku, term, billing, currency, cost, recommended, vendor_cost, left_out)
      select ${id}, r.line, r.sku, r.term, r.billing, r.currency,
        coalesce(r.cost, round(r.recommended * i.share, greatest(2, scale(r.recommended)))), r.recommended, r."vendorCost", r."leftOut"
      from price_imports i, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (line int, sku text, term text, billing text,
        currency text, cost numeric, recommended numeric, "vendorCost" numeric, "leftOut" text)
      where i.id = ${id}`.execute(tx);
  await insertFaults(tx, id, faults);
  return tx
    .updateTable("price_imports")
    .set((of) => ({
      header,
      pieces: of("pieces", "+", 1),
      lines: of("lines", "+", lines),
      faults: of("faults", "+", faults.length),
    }))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function insertFaults(tx: Tx, id: string, faults: readonly PriceFault[]) {
  if (faults.length === 0) return;
  await sql`
    insert into price_import_faults (import_id, line, position, column_name, reason)
    select ${id}, f.line, f.position, f."column", f.reason
    from jsonb_to_recordset(${JSON.stringify(faults.map((fault, position) => ({ ...fault, position: position + 10 })))}::jsonb)
      as f (line int, position int, "column" text, reason text)
    where (select faults from price_imports where id = ${id}) < ${mostFaultsKept}`.execute(tx);
}

/** Lists the first of what is wrong with an import. */
export const listFaults = (db: Db, id: string) =>
  db
    .selectFrom("price_import_faults")
    .where("import_id", "=", id)
    .select(["line", "column_name", "reason"])
    .orderBy("line")
    .orderBy("position")
    .limit(mostFaultsShown)
    .execute();

/** Says of each row what it does to the prices of the import's day. */
export const compareRows = (tx: Tx, id: string) => sql`select compare_prices(${id})`.execute(tx);

type Outcome = "done" | "over" | "faults" | "passed" | "changed";
const outcomeOf = async (asked: ReturnType<typeof sql<{ outcome: Outcome }>>, tx: Tx) =>
  (await asked.execute(tx)).rows[0]!.outcome;

/** Makes the rows into prices, all or none, and says what kept it from doing so. */
export const commitRows = (tx: Tx, id: string, today: string, now: Date) =>
  outcomeOf(sql<{ outcome: Outcome }>`select commit_prices(${id}, ${today}, ${now}) as outcome`, tx);

/** Removes the prices again before their day comes. */
export const takeBackRows = (tx: Tx, id: string, today: string, now: Date) =>
  outcomeOf(sql<{ outcome: Outcome }>`select take_back_prices(${id}, ${today}, ${now}) as outcome`, tx);

/** Removes what was read of an import, which is not taken over any more. */
export async function discardRows(tx: Tx, id: string): Promise<ImportRow> {
  await tx.deleteFrom("price_import_rows").where("import_id", "=", id).execute();
  await tx.deleteFrom("price_import_faults").where("import_id", "=", id).execute();
  return tx
    .updateTable("price_imports")
    .set({ state: "discarded" })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export type ComparedRow = {
  line: number;
  sku: string;
  term: string;
  billing: string;
  currency: string;
  name: string | null;
  kind: PriceRowKind;
  cost: string | null;
  recommended: string | null;
  vendor_cost: string | null;
  old_cost: string | null;
  old_recommended: string | null;
  old_vendor_cost: string | null;
  percent: string | null;
  reason: string | null;
};

/** Lists a page of an import's rows of one kind, by line. */
export async function listRows(db: Db, id: string, kind: PriceRowKind, after: number): Promise<ComparedRow[]> {
  const { rows } = await sql<ComparedRow>`
    select r.line, r.sku, r.term, r.billing, r.currency, o.name, r.kind, trim_scale(r.cost)::text as cost,
      trim_scale(r.recommended)::text as recommended, trim_scale(r.vendor_cost)::text as vendor_cost,
      trim_scale(r.old_cost)::text as old_cost, trim_scale(r.old_recommended)::text as old_recommended,
      trim_scale(r.old_vendor_cost)::text as old_vendor_cost,
      round((r.cost - r.old_cost) * 100 / nullif(r.old_cost, 0), 1)::text as percent,
      case when r.offer_id is null then coalesce(r.left_out, 'Not in our catalogue') end as reason
    from price_import_rows r left join offers o on o.id = r.offer_id
    where r.import_id = ${id} and r.kind = ${kind} and r.line > ${after}
    order by r.line limit ${pageSize + 1}`.execute(db);
  return rows;
}
