import type { Attribute } from "@tradewind/vendors/catalogue-data.ts";
import type { Policy } from "@tradewind/domain/pricing/policies.ts";
import type { CreditReason } from "@tradewind/domain/billing/line-credits.ts";
import { sql } from "kysely";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { correctedLine, type Corrected } from "../../billing/invoices/corrected-lines.store.ts";
import type { Db } from "../../platform/db.ts";
import { anyOf } from "../../platform/sql.ts";

export type ProofRow = {
  kind: "recurring" | "prorated" | "refund" | "once" | "usage";
  period_from: string;
  period_until: string;
  quantity: number;
  unit_cost: string;
  net_minor: bigint;
  currency: Currency;
  recorded_at: Date;
  subscription_id: string | null;
  order_id: string | null;
  instance_id: string | null;
  name: string | null;
  unit: string | null;
  attributes: Attribute[] | null;
  policy: Policy | null;
  charged: { quantity: number; minor: string } | null;
  usage: { used: string; included: string; whole: string } | null;
  billed: { exact: string; whole: string } | null;
  price: { from: string; recommended: string | null } | null;
  credit: { reason: CreditReason; words: string; by: string; at: string } | null;
  corrected: Corrected | null;
};

/** Finds a line of a document with what it was made from. */
export async function findProof(
  db: Db,
  resellerId: string,
  { invoiceId, invoiceLineId }: { invoiceId: string; invoiceLineId: string },
): Promise<ProofRow | undefined> {
  const { rows } = await sql<ProofRow>`
    select l.kind, l.period_from, l.period_until, l.quantity, l.unit_cost, l.net_minor, c.currency, c.recorded_at, c.subscription_id, c.order_id,
      s.instance_id, s.name, o.unit, o.attributes, p.value as policy, k.charged, u.usage, b.billed, price.price,
      w.credit, case when w.credit is not null then ${correctedLine} end as corrected
    from invoice_lines l
    join charges c on c.reseller_id = l.reseller_id and c.id = l.charge_id
    left join subscriptions s on s.reseller_id = l.reseller_id and s.id = c.subscription_id
    left join offers o on o.id = coalesce(c.offer_id, s.offer_id)
    left join policies p on p.id = c.policy_id
    left join lateral (
      select jsonb_build_object('quantity', quantity, 'minor', amount_minor::text) as charged
      from charges k where k.reseller_id = c.reseller_id and k.id = c.corrects) k on true
    left join lateral (
      select jsonb_build_object('used', trim_scale(used)::text, 'included', trim_scale(included)::text, 'whole', amount_minor::text) as usage
      from usage_months m
      where m.reseller_id = l.reseller_id and m.subscription_id = l.subscription_id and m.charge_id = l.charge_id) u on true
    left join lateral (
      select jsonb_build_object('exact', trim_scale(a.cost)::text, 'whole', (
        select round(sum(cost) * 100)::bigint::text from azure_charges
        where reseller_id = a.reseller_id and subscription_id = a.subscription_id and month = a.month and charge_id <= a.charge_id)) as billed
      from azure_charges a where a.reseller_id = l.reseller_id and a.charge_id = l.charge_id) b on true
    left join lateral (
      select jsonb_build_object('from', d.from_date, 'recommended', r.recommended::text) as price
      from prices r join price_lists d on d.id = r.price_list_id
      where r.offer_id = c.offer_id and r.cost = c.unit_cost and d.currency = c.currency and d.published and d.from_date <= l.period_from
      order by d.from_date desc limit 1) price on true
    left join lateral (
      select jsonb_build_object('reason', w.reason, 'words', w.words, 'by', w.entered_by, 'at', w.entered_at) as credit
      from credited_lines n join line_credits w on w.reseller_id = n.reseller_id and w.id = n.credit_id
      where n.reseller_id = l.reseller_id and n.charge_id = l.charge_id) w on true
    where l.reseller_id = ${resellerId} and l.invoice_id = ${invoiceId} and l.charge_id = ${invoiceLineId}`.execute(db);
  return rows[0];
}

/** Finds who placed orders, and when. */
export const findOrdersPlaced = (db: Db, resellerId: string, ids: readonly string[]) =>
  db
    .selectFrom("orders")
    .where("reseller_id", "=", resellerId)
    .where("id", "=", anyOf(ids, "uuid"))
    .select(["id", "placed_at", "placed_by_name"])
    .execute();
