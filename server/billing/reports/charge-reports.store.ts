import { sql } from "kysely";
import { addMonths, monthOf } from "@tradewind/domain/values/dates.ts";
import { boundsOf, type Bounded } from "../../platform/actor.ts";
import type { Download, Exports } from "../../platform/exports.ts";

type Asked = { today: string };

const amount = (column: string) => sql`to_char(${sql.ref(column)} / 100.0, 'FM9999999999990.00')`;

/** Streams every charge, invoiced or not yet, the oldest first: what it costs, and what the customer pays for it. */
export const streamCharges = (exports: Exports, reader: Bounded): Promise<Download> =>
  exports.stream(
    boundsOf(reader),
    () => sql`
      select c.due_on as "Charged on", csv_text(k.name) as "Customer", csv_text(p.name) as "Product", csv_text(c.description) as "Description", c.kind as "Kind",
        c.period_from as "From", greatest(c.period_until - 1, c.period_from) as "To", trim_scale(coalesce(c.measured, c.quantity)) as "Quantity",
        trim_scale(c.unit_cost) as "Unit cost", c.currency as "Currency", ${amount("c.amount_minor")} as "Cost", ${amount("c.sale_minor")} as "Sales",
        to_char((c.sale_minor - c.amount_minor) / 100.0, 'FM9999999999990.00') as "Margin"
      from charges c join customers k on k.reseller_id = c.reseller_id and k.id = c.customer_id join products p on p.id = c.product_id
      where c.reseller_id = ${reader.resellerId} order by c.due_on, c.id`,
  );

/** Streams what vendors measured, by the latest that was reported of each month. */
export const streamUsage = (exports: Exports, reader: Bounded): Promise<Download> =>
  exports.stream(
    boundsOf(reader),
    () => sql`
      select to_char(u.month, 'YYYY-MM') as "Month", csv_text(k.name) as "Customer", csv_text(s.name) as "Subscription", csv_text(u.meter) as "Meter",
        trim_scale(u.used) as "Used", trim_scale(u.included) as "Included", trim_scale(u.unit_cost) as "Unit cost", u.currency as "Currency",
        ${amount("u.amount_minor")} as "Cost"
      from (
        select distinct on (subscription_id, meter, month) * from usage_months where reseller_id = ${reader.resellerId}
        order by subscription_id, meter, month, revision desc
      ) u join customers k on k.reseller_id = u.reseller_id and k.id = u.customer_id
        join subscriptions s on s.reseller_id = u.reseller_id and s.id = u.subscription_id
      order by u.month, k.name, s.name, u.meter, u.subscription_id`,
  );

/** Streams cost, sales and margin of each customer by month; what has no price to the customer is in the cost alone. */
export const streamMargins = (exports: Exports, reader: Bounded, { today }: Asked): Promise<Download> =>
  exports.stream(
    boundsOf(reader),
    () => sql`
      select to_char(m.month, 'YYYY-MM') as "Month", csv_text(k.name) as "Customer", m.currency as "Currency", ${amount("m.cost")} as "Cost",
        ${amount("m.sales")} as "Sales", ${amount("m.margin")} as "Margin", round(100.0 * m.margin / nullif(m.sales, 0), 1) as "Margin %",
        ${amount("m.unpriced")} as "Cost without a price"
      from (
        select first_of_month(due_on) as month, customer_id, currency, sum(amount_minor) as cost, coalesce(sum(sale_minor), 0) as sales,
          coalesce(sum(sale_minor - amount_minor), 0) as margin, coalesce(sum(amount_minor) filter (where sale_minor is null), 0) as unpriced
        from charges
        where reseller_id = ${reader.resellerId} and due_on >= ${addMonths(monthOf(today).from, -11)}::date and due_on <= ${today}::date
        group by 1, 2, 3
      ) m join customers k on k.reseller_id = ${reader.resellerId} and k.id = m.customer_id
      order by m.month, k.name, m.customer_id, m.currency`,
  );

/** Streams the terms that end within a year, with what happens then. */
export const streamRenewals = (exports: Exports, reader: Bounded, { today }: Asked): Promise<Download> =>
  exports.stream(
    boundsOf(reader),
    () => sql`
      select s.term_until as "Term ends", csv_text(k.name) as "Customer", csv_text(s.name) as "Subscription", s.sku as "SKU", s.term as "Term",
        s.billing as "Billing", s.term_end ->> 'outcome' as "Then", coalesce((s.term_end ->> 'quantity')::int, s.quantity) as "Quantity", s.currency as "Currency",
        trim_scale(s.unit_cost) as "Unit cost", trim_scale(s.customer_price) as "Your price", trim_scale(round(s.quantity * s.unit_cost, 2)) as "Cost",
        trim_scale(round(s.quantity * s.customer_price, 2)) as "Sales", trim_scale(round(s.quantity * (s.customer_price - s.unit_cost), 2)) as "Margin"
      from subscriptions s join customers k on k.reseller_id = s.reseller_id and k.id = s.customer_id
      where s.reseller_id = ${reader.resellerId} and s.status <> 'cancelled' and s.term_until > ${today}::date and s.term_until <= ${addMonths(today, 12)}::date
      order by s.term_until, k.name, s.name, s.id`,
  );
