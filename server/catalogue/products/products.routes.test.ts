import { agreementGate } from "@tradewind/contract/catalogue/agreement-gate.ts";
import { catalogue } from "@tradewind/contract/catalogue/products.ts";
import { orders } from "@tradewind/contract/ordering/orders.ts";
import { isServiceDisabled } from "@tradewind/domain/catalogue/products.ts";
import type { InstanceState } from "@tradewind/domain/catalogue/instances.ts";
import { expect, test } from "vitest";
import { testApp, type Person } from "../../test/test-app.ts";

const { call, signIn, sql, platform } = await testApp();

async function addCustomer(person: Person, name = "Acme Dental", status = "Active") {
  const [row] = await sql<{ id: string }>(
    `insert into customers (reseller_id, name, status, suspended_at, created_at)
     values ($1, $2, $3, case when $3 = 'Suspended' then timestamptz '2026-02-01' end, '2026-01-01') returning id`,
    [person.resellerId, name, status],
  );
  return row!.id;
}
const addInstance = (
  person: Person,
  customerId: string,
  productId: string,
  status: InstanceState,
  userId: string | null = null,
) =>
  sql(
    `insert into service_instances (reseller_id, customer_id, product_id, membership_id, status, since, created_at)
     values ($1, $2, $3, $4, $5, '2026-02-01', '2026-02-01')`,
    [person.resellerId, customerId, productId, userId, status],
  );
const setFlag = async (name: string, enabled: boolean) => {
  await sql("insert into feature_flags (name, enabled) values ($1, $2) on conflict (name) do update set enabled = $2", [
    name,
    enabled,
  ]);
};

test("CAT-06 CAT-12 a customer's list says what is added and in which state, in the specification's fields", async () => {
  const person = await signIn();
  const customerId = await addCustomer(person);
  await addInstance(person, customerId, "acronis-backup", "ActivationFailed");
  await addInstance(person, customerId, "hosted-voice", "Deleted");
  const { Result } = await call(person, catalogue.marketplaceOfCustomer, { params: { customerId } });
  const of = (id: string) => Result!.Items.find((item) => item.ProductId === id);
  expect(of("acronis-backup")).toMatchObject({ Added: true, ServiceInstanceStatus: "ActivationFailed" });
  expect(of("hosted-voice")).toMatchObject({ Added: false, ServiceInstanceStatus: null });
  expect(of("microsoft-365")).toMatchObject({
    Id: 8,
    SubId: 1,
    Name: "Microsoft 365",
    Icon: "apps",
    ImageSrc: null,
    ImageAlt: "",
    Added: false,
    ServiceInstanceStatus: null,
    OrderLimit: "MultiplePerCustomer",
    NewJourney: false,
    JourneyType: "nce",
    ListingId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    MarketplaceServiceId: 8,
    Office365GroupId: null,
    hidden: false,
  });
  await sql(
    `insert into provider_tenants (reseller_id, customer_id, fulfiller, tenant_ref)
     values ($1, $2, 'microsoft', 'tenant-1'), ($1, $2, 'acronis', 'tenant-2')`,
    [person.resellerId, customerId],
  );
  const known = (await call(person, catalogue.marketplaceOfCustomer, { params: { customerId } })).Result!;
  const groups = known.Items.map(({ ProductId, Office365GroupId }) => [ProductId, Office365GroupId]);
  expect(Object.fromEntries(groups)).toMatchObject({
    "microsoft-365": "tenant-1",
    "power-bi": "tenant-1",
    "acronis-backup": null,
    "hosted-voice": null,
  });
  const general = await call(person, catalogue.marketplace);
  expect(general.Result!.Items.every((item) => !item.Added && item.ServiceInstanceStatus === null)).toBe(true);
});

test("CAT-18 Azure, 8 among my services, asks for the agreement of 6, and not of Microsoft 365, which has 8 there", async () => {
  const person = await signIn();
  const numbersOfProduct = async (productId: string) =>
    (await call(person, catalogue.product, { params: { productId } })).Result!;
  expect(await numbersOfProduct("azure")).toMatchObject({ MyServicesId: 8, Id: 6, AgreementServiceId: 6 });
  expect(await numbersOfProduct("microsoft-365")).toMatchObject({ MyServicesId: 7, Id: 8, AgreementServiceId: 8 });
  const agreementOf = async (serviceId: number) =>
    (await call(person, agreementGate.checkSigned, { params: { serviceId } })).Result!.agreementId;
  expect([await agreementOf(6), await agreementOf(8)]).toEqual(["azure", "microsoft-365"]);
});

