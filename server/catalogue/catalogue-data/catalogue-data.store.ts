import { shapeOfForm, shapeOfSchema } from "@tradewind/contract/catalogue/form-wire.ts";
import { shapeFault, type FormShape } from "@tradewind/domain/catalogue/forms.ts";
import type pg from "pg";
import { patternFault } from "../../platform/linear-pattern.ts";
import { acronisOffers } from "./acronis-offers.ts";
import { deliveryOptions } from "./delivery-options.ts";
import { microsoftOffers } from "./microsoft-offers.ts";
import type { OfferData, PriceListData } from "./offer-data.ts";
import { oneTimeOffers } from "./one-time-offers.ts";
import { orderForms } from "./order-forms.ts";
import { policies } from "./policies.ts";
import { priceList202501 } from "./price-list-2025-01.ts";
import { priceList202607 } from "./price-list-2026-07.ts";
import { products } from "./products.ts";
import { serviceActions } from "./service-actions.ts";
import { serviceOffers } from "./service-offers.ts";

const priceLists = [priceList202501, priceList202607];
const currencies = ["GBP", "EUR"] as const;

const offerRows = (offer: OfferData, position: number) =>
  offer.plans.map((plan, index) => {
    const [term, billing] = plan.split(":");
    const { plans: _, minimums, policies: ids, ...same } = offer;
    return {
      is_add_on: false,
      needs_one_of: [],
      upgrades_to: [],
      ...same,
      id: `${offer.sku}:${plan}`,
      term,
      billing,
      minimum: minimums?.[term as keyof typeof minimums] ?? 1,
      for_sale: true,
      window_policy_id: ids[0],
      refund_policy_id: ids[1],
      term_end_policy_id: ids[2],
      position: position * 10 + index,
    };
  });

const productDefaults = {
  sub_id: null,
  my_services_id: null,
  route_name: null,
  listing_id: null,
  feature_flag: null,
  hidden: false,
  managed_elsewhere: false,
  new_journey: false,
  journey_type: "wizard",
  family: null,
  popularity: 0,
  order_form: null,
};

/**
 * Brings the catalogue of a database to that of this version, in one transaction: products and offers as they are now,
 * new price lists added and published. Published ones are left alone. `owner` acts as the tables' owner.
 */
export async function loadCatalogue(owner: pg.ClientBase): Promise<void> {
  const offers = [...microsoftOffers, ...acronisOffers, ...oneTimeOffers, ...serviceOffers].flatMap(offerRows);
  await owner.query("begin");
  try {
    await loadForms(owner);
    await upsert(
      owner,
      "products",
      "(id)",
      products.map((product) => ({ ...productDefaults, ...product, ...orderFormOf(product.id) })),
    );
    await owner.query(
      "insert into policies select id, kind, value from jsonb_to_recordset($1) as new (id text, kind text, value jsonb) on conflict (id) do nothing",
      [JSON.stringify(policies.map((policy) => ({ id: policy.id, kind: policy.kind, value: policy })))],
    );
    await upsert(owner, "offers", "(id)", offers);
    await upsert(
      owner,
      "delivery_options",
      "(product_id, id, currency)",
      deliveryOptions.flatMap(({ id, product_id, description, ...costs }, position) =>
        currencies.map((currency) => ({ id, product_id, description, currency, cost: costs[currency], position })),
      ),
    );
    for (const list of priceLists) for (const currency of currencies) await addPriceList(owner, list, currency);
    await owner.query("commit");
  } catch (error) {
    await owner.query("rollback");
    throw error;
  }
}

const orderFormOf = (productId: string) => {
  const form = orderForms.find(({ products }) => products.includes(productId));
  return form ? { order_form: form.id } : {};
};

/** Forms are looked at before they are kept: one with a pattern that could not be judged in linear time is refused. */
async function loadForms(owner: pg.ClientBase): Promise<void> {
  for (const { id, fields } of orderForms) {
    requireSound(id, shapeOfForm({ Fields: [...fields] }));
    if (fields.some((field) => field.Type === 2))
      throw new Error(`The form ${id} cannot be kept. The details of an order are no place for a password.`);
  }
  await upsert(
    owner,
    "dynamic_forms",
    "(id)",
    orderForms.map(({ id, fields }) => ({ id, fields })),
  );
  const rows = serviceActions.map(({ items, dependencies, refreshes, ...action }, position) => ({
    ...action,
    position,
    schema: { Items: items, PropertyDependencies: dependencies, UpdateEvent: refreshes.join("|") },
  }));
  for (const { id, schema } of rows) requireSound(id, shapeOfSchema(schema));
  await upsert(owner, "service_actions", "(id)", rows);
}

export function requireSound(id: string, form: FormShape): void {
  const fault = shapeFault(form, patternFault);
  if (fault) throw new Error(`The form ${id} cannot be kept. ${fault}`);
}

/** `table` and `key` are names of this file, never of a caller. */
async function upsert(owner: pg.ClientBase, table: string, key: string, rows: readonly object[]) {
  const columns = Object.keys(rows[0]!).filter((column) => !key.slice(1, -1).split(", ").includes(column));
  const all = Object.keys(rows[0]!).join(", ");
  await owner.query(
    `insert into ${table} (${all}) select ${all} from jsonb_populate_recordset(null::${table}, $1)
     on conflict ${key} do update set ${columns.map((column) => `${column} = excluded.${column}`).join(", ")}`,
    [JSON.stringify(rows)],
  );
}

async function addPriceList(owner: pg.ClientBase, list: PriceListData, currency: "GBP" | "EUR") {
  const id = `${currency}-${list.from}`;
  const { rowCount } = await owner.query(
    "insert into price_lists (id, currency, from_date) values ($1, $2, $3) on conflict (id) do nothing",
    [id, currency, list.from],
  );
  if (rowCount === 0) return;
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
