import type { RatedUsage, UsedMonth } from "@tradewind/domain/pricing/usage.ts";
import type { ReportedUsage } from "@tradewind/vendors/vendor.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

export type Report = { id: string; vendor: string; month: string; until: string; generatedAt: Date };

/** Tells whether the reading of a month's report was begun on a day: it changes once a day at most. */
export async function wasReadOn(db: Db, vendor: string, month: string, day: string): Promise<boolean> {
  const { rows } = await sql`
    select from vendor_usage_reports where vendor = ${vendor} and month = ${month} and read_at >= ${day}::date::timestamp at time zone 'UTC'`.execute(
    db,
  );
  return rows.length > 0;
}

/** Finds the report of a month for which a vendor was asked on a day. */
export async function findAsked(db: Db, vendor: string, month: string, day: string): Promise<string | null> {
  const { rows } = await sql<{ ref: string }>`
    select ref from vendor_reports_asked where vendor = ${vendor} and month = ${month} and asked_on = ${day}`.execute(
    db,
  );
  return rows[0]?.ref ?? null;
}

export const keepAsked = (tx: Tx, vendor: string, month: string, day: string, ref: string) =>
  sql`
    insert into vendor_reports_asked (vendor, month, ref, asked_on) values (${vendor}, ${month}, ${ref}, ${day})
    on conflict (vendor, month) do update set ref = excluded.ref, asked_on = excluded.asked_on`.execute(tx);

/** Tells whether a job that is to read the report of a month waits. */
export async function isFiled(db: Db, vendor: string, month: string): Promise<boolean> {
  const { rows } = await sql`
    select from pgboss.job where name = 'vendors.usageReports' and state < 'active' and data ->> 'vendor' = ${vendor} and data ->> 'from' = ${month} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** For how long a reader that has stopped keeps others from a report. */
const taken = sql`interval '10 minutes'`;

/**
 * Opens a report; or tells that one made as late has been read, which an older one adds nothing to, or that another worker
 * reads one now.
 */
export async function openReport(
  tx: Tx,
  { vendor, month, generatedAt, at }: { vendor: string; month: string; generatedAt: string; at: Date },
): Promise<{ id: string } | "known" | "taken"> {
  await sql`
    delete from vendor_usage_reports where vendor = ${vendor} and month = ${month} and read_at is null and taken_until <= ${at}`.execute(
    tx,
  );
  const { rows: known } = await sql`
    select from vendor_usage_reports where vendor = ${vendor} and month = ${month} and generated_at >= ${generatedAt} and read_at is not null`.execute(
    tx,
  );
  if (known.length > 0) return "known";
  const { rows } = await sql<{ id: string }>`
    insert into vendor_usage_reports (vendor, month, generated_at, taken_until) values (${vendor}, ${month}, ${generatedAt}, ${at}::timestamptz + ${taken})
    on conflict (vendor, month) where read_at is null do nothing returning id`.execute(tx);
  return rows[0] ?? "taken";
}

/** Keeps a report for its reader a while longer; false if another has taken it since. */
export async function keepReport(tx: Tx, id: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update vendor_usage_reports set taken_until = ${at}::timestamptz + ${taken} where id = ${id} and read_at is null returning id`.execute(
    tx,
  );
  return rows.length > 0;
}

export async function insertReportLines(tx: Tx, id: string, after: number, lines: readonly ReportedUsage[]) {
  await sql`
    insert into vendor_usage_lines (report_id, position, vendor_ref, meter, quantity)
    select ${id}, ${after}::int + n.position, n.ref, n.meter, n.quantity
    from unnest(${lines.map(({ vendorRef }) => vendorRef)}::text[], ${lines.map(({ meter }) => meter)}::text[],
      ${lines.map(({ quantity }) => quantity)}::numeric[]) with ordinality as n (ref, meter, quantity, position)`.execute(
    tx,
  );
}

/** Drops a report that could not be read to its end, so that nobody waits for its reader. */
export const dropReport = (tx: Tx, id: string) =>
  tx.deleteFrom("vendor_usage_reports").where("id", "=", id).where("read_at", "is", null).execute();

/** Ends a report, and drops those of the same month that were made before. */
export async function closeReport(tx: Tx, { id, vendor, month, generatedAt }: Report, readAt: Date): Promise<void> {
  await sql`update vendor_usage_reports set read_at = ${readAt} where id = ${id}`.execute(tx);
  await sql`
    delete from vendor_usage_reports where vendor = ${vendor} and month = ${month} and id <> ${id} and read_at is not null and generated_at <= ${generatedAt}`.execute(
    tx,
  );
}

