import type { accountEvents, breakdowns, debtAges } from "@tradewind/contract/billing/account.ts";
import { sql, type RawBuilder } from "kysely";
import { boundsOf, type TenantActor } from "../../platform/actor.ts";
import type { Db } from "../../platform/db.ts";
import type { Download, Exports } from "../../platform/exports.ts";

export const pageSize = 50;
/** Parts of a month that are named; the others are summed. */
const mostParts = 20;

type Owner = { resellerId: string; currency: string };
export type AgeRow = { age: (typeof debtAges)[number]; documents: number; owed: bigint };

/**
 * Selects documents that are not even at the end of a day, with what is owed on each and how long it was overdue then:
 * what the marketplace owes, such as credit memos and what is of no document, is not `is_owed`.
 */
export const agedDocuments = (on: string, whose: RawBuilder<unknown>) => sql`
  select d.*, ${on}::date - i.due_on as late, d.owed > 0 and d.invoice_id is not null as is_owed,
    case when i.due_on >= ${on}::date then 'notDue' when i.due_on >= ${on}::date - 30 then 'to30' when i.due_on >= ${on}::date - 60 then 'to60'
      when i.due_on >= ${on}::date - 90 then 'to90' else 'over90' end as age
  from (
    select e.reseller_id, e.currency, e.invoice_id, sum(e.amount_minor)::bigint as owed from ledger_entries e
    where e.account = 'receivable' and e.effective_on <= ${on}::date and ${whose}
    group by e.reseller_id, e.currency, e.invoice_id having sum(e.amount_minor) <> 0
  ) d left join invoices i on i.reseller_id = d.reseller_id and i.id = d.invoice_id`;

/**
 * Sums what is owed at the end of a day by how long it was overdue then, and what is in credit. All of it together is the
 * balance of the receivable account less that of the credit account.
 */
export async function readAges(db: Db, { resellerId, currency }: Owner, on: string) {
  const { rows } = await sql<AgeRow & { credit: bigint }>`
    with aged as (${agedDocuments(on, sql`e.reseller_id = ${resellerId} and e.currency = ${currency}`)}),
    kept as (
      select coalesce(sum(amount_minor), 0)::bigint as credit from ledger_entries
      where reseller_id = ${resellerId} and account = 'credit' and currency = ${currency} and effective_on <= ${on}::date
    )
    select a.age, (count(d.*))::int as documents, coalesce(sum(d.owed), 0)::bigint as owed,
      (select -coalesce(sum(owed) filter (where not is_owed), 0) - (select credit from kept) from aged)::bigint as credit
    from unnest(array['notDue', 'to30', 'to60', 'to90', 'over90']) with ordinality a (age, place)
      left join aged d on d.age = a.age and d.is_owed
    group by a.age, a.place order by a.place`.execute(db);
  return { ages: rows as AgeRow[], credit: rows[0]!.credit };
}

/** What changed what is owed until the end of a day, each with what was owed afterwards. */
const eventsOf = ({ resellerId, currency }: Owner, until: string) => sql`
  select m.*, i.number, sum(m.amount) over (order by m.day, m.id)::bigint as balance,
    case when m.has_revenue then i.kind when m.has_cash then 'payment' when m.has_credit then 'credit' else 'other' end as kind
  from (
    select e.posting_id as id, min(e.effective_on) as day, sum(e.amount_minor)::bigint as amount,
      (array_agg(e.invoice_id) filter (where e.invoice_id is not null))[1] as invoice_id,
      exists (select from ledger_entries x where x.reseller_id = e.reseller_id and x.posting_id = e.posting_id and x.account like 'revenue:%') as has_revenue,
      exists (select from ledger_entries x where x.reseller_id = e.reseller_id and x.posting_id = e.posting_id and x.account like 'cash:%') as has_cash,
      exists (select from ledger_entries x where x.reseller_id = e.reseller_id and x.posting_id = e.posting_id and x.account = 'credit') as has_credit
    from ledger_entries e
    where e.reseller_id = ${resellerId} and e.account = 'receivable' and e.currency = ${currency} and e.effective_on <= ${until}::date
    group by e.reseller_id, e.posting_id having sum(e.amount_minor) <> 0
  ) m left join invoices i on i.reseller_id = ${resellerId} and i.id = m.invoice_id`;

export type EventRow = {
  id: string;
  day: string;
  kind: (typeof accountEvents)[number];
  invoice_id: string | null;
  number: string | null;
  amount: bigint;
  balance: bigint;
};
export type Period = { from: string; until: string };

