import { agreements } from "@tradewind/contract/catalogue/agreements.ts";
import { catalogue } from "@tradewind/contract/catalogue/products.ts";
import { orders, type WireChange } from "@tradewind/contract/ordering/orders.ts";
import { services } from "@tradewind/contract/ordering/services.ts";
import { work } from "@tradewind/contract/ordering/work.ts";
import { expect, test } from "vitest";
import { agreement, deliverTo, orderStory } from "../../test/order-story.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, offer, order, becomes } = orderStory(app, worker);

const journeyOf = async (person: Person, customerId: string, name: string) =>
  (
    await app.call(person, orders.journey, {
      params: { by: "product", name },
      query: { CustomerId: customerId, Action: "Add" },
    })
  ).Result!;

type First = { CustomerId: string; ProductId: string; Change: WireChange };
/** One of the product's first offer, delivered by the first option there is. */
async function firstOf(person: Person, customerId: string, ProductId: string): Promise<First> {
  const { Steps, Delivery } = await journeyOf(person, customerId, ProductId);
  const [item] = Steps.flatMap((step) => step.Items);
  const Change: WireChange = {
    Kind: "add",
    Lines: [{ Key: "a", OfferId: item!.Offers[0]!.OfferId, Quantity: Math.max(1, item!.Minimum) }],
    DeliveryOption: Delivery[0]?.Id ?? null,
  };
  return { CustomerId: customerId, ProductId, Change };
}

async function place(person: Person, wanted: First, Details?: Record<string, string>) {
  const { Result } = await app.call(person, orders.propose, { body: wanted });
  return app.call(person, orders.place, {
    body: { ...wanted, ...(Details ? { Details } : {}), ProposalHash: Result!.Hash },
  });
}

test("hardware is not ordered with Microsoft's answers and without a delivery address, and is with its own", async () => {
  const reseller = await signInSigned();
  const phone = await firstOf(reseller, await addCustomer(reseller), "hosted-voice-hardware");
  const missing = {
    AddressType: "Address type is required",
    Address1: "Address line 1 is required",
    TownCity: "Town or city is required",
    PostCode: "Postcode is required",
    Telephone: "Telephone is required",
  };
  const strange = Object.fromEntries(Object.keys(agreement).map((name) => [name, "This field is not known here"]));
  expect(await place(reseller, phone, agreement)).toMatchObject({
    status: 400,
    Error: "invalidRequest",
    Errors: { ...missing, ...strange },
  });
  expect((await place(reseller, phone)).Errors).toEqual(missing);
  const wrong = { AddressType: "2", PostCode: "LS1_1AA", Telephone: "1234567890", Address1: "x".repeat(101) };
  expect((await place(reseller, phone, { ...deliverTo, ...wrong })).Errors).toEqual({
    AddressType: "Must be one of the values offered",
    PostCode: "Must be letters, digits, dashes, dots and spaces",
    Telephone: "Must be a phone number, for example 01234 567 890",
    Address1: "Must be a maximum of 100 character(s)",
  });
  expect((await place(reseller, phone, { ...deliverTo, Address1: "1 High \u202eteertS" })).Errors).toEqual({
    Address1: "Must not contain hidden marks of direction",
  });
  expect(await app.sql("select from orders where reseller_id = $1", [reseller.resellerId])).toHaveLength(0);

  expect((await place(reseller, phone, { ...deliverTo, Address2: " " })).status).toBe(200);
  const [kept] = await app.sql("select details from service_instances where reseller_id = $1", [reseller.resellerId]);
  expect(kept).toEqual({ details: deliverTo });
});

test("goods that nobody delivers need no delivery address", async () => {
  const reseller = await signInSigned();
  const phone = await firstOf(reseller, await addCustomer(reseller), "hosted-voice-hardware");
  const collected = { ...phone, Change: { ...phone.Change, DeliveryOption: null } as WireChange };
  expect((await place(reseller, collected)).status).toBe(200);
});

test("goods that nobody delivers take no answers about a delivery, whole or in part", async () => {
  const reseller = await signInSigned();
  const phone = await firstOf(reseller, await addCustomer(reseller), "hosted-voice-hardware");
  const collected = { ...phone, Change: { ...phone.Change, DeliveryOption: null } as WireChange };
  for (const sent of [deliverTo, { TownCity: "Leeds" }]) {
    const Errors = Object.fromEntries(Object.keys(sent).map((name) => [name, "This field is not known here"]));
    expect(await place(reseller, collected, sent)).toMatchObject({ status: 400, Error: "invalidRequest", Errors });
    expect(await app.call(reseller, orders.propose, { body: { ...collected, Details: sent } })).toMatchObject({
      Errors,
    });
  }
  expect(await app.sql("select from orders where reseller_id = $1", [reseller.resellerId])).toHaveLength(0);
});

