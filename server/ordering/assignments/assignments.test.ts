import { assignments } from "@tradewind/contract/ordering/assignments.ts";
import { orders, type WireChange } from "@tradewind/contract/ordering/orders.ts";
import { work } from "@tradewind/contract/ordering/work.ts";
import { expect, test } from "vitest";
import { orderStory } from "../../test/order-story.ts";
import { tickSteps } from "../../test/tick-steps.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, order, becomes, status } = orderStory(app, worker);
const operator = await app.signInOperator();

const voice = { ProductId: "hosted-voice", Details: { BandwidthConfirmed: true } };
const users = (Quantity: number): WireChange => ({
  Kind: "add",
  Lines: [{ Key: "a", OfferId: "voice-standard:none:monthly", Quantity }],
});

const openWork = (name: string) =>
  worker.until(
    async () => (await app.call(operator, work.list)).Result!.Items.find((item) => item.CustomerName === name),
    `work for ${name}`,
  );
const finish = async (name: string) => {
  const { Id } = await openWork(name);
  await tickSteps(app, operator, Id);
  expect((await app.call(operator, work.complete, { params: { workItemId: Id }, body: {} })).Error).toBeNull();
};

async function withUsers(boss: Person, quantity: number) {
  const name = `Acme ${crypto.randomUUID().slice(0, 6)}`;
  const customerId = await addCustomer(boss, name);
  const { placed } = await order(boss, customerId, users(quantity), voice);
  const { InstanceId } = placed.Result!;
  await finish(name);
  const key = (await becomes(boss, InstanceId, "Active")).Subscriptions[0]!.Id;
  const add = async (Name: string) =>
    (
      await app.call(boss, assignments.addPerson, {
        params: { customerId },
        body: { Name, Email: `${Name.toLowerCase()}@acme.example` },
      })
    ).Result!.Id!;
  const change = (wanted: WireChange) => order(boss, customerId, wanted, { ProductId: "hosted-voice", InstanceId });
  const assign = (...People: string[]) => change({ Kind: "assign", Targets: [{ Key: key, People }] });
  const unassign = (...People: string[]) => change({ Kind: "unassign", Targets: [{ Key: key, People }] });
  const move = (From: string, To: string) => change({ Kind: "move", Targets: [{ Key: key, From, To }] });
  const held = async () =>
    (await app.call(boss, assignments.ofService, { params: { instanceId: InstanceId } })).Result!.Subscriptions[0]!;
  const who = async () => Object.fromEntries((await held()).People.map(({ Name, State }) => [Name, State]));
  const done = async () => {
    await finish(name);
    await becomes(boss, InstanceId, "Active");
  };
  return { name, customerId, InstanceId, key, add, change, assign, unassign, move, held, who, done };
}

test("units are given to people, moved and taken back by the work that says whose, and nothing is charged for it", async () => {
  const boss = await signInSigned();
  const { name, customerId, InstanceId, add, assign, unassign, move, held, who, done } = await withUsers(boss, 2);
  const [ada, bob, cy] = [await add("Ada"), await add("Bob"), await add("Cy")];
  expect(await held()).toMatchObject({ Quantity: 2, Changeable: true, People: [] });

  const { proposal } = await assign(ada, bob);
  expect(proposal.Result).toMatchObject({
    ChargeNow: { Net: { Minor: "0" } },
    Lines: [],
    Findings: [{ Code: "accessGiven", Text: expect.stringContaining("2 people get Standard user") }],
  });
  expect(await who()).toEqual({ Ada: "wanted", Bob: "wanted" });
  const item = await openWork(name);
  expect(item).toMatchObject({
    Title: "Change who has Standard user",
    Lines: [{ People: [{ Name: "Ada", Email: "ada@acme.example", Gets: true }, { Name: "Bob" }] }],
  });
  await done();
  expect(await who()).toEqual({ Ada: "there", Bob: "there" });

  expect((await move(bob, cy)).proposal.Result!.Findings.map(({ Code }) => Code)).toEqual([
    "accessGiven",
    "accessTaken",
  ]);
  expect(await who()).toEqual({ Ada: "there", Bob: "leaving", Cy: "wanted" });
  await done();
  expect(await who()).toEqual({ Ada: "there", Cy: "there" });
  await unassign(ada);
  await done();
  expect(await who()).toEqual({ Cy: "there" });

  const service = await status(boss, InstanceId);
  expect(service.History.filter(({ Kind }) => Kind === "peopleSet").map(({ Text }) => Text)).toEqual([
    "Taken back from Ada",
    "Moved from Bob to Cy",
    "Given to Ada, Bob",
  ]);
  expect(service.Orders[0]!.Lines).toMatchObject([{ Given: [], Taken: ["Ada"], State: "done" }]);
  const { Result: people } = await app.call(boss, assignments.people, { params: { customerId } });
  expect(people!.Items).toMatchObject([
    { Name: "Ada", Has: [] },
    { Name: "Bob", Has: [] },
    { Name: "Cy", Has: [{ InstanceId, Name: "Standard user", State: "there" }] },
  ]);
});

