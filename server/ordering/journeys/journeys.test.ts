import { agreementGate } from "@tradewind/contract/catalogue/agreement-gate.ts";
import { catalogue } from "@tradewind/contract/catalogue/products.ts";
import { orders, type WireChange } from "@tradewind/contract/ordering/orders.ts";
import { expect, test } from "vitest";
import { orderStory } from "../../test/order-story.ts";
import { testApp, type Person } from "../../test/test-app.ts";

const app = await testApp();
const { signInSigned, addCustomer } = orderStory(app);

const open = (person: Person, customerId: string, by: "route" | "product", name: string) =>
  app.call(person, orders.journey, { params: { by, name }, query: { CustomerId: customerId, Action: "Add" } });
const listed = async (person: Person) => (await app.call(person, catalogue.marketplace)).Result!.Items;

test("CAT-19 the journey of each route name adds the product that has this route, whatever other products are called", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const routed = (await listed(reseller)).filter((product) => product.RouteName !== null);
  expect(routed.length).toBeGreaterThan(20);
  for (const { RouteName, ProductId, Name } of routed) {
    const { Result } = await open(reseller, customerId, "route", RouteName!);
    expect({ RouteName, ...Result }).toMatchObject({ RouteName, ProductId, ProductName: Name });
  }
});

test("CAT-19 Azure and Azure under Microsoft 365 each have a journey of their own", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const [plain, ofMicrosoft365] = [
    await open(reseller, customerId, "product", "azure"),
    await open(reseller, customerId, "route", "azure"),
  ];
  expect(plain.Result).toMatchObject({ ProductId: "azure" });
  expect(ofMicrosoft365.Result).toMatchObject({ ProductId: "microsoft-365-azure" });
  const listing = (await listed(reseller)).find((product) => product.ProductId === "azure")!.ListingId!;
  expect((await open(reseller, customerId, "product", listing)).Result).toMatchObject({ ProductId: "azure" });
  expect(await open(reseller, customerId, "route", "microsoft-365-azure")).toMatchObject({ status: 404 });
});

test("ORD-25 ORD-26 a product opens by its number in the scheme of agreements, of several parts the first", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  for (const [number, ProductId] of [
    ["17", "exclaimer"],
    ["18", "acronis-files-cloud"],
    ["8", "microsoft-365"],
  ] as const)
    expect((await open(reseller, customerId, "product", number)).Result).toMatchObject({ ProductId });
  expect(await open(reseller, customerId, "product", "999999")).toMatchObject({ status: 404 });
});

test("ORD-04 every Microsoft product asks its question with all three parameters, none of them empty", async () => {
  const reseller = await app.signIn();
  const microsoft = (await listed(reseller)).filter((product) => product.JourneyType === "nce");
  expect(microsoft).toHaveLength(7);
  for (const { RouteName, ListingId, NewJourney } of microsoft)
    expect({ RouteName, ListingId, NewJourney }).toEqual({
      RouteName: expect.stringMatching(/^[a-z0-9-]+$/),
      ListingId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      NewJourney: false,
    });
});

test("ORD-05 no journey begins before its agreement is signed, by whatever address it is opened", async () => {
  const [unsigned, signed] = [await app.signIn(), await signInSigned()];
  const [customerId, other] = [await addCustomer(unsigned), await addCustomer(signed)];
  const refused = await open(unsigned, customerId, "route", "acronis-backup");
  expect(refused).toMatchObject({ status: 409, Error: "agreementNotSigned", Result: null });
  expect(refused.Resources).toMatchObject({ Gate: "askToSign", ProductName: "Acronis Backup" });
  // It names the same agreement as the popup's check.
  const acronis = (await listed(unsigned)).find((product) => product.RouteName === "acronis-backup")!;
  const { Result } = await app.call(unsigned, agreementGate.checkSigned, {
    params: { serviceId: acronis.AgreementServiceId },
  });
  expect(refused.Resources).toMatchObject({ AgreementId: Result!.agreementId });
  expect(await open(signed, other, "route", "acronis-backup")).toMatchObject({ status: 200 });
});

test("ORD-05 gate and check-signed name the same agreement for every product", async () => {
  const unsigned = await app.signIn();
  const customerId = await addCustomer(unsigned);
  for (const product of (await listed(unsigned)).filter((each) => !each.ManagedElsewhere)) {
    const { Resources } = await open(unsigned, customerId, "product", product.ProductId);
    const { Result } = await app.call(unsigned, agreementGate.checkSigned, {
      params: { serviceId: product.AgreementServiceId },
    });
    expect({ product: product.ProductId, ...Result }).toMatchObject({
      signed: false,
      agreementId: (Resources as { AgreementId: string }).AgreementId,
    });
  }
});

test("ORD-28 a product's listing opens its journey", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const ofListing = (await listed(reseller)).filter(
    ({ ListingId, ManagedElsewhere }) => ListingId && !ManagedElsewhere,
  );
  expect(ofListing.length).toBeGreaterThan(2);
  for (const { ListingId, ProductId } of ofListing)
    expect((await open(reseller, customerId, "product", ListingId!)).Result).toMatchObject({
      ProductId,
      Action: "Add",
    });
});

test("a product's form begins with what the customer's record says, where one may not leave it empty", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  await app.sql("update customers set domain = 'acme.example' where id = $1", [customerId]);
  const known = async (name: string) => (await open(reseller, customerId, "product", name)).Result!.Known;
  expect(await known("vade")).toEqual({ MailDomain: "acme.example", ApprovedBy: "ada@acme.example" });
  expect(await known("titanhq")).toEqual({ MailDomain: "acme.example" });
  expect(await known("acronis-backup")).toEqual({});
  await app.sql("update customers set domain = null, contact_email = null where id = $1", [customerId]);
  expect(await known("vade")).toEqual({});
});

test.each(["JE2 3AA", "gy1 1aa", "IM1 1AA"])(
  "a reservation is neither opened nor ordered for a customer at %s",
  async (place) => {
    const reseller = await signInSigned();
    const CustomerId = await addCustomer(reseller);
    const ri = await open(reseller, CustomerId, "product", "azure-reserved-instance");
    const { OfferId } = ri.Result!.Steps.flatMap(({ Items }) => Items)[0]!.Offers[0]!;
    const Change: WireChange = { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity: 1 }] };
    const wanted = { CustomerId, ProductId: "azure-reserved-instance", Change };
    expect(await app.call(reseller, orders.propose, { body: wanted })).toMatchObject({ status: 200 });

    await app.sql("update customers set post_code = $2 where id = $1", [CustomerId, place]);
    const refused = { status: 409, Error: "notSoldThere" };
    expect(await open(reseller, CustomerId, "product", "azure-reserved-instance")).toMatchObject(refused);
    expect(await app.call(reseller, orders.propose, { body: wanted })).toMatchObject(refused);
    expect((await open(reseller, CustomerId, "product", "azure-savings-plan")).status).toBe(200);
  },
);
