import { catalogue } from "@tradewind/contract/catalogue/products.ts";
import { priceBooks } from "@tradewind/contract/catalogue/price-books.ts";
import { shop } from "@tradewind/contract/catalogue/shop.ts";
import { search } from "@tradewind/contract/insight/search.ts";
import type { ProductPage } from "@tradewind/domain/catalogue/product-page.ts";
import { expect, test } from "vitest";
import { orderStory } from "../../test/order-story.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, order } = orderStory(app, worker);
const standard = "CFQ7TTC0LDPB:0001";
const premium = "CFQ7TTC0LCHC:0002";

const windowOf = async (person: Person) => (await app.call(person, shop.window)).Result!;
const pageOf = async (person: Person, productId: string) =>
  (await app.call(person, shop.page, { params: { productId } })).Result!;
const customersOf = async (person: Person, productId: string) =>
  (await app.call(person, shop.customers, { params: { productId } })).Result!;
const favour = (person: Person, productId: string, IsFavourite: boolean) =>
  app.call(person, shop.favour, { params: { productId }, body: { IsFavourite } });
const favourites = async (person: Person) =>
  (await windowOf(person)).Items.filter((item) => item.IsFavourite).map((item) => item.ProductId);

async function buy(person: Person, name: string, sku: string, Quantity: number) {
  const customerId = await addCustomer(person, name);
  const { placed } = await order(person, customerId, {
    Kind: "add",
    Lines: [{ Key: "a", OfferId: `${sku}:P1Y:monthly`, Quantity }],
  });
  expect(placed.Succeed).toBe(true);
  return customerId;
}

test("every product that is sold has a page, and pages name only products and plans that are there", async () => {
  const products = await app.sql<{ id: string }>("select id from products where not hidden");
  const offers = await app.sql<{ product_id: string; sku: string }>("select distinct product_id, sku from offers");
  const [ids, skus] = [products.map(({ id }) => id), offers.map(({ sku }) => sku)];
  const pages = await app.sql<Required<ProductPage>>("select * from product_pages");
  const told = pages.map((page) => page.product_id);
  expect(ids.filter((id) => !told.includes(id))).toEqual([]);
  for (const page of pages) {
    const { features, goes_with, fit } = page;
    const others = [...goes_with.map(({ product_id }) => product_id), ...(fit?.has ?? []), ...(fit?.lacks ?? [])];
    expect(others.filter((id) => !ids.includes(id))).toEqual([]);
    const own = offers.filter((offer) => offer.product_id === page.product_id).map(({ sku }) => sku);
    expect(features.flatMap(({ of }) => Object.keys(of)).filter((sku) => !own.includes(sku))).toEqual([]);
    const named = [...(fit?.has_skus ?? []), ...(fit?.lacks_skus ?? [])];
    expect(named.filter((sku) => !skus.includes(sku))).toEqual([]);
    expect(page.synonyms.length).toBeGreaterThan(0);
    expect(page.lines.every((line) => line.length <= 100)).toBe(true);
  }
});

test("the window tells by which words products are found, and the least that each costs a month", async () => {
  const reseller = await app.signIn();
  const { Items, Currency } = await windowOf(reseller);
  const shown = (await app.call(reseller, catalogue.marketplace)).Result!.Items.map((item) => item.ProductId);
  expect(Items.map((item) => item.ProductId).toSorted()).toEqual(shown.toSorted());
  const office = Items.find((item) => item.ProductId === "microsoft-365")!;
  expect(office).toMatchObject({ Vendor: "Microsoft", IsFavourite: false });
  expect(office.Synonyms).toContain("o365");
  const prices = (await app.call(reseller, catalogue.prices, { query: { ProductId: "microsoft-365" } })).Result!.Items;
  const monthly = prices.filter((price) => price.Billing === "monthly" && price.Cost !== undefined);
  const least = Math.min(...monthly.map((price) => Number(price.Cost)));
  const plans = office.Plans.filter((plan) => !plan.IsAddOn).map((plan) => Number(plan.From!.Cost));
  expect(Math.min(...plans)).toBe(Number(office.From!.Cost));
  expect(Number(office.From!.Cost)).toBeGreaterThanOrEqual(least);
  expect([office.From!.Billing, Currency]).toEqual(["monthly", "GBP"]);
});

test("plans are found by name, by what people call them, vendor and number, in spite of typos, the nearest first", async () => {
  const reseller = await app.signIn();
  const find = async (Text: string) =>
    (await app.call(reseller, shop.find, { query: { Text } })).Result!.Items.map(({ Name }) => Name);
  for (const text of ["business premium", "premium busi", "busines premum", "CFQ7TTC0LCHC"])
    expect((await find(text))[0]).toBe("Microsoft 365 Business Premium");
  for (const text of ["o365", "microsft", "O"]) expect((await find(text)).length).toBeGreaterThan(3);
  const products = async (Text: string) =>
    new Set((await app.call(reseller, shop.find, { query: { Text } })).Result!.Items.map((each) => each.ProductId));
  expect(await products("antivirus")).toContain("bitdefender");
  expect(await find("zzzzqqq")).toEqual([]);
  for (const text of ["%", "'", "a".repeat(100), "!!", "\\"]) expect(await find(text)).toEqual([]);
  expect((await app.call(reseller, shop.find, { query: { Text: " " } })).status).toBe(400);
});

