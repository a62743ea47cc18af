import { myServices, type ListId } from "@tradewind/contract/ordering/my-services.ts";
import { orders } from "@tradewind/contract/ordering/orders.ts";
import { catalogue } from "@tradewind/contract/catalogue/products.ts";
import { afterEach, expect, test } from "vitest";
import { orderStory } from "../../test/order-story.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, offer, order, becomes } = orderStory(app, worker);

const flagsHere = [
  "ModifyJourney",
  "NCEGlobalModify",
  "M365SecureUpgrade",
  "NCEAssignedLicences",
  "EnableSchedulingBillingCycleChangesForEoS",
];
async function setFlag(name: string, on: boolean) {
  await app.sql("update feature_flags set enabled = $2 where name = $1", [name, on]);
  app.platform.sessions.forget("");
}
afterEach(async () => {
  for (const name of flagsHere) await setFlag(name, true);
  await setFlag("DisableLegacyMicrosoftOrders", false);
});

const productId = "microsoft-365";

/** A customer with two subscriptions of Microsoft 365, and how its lists are asked. */
async function standing(reseller: Person) {
  const customerId = await addCustomer(reseller);
  const { OfferId } = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
  const { OfferId: Second } = await offer(reseller, customerId, { term: "P1M", billing: "monthly" });
  const { placed } = await order(reseller, customerId, {
    Kind: "add",
    Lines: [
      { Key: "a", OfferId, Quantity: 5 },
      { Key: "b", OfferId: Second, Quantity: 2 },
    ],
  });
  const { InstanceId } = placed.Result!;
  const { Subscriptions } = await becomes(reseller, InstanceId, "Active");
  const params = (listId: ListId = "subscriptions") => ({ productId, customerId, listId });
  const buttons = async (listId?: ListId) =>
    (await app.call(reseller, myServices.buttons, { params: params(listId) })).Result!.Buttons;
  const details = async (AssignedLicences: "true" | "false" = "false", listId?: ListId) =>
    (await app.call(reseller, myServices.details, { params: params(listId), query: { AssignedLicences } })).Result!
      .Items;
  const names = async () => (await buttons()).map(({ Action }) => Action);
  return { customerId, InstanceId, Subscriptions, OfferId, params, buttons, details, names };
}

let kept: Promise<Awaited<ReturnType<typeof standing>> & { reseller: Person }> | undefined;
/** One for all tests that change nothing of it. */
const unchanged = () =>
  (kept ??= signInSigned().then(async (reseller) => ({ reseller, ...(await standing(reseller)) })));

test("SVC-01 my services are the products that are held, with their numbers and how they are added", async () => {
  const reseller = await signInSigned();
  expect((await app.call(reseller, myServices.list)).Result).toEqual({ Items: [] });
  await standing(reseller);
  const { Result } = await app.call(reseller, myServices.list);
  expect(Result!.Items).toEqual([
    {
      Id: productId,
      CloudMarketId: 8,
      ServiceId: 7,
      GroupId: 1,
      Name: "Microsoft 365",
      Icon: "apps",
      NewJourney: false,
      JourneyType: "nce",
      ListingId: "5b1f6c1e-7c0a-4d5e-9a36-0b2f4c8d1a08",
      Services: 1,
      Mark: "check",
    },
  ]);
  // One that failed counts before what changes and what stands.
  for (const [status, Mark] of [
    ["Activating", "amber"],
    ["ActivationFailed", "red"],
  ]) {
    await app.sql(
      `insert into service_instances (reseller_id, customer_id, product_id, status, since, created_at)
       select reseller_id, id, $2, $3, now(), now() from customers where reseller_id = $1 limit 1`,
      [reseller.resellerId, productId, status],
    );
    expect((await app.call(reseller, myServices.list)).Result!.Items).toMatchObject([{ Mark }]);
  }
  // Nobody else's are among them.
  expect((await app.call(await app.signIn(), myServices.list)).Result).toEqual({ Items: [] });
});

