import type { invoiceChanges } from "@tradewind/contract/billing/invoices.ts";
import { earlierOf, endOf, type CalendarDate, type Instant } from "@tradewind/domain/values/dates.ts";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";
import { statusOn, type InvoiceStatus } from "./invoices.store.ts";

/** What took effect by the end of a day, as far as it was recorded by an instant. */
export type Moment = { on: CalendarDate; known: Instant };

/** Lines and what is given back of them hold from when they were recorded. */
const heldBy = ({ on, known }: Moment): Instant => earlierOf(endOf(on), known);

export type InvoiceSums = {
  lines: number;
  net: bigint;
  credited: bigint;
  balance_minor: bigint;
  status: InvoiceStatus;
};

/** Charges that give back lines of a document, and stand on other documents or on none yet. */
const givenBack = (resellerId: string, invoiceId: string) => sql`
  from invoice_lines l join charges k on k.reseller_id = l.reseller_id and k.corrects = l.charge_id
    left join invoice_lines o on o.reseller_id = k.reseller_id and o.charge_id = k.id
  where l.reseller_id = ${resellerId} and l.invoice_id = ${invoiceId} and o.invoice_id is distinct from l.invoice_id`;

/** Adds up what a document held, what was given back of it and what was owed on it, at two moments. */
export async function sumAsOf(db: Db, resellerId: string, invoiceId: string, moments: readonly [Moment, Moment]) {
  const { rows } = await sql<InvoiceSums>`
    select held.lines, held.net, back.credited, owed.balance_minor, ${statusOn(sql`m.day`)} as status
    from unnest(${moments.map(({ on }) => on)}::date[], ${moments.map(({ known }) => known)}::timestamptz[], ${moments.map(heldBy)}::timestamptz[])
        with ordinality m (day, known, held_by, place),
      lateral (select kind, due_on from invoices where reseller_id = ${resellerId} and id = ${invoiceId}) i,
      lateral (select count(*)::int as lines, coalesce(sum(l.net_minor), 0)::bigint as net
        from invoice_lines l join charges c on c.reseller_id = l.reseller_id and c.id = l.charge_id
        where l.reseller_id = ${resellerId} and l.invoice_id = ${invoiceId} and c.recorded_at <= m.held_by) held,
      lateral (select coalesce(sum(k.amount_minor), 0)::bigint as credited ${givenBack(resellerId, invoiceId)} and k.recorded_at <= m.held_by) back,
      lateral (select coalesce(sum(e.amount_minor), 0)::bigint as balance_minor from ledger_entries e
        where e.reseller_id = ${resellerId} and e.invoice_id = ${invoiceId} and e.account = 'receivable'
          and e.effective_on <= m.day and e.recorded_at <= m.known) owed
    order by m.place`.execute(db);
  return rows as [InvoiceSums, InvoiceSums];
}

export type InvoiceChange = {
  id: string;
  kind: (typeof invoiceChanges)[number];
  effective_on: string;
  recorded_at: Date;
  description: string | null;
  customer_name: string | null;
  number: string | null;
  amount_minor: bigint;
};

/** Lists what was charged for a document, given back of it and posted to it after a moment, the latest first. */
export async function listInvoiceChanges(db: Db, resellerId: string, invoiceId: string, then: Moment, most: number) {
  const { rows } = await sql<InvoiceChange>`
    select c.id, 'charged' as kind, (c.recorded_at at time zone 'UTC')::date as effective_on, c.recorded_at, l.description, l.customer_name,
      null as number, l.net_minor as amount_minor
    from invoice_lines l join charges c on c.reseller_id = l.reseller_id and c.id = l.charge_id
    where l.reseller_id = ${resellerId} and l.invoice_id = ${invoiceId} and c.recorded_at > ${heldBy(then)}::timestamptz
    union all
    select k.id, 'corrected', (k.recorded_at at time zone 'UTC')::date, k.recorded_at, k.description, l.customer_name,
      (select i.number from invoices i where i.reseller_id = o.reseller_id and i.id = o.invoice_id), k.amount_minor
    ${givenBack(resellerId, invoiceId)} and k.recorded_at > ${heldBy(then)}::timestamptz
    union all
    select e.id, case
        when p.accounts like '%revenue:%' then 'issued'
        when p.accounts like '%cash:%' then 'paid'
        when p.accounts like '%credit%' then 'creditUsed'
        else 'offset' end, e.effective_on, e.recorded_at, null, null, null, e.amount_minor
    from ledger_entries e, lateral (select string_agg(x.account, ' ') as accounts from ledger_entries x
      where x.reseller_id = e.reseller_id and x.posting_id = e.posting_id) p
    where e.reseller_id = ${resellerId} and e.invoice_id = ${invoiceId} and e.account = 'receivable'
      and (e.effective_on > ${then.on}::date or e.recorded_at > ${then.known}::timestamptz)
    order by recorded_at desc, id desc limit ${most}`.execute(db);
  return rows;
}
