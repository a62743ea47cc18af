import { sql, type RawBuilder } from "kysely";
import type { invoiceStatuses } from "@tradewind/contract/billing/invoices.ts";
import type { Db } from "../../platform/db.ts";
import { searchedCustomers } from "../../customers/customers/customers.store.ts";
import { unitOf } from "../azure-use/azure-unit.store.ts";
import { correctedLine, listCorrected, type Corrected } from "./corrected-lines.store.ts";
import type { Scope } from "../../platform/restriction.ts";
import { escapeLike, wordsMatch, planWithValues } from "../../platform/sql.ts";

export const pageSize = 50;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

/**
 * The template of the documents issued now. An issued one keeps its bytes: whatever changes them takes the next number,
 * and documents with an earlier one are drawn and listed as before.
 */
export const template = 5;

/** Decides a document's status, here and on the dashboard, from the columns `kind`, `balance_minor` and `due_on`. */
export const statusOn = (
  day: string | RawBuilder<string>,
) => sql<InvoiceStatus>`case when kind = 'creditMemo' then 'open'
  when balance_minor <= 0 then 'paid' when due_on < ${day}::date then 'overdue' else 'open' end`;

/** Documents with the open amount, the ledger's balance on their receivable, and their status of today. */
const invoicesOf = (db: Db, resellerId: string, today: string) =>
  db
    .selectFrom("invoices")
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom("ledger_entries as e")
          .whereRef("e.reseller_id", "=", "invoices.reseller_id")
          .whereRef("e.invoice_id", "=", "invoices.id")
          .where("e.account", "=", "receivable")
          .select(sql<bigint>`coalesce(sum(e.amount_minor), 0)::bigint`.as("balance_minor"))
          .as("owed"),
      (join) => join.onTrue(),
    )
    .where("reseller_id", "=", resellerId)
    .selectAll("invoices")
    .select(["balance_minor", statusOn(today).as("status")]);
export type InvoiceRow = Awaited<ReturnType<ReturnType<typeof invoicesOf>["executeTakeFirstOrThrow"]>>;

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
  return invoicesOf(db, resellerId, wanted.today)
    .$if(wanted.search !== "", (query) => query.where("number", "ilike", `%${escapeLike(wanted.search)}%`))
    .$if(wanted.status !== undefined, (query) => query.where(statusOn(wanted.today), "=", wanted.status!))
    .$if(wanted.after !== undefined, (query) =>
      query.where(sql<boolean>`(issued_on, id) < (${wanted.after!.day}::date, ${wanted.after!.id}::uuid)`),
    )
    .orderBy("issued_on", "desc")
    .orderBy("id", "desc")
    .limit(pageSize + 1)
    .execute();
}

export const findInvoice = (db: Db, resellerId: string, today: string, invoiceId: string) =>
  invoicesOf(db, resellerId, today).where("id", "=", invoiceId).executeTakeFirst();

export const listTaxes = (db: Db, resellerId: string, invoiceId: string) =>
  db
    .selectFrom("invoice_taxes")
    .where("reseller_id", "=", resellerId)
    .where("invoice_id", "=", invoiceId)
    .select(["category", "percent", "net_minor", "vat_minor"])
    .orderBy("category")
    .orderBy("percent")
    .execute();

const linesOf = (db: Db, resellerId: string, invoiceId: string) =>
  db
    .selectFrom("invoice_lines")
    .where("reseller_id", "=", resellerId)
    .where("invoice_id", "=", invoiceId)
    .selectAll()
    .orderBy("position");

export const listLines = (db: Db, resellerId: string, invoiceId: string) =>
  db
    .selectFrom(linesOf(db, resellerId, invoiceId).as("l"))
    .selectAll("l")
    .select(correctedLine.as("corrected"))
    .orderBy("l.position")
    .execute();

