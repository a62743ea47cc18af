import type { Attempt } from "@tradewind/domain/billing/autopay.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";
import { agedDocuments } from "../account/account.store.ts";
import { attemptsOf, collectable } from "../autopay/autopay.store.ts";
import { live } from "../payments/payments.store.ts";

export type OnItsWayRow = { day: string; currency: Currency; minor: bigint; payments: number };
/** Sums what is on its way, by the day on which it is taken. */
export async function sumPayments(db: Db): Promise<OnItsWayRow[]> {
  const { rows } = await sql<OnItsWayRow>`
    select coalesce(charge_on, auto_on, (created_at at time zone 'UTC')::date)::text as day, currency, sum(amount_minor)::bigint as minor,
      count(*)::int as payments
    from payments where state in ${live} and kind <> 'bankTransfer' group by 1, 2`.execute(db);
  return rows;
}

/** What is open and not on its way: of an invoice that may be collected by itself, or summed by due day, without an id. */
export type ExpectedRow = {
  reseller_id: string | null;
  invoice_id: string | null;
  due_on: string;
  promised_on: string | null;
  currency: Currency;
  minor: bigint;
  payments: number;
  attempts: Attempt[] | null;
};

/**
 * Sums what is open and due by a day, less credit, which goes to the oldest first, and less what is on its way. Invoices of
 * those who pay automatically are listed one by one where they can be collected so.
 */
export async function listExpected(
  db: Db,
  { today, until, automatic }: { today: string; until: string; automatic: readonly string[] },
): Promise<ExpectedRow[]> {
  const { rows } = await sql<ExpectedRow>`
    with documents as materialized (${agedDocuments(today, sql`true`)}),
    credits as (
      select reseller_id, currency, sum(minor) as minor from (
        select reseller_id, currency, -owed as minor from documents where not is_owed
        union all select reseller_id, currency, -amount_minor from ledger_entries where account = 'credit'
      ) c group by 1, 2
    ),
    due as (
      select d.reseller_id, d.currency, d.invoice_id as id, i.kind, i.due_on, d.owed - coalesce(w.minor, 0) as rest,
        sum(d.owed - coalesce(w.minor, 0)) over (partition by d.reseller_id, d.currency order by i.due_on, i.id) as so_far
      from documents d join invoices i on i.reseller_id = d.reseller_id and i.id = d.invoice_id
      left join (select reseller_id, invoice_id, sum(amount_minor) as minor from payments where state in ${live} and kind <> 'bankTransfer' group by 1, 2) w
        on w.reseller_id = d.reseller_id and w.invoice_id = d.invoice_id
      where d.is_owed and i.due_on <= ${until}::date
    ),
    expected as (
      select i.reseller_id, i.id, i.due_on, i.currency, greatest(0, least(i.rest, i.so_far - greatest(coalesce(c.minor, 0), 0)))::bigint as minor,
        case when i.reseller_id = any(${[...automatic]}::uuid[]) and ${collectable(until)} then ${attemptsOf} end as attempts
      from due i left join credits c using (reseller_id, currency)
    )
    select reseller_id, id as invoice_id, due_on::text, null as promised_on, currency, minor, 1 as payments, attempts
    from expected where attempts is not null and minor > 0
    union all
    select null, null, e.due_on::text, n.promised_on::text, e.currency, sum(e.minor)::bigint, count(*)::int, null
    from expected e left join lateral (
      select promised_on from debtor_notes where reseller_id = e.reseller_id and kind = 'promise' and e.due_on < ${today}::date order by id desc limit 1
    ) n on n.promised_on >= ${today}::date
    where e.attempts is null and e.minor > 0 group by e.due_on, n.promised_on, e.currency
    order by due_on`.execute(db);
  return rows;
}
