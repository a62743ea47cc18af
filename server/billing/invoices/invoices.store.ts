import { sql } from "kysely";
import type { invoiceStatuses } from "@tradewind/contract/billing/invoices.ts";
import type { Db } from "../../platform/db.ts";
import { escapeLike } from "../../platform/sql.ts";

export const pageSize = 50;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

/** The open amount: the ledger's balance on the document's receivable. */
const balance = sql<bigint>`coalesce((
  select sum(e.amount_minor) from ledger_entries e
  where e.reseller_id = invoices.reseller_id and e.invoice_id = invoices.id and e.account = 'receivable'
), 0)::bigint`;

const invoicesOf = (db: Db, resellerId: string) =>
  db.selectFrom("invoices").where("reseller_id", "=", resellerId).selectAll().select(balance.as("balance_minor"));
export type InvoiceRow = Awaited<ReturnType<ReturnType<typeof invoicesOf>["executeTakeFirstOrThrow"]>>;

export const statusOf = (row: Pick<InvoiceRow, "balance_minor" | "due_on" | "kind">, today: string): InvoiceStatus =>
  row.balance_minor <= 0n && row.kind === "invoice"
    ? "paid"
    : row.kind === "invoice" && row.due_on < today
      ? "overdue"
      : "open";

export function listInvoices(
  db: Db,
  resellerId: string,
  wanted: {
    search: string;
    status: InvoiceStatus | undefined;
    today: string;
    after: { day: string; id: string } | undefined;
  },
) {
  const open = sql<boolean>`(${balance} > 0 or kind = 'creditMemo')`;
  return invoicesOf(db, resellerId)
    .$if(wanted.search !== "", (query) => query.where("number", "ilike", `%${escapeLike(wanted.search)}%`))
    .$if(wanted.status === "paid", (query) => query.where(sql<boolean>`not ${open}`))
    .$if(wanted.status === "overdue", (query) =>
      query.where(sql<boolean>`${open} and kind = 'invoice' and due_on < ${wanted.today}`),
    )
    .$if(wanted.status === "open", (query) =>
      query.where(sql<boolean>`${open} and (kind = 'creditMemo' or due_on >= ${wanted.today})`),
    )
    .$if(wanted.after !== undefined, (query) =>
      query.where(sql<boolean>`(issued_on, id) < (${wanted.after!.day}::date, ${wanted.after!.id}::uuid)`),
    )
    .orderBy("issued_on", "desc")
    .orderBy("id", "desc")
    .limit(pageSize + 1)
    .execute();
}

export const findInvoice = (db: Db, resellerId: string, invoiceId: string) =>
  invoicesOf(db, resellerId).where("id", "=", invoiceId).executeTakeFirst();

export const listTaxes = (db: Db, resellerId: string, invoiceId: string) =>
  db
    .selectFrom("invoice_taxes")
    .where("reseller_id", "=", resellerId)
    .where("invoice_id", "=", invoiceId)
    .select(["category", "percent", "net_minor", "vat_minor"])
    .orderBy("category")
    .orderBy("percent")
    .execute();

export const listLines = (db: Db, resellerId: string, invoiceId: string) =>
  db
    .selectFrom("invoice_lines")
    .where("reseller_id", "=", resellerId)
    .where("invoice_id", "=", invoiceId)
    .selectAll()
    .orderBy("position")
    .execute();
export type LineRow = Awaited<ReturnType<typeof listLines>>[number];

export async function readTotals(db: Db, resellerId: string, today: string) {
  const { rows } = await sql<{
    count: number;
    owed: bigint;
    overdue: bigint;
    overdue_count: number;
    next_net: bigint;
    billed_until: string;
  }>`
    with open as (
      select i.kind, i.due_on, sum(e.amount_minor)::bigint as balance
      from invoices i join ledger_entries e on e.reseller_id = i.reseller_id and e.invoice_id = i.id and e.account = 'receivable'
      where i.reseller_id = ${resellerId} group by i.id, i.kind, i.due_on
    ),
    state as (select billed_until from billing_state where reseller_id = ${resellerId})
    select (select count(*)::int from invoices where reseller_id = ${resellerId}) as count,
           coalesce(sum(balance), 0)::bigint as owed,
           coalesce(sum(balance) filter (where kind = 'invoice' and due_on < ${today}), 0)::bigint as overdue,
           (count(*) filter (where kind = 'invoice' and due_on < ${today} and balance > 0))::int as overdue_count,
           (select coalesce(sum(amount_minor), 0)::bigint from charges, state
            where reseller_id = ${resellerId} and due_on >= state.billed_until and due_on < (state.billed_until + interval '1 month')) as next_net,
           (select billed_until from state) as billed_until
    from open`.execute(db);
  return rows[0]!;
}
