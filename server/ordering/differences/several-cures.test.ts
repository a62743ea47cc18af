import { differences, everyDifference, mostAtOnce, type Cure } from "@tradewind/contract/ordering/differences.ts";
import { expect, test } from "vitest";
import { curing } from "../../test/cures.ts";
import { orderStory } from "../../test/order-story.ts";
import { sweeping } from "../../test/sweep.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const { propose, settle } = curing(app);
const sweep = sweeping(app, worker);
const { signInSigned, addCustomer, offer, order, becomes } = orderStory(app, worker);

/** A customer of the reseller's with licences of Microsoft 365. */
async function standing(reseller: Person, Quantity: number) {
  const customerId = await addCustomer(reseller);
  const { OfferId } = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
  const { placed } = await order(reseller, customerId, { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity }] });
  const { InstanceId: instanceId } = placed.Result!;
  await becomes(reseller, instanceId, "Active");
  const [row] = await app.sql<{ id: string; vendor_ref: string; tenant_ref: string }>(
    `select s.id, s.vendor_ref, t.tenant_ref from subscriptions s
     join provider_tenants t on t.reseller_id = s.reseller_id and t.customer_id = s.customer_id where instance_id = $1`,
    [instanceId],
  );
  const act = async (action: string, more: object = {}) => {
    await worker.control("microsoft", "act", { action, subscriptionId: row!.vendor_ref, ...more });
    await sweep(row!.tenant_ref);
  };
  return { customerId, instanceId, ...row!, act };
}

const listed = async (person: Person) => (await app.call(person, differences.list, {})).Result!.Items;
const idOf = async (person: Person, { customerId }: { customerId: string }, kind = "quantity") =>
  (await listed(person)).find((each) => each.CustomerId === customerId && each.Kind === kind)!.Id;

/** Two customers whose vendor has two and three licences more, the latter some days later, and their differences. */
async function parted(daysLater = 0) {
  const reseller = await signInSigned();
  const [one, two] = [await standing(reseller, 4), await standing(reseller, 5)];
  await one.act("setQuantity", { quantity: 6 });
  await worker.moveDays(daysLater);
  await two.act("setQuantity", { quantity: 8 });
  return { reseller, one, two, ids: [await idOf(reseller, one), await idOf(reseller, two)] };
}

const chargedSince = async (ids: readonly string[], from = 1) =>
  (
    await app.sql<{ minor: string }>(
      `select amount_minor as minor from (select c.*, row_number() over (partition by subscription_id order by id) as nth
         from charges c where subscription_id = any($1)) each where nth > $2 order by amount_minor`,
      [ids, from],
    )
  ).map(({ minor }) => Number(minor));

const changed = { status: 409, Error: "proposalChanged" };
const sum = (amounts: readonly number[]) => amounts.reduce((total, each) => total + each, 0);

test("what is apart is added up, as much as often it is the same", async () => {
  const reseller = await signInSigned();
  const both = [await standing(reseller, 4), await standing(reseller, 4)];
  const totals = async () => (await app.call(reseller, differences.list, {})).Result!.Totals!;
  await both[0]!.act("setQuantity", { quantity: 6 });
  const first = await totals();
  await both[1]!.act("setQuantity", { quantity: 6 });
  const second = await totals();
  expect([first.Open, second.Open]).toEqual([1, 2]);
  expect(Number(first.NotCharged!.Minor)).toBeGreaterThan(0);
  expect(Number(second.NotCharged!.Minor)).toBe(2 * Number(first.NotCharged!.Minor));
});

test("what several vendors' books have is taken over at once: their sum to the penny, by one hash, and once", async () => {
  const { reseller, one, two, ids } = await parted(3);
  const single = async (id: string) => Number((await propose(reseller, "take", [id])).Totals![0]!.Minor);
  const each = [await single(ids[0]!), await single(ids[1]!)];
  const proposal = await propose(reseller, "take", ids);
  expect(proposal.LeftOut).toEqual([]);
  expect(Object.fromEntries(proposal.Lines.map(({ Id, Total }) => [Id, Number(Total!.Minor)]))).toEqual({
    [ids[0]!]: each[0],
    [ids[1]!]: each[1],
  });
  expect(proposal.Totals).toEqual([{ Minor: String(sum(each)), Currency: "GBP" }]);

  const body = { Cure: "take" as const, DifferenceIds: ids.toReversed(), Hash: proposal.Hash };
  const key = crypto.randomUUID();
  const settled = await app.call(reseller, differences.settle, { body }, { key });
  expect(settled.Result).toEqual({ Settled: 2 });
  expect((await app.call(reseller, differences.settle, { body }, { key })).text).toBe(settled.text);
  expect(sum(await chargedSince([one.id, two.id]))).toBe(sum(each));
  const held = await app.sql("select id, quantity from subscriptions where id = any($1) order by quantity", [
    [one.id, two.id],
  ]);
  expect(held).toEqual([
    { id: one.id, quantity: 6 },
    { id: two.id, quantity: 8 },
  ]);
  expect(await listed(reseller)).toEqual([]);
  const logged = await app.sql<{ customer_id: string }>(
    "select customer_id from activity where reseller_id = $1 and action = 'differences.take'",
    [reseller.resellerId],
  );
  expect(logged.map((line) => line.customer_id).toSorted()).toEqual([one.customerId, two.customerId].toSorted());
});