test("what is found is priced for a customer with what it has, in nobody else's name, and not while it is withdrawn", async () => {
  const reseller = await signInSigned();
  const CustomerId = await buy(reseller, "Holder", standard, 7);
  const from = app.platform.clock.today();
  const OfferId = `${standard}:P1M:monthly`;
  await app.call(reseller, priceBooks.put, { body: { OfferId, CustomerId, From: from, Kind: "fixed", Value: "31.5" } });
  const found = async (person: Person, query: { CustomerId?: string } = {}) =>
    (await app.call(person, shop.find, { query: { Text: "business standard", ...query } })).Result!.Items[0]!;
  const anyone = await found(reseller);
  expect(anyone).toMatchObject({ Name: "Microsoft 365 Business Standard", Has: null });
  expect(await found(reseller, { CustomerId })).toMatchObject({ Has: 7, From: { Cost: anyone.From!.Cost } });
  const admin = await app.signIn({ kind: "endUserAdmin", resellerId: reseller.resellerId, customerId: CustomerId });
  expect(await found(admin)).not.toHaveProperty("From");
  const stranger = await app.signIn();
  expect((await app.call(stranger, shop.find, { query: { Text: "business", CustomerId } })).status).toBe(404);
  await app.sql("update products set hidden = true where id = 'microsoft-365'");
  await app.sql("update catalogue_version set version = gen_random_uuid()");
  const { Items } = (await app.call(reseller, shop.find, { query: { Text: "business standard" } })).Result!;
  await app.sql("update products set hidden = false where id = 'microsoft-365'");
  await app.sql("update catalogue_version set version = gen_random_uuid()");
  expect(Items.map(({ ProductId }) => ProductId)).not.toContain("microsoft-365");
});

test("ACL-39 ACL-40 window and page hold no price for customers' people, nor for the reseller's where it hides them", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const admin = await app.signIn({ kind: "endUserAdmin", resellerId: reseller.resellerId, customerId });
  const told = async (person: Person) =>
    JSON.stringify([
      await windowOf(person),
      await pageOf(person, "microsoft-365"),
      await app.call(person, shop.find, { query: { Text: "business" } }),
      await app.call(person, search.everything, { query: { Text: "business" } }),
    ]).match(/"(Cost|Recommended|CustomerPrice)"/g)?.length ?? 0;
  expect(await told(reseller)).toBeGreaterThan(100);
  expect(await told(admin)).toBe(0);
  await app.sql("update resellers set hide_pricing = true where id = $1", [reseller.resellerId]);
  app.platform.sessions.forget("");
  expect(await told(reseller)).toBe(0);
});

test("a page tells of each plan what it costs for each term, and what the reseller charges everybody", async () => {
  const reseller = await signInSigned();
  const OfferId = `${standard}:P1Y:monthly`;
  const today = app.platform.clock.now().toISOString().slice(0, 10);
  await app.call(reseller, priceBooks.put, { body: { OfferId, From: today, Kind: "fixed", Value: "21.5" } });
  const page = await pageOf(reseller, "microsoft-365");
  const plan = page.Plans.find(({ Sku }) => Sku === standard)!;
  expect(plan).toMatchObject({ Name: "Microsoft 365 Business Standard", Group: "Business plans", Unit: "Licence" });
  expect(plan.Offers.map(({ Term, Billing }) => `${Term} ${Billing}`)).toEqual([
    "P1M monthly",
    "P1Y monthly",
    "P1Y annual",
  ]);
  const prices = (await app.call(reseller, catalogue.prices, { query: { ProductId: "microsoft-365" } })).Result!.Items;
  const { Cost, Recommended } = prices.find((price) => price.OfferId === OfferId)!;
  expect(plan.Offers[1]!.Price).toEqual({ Cost, Recommended, CustomerPrice: "21.5" });
  expect(plan.Offers[0]!.Price!.CustomerPrice).toBeNull();
  expect(page.AddOns.find(({ Name }) => Name === "Exchange Online Archiving")!.GoesWith).toContain(plan.Name);
  expect(page.Plans.some(({ Name }) => Name === "Exchange Online Archiving")).toBe(false);
  expect(page.Features.find(({ Name }) => Name === "Office on the desktop")!.Of).toMatchObject({ [standard]: "yes" });
  expect(page.Agreement).toMatchObject({ Id: "microsoft-365", SignedAt: expect.stringMatching(/^2026/) });
  expect(page.GoesWith.map((other) => other.ProductId)).toContain("drop-suite");
});

