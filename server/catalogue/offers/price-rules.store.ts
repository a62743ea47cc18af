import type { priceKinds, PriceRule } from "@tradewind/domain/pricing/price-rules.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { anyOf } from "../../platform/sql.ts";

type Owner = { resellerId: string; customerId: string };
type About = { productIds: readonly string[] } | { offerIds: readonly string[] };
export type RuleRow = Awaited<ReturnType<ReturnType<typeof rules>["execute"]>>[number];

const rules = (db: Db) =>
  db
    .selectFrom("price_rules as r")
    .select([
      "r.customer_id",
      "r.group_id",
      "r.offer_id as offerId",
      "r.product_id as productId",
      "r.from_date as from",
      "r.kind",
      sql<string | null>`trim_scale(r.value)`.as("value"),
    ]);

/** The rules that say something about some offers: theirs, their products' and those for everything. */
const about = (wanted: About) =>
  "offerIds" in wanted
    ? sql<boolean>`(r.product_id is null or r.offer_id = ${anyOf(wanted.offerIds, "text")} or (r.offer_id is null
        and r.product_id in (select product_id from offers where id = ${anyOf(wanted.offerIds, "text")})))`
    : sql<boolean>`(r.product_id is null or r.product_id = ${anyOf(wanted.productIds, "text")})`;

export const toRule = ({ customer_id, group_id, offerId, productId, from, kind, value }: RuleRow): PriceRule =>
  ({
    level: customer_id ? "customer" : group_id ? "group" : "everyone",
    offerId,
    productId,
    from,
    kind,
    value,
  }) as PriceRule;

/** Lists the rules that apply to a customer: its own, its group's and everyone's. */
export async function rulesOfCustomer(db: Db, { resellerId, customerId }: Owner, wanted: About): Promise<PriceRule[]> {
  const rows = await rules(db)
    .where("r.reseller_id", "=", resellerId)
    .where(
      sql<boolean>`((r.customer_id is null and r.group_id is null) or r.customer_id = ${customerId}::uuid or r.group_id = (
        select m.group_id from price_group_customers m
        where m.reseller_id = ${resellerId}::uuid and m.customer_id = ${customerId}::uuid))`,
    )
    .where(about(wanted))
    .execute();
  return rows.map(toRule);
}

export async function rulesOfEveryone(db: Db, resellerId: string, wanted: About): Promise<PriceRule[]> {
  const rows = await rules(db)
    .where("r.reseller_id", "=", resellerId)
    .where("r.customer_id", "is", null)
    .where("r.group_id", "is", null)
    .where(about(wanted))
    .execute();
  return rows.map(toRule);
}

/** Lists all rules of a reseller about a target, each with whose it is. */
export async function rulesAbout(db: Db, resellerId: string, wanted: About | "everything") {
  const rows = await rules(db)
    .where("r.reseller_id", "=", resellerId)
    .$if(wanted !== "everything", (query) => query.where(about(wanted as About)))
    .execute();
  return rows.map((row) => ({ customerId: row.customer_id, groupId: row.group_id, rule: toRule(row) }));
}

type Buyer = { reseller_id: string; customer_id: string };

/**
 * Loads the rules of many customers about what they buy, in two statements. Customers without rules of their own or of a group share those of
 * everyone: `owner` is the same for whoever has the same rules.
 */
export async function rulesOfMany(
  db: Db,
  buyers: readonly (Buyer & { product_id: string })[],
): Promise<(buyer: Buyer) => { owner: string; rules: PriceRule[] }> {
  const resellerIds = [...new Set(buyers.map((each) => each.reseller_id))];
  const customerIds = [...new Set(buyers.map((each) => each.customer_id))];
  const members = db
    .selectFrom("price_group_customers")
    .where("reseller_id", "=", anyOf(resellerIds, "uuid"))
    .where("customer_id", "=", anyOf(customerIds, "uuid"))
    .select(["reseller_id", "customer_id", "group_id"]);
  const [groups, rows] = await Promise.all([
    members.execute(),
    rules(db)
      .where("r.reseller_id", "=", anyOf(resellerIds, "uuid"))
      .where((of) =>
        of.or([
          of.and([of("r.customer_id", "is", null), of("r.group_id", "is", null)]),
          of("r.customer_id", "=", anyOf(customerIds, "uuid")),
          of("r.group_id", "in", members.clearSelect().select("group_id")),
        ]),
      )
      .where(about({ productIds: [...new Set(buyers.map((each) => each.product_id))] }))
      .select("r.reseller_id")
      .execute(),
  ]);
  const of = Map.groupBy(rows, (row) => `${row.reseller_id} ${row.customer_id ?? row.group_id ?? ""}`);
  const groupOf = new Map(groups.map((each) => [`${each.reseller_id} ${each.customer_id}`, each.group_id]));
  return ({ reseller_id, customer_id }) => {
    const own = of.get(`${reseller_id} ${customer_id}`);
    const group = groupOf.get(`${reseller_id} ${customer_id}`);
    const found = [
      ...(own ?? []),
      ...((group && of.get(`${reseller_id} ${group}`)) || []),
      ...(of.get(`${reseller_id} `) ?? []),
    ];
    return {
      owner: own ? `${reseller_id} ${customer_id}` : `${reseller_id} ${group ?? ""}`,
      rules: found.map(toRule),
    };
  };
}

export type NewRule = {
  customer_id: string | null;
  group_id: string | null;
  offer_id: string | null;
  product_id: string | null;
  from_date: string;
  kind: (typeof priceKinds)[number];
  value: string | null;
};

type Wanted = {
  CustomerId: string | null;
  GroupId: string | null;
  OfferId: string | null;
  productId: string | null;
  From: string;
};

/** Counts the rules of the same owner and target that have not begun, besides the one of the same day. */
export async function countComing(
  tx: Tx,
  resellerId: string,
  { CustomerId, GroupId, OfferId, productId, From }: Wanted,
  today: string,
): Promise<number> {
  const row = await tx
    .selectFrom("price_rules")
    .where("reseller_id", "=", resellerId)
    .where("customer_id", "is not distinct from", CustomerId)
    .where("group_id", "is not distinct from", GroupId)
    .where("offer_id", "is not distinct from", OfferId)
    .where("product_id", "is not distinct from", productId)
    .where("from_date", ">", today)
    .where("from_date", "<>", From)
    .select((each) => each.fn.countAll<string>().as("rules"))
    .executeTakeFirstOrThrow();
  return Number(row.rules);
}

/** Sets a rule, replacing the one of the same owner, target and day. */
export const putRule = async (tx: Tx, resellerId: string, rule: NewRule): Promise<string> =>
  (
    await tx
      .insertInto("price_rules")
      .values({ reseller_id: resellerId, ...rule })
      .onConflict((conflict) =>
        conflict
          .columns(["reseller_id", "customer_id", "group_id", "offer_id", "product_id", "from_date"])
          .doUpdateSet({ kind: rule.kind, value: rule.value }),
      )
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id;
