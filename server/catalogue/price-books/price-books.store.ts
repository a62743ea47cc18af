import type { priceRuleStates } from "@tradewind/contract/catalogue/price-books.ts";
import type { PriceLevel } from "@tradewind/domain/pricing/price-rules.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { ofOwnCustomer, ofOwnProduct, type Scope } from "../../platform/restriction.ts";
import { wordsMatch } from "../../platform/sql.ts";

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

type Asked = {
  Level?: PriceLevel | undefined;
  CustomerId?: string | undefined;
  GroupId?: string | undefined;
  ProductId?: string | undefined;
  State?: (typeof priceRuleStates)[number] | undefined;
};

/** A rule is past once a later one of the same owner and target has begun, or if it only ended the one before. */
const stateOn = (today: string) => sql<(typeof priceRuleStates)[number]>`case
  when r.from_date > ${today}::date then 'coming'
  when r.kind = 'none' or r.from_date < r.begun then 'past'
  else 'inForce' end`;

export const listRules = (
  db: Db,
  scope: Scope,
  { Level, CustomerId, GroupId, ProductId, State }: Asked,
  today: string,
  after: { from: string; id: string } | undefined,
) =>
  db
    .selectFrom((of) =>
      of
        .selectFrom("price_rules")
        .where("reseller_id", "=", scope.resellerId)
        .selectAll()
        .select(
          sql<string | null>`max(from_date) filter (where from_date <= ${today}::date)
            over (partition by customer_id, group_id, offer_id, product_id)`.as("begun"),
        )
        .as("r"),
    )
    .leftJoin("offers as o", "o.id", "r.offer_id")
    .leftJoin("products as p", "p.id", "r.product_id")
    .leftJoin("customers as c", (join) =>
      join.onRef("c.reseller_id", "=", "r.reseller_id").onRef("c.id", "=", "r.customer_id"),
    )
    .leftJoin("price_groups as g", (join) =>
      join.onRef("g.reseller_id", "=", "r.reseller_id").onRef("g.id", "=", "r.group_id"),
    )
    .where((of) => of.or([of("r.product_id", "is", null), ofOwnProduct(scope, "r.product_id")]))
    .where((of) => of.or([of("r.customer_id", "is", null), ofOwnCustomer(scope, "r.customer_id")]))
    .$if(Level === "customer", (query) => query.where("r.customer_id", "is not", null))
    .$if(Level === "group", (query) => query.where("r.group_id", "is not", null))
    .$if(Level === "everyone", (query) => query.where("r.customer_id", "is", null).where("r.group_id", "is", null))
    .$if(CustomerId !== undefined, (query) => query.where("r.customer_id", "=", CustomerId!))
    .$if(GroupId !== undefined, (query) => query.where("r.group_id", "=", GroupId!))
    .$if(ProductId !== undefined, (query) => query.where("r.product_id", "=", ProductId!))
    .$if(State !== undefined, (query) => query.where(stateOn(today), "=", State!))
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
      "o.term",
      "o.billing",
      stateOn(today).as("state"),
      sql<string | null>`coalesce(c.name, g.name)`.as("whose"),
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

type Target = { offerId: string | null; productId: string | null };

/** Lists customers with rules of their own about a target, by name: all of them, or those of a group. */
export const listOwnRuled = (
  db: Db,
  scope: Scope,
  { groupId, target }: { groupId: string | null; target: Target },
  most: number,
) =>
  db
    .selectFrom("customers as c")
    .leftJoin("price_group_customers as m", (join) =>
      join.onRef("m.reseller_id", "=", "c.reseller_id").onRef("m.customer_id", "=", "c.id"),
    )
    .where("c.reseller_id", "=", scope.resellerId)
    .where(ofOwnCustomer(scope, "c.id"))
    .where(hasOwnRule(target))
    .$if(groupId !== null, (query) => query.where("m.group_id", "=", groupId))
    .select(["c.id", "c.name", "m.group_id"])
    .select((each) => each.fn.countAll<string>().over().as("all"))
    .orderBy("c.name")
    .limit(most)
    .execute();

/** Counts the customers without rules of their own about a target, by group; those of no group have none. */
export const countOthers = (db: Db, scope: Scope, { groupId, target }: { groupId: string | null; target: Target }) =>
  db
    .selectFrom("customers as c")
    .leftJoin("price_group_customers as m", (join) =>
      join.onRef("m.reseller_id", "=", "c.reseller_id").onRef("m.customer_id", "=", "c.id"),
    )
    .leftJoin("price_groups as g", (join) =>
      join.onRef("g.reseller_id", "=", "m.reseller_id").onRef("g.id", "=", "m.group_id"),
    )
    .where("c.reseller_id", "=", scope.resellerId)
    .where(ofOwnCustomer(scope, "c.id"))
    .where((of) => of.not(hasOwnRule(target)))
    .$if(groupId !== null, (query) => query.where("m.group_id", "=", groupId))
    .groupBy(["m.group_id", "g.name"])
    .select(["m.group_id", "g.name", sql<number>`count(*)::int`.as("customers")])
    .orderBy("g.name", (by) => by.asc().nullsFirst())
    .execute();

const hasOwnRule = ({ offerId, productId }: Target) => sql<boolean>`exists (
  select from price_rules r where r.reseller_id = c.reseller_id and r.customer_id = c.id
    and (${productId}::text is null or r.product_id is null or r.product_id = ${productId})
    and (${offerId}::text is null or r.offer_id is null or r.offer_id = ${offerId}))`;

export const groupOfCustomer = (db: Db, resellerId: string, customerId: string) =>
  db
    .selectFrom("price_group_customers")
    .where("reseller_id", "=", resellerId)
    .where("customer_id", "=", customerId)
    .select("group_id")
    .executeTakeFirst();

export const listRuledProducts = (db: Db, scope: Scope) =>
  db
    .selectFrom("products as p")
    .where(ofOwnProduct(scope, "p.id"))
    .where((of) =>
      of.exists(of.selectFrom("offers as o").whereRef("o.product_id", "=", "p.id").where("o.for_sale", "=", true)),
    )
    .select(["p.id", "p.name"])
    .orderBy("p.name")
    .execute();

export const searchCustomers = (db: Db, scope: Scope, search: string) =>
  db
    .selectFrom("customers")
    .where("reseller_id", "=", scope.resellerId)
    .where(ofOwnCustomer(scope, "id"))
    .where(wordsMatch("words", search))
    .select(["id", "name"])
    .orderBy("name")
    .limit(20)
    .execute();
