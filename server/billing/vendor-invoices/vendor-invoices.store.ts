import type { BillDifferenceKind, BillDifferenceState, BilledFor } from "@tradewind/domain/billing/vendor-bills.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { Download, Exports } from "../../platform/exports.ts";

export const pageSize = 50;

const invoices = (db: Db) =>
  db
    .selectFrom("vendor_invoices as i")
    .innerJoin("vendors as v", "v.id", "i.vendor")
    .selectAll("i")
    .select("v.name as vendor_name")
    .select(
      sql<number>`(select count(*)::int from vendor_bill_differences d where d.invoice_id = i.id and d.state = 'open')`.as(
        "open",
      ),
    );

export const listVendorInvoices = (db: Db, after: { until: string; id: string } | undefined) =>
  invoices(db)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(i.period_until, i.id) < (${after!.until}::date, ${after!.id}::uuid)`),
    )
    .orderBy("i.period_until", "desc")
    .orderBy("i.id", "desc")
    .limit(pageSize + 1)
    .execute();
export type VendorInvoiceRow = Awaited<ReturnType<typeof listVendorInvoices>>[number];

export const findVendorInvoice = (db: Db, id: string) => invoices(db).where("i.id", "=", id).executeTakeFirst();

const apart = sql<bigint>`coalesce(d.theirs_minor, 0) - coalesce(d.ours_minor, 0)`;

/** Sums what differs by its cause, without what a later report agreed with. */
export async function sumCauses(db: Db, invoiceId: string) {
  const { rows } = await sql<{ kind: BillDifferenceKind; count: number; open: number; apart: bigint }>`
    select kind, count(*)::int as count, count(*) filter (where state = 'open')::int as open, sum(${apart})::bigint as apart
    from vendor_bill_differences d join vendor_invoices i on i.id = d.invoice_id
    where d.invoice_id = ${invoiceId} and not (i.source = 'report' and d.state = 'corrected' and d.decided_by is null) group by kind order by abs(sum(${apart})) desc, kind`.execute(
    db,
  );
  return rows;
}

const differences = (db: Db) =>
  db
    .selectFrom("vendor_bill_differences as d")
    .innerJoin("vendor_invoices as i", "i.id", "d.invoice_id")
    .innerJoin("vendors as v", "v.id", "i.vendor")
    .leftJoin("resellers as r", "r.id", "d.reseller_id")
    .selectAll("d")
    .select([
      "v.name as vendor_name",
      "i.source",
      "r.name as reseller_name",
      apart.as("apart"),
      sql<BillDifferenceKind>`d.kind`.as("kind"),
      sql<BilledFor>`d.charge`.as("charge"),
      sql<BillDifferenceState>`d.state`.as("state"),
      sql<Currency>`d.currency`.as("currency"),
    ]);

export type Filter = { State?: BillDifferenceState | undefined; Kind?: BillDifferenceKind | undefined };

/** Lists what differs on an invoice, that with the most money first. */
export const listBillDifferences = (
  db: Db,
  invoiceId: string,
  { State, Kind }: Filter,
  after: { apart: string; id: string } | undefined,
) =>
  differences(db)
    .where("d.invoice_id", "=", invoiceId)
    .$if(State !== undefined, (query) => query.where("d.state", "=", State!))
    .$if(Kind !== undefined, (query) => query.where("d.kind", "=", Kind!))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(abs(${apart}), d.id) < (${after!.apart}::bigint, ${after!.id}::uuid)`),
    )
    .orderBy(sql`abs(${apart})`, "desc")
    .orderBy("d.id", "desc")
    .limit(pageSize + 1)
    .execute();
export type BillDifferenceRow = Awaited<ReturnType<typeof listBillDifferences>>[number];

export const findBillDifference = (db: Db, id: string) => differences(db).where("d.id", "=", id).executeTakeFirst();

/** Decides a difference that is still in this state, and tells whether this did it. */
export async function decideBillDifference(
  tx: Tx,
  { id, state }: Pick<BillDifferenceRow, "id" | "state">,
  decision: { state: BillDifferenceState; by: string; note: string; now: Date },
): Promise<boolean> {
  const row = await tx
    .updateTable("vendor_bill_differences")
    .set({ state: decision.state, decided_by: decision.by, decided_at: decision.now, note: decision.note })
    .where("id", "=", id)
    .where("state", "=", state)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

const amount = (minor: ReturnType<typeof sql>) => sql`to_char(${minor} / 100.0, 'FM9999999999990.00')`;

/** Streams all that differs on an invoice, in the order of the list. */
export const streamBillDifferences = (exports: Exports, invoiceId: string): Promise<Download> =>
  exports.stream(
    { role: "app_operator" },
    () => sql`
      select d.kind as "Cause", d.state as "State", csv_text(d.name) as "Subscription", csv_text(d.vendor_ref) as "Vendor's number",
        csv_text(d.customer_name) as "Customer", csv_text(coalesce(r.name, '')) as "Reseller", d.charge as "For", d.period_from as "From",
        greatest(d.period_until - 1, d.period_from) as "To", trim_scale(d.ours_quantity) as "Our quantity", trim_scale(d.ours_unit) as "Our price",
        ${amount(sql`d.ours_minor`)} as "We owe", trim_scale(d.theirs_quantity) as "Their quantity", trim_scale(d.theirs_unit) as "Their price",
        ${amount(sql`d.theirs_minor`)} as "They ask", ${amount(apart)} as "Difference", d.currency as "Currency",
        csv_text(coalesce(d.decided_by, '')) as "Decided by", csv_text(coalesce(d.note, '')) as "Reason"
      from vendor_bill_differences d left join resellers r on r.id = d.reseller_id
      where d.invoice_id = ${invoiceId} order by abs(${apart}) desc, d.id desc`,
  );

/** Sums what was invoiced to resellers and what it costs by month of issue, vendor and currency, from a day on. */
export async function sumMargins(db: Db, since: string) {
  const { rows } = await sql<{ month: string; vendor: string; currency: Currency; revenue: bigint; cost: bigint }>`
    select first_of_month(e.effective_on)::text as month, v.name as vendor, e.currency,
      coalesce(-sum(e.amount_minor) filter (where e.account like 'revenue:%'), 0)::bigint as revenue,
      coalesce(sum(e.amount_minor) filter (where e.account like 'cost:%'), 0)::bigint as cost
    from resellers r
    cross join lateral (
      select account, effective_on, amount_minor, currency from ledger_entries
      where reseller_id = r.id and effective_on >= ${since}::date and (account like 'revenue:%' or account like 'cost:%') offset 0) e
    left join products p on e.account = 'revenue:' || p.id
    join vendors v on v.id = coalesce(p.fulfiller, case when e.account like 'cost:%' then substring(e.account from 6) end)
    group by 1, 2, 3 order by 1 desc, 2, 3`.execute(db);
  return rows;
}
