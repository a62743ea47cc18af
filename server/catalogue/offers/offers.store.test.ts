import { randomUUID } from "node:crypto";
import { agreementServiceIds } from "@tradewind/domain/catalogue/product-numbers.data.ts";
import { findPrice } from "@tradewind/domain/pricing/terms.ts";
import { afterAll, expect, test } from "vitest";
import { openDatabase } from "../../platform/database.ts";
import { prepareDatabase } from "../../prepare-database.ts";
import { testApp } from "../../test/test-app.ts";
import { loadCatalogue, loadCatalogueOfOffers, loadPolicies } from "./offers.store.ts";
import { findProductByRoute, listProducts } from "../products/products.store.ts";

const { platform, database, sql, addReseller } = await testApp();
const worker = openDatabase(database.workerUrl, { max: 1 });
const resellerId = await addReseller();
const read = platform.database.read;
const tenant = { role: "app_tenant", resellerId } as const;
const premium = "CFQ7TTC0LCHC:0002:P1Y:monthly";
const basic = "CFQ7TTC0LH18:0001:P1Y:monthly";

afterAll(() => worker.close());

test("CAT-14 every number of the agreement scheme has its product", async () => {
  const products = await read(tenant, listProducts);
  const shown = products.filter(({ hidden }) => !hidden).map(({ agreement_service_id: number }) => number);
  expect(shown).toEqual(expect.arrayContaining(Object.values(agreementServiceIds)));
});

test("CAT-15 CAT-16 my-services numbers and Microsoft's sub-ids stand in columns of their own", async () => {
  const products = await read(tenant, listProducts);
  const numberOf = (id: string) => products.find((product) => product.id === id);
  expect(
    products
      .map((product) => product.my_services_id)
      .filter((number) => number !== null)
      .toSorted((a, b) => a - b),
  ).toEqual([1, 6, 7, 8, 42]);
  expect(numberOf("azure")).toMatchObject({ my_services_id: 8, agreement_service_id: 6 });
  expect(numberOf("microsoft-365")).toMatchObject({ agreement_service_id: 8, sub_id: 1, my_services_id: 7 });
  expect(numberOf("microsoft-365-azure")).toMatchObject({ agreement_service_id: 8, sub_id: 6 });
});

test("CAT-17 further names have a record, numbered from 1000 up where no number is stated", async () => {
  const products = await read(tenant, listProducts);
  for (const name of [
    "Webroot",
    "TitanHQ",
    "AdvancedSecurity",
    "Cloud",
    "WebSecurity",
    "Microsoft365",
    "Cirius",
    "Influencer Programme",
  ]) {
    const product = products.find((each) => each.name === name);
    expect({ name, number: product?.agreement_service_id }).toEqual({ name, number: expect.any(Number) });
    expect(product!.agreement_service_id).toBeGreaterThanOrEqual(1000);
  }
});

const routeNames = [
  "secure-message",
  "share-point",
  "office-365",
  "power-bi",
  "dynamics-365",
  "intune",
  "ems",
  "azure",
  "office-365-secure",
  "acronis-backup",
  "bitdefender",
  "hosted-voice",
  "appinteract",
  "message-labs",
  "hosted-voice-hardware",
  "acronis-files-cloud",
  "cloudtalk",
  "skykick",
  "azure-asp",
  "azure-ri",
  "azure-ss",
  "vade",
  "cloud-server",
  "webroot",
  "titanhq",
] as const;

test("CAT-19 each route name leads to one product, an unknown one to none", async () => {
  const found = await read(tenant, (db) => Promise.all(routeNames.map((name) => findProductByRoute(db, name))));
  expect(found.map((product) => product?.route_name)).toEqual([...routeNames]);
  expect(await read(tenant, (db) => findProductByRoute(db, "no-such-route"))).toBeUndefined();
});

