import type { BankLineState, Company, OpenInvoice } from "@tradewind/domain/billing/bank-matches.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { escapeLike } from "../../platform/sql.ts";

export const pageSize = 50;
const mostFound = 50;
/** Open invoices of one reseller that are looked at for a proposal. */
const mostOpen = 200;

type Key = { id: string; day: string };

export type StatementRow = {
  id: string;
  account_name: string;
  account_end: string;
  currency: Currency;
  sequence: number | null;
  closed_on: string;
  opening_minor: bigint;
  closing_minor: bigint;
  lines: number;
  known_lines: number;
  warning: string | null;
  file_name: string;
  imported_by: string;
  imported_at: Date;
};
/** Lists statements, those of the latest days first, or those with these ids. */
export async function listStatements(
  db: Db,
  { after, ids }: { after?: Key | undefined; ids?: readonly string[] },
): Promise<StatementRow[]> {
  const { rows } = await sql<StatementRow>`
    select s.id, e.account_name, right(e.account_number, 4) as account_end, s.currency, s.sequence, s.closed_on::text, s.opening_minor, s.closing_minor,
      s.lines, s.known_lines, s.warning, s.file_name, s.imported_by, s.imported_at
    from bank_statements s join legal_entities e on e.id = s.legal_entity_id
    where ${ids ? sql`s.id = any(${ids}::uuid[])` : after ? sql`(s.closed_on, s.id) < (${after.day}::date, ${after.id}::uuid)` : sql`true`}
    order by s.closed_on desc, s.id desc limit ${pageSize + 1}`.execute(db);
  return rows;
}

const lines = (db: Db) =>
  db
    .selectFrom("bank_lines")
    .selectAll()
    .select([sql<Currency>`currency`.as("currency"), sql<BankLineState>`state`.as("state")]);
export type LineRow = Awaited<ReturnType<typeof findLine>> & {};

export const findLine = (db: Db, id: string) => lines(db).where("id", "=", id).executeTakeFirst();
export const findLines = (db: Db, ids: readonly string[]) => lines(db).where("id", "in", ids).orderBy("id").execute();

