import type { VendorInvoice, VendorInvoiceLine } from "@tradewind/vendors/vendor-invoices.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

/** Notes invoices that were not known yet. */
export async function insertVendorInvoices(tx: Tx, vendor: string, invoices: readonly VendorInvoice[]): Promise<void> {
  await sql`
    insert into vendor_invoices (vendor, ref, currency, issued_on, period_from, period_until)
    select ${vendor}, ref, currency, "issuedOn", "from", until
    from jsonb_to_recordset(${JSON.stringify(invoices)}::jsonb) as n (ref text, currency text, "issuedOn" date, "from" date, until date)
    on conflict (vendor, ref) do nothing`.execute(tx);
}

/** Lists a vendor's invoices that are not read yet, the oldest first, since each is compared with what is left. */
export const listUnread = (db: Db, vendor: string) =>
  db
    .selectFrom("vendor_invoices")
    .where("vendor", "=", vendor)
    .where("source", "=", "invoice")
    .where("read_at", "is", null)
    .select(["id", "ref"])
    .orderBy("period_until")
    .orderBy("id")
    .execute();

/** For how long a reader that has stopped keeps others from an invoice. */
const taken = sql`interval '10 minutes'`;

/** Takes an invoice for a reader who is not the only one to ask for it; tells if it was read, or another reads it. */
export async function takeInvoice(tx: Tx, id: string, reader: string, at: Date): Promise<"taken" | "read" | "another"> {
  const { rows } = await sql<{ is_taken: boolean; is_read: boolean }>`
    with present as (select * from vendor_invoices where id = ${id} for update),
    taken as (
      update vendor_invoices v set reader = ${reader}, taken_until = ${at}::timestamptz + ${taken} from present
      where v.id = present.id and present.read_at is null and (present.taken_until is null or present.taken_until <= ${at}) returning v.id
    )
    select exists (select from taken) as is_taken, read_at is not null as is_read from present`.execute(tx);
  const [found] = rows;
  return found?.is_taken ? "taken" : found?.is_read === false ? "another" : "read";
}

