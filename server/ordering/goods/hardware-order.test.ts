import { hardware, type HardwareService } from "@tradewind/contract/ordering/hardware.ts";
import { orders, type WireChange } from "@tradewind/contract/ordering/orders.ts";
import { work } from "@tradewind/contract/ordering/work.ts";
import { expect, test } from "vitest";
import { proposalOfHardware } from "../../test/hardware.ts";
import { deliverTo, orderStory } from "../../test/order-story.ts";
import { testApp } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer } = orderStory(app, worker);
const ProductId = "hosted-voice-hardware";
const lines = ["phone-t31p", "headset-uh36", "phone-w73p"].map((sku, at) => ({
  Key: sku,
  OfferId: `${sku}:none:once`,
  Quantity: at + 1,
}));
const flat = { ...deliverTo, AddressType: "1", Address2: "Flat 2", Address3: "Second floor", County: "West Yorkshire" };

async function ordered(DeliveryOption: string | null, Details: Record<string, string>, Lines = lines) {
  const boss = await signInSigned();
  const name = `Acme ${crypto.randomUUID().slice(0, 6)}`;
  const CustomerId = await addCustomer(boss, name);
  const Change: WireChange = { Kind: "add", Lines, DeliveryOption };
  const body = { CustomerId, ProductId, Details, Change };
  const proposal = await app.call(boss, orders.propose, { body });
  const ProposalHash = proposal.Result?.Hash ?? "0".repeat(64);
  const placed = await app.call(boss, orders.place, { body: { ...body, ProposalHash } });
  const read = async () =>
    (await app.call(boss, orders.byId, { params: { orderId: placed.Result!.OrderId } })).Result!.Hardware;
  return { boss, name, proposal, placed, read };
}

test("ORD-53 an order of hardware holds its products by group with price and quantity, its delivery and its address", async () => {
  const { read, name } = await ordered("next-day", flat);
  expect(await read()).toEqual({
    OrderProducts: [
      {
        Group: "Phones",
        Products: [
          { Name: "Yealink T31P desk phone", Price: expect.stringMatching(/^\d+(\.\d+)?$/), Quantity: 1 },
          { Name: "Yealink W73P cordless phone", Price: expect.stringMatching(/^\d+(\.\d+)?$/), Quantity: 3 },
        ],
      },
      { Group: "Headsets", Products: [{ Name: "Yealink UH36 wired headset", Price: "34", Quantity: 2 }] },
    ],
    DeliveryOption: { Id: "next-day", Description: "Next working day", Cost: "9.5" },
    Address: {
      Type: 1,
      Address1: "1 High Street",
      Address2: "Flat 2",
      Address3: "Second floor",
      TownCity: "Leeds",
      County: "West Yorkshire",
      PostCode: "LS1 1AA",
      Telephone: "01234 567 890",
    },
  });
  const operator = await app.signInOperator();
  const found = async () =>
    (await app.call(operator, work.list)).Result!.Items.find((each) => each.CustomerName === name);
  expect(await worker.until(found, "the work")).toMatchObject({
    Delivery: "Next working day",
    Details: { AddressType: "Residential", Address3: "Second floor" },
  });
});

test("ORD-53 the journey names the delivery options with what each costs, and no other is taken", async () => {
  const { boss, placed } = await ordered(null, {});
  expect(placed.status).toBe(200);
  const { Result } = await app.call(boss, orders.journey, {
    params: { by: "product", name: ProductId },
    query: { CustomerId: await addCustomer(boss), Action: "Add" },
  });
  expect(Result!.Delivery).toEqual([
    { Id: "standard", Description: "Standard, 3 to 5 working days", Cost: "6" },
    { Id: "next-day", Description: "Next working day", Cost: "9.5" },
    { Id: "before-noon", Description: "Next working day before noon", Cost: "15" },
  ]);
  const { proposal } = await ordered("by-balloon", flat);
  expect(proposal).toMatchObject({ status: 400, Errors: { "Change.DeliveryOption": expect.any(String) } });
});