test("a delivery option of no name is refused like any other that is not offered", async () => {
  const reseller = await signInSigned();
  const phone = await firstOf(reseller, await addCustomer(reseller), "hosted-voice-hardware");
  for (const DeliveryOption of ["", "by-pigeon"])
    expect(
      await app.call(reseller, orders.propose, {
        body: { ...phone, Change: { ...phone.Change, DeliveryOption } as WireChange },
      }),
    ).toMatchObject({ status: 400, Errors: { "Change.DeliveryOption": "Must be one of the values offered" } });
});

test("two lines of the same goods do not pass the most that may be ordered", async () => {
  const reseller = await signInSigned();
  const phone = await firstOf(reseller, await addCustomer(reseller), "hosted-voice-hardware");
  const OfferId = "phone-t31p:none:once";
  const lines = (...quantities: number[]) =>
    app.call(reseller, orders.propose, {
      body: {
        ...phone,
        Change: { Kind: "add", Lines: quantities.map((Quantity, at) => ({ Key: `line-${at}`, OfferId, Quantity })) },
      },
    });
  expect((await lines(250, 250)).status).toBe(200);
  expect(await lines(500, 500)).toMatchObject({
    status: 422,
    Error: "quantityAboveMaximum",
    Resources: { Key: "line-1", Limit: 500 },
  });
});

test("a proposal judges the answers it is given as the order does, and needs none to say the price", async () => {
  const reseller = await signInSigned();
  const phone = await firstOf(reseller, await addCustomer(reseller), "hosted-voice-hardware");
  const propose = (Details?: Record<string, string>) =>
    app.call(reseller, orders.propose, { body: { ...phone, ...(Details ? { Details } : {}) } });

  expect(await propose()).toMatchObject({ status: 200, Result: { ChargeNow: { Net: { Currency: "GBP" } } } });
  expect(await propose(deliverTo)).toMatchObject({ status: 200 });
  expect(await propose({ ...deliverTo, MailDomain: "acme.example", PostCode: "" })).toMatchObject({
    status: 400,
    Errors: { MailDomain: "This field is not known here", PostCode: "Postcode is required" },
  });
});

test("Microsoft is told who accepted its agreement, and asked no more once the customer has a tenant", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const wanted = { ...(await firstOf(reseller, customerId, "power-bi")) };
  expect((await place(reseller, wanted)).Errors).toEqual({
    AgreementName: "Accepted by (first and last name) is required",
    AgreementEmail: "Their email is required",
    EmailErrors: "Their email is required",
    AgreementDate: "Accepted on is required",
  });
  const wrong = { AgreementEmail: "ada@acme", AgreementDate: "2026-02-30", MicrosoftDomain: "acme dental" };
  expect((await place(reseller, wanted, { ...agreement, ...wrong })).Errors).toEqual({
    AgreementEmail: "Must be a valid email address",
    EmailErrors: "Must be a valid email address",
    AgreementDate: "Must be the correct format",
    MicrosoftDomain: "Must be letters, digits and dashes",
  });
  const { Result } = await place(reseller, wanted, agreement);
  await becomes(reseller, Result!.InstanceId, "Active");

  const another = await firstOf(reseller, customerId, "dynamics-365");
  expect((await place(reseller, another, { ...agreement, AgreementName: "" })).status).toBe(200);
  expect((await place(reseller, await firstOf(reseller, customerId, "intune"))).status).toBe(200);
});

test("an address that Microsoft lacks is asked for with the order", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  await app.sql("update customers set address1 = null where id = $1", [customerId]);
  const wanted = await firstOf(reseller, customerId, "power-bi");
  expect((await place(reseller, wanted, agreement)).Errors).toEqual({
    Address1: "Address is required",
    TownCity: "Town or city is required",
    PostCode: "Postcode is required",
  });
  const address = { Address1: "1 High Street", TownCity: "Leeds", PostCode: "LS1 1AA" };
  expect((await place(reseller, wanted, { ...agreement, ...address })).status).toBe(200);
});

test("CAT-22 a product for once per customer is refused there a second time, one for several is not", async () => {
  const reseller = await signInSigned();
  const [here, elsewhere] = [await addCustomer(reseller), await addCustomer(reseller)];
  const asked = async (customerId: string, productId: string) => {
    const body = await firstOf(reseller, customerId, productId);
    return async () => (await app.call(reseller, orders.propose, { body })).Error;
  };
  const again = await asked(here, "bitdefender");
  const more = await asked(here, "azure-software-subscription");
  expect([await again(), await more()]).toEqual([null, null]);
  for (const productId of ["bitdefender", "azure-software-subscription"])
    await app.sql(
      `insert into service_instances (reseller_id, customer_id, product_id, status, since, created_at)
       values ($1, $2, $3, 'Active', '2026-01-02', '2026-01-02')`,
      [reseller.resellerId, here, productId],
    );
  expect([await again(), await more()]).toEqual(["onlyOnePerCustomer", null]);
  expect(await (await asked(elsewhere, "bitdefender"))()).toBeNull();
});

