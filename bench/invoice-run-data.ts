import type pg from "pg";

/**
 * Seeds resellers with `each` subscriptions, and one monthly charge per subscription due in the given month.
 */
export async function seedCharges(
  admin: pg.Client,
  subscriptions: number,
  month: string,
  each = 100,
): Promise<string[]> {
  const { rows } = await admin.query<{ id: string }>(
    `insert into resellers (name, currency, country, vat_number, address1, town_city, post_code, billing_email, created_at)
     select 'Invoice bench ' || n, case when n % 5 = 0 then 'EUR' else 'GBP' end, case when n % 5 = 0 then 'IE' else 'GB' end,
       case when n % 5 = 0 then 'IE6388047V' else 'GB123456789' end, '1 Quay Street', 'Bristol', 'BS1 4AA', 'accounts@example.com', $1::date
     from generate_series(1, $2::int) n returning id`,
    [month, Math.ceil(subscriptions / each)],
  );
  const ids = rows.map((row) => row.id);
  const customers = Math.max(1, Math.floor(subscriptions / ids.length / 10));
  await admin.query(
    `insert into customers (reseller_id, name, created_at)
     select r, 'Customer ' || n, $2::date from unnest($1::uuid[]) r, generate_series(1, $3::int) n`,
    [ids, month, customers],
  );
  await admin.query(
    `with places as (select id, reseller_id, row_number() over (partition by reseller_id order by id) - 1 as place
       from customers where reseller_id = any($1)),
     wanted as (select r.id as reseller_id, r.currency, n from unnest($1::uuid[]) with ordinality u (id, at) join resellers r using (id),
       lateral generate_series(0, $3::int / cardinality($1::uuid[]) - 1) n)
     insert into charges (reseller_id, customer_id, product_id, kind, description, period_from, period_until, due_on, quantity, unit_cost, amount_minor, currency, recorded_at)
     select w.reseller_id, p.id, (array['microsoft-365', 'acronis-backup', 'hosted-voice-hardware'])[1 + n % 3], 'recurring', 'Business Premium, ' || n % 7,
       $2::date, ($2::date + interval '1 month')::date, $2::date + n % 28, 1 + n % 9, 18.1 + n % 50, (1 + n % 9) * (1810 + (n % 50) * 100), w.currency, $2::date
     from wanted w join places p on p.reseller_id = w.reseller_id and p.place = n % $4::int order by w.reseller_id, n`,
    [ids, month, subscriptions, customers],
  );
  await admin.query("vacuum analyze");
  return ids;
}

/**
 * Creates the limit's tables: the same columns and keys as the product's documents, but without row-level security or
 * the triggers that keep them append-only and balanced.
 */
export const limitTables = `
create schema if not exists limits;
create table limits.invoices (like invoices including defaults, primary key (reseller_id, id));
create unique index on limits.invoices (reseller_id, period_until, currency);
create table limits.invoice_lines (like invoice_lines including defaults, primary key (reseller_id, invoice_id, position),
  foreign key (reseller_id, invoice_id) references limits.invoices (reseller_id, id),
  foreign key (reseller_id, charge_id) references charges (reseller_id, id));
create unique index on limits.invoice_lines (reseller_id, charge_id);
`;

/**
 * Writes the month's invoices and lines in one statement, the lower bound: it claims and posts nothing, splits no VAT
 * by rate and notifies nobody.
 */
export const limitStatement = `
with totals as (
  select reseller_id, currency, sum(amount_minor) as net from charges where due_on >= $1::date and due_on < $2::date group by 1, 2
), documents as materialized (
  select uuidv7() as id, t.*, r.name, case r.country when 'GB' then round(t.net * 0.2) else 0 end as vat, row_number() over (order by reseller_id) as place
  from totals t join resellers r on r.id = t.reseller_id
), issued as (
  insert into limits.invoices (reseller_id, id, legal_entity_id, kind, number, issued_on, tax_point, period_from, period_until, due_on, currency,
    net_minor, vat_minor, gross_minor, vat_category, seller, buyer, recorded_at)
  select reseller_id, id, 'tradewind', 'invoice', 'TW-' || lpad(place::text, 6, '0'), $2, $2, $1, $2, $2::date + 30, currency, net, vat, net + vat,
    case vat when 0 then 'AE' else 'S' end, '{}', jsonb_build_object('name', name), $3 from documents
)
insert into limits.invoice_lines (reseller_id, invoice_id, position, charge_id, customer_id, customer_name, subscription_id, product_id,
  product_name, description, kind, period_from, period_until, quantity, unit_cost, net_minor, vat_category, vat_percent)
select c.reseller_id, d.id, row_number() over (partition by c.reseller_id, d.id order by u.name, u.id, c.product_id, c.description, c.period_from, c.id),
  c.id, c.customer_id, u.name, c.subscription_id, c.product_id, p.name, c.description, c.kind, c.period_from, c.period_until, c.quantity,
  c.unit_cost, c.amount_minor, case d.vat when 0 then 'AE' else 'S' end, case d.vat when 0 then 0 else 20 end
from charges c join documents d on d.reseller_id = c.reseller_id and d.currency = c.currency
join customers u on u.reseller_id = c.reseller_id and u.id = c.customer_id left join products p on p.id = c.product_id
where c.due_on >= $1::date and c.due_on < $2::date
`;