/** Keeps an invoice for its reader a while longer; false if another has taken it since. */
export async function keepInvoice(tx: Tx, id: string, reader: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update vendor_invoices set taken_until = ${at}::timestamptz + ${taken} where id = ${id} and reader = ${reader} and read_at is null returning id`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Gives up an invoice that could not be read to its end, and says why, so that nobody waits for its reader. */
export const leaveInvoice = (tx: Tx, id: string, reader: string, trouble: string) =>
  tx
    .updateTable("vendor_invoices")
    .set({ reader: null, taken_until: null, trouble })
    .where("id", "=", id)
    .where("reader", "=", reader)
    .execute();

/** Drops what an attempt that failed had read. */
export const dropLines = (tx: Tx, id: string) =>
  tx.deleteFrom("vendor_invoice_lines").where("invoice_id", "=", id).execute();

export async function insertLines(tx: Tx, id: string, after: number, lines: readonly VendorInvoiceLine[]) {
  const rows = lines.map(({ amount, ...line }, index) => ({
    ...line,
    position: after + index + 1,
    minor: String(amount.minor),
  }));
  await sql`
    insert into vendor_invoice_lines (invoice_id, position, tenant_ref, vendor_ref, customer_name, name, charge, charge_type,
      meter, period_from, period_until, quantity, unit_price, amount_minor, exact_amount)
    select ${id}, position, "tenantRef", "vendorRef", "customerName", name, charge, "chargeType", coalesce(meter, ''), "from", until, quantity,
      "unitPrice", minor, "exactAmount"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (position int, "tenantRef" text, "vendorRef" text, "customerName" text, name text,
      charge text, "chargeType" text, meter text, "from" date, until date, quantity numeric, "unitPrice" numeric, minor bigint, "exactAmount" numeric)`.execute(
    tx,
  );
}

/** How long a vendor may leave out what we owe before it is no longer looked for. */
const lookBack = sql`interval '3 months'`;

/**
 * Compares an invoice with what our charges of its month owe and no invoice billed yet: by subscription, what for and the
 * end of the period, since days may differ by one and several changes of a period are told in other lines; what was metered
 * by meter and month, and in Azure by who had it, since a subscription may move within the month. Notes what was billed,
 * each difference with its cause, and the sums; closes what an earlier invoice had left out, and what it had billed before we
 * took it over. A penny for each unit is the vendor's own rounding, and of a month of a meter a penny.
 */
export async function compare(tx: Tx, id: string, now: Date): Promise<void> {
  await sql`
    with invoice as materialized (select * from vendor_invoices where id = ${id}),
    azure as materialized (
      select a.charge_id, n.vendor_ref, n.name, a.meter, (a.month + interval '1 month')::date as period_until, t.tenant_ref as holder
      from invoice i
      join azure_charges a on a.invoice_id = i.id
      join azure_subscriptions n on n.reseller_id = a.reseller_id and n.id = a.subscription_id
      join provider_tenants t on t.reseller_id = n.reseller_id and t.customer_id = n.customer_id and t.fulfiller = n.fulfiller
    ),
    theirs as materialized (
      select l.vendor_ref, l.charge, l.meter, of.period_until, coalesce(z.holder, '') as holder, max(l.tenant_ref) as tenant_ref, max(l.name) as name,
        max(l.customer_name) as customer_name, min(l.period_from) as period_from, sum(l.quantity) as quantity, max(l.unit_price) as unit,
        -- Of what is used, the sum is rounded down.
        case l.charge when 'usage' then trunc(sum(l.exact_amount) * 100)::bigint else sum(l.amount_minor)::bigint end as minor,
        case l.charge when 'usage' then 1 else sum(abs(l.quantity)) + count(*) end as pennies
      from vendor_invoice_lines l
      cross join lateral (
        select case l.charge when 'usage' then (first_of_month(l.period_from) + interval '1 month')::date else l.period_until end as period_until) of
      left join azure z on l.charge = 'usage' and z.vendor_ref = l.vendor_ref and z.meter = l.meter and z.period_until = of.period_until
        and z.holder = l.tenant_ref
      where l.invoice_id = ${id} group by 1, 2, 3, 4, 5
    ),
    unbilled as materialized (
      select p.reseller_id, p.charge_id, p.due_on, p.unit_cost, p.amount_minor, c.customer_id, c.subscription_id,
        coalesce(c.measured, c.quantity) as quantity, coalesce(z.vendor_ref, s.vendor_ref) as vendor_ref, coalesce(z.name, s.name) as name,
        of.period_from, c.period_until, coalesce(u.meter, z.meter, '') as meter, coalesce(z.holder, '') as holder,
        case when c.measured is not null then 'usage' else case of.kind when 'prorated' then 'added' when 'refund' then 'returned' else 'period' end end as charge
      from invoice i
      cross join resellers r
      cross join lateral (
        select * from payables where reseller_id = r.id and due_on >= i.period_from - ${lookBack} and vendor = i.vendor
          and currency = i.currency offset 0) p
      join charges c on c.reseller_id = p.reseller_id and c.id = p.charge_id
      left join usage_months u on c.measured is not null and u.reseller_id = c.reseller_id and u.charge_id = c.id
      left join azure_charges a on c.measured is not null and a.reseller_id = c.reseller_id and a.charge_id = c.id
      -- Several of Azure's subscriptions belong to one plan.
      left join azure z on z.charge_id = a.charge_id
      join subscriptions s on s.reseller_id = c.reseller_id and s.id = c.subscription_id
      -- What was never provided takes its own charge back; everything else that is given back is of its own kind.
      left join charges k on c.policy_id = 'unprovided.refund-none' and k.reseller_id = c.reseller_id and k.id = c.corrects
      cross join lateral (select coalesce(k.kind, c.kind) as kind, coalesce(k.period_from, c.period_from) as period_from) of
      -- What is metered is owed in the month after; everything else is billed with the month in which it is due.
      where (p.due_on < i.period_until or c.measured is not null) and (a.invoice_id is null or a.invoice_id = i.id)
        and not exists (select from payables_billed b where b.reseller_id = p.reseller_id and b.charge_id = p.charge_id)
    ),
    ours as materialized (
      select reseller_id, subscription_id, customer_id, coalesce(vendor_ref, '') as vendor_ref, charge, meter, period_until, holder, max(name) as name,
        min(period_from) as period_from, sum(quantity) as quantity, max(unit_cost) as unit, sum(amount_minor) as minor,
        bool_or(due_on < (select period_until from invoice)) as is_due
      from unbilled group by 1, 2, 3, 4, 5, 6, 7, 8
    ),
    settled as materialized (
      select distinct on (o.subscription_id, o.charge, o.meter, o.period_until) o.subscription_id, o.charge, o.meter, o.period_until, d.id, d.invoice_id
      from ours o cross join invoice i
      join vendor_bill_differences d on d.kind = 'notOurs' and d.state in ('open', 'disputed') and d.vendor_ref = o.vendor_ref and d.charge = o.charge
        and d.meter = o.meter and d.period_until = o.period_until and d.currency = i.currency and d.theirs_quantity = o.quantity
        and abs(d.theirs_minor - o.minor) <= abs(o.quantity) + 1
      join vendor_invoices v on v.id = d.invoice_id and v.vendor = i.vendor
      where not exists (select from theirs t where t.vendor_ref = o.vendor_ref and t.charge = o.charge and t.meter = o.meter and t.period_until = o.period_until)
      order by o.subscription_id, o.charge, o.meter, o.period_until, d.id
    ),
    pairs as materialized (
      select t.vendor_ref as theirs, o.vendor_ref as ours, coalesce(t.vendor_ref, o.vendor_ref) as vendor_ref, coalesce(t.charge, o.charge) as charge, coalesce(t.meter, o.meter) as meter,
        coalesce(t.period_until, o.period_until) as period_until, coalesce(t.period_from, o.period_from) as period_from,
        coalesce(t.holder, o.holder) as holder, o.reseller_id, o.subscription_id, o.customer_id, t.tenant_ref, coalesce(o.name, t.name) as name, t.customer_name,
        o.quantity as ours_quantity, o.unit as ours_unit, o.minor as ours_minor,
        t.quantity as theirs_quantity, t.unit as theirs_unit, t.minor as theirs_minor,
        case
          when o.vendor_ref is null then 'notOurs'
          when t.vendor_ref is null then 'notTheirs'
          when o.quantity <> t.quantity then 'quantity'
          when o.minor = t.minor then null
          when t.charge = 'usage' and abs(o.minor - t.minor) <= t.pennies then 'rounding'
          when o.unit <> t.unit then 'price'
          when abs(o.minor - t.minor) <= t.pennies then 'rounding'
          else 'days'
        end as kind
      from theirs t full join (
        select * from ours o where not exists (
          select from settled s where s.subscription_id = o.subscription_id and s.charge = o.charge and s.meter = o.meter and s.period_until = o.period_until)
      ) o on o.vendor_ref = t.vendor_ref and o.charge = t.charge and o.meter = t.meter and o.period_until = t.period_until and o.holder = t.holder
      where t.vendor_ref is not null or (o.is_due and (o.quantity <> 0 or o.minor <> 0) and not exists (
        -- Said once, however many invoices leave it out.
        select from vendor_bill_differences d where d.kind = 'notTheirs' and d.subscription_id = o.subscription_id
          and d.charge = o.charge and d.meter = o.meter and d.period_until = o.period_until))
    ),
    billed as (
      insert into payables_billed (reseller_id, charge_id, invoice_id)
      select u.reseller_id, u.charge_id, ${id} from unbilled u
      join pairs p on p.subscription_id = u.subscription_id and p.ours = coalesce(u.vendor_ref, '') and p.charge = u.charge and p.meter = u.meter
        and p.period_until = u.period_until and p.holder = u.holder and p.theirs is not null
      union all
      select u.reseller_id, u.charge_id, s.invoice_id from unbilled u
      join settled s on s.subscription_id = u.subscription_id and s.charge = u.charge and s.meter = u.meter and s.period_until = u.period_until
    ),
    found as (
      insert into vendor_bill_differences (invoice_id, kind, charge, meter, vendor_ref, name, customer_name, reseller_id, subscription_id, period_from,
        period_until, ours_quantity, ours_unit, ours_minor, theirs_quantity, theirs_unit, theirs_minor, currency, state)
      select ${id}, p.kind, p.charge, p.meter, p.vendor_ref, p.name, coalesce(c.name, p.customer_name), c.reseller_id,
        coalesce(p.subscription_id, s.id), p.period_from, p.period_until, p.ours_quantity, p.ours_unit, p.ours_minor,
        p.theirs_quantity, p.theirs_unit, p.theirs_minor, i.currency, case when p.kind = 'rounding' then 'explained' else 'open' end
      from pairs p cross join invoice i
      left join provider_tenants t on p.reseller_id is null and t.fulfiller = i.vendor and t.tenant_ref = p.tenant_ref
      left join customers c on c.reseller_id = coalesce(p.reseller_id, t.reseller_id) and c.id = coalesce(p.customer_id, t.customer_id)
      left join subscriptions s on p.subscription_id is null and s.reseller_id = c.reseller_id and s.customer_id = c.id and s.vendor_ref = p.vendor_ref
      where p.kind is not null
    ),
    caught_up as (
      update vendor_bill_differences d set state = 'corrected', decided_at = ${now}, note = 'Billed with ' || i.ref
      from invoice i, pairs p
      where d.kind = 'notTheirs' and d.state in ('open', 'disputed') and d.subscription_id = p.subscription_id and d.charge = p.charge and d.meter = p.meter
        and d.period_until = p.period_until and p.theirs is not null
    ),
    taken_over as (
      update vendor_bill_differences d set state = 'corrected', decided_at = ${now}, note = 'Taken over into our book since'
      from settled s where d.id = s.id
    )
    update vendor_invoices v set read_at = ${now}, trouble = null,
      lines = (select count(*) from vendor_invoice_lines where invoice_id = ${id}),
      theirs_minor = (select coalesce(sum(theirs_minor), 0) from pairs),
      ours_minor = (select coalesce(sum(ours_minor), 0) from pairs)
    where v.id = ${id}`.execute(tx);
}