test("ORD-53 hardware is submitted by its groups with price and quantity, its delivery and its address", async () => {
  const boss = await signInSigned();
  const OrganisationID = await addCustomer(boss);
  const { Result: journey } = await app.call(boss, orders.journey, {
    params: { by: "product", name: ProductId },
    query: { CustomerId: OrganisationID, Action: "Add" },
  });
  const { AddressType: _, ...to } = flat;
  const bought = (OfferId: string, Quantity: number) => {
    const offers = journey!.Steps.flatMap(({ Items }) => Items).flatMap(({ Offers }) => Offers);
    return { OfferId, Price: offers.find((offer) => offer.OfferId === OfferId)!.Cost, Quantity };
  };
  const service: HardwareService = {
    OrganisationID,
    OrderProducts: [
      { Products: [bought("phone-t31p:none:once", 2), bought("phone-w73p:none:once", 1)] },
      { Products: [bought("headset-uh36:none:once", 3)] },
    ],
    DeliveryOption: journey!.Delivery.find(({ Id }) => Id === "next-day")!,
    Address: { Type: 1, ...to },
  };
  const { Result: proposal } = await app.call(boss, orders.propose, { body: proposalOfHardware(service) });
  const place = (rest: Partial<HardwareService> = {}) =>
    app.call(boss, hardware.place, { body: { ...service, ...rest, ProposalHash: proposal!.Hash } });
  const [phones, headsets] = service.OrderProducts;
  const [first, ...others] = phones!.Products;
  // What was shown is what it costs, or nothing is ordered.
  expect(
    (await place({ OrderProducts: [{ Products: [{ ...first!, Price: "0.01" }, ...others] }, headsets!] })).Errors,
  ).toEqual({ "OrderProducts.0.Products.0.Price": "This is not what it costs" });
  expect((await place({ DeliveryOption: { ...service.DeliveryOption!, Cost: "1" } })).Errors).toEqual({
    "DeliveryOption.Cost": "This is not what it costs",
  });
  expect((await place({ Address: null })).Errors).toEqual({ Address: "Say where it is delivered" });
  expect((await place({ Address: { ...service.Address!, PostCode: "" } })).Errors).toEqual({
    PostCode: expect.any(String),
  });
  expect((await place({ OrganisationID: crypto.randomUUID() })).status).toBe(404);
  expect((await place({ OrderProducts: [phones!] })).Error).toBe("proposalChanged");
  expect(await app.sql("select from orders where reseller_id = $1", [boss.resellerId])).toEqual([]);

  const placed = await place();
  expect(placed).toMatchObject({ status: 200 });
  const page = await app.call(boss, orders.byId, { params: { orderId: placed.Result!.OrderId } });
  expect(page.Result!.Hardware).toMatchObject({
    OrderProducts: [
      { Group: "Phones", Products: [{ Quantity: 2 }, { Quantity: 1 }] },
      { Group: "Headsets", Products: [{ Price: "34", Quantity: 3 }] },
    ],
    DeliveryOption: { Id: "next-day", Cost: "9.5" },
    Address: { Type: 1, Address1: "1 High Street", PostCode: "LS1 1AA" },
  });
});

test("ORD-54 the form asks for an address of seven parts, which the order holds", async () => {
  const { boss, read } = await ordered("standard", deliverTo);
  const { Result } = await app.call(boss, orders.journey, {
    params: { by: "product", name: ProductId },
    query: { CustomerId: await addCustomer(boss), Action: "Add" },
  });
  const { Fields } = Result!.Steps.find(({ Id }) => Id === "address")!;
  const parts = ["Address1", "Address2", "Address3", "TownCity", "County", "PostCode", "Telephone"];
  expect(Fields.map(({ Name }) => Name)).toEqual(["AddressType", ...parts]);
  const { Address } = (await read())!;
  expect(Object.keys(Address!)).toEqual(["Type", ...parts]);
  expect(Address).toMatchObject({ Address1: "1 High Street", Address3: null, Telephone: "01234 567 890" });
});

test.each([
  ["0", 0],
  ["1", 1],
] as const)("ORD-55 an address of type %s is told as %i, and no third is taken", async (AddressType, Type) => {
  const { read } = await ordered("standard", { ...deliverTo, AddressType });
  expect((await read())!.Address!.Type).toBe(Type);
  const { proposal } = await ordered("standard", { ...deliverTo, AddressType: "2" });
  expect(proposal).toMatchObject({ status: 400, Errors: { AddressType: expect.any(String) } });
});

test("goods that are collected have neither a delivery nor an address", async () => {
  const { read } = await ordered(null, {}, lines.slice(0, 1));
  expect(await read()).toMatchObject({ DeliveryOption: null, Address: null });
});
