import type { DebtorFilter, DebtorSort } from "@tradewind/domain/billing/debtors.ts";
import { dunningPolicies } from "@tradewind/domain/billing/dunning-policies.data.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { sql, type RawBuilder } from "kysely";
import type { Db } from "../../platform/db.ts";
import type { Download, Exports } from "../../platform/exports.ts";
import { nameMatches } from "../../platform/sql.ts";
import { agedDocuments } from "../account/account.store.ts";
import { live } from "../payments/payments.store.ts";

export const pageSize = 50;

export type Sums = {
  currency: Currency;
  owed: bigint;
  not_due: bigint;
  to30: bigint;
  to60: bigint;
  to90: bigint;
  over90: bigint;
  memos: bigint;
  credit: bigint;
  on_its_way: bigint;
};
export type DebtorRow = Sums & {
  reseller_id: string;
  name: string;
  is_own_currency: boolean;
  documents: number;
  days_late: number | null;
  limit_minor: bigint | null;
  open: bigint | null;
  unbilled: bigint | null;
  committed: bigint | null;
  paid_on: string | null;
  paid: bigint | null;
  promised_on: string | null;
};

/** Sums what resellers owe and have on a day, by currency: everybody with anything in the books, or with a limit. */
const balances = (on: string, whose: RawBuilder<unknown> = sql`true`) => sql`
  aged as materialized (${agedDocuments(on, whose)}),
  owing as (
    select reseller_id, currency, coalesce(sum(owed) filter (where is_owed), 0)::bigint as owed,
      ${sql.join(
        ["notDue", "to30", "to60", "to90", "over90"].map(
          (age) =>
            sql`coalesce(sum(owed) filter (where is_owed and age = ${sql.lit(age)}), 0)::bigint as ${sql.ref(age === "notDue" ? "not_due" : age)}`,
        ),
      )},
      -coalesce(sum(owed) filter (where not is_owed), 0)::bigint as memos,
      (count(*) filter (where is_owed))::int as documents, max(late) filter (where is_owed) as days_late
    from aged group by reseller_id, currency
  ),
  kept as (
    select e.reseller_id, e.currency, -sum(e.amount_minor)::bigint as credit from ledger_entries e
    where e.account = 'credit' and e.effective_on <= ${on}::date and ${whose} group by 1, 2 having sum(e.amount_minor) <> 0
  ),
  way as (
    select e.reseller_id, e.currency, sum(e.amount_minor)::bigint as on_its_way from payments e
    where e.state in ${live} and e.kind <> 'bankTransfer' and ${whose} group by 1, 2
  ),
  balances as (
    select r.id as reseller_id, r.name, k.currency, k.currency = r.currency as is_own_currency,
      coalesce(o.owed, 0) as owed, coalesce(o.not_due, 0) as not_due, coalesce(o.to30, 0) as to30, coalesce(o.to60, 0) as to60,
      coalesce(o.to90, 0) as to90, coalesce(o.over90, 0) as over90, coalesce(o.memos, 0) as memos, coalesce(o.documents, 0) as documents,
      o.days_late, coalesce(o.owed - o.not_due, 0) as overdue, coalesce(c.credit, 0) as credit, coalesce(w.on_its_way, 0) as on_its_way
    from (
      select reseller_id, currency from owing union select reseller_id, currency from kept union select reseller_id, currency from way
      union select reseller_id, currency from credit_limits e where ${whose}
    ) k
      left join owing o using (reseller_id, currency) left join kept c using (reseller_id, currency) left join way w using (reseller_id, currency)
      join resellers r on r.id = k.reseller_id
  )`;

/** What is worked out for the rows that are shown alone. */
const details = (today: string) => sql`
  left join lateral (
    select l.amount_minor as limit_minor, x.open_minor as open, x.unbilled_minor as unbilled, x.committed_minor as committed
    from credit_exposure(b.reseller_id, ${today}::date) x left join credit_limits l on l.reseller_id = b.reseller_id and l.currency = b.currency
    where b.is_own_currency) x on true
  left join lateral (
    select e.effective_on as paid_on, e.amount_minor as paid from ledger_entries e
    where e.reseller_id = b.reseller_id and e.currency = b.currency and e.account like 'cash:%' and e.amount_minor > 0
    order by e.effective_on desc, e.recorded_at desc, e.id desc limit 1) p on true
  left join lateral (
    select n.promised_on from debtor_notes n where n.reseller_id = b.reseller_id and n.kind = 'promise' order by n.id desc limit 1
  ) n on n.promised_on >= ${today}::date or b.overdue > 0`;
const shown = sql`b.*, x.*, p.paid_on::text, p.paid, n.promised_on::text`;