test("what was ordered last comes first, for everybody and for one customer's people", async () => {
  const reseller = await signInSigned();
  expect((await windowOf(reseller)).Recent).toEqual([]);
  const customerId = await addCustomer(reseller);
  const place = (productId: string, day: string) =>
    app.sql(
      `with i as (insert into service_instances (reseller_id, customer_id, product_id, status, since, created_at)
         values ($1, $2, $3, 'Active', '2026-01-02', '2026-01-02') returning id)
       insert into orders (reseller_id, customer_id, instance_id, product_id, journey, task, status, placed_at, placed_by_name)
       select $1, $2, i.id, $3, 'Add', 'add', 'Completed', $4, 'Robin Tester' from i`,
      [reseller.resellerId, customerId, productId, day],
    );
  await place("hosted-voice", "2026-01-03");
  await place("drop-suite", "2026-01-05");
  await place("hosted-voice", "2026-01-04");
  const admin = await app.signIn({ kind: "endUserAdmin", resellerId: reseller.resellerId, customerId });
  const other = await app.signIn({
    kind: "endUserAdmin",
    resellerId: reseller.resellerId,
    customerId: await addCustomer(reseller),
  });
  for (const person of [reseller, admin])
    expect((await windowOf(person)).Recent).toEqual(["drop-suite", "hosted-voice"]);
  expect((await windowOf(other)).Recent).toEqual([]);
});

test("who has a product is counted by plan, and who might want it is told with the reason", async () => {
  const reseller = await signInSigned();
  const small = await buy(reseller, "Small Bakery", standard, 4);
  const large = await buy(reseller, "Large Housing", premium, 30);
  const { Have } = await customersOf(reseller, "microsoft-365");
  expect(Have.Total).toBe(2);
  expect(Have.Plans.find(({ Sku }) => Sku === premium)).toMatchObject({ Customers: 1, Quantity: 30, Unit: "Licence" });
  expect(Have.Items).toMatchObject([
    { Id: large, Name: "Large Housing", Plans: [{ Sku: premium, Quantity: 30 }] },
    { Id: small, Name: "Small Bakery", Plans: [{ Sku: standard, Quantity: 4 }] },
  ]);
  const might = async (productId: string) => {
    const { Might } = await customersOf(reseller, productId);
    return Might && [Might.Total, ...Might.Items.map(({ Id }) => Id)];
  };
  expect(await might("drop-suite")).toEqual([2, large, small]);
  // A mail filter is for plans without one, a footer for everybody for companies of some size.
  expect(await might("vade")).toEqual([1, small]);
  expect(await might("exclaimer")).toEqual([1, large]);
  expect(await might("cloud-server")).toBeNull();
  const { Most, Worth } = (await app.call(reseller, shop.habits)).Result!;
  expect(Most).toEqual([{ ProductId: "microsoft-365", Customers: 2 }]);
  expect(Worth[0]!.Customers).toBe(2);
  for (const { ProductId, Customers, Reason } of Worth) {
    const { Might } = await customersOf(reseller, ProductId);
    expect([Might!.Total, Might!.Reason]).toEqual([Customers, Reason]);
  }
  await app.sql("update customers set status = 'Suspended', suspended_at = now() where id = $1", [small]);
  expect(await might("drop-suite")).toEqual([1, large]);
  expect((await customersOf(reseller, "drop-suite")).Might!.Reason).toBe(
    "Microsoft 365 and no backup: deleted items are kept for weeks only",
  );
});

test("ACL-53 who looks after some customers or products is told of these alone", async () => {
  const reseller = await signInSigned();
  const mine = await buy(reseller, "Mine", standard, 4);
  await buy(reseller, "Not mine", standard, 5);
  const engineer = await app.signIn({ kind: "engineer", resellerId: reseller.resellerId });
  await app.sql("update memberships set only_customers = true where id = $1", [engineer.membershipId]);
  await app.sql("insert into membership_customers (reseller_id, membership_id, customer_id) values ($1, $2, $3)", [
    reseller.resellerId,
    engineer.membershipId,
    mine,
  ]);
  app.platform.sessions.forget("");
  expect((await customersOf(engineer, "microsoft-365")).Have).toMatchObject({ Total: 1, Items: [{ Id: mine }] });
  expect((await customersOf(engineer, "drop-suite")).Might).toMatchObject({ Total: 1, Items: [{ Id: mine }] });
  await app.sql("update memberships set only_customers = false, only_products = $2 where id = $1", [
    engineer.membershipId,
    ["microsoft-365", "drop-suite"],
  ]);
  app.platform.sessions.forget("");
  expect((await customersOf(engineer, "drop-suite")).Might).toBeNull();
  expect((await windowOf(engineer)).Items.map(({ ProductId }) => ProductId).toSorted()).toEqual([
    "drop-suite",
    "microsoft-365",
  ]);
  expect((await app.call(engineer, shop.page, { params: { productId: "vade" } })).status).toBe(404);
});

test("marks are kept for each person, and taken away again", async () => {
  const person = await app.signIn();
  const colleague = await app.signIn({ resellerId: person.resellerId });
  await favour(person, "vade", true);
  await favour(person, "vade", true);
  await favour(person, "azure", true);
  expect((await favourites(person)).toSorted()).toEqual(["azure", "vade"]);
  expect((await pageOf(person, "vade")).IsFavourite).toBe(true);
  expect(await favourites(colleague)).toEqual([]);
  await favour(person, "vade", false);
  expect(await favourites(person)).toEqual(["azure"]);
  expect((await favour(person, "cirius", true)).status).toBe(404);
});