test("CAT-20 CAT-21 CAT-22 products carry family, charging model and cardinality", async () => {
  const products = await read(tenant, listProducts);
  const families = products.flatMap((product) => product.family ?? []).toSorted();
  expect(families).toEqual([
    "Azure",
    "DynamicsCRM",
    "EnterpriseMobilitySuite",
    "Intune",
    "Office365Core",
    "Office365Secure",
    "PowerBI",
  ]);
  const ordered = products.filter((product) => product.fulfiller !== null);
  expect(
    ordered.filter((product) => product.charging_model === "Unknown" || product.cardinality === "Unknown"),
  ).toEqual([]);
  expect(new Set(products.map((product) => product.charging_model))).toEqual(
    new Set([
      "Unknown",
      "ActivationLicence",
      "ActivationConsumption",
      "Licence",
      "LicenceAndOveruse",
      "Instance",
      "OneTime",
    ]),
  );
});

test("CAT-01 something of each kind can be ordered, in pounds and in euros", async () => {
  const kinds = [
    "microsoft-365",
    "azure",
    "acronis-backup",
    "bitdefender",
    "hosted-voice",
    "vade",
    "hosted-voice-hardware",
  ];
  for (const currency of ["GBP", "EUR"] as const) {
    const { offers, prices } = await read(tenant, (db) =>
      loadCatalogue(db, { resellerId, customerId: null, currency, productIds: kinds }),
    );
    const policies = await read(tenant, loadPolicies);
    for (const kind of kinds) {
      const sold = [...offers.values()].filter((offer) => offer.productId === kind && offer.forSale);
      expect({ kind, sold: sold.length > 0 }).toEqual({ kind, sold: true });
      for (const offer of sold) {
        expect(findPrice({ offers, prices }, offer.id, currency, "2026-05-04")).toMatchObject({
          cost: expect.any(String),
        });
        expect(Object.values(offer.policyIds).filter((id) => !policies.has(id))).toEqual([]);
      }
    }
  }
});

test("a later list changes only the offers it names, and a reseller's own price holds from its day", async () => {
  await sql(
    "insert into reseller_prices (reseller_id, offer_id, from_date, price) values ($1, $2, '2026-03-01', 21.5)",
    [resellerId, premium],
  );
  const catalogue = await read(tenant, (db) =>
    loadCatalogue(db, { resellerId, customerId: null, currency: "GBP", productIds: ["microsoft-365"] }),
  );
  const at = (offer: string, day: string) => findPrice(catalogue, offer, "GBP", day);
  expect(at(basic, "2024-12-31")).toBeUndefined();
  expect(at(basic, "2026-06-30")?.cost).toBe("4.11");
  expect(at(basic, "2026-07-01")?.cost).toBe("4.35");
  expect(at(premium, "2026-02-28")).toMatchObject({ cost: "15.09", customer: null });
  expect(at(premium, "2026-08-01")).toMatchObject({ cost: "15.09", customer: "21.5" });

  const other = await addReseller();
  const rows = [resellerId, other].map((id) => ({
    reseller_id: id,
    customer_id: randomUUID(),
    product_id: "microsoft-365",
    currency: "GBP" as const,
  }));
  const catalogueOf = await worker.read({ role: "app_worker" }, (db) => loadCatalogueOfOffers(db, rows));
  expect(rows.map((row) => findPrice(catalogueOf(row), premium, "GBP", "2026-08-01")?.customer)).toEqual([
    "21.5",
    null,
  ]);
});

test("a published price list is never edited", async () => {
  await expect(sql("update prices set cost = 1")).rejects.toThrow("never edited");
  await expect(sql("delete from prices")).rejects.toThrow("never edited");
  await expect(
    sql("insert into prices (price_list_id, offer_id, cost) values ('GBP-2026-07-01', $1, 1)", [premium]),
  ).rejects.toThrow("never edited");
  await expect(sql("update price_lists set published = false")).rejects.toThrow("never edited");
});

test("loading the catalogue twice changes nothing", async () => {
  const tables = ["products", "offers", "policies", "price_lists", "prices", "delivery_options"];
  const all = () => Promise.all(tables.map((table) => sql(`select * from ${table} order by 1, 2`)));
  const before = await all();
  await prepareDatabase(database.adminUrl);
  expect(await all()).toEqual(before);
  expect(before.every((rows) => rows.length > 0)).toBe(true);
});