test("SVC-02 the customers of a service are listed by page, each with what it has and how it stands", async () => {
  const reseller = await signInSigned();
  const { customerId } = await standing(reseller);
  const asked = (Search = "", who: Person = reseller) =>
    app.call(who, myServices.customers, { params: { productId }, query: { Search } });
  const [found, ...others] = (await asked()).Result!.Items;
  expect(others).toEqual([]);
  expect(found).toMatchObject({
    OrganisationId: customerId,
    Services: 1,
    Status: "Active",
    Quantities: [{ Unit: "Licence", Quantity: 7 }],
  });
  expect((await asked("nobody is called so")).Result!.Items).toEqual([]);
  expect((await asked(found!.Name)).Result!.Items).toHaveLength(1);
  expect((await asked("", await app.signIn())).Result!.Items).toEqual([]);

  // Fifty to a page, and the next one goes on after the last.
  await app.sql(
    `with added as (
       insert into customers (reseller_id, name, created_at) select $1, 'Z ' || lpad(n::text, 3, '0'), '2026-01-01' from generate_series(1, 60) n returning id)
     insert into service_instances (reseller_id, customer_id, product_id, status, since, created_at)
     select $1, id, 'microsoft-365', 'Active', '2026-01-01', '2026-01-01' from added`,
    [reseller.resellerId],
  );
  const first = (await asked()).Result!;
  const second = (
    await app.call(reseller, myServices.customers, { params: { productId }, query: { Search: "", After: first.Next! } })
  ).Result!;
  expect([first.Items.length, second.Items.length, second.Next]).toEqual([50, 11, null]);
  const up = [...first.Items, ...second.Items].map(({ OrganisationId }) => OrganisationId);
  expect(new Set(up).size).toBe(61);
  // The other way round they are the same, from the last to the first.
  const page = async (rest: { After?: string } = {}) =>
    (await app.call(reseller, myServices.customers, { params: { productId }, query: { Sort: "-name", ...rest } }))
      .Result!;
  const last = await page();
  const down = [...last.Items, ...(await page({ After: last.Next! })).Items].map(
    ({ OrganisationId }) => OrganisationId,
  );
  expect(down).toEqual(up.toReversed());
});

test("SVC-03 SVC-05 the lists of a product, their headings and their columns come from the server", async () => {
  const reseller = await signInSigned();
  const schema = async (id: string) =>
    (await app.call(reseller, myServices.schema, { params: { productId: id } })).Result!.CustomerLists;
  expect(await schema(productId)).toEqual([
    {
      Id: "subscriptions",
      Type: "subscriptions",
      Name: "Subscriptions",
      SingularName: "Subscription",
      BottomCustomControl: "add-customer",
    },
    { Id: "add-ons", Type: "add-ons", Name: "Add-ons", SingularName: "Add-on", BottomCustomControl: null },
    { Id: "users", Type: "users", Name: "Users", SingularName: "User", BottomCustomControl: "add-customer" },
  ]);
  expect((await schema("vade")).map(({ Id }) => Id)).toEqual(["subscriptions"]);
  expect((await schema("hosted-exchange")).map(({ Id }) => Id)).toEqual(["users"]);
  const columns = async (listId: ListId, AssignedLicences: "true" | "false") =>
    (
      await app.call(reseller, myServices.listSchema, { params: { productId, listId }, query: { AssignedLicences } })
    ).Result!.Columns.map(({ Id }) => Id);
  expect(await columns("subscriptions", "false")).toEqual(["Name", "Quantity", "Term", "TermUntil", "State"]);
  expect(await columns("add-ons", "true")).toEqual([
    "Name",
    "Of",
    "Quantity",
    "Assigned",
    "Term",
    "TermUntil",
    "State",
  ]);
});

test.each(["sophos", "barracuda"])("ORD-07 the schema of %s has no button that adds a customer", async (id) => {
  const { Result } = await app.call(await signInSigned(), myServices.schema, { params: { productId: id } });
  expect(Result!.CustomerLists.map(({ BottomCustomControl }) => BottomCustomControl)).toEqual([null]);
});

