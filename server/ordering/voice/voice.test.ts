import { numberStock } from "@tradewind/contract/ordering/number-stock.ts";
import type { WireChange } from "@tradewind/contract/ordering/orders.ts";
import type { VoiceService } from "@tradewind/contract/ordering/voice.ts";
import { work } from "@tradewind/contract/ordering/work.ts";
import { expect, test } from "vitest";
import { orderStory } from "../../test/order-story.ts";
import { tickSteps } from "../../test/tick-steps.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";
import { siteOf, voiceStory } from "../../test/voice.ts";

const app = await testApp();
const worker = await testWorker(app);
const operator = await app.signInOperator();
const { signInSigned, order, becomes, status } = orderStory(app, worker);
const { stockUp, serviceFor, propose, place, workFor, summary } = voiceStory(app, operator, worker);

await stockUp("0113", "0113 496 0000", 1000);
await stockUp("0117", "0117 496 0000", 30);

const complete = async (workItemId: string, body: object = {}) => {
  await tickSteps(app, operator, workItemId);
  return app.call(operator, work.complete, { params: { workItemId }, body });
};

/** Places an order and completes it, and returns the service with its subscriptions by SKU. */
async function provided(boss: Person, service: VoiceService) {
  const { OrderId, InstanceId } = (await place(boss, service)).Result!;
  expect((await complete((await workFor(service.OrganisationName)).Id)).status).toBe(200);
  const { Subscriptions, Resources } = await becomes(boss, InstanceId, "Active");
  const keyOf = (sku: string) => Subscriptions.find(({ Sku }) => Sku === sku)!.Id;
  return { OrderId, InstanceId, keyOf, Resources };
}
const change = (boss: Person, service: VoiceService, InstanceId: string, Change: WireChange) =>
  order(boss, service.OrganisationID, Change, { ProductId: "hosted-voice", InstanceId });

test("ORD-42 hosted voice is ordered with all that the add-service data holds", async () => {
  const boss = await signInSigned();
  const service = await serviceFor(boss, { Sites: [siteOf("0113", 2), siteOf("0113", 1, { SiteName: "Depot" })] });
  const { Result } = await propose(boss, service);
  // 5 Standard users, 2 SIP licences and 3 blocks: the price list says 4.60, 3.20 and 2.10.
  const wanted = Result!.Lines.map(({ Description, Quantity, UnitCost }) => ({ Description, Quantity, UnitCost }));
  expect(wanted.map(({ Quantity, UnitCost }) => `${Quantity} × ${UnitCost}`)).toEqual([
    "5 × 4.6",
    "2 × 3.2",
    "2 × 2.1",
    "1 × 2.1",
  ]);
  const placed = await place(boss, service);
  expect(placed).toMatchObject({ status: 200, Succeed: true });
  const item = await workFor(service.OrganisationName);
  expect(item.Lines.map(({ Name, Quantity }) => `${Quantity} × ${Name}`)).toEqual([
    "5 × Standard user",
    "2 × SIP licence",
    "2 × Site with direct-dial numbers",
    "1 × Site with direct-dial numbers",
  ]);
  expect(item.Details).toEqual({
    CallReportingEmailAddress: "office@acme.example",
    BandwidthConfirmed: true,
  });
  // The numbers were taken from stock when it was ordered.
  expect(item.Lines[2]!.Resources).toMatchObject([
    { Make: 0, Reserved: ["+441134960000 to +441134960009", "+441134960010 to +441134960019"] },
  ]);
});

test("ORD-42 what is missing or does not fit is refused at its field, and nothing is ordered or reserved", async () => {
  const boss = await signInSigned();
  const service = await serviceFor(boss);
  const stock = async () => (await app.call(operator, numberStock.list)).Result!.Items;
  const before = await stock();
  const faultsOf = async (rest: Partial<VoiceService>) => (await place(boss, { ...service, ...rest })).Errors;
  expect(await faultsOf({ BandwidthConfirmed: false })).toEqual({ BandwidthConfirmed: "This is required" });
  expect(await faultsOf({ OrganisationName: "Somebody else" })).toEqual({
    OrganisationName: `The customer is called ${service.OrganisationName}`,
  });
  expect(await faultsOf({ CallReportingEmailAddress: "nobody" })).toEqual({
    CallReportingEmailAddress: "Must be a valid email address",
  });
  expect(
    await faultsOf({ Sites: [siteOf("0113"), siteOf("0113", 1, { SiteName: "Quay, Bristol", Postcode: "" })] }),
  ).toEqual({
    "Sites.1.SiteName": "Must be letters, digits and spaces, without commas",
    "Sites.1.Postcode": "Postcode is required",
  });
  expect(await faultsOf({ Sites: [siteOf("0117", 4)] })).toEqual({
    "Sites.0.DDIAreaCode": "Only 3 blocks of 0117 are free",
  });
  expect(await faultsOf({ Sites: [siteOf("0161")] })).toEqual({ "Sites.0.DDIAreaCode": "No numbers of 0161 are free" });
  expect(await stock()).toEqual(before);
});

