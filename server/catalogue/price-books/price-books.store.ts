import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { ofOwnCustomer, ofOwnProduct, type Scope } from "../../platform/restriction.ts";

export const listGroups = (db: Db, scope: Scope) =>
  db
    .selectFrom("price_groups as g")
    .where("g.reseller_id", "=", scope.resellerId)
    .select([
      "g.id",
      "g.name",
      sql<number>`(select count(*)::int from price_group_customers m where m.reseller_id = g.reseller_id and m.group_id = g.id
        and ${ofOwnCustomer(scope, "m.customer_id")})`.as("customers"),
    ])
    .orderBy("g.name")
    .limit(500)
    .execute();

export const findGroup = (db: Db, resellerId: string, id: string) =>
  db
    .selectFrom("price_groups")
    .where("reseller_id", "=", resellerId)
    .where("id", "=", id)
    .select(["id", "name"])
    .executeTakeFirst();

export const insertGroup = async (tx: Tx, resellerId: string, name: string): Promise<string> =>
  (
    await tx
      .insertInto("price_groups")
      .values({ reseller_id: resellerId, name })
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id;

/** Puts a customer into a group; null takes it out of the one it is in. */
export async function putIntoGroup(
  tx: Tx,
  { resellerId, customerId }: { resellerId: string; customerId: string },
  groupId: string | null,
): Promise<void> {
  if (groupId === null)
    await tx
      .deleteFrom("price_group_customers")
      .where("reseller_id", "=", resellerId)
      .where("customer_id", "=", customerId)
      .execute();
  else
    await tx
      .insertInto("price_group_customers")
      .values({ reseller_id: resellerId, customer_id: customerId, group_id: groupId })
      .onConflict((conflict) => conflict.columns(["reseller_id", "customer_id"]).doUpdateSet({ group_id: groupId }))
      .execute();
}

export const pageSize = 100;

/** Lists the rules of a customer or a group, or (both undefined) those for everyone. */
export const listRules = (
  db: Db,
  scope: Scope,
  { customerId, groupId }: { customerId: string | undefined; groupId: string | undefined },
  after: { from: string; id: string } | undefined,
) =>
  db
    .selectFrom("price_rules as r")
    .leftJoin("offers as o", "o.id", "r.offer_id")
    .leftJoin("products as p", "p.id", "r.product_id")
    .where("r.reseller_id", "=", scope.resellerId)
    .where((of) => of.or([of("r.product_id", "is", null), ofOwnProduct(scope, "r.product_id")]))
    .where("r.customer_id", customerId === undefined ? "is" : "=", customerId ?? null)
    .where("r.group_id", groupId === undefined ? "is" : "=", groupId ?? null)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(r.from_date, r.id) < (${after!.from}::date, ${after!.id}::uuid)`),
    )
    .select([
      "r.id",
      "r.customer_id",
      "r.group_id",
      "r.offer_id",
      "r.product_id",
      "r.from_date",
      "r.kind",
      sql<string | null>`trim_scale(r.value)`.as("value"),
      sql<string | null>`coalesce(o.name, p.name)`.as("name"),
    ])
    .orderBy("r.from_date", "desc")
    .orderBy("r.id", "desc")
    .limit(pageSize + 1)
    .execute();

export const lockRule = (tx: Tx, scope: Scope, id: string) =>
  tx
    .selectFrom("price_rules")
    .where("reseller_id", "=", scope.resellerId)
    .where((of) => of.or([of("customer_id", "is", null), ofOwnCustomer(scope, "customer_id")]))
    .where((of) => of.or([of("product_id", "is", null), ofOwnProduct(scope, "product_id")]))
    .where("id", "=", id)
    .select(["id", "customer_id", "offer_id", "from_date"])
    .forUpdate()
    .executeTakeFirst();

export const deleteRule = (tx: Tx, resellerId: string, id: string) =>
  tx.deleteFrom("price_rules").where("reseller_id", "=", resellerId).where("id", "=", id).execute();