test("goods are delivered by an option of their own product", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const { DeliveryOption } = (await firstOf(reseller, customerId, "hosted-voice-hardware")).Change as {
    DeliveryOption: string;
  };
  const backup = await firstOf(reseller, customerId, "acronis-backup");
  const body = { ...backup, Change: { ...backup.Change, DeliveryOption } as WireChange };
  const refused = { status: 400, Errors: { "Change.DeliveryOption": "Must be one of the values offered" } };
  expect(await app.call(reseller, orders.propose, { body })).toMatchObject(refused);
  expect(await app.call(reseller, orders.place, { body: { ...body, ProposalHash: "a".repeat(64) } })).toMatchObject(
    refused,
  );
});

test("a change of a service asks nothing, so it takes no answers", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const { OfferId } = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
  const { placed } = await order(reseller, customerId, { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity: 2 }] });
  const { InstanceId } = placed.Result!;
  const { Subscriptions } = await becomes(reseller, InstanceId, "Active");
  const change: WireChange = { Kind: "setQuantity", Targets: [{ Key: Subscriptions[0]!.Id, Quantity: 3 }] };
  expect((await order(reseller, customerId, change, { InstanceId, Details: deliverTo })).proposal.Errors).toEqual(
    Object.fromEntries(Object.keys(deliverTo).map((name) => [name, "This field is not known here"])),
  );
  expect((await order(reseller, customerId, change, { InstanceId })).placed.status).toBe(200);
});

test("AGR-06 AGR-08 where Microsoft's shortcut skips the gate, an order is refused all the same until the agreement is signed", async () => {
  const reseller = await app.signIn();
  const [known, unknown] = [await addCustomer(reseller), await addCustomer(reseller)];
  await app.sql(
    "insert into provider_tenants (reseller_id, customer_id, fulfiller, tenant_ref) values ($1, $2, 'microsoft', $3)",
    [reseller.resellerId, known, crypto.randomUUID()],
  );
  const partner = async (customerId: string) =>
    (await app.call(reseller, catalogue.hasPartnerId, { params: { customerId } })).Result;
  expect([await partner(known), await partner(unknown)]).toEqual([1, 0]);

  const gate = (customerId: string) =>
    app.call(reseller, orders.journey, {
      params: { by: "route", name: "office-365" },
      query: { CustomerId: customerId, Action: "Add" },
    });
  expect(await gate(unknown)).toMatchObject({ status: 409, Error: "agreementNotSigned" });
  const { Result, status } = await gate(known);
  expect(status).toBe(200);

  const { OfferId } = Result!.Steps.flatMap((step) => step.Items)[0]!.Offers[0]!;
  const change: WireChange = { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity: 1 }] };
  const unsigned = await order(reseller, known, change);
  expect(unsigned.proposal.Result!.Findings).toContainEqual(
    expect.objectContaining({ Code: "agreementMissing", Blocks: true, AgreementId: "microsoft-365" }),
  );
  expect(unsigned.placed).toMatchObject({ status: 409, Error: "agreementNotSigned" });
  expect(await app.sql("select from orders where reseller_id = $1", [reseller.resellerId])).toHaveLength(0);

  const params = { agreementId: "microsoft-365" };
  const text = (await app.call(reseller, agreements.byId, { params })).Result!;
  await app.call(reseller, agreements.sign, {
    params,
    body: {
      Version: text.Version,
      TextHash: text.TextHash,
      ReadToEnd: true,
      Name: "Ada Lovelace",
      JobTitle: "Director",
    },
  });
  expect((await order(reseller, known, change)).placed.status).toBe(200);
});

test("answers that were chosen are read in words, by those who ordered and by those who set it up", async () => {
  const reseller = await signInSigned();
  const wanted = await firstOf(reseller, await addCustomer(reseller), "webroot");
  const Details = { ConsoleUser: "ada@acme.example", Replaces: "windows" };
  const { InstanceId } = (await place(reseller, wanted, Details)).Result!;
  const inWords = { ConsoleUser: "ada@acme.example", Replaces: "What comes with Windows" };
  const shown = await app.call(reseller, services.byId, { params: { instanceId: InstanceId } });
  expect(shown.Result!.Details).toEqual(inWords);
  const operator = await app.signInOperator();
  const item = await worker.until(
    async () =>
      (await app.call(operator, work.list)).Result!.Items.find(
        ({ Details: asked }) => asked["ConsoleUser"] === "ada@acme.example",
      ),
    "work for people",
  );
  expect(item.Details).toEqual(inWords);
});