test("USER-06 for a person of the customer only products of that level are listed, with that person's instances", async () => {
  const person = await signIn();
  const customerId = await addCustomer(person);
  const user = await signIn({ kind: "endUser", resellerId: person.resellerId, customerId });
  await addInstance(person, customerId, "secure-message", "Active", user.membershipId);
  const list = async (UserId?: string) =>
    (await call(person, catalogue.marketplaceOfCustomer, { params: { customerId }, query: UserId ? { UserId } : {} }))
      .Result!.Items;
  const ofUser = await list(user.membershipId);
  expect(ofUser.find((item) => item.ProductId === "secure-message")).toMatchObject({ Added: true });
  expect(ofUser.some((item) => item.Level === "customer")).toBe(false);
  const ofCustomer = await list();
  expect(ofCustomer.some((item) => item.Level === "user")).toBe(false);
  const stranger = await call(person, catalogue.marketplaceOfCustomer, {
    params: { customerId },
    query: { UserId: person.membershipId },
  });
  expect(stranger.status).toBe(404);
});

test("USER-08 bundles are answered for a person, in their order, each product as it is there", async () => {
  const person = await signIn();
  const customerId = await addCustomer(person);
  const user = await signIn({ kind: "endUser", resellerId: person.resellerId, customerId });
  await addInstance(person, customerId, "secure-message", "Active", user.membershipId);
  const bundlesFor = (UserId: string, caller = person) =>
    call(caller, catalogue.bundleProducts, { params: { customerId }, query: { UserId } });
  const mailbox = async (caller = person) =>
    (await bundlesFor(user.membershipId, caller)).Result!.Items.find(({ Id }) => Id === "protected-mailbox");
  expect(await mailbox()).toMatchObject({
    Name: "Protected mailbox",
    Products: [
      { ProductId: "hosted-exchange", Added: false },
      { ProductId: "email-security", Added: false },
      { ProductId: "secure-message", Added: true, ServiceInstanceStatus: "Active" },
    ],
  });
  // Somebody who may not sell all of it is not offered it.
  const restricted = await signIn({ resellerId: person.resellerId });
  await sql("update memberships set only_products = '{secure-message,email-security}' where id = $1", [
    restricted.membershipId,
  ]);
  expect(await mailbox(restricted)).toBeUndefined();
  expect((await bundlesFor(person.membershipId)).status).toBe(404);
  const stranger = await signIn();
  expect((await bundlesFor(user.membershipId, stranger)).status).toBe(404);
  await setFlag("DisableLegacyMicrosoftOrders", true);
  expect(await mailbox(await signIn({ resellerId: person.resellerId }))).toBeUndefined();
  await setFlag("DisableLegacyMicrosoftOrders", false);
});

test("CAT-07 a hidden product is not shown", async () => {
  const person = await signIn();
  const names = async () => (await call(person, catalogue.marketplace)).Result!.Items.map((item) => item.ProductId);
  expect(await names()).toContain("skykick");
  await sql("update products set hidden = true where id = 'skykick'");
  expect(await names()).not.toContain("skykick");
  await sql("update products set hidden = false where id = 'skykick'");
  expect(await names()).not.toContain("cirius");
});

test("CAT-08 a product tied to a flag follows the flag", async () => {
  await sql("update products set feature_flag = 'LiveChat' where id = 'titanhq'");
  const shows = async () => {
    const person = await signIn();
    return (await call(person, catalogue.marketplace)).Result!.Items.some((item) => item.ProductId === "titanhq");
  };
  await setFlag("LiveChat", false);
  expect(await shows()).toBe(false);
  await setFlag("LiveChat", true);
  expect(await shows()).toBe(true);
  await sql("update products set feature_flag = null where id = 'titanhq'");
});

test("CAT-09 ORD-29 the listing of a route is fixed and says whether the journey is new", async () => {
  const person = await signIn();
  const listing = async (ServiceRouteName: string) =>
    (await call(person, catalogue.listing, { query: { ServiceRouteName } })).Result;
  expect(await listing("cloud-server")).toEqual({
    listingId: "9e0f2b7d-45c8-4a1b-b7f3-2c6d8e9a0f30",
    isNewJourney: true,
  });
  expect(await listing("office-365")).toEqual({
    listingId: "5b1f6c1e-7c0a-4d5e-9a36-0b2f4c8d1a08",
    isNewJourney: false,
  });
  expect(await listing("hosted-voice")).toEqual({ listingId: null, isNewJourney: false });
  const unknown = await call(person, catalogue.listing, { query: { ServiceRouteName: "no-such" } });
  expect(unknown.status).toBe(404);
});

