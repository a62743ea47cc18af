import { currencies, type Currency } from "@tradewind/domain/values/money.ts";
import type {
  BundleData,
  CatalogueData,
  CostData,
  OfferData,
  PriceListData,
  ProductData,
} from "@tradewind/vendors/catalogue-data.ts";
import type { Vendor } from "@tradewind/vendors/vendor.ts";
import type pg from "pg";
import { upsert } from "../../platform/upsert.ts";
import { ownPolicies } from "./policies.ts";
import { productPages } from "./product-pages.ts";
import { shipWords } from "./shipped-words.store.ts";
import { unsoldProducts } from "./unsold-products.ts";

const productDefaults = {
  sub_id: null,
  my_services_id: null,
  route_name: null,
  listing_id: null,
  feature_flag: null,
  stopped_by_flag: null,
  upgrade_product_id: null,
  upgrade_flag: null,
  hidden: false,
  managed_elsewhere: false,
  new_journey: false,
  journey_type: "wizard",
  family: null,
  popularity: 0,
  not_sold_in: [],
  lead_days: 5,
  checklist: {},
};

const pageDefaults = { needs: [], features: [], goes_with: [], documents: [], fit: null };

const productRow = (product: ProductData, fulfiller: string | null, forms: CatalogueData["orderForms"] = []) => ({
  ...productDefaults,
  ...product,
  fulfiller,
  order_form: forms.find(({ products }) => products.includes(product.id))?.id ?? null,
});

const offerRows = (offer: OfferData, position: number) =>
  offer.plans.map((plan, index) => {
    const [term, billing] = plan.split(":");
    const { plans: _, minimums, policies: ids, goods, alignment, ...same } = offer;
    return {
      is_add_on: false,
      needs_one_of: [],
      once_per_customer: false,
      upgrades_to: [],
      for_sale: true,
      attributes: [],
      resources: [],
      meters: [],
      is_per_person: false,
      choice: null,
      ...same,
      id: `${offer.sku}:${plan}`,
      term,
      billing,
      minimum: minimums?.[term as keyof typeof minimums] ?? 1,
      window_policy_id: ids[0],
      refund_policy_id: ids[1],
      term_end_policy_id: ids[2],
      goods_policy_id: goods ?? null,
      alignment_policy_id: alignment ?? null,
      position: position * 10 + index,
    };
  });

/**
 * Brings a database's catalogue to this version: updates vendors, products and offers, and adds and publishes new price
 * lists. Published lists stay unchanged. `owner` acts as the tables' owner, in a transaction.
 */
export async function loadCatalogue(owner: pg.ClientBase, vendors: readonly Vendor[]): Promise<void> {
  const all = <Kind extends keyof CatalogueData>(kind: Kind) =>
    vendors.flatMap(({ catalogue }) => [...(catalogue[kind] ?? [])] as NonNullable<CatalogueData[Kind]>[number][]);
  await upsert(
    owner,
    "vendors",
    "(id)",
    vendors.map(({ id, name }) => ({ id, name })),
  );
  const products = [
    ...vendors.flatMap(({ id, catalogue }) =>
      catalogue.products.map((product) => productRow(product, id, catalogue.orderForms)),
    ),
    ...unsoldProducts.map((product) => productRow(product, null)),
  ];
  await upsert(owner, "products", "(id)", products);
  const sold = new Set(products.map(({ id }) => id));
  const pages = productPages.filter((page) => sold.has(page.product_id)).map((page) => ({ ...pageDefaults, ...page }));
  await upsert(owner, "product_pages", "(product_id)", pages);
  await loadBundles(owner, all("bundles"));
  await owner.query(
    "insert into policies select id, kind, value from jsonb_to_recordset($1) as new (id text, kind text, value jsonb) on conflict (id) do nothing",
    [
      JSON.stringify(
        [...all("policies"), ...ownPolicies].map((policy) => ({ id: policy.id, kind: policy.kind, value: policy })),
      ),
    ],
  );
  const offers = all("offers").flatMap(offerRows);
  await upsert(owner, "offers", "(id)", offers);
  await shipWords(owner, products, pages, offers);
  await upsert(
    owner,
    "delivery_options",
    "(product_id, id, currency)",
    all("deliveryOptions").flatMap(({ id, product_id, description, ...costs }, position) =>
      currencies.map((currency) => ({ id, product_id, description, currency, cost: costs[currency], position })),
    ),
  );
  for (const [from, lists] of Map.groupBy(all("prices"), (list) => list.from))
    for (const currency of currencies)
      await addPriceList(owner, { from, rows: lists.flatMap((list) => list.rows) }, currency);
  await addVendorPrices(
    owner,
    vendors.map(({ catalogue }) => catalogue),
  );
}