/** A month of a meter whose figure is new, with what it was charged before. */
export type NewMonth = {
  reseller_id: string;
  customer_id: string;
  product_id: string;
  subscription_id: string;
  offer_id: string;
  name: string;
  meter: string;
  policy_id: string;
  revision: number;
  used: string;
  included: string;
  unit_cost: string;
  currency: UsedMonth["currency"];
  charged_from: string;
  charged_quantity: string;
  charged_minor: bigint;
  corrects: string | null;
};

/**
 * Sums up what a report tells of each subscription and meter, and says why what is `left_out` is not charged: a later report
 * of the month tells it again. What ended within the month is charged if its vendor told of its use as it ended, unless
 * something else has its number by now. Licences are those of its `last_day`, and the offer is the one that it had then:
 * an upgrade since changes nothing of the month before.
 */
export const toldBy = ({ id, vendor, month, until }: Report) => sql`
    told as materialized (
      select t.*, of.charged_from,
        least(${until}::date - 1, case when t.status = 'cancelled' then least((of.ended_at at time zone 'UTC')::date, paid.last_day) end) as last_day, case
        when of.charged_from >= ${until}::date then 'began after the month'
        when t.status = 'cancelled' and of.ended_at < ${until}::date::timestamp at time zone 'UTC'
          and (not t.is_last or bool_or(t.status <> 'cancelled' and of.charged_from < ${until}::date) over (partition by t.reseller_id, t.vendor_ref, t.meter))
          then 'ended within the month'
        when t.status <> 'cancelled' and t.period_until < ${until}::date then 'not charged to the end of the month yet'
        end as left_out
      from (
        select s.reseller_id, s.customer_id, s.product_id, s.id as subscription_id, f.id as offer_id, f.name, s.currency, s.unit_cost as present_cost,
          s.status, s.period_until, s.vendor_ref, l.meter, m ->> 'policy' as policy_id, u.meter is not null as is_last, sum(l.quantity) as used
        from vendor_usage_lines l
        join subscriptions s on s.vendor_ref = l.vendor_ref
        join products p on p.id = s.product_id and p.fulfiller = ${vendor}
        join offers f on f.id = coalesce((
          select h.data ->> 'offerId' from subscription_history h
          where h.reseller_id = s.reseller_id and h.subscription_id = s.id and h.kind in ('started', 'renewed', 'converted')
            and h.effective_at < ${until}::date::timestamp at time zone 'UTC' and not exists (
              select from subscription_history u where u.reseller_id = h.reseller_id and u.subscription_id = h.subscription_id
                and u.order_id = h.order_id and u.kind = 'undone' and u.id > h.id)
          order by h.effective_at desc, h.id desc limit 1), s.offer_id)
        cross join lateral jsonb_array_elements(f.meters) m
        join policies r on r.id = m ->> 'policy'
        left join last_usage u on u.reseller_id = s.reseller_id and u.subscription_id = s.id and u.month = ${month} and u.meter = l.meter
        where l.report_id = ${id} and m ->> 'meter' = l.meter and coalesce(${month}::date >= (r.value ->> 'since')::date, true)
        group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14
      ) t
      cross join lateral (
        select greatest(${month}::date, min((h.data ->> 'termFrom')::date) filter (where h.kind = 'started')) as charged_from,
          max(h.effective_at) filter (where h.kind in ('cancelled', 'upgraded')) as ended_at
        from subscription_history h where h.reseller_id = t.reseller_id and h.subscription_id = t.subscription_id) of
      left join lateral (
        select max(k.period_until) - 1 as last_day from charges k
        where t.status = 'cancelled' and k.reseller_id = t.reseller_id and k.subscription_id = t.subscription_id and k.measured is null) paid on true
    )`;

/** Lists what a report tells that is not charged, and why. */
export async function listLeftOut(db: Db, report: Report) {
  const { rows } = await sql<{ subscription_id: string; meter: string; left_out: string }>`
    with ${toldBy(report)} select subscription_id, meter, left_out from told where left_out is not null order by 3, 1, 2`.execute(
    db,
  );
  return rows;
}

/**
 * Lists some months for which a report tells another figure than the one before, or the first, or for whose last day other
 * licences are charged by now: those are included. A month is charged at the price of its first day, or of the
 * subscription's own.
 */