test("nobody gets a second one, one that is not free, or one of another customer's people", async () => {
  const boss = await signInSigned();
  const { key, add, change, assign, unassign, move, done } = await withUsers(boss, 1);
  const other = await withUsers(boss, 1);
  const [ada, bob] = [await add("Ada"), await add("Bob")];
  expect((await assign(ada, bob)).proposal).toMatchObject({
    status: 409,
    Error: "noUnitFree",
    Resources: { Limit: 1 },
  });
  expect((await assign(await other.add("Ada"))).proposal.status).toBe(404);
  expect((await assign(crypto.randomUUID())).proposal.status).toBe(404);
  await assign(ada);
  expect((await assign(bob)).proposal, "while it is at work").toMatchObject({ Error: "serviceBusy" });
  await done();
  expect((await assign(ada)).proposal).toMatchObject({ Error: "personHasIt" });
  expect((await assign(bob)).proposal).toMatchObject({ Error: "noUnitFree", Resources: { Limit: 0 } });
  expect((await unassign(bob)).proposal).toMatchObject({ Error: "personHasNone" });
  expect((await move(bob, ada)).proposal).toMatchObject({ Error: "personHasIt" });
  expect((await change({ Kind: "assign", Targets: [{ Key: key, People: [] }] })).proposal.status).toBe(400);
});

test("there are never fewer than people have: a smaller quantity says whose end, and they end with it", async () => {
  const boss = await signInSigned();
  const { name, customerId, InstanceId, key, add, assign, change, who, done } = await withUsers(boss, 3);
  const [ada, bob] = [await add("Ada"), await add("Bob")];
  await assign(ada, bob);
  await done();
  const to = (Quantity: number, Ending?: string[]) =>
    change({ Kind: "setQuantity", Targets: [{ Key: key, Quantity, ...(Ending ? { Ending } : {}) }] });
  const Errors = { "Change.Targets.0.Quantity": "Must be at least 2: so many people have one" };
  expect((await to(1)).proposal).toMatchObject({ status: 409, Error: "unitsInUse", Errors, Resources: { Limit: 2 } });
  const journey = await app.call(boss, orders.journey, {
    params: { by: "product", name: "hosted-voice" },
    query: { CustomerId: customerId, Action: "Modify", InstanceId },
  });
  expect(journey.Result!.Subscriptions).toMatchObject([{ Id: key, InUse: 2 }]);
  expect((await to(1, [key])).proposal.status).toBe(404);
  await to(2);
  await done();
  await to(1, [bob]);
  expect(await who()).toEqual({ Ada: "there", Bob: "leaving" });
  await done();
  expect(await who()).toEqual({ Ada: "there" });

  await change({ Kind: "cancel", Keys: [key] });
  const has = async () =>
    (await app.call(boss, assignments.people, { params: { customerId } })).Result!.Items.flatMap(({ Has }) => Has);
  expect(await has(), "until its vendor has ended it").toHaveLength(1);
  await finish(name);
  await becomes(boss, InstanceId, "Deleted");
  expect(await has()).toEqual([]);
});

test("what is refused stands as refused until it is tried again, and whoever was to lose theirs keeps it", async () => {
  const boss = await signInSigned();
  const { name, InstanceId, add, assign, move, who, held, done } = await withUsers(boss, 1);
  const [ada, bob] = [await add("Ada"), await add("Bob")];
  await assign(ada);
  await done();
  await move(ada, bob);
  const { Id } = await openWork(name);
  await app.call(operator, work.reject, { params: { workItemId: Id }, body: { Note: "Bob has no desk" } });
  const failed = await becomes(boss, InstanceId, "ActivationFailed");
  expect(await who()).toEqual({ Ada: "there", Bob: "refused" });
  expect((await held()).People.find(({ Name }) => Name === "Bob")!.Reason).toBe("Bob has no desk");
  expect(failed.History[0]!.Text).toBe("Refused by the vendor: stays as it was before");
  const again = await app.call(boss, orders.retry, { params: { orderId: failed.Orders[0]!.Id } });
  expect(again.Error).toBeNull();
  expect(await who()).toEqual({ Ada: "leaving", Bob: "wanted" });
  await done();
  expect(await who()).toEqual({ Bob: "there" });
});

test("of many orders at once for the last units only as many are placed as there are", async () => {
  const boss = await signInSigned();
  const { customerId, InstanceId, key, add, who } = await withUsers(boss, 2);
  const people = await Promise.all(["A", "B", "C", "D", "E", "F"].map((each) => add(each)));
  const wanted = people.map((person) => {
    const Change: WireChange = { Kind: "assign", Targets: [{ Key: key, People: [person] }] };
    return { CustomerId: customerId, ProductId: "hosted-voice", InstanceId, Details: {}, Change };
  });
  const hashes = await Promise.all(
    wanted.map(async (body) => (await app.call(boss, orders.propose, { body })).Result!.Hash),
  );
  const placed = await Promise.all(
    wanted.map((body, at) => app.call(boss, orders.place, { body: { ...body, ProposalHash: hashes[at]! } })),
  );
  // The first takes its turn, and the others would wait for it.
  expect(placed.map((each) => each.Error ?? "placed").toSorted()).toEqual([
    "placed",
    ...people.slice(1).map(() => "serviceBusy"),
  ]);
  expect(Object.values(await who())).toEqual(["wanted"]);
});