test("no block of numbers is given twice, however many orders want it at the same time", async () => {
  await stockUp("0141", "0141 496 0000", 50);
  const boss = await signInSigned();
  const services = await Promise.all(
    Array.from({ length: 8 }, () => serviceFor(boss, { Sites: [siteOf("0141")], MitelLicences: 1 })),
  );
  const placed = await Promise.all(services.map((service) => place(boss, service)));
  expect(placed.filter((each) => each.status === 200)).toHaveLength(5);
  for (const each of placed.filter(({ status: answered }) => answered !== 200))
    expect(each.Errors).toEqual({ "Sites.0.DDIAreaCode": "No numbers of 0141 are free" });
  const [held] = await app.sql(
    "select count(*)::int, count(distinct numbers)::int as blocks from resources where code like '+44141%'",
  );
  expect(held).toEqual({ count: 5, blocks: 5 });
});

test("numbers of a rejected order are free again at once, and those of an ended service after 90 days", async () => {
  await stockUp("0151", "0151 496 0000", 10);
  const boss = await signInSigned();
  const service = await serviceFor(boss, { Sites: [siteOf("0151")] });
  const { Result } = await place(boss, service);
  const other = await serviceFor(boss, { Sites: [siteOf("0151")] });
  expect((await place(boss, other)).Errors).toEqual({ "Sites.0.DDIAreaCode": "No numbers of 0151 are free" });
  const rejected = await workFor(service.OrganisationName);
  await app.call(operator, work.reject, { params: { workItemId: rejected.Id }, body: { Note: "No line there" } });
  await becomes(boss, Result!.InstanceId, "ActivationFailed");
  const { InstanceId, Resources, keyOf } = await provided(boss, other);
  expect(Resources.map(({ Text }) => Text)).toEqual(["+441514960000 to +441514960009"]);
  await change(boss, other, InstanceId, {
    Kind: "cancel",
    Keys: ["voice-standard", "voice-sip", "voice-site"].map((sku) => keyOf(sku)),
  });
  expect((await complete((await workFor(other.OrganisationName)).Id)).status).toBe(200);
  await becomes(boss, InstanceId, "Deleted");
  const third = await serviceFor(boss, { Sites: [siteOf("0151")] });
  expect((await place(boss, third)).Errors).toEqual({ "Sites.0.DDIAreaCode": "No numbers of 0151 are free" });
  await app.sql(
    "update resources set since = since - interval '91 days', until = until - interval '91 days' where code = '+441514960000'",
  );
  expect((await place(boss, third)).status).toBe(200);
});

test("ORD-43 ORD-44 ORD-46 an order of hosted voice is read by organisation and order id, from its submission to its end", async () => {
  const boss = await signInSigned();
  const service = await serviceFor(boss, {
    Sites: [
      siteOf("0113", 2, { Address2: "Floor 2", County: "West Yorkshire" }),
      siteOf("0113", 1, { SiteName: "Home of Ada", PropertyType: "residential" }),
    ],
  });
  const { OrderId, InstanceId } = (await place(boss, service)).Result!;
  const read = async () => (await summary(boss, service.OrganisationID, OrderId)).Result!;
  const submitted = await read();
  expect(submitted).toEqual({
    OrderId,
    OrderNumber: submitted.OrderNumber,
    OrderType: 0,
    MitelLicences: 5,
    MitelLicencesChange: 5,
    NonMitelLicences: 2,
    NonMitelLicencesChange: 2,
    OrderCreatedOn: submitted.OrderCreatedOn,
    OrderCreatedBy: "Robin Tester",
    OrderStatus: "Submitted",
    EstimatedCompletionDate: null,
    Sites: service.Sites,
    Reasons: [],
  });
  expect(Date.parse(submitted.OrderCreatedOn)).toBeGreaterThan(0);

  const item = await workFor(service.OrganisationName);
  await app.call(operator, work.start, {
    params: { workItemId: item.Id },
    body: { EstimatedCompletion: "2026-12-21", Note: null },
  });
  await worker.until(async () => (await read()).EstimatedCompletionDate !== null, "the day by which it should be done");
  expect(await read()).toMatchObject({ OrderStatus: "In progress", EstimatedCompletionDate: "2026-12-21" });
  expect((await complete(item.Id)).status).toBe(200);
  await becomes(boss, InstanceId, "Active");
  expect(await read()).toMatchObject({ OrderType: 0, OrderStatus: "Completed" });

  // Of another customer, and of another company.
  const elsewhere = await serviceFor(boss);
  expect((await summary(boss, elsewhere.OrganisationID, OrderId)).status).toBe(404);
  expect((await summary(await signInSigned(), service.OrganisationID, OrderId)).status).toBe(404);
});