/** Lists lines in a state: what is to be allocated the oldest first, everything else the newest first. */
export const listLines = (db: Db, state: BankLineState, after: Key | undefined) => {
  const [direction, sign] = state === "open" ? (["asc", sql`>`] as const) : (["desc", sql`<`] as const);
  return lines(db)
    .where("state", "=", state)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(booked_on, id) ${sign} (${after!.day}::date, ${after!.id}::uuid)`),
    )
    .orderBy("booked_on", direction)
    .orderBy("id", direction)
    .limit(pageSize + 1)
    .execute();
};

/** Sums what came in and is allocated to nobody. */
export async function sumOpen(db: Db) {
  const { rows } = await sql<{ currency: Currency; minor: bigint; count: number; since: string }>`
    select currency, sum(amount_minor)::bigint as minor, count(*)::int as count, min(booked_on)::text as since
    from bank_lines where state = 'open' and amount_minor > 0 group by currency order by currency desc`.execute(db);
  return rows;
}

/** Decides a line that is still as it was seen, and tells whether this did it. */
export async function decideLine(
  tx: Tx,
  { id, version }: Pick<LineRow, "id" | "version">,
  { state, by, reason, now }: { state: BankLineState; by: string; reason: string | null; now: Date },
): Promise<boolean> {
  const row = await tx
    .updateTable("bank_lines")
    .set({ state, reason, decided_by: by, decided_at: now, version: version + 1 })
    .where("id", "=", id)
    .where("version", "=", version)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export type AllocationRow = {
  line_id: string;
  reseller_id: string;
  reseller_name: string;
  invoice_id: string | null;
  number: string | null;
  amount_minor: bigint;
  posted_at: Date | null;
};
/** Lists for whom lines are, by line. */
export async function listAllocations(db: Db, lineIds: readonly string[]): Promise<Map<string, AllocationRow[]>> {
  const { rows } = await sql<AllocationRow>`
    select a.line_id, a.reseller_id, r.name as reseller_name, a.invoice_id, i.number, a.amount_minor, a.posted_at
    from bank_allocations a join resellers r on r.id = a.reseller_id
    left join invoices i on i.reseller_id = a.reseller_id and i.id = a.invoice_id
    where a.line_id = any(${lineIds}::uuid[]) and a.undone_at is null order by a.id`.execute(db);
  return Map.groupBy(rows, ({ line_id }) => line_id);
}

type NewAllocation = {
  line_id: string;
  reseller_id: string;
  invoice_id: string | null;
  currency: Currency;
  amount_minor: bigint;
};
export const insertAllocations = (tx: Tx, rows: readonly NewAllocation[], by: string, now: Date) =>
  tx
    .insertInto("bank_allocations")
    .values(rows.map((row) => ({ ...row, allocated_by: by, allocated_at: now })))
    .execute();

export const undoAllocations = (tx: Tx, lineId: string, now: Date) =>
  tx
    .updateTable("bank_allocations")
    .set({ undone_at: now })
    .where("line_id", "=", lineId)
    .where("undone_at", "is", null)
    .execute();

type Facts = { line_id: string; reseller_id: string; name: string };
/**
 * Finds who may have paid lines, of those who pay in their currency: by the reference of their credit, by an account from
 * which a person allocated an earlier line, and by name.
 */
export async function findPayers(db: Db, lineIds: readonly string[]) {
  const [references, accounts, names] = await Promise.all([
    sql<Facts>`
      select distinct l.id as line_id, r.id as reseller_id, r.name from bank_lines l cross join lateral unnest(l.mentions) m
      join resellers r on credit_reference(r.id) = m and r.currency = l.currency where l.id = any(${lineIds}::uuid[])`.execute(
      db,
    ),
    sql<Facts>`
      select distinct l.id as line_id, r.id as reseller_id, r.name from bank_lines l
      join bank_lines o on o.payer_account = l.payer_account and o.id <> l.id
      join bank_allocations a on a.line_id = o.id and a.undone_at is null join resellers r on r.id = a.reseller_id and r.currency = l.currency
      where l.id = any(${lineIds}::uuid[]) and l.payer_account is not null`.execute(db),
    sql<Facts>`
      select l.id as line_id, r.id as reseller_id, r.name from bank_lines l join resellers r on plain_company(r.name) = plain_company(l.payer) and r.currency = l.currency
      where l.id = any(${lineIds}::uuid[]) and plain_company(l.payer) <> ''`.execute(db),
  ]);
  const byLine = ({ rows }: { rows: Facts[] }) => {
    const grouped = Map.groupBy(rows, ({ line_id }) => line_id);
    return (id: string): Company[] =>
      (grouped.get(id) ?? []).map(({ reseller_id, name }) => ({ id: reseller_id, name }));
  };
  return { byReference: byLine(references), byAccount: byLine(accounts), byName: byLine(names) };
}

type InvoiceRow = {
  id: string;
  reseller_id: string;
  reseller_name: string;
  number: string;
  plain: string;
  due_on: string;
  currency: Currency;
  open_minor: bigint;
};
export type FoundInvoice = OpenInvoice & { currency: Currency };
const toOpen = ({ reseller_id, reseller_name, due_on, open_minor, plain, ...row }: InvoiceRow): FoundInvoice => ({
  id: row.id,
  number: row.number,
  currency: row.currency,
  resellerId: reseller_id,
  resellerName: reseller_name,
  plainNumber: plain,
  dueOn: due_on,
  openMinor: open_minor,
});
const columns = sql`
  i.id, i.reseller_id, r.name as reseller_name, i.number, plain_number(i.number) as plain, i.due_on::text, i.currency, o.minor as open_minor`;
const open = sql`
  join resellers r on r.id = i.reseller_id
  cross join lateral (
    select coalesce(sum(amount_minor), 0)::bigint as minor from ledger_entries e
    where e.reseller_id = i.reseller_id and e.invoice_id = i.id and e.account = 'receivable') o`;

/** Finds the invoices with something open that have one of these numbers, or are of these resellers, by due date. */
export async function findOpen(
  db: Db,
  numbers: readonly string[],
  resellerIds: readonly string[],
): Promise<FoundInvoice[]> {
  const { rows } = await sql<InvoiceRow>`
    select * from (
      select ${columns} from invoices i ${open} where plain_number(i.number) = any(${numbers}::text[]) and o.minor > 0
      union
      select f.* from unnest(${resellerIds}::uuid[]) as of (id) cross join lateral (
        select ${columns} from invoices i ${open} where i.reseller_id = of.id and o.minor > 0 order by i.due_on, i.number limit ${mostOpen}) f
    ) found order by due_on, number`.execute(db);
  return rows.map(toOpen);
}

/** Finds open invoices of a currency by how their number begins, or of these resellers. */
export async function searchOpen(
  db: Db,
  currency: Currency,
  search: string,
  resellers: readonly Company[],
): Promise<FoundInvoice[]> {
  const { rows } = await sql<InvoiceRow>`
    select * from (
      (select ${columns} from invoices i ${open}
       where plain_number(i.number) ~>=~ plain_number(${search}) and plain_number(i.number) ~<~ (plain_number(${search}) || '~')
         and plain_number(${search}) <> '' and i.currency = ${currency} and o.minor > 0 order by plain_number(i.number) using ~<~ limit ${mostFound})
      union
      select f.* from unnest(${resellers.map(({ id }) => id)}::uuid[]) as of (id) cross join lateral (
        select ${columns} from invoices i ${open} where i.reseller_id = of.id and i.currency = ${currency} and o.minor > 0
        order by i.due_on, i.number limit ${mostFound}) f
    ) found order by due_on, number limit ${mostFound}`.execute(db);
  return rows.map(toOpen);
}

/** Finds resellers who pay in a currency by name: their credit is in no other. */
export const searchResellers = (db: Db, currency: Currency, search: string): Promise<Company[]> =>
  db
    .selectFrom("resellers")
    .where("currency", "=", currency)
    .where("name", "ilike", `%${escapeLike(search)}%`)
    .select(["id", "name"])
    .orderBy("name")
    .limit(10)
    .execute();

/** Finds what is open on invoices, by their resellers and ids. */
export async function findInvoices(db: Db, wanted: readonly { reseller: string; invoice: string }[]) {
  const { rows } = await sql<InvoiceRow>`
    select ${columns} from unnest(${wanted.map(({ reseller }) => reseller)}::uuid[], ${wanted.map(({ invoice }) => invoice)}::uuid[]) as w (reseller, invoice)
    join invoices i on i.reseller_id = w.reseller and i.id = w.invoice ${open}`.execute(db);
  return new Map(rows.map((row) => [row.id, toOpen(row)]));
}

export const findResellers = (db: Db, ids: readonly string[]) =>
  db.selectFrom("resellers").where("id", "in", ids).select(["id", "currency"]).execute();