test("if one of them changed or is gone meanwhile, none is settled, and the next proposal says which and why", async () => {
  const { reseller, one, two, ids } = await parted();
  const open = async () => (await listed(reseller)).map(({ Id }) => Id).toSorted();
  const commit = (Hash: string, Cure: Cure = "take") =>
    app.call(reseller, differences.settle, { body: { Cure, DifferenceIds: ids, Hash, Note: "Agreed" } });
  const first = await propose(reseller, "take", ids);
  await two.act("setQuantity", { quantity: 9 });
  expect(await commit(first.Hash)).toMatchObject(changed);
  const accepting = await propose(reseller, "accept", ids);
  // The hash of one cure promises no other.
  expect(await commit(accepting.Hash)).toMatchObject(changed);
  await two.act("setQuantity", { quantity: 8 });
  expect(await commit(accepting.Hash, "accept")).toMatchObject(changed);

  const second = await propose(reseller, "take", ids);
  await one.act("setQuantity", { quantity: 4 });
  expect(await commit(second.Hash)).toMatchObject(changed);
  expect(await open()).toEqual([ids[1]]);
  expect(await chargedSince([one.id, two.id])).toEqual([]);
  const third = await propose(reseller, "take", ids);
  expect(third).toMatchObject({
    Lines: [{ Id: ids[1] }],
    LeftOut: [{ Id: ids[0], Reason: "This difference is settled already. Please reload to see how." }],
  });
  // What is left out is not part of what was promised.
  expect(await commit(third.Hash)).toMatchObject(changed);
  expect((await settle(reseller, "take", [ids[1]!])).Result).toEqual({ Settled: 1 });
});

test("somebody else's difference among them is as if it did not exist, and so is one beyond a restriction", async () => {
  const { reseller, one, ids } = await parted();
  const foreign = await signInSigned();
  const refused = async (person: Person, DifferenceIds: string[]) => {
    const chosen = { Cure: "accept" as const, DifferenceIds };
    const notFound = { status: 404, Error: "notFound" };
    expect(await app.call(person, differences.propose, { body: chosen })).toMatchObject(notFound);
    const body = { ...chosen, Hash: "0", Note: "A gift" };
    expect(await app.call(person, differences.settle, { body })).toMatchObject(notFound);
  };
  const theirs = await standing(foreign, 2);
  await theirs.act("setQuantity", { quantity: 3 });
  await refused(reseller, [...ids, await idOf(foreign, theirs)]);
  const engineer = await app.signIn({ resellerId: reseller.resellerId, kind: "engineer" });
  await app.sql("update memberships set only_customers = true where id = $1", [engineer.membershipId]);
  const ofOne = [reseller.resellerId, engineer.membershipId, one.customerId];
  await app.sql("insert into membership_customers values ($1, $2, $3)", ofOne);
  app.platform.sessions.forget("");
  await refused(engineer, ids);
  expect((await propose(engineer, "accept", [ids[0]!])).Lines).toHaveLength(1);
  expect((await listed(reseller)).map(({ State }) => State)).toEqual(["open", "open"]);
});

test("whoever sees no prices settles several without an amount", async () => {
  const { reseller, ids } = await parted();
  const engineer = await app.signIn({ resellerId: reseller.resellerId, kind: "engineer" });
  await app.sql("update resellers set hide_pricing = true where id = $1", [reseller.resellerId]);
  app.platform.sessions.forget("");
  const proposal = await propose(engineer, "take", ids);
  expect(proposal).toMatchObject({ Totals: null, Lines: [{ Total: null }, { Total: null }] });
  expect(proposal.Lines.flatMap(({ Charges }) => Charges.map(({ Amount }) => Amount))).toEqual([null, null]);
  expect((await settle(engineer, "take", ids)).Result).toEqual({ Settled: 2 });
});