test("ORD-03 FLAG-19 CrossSell turns Microsoft 365 core and the route office-365 into the new journey, and nothing else", async () => {
  const journeys = async () => {
    const person = await signIn();
    const { Items } = (await call(person, catalogue.marketplace)).Result!;
    const route = await call(person, catalogue.listing, { query: { ServiceRouteName: "office-365" } });
    return {
      core: route.Result!.isNewJourney,
      all: Items.filter((item) => item.NewJourney).map((item) => item.ProductId),
    };
  };
  await setFlag("CrossSell", false);
  const off = await journeys();
  await setFlag("CrossSell", true);
  const on = await journeys();
  await setFlag("CrossSell", false);
  expect([off.core, on.core]).toEqual([false, true]);
  expect(off.all).not.toContain("microsoft-365");
  expect(on.all.toSorted()).toEqual([...off.all, "microsoft-365"].toSorted());
});

test("CAT-10 services come with and without a type", async () => {
  const person = await signIn();
  const all = (await call(person, catalogue.services)).Result!.Items;
  const security = (await call(person, catalogue.services, { query: { Type: "security" } })).Result!.Items;
  expect(security.length).toBeGreaterThan(3);
  expect(security).toEqual(all.filter((item) => item.Category === "security"));
  expect(await call(person, catalogue.services, { query: { Type: "other" as never } })).toMatchObject({ status: 400 });
});

test("ACL-34 CAT-11 CAT-35 an end-user admin sees nine products less than the reseller", async () => {
  const person = await signIn();
  const customerId = await addCustomer(person);
  const admin = await signIn({ kind: "endUserAdmin", resellerId: person.resellerId, customerId });
  const hidden = [
    "appinteract",
    "azure-reserved-instance",
    "azure-savings-plan",
    "azure-software-subscription",
    "bitdefender",
    "exclaimer",
    "message-labs",
    "microsoft-365-azure",
    "vade",
  ];
  const ofReseller = (await call(person, catalogue.servicesOfReseller)).Result!.Items.map((item) => item.ProductId);
  for (const answer of [
    await call(admin, catalogue.marketplace),
    await call(admin, catalogue.servicesByEndUserAdmin),
    await call(person, catalogue.servicesByEndUserAdmin),
  ]) {
    const theirs = answer.Result!.Items.map((item) => item.ProductId);
    expect(ofReseller.filter((id) => !theirs.includes(id)).toSorted()).toEqual(hidden);
  }
  const own = await call(admin, catalogue.marketplaceByEndUserAdmin, { params: { endUserAdminId: customerId } });
  expect(own.Result!.Items.some((item) => hidden.includes(item.ProductId))).toBe(false);
  const other = await addCustomer(person, "Another");
  const foreign = await call(admin, catalogue.marketplaceByEndUserAdmin, { params: { endUserAdminId: other } });
  expect(foreign.status).toBe(404);
  const direct = await call(admin, catalogue.product, { params: { productId: "vade" } });
  expect(direct.status).toBe(404);
  const ordered = await call(admin, orders.propose, {
    body: {
      CustomerId: customerId,
      ProductId: "vade",
      Change: { Kind: "add", Lines: [{ Key: "a", OfferId: "vade-m365:none:monthly", Quantity: 5 }] },
    },
  });
  expect(ordered).toMatchObject({ status: 409, Error: "productNotForEndUserAdmin" });
});

test("CAT-13 has-partner-id tells no tenant, a known tenant and a running service apart", async () => {
  const person = await signIn();
  const customerId = await addCustomer(person);
  const result = async () => (await call(person, catalogue.hasPartnerId, { params: { customerId } })).Result;
  expect(await result()).toBe(0);
  await sql(
    "insert into provider_tenants (reseller_id, customer_id, fulfiller, tenant_ref) values ($1, $2, 'microsoft', 't')",
    [person.resellerId, customerId],
  );
  expect(await result()).toBe(1);
  await addInstance(person, customerId, "microsoft-365", "Active");
  expect(await result()).toBe(2);
});

test("CAT-23 CAT-34 the order limit of an active service disables it, wherever once per reseller stands", async () => {
  const person = await signIn();
  const [acme, bakery] = [await addCustomer(person), await addCustomer(person, "Bakery")];
  await addInstance(person, acme, "hosted-voice", "Active");
  await addInstance(person, acme, "influencer-programme", "Active");
  await addInstance(person, acme, "exclaimer", "Active");
  const disabled = async (customerId: string) => {
    const { Result } = await call(person, catalogue.marketplaceOfCustomer, { params: { customerId } });
    return Result!.Items.filter((item) =>
      isServiceDisabled(
        {
          id: item.ProductId,
          agreementServiceId: item.Id,
          subId: item.SubId,
          added: item.Added,
          status: item.ServiceInstanceStatus,
          cardinality: item.OrderLimit,
        },
        "customer",
      ),
    )
      .map((item) => item.ProductId)
      .toSorted();
  };
  expect(await disabled(acme)).toEqual(["hosted-voice", "influencer-programme"]);
  expect(await disabled(bakery)).toEqual(["influencer-programme"]);
});

