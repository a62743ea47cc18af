import { customers } from "@tradewind/contract/customers/customers.ts";
import { differences, everyDifference } from "@tradewind/contract/ordering/differences.ts";
import { orderNumber } from "@tradewind/contract/ordering/order-number.ts";
import { expect, test } from "vitest";
import { curing } from "../../test/cures.ts";
import { orderStory } from "../../test/order-story.ts";
import { sweeping } from "../../test/sweep.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const cures = curing(app);
const sweep = sweeping(app, worker);
const { signInSigned, addCustomer, offer, order, becomes } = orderStory(app, worker);

async function standing(Quantity = 4) {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const { OfferId } = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
  const { placed } = await order(reseller, customerId, { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity }] });
  const { InstanceId, OrderId } = placed.Result!;
  await becomes(reseller, InstanceId, "Active");
  const [row] = await app.sql<{ id: string; vendor_ref: string; tenant_ref: string }>(
    `select s.id, s.vendor_ref, t.tenant_ref from subscriptions s
     join provider_tenants t on t.reseller_id = s.reseller_id and t.customer_id = s.customer_id where instance_id = $1`,
    [InstanceId],
  );
  const act = (action: string, more: object = {}) =>
    worker.control("microsoft", "act", { action, subscriptionId: row!.vendor_ref, ...more });
  return { reseller, customerId, instanceId: InstanceId, orderId: OrderId, ...row!, act };
}

const listed = async (person: Person, View: "open" | "closed" = "open") =>
  (await app.call(person, differences.list, { query: { View } })).Result!;
const items = async (person: Person, view?: "closed") => (await listed(person, view)).Items;

test("the vendor is asked again at once, and what is over keeps its cause, what it came to and how it ended", async () => {
  const held = await standing();
  const { reseller } = held;
  await held.act("setQuantity", { quantity: 6 });
  await sweep(held.tenant_ref);
  const [found] = await items(reseller);
  expect(found).toMatchObject({
    Kind: "quantity",
    State: "open",
    Cause: `After order ${orderNumber(held.orderId)}`,
    Order: { Id: held.orderId, InstanceId: held.instanceId },
    ReadAt: found!.Since,
    ClosedAt: null,
  });
  // On its first day it came to a day of a month of two licences.
  expect(BigInt(found!.SoFar!.Minor)).toBeGreaterThan(0n);
  expect(BigInt(found!.SoFar!.Minor)).toBeLessThan(BigInt(found!.PerMonth!.Minor));

  const read = () => app.call(reseller, differences.read, { params: { differenceId: found!.Id } });
  expect((await read()).Succeed).toBe(true);
  await worker.until(async () => (await items(reseller))[0]!.ReadAt! > found!.Since, "the vendor to be read again");
  expect(await items(reseller)).toMatchObject([{ Id: found!.Id, State: "open" }]);
  const told = await app.sql<{ topics: string[] }>(
    "select topics from events where reseller_id = $1 and customer_id = $2 and topics = array['differences']",
    [reseller.resellerId, held.customerId],
  );
  expect(told.length).toBeGreaterThan(0);

  // An open page hears of it when what is open becomes something else.
  const announced = async () =>
    (await app.sql("select from events where reseller_id = $1 and 'differences' = any(topics)", [reseller.resellerId]))
      .length;
  for (const quantity of [7, 6]) {
    const before = await announced();
    await held.act("setQuantity", { quantity });
    await sweep(held.tenant_ref);
    expect(await items(reseller)).toMatchObject([{ Id: found!.Id, Theirs: `${quantity} licences` }]);
    expect(await announced()).toBeGreaterThan(before);
  }

  await held.act("setQuantity", { quantity: 4 });
  expect((await read()).Succeed).toBe(true);
  await worker.until(async () => (await items(reseller)).length === 0, "the books to agree");
  expect(await items(reseller, "closed")).toMatchObject([
    {
      Id: found!.Id,
      State: "closed",
      Ours: "4 licences",
      Theirs: "6 licences",
      Closed: "The books agree again, without anybody’s doing here",
      ClosedAt: expect.any(String),
      SoFar: found!.SoFar,
      Cures: [],
    },
  ]);
  expect(await read()).toMatchObject({ status: 409, Error: "differenceSettled" });
  expect((await listed(reseller, "closed")).Totals).toBeNull();
});

test("what was taken over or asked for says who did it, and leads to the order that asked", async () => {
  const held = await standing();
  const { reseller } = held;
  const settle = async (Cure: "take" | "ask") => {
    const [found] = await items(reseller);
    expect((await cures.settle(reseller, Cure, [found!.Id])).Succeed).toBe(true);
    return found!.Id;
  };
  await held.act("setQuantity", { quantity: 6 });
  await sweep(held.tenant_ref);
  const taken = await settle("take");
  await held.act("suspend");
  await sweep(held.tenant_ref);
  await worker.control("microsoft", "faults", { times: 10_000, fault: { kind: "status", status: 503 } });
  const asked = await settle("ask");
  const [row] = await app.sql<{ order_id: string }>("select order_id from differences where id = $1", [asked]);
  expect(await items(reseller)).toMatchObject([
    { State: "asked", Order: { Id: row!.order_id, Number: orderNumber(row!.order_id) } },
  ]);
  await fetch(`${worker.simulators.urls.microsoft}/__sim/faults`, { method: "DELETE" });
  await becomes(reseller, held.instanceId, "Active");
  await worker.until(async () => (await items(reseller)).length === 0, "the books to agree");
  const closed = await items(reseller, "closed");
  expect(closed.map(({ Id, Closed }) => [Id, Closed])).toEqual([
    [asked, "Microsoft did what Robin Tester asked for"],
    [taken, "Robin Tester took over what Microsoft has"],
  ]);
  // Until it was taken over, it had come to its first day.
  expect(closed[1]!.SoFar!.Minor).not.toBe("0");

  const stranger = await app.signIn();
  expect(await items(stranger, "closed")).toEqual([]);
  const hidden = await app.signIn({ resellerId: reseller.resellerId, kind: "engineer" });
  await app.sql("update resellers set hide_pricing = true where id = $1", [reseller.resellerId]);
  app.platform.sessions.forget("");
  expect((await items(hidden, "closed")).map(({ SoFar }) => SoFar)).toEqual([null, null]);
});

