import type { AccountGroup, MonthTask } from "@tradewind/domain/billing/month-close.ts";
import type { CalendarDate, Period } from "@tradewind/domain/values/dates.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { Download, Exports } from "../../platform/exports.ts";

/** Returns the first day that is not closed, and the month of the first document; null where there is none. */
export async function readBooks(db: Db): Promise<{ openFrom: CalendarDate | null; first: CalendarDate | null }> {
  const { rows } = await sql<{ openFrom: CalendarDate | null; first: CalendarDate | null }>`
    select books_open_from()::text as "openFrom", (select first_of_month(min(issued_on))::text from invoices) as first`.execute(
    db,
  );
  return rows[0]!;
}

export type ClosingRow = {
  month: CalendarDate;
  did: "closed" | "reopened";
  note: string | null;
  done_by: string;
  done_by_id: string;
  done_at: Date;
};
const closings = (db: Db) =>
  db
    .selectFrom("month_closings")
    .select(["month", "note", "done_by", "done_by_id", "done_at", sql<ClosingRow["did"]>`did`.as("did")]);

/** Lists what was done with a month, the newest first. */
export const listClosings = (db: Db, month: CalendarDate): Promise<ClosingRow[]> =>
  closings(db).where("month", "=", month).orderBy("id", "desc").limit(50).execute();

/** Lists what was done last with each month since then. */
export const listLatest = (db: Db, since: CalendarDate): Promise<ClosingRow[]> =>
  closings(db).distinctOn("month").where("month", ">=", since).orderBy("month").orderBy("id", "desc").execute();

/** Counts what is still to be done for the time up to the end of a month. */
export async function countTasks(db: Db, until: CalendarDate): Promise<{ task: MonthTask; count: number }[]> {
  const { rows } = await sql<{ task: MonthTask; count: number }>`
    select task, count::int from (values
      ('documents', (select count(*) from billing_progress where invoiced_until < ${until}::date)),
      ('bankLines', (select count(*) from bank_lines where state = 'open' and booked_on < ${until}::date)),
      ('gatewaysUnread', (select count(*) from gateway_reads where read_until < ${until}::date)),
      ('gatewayDifferences', (select count(*) from gateway_differences where state = 'open' and since < ${until}::date)),
      ('vendorInvoicesUnread', (select count(*) from vendor_invoices where read_at is null and period_until <= ${until}::date)),
      ('vendorDifferences', (
        select count(*) from vendor_bill_differences d join vendor_invoices v on v.id = d.invoice_id
        where d.state = 'open' and v.period_until <= ${until}::date)),
      ('writeOffs', (select count(*) from write_offs where state = 'waiting' and entered_at < ${until}::date))
    ) t (task, count) where count > 0`.execute(db);
  return rows;
}

export type BalanceRow = {
  group: AccountGroup;
  account: string;
  currency: Currency;
  opening: bigint;
  debits: bigint;
  credits: bigint;
  closing: bigint;
};

/** Sums each account up to the end of a month: what resellers owe and have, and what is the marketplace's own. */
const balances = ({ from, until }: Period) => sql`
  select split_part(account, ':', 1) as "group", account, currency,
    coalesce(sum(minor) filter (where day < ${from}::date), 0)::bigint as opening,
    coalesce(sum(minor) filter (where day >= ${from}::date and minor > 0), 0)::bigint as debits,
    -coalesce(sum(minor) filter (where day >= ${from}::date and minor < 0), 0)::bigint as credits,
    coalesce(sum(minor), 0)::bigint as closing
  from (
    select case when account like 'revenue:%' then 'revenue' else account end as account, currency, effective_on as day, amount_minor as minor
    from ledger_entries where effective_on < ${until}::date
    union all
    select account, currency, effective_on, amount_minor from clearing_entries where effective_on < ${until}::date
  ) e group by account, currency`;
const inOrder = sql`currency desc, array_position(array['receivable', 'credit', 'cash', 'bank', 'revenue', 'vat', 'cost', 'payable'], b."group"), account`;

export async function listBalances(db: Db, month: Period): Promise<BalanceRow[]> {
  const { rows } = await sql<BalanceRow>`select * from (${balances(month)}) b order by ${inOrder}`.execute(db);
  return rows;
}

const amount = (column: string) => sql`to_char(${sql.ref(column)} / 100.0, 'FM9999999999990.00')`;

/** Streams the trial balance of a month. */
export const streamBalances = (exports: Exports, month: Period): Promise<Download> =>
  exports.stream(
    { role: "app_operator" },
    () => sql`
      select account as "Account", currency as "Currency", ${amount("opening")} as "Opening", ${amount("debits")} as "Debits",
        ${amount("credits")} as "Credits", ${amount("closing")} as "Closing"
      from (${balances(month)}) b order by ${inOrder}`,
  );

export async function insertClosing(
  tx: Tx,
  month: CalendarDate,
  closing: {
    did: ClosingRow["did"];
    note: string | null;
    tasks: readonly { task: MonthTask; count: number }[];
    by: string;
    byId: string;
    now: Date;
  },
): Promise<void> {
  const { did, note, tasks, by, byId, now } = closing;
  const left = JSON.stringify(Object.fromEntries(tasks.map(({ task, count }) => [task, count])));
  await sql`select close_month(${month}::date, ${did}, ${note}, ${left}::jsonb, ${by}, ${byId}, ${now})`.execute(tx);
}
