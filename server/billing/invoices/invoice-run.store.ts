import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

/** The company that issues the invoices. */
export const legalEntity = "tradewind";

/** The tax treatment of buyers by country and whether they have a VAT number; a null country stands for all others. */
export type TreatmentRow = { country: string | null; registered: boolean; category: string; wording: string | null };

export type Run = {
  /** The first day after the month; the run covers all days before it that are not invoiced yet. */
  until: string;
  issuedOn: string;
  now: Date;
  treatments: readonly TreatmentRow[];
};

/** Finds the first day not yet invoiced for the reseller furthest behind; undefined without resellers. */
export async function findOldestUnbilled(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom("billing_state")
    .select((select) => select.fn.min<string | null>("billed_until").as("day"))
    .executeTakeFirstOrThrow();
  return row.day ?? undefined;
}

/**
 * Prepares a run's transaction. The planner's statistics do not know the rows it claims and would join thousands of
 * documents row by row; with nested loops off it hashes and looks up only each reseller's charges by index.
 */
export const prepareRun = (tx: Tx) =>
  sql`select set_config('statement_timeout', '0', true), set_config('enable_nestloop', 'off', true),
    set_config('work_mem', '32MB', true)`.execute(tx);

/**
 * Claims every reseller that is behind, locking each row exclusively: writers of charges share the lock, so earlier
 * ones are finished when this returns and later ones move their charges to the next month. Returns how many were
 * claimed; a second run claims none.
 */