test("whoever sees no prices settles a difference without its amounts", async () => {
  const held = await standing();
  await held.act("setQuantity", { quantity: 6 });
  await sweep(held.tenant_ref);
  const { resellerId } = held.reseller;
  const engineer = await app.signIn({ resellerId, kind: "engineer" });
  await app.sql("update resellers set hide_pricing = true where id = $1", [resellerId]);
  app.platform.sessions.forget("");
  const [found] = await items(engineer);
  expect(found).toMatchObject({ PerMonth: null, SoFar: null, StillBilled: null });
  const proposal = await cures.propose(engineer, "take", [found!.Id]);
  expect(proposal).toMatchObject({ Lines: [{ Charges: [{ Quantity: 2, Amount: null }], Total: null }], Totals: null });
  expect((await cures.settle(engineer, "take", [found!.Id])).Succeed).toBe(true);
});

test("the operator sees how much of all that vendors have was compared, and what is over", async () => {
  const held = await standing();
  const operator = await app.signInOperator();
  const seen = async (View: "open" | "closed") =>
    (await app.call(operator, everyDifference.list, { query: { View } })).Result!;
  const before = (await seen("open")).Totals!;
  await sweep(held.tenant_ref);
  await held.act("setQuantity", { quantity: 9 });
  await sweep(held.tenant_ref);
  const after = (await seen("open")).Totals!;
  expect(after).toMatchObject({ All: before.All, Compared: before.Compared + 1, Open: before.Open + 1 });
  expect((await seen("closed")).Totals).toBeNull();
  await app.sql("update provider_tenants set swept_at = null where tenant_ref = $1", [held.tenant_ref]);
  expect((await seen("open")).Totals!.Behind[0]).toMatchObject({ CustomerId: held.customerId, At: null });
  await held.act("setQuantity", { quantity: 4 });
  await sweep(held.tenant_ref);
  const over = (await seen("closed")).Items.find(({ CustomerId }) => CustomerId === held.customerId);
  expect(over).toMatchObject({
    State: "closed",
    PerMonth: null,
    SoFar: null,
    Cures: [],
    ResellerName: expect.any(String),
  });
});

test("however often somebody asks, the vendor is asked at most once more, after all of them", async () => {
  const held = await standing();
  await held.act("setQuantity", { quantity: 6 });
  await sweep(held.tenant_ref);
  const [found] = await items(held.reseller);
  const read = () => app.call(held.reseller, differences.read, { params: { differenceId: found!.Id } });
  const looks = async () => {
    const { entries } = (await worker.control("microsoft", "journal")) as { entries: { path: string }[] };
    return entries.filter(({ path }) => path.endsWith(`/subscriptions/${held.vendor_ref}`)).length;
  };
  const before = await looks();
  await worker.control("microsoft", "faults", {
    match: { method: "GET", path: held.vendor_ref },
    times: 1,
    fault: { kind: "late", ms: 3_000 },
  });
  await read();
  await worker.until(async () => (await looks()) > before, "the first look");
  await Promise.all(Array.from({ length: 10 }, read));
  await worker.until(async () => {
    const jobs = await app.sql("select from pgboss.job where name = 'vendors.look' and state < 'completed'");
    return jobs.length === 0;
  }, "all looks");
  expect((await looks()) - before).toBe(2);
});

test("what was done about a difference is told to those who see its product, and not to the customer's own people", async () => {
  const held = await standing();
  const { reseller, customerId } = held;
  const { resellerId } = reseller;
  await held.act("setQuantity", { quantity: 6 });
  await sweep(held.tenant_ref);
  const [found] = await items(reseller);
  // What is left as it is needs a reason.
  expect(await cures.settle(reseller, "accept", [found!.Id])).toMatchObject({
    status: 400,
    Errors: { Note: "Reason is required" },
  });
  await cures.settle(reseller, "accept", [found!.Id], "Agreed by phone");
  const engineer = async (product: string) => {
    const person = await app.signIn({ kind: "engineer", resellerId });
    await app.sql("update memberships set only_products = $2 where id = $1", [person.membershipId, [product]]);
    return person;
  };
  const told = async (person: Person) =>
    (await app.call(person, customers.activity, { params: { customerId } })).Result!.Items.filter(({ What }) =>
      What.includes("6 licences"),
    ).length;
  expect(await told(await engineer("microsoft-365"))).toBe(2);
  expect(await told(await engineer("acronis-backup"))).toBe(0);
  expect(await told(await app.signIn({ kind: "endUserAdmin", resellerId, customerId }))).toBe(0);
});
