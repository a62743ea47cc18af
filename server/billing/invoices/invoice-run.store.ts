import { euCountries } from "@tradewind/domain/billing/vat.ts";
import { goodVatNumber } from "@tradewind/domain/values/vat-numbers.ts";
import { sql, type RawBuilder } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { template } from "./invoices.store.ts";

/** The company that issues the invoices. */
export const legalEntity = "tradewind";

/** The tax treatment of buyers by country and whether they have a good VAT number; a null country stands for all others. */
export type TreatmentRow = { country: string | null; registered: boolean; category: string; wording: string | null };

/** A closed month of a reseller, by its key. */
type Month = { resellerId: string; until: string };

/** A closed month whose documents are to be issued, and how many charges it has, counted to a limit. */
export type OpenMonth = Month & { charges: number };

/**
 * Prepares a run's transaction: time for a large reseller's sums, memory for sorting a slice. The planner's statistics
 * do not know the rows that the run has only just written and would join them row by row; with nested loops off it
 * hashes, and looks up only each month's charges and drafts by index.
 */
export const prepareRun = (tx: Tx) =>
  sql`select set_config('statement_timeout', '5min', true), set_config('enable_nestloop', 'off', true),
    set_config('work_mem', '32MB', true)`.execute(tx);

type Closing = { until: string; now: Date };

/**
 * Closes all months before `until` of up to `most` resellers, and returns how many: their charges written from now on
 * are due in the next month. Writers of charges share the lock that this takes, for the moment until its commit.
 * Whoever is writing now is passed over, so nobody waits for somebody else's order. A month without charges is done.
 */
export const closeMonths = (tx: Tx, run: Closing, most: number) =>
  close(
    tx,
    run,
    sql`select * from billing_state where billed_until < ${run.until}::date order by reseller_id limit ${most}
    for update skip locked`,
  );

/** Closes one reseller's months, once those who write charges of it now have ended. */
export const closeMonthsOf = (tx: Tx, run: Closing, resellerId: string) =>
  close(
    tx,
    run,
    sql`select * from billing_state where billed_until < ${run.until}::date and reseller_id = ${resellerId} for update`,
  );

async function close(tx: Tx, { until, now }: Closing, behind: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ closed: number }>`
    with behind as (${behind}),
    closed as (
      update billing_state b set billed_until = ${until}::date from behind where b.reseller_id = behind.reseller_id returning b.reseller_id
    ),
    months as (
      insert into billing_months (reseller_id, period_from, period_until, issued_at)
      select m.*, case when not exists (
        select from charges c where c.reseller_id = m.reseller_id and c.due_on >= m.period_from and c.due_on < m.period_until) then ${now}::timestamptz end
      from (
        select reseller_id, greatest(billed_until, first::date) as period_from, (first + interval '1 month')::date as period_until
        from behind, generate_series(date_trunc('month', billed_until::timestamp), ${until}::timestamp - interval '1 day', interval '1 month') first
      ) m
    )
    select count(*)::int as closed from closed`.execute(tx);
  return rows[0]!.closed;
}

export async function listResellersBehind(db: Db, until: string): Promise<string[]> {
  const rows = await db.selectFrom("billing_state").where("billed_until", "<", until).select("reseller_id").execute();
  return rows.map((row) => row.reseller_id);
}