/** Tells whether an invoice has more lines than so many. */
export async function hasMoreLines(db: Db, resellerId: string, invoiceId: string, than: number): Promise<boolean> {
  const row = await linesOf(db, resellerId, invoiceId)
    .clearSelect()
    .select("position")
    .offset(than)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export const linesInPage = 200;

/** So many found customers are named to the planner, which then knows whether to follow the lines or the customers. */
const customersNamed = 5_000;

/**
 * Lists a page of lines after a position, and one line more, each with the unit of its offer. A search finds customers by
 * the index of their names.
 */
export function pageOfLines(
  db: Db,
  scope: Scope,
  id: string,
  { search, after }: { search: string; after: string | undefined },
) {
  return planWithValues(db, search !== "", async () => {
    const named = searchedCustomers(db, scope).where(wordsMatch("words", search)).select("id");
    // Two letters match too many names to fetch them first.
    const found = search.length < 3 ? undefined : await named.limit(customersNamed + 1).execute();
    const few = found && found.length <= customersNamed ? found.map((customer) => customer.id) : undefined;
    const page = linesOf(db, scope.resellerId, id)
      .$if(after !== undefined, (query) => query.where("position", ">", Number(after)))
      .$if(few !== undefined, (query) => query.where(sql<boolean>`customer_id = any(${few}::uuid[])`))
      .$if(search !== "" && few === undefined, (query) => query.where("customer_id", "in", named))
      // Inlined, because a kept plan for any number would read and sort all lines.
      .limit(sql.lit(linesInPage + 1));
    return db
      .selectFrom(page.as("l"))
      .leftJoin("subscriptions as s", (join) =>
        join.onRef("s.reseller_id", "=", "l.reseller_id").onRef("s.id", "=", "l.subscription_id"),
      )
      .leftJoin("offers as o", "o.id", "s.offer_id")
      .selectAll("l")
      .select([unitOf("l.measured", "l.reseller_id", "l.charge_id").as("unit"), correctedLine.as("corrected")])
      .orderBy("l.position")
      .execute();
  });
}
export type LineRow = Awaited<ReturnType<typeof pageOfLines>>[number];

/** A line as a document shows it: one sum has no unit cost. */
export type DrawnLine = Pick<
  LineRow,
  "customer_name" | "description" | "period_from" | "period_until" | "vat_percent" | "net_minor"
> & { quantity: number | bigint; measured: string | null; unit_cost: string | null; corrected: Corrected | null };

/** How many lines of a document were summed by product, if they were too many to list, and which documents they correct. */
export type Summed = { count: number; corrected: readonly { number: string; issued_on: string }[] };
export type Tax = { category: string; percent: string; net_minor: bigint; vat_minor: bigint };

/** Sums a document's lines by product, counts them, and lists the earlier documents whose charges they correct. */
export async function sumLines(db: Db, resellerId: string, invoiceId: string) {
  const { rows } = await sql<DrawnLine & { count: number }>`
    select '' as customer_name, product_name as description, min(period_from) as period_from, max(period_until) as period_until,
           sum(quantity)::bigint as quantity, null as measured, null as unit_cost, null as corrected, vat_percent, sum(net_minor)::bigint as net_minor, sum(lines)::int as count
    from invoice_sums where reseller_id = ${resellerId} and invoice_id = ${invoiceId}
    group by product_name, vat_percent order by product_name, vat_percent`.execute(db);
  const corrected = await listCorrected(db, resellerId, invoiceId);
  return { lines: rows, summed: { count: rows.reduce((sum, row) => sum + row.count, 0), corrected } };
}

export async function readTotals(db: Db, resellerId: string, today: string) {
  const { rows } = await sql<{
    count: number;
    owed: bigint;
    overdue: bigint;
    overdue_count: number;
    next_net: bigint;
    invoiced_until: string;
  }>`
    with balances as (
      select i.kind, i.due_on, sum(e.amount_minor)::bigint as balance_minor
      from invoices i join ledger_entries e on e.reseller_id = i.reseller_id and e.invoice_id = i.id and e.account = 'receivable'
      where i.reseller_id = ${resellerId} group by i.id, i.kind, i.due_on
    ),
    owed as (select balance_minor, ${statusOn(today)} as status from balances),
    state as (select invoiced_until from billing_progress where reseller_id = ${resellerId})
    select (select count(*)::int from invoices where reseller_id = ${resellerId}) as count,
           coalesce(sum(balance_minor), 0)::bigint as owed,
           coalesce(sum(balance_minor) filter (where status = 'overdue'), 0)::bigint as overdue,
           (count(*) filter (where status = 'overdue'))::int as overdue_count,
           (select coalesce(sum(amount), 0)::bigint from company_tallies, state
            where reseller_id = ${resellerId} and figure = 'charged' and month = state.invoiced_until) as next_net,
           (select invoiced_until from state) as invoiced_until
    from owed`.execute(db);
  return rows[0]!;
}
