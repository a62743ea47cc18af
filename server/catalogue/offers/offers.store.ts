import type { Instant } from "@tradewind/domain/values/dates.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { policiesById, type Policies } from "@tradewind/domain/pricing/policies.ts";
import { priceTimeline } from "@tradewind/domain/pricing/price-timeline.ts";
import type { Catalogue, Offer } from "@tradewind/domain/pricing/pricing-types.ts";
import type { Attribute } from "@tradewind/vendors/catalogue-data.ts";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";
import { anyOf } from "../../platform/sql.ts";
import { rulesOfCustomer, rulesOfEveryone, rulesOfMany } from "./price-rules.store.ts";

/** Selects a decimal without the zeros that its column's scale adds. */
const plain = <T = string>(column: string) => sql<T>`trim_scale(${sql.ref(column)})`;

const offerColumns = [
  "id",
  "product_id",
  "sku",
  "name",
  "unit",
  "term",
  "billing",
  "minimum",
  "maximum",
  "is_add_on",
  "needs_one_of",
  "once_per_customer",
  "upgrades_to",
  "for_sale",
  "window_policy_id",
  "refund_policy_id",
  "term_end_policy_id",
  "goods_policy_id",
  "alignment_policy_id",
  "is_per_person",
] as const;

export async function loadOffers(db: Db, productIds: readonly string[]): Promise<Map<string, Offer>> {
  const rows = await db
    .selectFrom("offers")
    .where("product_id", "=", anyOf(productIds, "text"))
    .select(offerColumns)
    .select(sql<boolean>`jsonb_path_exists(resources, '$[*].stockBy')`.as("takes_numbers"))
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        productId: row.product_id,
        sku: row.sku,
        name: row.name,
        unit: row.unit,
        term: row.term,
        billing: row.billing,
        minimum: row.minimum,
        maximum: row.maximum,
        isAddOn: row.is_add_on,
        needsOneOf: row.needs_one_of,
        ...(row.once_per_customer ? { oncePerCustomer: true } : {}),
        upgradesTo: row.upgrades_to,
        forSale: row.for_sale,
        policyIds: {
          window: row.window_policy_id,
          refund: row.refund_policy_id,
          termEnd: row.term_end_policy_id,
          ...(row.goods_policy_id === null ? {} : { goods: row.goods_policy_id }),
        },
        alignment: row.alignment_policy_id,
        isPerPerson: row.is_per_person,
        ...(row.takes_numbers ? { takesNumbers: true } : {}),
      },
    ]),
  );
}

/** Lists what offers ask of each line, of those that ask anything. */
export async function listAttributes(db: Db) {
  const rows = await db
    .selectFrom("offers")
    .where("attributes", "<>", sql<Attribute[]>`'[]'::jsonb`)
    .select(["id", "attributes"])
    .execute();
  return new Map(rows.map((row) => [row.id, row.attributes]));
}

/** Lists the prices of every day, or those that were known at an instant. */
export const listPrices = (db: Db, productIds: readonly string[], currencies: readonly Currency[], known?: Instant) =>
  db
    .selectFrom("prices")
    .innerJoin("price_lists", "price_lists.id", "prices.price_list_id")
    .innerJoin("offers", "offers.id", "prices.offer_id")
    .where("offers.product_id", "=", anyOf(productIds, "text"))
    .where("price_lists.currency", "=", anyOf(currencies, "text"))
    .where("price_lists.published", "=", true)
    // Of two prices from one day the last counts, which is an imported one.
    .orderBy("price_lists.import_id", (order) => order.asc().nullsFirst())
    .$if(known !== undefined, (query) => query.where("price_lists.recorded_at", "<=", new Date(known!)))
    .select([
      "prices.offer_id as offerId",
      "offers.product_id as productId",
      "price_lists.currency",
      "price_lists.from_date as from",
      plain("prices.cost").as("cost"),
      plain<string | null>("prices.recommended").as("recommended"),
    ])
    .execute();

/** Loads the offers of some products, with a reseller's prices of every day: to one customer, or to everyone. */
export async function loadCatalogue(
  db: Db,
  {
    resellerId,
    customerId,
    currency,
    productIds,
  }: { resellerId: string; customerId: string | null; currency: Currency; productIds: readonly string[] },
): Promise<Catalogue> {
  const [offers, list, own] = await Promise.all([
    loadOffers(db, productIds),
    listPrices(db, productIds, [currency]),
    customerId === null
      ? rulesOfEveryone(db, resellerId, { productIds })
      : rulesOfCustomer(db, { resellerId, customerId }, { productIds }),
  ]);
  return { offers, prices: priceTimeline(list, own) };
}

type Bought = { reseller_id: string; customer_id: string; product_id: string; currency: Currency };

/** Loads the catalogue that applies to each row, in a few statements for many resellers at once. */
export async function loadCatalogueOfOffers(db: Db, rows: readonly Bought[]): Promise<(row: Bought) => Catalogue> {
  if (rows.length === 0) return () => ({ offers: new Map(), prices: [] });
  const productIds = [...new Set(rows.map((row) => row.product_id))];
  const currencies = [...new Set(rows.map((row) => row.currency))];
  const [offers, list, rulesOf] = await Promise.all([
    loadOffers(db, productIds),
    listPrices(db, productIds, currencies),
    rulesOfMany(db, rows),
  ]);
  const catalogues = new Map<string, Catalogue>();
  return (row) => {
    const { owner, rules } = rulesOf(row);
    const key = `${owner} ${row.product_id} ${row.currency}`;
    const known = catalogues.get(key);
    if (known) return known;
    const listed = list.filter((price) => price.currency === row.currency && price.productId === row.product_id);
    const catalogue = { offers, prices: priceTimeline(listed, rules) };
    catalogues.set(key, catalogue);
    return catalogue;
  };
}

export async function loadPolicies(db: Db): Promise<Policies> {
  const rows = await db.selectFrom("policies").select("value").execute();
  return policiesById(rows.map((row) => row.value));
}

export const listDeliveryOptions = (db: Db) =>
  db
    .selectFrom("delivery_options")
    .select(["id", "product_id", "currency", "description", plain("cost").as("cost")])
    .orderBy("position")
    .execute();
export type DeliveryOption = Awaited<ReturnType<typeof listDeliveryOptions>>[number];