/** Tells whether closed months are left besides those passed over. */
export async function isAnyMonthOpen(db: Db, passed: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select from billing_months where issued_at is null and reseller_id <> all(${[...passed]}::uuid[]) limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

type Wanted = { most: number; countUpTo: number; passed: readonly string[]; wait: boolean };

/**
 * Locks closed months for this transaction, the oldest of each reseller and those with the fewest slices first, and
 * passes over what another one works on, or waits for it. Large ones, which slices were taken of, are locked one by one.
 * Orders do not wait for these locks.
 */
export async function lockOpenMonths(tx: Tx, { most, countUpTo, passed, wait }: Wanted): Promise<OpenMonth[]> {
  const { rows } = await sql<OpenMonth>`
    with open as materialized (
      select reseller_id, period_from, period_until, slices from billing_months m
      where issued_at is null and reseller_id <> all(${[...passed]}::uuid[]) and not exists (
        select from billing_months e where e.reseller_id = m.reseller_id and e.issued_at is null and e.period_until < m.period_until offset 0)
      order by slices, period_until, reseller_id
      limit case when exists (select from billing_months where issued_at is null and slices = 0) then ${most} else 1 end for update of m ${wait ? sql`` : sql`skip locked`}
    )
    select reseller_id as "resellerId", period_until::text as until, case when slices > 0 then ${countUpTo} else (
        select count(*)::int from (select from charges c where c.reseller_id = open.reseller_id
          and c.due_on >= open.period_from and c.due_on < open.period_until limit ${countUpTo}) counted) end as charges
    from open order by slices, period_until, reseller_id`.execute(tx);
  return rows;
}

export async function lockMonth(tx: Tx, { resellerId, until }: Month): Promise<boolean> {
  const { rows } = await sql`
    select from billing_months where reseller_id = ${resellerId} and period_until = ${until}::date and issued_at is null for update`.execute(
    tx,
  );
  return rows.length > 0;
}

const these = (months: readonly Month[]) => sql`(
  select m.* from unnest(${months.map(({ resellerId }) => resellerId)}::uuid[], ${months.map(({ until }) => until)}::date[]) as p (reseller_id, period_until)
  cross join lateral (select * from billing_months where reseller_id = p.reseller_id and period_until = p.period_until offset 0) m)`;

/** Charges of closed months, `c`, each with its month, `m`. */
type Charges = { months: readonly Month[]; charges: RawBuilder<unknown> };

/** All charges of closed months; looked up by each reseller's own index. */
export const chargesOf = (months: readonly Month[]): Charges => ({
  months,
  charges: sql`${these(months)} m cross join lateral (
    select * from charges where reseller_id = m.reseller_id and due_on >= m.period_from and due_on < m.period_until offset 0) c`,
});

/** The charges of some customers in a closed month. */
export const chargesOfCustomers = (month: Month, customers: readonly string[]): Charges => ({
  months: [month],
  charges: sql`${these([month])} m cross join unnest(${[...customers]}::uuid[]) as u (id) cross join lateral (
    select * from charges where reseller_id = m.reseller_id and customer_id = u.id
      and due_on >= m.period_from and due_on < m.period_until offset 0) c`,
});

const draftsOf = (months: readonly Month[]) => sql`(
  select d.*, m.period_from from ${these(months)} m
  cross join lateral (select * from invoice_drafts where reseller_id = m.reseller_id and period_until = m.period_until offset 0) d)`;

/** Which of the resellers account for VAT in the European Union: those with a good number of their country. */
async function registeredOf(tx: Tx, months: readonly Month[]): Promise<string[]> {
  const resellers = await tx
    .selectFrom("resellers")
    .where("id", "in", [...new Set(months.map(({ resellerId }) => resellerId))])
    .where("country", "in", [...euCountries])
    .where("vat_number", "is not", null)
    .select(["id", "country", "vat_number"])
    .execute();
  return resellers.flatMap(({ id, country, vat_number }) => (goodVatNumber(vat_number, country) ? [id] : []));
}

/** Opens a draft for each month and currency of charges, with the VAT treatment of its buyer, once. */
async function openDrafts(tx: Tx, { charges, months }: Charges, treatments: readonly TreatmentRow[]): Promise<void> {
  const registered = await registeredOf(tx, months);
  await sql`
    with treatments as (
      select * from jsonb_to_recordset(${JSON.stringify(treatments)}::jsonb) as t (country text, registered boolean, category text, wording text)
    )
    insert into invoice_drafts (reseller_id, period_until, currency, vat_category, wording)
    select r.id, c.period_until, c.currency, coalesce(t.category, o.category), case when t.category is null then o.wording else t.wording end
    from (select distinct c.reseller_id, m.period_until, c.currency from ${charges}) c
    cross join lateral (select * from resellers where id = c.reseller_id offset 0) r
    left join treatments t on t.country = r.country and t.registered = (r.id = any(${registered}::uuid[]))
    cross join (select * from treatments where country is null) o
    on conflict (reseller_id, period_until, currency) where not by_hand do nothing`.execute(tx);
}

/**
 * Writes the lines of charges that have none yet into their drafts, after those that are there, by customer name and
 * each customer's services together, adds them to the sums, and returns how many. Each `offset 0` has its part worked
 * out once, which the planner would otherwise repeat for every line.
 */
export async function gather(tx: Tx, of: Charges, treatments: readonly TreatmentRow[]): Promise<number> {
  await openDrafts(tx, of, treatments);
  const { rows } = await sql<{ lines: number }>`
    with written as (
      insert into invoice_lines (reseller_id, invoice_id, position, charge_id, customer_id, customer_name, subscription_id, product_id,
        product_name, description, kind, period_from, period_until, quantity, measured, unit_cost, net_minor, vat_category, vat_percent, corrects)
      select c.reseller_id, d.id, d.reached + row_number() over (
          partition by c.reseller_id, d.id order by u.name, u.id, c.product_id, c.description, c.period_from, c.id),
        c.id, c.customer_id, u.name, c.subscription_id, c.product_id, coalesce(p.name, c.product_id), c.description, c.kind,
        c.period_from, c.period_until, c.quantity, c.measured, c.unit_cost, c.amount_minor, d.vat_category, v.percent, c.corrects
      from (select c.*, m.period_until as month_until from ${of.charges} offset 0) c
      join (
        select d.*, coalesce((
          select position from invoice_lines where reseller_id = d.reseller_id and invoice_id = d.id order by position desc limit 1), 0) as reached
        from ${draftsOf(of.months)} d offset 0
      ) d on d.reseller_id = c.reseller_id and d.period_until = c.month_until and d.currency = c.currency
      cross join lateral (select * from customers where reseller_id = c.reseller_id and id = c.customer_id offset 0) u
      left join products p on p.id = c.product_id
      left join vat_rates v on v.category = d.vat_category and v.valid_from <= c.due_on and (v.valid_until is null or c.due_on < v.valid_until)
      on conflict (reseller_id, charge_id) do nothing
      returning reseller_id, invoice_id, product_id, vat_percent, product_name, period_from, period_until, quantity, net_minor
    ),
    summed as (
      insert into invoice_sums as s (reseller_id, invoice_id, product_id, vat_percent, product_name, period_from, period_until, quantity, net_minor, lines)
      select reseller_id, invoice_id, product_id, vat_percent, min(product_name), min(period_from), max(period_until), sum(quantity), sum(net_minor), count(*)
      from written group by 1, 2, 3, 4
      on conflict (reseller_id, invoice_id, product_id, vat_percent) do update set
        period_from = least(s.period_from, excluded.period_from), period_until = greatest(s.period_until, excluded.period_until),
        quantity = s.quantity + excluded.quantity, net_minor = s.net_minor + excluded.net_minor, lines = s.lines + excluded.lines
    )
    select count(*)::int as lines from written`.execute(tx);
  return rows[0]!.lines;
}

/**
 * Takes the next customers of a month by name, with some `lines` charges in it or of that number, and returns them and
 * whether they are the last. The charges of one customer are never divided. One renamed meanwhile may
 * be passed over, or come up again.
 */
export async function takeCustomers(tx: Tx, month: Month, lines: number): Promise<{ ids: string[]; areLast: boolean }> {
  const { resellerId, until } = month;
  const { rows } = await sql<{ ids: string[]; areLast: boolean }>`
    with month as materialized (select * from billing_months where reseller_id = ${resellerId} and period_until = ${until}::date),
    next as materialized (
      select u.name, u.id from customers u left join lateral (
        select from charges c where c.reseller_id = u.reseller_id and c.customer_id = u.id
          and c.due_on >= (select period_from from month) and c.due_on < (select period_until from month) offset 0) c on true
      where u.reseller_id = ${resellerId}
        and (u.name, u.id) > (select coalesce(reached_name, ''), coalesce(reached_id, '00000000-0000-0000-0000-000000000000') from month)
      order by u.name, u.id limit ${lines} + 1
    ),
    bounds as materialized (
      select count(*) > ${lines} as are_more, (array_agg(id order by name, id))[1] as first, (array_agg(id order by name desc, id desc))[1] as last from next
    ),
    taken as materialized (
      select distinct name, id from next, bounds where not are_more or id <> last or first = last
    ),
    reached as (
      update billing_months m set slices = slices + 1, reached_name = t.name, reached_id = t.id
      from (select name, id from taken order by name desc, id desc limit 1) t
      where m.reseller_id = ${resellerId} and m.period_until = ${until}::date
    )
    select array(select id from taken) as ids, not are_more as "areLast" from bounds`.execute(tx);
  return rows[0]!;
}

/** Lists the customers of a month whose charges no slice had. */
export async function listMissed(tx: Tx, month: Month): Promise<string[]> {
  const { resellerId, until } = month;
  const { rows } = await sql<{ id: string }>`
    with month as materialized (select * from billing_months where reseller_id = ${resellerId} and period_until = ${until}::date)
    select distinct c.customer_id as id from charges c
    where c.reseller_id = ${resellerId} and c.due_on >= (select period_from from month) and c.due_on < ${until}::date
      and (select count(*) from charges where reseller_id = ${resellerId} and due_on >= (select period_from from month) and due_on < ${until}::date)
        > (select coalesce(sum(s.lines), 0) from ${draftsOf([month])} d cross join lateral (
            select lines from invoice_sums where reseller_id = d.reseller_id and invoice_id = d.id offset 0) s)
      and not exists (
        select from (
          select l.charge_id from ${draftsOf([month])} d
          cross join lateral (select charge_id from invoice_lines where reseller_id = d.reseller_id and invoice_id = d.id offset 0) l offset 0
        ) l where l.charge_id = c.id)`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Issues the documents of these months from their sums, with VAT per rate and posting, and returns them. Numbers
 * are counted last, when everything else is known. A negative month becomes a credit memo. Fails rather than skip a
 * document if an exchange rate is missing.
 */
export async function issueDrafts(
  tx: Tx,
  months: readonly Month[],
  { issuedOn, now }: { issuedOn: string; now: Date },
): Promise<{ resellerId: string; id: string }[]> {
  const { rows } = await sql<{ resellerId: string; id: string }>`
    with drafts as materialized (select * from ${draftsOf(months)} d),
    by_product as materialized (
      select d.reseller_id, d.id, d.currency, d.vat_category as category, s.vat_percent as percent, s.product_id, s.net_minor as net
      from drafts d cross join lateral (
        select * from invoice_sums where reseller_id = d.reseller_id and invoice_id = d.id offset 0) s
    ),
    taxed as (
      select reseller_id, id, currency, category, percent, sum(net) as net, round(sum(net) * percent * 0.01) as vat
      from by_product group by 1, 2, 3, 4, 5
    ),
    totals as (
      select reseller_id, id, sum(net) as net, sum(vat) as vat, case when sum(net + vat) < 0 then 'creditMemo' else 'invoice' end as kind
      from taxed group by 1, 2
    ),
    documents as materialized (
      select d.*, t.net, t.vat, t.kind, row_number() over (partition by t.kind order by d.period_until, d.reseller_id, d.currency) as place
      from totals t join drafts d on d.reseller_id = t.reseller_id and d.id = t.id
    ),
    counters as materialized (
      select kind from invoice_counters where legal_entity_id = ${legalEntity} and kind in (select kind from documents) order by kind for update
    ),
    numbers as (
      update invoice_counters k set last_number = k.last_number + wanted.count
      from (select kind, count(*) from documents join counters using (kind) group by kind) wanted
      where k.legal_entity_id = ${legalEntity} and k.kind = wanted.kind returning k.kind, k.prefix, old.last_number as before
    ),
    issued as (
      insert into invoices (reseller_id, id, legal_entity_id, kind, number, issued_on, tax_point, period_from, period_until, due_on,
        currency, net_minor, vat_minor, gross_minor, vat_sterling_minor, units_per_pound, rate_source, vat_category, wording, seller, buyer, recorded_at, template)
      select d.reseller_id, d.id, e.id, d.kind, n.prefix || '-' || lpad((n.before + d.place)::text, greatest(6, length((n.before + d.place)::text)), '0'),
        ${issuedOn}::date, ${issuedOn}::date, d.period_from, d.period_until, ${issuedOn}::date
          + coalesce((select least(p.term_days, r.payment_term_days) from payment_settings p where p.reseller_id = d.reseller_id), r.payment_term_days),
        d.currency, d.net, d.vat, d.net + d.vat, round(d.vat / x.units_per_pound), x.units_per_pound, x.source, d.vat_category, d.wording,
        jsonb_build_object('name', e.name, 'addressLines', e.address_lines, 'country', e.country, 'vatNumber', e.vat_number,
          'companyNumber', e.company_number, 'registeredOffice', e.registered_office, 'bankName', e.bank_name, 'accountName', e.account_name,
          'sortCode', e.sort_code, 'accountNumber', e.account_number, 'iban', e.iban, 'bic', e.bic, 'street', e.street, 'city', e.city, 'postCode', e.post_code),
        jsonb_build_object('name', r.name, 'addressLines', array_remove(array[r.address1, r.address2, r.town_city, r.county, r.post_code], ''), 'country', r.country,
          'vatNumber', case when d.vat_category <> 'S' or r.country = e.country then nullif(r.vat_number, '') end,
          'companyNumber', nullif(r.company_number, ''),
          'street', nullif(r.address1, ''), 'street2', nullif(r.address2, ''), 'city', nullif(r.town_city, ''),
          'county', nullif(r.county, ''), 'postCode', nullif(r.post_code, '')),
        ${now}, ${template}
      from documents d cross join lateral (select * from resellers where id = d.reseller_id offset 0) r join numbers n on n.kind = d.kind
      join legal_entities e on e.id = ${legalEntity}
      left join lateral (
        select units_per_pound, source from exchange_rates where currency = d.currency and valid_from <= ${issuedOn}::date and d.vat <> 0
        order by valid_from desc limit 1) x on true
    ),
    taxes as (
      insert into invoice_taxes (reseller_id, invoice_id, category, percent, net_minor, vat_minor)
      select reseller_id, id, category, percent, net, vat from taxed
    ),
    entries as (
      select reseller_id, id, currency, 'receivable' as account, net + vat as amount from documents
      union all select reseller_id, id, currency, 'revenue:' || product_id, -sum(net) from by_product group by reseller_id, id, currency, product_id
      union all select reseller_id, id, currency, 'vat:' || category || ':' || trim_scale(percent), -vat from taxed
    ),
    posted as (
      insert into ledger_entries (reseller_id, posting_id, account, amount_minor, currency, invoice_id, effective_on, recorded_at)
      select reseller_id, id, account, amount, currency, id, ${issuedOn}::date, ${now} from entries where amount <> 0
    ),
    told as (
      insert into activity (reseller_id, at, who, object_kind, object_id, action, what)
      select d.reseller_id, ${now}, 'Tradewind', 'invoice', d.id, 'invoices.issued',
        'Issued ' || case d.kind when 'invoice' then 'invoice ' else 'credit memo ' end || n.prefix || '-' || lpad((n.before + d.place)::text, greatest(6, length((n.before + d.place)::text)), '0')
      from documents d join numbers n on n.kind = d.kind
    ),
    announced as (
      insert into events (reseller_id, topics) select distinct reseller_id, array['invoices', 'dashboard'] from documents
    ),
    done as (
      update billing_months m set issued_at = ${now} from ${these(months)} t where m.reseller_id = t.reseller_id and m.period_until = t.period_until
    )
    select reseller_id as "resellerId", id from documents`.execute(tx);
  return rows;
}
