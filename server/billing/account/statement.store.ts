import type { accountEvents } from "@tradewind/contract/billing/account.ts";
import { sql } from "kysely";
import { boundsOf, type Bounded, type TenantActor } from "../../platform/actor.ts";
import type { Db } from "../../platform/db.ts";
import type { Download, Exports } from "../../platform/exports.ts";
import { agedDocuments, pageSize, type Owner } from "./account.store.ts";

/**
 * What happened on the account until the end of a day, each with what was owed less credit afterwards. What moves from one
 * document to another changes nothing. What went back was given back, or taken back by the payer's bank; on our own bank
 * account it is a transfer that was allocated by mistake.
 */
const eventsOf = ({ resellerId, currency }: Owner, until: string) => sql`
  select m.*, i.number, sum(m.amount + m.credit) over (order by m.day, m.id)::bigint as balance,
    case when m.has_revenue then i.kind when m.cash is not null then case when m.amount + m.credit <= 0 then 'payment'
      when m.cash = 'cash:bank' then 'other' when exists (select from payment_events v where v.reseller_id = ${resellerId} and v.posting_id = m.id
        and (v.is_chargeback or v.state in ('chargedBack', 'failed'))) then 'chargeback' else 'refund' end
      when m.has_credit then 'credit' else 'other' end as kind
  from (
    select e.posting_id as id, min(e.effective_on) as day, coalesce(sum(e.amount_minor) filter (where e.account = 'receivable'), 0)::bigint as amount,
      coalesce(sum(e.amount_minor) filter (where e.account = 'credit'), 0)::bigint as credit,
      (array_agg(e.invoice_id) filter (where e.invoice_id is not null))[1] as invoice_id, bool_or(e.account = 'credit') as has_credit,
      exists (select from ledger_entries x where x.reseller_id = e.reseller_id and x.posting_id = e.posting_id and x.account like 'revenue:%') as has_revenue,
      (select min(x.account) from ledger_entries x where x.reseller_id = e.reseller_id and x.posting_id = e.posting_id and x.account like 'cash:%') as cash
    from ledger_entries e
    where e.reseller_id = ${resellerId} and e.account in ('receivable', 'credit') and e.currency = ${currency} and e.effective_on <= ${until}::date
    group by e.reseller_id, e.posting_id
    having sum(e.amount_minor) filter (where e.account = 'receivable') <> 0 or sum(e.amount_minor) filter (where e.account = 'credit') <> 0
  ) m left join invoices i on i.reseller_id = ${resellerId} and i.id = m.invoice_id`;

type EventKind = (typeof accountEvents)[number];
export type EventRow = {
  id: string;
  day: string;
  kind: EventKind;
  invoice_id: string | null;
  number: string | null;
  amount: bigint;
  credit: bigint;
  balance: bigint;
};
export type Period = { from: string; until: string };
type Asked = { kind?: EventKind | undefined; after?: { day: string; id: string } | undefined };

/** Lists a page of what happened within a period, newest first, of one kind if one is asked for. */
export async function listEvents(db: Db, owner: Owner, { from, until }: Period, { kind, after }: Asked) {
  const { rows } = await sql<EventRow>`
    select id, day, kind, invoice_id, number, amount, credit, balance from (${eventsOf(owner, until)}) e
    where day >= ${from}::date ${kind ? sql`and kind = ${kind}` : sql``}
      ${after ? sql`and (day, id) < (${after.day}::date, ${after.id}::uuid)` : sql``}
    order by day desc, id desc limit ${pageSize + 1}`.execute(db);
  return rows;
}

/** Lists what happened within a period in order, at most so much. */
export async function listActivity(db: Db, owner: Owner, { from, until }: Period, most: number) {
  const { rows } = await sql<EventRow>`
    select id, day, kind, invoice_id, number, amount, credit, balance from (${eventsOf(owner, until)}) e
    where day >= ${from}::date order by day, id limit ${most}`.execute(db);
  return rows;
}

/** What was owed less credit before a period, and at its end. */
export async function readBounds(db: Db, { resellerId, currency }: Owner, { from, until }: Period) {
  const { rows } = await sql<{ opening: bigint; closing: bigint }>`
    select coalesce(sum(amount_minor) filter (where effective_on < ${from}::date), 0)::bigint as opening,
      coalesce(sum(amount_minor), 0)::bigint as closing
    from ledger_entries
    where reseller_id = ${resellerId} and account in ('receivable', 'credit') and currency = ${currency} and effective_on <= ${until}::date`.execute(
    db,
  );
  return rows[0]!;
}