test("CUST-29 CUST-36 customers for a product carry the state of the product there, and whether it may be added", async () => {
  const person = await signIn();
  const names = ["Acme", "Bakery", "Cobbler", "Dairy"];
  const ids = await Promise.all(names.map((name) => addCustomer(person, name)));
  await addCustomer(person, "Empty Shop", "Suspended");
  await addInstance(person, ids[1]!, "hosted-voice", "Active");
  await addInstance(person, ids[2]!, "hosted-voice", "Activating");
  await addInstance(person, ids[3]!, "hosted-voice", "ActivationFailed");
  const find = async (productId: string, Search = "") =>
    (await call(person, catalogue.customersForProduct, { params: { productId }, query: { Search } })).Result!;
  expect(await find("hosted-voice")).toEqual({
    Customers: [
      { Id: ids[0], Name: "Acme", Status: null, Suspended: false },
      { Id: ids[1], Name: "Bakery", Status: "Active", Suspended: false },
      { Id: ids[2], Name: "Cobbler", Status: "Activating", Suspended: false },
      { Id: ids[3], Name: "Dairy", Status: "ActivationFailed", Suspended: false },
      { Id: expect.any(String), Name: "Empty Shop", Status: null, Suspended: true },
    ],
    OrderLimit: "OncePerCustomer",
    AllowedToAdd: true,
  });
  expect((await find("hosted-voice", "aKe")).Customers.map((customer) => customer.Name)).toEqual(["Bakery"]);
  await addCustomer(person, "A Cobbler");
  expect((await find("hosted-voice", "cobbler")).Customers.map((customer) => customer.Name)).toEqual([
    "Cobbler",
    "A Cobbler",
  ]);
  expect((await find("influencer-programme")).AllowedToAdd).toBe(true);
  await addInstance(person, ids[0]!, "influencer-programme", "Active");
  expect((await find("influencer-programme")).AllowedToAdd).toBe(false);
  expect((await find("sophos")).AllowedToAdd).toBe(false);
  const stranger = await signIn();
  const theirs = await call(stranger, catalogue.customersForProduct, { params: { productId: "hosted-voice" } });
  expect(theirs.Result!.Customers).toEqual([]);
});

test("prices are omitted for people who may not see them, and a reseller's own price applies from today", async () => {
  const person = await signIn();
  const offerId = "CFQ7TTC0LCHC:0002:P1Y:monthly";
  const row = async (who: Person) =>
    (await call(who, catalogue.prices, { query: { ProductId: "microsoft-365" } })).Result!.Items.find(
      (item) => item.OfferId === offerId,
    );
  expect(await row(person)).toMatchObject({
    Cost: "15.09",
    Recommended: "17.75",
    CustomerPrice: null,
    Currency: "GBP",
  });
  const set = (who: Person, CustomerPrice: string | null) =>
    call(who, catalogue.setCustomerPrice, { params: { offerId }, body: { CustomerPrice } });
  expect(await set(person, "19.5")).toMatchObject({ status: 200, Result: { From: platform.clock.today() } });
  expect(await row(person)).toMatchObject({ CustomerPrice: "19.5" });
  await set(person, null);
  expect(await row(person)).toMatchObject({ CustomerPrice: null });
  expect(await set(person, "12,50")).toMatchObject({ status: 400 });

  const hiding = await signIn();
  await sql("update resellers set hide_pricing = true where id = $1", [hiding.resellerId]);
  const blind = await signIn({ resellerId: hiding.resellerId });
  expect(Object.keys((await row(blind))!)).not.toContain("Cost");
  expect(await set(blind, "1")).toMatchObject({ status: 409, Error: "pricesHidden" });
  const euro = await signIn({ currency: "EUR" });
  expect(await row(euro)).toMatchObject({ Cost: "17.65", Currency: "EUR" });
});

test("CAT-21 each product that can be ordered has a charging model, and its offers' prices have the same", async () => {
  const who = await signIn();
  const { Items } = (await call(who, catalogue.marketplace)).Result!;
  const models = new Set<string>();
  for (const { ProductId, ChargingModel, ManagedElsewhere } of Items) {
    const prices = (await call(who, catalogue.prices, { query: { ProductId } })).Result!.Items;
    expect({ ProductId, models: [...new Set(prices.map((price) => price.ChargingModel))] }).toEqual({
      ProductId,
      models: prices.length > 0 ? [ChargingModel] : [],
    });
    if (!ManagedElsewhere)
      expect({ ProductId, ChargingModel, priced: prices.length > 0 }).toMatchObject({ priced: true });
    if (!ManagedElsewhere) expect(ChargingModel).not.toBe("Unknown");
    models.add(ChargingModel);
  }
  expect(models.size).toBe(7);
});