test("SVC-05 a list that the product does not have, or nobody knows, is refused in words", async () => {
  const { reseller, customerId, Subscriptions } = await unchanged();
  const refused = { status: 404, Error: "notFound" };
  const said = "Vade has no such list. Open Vade under Services to see its lists.";
  const ask = (listId: ListId) => {
    const params = { productId: "vade", customerId, listId };
    return [
      app.call(reseller, myServices.listSchema, { params: { productId: "vade", listId } }),
      app.call(reseller, myServices.details, { params }),
      app.call(reseller, myServices.buttons, { params }),
      app.call(reseller, myServices.detailButtons, { params: { ...params, detailId: Subscriptions[0]!.Id } }),
    ];
  };
  for (const answer of await Promise.all(ask("users"))) expect(answer).toMatchObject({ ...refused, Messages: [said] });
  for (const answer of await Promise.all(ask("nothing" as ListId))) expect(answer).toMatchObject(refused);
});

test("USER-09 SVC-09 what was ordered for one person is a row of the list of users, and of no other", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const user = await app.signIn({ kind: "endUser", resellerId: reseller.resellerId, customerId });
  const backup = "acronis-backup";
  const { Result } = await app.call(reseller, orders.journey, {
    params: { by: "product", name: backup },
    query: { CustomerId: customerId, Action: "Add" },
  });
  const { OfferId } = Result!.Steps.flatMap(({ Items }) => Items)[0]!.Offers[0]!;
  const change = { Kind: "add" as const, Lines: [{ Key: "a", OfferId, Quantity: 3 }] };
  const { placed } = await order(reseller, customerId, change, { ProductId: backup, UserId: user.membershipId });
  const { InstanceId } = placed.Result!;
  await becomes(reseller, InstanceId, "Active");
  const listed = async (who: Person, listId: ListId) =>
    (await app.call(who, myServices.details, { params: { productId: backup, customerId, listId } })).Result!.Items;
  const rows = await listed(reseller, "users");
  const expected = { InstanceId, Name: "Robin Tester", Status: "Active", Reason: null };
  expect(rows).toMatchObject([{ ...expected, Values: { Name: "Robin Tester", Quantity: 3, State: "Active" } }]);
  expect(rows[0]!.Values["Of"]).toMatch(/^Acronis/);
  expect(await listed(reseller, "subscriptions")).toEqual([]);

  // What failed says why.
  await app.sql("update service_instances set status = 'DeletionFailed', reason = 'The disk is full' where id = $1", [
    InstanceId,
  ]);
  expect(await listed(reseller, "users")).toMatchObject([{ Status: "DeletionFailed", Reason: "The disk is full" }]);
});

test("SVC-04 the settings of my services say how long a page is and whether assigned licences are shown", async () => {
  const reseller = await signInSigned();
  expect((await app.call(reseller, myServices.settings)).Result).toEqual({ AssignedLicences: true, PageSize: 50 });
});

test("SVC-06 the buttons of a customer's list add and change, as far as the caller may", async () => {
  const reseller = await signInSigned();
  const { buttons, customerId, InstanceId, params } = await standing(reseller);
  const [add, modify] = await buttons();
  expect(add).toEqual({
    Action: "add",
    Style: "add",
    Text: "Add Microsoft 365",
    DataTestId: "my-services-add",
    IsDisabled: false,
    Data: {
      PopUp: "Page",
      Payload: {
        Address: `/customers/customer/${customerId}/nce-question?serviceRouteName=office-365&listingId=5b1f6c1e-7c0a-4d5e-9a36-0b2f4c8d1a08&isNewJourney=false`,
      },
    },
    AnalyticsData: { Action: "add", Page: "my-services", Campaign: productId },
  });
  expect(modify).toMatchObject({
    Action: "modify",
    Style: "modify",
    Data: { Payload: { Address: `/customers/customer/${customerId}/cs/modify-service/${InstanceId}/${productId}` } },
  });
  expect((await buttons("users")).map(({ Action }) => Action)).toEqual(["add-for-user"]);

  // Who may not order is offered nothing; a suspended customer's are greyed out.
  const looking = await app.signIn({ kind: "engineer", resellerId: reseller.resellerId, rights: ["manageService"] });
  expect((await app.call(looking, myServices.buttons, { params: params() })).Result!.Buttons).toEqual([]);
  await app.sql("update customers set status = 'Suspended', suspended_at = now() where id = $1", [customerId]);
  expect((await buttons()).every(({ IsDisabled }) => IsDisabled)).toBe(true);
});