test("ORD-43 each change of hosted voice is an order of its type, with licences before and after", async () => {
  const boss = await signInSigned();
  const service = await serviceFor(boss);
  const { OrderId: first, InstanceId, keyOf } = await provided(boss, service);
  const read = async (orderId: string) => (await summary(boss, service.OrganisationID, orderId)).Result!;
  const finish = async () => {
    expect((await complete((await workFor(service.OrganisationName)).Id)).status).toBe(200);
    await becomes(boss, InstanceId, "Active");
  };

  const more = await change(boss, service, InstanceId, {
    Kind: "setQuantity",
    Targets: [
      { Key: keyOf("voice-standard"), Quantity: 8 },
      { Key: keyOf("voice-sip"), Quantity: 1 },
    ],
  });
  const changed = { MitelLicences: 8, MitelLicencesChange: 3, NonMitelLicences: 1, NonMitelLicencesChange: -1 };
  const licences = more.placed.Result!.OrderId;
  expect(await read(licences)).toMatchObject({ OrderType: 1, OrderStatus: "Submitted", ...changed });
  await finish();
  expect(await read(licences)).toMatchObject({ OrderType: 2, OrderStatus: "Completed", ...changed });
  // What was ordered first stays as it was then.
  expect(await read(first)).toMatchObject({ OrderType: 0, MitelLicences: 5, NonMitelLicences: 2 });

  const { DDIBlocks: Quantity, ...Attributes } = siteOf("0113", 1, { SiteName: "Depot" });
  const added = await change(boss, service, InstanceId, {
    Kind: "add",
    Lines: [{ Key: "a", OfferId: "voice-site:none:monthly", Quantity, Attributes }],
  });
  const siteAdd = await read(added.placed.Result!.OrderId);
  expect(siteAdd).toMatchObject({ OrderType: 3, MitelLicences: 8, MitelLicencesChange: 0 });
  expect(siteAdd.Sites.map(({ SiteName }) => SiteName)).toEqual(["Head office", "Depot"]);
  await finish();

  const numbers = await change(boss, service, InstanceId, {
    Kind: "setQuantity",
    Targets: [{ Key: keyOf("voice-site"), Quantity: 3 }],
  });
  expect(await read(numbers.placed.Result!.OrderId)).toMatchObject({ OrderType: 2, Sites: [{ DDIBlocks: 3 }, {}] });
  expect((await workFor(service.OrganisationName)).Lines[0]!.Resources[0]!.Reserved).toHaveLength(2);
  await finish();

  const ended = await change(boss, service, InstanceId, { Kind: "cancel", Keys: [keyOf("voice-sip")] });
  const cancellation = ended.placed.Result!.OrderId;
  expect(await read(cancellation)).toMatchObject({
    OrderType: 4,
    OrderStatus: "Submitted",
    NonMitelLicencesChange: -1,
  });
  await finish();
  expect(await read(cancellation)).toMatchObject({ OrderType: 4, OrderStatus: "Completed", NonMitelLicences: 0 });
});

test("ORD-43 a rejected order says why, and is cancelled once it is given up; OrderId names the one that another takes the place of", async () => {
  const boss = await signInSigned();
  const service = await serviceFor(boss);
  const { OrderId, InstanceId } = (await place(boss, service)).Result!;
  const item = await workFor(service.OrganisationName);
  await app.call(operator, work.reject, { params: { workItemId: item.Id }, body: { Note: "No line there yet" } });
  await becomes(boss, InstanceId, "ActivationFailed");
  const read = async () => (await summary(boss, service.OrganisationID, OrderId)).Result!;
  expect(await read()).toMatchObject({ OrderType: 0, OrderStatus: "Rejected", Reasons: ["No line there yet"] });

  const { Subscriptions } = await status(boss, InstanceId);
  const given = await change(boss, service, InstanceId, { Kind: "cancel", Keys: Subscriptions.map(({ Id }) => Id) });
  expect(given.placed.status).toBe(200);
  expect(await read()).toMatchObject({ OrderStatus: "Cancelled" });
  expect((await complete((await workFor(service.OrganisationName)).Id)).status).toBe(200);
  await becomes(boss, InstanceId, "Deleted");
  const second = await place(boss, { ...service, OrderId });
  expect(second.status).toBe(200);
  expect((await place(boss, { ...(await serviceFor(boss)), OrderId })).Errors).toEqual({
    OrderId: "This order was not rejected",
  });
});