test("the vendor is asked for several by the orders by which it is asked for one, and of each subscription once", async () => {
  const reseller = await signInSigned();
  const [alone, one, two] = [await standing(reseller, 4), await standing(reseller, 4), await standing(reseller, 4)];
  for (const each of [alone, one]) await each.act("setQuantity", { quantity: 3 });
  await two.act("suspend");
  await two.act("setQuantity", { quantity: 3 });
  const [single, fewer] = [await idOf(reseller, alone), await idOf(reseller, one)];
  const [suspended, later] = [await idOf(reseller, two, "suspended"), await idOf(reseller, two)];
  expect((await settle(reseller, "ask", [single])).Result).toEqual({ Settled: 1 });
  const proposal = await propose(reseller, "ask", [fewer, suspended, later]);
  expect(proposal).toMatchObject({
    Lines: [{ Id: fewer }, { Id: suspended }],
    LeftOut: [{ Id: later, Reason: expect.stringContaining("already being changed") }],
    Totals: [{ Minor: "0", Currency: "GBP" }],
  });
  expect((await settle(reseller, "ask", [fewer, suspended])).Result).toEqual({ Settled: 2 });
  const orders = await app.sql<{ difference: string }>(
    `select d.id as difference, d.cure, o.journey, o.task, o.placed_by_name, o.instance_id, l.subscription_id, l.quantity
     from differences d join orders o on o.id = d.order_id join order_lines l on l.order_id = o.id
     where d.reseller_id = $1 order by array_position($2::uuid[], d.id)`,
    [reseller.resellerId, [single, fewer, suspended]],
  );
  const asked = { cure: "ask", journey: "Modify", placed_by_name: "Robin Tester", quantity: 4 };
  const of = ({ instanceId, id }: typeof one) => ({ ...asked, instance_id: instanceId, subscription_id: id });
  expect(orders).toEqual([
    { ...of(alone), difference: single, task: "change" },
    { ...of(one), difference: fewer, task: "change" },
    { ...of(two), difference: suspended, task: "resume" },
  ]);
  await worker.until(async () => {
    const left = (await listed(reseller)).map(({ Id }) => Id);
    return left.join() === later && (await propose(reseller, "ask", left)).Lines.length === 1;
  }, "the vendor to do what was asked for");
});

test("two differences of one subscription are taken over one after the other; what cannot be cured so is left out", async () => {
  const { reseller, one, two, ids } = await parted();
  await one.act("suspend");
  await two.act("remove");
  const [suspended, ended] = [await idOf(reseller, one, "suspended"), await idOf(reseller, two, "ended")];
  expect((await propose(reseller, "ask", [ended])).LeftOut).toMatchObject([
    { Id: ended, Reason: "The vendor cannot be asked for this. Take over what it has, or accept it." },
  ]);
  expect((await settle(reseller, "accept", [ended], "A gift")).Succeed).toBe(true);
  expect((await propose(reseller, "accept", [ended])).LeftOut).toMatchObject([{ Id: ended }]);
  const both = [ids[0]!, suspended];
  const alone = Number((await propose(reseller, "take", [ids[0]!])).Totals![0]!.Minor);
  const proposal = await propose(reseller, "take", [...both, ended]);
  expect(proposal.Lines).toHaveLength(3);
  expect((await settle(reseller, "take", [...both, ended])).Result).toEqual({ Settled: 3 });
  expect(await chargedSince([one.id])).toEqual([alone]);
  const rows = await app.sql(
    `select s.quantity, s.status, i.status as service from subscriptions s join service_instances i on i.id = s.instance_id
     where s.id = any($1) order by s.quantity desc`,
    [[one.id, two.id]],
  );
  expect(rows).toEqual([
    { quantity: 6, status: "suspended", service: "Active" },
    { quantity: 0, status: "cancelled", service: "Deleted" },
  ]);
});

test("more than a hundred are refused, and the operator accepts several companies' at once or none", async () => {
  const [here, there] = [await parted(), await parted()];
  const some = Array.from({ length: mostAtOnce + 1 }, () => crypto.randomUUID());
  const tooMany = { status: 400, Errors: { DifferenceIds: `Choose at most ${mostAtOnce} differences` } };
  const chosen = { Cure: "take" as const, DifferenceIds: some };
  expect(await app.call(here.reseller, differences.propose, { body: chosen })).toMatchObject(tooMany);
  expect(await app.call(here.reseller, differences.settle, { body: { ...chosen, Hash: "0" } })).toMatchObject(tooMany);

  const operator = await app.signInOperator();
  const accept = (DifferenceIds: string[]) =>
    app.call(operator, everyDifference.accept, { body: { DifferenceIds, Note: "Known" } });
  const [taken] = here.ids;
  expect((await settle(here.reseller, "take", [taken!])).Succeed).toBe(true);
  const all = [...here.ids, ...there.ids];
  expect(await accept(all)).toMatchObject({ status: 409, Error: "differenceSettled" });
  expect(await accept([...all.slice(1), some[0]!])).toMatchObject({ status: 404, Error: "notFound" });
  expect((await listed(there.reseller)).map(({ State }) => State)).toEqual(["open", "open"]);
  expect((await accept(all.slice(1))).Result).toEqual({ Settled: 3 });
  expect((await listed(there.reseller)).map(({ State, Note }) => [State, Note])).toEqual([
    ["accepted", "Known"],
    ["accepted", "Known"],
  ]);
});