test("SVC-09 FLAG-14 a customer's list says how many licences are assigned if it is asked so", async () => {
  const { reseller, details, Subscriptions, customerId } = await unchanged();
  const yearly = Subscriptions.find(({ Term }) => Term === "P1Y")!;
  await app.sql(
    `with person as (
       insert into customer_people (reseller_id, customer_id, name, email, added_at) select $1, $2, 'Ada Lane', 'ada@example.com', now() returning id)
     insert into assignments (reseller_id, customer_id, product_id, subscription_id, person_id, state, since)
     select $1, $2, 'microsoft-365', $3, id, 'there', '2026-01-02' from person`,
    [reseller.resellerId, customerId, yearly.Id],
  );
  const plain = await details("false");
  expect(new Set(plain.map(({ Values }) => Values["Quantity"]))).toEqual(new Set([2, 5]));
  expect(plain.some(({ Values }) => "Assigned" in Values)).toBe(false);
  const of = (rows: typeof plain) => rows.find(({ Id }) => Id === yearly.Id)!;
  expect(of(await details("true"))).toMatchObject({
    Status: "Active",
    StatusNumber: 0,
    Unit: "Licence",
    Values: { Quantity: 5, Assigned: 1, Term: "1 year, paid each month", TermUntil: yearly.TermUntil },
  });
  await setFlag("NCEAssignedLicences", false);
  expect((await app.call(reseller, myServices.settings)).Result!.AssignedLicences).toBe(false);
  expect("Assigned" in of(await details("true")).Values).toBe(false);
});

test("SVC-10 the buttons of a row open its service, change it, and show its popups", async () => {
  const { reseller, params, Subscriptions, customerId, InstanceId } = await unchanged();
  const ask = (detailId: string, who: Person = reseller) =>
    app.call(who, myServices.detailButtons, { params: { ...params(), detailId } });
  const { Buttons } = (await ask(Subscriptions[0]!.Id)).Result!;
  expect(Buttons.map(({ Action, Data: { PopUp } }) => [Action, PopUp])).toEqual([
    ["open", "Page"],
    ["modify", "Page"],
    ["upgrade", "Page"],
    ["purchase-order", "SchemaPopup"],
    ["renewal-contact", "SchemaPopup"],
    ["remove-renewal-contact", "SchemaPopup"],
    ["delete", "Page"],
  ]);
  expect(Buttons[0]!.Data.Payload).toEqual({ Address: `/customers/customer/${customerId}/services/${InstanceId}` });
  expect((await ask(customerId)).status).toBe(404);
  expect((await ask(Subscriptions[0]!.Id, await app.signIn())).status).toBe(404);
});

test("FLAG-03 ModifyJourney leads from the old route to the new journey", async () => {
  const { buttons, customerId } = await unchanged();
  await setFlag("ModifyJourney", false);
  const modify = (await buttons()).find(({ Action }) => Action === "modify");
  expect(modify!.Data.Payload).toEqual({
    Address: `/customers/customer/${customerId}+modify/add-service/office-365`,
  });
});

test("FLAG-04 NCEGlobalModify offers to change a customer's subscriptions together", async () => {
  const { buttons, names, customerId } = await unchanged();
  const together = (await buttons()).find(({ Action }) => Action === "modify-together");
  expect(together!.Data.Payload).toEqual({ Address: `/plans?product=microsoft-365&customer=${customerId}` });
  await setFlag("NCEGlobalModify", false);
  expect(await names()).not.toContain("modify-together");
});