export async function listNewMonths(db: Db, report: Report, most: number): Promise<NewMonth[]> {
  const { month } = report;
  const { rows } = await sql<NewMonth>`
    with ${toldBy(report)},
    changed as materialized (
      select t.*, coalesce(b.revision, 0) + 1 as revision, i.licences, b.unit_cost,
        greatest(coalesce(b.used - b.included, 0), 0) as charged_quantity, coalesce(b.amount_minor, 0) as charged_minor
      from told t
      left join lateral (
        select * from usage_months where reseller_id = t.reseller_id and subscription_id = t.subscription_id and meter = t.meter and month = ${month}::date
        order by revision desc limit 1) b on true
      cross join lateral (
        select coalesce(sum(k.quantity), 0) as licences from charges k
        where k.reseller_id = t.reseller_id and k.subscription_id = t.subscription_id and k.measured is null
          and k.period_from <= t.last_day and k.period_until > t.last_day) i
      where (b.used is distinct from t.used or b.included <> i.licences) and t.left_out is null
      order by t.reseller_id, t.subscription_id, t.meter limit ${most}
    )
    select c.reseller_id, c.customer_id, c.product_id, c.subscription_id, c.offer_id, c.name, c.meter, c.policy_id, c.revision, c.currency,
      c.used::numeric(20, 8)::text as used, c.licences::numeric(20, 8)::text as included,
      coalesce(c.unit_cost, price.cost, c.present_cost)::numeric(20, 8)::text as unit_cost, c.charged_from::text,
      c.charged_quantity::numeric(20, 8)::text, c.charged_minor, first.charge_id as corrects
    from changed c
    left join lateral (
      select p.cost from prices p join price_lists l on l.id = p.price_list_id
      where p.offer_id = c.offer_id and l.currency = c.currency and l.published and l.from_date <= c.charged_from
      order by l.from_date desc, l.import_id nulls last limit 1) price on true
    left join lateral (
      select charge_id from usage_months u where u.reseller_id = c.reseller_id and u.subscription_id = c.subscription_id and u.meter = c.meter
        and u.month = ${month}::date and u.charge_id is not null order by u.revision limit 1) first on true`.execute(
    db,
  );
  return rows;
}

export type ChargedMonth = NewMonth & { description: string; rated: RatedUsage; wholeMinor: bigint };

/**
 * Notes new figures and charges what they change, in one statement: whoever notes a figure first charges it, and who comes
 * second does neither. A month that is closed is charged in the next that is open.
 */
export async function chargeMonths(tx: Tx, report: Report, months: readonly ChargedMonth[], today: string, now: Date) {
  const rows = months.map(({ rated, wholeMinor, charged_minor: _charged, ...row }) => ({
    ...row,
    quantity: rated.quantity,
    amount_minor: String(rated.amount.minor),
    whole_minor: String(wholeMinor),
  }));
  const { rows: noted } = await sql<{ reseller_id: string }>`
    with n as materialized (
      select n.*, case when n.quantity <> 0 or n.amount_minor <> 0 then uuidv7() end as charge_id
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (reseller_id uuid, customer_id uuid, product_id text, subscription_id uuid,
        offer_id text, description text, meter text, policy_id text, revision int, used numeric, included numeric, unit_cost numeric,
        currency text, charged_from date, corrects uuid, quantity numeric, amount_minor bigint, whole_minor bigint)
    ),
    open as materialized (
      select reseller_id, billed_until from billing_state where reseller_id in (select reseller_id from n) order by reseller_id for share
    ),
    noted as (
      insert into usage_months (reseller_id, customer_id, product_id, subscription_id, meter, month, revision, used, included, unit_cost,
        amount_minor, currency, policy_id, charge_id, reported_at, recorded_at)
      select n.reseller_id, customer_id, product_id, subscription_id, meter, ${report.month}, revision, used, included, unit_cost,
        whole_minor, currency, policy_id, charge_id, ${report.generatedAt}, ${now}
      from n join open using (reseller_id)
      on conflict (reseller_id, subscription_id, meter, month, revision) do nothing
      returning reseller_id, charge_id
    ),
    charged as (
      insert into charges (reseller_id, id, customer_id, subscription_id, product_id, offer_id, kind, description, period_from, period_until,
        due_on, quantity, measured, unit_cost, amount_minor, currency, policy_id, recorded_at, corrects)
      select n.reseller_id, n.charge_id, customer_id, subscription_id, product_id, offer_id,
        case when amount_minor < 0 then 'refund' else 'usage' end, description, charged_from, ${report.until},
        greatest(${today}::date, open.billed_until), 0, quantity, unit_cost, amount_minor, currency, policy_id, ${now}, corrects
      from n join noted on noted.reseller_id = n.reseller_id and noted.charge_id = n.charge_id
      join open on open.reseller_id = n.reseller_id
    )
    select reseller_id from noted`.execute(tx);
  return noted;
}
