/** What a plan can change. */
import type { Billing, Term } from "@tradewind/domain/pricing/pricing-types.ts";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";
import { ofOwnCustomer, ofOwnProduct, type Scope } from "../../platform/restriction.ts";
import { anyOf, nameMatches } from "../../platform/sql.ts";
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
    ]);

/** Finds what is sold with a term and a billing, by what it is. */
export async function findOffersOf(
  db: Db,
  skus: readonly string[],
  term: Term,
  billing: Billing,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom("offers")
    .where("sku", "=", anyOf(skus, "text"))
    .where("term", "=", term)
    .where("billing", "=", billing)
    .where("for_sale", "=", true)
    .select(["sku", "id"])
    .execute();
  return new Map(rows.map(({ sku, id }) => [sku, id]));
}

/** Lists what runs by subscription, of customers by name: one-time purchases have nothing to change. */
export const listCandidates = (
  db: Db,
  scope: Scope,
  { productId, search }: { productId: string | undefined; search: string },
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
    .$if(productId !== undefined, (query) => query.where("s.product_id", "=", productId!))
    .$if(search !== "", (query) => query.where(nameMatches("c.name", search)))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(c.name, s.id) > (${after!.name}, ${after!.id}::uuid)`),
    )
    .orderBy("c.name")
    .orderBy("s.id")
    .limit(pageSize + 1)
    .execute();

export const findSubscriptions = (db: Db, scope: Scope, ids: readonly string[]) =>
  subscriptionsOf(db, scope).where("s.id", "=", anyOf(ids, "uuid")).execute();
