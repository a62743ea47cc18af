import type { WireMoney } from "@tradewind/contract/endpoint.ts";
import type { Billing } from "@tradewind/domain/pricing/pricing-types.ts";
import { sql } from "kysely";
import { seesPrices, type TenantActor } from "../../platform/actor.ts";
import type { Db } from "../../platform/db.ts";
import { anyOf } from "../../platform/sql.ts";

export type NextSum = { Billing: Billing; Net: WireMoney };

/**
 * Reads what some subscriptions cost in a full period after their term, as is wanted now and at the prices that are known
 * for that day; not of those that end, and nothing for who sees no prices.
 */
export async function readNextSums(
  db: Db,
  actor: TenantActor,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NextSum>> {
  if (ids.length === 0 || !seesPrices(actor)) return new Map();
  const rows = await db
    .selectFrom("subscriptions as s")
    .innerJoin("offers as n", (join) => join.on(sql<boolean>`n.id = coalesce(s.term_end ->> 'offerId', s.offer_id)`))
    .innerJoinLateral(
      sql<{ cost: string }>`(
        select x.cost from prices x join price_lists l on l.id = x.price_list_id
        where x.offer_id = n.id and l.currency = s.currency and l.published and l.from_date <= s.term_until
        order by l.from_date desc, l.import_id nulls last limit 1)`.as("price"),
      (join) => join.onTrue(),
    )
    .where("s.reseller_id", "=", actor.resellerId)
    .where("s.id", "=", anyOf(ids, "uuid"))
    .where("s.term_until", "is not", null)
    .where(sql<boolean>`s.term_end ->> 'outcome' <> 'cancel'`)
    .select([
      "s.id",
      "s.currency",
      "n.billing",
      sql<string>`round(price.cost * coalesce((s.term_end ->> 'quantity')::int, s.quantity) * 100)`.as("minor"),
    ])
    .execute();
  return new Map(
    rows.map(({ id, billing, minor, currency }) => [
      id,
      { Billing: billing, Net: { Minor: minor, Currency: currency } },
    ]),
  );
}
