import type { WireMoney } from "@tradewind/contract/endpoint.ts";
import type { Billing } from "@tradewind/domain/pricing/pricing-types.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { sql } from "kysely";
import { seesPrices, type Actor } from "../../platform/actor.ts";
import type { Db } from "../../platform/db.ts";

export type NextSum = { Billing: Billing; Net: WireMoney };

/**
 * What a subscription, `s`, costs in a full period after its term, as is wanted now and at the price that is known for that
 * day; no row where it ends.
 */
export const nextSum = sql<{ billing: Billing; minor: string }>`(
  select n.billing, round(price.cost * coalesce((s.term_end ->> 'quantity')::int, s.quantity) * 100) as minor
  from offers n cross join lateral (
    select x.cost from prices x join price_lists l on l.id = x.price_list_id
    where x.offer_id = n.id and l.currency = s.currency and l.published and l.from_date <= s.term_until
    order by l.from_date desc, l.import_id nulls last limit 1) price
  where n.id = coalesce(s.term_end ->> 'offerId', s.offer_id) and s.term_until is not null and s.term_end ->> 'outcome' <> 'cancel')`;

type Wanted = { reseller_id: string; id: string };

/** Reads what some subscriptions cost after their term; nothing for who sees no prices. */
export async function readNextSums(
  db: Db,
  actor: Actor,
  wanted: readonly Wanted[],
): Promise<ReadonlyMap<string, NextSum>> {
  if (wanted.length === 0 || !seesPrices(actor)) return new Map();
  const resellers = wanted.map(({ reseller_id }) => reseller_id);
  const { rows } = await sql<{ id: string; currency: Currency; billing: Billing; minor: string }>`
    select s.id, s.currency, t.billing, t.minor
    from unnest(${resellers}::uuid[], ${wanted.map(({ id }) => id)}::uuid[]) as w (reseller_id, id)
      join subscriptions s on s.reseller_id = w.reseller_id and s.id = w.id
      cross join lateral ${nextSum} t
    where ${actor.resellerId}::uuid is null or s.reseller_id = ${actor.resellerId}::uuid`.execute(db);
  return new Map(
    rows.map(({ id, billing, minor, currency }) => [
      id,
      { Billing: billing, Net: { Minor: minor, Currency: currency } },
    ]),
  );
}