/** Lists a page of what changed what is owed within a period, newest first. */
export async function listEvents(
  db: Db,
  owner: Owner,
  { from, until }: Period,
  after: { day: string; id: string } | undefined,
) {
  const { rows } = await sql<EventRow>`
    select id, day, kind, invoice_id, number, amount, balance from (${eventsOf(owner, until)}) e
    where day >= ${from}::date ${after ? sql`and (day, id) < (${after.day}::date, ${after.id}::uuid)` : sql``}
    order by day desc, id desc limit ${pageSize + 1}`.execute(db);
  return rows;
}

/** Returns what was owed before a period, and at its end. */
export async function readBounds(db: Db, { resellerId, currency }: Owner, { from, until }: Period) {
  const { rows } = await sql<{ opening: bigint; closing: bigint }>`
    select coalesce(sum(amount_minor) filter (where effective_on < ${from}::date), 0)::bigint as opening,
      coalesce(sum(amount_minor), 0)::bigint as closing
    from ledger_entries
    where reseller_id = ${resellerId} and account = 'receivable' and currency = ${currency} and effective_on <= ${until}::date`.execute(
    db,
  );
  return rows[0]!;
}

const pounds = (minor: string) => sql`to_char(${sql.ref(minor)} / 100.0, 'FM9999999999990.00')`;

/** Streams a statement of account: what was owed before the period, then each change in order. */
export const streamStatement = (
  exports: Exports,
  actor: Pick<TenantActor, "resellerId" | "restriction" | "currency">,
  period: Period,
): Promise<Download> =>
  exports.stream(
    boundsOf(actor),
    () => sql`
      select day as "Date", what as "What", number as "Number", currency as "Currency", ${pounds("s.amount")} as "Amount", ${pounds("s.balance")} as "Balance"
      from (
        select ${period.from}::date as day, 'Owed before' as what, null as number, 0::bigint as amount,
          coalesce((select sum(amount_minor) from ledger_entries where reseller_id = ${actor.resellerId} and account = 'receivable'
            and currency = ${actor.currency} and effective_on < ${period.from}::date), 0)::bigint as balance, null::uuid as id
        union all
        select day, case kind when 'invoice' then 'Invoice' when 'creditMemo' then 'Credit memo' when 'payment' then 'Payment' when 'credit' then case when amount > 0 then 'Credit taken back' else 'Credit used' end else 'Adjustment' end,
          number, amount, balance, id
        from (${eventsOf(actor, period.until)}) e where day >= ${period.from}::date
      ) s, (values (${actor.currency}::text)) c (currency)
      order by s.id is not null, s.day, s.id`,
  );

/** Sums what was invoiced for each month, the latest twelve, in order. */
export async function listMonths(db: Db, { resellerId, currency }: Owner) {
  const { rows } = await sql<{ month: string; net: bigint }>`
    select month, net from (
      select period_from as month, sum(net_minor)::bigint as net from invoices
      where reseller_id = ${resellerId} and currency = ${currency} group by period_from order by period_from desc limit 12
    ) m order by month`.execute(db);
  return rows;
}

export type PartRow = { id: string | null; name: string | null; net: bigint; others: number };

/** Sums what was invoiced for a month by its parts, the largest first; the row without an id is what others come to. */
export async function listParts(
  db: Db,
  { resellerId, currency }: Owner,
  month: string,
  by: (typeof breakdowns)[number],
): Promise<PartRow[]> {
  const documents = sql`(select id from invoices where reseller_id = ${resellerId} and currency = ${currency} and period_from = ${month}::date)`;
  const parts = {
    product: sql`select product_id as id, max(product_name) as name, sum(net_minor)::bigint as net from invoice_sums
      where reseller_id = ${resellerId} and invoice_id in ${documents} group by product_id`,
    customer: sql`select customer_id::text as id, max(customer_name) as name, sum(net_minor)::bigint as net from invoice_lines
      where reseller_id = ${resellerId} and invoice_id in ${documents} group by customer_id`,
    kind: sql`select kind as id, kind as name, sum(net_minor)::bigint as net from invoice_lines
      where reseller_id = ${resellerId} and invoice_id in ${documents} group by kind`,
  };
  const { rows } = await sql<PartRow>`
    with parts as (select p.*, row_number() over (order by net desc, id) as place from (${parts[by]}) p)
    select id, name, net, 0 as others from parts where place <= ${mostParts}
    union all
    select null, null, coalesce(sum(net), 0)::bigint, count(*)::int from parts where place > ${mostParts}`.execute(db);
  return rows;
}