export async function claimMonth(tx: Tx, until: string): Promise<number> {
  const { numAffectedRows } = await sql`
    with behind as (select reseller_id from billing_state where billed_until < ${until}::date order by reseller_id for update)
    update billing_state b set billed_from = b.billed_until, billed_until = ${until}::date, claimed_in = pg_current_xact_id()
    from behind where b.reseller_id = behind.reseller_id`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Selects exactly the charges this transaction claimed, without marking them or checking for existing lines. */
const claimedCharges = sql`billing_state b cross join lateral (
    select * from charges where reseller_id = b.reseller_id and due_on >= b.billed_from and due_on < b.billed_until offset 0) c`;
const isClaimed = (until: string) => sql`b.claimed_in = pg_current_xact_id() and b.billed_until = ${until}::date`;

/**
 * Issues one document per reseller and currency, with its VAT per rate and its posting, and returns how many. A
 * negative month becomes a credit memo. Fails rather than skip a document if a VAT or exchange rate is missing.
 */
export async function issueInvoices(tx: Tx, { until, issuedOn, now, treatments }: Run): Promise<number> {
  const { rows } = await sql<{ issued: number }>`
    with treatments as (
      select * from jsonb_to_recordset(${JSON.stringify(treatments)}::jsonb) as t (country text, registered boolean, category text, wording text)
    ),
    buyers as (
      select r.*, b.billed_from, coalesce(t.category, (select category from treatments where country is null)) as category,
        case when t.category is null then (select wording from treatments where country is null) else t.wording end as wording
      from billing_state b join resellers r on r.id = b.reseller_id
      left join treatments t on t.country = r.country and t.registered = (nullif(r.vat_number, '') is not null)
      where ${isClaimed(until)}
    ),
    by_product as (
      select c.reseller_id, c.currency, buyers.category, v.percent, c.product_id, sum(c.amount_minor) as net
      from ${claimedCharges} join buyers on buyers.id = b.reseller_id
      left join vat_rates v on v.category = buyers.category and v.valid_from <= c.due_on and (v.valid_until is null or c.due_on < v.valid_until)
      where ${isClaimed(until)} group by 1, 2, 3, 4, 5
    ),
    taxed as (
      select reseller_id, currency, category, percent, sum(net) as net, round(sum(net) * percent * 0.01) as vat
      from by_product group by 1, 2, 3, 4
    ),
    totals as (
      select reseller_id, currency, sum(net) as net, sum(vat) as vat, case when sum(net + vat) < 0 then 'creditMemo' else 'invoice' end as kind
      from taxed group by 1, 2
    ),
    documents as materialized (
      select uuidv7() as id, *, row_number() over (partition by kind order by reseller_id, currency) as place from totals
    ),
    numbers as (
      update invoice_counters k set last_number = k.last_number + wanted.count
      from (select kind, count(*) from documents group by kind) wanted
      where k.legal_entity_id = ${legalEntity} and k.kind = wanted.kind returning k.kind, k.prefix, old.last_number as before
    ),
    issued as (
      insert into invoices (reseller_id, id, legal_entity_id, kind, number, issued_on, tax_point, period_from, period_until, due_on,
        currency, net_minor, vat_minor, gross_minor, vat_sterling_minor, units_per_pound, vat_category, wording, seller, buyer, recorded_at)
      select d.reseller_id, d.id, e.id, d.kind, n.prefix || '-' || lpad((n.before + d.place)::text, greatest(6, length((n.before + d.place)::text)), '0'),
        ${issuedOn}::date, ${issuedOn}::date, r.billed_from, ${until}::date, ${issuedOn}::date + r.payment_term_days,
        d.currency, d.net, d.vat, d.net + d.vat, round(d.vat / x.units_per_pound), x.units_per_pound, r.category, r.wording,
        jsonb_build_object('name', e.name, 'addressLines', e.address_lines, 'country', e.country, 'vatNumber', e.vat_number,
          'companyNumber', e.company_number, 'registeredOffice', e.registered_office, 'bankName', e.bank_name, 'accountName', e.account_name,
          'sortCode', e.sort_code, 'accountNumber', e.account_number, 'iban', e.iban, 'bic', e.bic),
        jsonb_build_object('name', r.name, 'addressLines', array_remove(array[r.address1, r.town_city, r.post_code], ''), 'country', r.country,
          'vatNumber', nullif(r.vat_number, ''), 'companyNumber', nullif(r.company_number, '')),
        ${now}
      from documents d join buyers r on r.id = d.reseller_id join numbers n on n.kind = d.kind
      join legal_entities e on e.id = ${legalEntity}
      left join lateral (
        select units_per_pound from exchange_rates where currency = d.currency and valid_from <= ${issuedOn}::date and d.vat <> 0
        order by valid_from desc limit 1) x on true
    ),
    taxes as (
      insert into invoice_taxes (reseller_id, invoice_id, category, percent, net_minor, vat_minor)
      select t.reseller_id, d.id, t.category, t.percent, t.net, t.vat from taxed t join documents d using (reseller_id, currency)
    ),
    entries as (
      select reseller_id, currency, 'receivable' as account, net + vat as amount from documents
      union all select reseller_id, currency, 'revenue:' || product_id, -sum(net) from by_product group by reseller_id, currency, product_id
      union all select reseller_id, currency, 'vat:' || category || ':' || trim_scale(percent), -vat from taxed
    ),
    posted as (
      insert into ledger_entries (reseller_id, posting_id, account, amount_minor, currency, invoice_id, effective_on, recorded_at)
      select entries.reseller_id, d.id, entries.account, entries.amount, entries.currency, d.id, ${issuedOn}::date, ${now}
      from entries join documents d using (reseller_id, currency) where entries.amount <> 0
    ),
    told as (
      insert into activity (reseller_id, at, who, object_kind, object_id, action, what)
      select d.reseller_id, ${now}, 'Tradewind', 'invoice', d.id, 'invoices.issued',
        'Issued ' || case d.kind when 'invoice' then 'invoice ' else 'credit memo ' end || n.prefix || '-' || lpad((n.before + d.place)::text, greatest(6, length((n.before + d.place)::text)), '0')
      from documents d join numbers n on n.kind = d.kind
    ),
    announced as (
      insert into events (reseller_id, topics) select distinct reseller_id, array['invoices', 'dashboard'] from documents
    )
    select count(*)::int as issued from documents`.execute(tx);
  return rows[0]!.issued;
}

/** Writes the lines of the documents just issued, by customer name, with each customer's services together. */
export async function writeInvoiceLines(tx: Tx, until: string): Promise<number> {
  const { numAffectedRows } = await sql`
    with collected as materialized (select c.* from ${claimedCharges} where ${isClaimed(until)})
    insert into invoice_lines (reseller_id, invoice_id, position, charge_id, customer_id, customer_name, subscription_id, product_id,
      product_name, description, kind, period_from, period_until, quantity, unit_cost, net_minor, vat_category, vat_percent)
    select c.reseller_id, i.id, row_number() over (partition by c.reseller_id, i.id order by u.name, u.id, c.product_id, c.description, c.period_from, c.id),
      c.id, c.customer_id, u.name, c.subscription_id, c.product_id, coalesce(p.name, c.product_id), c.description, c.kind,
      c.period_from, c.period_until, c.quantity, c.unit_cost, c.amount_minor, i.vat_category, v.percent
    from collected c
    join invoices i on i.reseller_id = c.reseller_id and i.period_until = ${until}::date and i.currency = c.currency
    join customers u on u.reseller_id = c.reseller_id and u.id = c.customer_id
    left join products p on p.id = c.product_id
    left join vat_rates v on v.category = i.vat_category and v.valid_from <= c.due_on and (v.valid_until is null or c.due_on < v.valid_until)`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0);
}