test("FLAG-02 M365SecureUpgrade offers to go up to Microsoft 365 Secure with as many seats, and orders it so", async () => {
  const reseller = await signInSigned();
  const { buttons, names, customerId, InstanceId } = await standing(reseller);
  const up = (await buttons()).find(({ Action }) => Action === "upgrade-product");
  expect(up!.Text).toBe("Upgrade to Microsoft 365 Secure");
  const { pathname, searchParams } = new URL(
    (up!.Data.Payload as { Address: string }).Address,
    "http://portal.example",
  );
  expect(pathname).toBe(`/customers/customer/${customerId}/nce-question`);
  expect(Object.fromEntries(searchParams)).toMatchObject({
    serviceRouteName: "office-365-secure",
    upgradeOf: InstanceId,
    // Five of one subscription and two of the other.
    seats: "7",
  });
  const Change = {
    Kind: "add" as const,
    Lines: [{ Key: "a", OfferId: "CFQ7TTC0J7M8:0001:P1M:monthly", Quantity: 7 }],
  };
  const wanted = { CustomerId: customerId, ProductId: "microsoft-365-secure", Details: {}, Change };
  const propose = (UpgradeOf: string | null, rest = {}) =>
    app.call(reseller, orders.propose, { body: { ...wanted, UpgradeOf, ...rest } });
  const { Result } = await propose(InstanceId);
  expect(Result!.Lines).toMatchObject([{ Quantity: 7 }]);
  const body = { ...wanted, UpgradeOf: InstanceId, ProposalHash: Result!.Hash };
  // What it goes up from must be the customer's, and of the product that it is the upgrade of.
  expect((await propose(crypto.randomUUID())).status).toBe(404);
  expect((await propose(InstanceId, { CustomerId: await addCustomer(reseller) })).status).toBe(404);
  expect((await propose(InstanceId, { ProductId: "power-bi" })).Error).toBe("upgradeNotPossible");

  await setFlag("M365SecureUpgrade", false);
  expect(await names()).not.toContain("upgrade-product");
  expect(await propose(InstanceId)).toMatchObject({ status: 409, Error: "upgradeNotPossible" });
  expect(await app.call(reseller, orders.place, { body })).toMatchObject({ status: 409, Error: "upgradeNotPossible" });
  // By itself it is sold as before.
  expect((await propose(null)).status).toBe(200);
  await setFlag("M365SecureUpgrade", true);
  expect((await app.call(reseller, orders.place, { body })).status).toBe(200);
});

test("FLAG-16 DisableLegacyMicrosoftOrders takes legacy products off the shelf, and the server refuses them", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const [sold] = await app.sql<{ id: string }>("select id from offers where product_id = 'share-point' limit 1");
  const shelf = async () =>
    (await app.call(reseller, catalogue.marketplace)).Result!.Items.map(({ ProductId: id }) => id);
  const wanted = { Kind: "add" as const, Lines: [{ Key: "a", OfferId: sold!.id, Quantity: 1 }] };
  expect(await shelf()).toEqual(expect.arrayContaining(["share-point", "hosted-exchange", "microsoft-365"]));
  await setFlag("DisableLegacyMicrosoftOrders", true);
  expect(await shelf()).not.toEqual(expect.arrayContaining(["share-point"]));
  expect(await shelf()).toEqual(expect.arrayContaining(["microsoft-365"]));
  const { proposal } = await order(reseller, customerId, wanted, { ProductId: "share-point" });
  expect(proposal).toMatchObject({ status: 409, Error: "offerNotForSale" });
});

test("FLAG-17 without EnableSchedulingBillingCycleChangesForEoS no billing is changed, nor offered to be", async () => {
  const { reseller, customerId, InstanceId, Subscriptions, OfferId } = await unchanged();
  const yearly = Subscriptions.find(({ Term }) => Term === "P1Y")!;
  expect(yearly.ChangesBilling).toBe(true);
  await setFlag("EnableSchedulingBillingCycleChangesForEoS", false);
  expect((await becomes(reseller, InstanceId, "Active")).Subscriptions.some((each) => each.ChangesBilling)).toBe(false);
  const target = { Key: yearly.Id, OfferId: OfferId.replace("monthly", "annual") };
  const { proposal } = await order(reseller, customerId, { Kind: "billing", Targets: [target] }, { InstanceId });
  expect(proposal).toMatchObject({ status: 409, Error: "billingNotPossible" });
});