/** Replaces the bundles by those shipped. */
async function loadBundles(owner: pg.ClientBase, bundles: readonly BundleData[]): Promise<void> {
  await owner.query("delete from bundles");
  const rows = bundles.map(({ products: _, ...bundle }, position) => ({ ...bundle, position }));
  await upsert(owner, "bundles", "(id)", rows);
  const products = bundles.flatMap((bundle) =>
    bundle.products.map((product_id, position) => ({ bundle_id: bundle.id, product_id, position })),
  );
  await upsert(owner, "bundle_products", "(bundle_id, product_id)", products);
}

/** Adds what the operator pays, from every day on which a price or the share of it changes. What was added stays. */
async function addVendorPrices(owner: pg.ClientBase, catalogues: readonly CatalogueData[]): Promise<void> {
  const rows = catalogues.flatMap(({ prices, costs = [] }) =>
    prices
      .flatMap((list) => list.rows)
      .map(([offer]) => offer)
      .filter((offer, index, all) => all.indexOf(offer) === index)
      .flatMap((offer) => vendorPricesOf(offer, prices, costs)),
  );
  const known = await owner.query("select from vendor_prices limit 1");
  await owner.query(
    `insert into vendor_prices (offer_id, currency, from_date, cost)
     select offer_id, currency, from_date, round(recommended * share, scale(recommended))
     from jsonb_to_recordset($1) as n (offer_id text, currency text, from_date date, recommended numeric, share numeric)
     on conflict do nothing`,
    [JSON.stringify(rows)],
  );
  if (known.rowCount === 0) await oweForOpenMonths(owner);
}

/** Works out what charges owe that were written before there were vendors' prices and whose month is not invoiced yet. */
const oweForOpenMonths = (owner: pg.ClientBase) =>
  owner.query(
    `insert into payables select k.* from billing_state b
     join charges c on c.reseller_id = b.reseller_id and c.due_on >= b.billed_until cross join lateral payable_of(c) k
     on conflict do nothing`,
  );

function vendorPricesOf(offer: string, prices: readonly PriceListData[], costs: readonly CostData[]) {
  const sku = offer.split(":").slice(0, -2).join(":");
  const ofOffer = costs.filter(({ skus }) => skus?.includes(sku));
  const shares = ofOffer.length > 0 ? ofOffer : costs.filter(({ skus }) => !skus);
  const listed = prices.flatMap(({ from, rows }) => rows.filter(([id]) => id === offer).map((row) => ({ from, row })));
  const days = [...new Set([...listed, ...shares].map(({ from }) => from))];
  return days.flatMap((day) => {
    const [price, share] = [lastBy(listed, day), lastBy(shares, day)];
    if (!price || !share) return [];
    const [, , recommendedGbp, , recommendedEur] = price.row;
    return currencies.map((currency) => ({
      offer_id: offer,
      currency,
      from_date: day,
      recommended: currency === "GBP" ? recommendedGbp : recommendedEur,
      share: share.share,
    }));
  });
}

const lastBy = <Row extends { from: string }>(rows: readonly Row[], day: string): Row | undefined =>
  rows.filter(({ from }) => from <= day).toSorted((a, b) => (a.from < b.from ? 1 : -1))[0];

async function addPriceList(owner: pg.ClientBase, list: PriceListData, currency: Currency) {
  const id = `${currency}-${list.from}`;
  const { rowCount } = await owner.query(
    "insert into price_lists (id, currency, from_date) values ($1, $2, $3) on conflict (id) do nothing",
    [id, currency, list.from],
  );
  if (rowCount === 0) return requirePublished(owner, id, list);
  const rows = list.rows.map(([offer_id, costGbp, recommendedGbp, costEur, recommendedEur]) => ({
    price_list_id: id,
    offer_id,
    cost: currency === "GBP" ? costGbp : costEur,
    recommended: currency === "GBP" ? recommendedGbp : recommendedEur,
  }));
  await owner.query("insert into prices select * from jsonb_populate_recordset(null::prices, $1)", [
    JSON.stringify(rows),
  ]);
  await owner.query("update price_lists set published = true where id = $1", [id]);
}

/** A published list takes no more offers, so a missing price would go unnoticed. */
async function requirePublished(owner: pg.ClientBase, id: string, list: PriceListData) {
  const { rows } = await owner.query<{ offer: string }>(
    "select offer from unnest($2::text[]) as offer except select offer_id from prices where price_list_id = $1",
    [id, list.rows.map(([offer]) => offer)],
  );
  if (rows.length > 0)
    throw new Error(`The price list ${id} is published without ${rows[0]!.offer}. Give its prices a later day.`);
}