export type OpenRow = {
  currency: string;
  number: string | null;
  kind: "invoice" | "creditMemo" | "credit";
  issued_on: string | null;
  due_on: string | null;
  late: number | null;
  total: bigint | null;
  owed: bigint;
  is_owed: boolean;
};

/** What is open at the end of a day: each document, and credit without one. */
const openItems = ({ resellerId }: Pick<Owner, "resellerId">, on: string) => sql`
  select a.currency, i.number, coalesce(i.kind, 'credit') as kind, i.issued_on, i.due_on, a.late, i.gross_minor as total, a.owed, a.is_owed
  from (${agedDocuments(on, sql`e.reseller_id = ${resellerId}`)}) a left join invoices i on i.reseller_id = a.reseller_id and i.id = a.invoice_id
  union all
  select currency, null, 'credit', null, null, null, null, sum(amount_minor)::bigint, false from ledger_entries
  where reseller_id = ${resellerId} and account = 'credit' and effective_on <= ${on}::date group by currency having sum(amount_minor) <> 0`;

/** Lists what is open in one currency at the end of a day, the oldest first, at most so much. */
export async function listOpen(db: Db, owner: Owner, on: string, most: number) {
  const { rows } = await sql<OpenRow>`
    select * from (${openItems(owner, on)}) o where currency = ${owner.currency}
    order by due_on nulls last, number limit ${most}`.execute(db);
  return rows;
}

const pounds = (minor: string) => sql`to_char(${sql.ref(minor)} / 100.0, 'FM9999999999990.00')`;

/** Streams a statement of account: what was owed before the period, then each change in order. */
export const streamStatement = (
  exports: Exports,
  actor: Bounded & Pick<TenantActor, "currency">,
  period: Period,
): Promise<Download> =>
  exports.stream(
    boundsOf(actor),
    () => sql`
      select day as "Date", what as "What", number as "Number", currency as "Currency", ${pounds("s.amount")} as "Amount",
        ${pounds("s.credit")} as "Credit", ${pounds("s.balance")} as "Balance"
      from (
        select ${period.from}::date as day, 'Owed before' as what, null as number, 0::bigint as amount, 0::bigint as credit,
          coalesce((select sum(amount_minor) from ledger_entries where reseller_id = ${actor.resellerId} and account in ('receivable', 'credit')
            and currency = ${actor.currency} and effective_on < ${period.from}::date), 0)::bigint as balance, null::uuid as id
        union all
        select day, case kind when 'invoice' then 'Invoice' when 'creditMemo' then 'Credit memo' when 'payment' then 'Payment'
          when 'refund' then 'Refund' when 'chargeback' then 'Chargeback' when 'credit' then case when amount < 0 then 'Credit used' when credit < 0 and amount = 0 then 'Credit given'
          else 'Credit taken back' end else 'Adjustment' end, number, amount, credit, balance, id
        from (${eventsOf(actor, period.until)}) e where day >= ${period.from}::date
      ) s, (values (${actor.currency}::text)) c (currency)
      order by s.id is not null, s.day, s.id`,
  );

/** Streams what is open at the end of a day, the oldest first, with its age; credit is negative, in a column of its own. */
export const streamOpen = (exports: Exports, actor: Bounded, on: string): Promise<Download> =>
  exports.stream(
    boundsOf(actor),
    () => sql`
      select number as "Number", case kind when 'invoice' then 'Invoice' when 'creditMemo' then 'Credit memo' else 'Credit' end as "What",
        issued_on as "Issued", due_on as "Due", case when is_owed then greatest(late, 0) end as "Days late",
        case when is_owed then case when late <= 0 then 'Current' when late <= 30 then '1-30' when late <= 60 then '31-60' when late <= 90 then '61-90'
          else 'Over 90' end end as "Age", currency as "Currency", ${pounds("o.total")} as "Total",
        case when is_owed then ${pounds("o.owed")} end as "Owed", case when not is_owed then ${pounds("o.owed")} end as "Credit"
      from (${openItems(actor, on)}) o order by currency, due_on nulls last, number`,
  );