const columns = { name: "text", owed: "bigint", overdue: "bigint", late: "int" } as const;
const sorted = {
  name: sql`b.name`,
  owed: sql`b.owed`,
  overdue: sql`b.overdue`,
  late: sql`coalesce(b.days_late, -100000)`,
};
export const sortOf = (sort: DebtorSort) => ({
  by: sort.replace("-", "") as keyof typeof columns,
  isDown: sort.startsWith("-"),
});
export type DebtorAsked = {
  search: string;
  currency: Currency | undefined;
  which: DebtorFilter | undefined;
  /** Whose ordering is paused, where that is asked for. */
  paused: readonly string[];
};
const conditions = ({ search, currency, which, paused }: DebtorAsked, today: string) => {
  const narrowed = {
    overdue: sql`b.overdue > 0`,
    paused: sql`b.is_own_currency and b.reseller_id = any(${[...paused]}::uuid[])`,
    overLimit: sql`b.is_own_currency and exists (
      select from credit_limits l cross join lateral credit_exposure(l.reseller_id, ${today}::date) x
      where l.reseller_id = b.reseller_id and l.currency = x.currency and x.open_minor + x.unbilled_minor + x.committed_minor > l.amount_minor)`,
  };
  return sql.join(
    [
      sql`true`,
      ...(search === "" ? [] : [nameMatches("b.name", search)]),
      ...(currency ? [sql`b.currency = ${currency}`] : []),
      ...(which ? [narrowed[which]] : []),
    ],
    sql` and `,
  );
};

type Key = { value: string; id: string };
/** Lists a page of debtors, by key. */
export async function listDebtors(
  db: Db,
  { sort, today, after, ...asked }: DebtorAsked & { sort: DebtorSort; today: string; after: Key | undefined },
): Promise<(DebtorRow & { key: string })[]> {
  const { by, isDown } = sortOf(sort);
  const [direction, sign] = isDown ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`];
  const id = sql`b.reseller_id || ' ' || b.currency`;
  const { rows } = await sql<DebtorRow & { key: string }>`
    with ${balances(today)},
    page as (
      select b.*, (${sorted[by]})::text as key, row_number() over (order by ${sorted[by]} ${direction}, ${id} ${direction}) as place from balances b
      where ${conditions(asked, today)}
        ${after ? sql`and (${sorted[by]}, ${id}) ${sign} (${after.value}::${sql.raw(columns[by])}, ${after.id})` : sql``}
      order by ${sorted[by]} ${direction}, ${id} ${direction} limit ${pageSize + 1}
    )
    select ${shown} from page b ${details(today)} order by b.place`.execute(db);
  return rows;
}

/** Lists one reseller's balances. */
export async function findBalances(db: Db, resellerId: string, today: string): Promise<DebtorRow[]> {
  const { rows } = await sql<DebtorRow>`
    with ${balances(today, sql`e.reseller_id = ${resellerId}`)}
    select ${shown} from (
      select * from balances
      union all
      select id, name, currency, true, 0, 0, 0, 0, 0, 0, 0, 0, null, 0, 0, 0 from resellers r where r.id = ${resellerId}
        and not exists (select from balances o where o.is_own_currency)
    ) b ${details(today)} order by b.is_own_currency desc`.execute(db);
  return rows;
}

export type TotalRow = Sums & { resellers: number };
/** Sums everybody's balances by currency. */
export async function sumDebtors(db: Db, today: string): Promise<TotalRow[]> {
  const { rows } = await sql<TotalRow>`
    with ${balances(today)}
    select currency, ${sql.join(
      ["owed", "not_due", "to30", "to60", "to90", "over90", "memos", "credit", "on_its_way"].map(
        (name) => sql`sum(${sql.ref(name)})::bigint as ${sql.ref(name)}`,
      ),
    )}, (count(*) filter (where owed > 0))::int as resellers
    from balances group by currency order by currency desc`.execute(db);
  return rows;
}

/** Lists whoever has something open for so long that ordering may be paused. */
export async function listLongOverdue(db: Db, today: string): Promise<string[]> {
  const least = dunningPolicies.standard.steps.find(({ id }) => id === "orderingPaused")!.days;
  const { rows } = await sql<{ reseller_id: string }>`
    select distinct reseller_id from (${agedDocuments(today, sql`true`)}) d where is_owed and late >= ${least}`.execute(
    db,
  );
  return rows.map(({ reseller_id }) => reseller_id);
}

const pounds = (minor: string) => sql`to_char(${sql.ref(minor)} / 100.0, 'FM9999999999990.00')`;

/** Streams debtors with their figures, by name, and of what each was reminded last. */
export const streamDebtors = (exports: Exports, asked: DebtorAsked, today: string): Promise<Download> =>
  exports.stream(
    { role: "app_operator" },
    () => sql`
    with ${balances(today)}
    select csv_text(b.name) as "Reseller", b.currency as "Currency", ${pounds("b.owed")} as "Owed", ${pounds("b.not_due")} as "Not due",
      ${pounds("b.to30")} as "1-30 days", ${pounds("b.to60")} as "31-60 days", ${pounds("b.to90")} as "61-90 days", ${pounds("b.over90")} as "Over 90 days",
      ${pounds("b.memos")} as "Credit memos", ${pounds("b.credit")} as "Credit", ${pounds("b.on_its_way")} as "On its way",
      ${pounds("x.unbilled")} as "Unbilled", ${pounds("x.committed")} as "Committed", ${pounds("x.limit_minor")} as "Credit limit",
      b.documents as "Open invoices", b.days_late as "Days overdue", p.paid_on as "Last payment", n.promised_on as "Promised for",
      d.step as "Last reminder", d.sent_on as "Sent"
    from balances b ${details(today)}
      left join lateral (select step, sent_on from dunning_notices d where d.reseller_id = b.reseller_id and d.currency = b.currency order by id desc limit 1) d on true
    where ${conditions(asked, today)} order by b.name, b.currency`,
  );
