/** What a plan can change. */
import type { Billing, Term } from "@tradewind/domain/pricing/pricing-types.ts";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";
import { ofOwnCustomer, ofOwnProduct, type Scope } from "../../platform/restriction.ts";
import { anyOf, nameMatches, wordsMatch } from "../../platform/sql.ts";
import { pageSize } from "./plans.store.ts";

const subscriptionsOf = (db: Db, scope: Scope) =>
  db
    .selectFrom("subscriptions as s")
    .innerJoin("customers as c", (join) =>
      join.onRef("c.reseller_id", "=", "s.reseller_id").onRef("c.id", "=", "s.customer_id"),
    )
    .innerJoin("offers as f", "f.id", "s.offer_id")
    .where("s.reseller_id", "=", scope.resellerId)
    .where(ofOwnCustomer(scope, "s.customer_id"))
    .where(ofOwnProduct(scope, "s.product_id"))
    .select([
      "s.id",
      "s.customer_id",
      "c.name as customer_name",
      "s.product_id",
      "s.instance_id",
      "s.name",
      "f.unit",
      "s.quantity",
      "s.sku",
      "s.offer_id",
      "s.term",
      "s.billing",
      "s.term_until",
      "s.term_end",
      "s.parent_id",
    ]);

/** Names what is sold of a product, in a term and with a billing. */
export const offerKey = ({ sku, term, billing }: { sku: string; term: Term; billing: Billing }): string =>
  `${sku} ${term} ${billing}`;

/** Finds what is sold of products, each offer by its `offerKey`. */
export async function findOffersOf(db: Db, skus: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom("offers")
    .where("sku", "=", anyOf(skus, "text"))
    .where("for_sale", "=", true)
    .select(["sku", "term", "billing", "id"])
    .execute();
  return new Map(rows.map((row) => [offerKey(row), row.id]));
}

/** Lists what runs by subscription, of customers by name: one-time purchases have nothing to change. */
export const listCandidates = (
  db: Db,
  scope: Scope,
  { productId, customerId, search }: { productId: string | undefined; customerId: string | undefined; search: string },
  after: { name: string; id: string } | undefined,
) =>
  subscriptionsOf(db, scope)
    .where("s.status", "=", "active")
    .where("s.period_until", "is not", null)
    .select(
      sql<string | null>`(select v.name from differences d join vendors v on v.id = d.fulfiller
        where d.reseller_id = s.reseller_id and d.subscription_id = s.id and d.kind = 'ended' and d.state <> 'closed' limit 1)`.as(
        "ended_at",
      ),
    )
    .select(
      sql<{ Sku: string; Name: string }[]>`(
        select coalesce(jsonb_agg(jsonb_build_object('Sku', u.sku, 'Name', u.name) order by u.position), '[]') from offers u
        where u.sku = any(f.upgrades_to) and u.product_id = s.product_id and u.term = s.term and u.billing = s.billing and u.for_sale)`.as(
        "upgrades_to",
      ),
    )
    .$if(productId !== undefined, (query) => query.where("s.product_id", "=", productId!))
    .$if(customerId !== undefined, (query) => query.where("s.customer_id", "=", customerId!))
    .$if(search !== "", (query) =>
      query.where((of) => of.or([wordsMatch("c.words", search), nameMatches("s.name", search)])),
    )
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(c.name, s.id) > (${after!.name}, ${after!.id}::uuid)`),
    )
    .orderBy("c.name")
    .orderBy("s.id")
    .limit(pageSize + 1)
    .execute();

export const findSubscriptions = (db: Db, scope: Scope, ids: readonly string[]) =>
  subscriptionsOf(db, scope).where("s.id", "=", anyOf(ids, "uuid")).execute();

/** Finds how many units subscriptions have. */
export async function findQuantities(db: Db, resellerId: string, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("subscriptions")
    .where("reseller_id", "=", resellerId)
    .where("id", "=", anyOf(ids, "uuid"))
    .select(["id", "quantity"])
    .execute();
  return new Map(rows.map(({ id, quantity }) => [id, quantity]));
}
