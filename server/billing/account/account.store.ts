import type { breakdowns, debtAges } from "@tradewind/contract/billing/account.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { sql, type RawBuilder } from "kysely";
import type { Db } from "../../platform/db.ts";
import { live } from "../payments/payments.store.ts";

export const pageSize = 50;
/** Parts of a month that are named; the others are summed. */
const mostParts = 20;

/** Of whom, and in which currency: the reseller's own unless another is asked for. */
export type Owner = { resellerId: string; currency: Currency };
type AgeRow = { age: (typeof debtAges)[number]; documents: number; owed: bigint };
type Account = { currency: Currency; credit: bigint; onItsWay: bigint; ages: AgeRow[] };

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
 * Sums what is owed at the end of a day by how long it was overdue then, and what is in credit, of each currency on its
 * own, the reseller's first. All of it together is the balance of its receivable account with that of its credit account.
 */
export async function readAccounts(db: Db, { resellerId, currency }: Owner, on: string): Promise<Account[]> {
  const { rows } = await sql<Omit<Account, "ages"> & AgeRow>`
    with aged as materialized (${agedDocuments(on, sql`e.reseller_id = ${resellerId}`)}),
    kept as (
      select currency, sum(amount_minor)::bigint as minor from ledger_entries
      where reseller_id = ${resellerId} and account = 'credit' and effective_on <= ${on}::date group by currency having sum(amount_minor) <> 0
    ),
    way as (
      select currency, sum(amount_minor)::bigint as minor from payments
      where reseller_id = ${resellerId} and state in ${live} and kind <> 'bankTransfer' group by currency
    )
    select c.currency, a.age, (count(d.*))::int as documents, coalesce(sum(d.owed), 0)::bigint as owed,
      (coalesce((select sum(o.owed) from aged o where o.currency = c.currency and not o.is_owed), 0)
        + coalesce((select minor from kept k where k.currency = c.currency), 0))::bigint as credit,
      coalesce((select minor from way w where w.currency = c.currency), 0)::bigint as "onItsWay"
    from (select currency from aged union select currency from kept union select currency from way union select ${currency}) c
      cross join unnest(array['notDue', 'to30', 'to60', 'to90', 'over90']) with ordinality a (age, place)
      left join aged d on d.age = a.age and d.currency = c.currency and d.is_owed
    group by c.currency, a.age, a.place order by c.currency <> ${currency}, c.currency, a.place`.execute(db);
  return [...Map.groupBy(rows, (row) => row.currency)].map(([of, ages]) => ({
    currency: of,
    credit: ages[0]!.credit,
    onItsWay: ages[0]!.onItsWay,
    ages,
  }));
}

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

/** Lists a page of what is charged for the month that is invoiced next, the latest first, with what all of it comes to. */
export async function readNextBill(db: Db, resellerId: string, after: { day: string; id: string } | undefined) {
  const next = sql`(select invoiced_until from billing_progress where reseller_id = ${resellerId})`;
  const [state, lines] = await Promise.all([
    sql<{ month: string; net: bigint }>`
      select m.month, coalesce((select sum(amount) from company_tallies
        where reseller_id = ${resellerId} and figure = 'charged' and month = m.month), 0)::bigint as net
      from (select ${next} as month) m`.execute(db),
    sql<NextLine>`
      select c.id, c.due_on, k.name as customer_name, p.name as product_name, c.description, c.period_from, c.period_until, c.quantity,
        c.amount_minor, c.currency
      from charges c join customers k on k.reseller_id = c.reseller_id and k.id = c.customer_id join products p on p.id = c.product_id
      where c.reseller_id = ${resellerId} and c.due_on >= ${next} and c.due_on < ${next} + interval '1 month'
        ${after ? sql`and (c.due_on, c.id) < (${after.day}::date, ${after.id}::uuid)` : sql``}
      order by c.due_on desc, c.id desc limit ${pageSize + 1}`.execute(db),
  ]);
  return { ...state.rows[0]!, lines: lines.rows };
}

type NextLine = {
  id: string;
  due_on: string;
  customer_name: string;
  product_name: string;
  description: string;
  period_from: string;
  period_until: string;
  quantity: number;
  amount_minor: bigint;
  currency: Currency;
};
