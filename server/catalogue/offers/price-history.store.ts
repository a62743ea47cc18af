import { earlierOf, endOf, type CalendarDate, type Instant } from "@tradewind/domain/values/dates.ts";
import type { priceKinds, PriceRule } from "@tradewind/domain/pricing/price-rules.ts";
import type { Billing, Term } from "@tradewind/domain/pricing/pricing-types.ts";
import { sql, type RawBuilder } from "kysely";
import type { Db } from "../../platform/db.ts";
import { toRule, type RuleRow } from "./price-rules.store.ts";

/** A day, as far as was known at an instant. */
export type Moment = { on: CalendarDate; known: Instant };

/** Whose prices: a customer's, or (null) those of everyone. */
export type Buyer = { resellerId: string; customerId: string | null };

/** Since it is not dated, a customer is in a group from when that was recorded. */
const groupThen = ({ resellerId, customerId }: Buyer, { on, known }: Moment) => sql`(
  select g.group_id from price_group_history g
  where g.reseller_id = ${resellerId}::uuid and g.customer_id = ${customerId}::uuid and g.recorded_at <= ${earlierOf(endOf(on), known)}::timestamptz
  order by g.recorded_at desc, g.id desc limit 1)`;

/** The rules about a product, or about everything, that have to do with a buyer who was in a group. */
const ofBuyer = ({ resellerId, customerId }: Buyer, productId: string, group: RawBuilder<unknown>) => sql`
  h.reseller_id = ${resellerId} and (h.product_id is null or h.product_id = ${productId})
  and ((h.customer_id is null and h.group_id is null) or h.customer_id = ${customerId}::uuid or h.group_id = ${group})`;

/** Lists the rules about a product that applied to a buyer, as they were known: each as it was set last. */
export async function rulesKnown(db: Db, buyer: Buyer, productId: string, moment: Moment): Promise<PriceRule[]> {
  const { rows } = await sql<RuleRow>`
    select customer_id, group_id, offer_id as "offerId", product_id as "productId", from_date as "from", kind, trim_scale(value) as value
    from (
      select distinct on (h.rule_id) h.* from price_rule_history h
      where ${ofBuyer(buyer, productId, groupThen(buyer, moment))} and h.recorded_at <= ${moment.known}::timestamptz
      order by h.rule_id, h.recorded_at desc, h.id desc) r
    where not is_removed`.execute(db);
  return rows.map(toRule);
}

export type PriceChangeRow = {
  id: string;
  kind: "rule" | "removed" | "list" | "group";
  effective_on: string;
  recorded_at: Date;
  /** Of a rule: what it is for, whose it is and what it sets. Of a group: its name. */
  offer_id: string | null;
  name: string | null;
  term: Term | null;
  billing: Billing | null;
  group_id: string | null;
  whose: string | null;
  setting: (typeof priceKinds)[number] | null;
  value: string | null;
};

/** Lists what took effect or was recorded since about a product's prices to a buyer, the latest first. */
export async function listPriceChanges(
  db: Db,
  buyer: Buyer,
  {
    productId,
    currency,
    before,
    today,
    most,
  }: { productId: string; currency: string; before: Moment; today: string; most: number },
): Promise<PriceChangeRow[]> {
  const { resellerId, customerId } = buyer;
  const groupNow = sql`(select m.group_id from price_group_customers m
    where m.reseller_id = ${resellerId}::uuid and m.customer_id = ${customerId}::uuid)`;
  const { rows } = await sql<PriceChangeRow>`
    select h.id::text as id, case when h.is_removed then 'removed' else 'rule' end as kind, h.from_date as effective_on, h.recorded_at,
      h.offer_id, coalesce(o.name, p.name) as name, o.term, o.billing, h.group_id, coalesce(c.name, g.name) as whose, h.kind as setting,
      trim_scale(h.value) as value
    from price_rule_history h
      left join offers o on o.id = h.offer_id
      left join products p on p.id = h.product_id
      left join customers c on c.reseller_id = h.reseller_id and c.id = h.customer_id
      left join price_groups g on g.reseller_id = h.reseller_id and g.id = h.group_id
    where (${ofBuyer(buyer, productId, groupThen(buyer, before))} or ${ofBuyer(buyer, productId, groupNow)})
      and (h.recorded_at > ${before.known}::timestamptz or (h.from_date > ${before.on}::date and h.from_date <= ${today}::date and not h.is_removed
        and not exists (select from price_rule_history n where n.reseller_id = h.reseller_id and n.rule_id = h.rule_id
          and (n.recorded_at, n.id) > (h.recorded_at, h.id))))
    union all
    select h.id::text, 'group', (h.recorded_at at time zone 'UTC')::date, h.recorded_at, null, g.name, null, null, h.group_id, null, null, null
    from price_group_history h left join price_groups g on g.reseller_id = h.reseller_id and g.id = h.group_id
    where h.reseller_id = ${resellerId} and h.customer_id = ${customerId}::uuid
      and h.recorded_at > ${earlierOf(endOf(before.on), before.known)}::timestamptz
    union all
    select l.id, 'list', l.from_date, l.recorded_at, null, null, null, null, null, null, null, null
    from price_lists l
    where l.published and l.currency = ${currency}
      and (l.recorded_at > ${before.known}::timestamptz or (l.from_date > ${before.on}::date and l.from_date <= ${today}::date))
      and exists (select from prices x join offers o on o.id = x.offer_id where x.price_list_id = l.id and o.product_id = ${productId})
    order by recorded_at desc, id desc limit ${most}`.execute(db);
  return rows;
}
