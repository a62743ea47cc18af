import type { WireChange } from "@tradewind/contract/ordering/orders.ts";
import { plans, type PlannedChange } from "@tradewind/contract/ordering/plans.ts";
import { describe, expect, test } from "vitest";
import { orderStory } from "../../test/order-story.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";
import { refileLostPlans } from "./plans.jobs.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, offer, order, becomes } = orderStory(app, worker);

/** A reseller whose customers each have some licences of one product. */
async function story(customers = 2) {
  const reseller = await signInSigned();
  const customerIds: string[] = [];
  for (let at = 0; at < customers; at++)
    customerIds.push(await addCustomer(reseller, `Customer ${at} ${crypto.randomUUID().slice(0, 6)}`));
  const { OfferId } = await offer(reseller, customerIds[0]!, { term: "P1Y", billing: "monthly" });
  for (const customerId of customerIds) {
    const { placed } = await order(reseller, customerId, { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity: 10 }] });
    await becomes(reseller, placed.Result!.InstanceId, "Active");
  }
  const { Result } = await app.call(reseller, plans.candidates, { query: { ProductId: "microsoft-365" } });
  return { reseller, customerIds, OfferId, candidates: Result!.Items };
}

const make = async (reseller: Person, ids: readonly string[], Change: PlannedChange) => {
  const { Result } = await app.call(reseller, plans.make, {
    body: { Name: "Two more for everybody", Lines: ids.map((SubscriptionId) => ({ SubscriptionId, Change })) },
  });
  return Result!.Id;
};
const read = async (reseller: Person, planId: string) =>
  (await app.call(reseller, plans.byId, { params: { planId } })).Result!;
const lines = async (reseller: Person, planId: string) =>
  (await app.call(reseller, plans.lines, { params: { planId }, query: {} })).Result!.Items;
const reaches = (reseller: Person, planId: string, state: string) =>
  worker.until(async () => {
    const plan = await read(reseller, planId);
    return plan.State === state && !plan.Lines.working ? plan : undefined;
  }, `the plan to be ${state}`);
const commit = async (reseller: Person, planId: string) =>
  app.call(reseller, plans.commit, { params: { planId }, body: { Hash: (await read(reseller, planId)).Hash } });
const quantities = async (reseller: Person) =>
  (
    await app.sql<{ quantity: number }>("select quantity from subscriptions where reseller_id = $1 order by id", [
      reseller.resellerId,
    ])
  ).map(({ quantity }) => quantity);
const charged = async (reseller: Person) =>
  (
    await app.sql<{ sum: string }>(
      "select coalesce(sum(amount_minor), 0)::text as sum from charges where reseller_id = $1",
      [reseller.resellerId],
    )
  )[0]!.sum;

test("a plan's lines are found by customer, product and state, and saved as a file", async () => {
  const { reseller, candidates } = await story();
  const chosen = async (Search: string) =>
    (await app.call(reseller, plans.candidates, { query: { Search } })).Result!.Items.length;
  const { Name, CustomerName } = candidates[0]!;
  expect([await chosen(Name), await chosen(CustomerName), await chosen(`${Name} never`)]).toEqual([2, 1, 0]);
  const planId = await make(
    reseller,
    candidates.map((each) => each.SubscriptionId),
    { Kind: "setQuantity", Quantity: 12 },
  );
  await reaches(reseller, planId, "ready");
  const [first] = candidates;
  const params = { planId };
  const found = async (query: { Search?: string; State?: "planned" | "done" }) =>
    (await app.call(reseller, plans.lines, { params, query })).Result!.Items.map((line) => line.CustomerName);
  expect(await found({ Search: first!.CustomerName })).toEqual([first!.CustomerName]);
  expect(await found({ Search: first!.Name.slice(3, 12), State: "planned" })).toHaveLength(2);
  expect(await found({ State: "done" })).toEqual([]);
  expect(await found({ Search: "nobody" })).toEqual([]);

  const file = async (query: { Search?: string }) => (await app.call(reseller, plans.csv, { params, query })).text;
  const [head, ...rows] = (await file({})).trim().split("\r\n");
  expect(head).toBe(
    "Customer,Subscription,Becomes,Unit,Quantity before,Quantity after,End of term before,End of term after,Charged now,Each month before,Each month after,Sales before,Sales after,State,Reason,Undo until (UTC)",
  );
  expect(rows).toHaveLength(2);
  expect(rows.find((row) => row.startsWith(first!.CustomerName))).toMatch(
    /,10,12,renew,renew,(\d+\.\d\d,){3},,planned,,2/,
  );
  expect((await file({ Search: first!.CustomerName })).trim().split("\r\n")).toHaveLength(2);
  await app.sql("update resellers set hide_pricing = true where id = $1", [reseller.resellerId]);
  const unpriced = await app.signIn({ resellerId: reseller.resellerId });
  expect((await app.call(unpriced, plans.csv, { params })).text.split("\r\n")[0]).not.toContain("Charged");
  expect((await app.call(await app.signIn(), plans.csv, { params })).status).toBe(404);
});

describe("a plan", () => {
  test("charges in all what its lines said, and what it did is put back by one undo", async () => {
    const { reseller, candidates } = await story();
    expect(candidates).toHaveLength(2);
    const before = BigInt(await charged(reseller));
    const planId = await make(
      reseller,
      candidates.map((each) => each.SubscriptionId),
      { Kind: "setQuantity", Quantity: 12 },
    );
    const ready = await reaches(reseller, planId, "ready");
    expect(ready).toMatchObject({ Lines: { planned: 2 }, Customers: 2, UndoUntil: null });
    expect(await quantities(reseller)).toEqual([10, 10]);

    expect(await commit(reseller, planId)).toMatchObject({ status: 200, Result: { State: "running" } });
    const done = await reaches(reseller, planId, "done");
    expect(done).toMatchObject({ Lines: { done: 2 }, UndoUntil: expect.any(String) });
    expect(await quantities(reseller)).toEqual([12, 12]);
    expect(BigInt(await charged(reseller)) - before).toBe(BigInt(ready.ChargeNow!.Minor));

    const undo = await app.call(reseller, plans.undo, { params: { planId } });
    const undoId = undo.Result!.Id;
    const back = await reaches(reseller, undoId, "ready");
    expect(BigInt(back.ChargeNow!.Minor)).toBeLessThan(0n);
    await commit(reseller, undoId);
    await reaches(reseller, undoId, "done");
    expect(await quantities(reseller)).toEqual([10, 10]);
    expect(BigInt(await charged(reseller)) - before).toBe(
      BigInt(ready.ChargeNow!.Minor) + BigInt(back.ChargeNow!.Minor),
    );
    expect(await read(reseller, planId)).toMatchObject({ UndoneBy: undoId });
    expect((await app.call(reseller, plans.undo, { params: { planId } })).Result).toEqual({ Id: undoId });
    expect(await read(reseller, undoId)).toMatchObject({ State: "done", Lines: { done: 2 } });
  });

  test("that was put back while a vendor still worked on it is put back in full by asking again", async () => {
    const { reseller, candidates } = await story();
    const ids = candidates.map((each) => each.SubscriptionId);
    const planId = await make(reseller, ids, { Kind: "setQuantity", Quantity: 12 });
    await reaches(reseller, planId, "ready");
    await commit(reseller, planId);
    await reaches(reseller, planId, "done");
    const stands = (state: string) =>
      app.sql(
        "update orders set status = $2 where id = (select order_id from plan_lines where subscription_id = $1 limit 1)",
        [ids[1], state],
      );
    await stands("Working");
    expect(await read(reseller, planId)).toMatchObject({ ToUndo: 1 });
    const undo = async () => (await app.call(reseller, plans.undo, { params: { planId } })).Result!.Id;
    const undoId = await undo();
    await reaches(reseller, undoId, "ready");
    expect(await read(reseller, planId)).toMatchObject({ UndoneBy: undoId, ToUndo: 0 });
    await commit(reseller, undoId);
    await reaches(reseller, undoId, "done");
    expect(new Set(await quantities(reseller))).toEqual(new Set([10, 12]));

    await stands("Completed");
    expect(await read(reseller, planId)).toMatchObject({ UndoneBy: undoId, ToUndo: 1 });
    expect(await undo()).toBe(undoId);
    expect((await reaches(reseller, undoId, "ready")).Lines).toEqual({ done: 1, planned: 1 });
    expect(await read(reseller, planId)).toMatchObject({ ToUndo: 0 });
    await commit(reseller, undoId);
    await reaches(reseller, undoId, "done");
    expect(await quantities(reseller)).toEqual([10, 10]);
  });

  test("sets what happens at the end of many terms, and an undo sets it back", async () => {
    const { reseller, candidates } = await story();
    const planId = await make(
      reseller,
      candidates.map((each) => each.SubscriptionId),
      { Kind: "schedule", Outcome: "cancel" },
    );
    await reaches(reseller, planId, "ready");
    expect(await lines(reseller, planId)).toMatchObject([
      { Before: { TermEnd: "renew" }, After: { TermEnd: "cancel" } },
      { Before: { TermEnd: "renew" }, After: { TermEnd: "cancel" } },
    ]);
    await commit(reseller, planId);
    await reaches(reseller, planId, "done");
    const outcomes = () =>
      app.sql("select distinct term_end->>'outcome' as outcome from subscriptions where reseller_id = $1", [
        reseller.resellerId,
      ]);
    expect(await outcomes()).toEqual([{ outcome: "cancel" }]);
    const undoId = (await app.call(reseller, plans.undo, { params: { planId } })).Result!.Id;
    await reaches(reseller, undoId, "ready");
    await commit(reseller, undoId);
    await reaches(reseller, undoId, "done");
    expect(await outcomes()).toEqual([{ outcome: "renew" }]);
  });

  test("sets an end of term back to what it was when the line was ordered, not when it was shown", async () => {
    const { reseller, candidates } = await story(1);
    const { CustomerId, SubscriptionId: Key } = candidates[0]!;
    const planId = await make(reseller, [Key], { Kind: "schedule", Outcome: "cancel" });
    await reaches(reseller, planId, "ready");
    const { InstanceId } = (await lines(reseller, planId))[0]!;
    const fewer: WireChange = { Kind: "schedule", Targets: [{ Key, Outcome: "renew", Quantity: 3 }] };
    expect((await order(reseller, CustomerId, fewer, { InstanceId })).placed.status).toBe(200);
    await becomes(reseller, InstanceId, "Active");
    await commit(reseller, planId);
    await reaches(reseller, planId, "done");
    const undoId = (await app.call(reseller, plans.undo, { params: { planId } })).Result!.Id;
    await reaches(reseller, undoId, "ready");
    await commit(reseller, undoId);
    expect((await reaches(reseller, undoId, "done")).Lines).toEqual({ done: 1 });
    expect(await app.sql("select term_end from subscriptions where id = $1", [Key])).toMatchObject([
      { term_end: { outcome: "renew", quantity: 3 } },
    ]);
  });

  test("orders nothing of a line that changed since it was shown, says what changed, and takes a new commit", async () => {
    const { reseller, candidates } = await story();
    const [first, second] = candidates.map((each) => each.SubscriptionId) as [string, string];
    const planId = await make(reseller, [first, second], { Kind: "setQuantity", Quantity: 12 });
    const { Hash } = await reaches(reseller, planId, "ready");
    await order(
      reseller,
      candidates[0]!.CustomerId,
      { Kind: "setQuantity", Targets: [{ Key: first, Quantity: 11 }] },
      { InstanceId: (await lines(reseller, planId))[0]!.InstanceId },
    );
    await becomes(reseller, (await lines(reseller, planId))[0]!.InstanceId, "Active");

    await commit(reseller, planId);
    const stopped = await reaches(reseller, planId, "done");
    expect(stopped.Lines).toEqual({ changed: 1, done: 1 });
    expect(await quantities(reseller)).toEqual([11, 12]);
    const [changed] = await lines(reseller, planId);
    expect(changed).toMatchObject({ State: "changed", Reason: expect.stringContaining("have changed") });
    expect(changed!.Is!.Lines[0]!.Quantity).toBe(1);
    expect(changed!.Was!.Lines[0]!.Quantity).toBe(2);

    const stale = await app.call(reseller, plans.commit, { params: { planId }, body: { Hash } });
    expect(stale).toMatchObject({ status: 409, Error: "proposalChanged", Resources: { Hash: stopped.Hash } });
    await commit(reseller, planId);
    await reaches(reseller, planId, "done");
    expect(await quantities(reseller)).toEqual([12, 12]);
  });

  test("a line that a rule refuses holds up no other, and is worked out anew once its cause is gone", async () => {
    const { reseller, customerIds, candidates } = await story();
    await app.sql("update customers set status = 'Suspended', suspended_at = now() where id = $1", [customerIds[0]]);
    const planId = await make(
      reseller,
      candidates.map((each) => each.SubscriptionId),
      { Kind: "setQuantity", Quantity: 12 },
    );
    const ready = await reaches(reseller, planId, "ready");
    expect(ready.Lines).toEqual({ refused: 1, planned: 1 });
    await commit(reseller, planId);
    await reaches(reseller, planId, "done");
    expect(await quantities(reseller)).toEqual([10, 12]);

    await app.sql("update customers set status = 'Active', suspended_at = null where id = $1", [customerIds[0]]);
    expect(await app.call(reseller, plans.retry, { params: { planId } })).toMatchObject({ status: 200 });
    expect((await reaches(reseller, planId, "ready")).Lines).toEqual({ planned: 1, done: 1 });
    await commit(reseller, planId);
    await reaches(reseller, planId, "done");
    expect(await quantities(reseller)).toEqual([12, 12]);
  });

  test("orders nothing more once it is discarded, keeps what was done, and can be worked out again", async () => {
    const { reseller, candidates } = await story();
    const [first, second] = candidates.map((each) => each.SubscriptionId) as [string, string];
    const planId = await make(reseller, [first, second], { Kind: "setQuantity", Quantity: 12 });
    const ready = await reaches(reseller, planId, "ready");
    const discard = () => app.call(reseller, plans.discard, { params: { planId } });
    expect(await discard()).toMatchObject({
      status: 200,
      Result: { State: "done", Lines: { refused: 2 }, ChargeNow: { Minor: "0" } },
    });
    const nothing = { Reason: "Discarded before it was ordered.", UndoUntil: null };
    expect(await lines(reseller, planId)).toMatchObject([nothing, nothing]);
    const stale = await app.call(reseller, plans.commit, { params: { planId }, body: { Hash: ready.Hash } });
    expect(stale).toMatchObject({ status: 409, Error: "proposalChanged" });
    expect(await commit(reseller, planId)).toMatchObject({ status: 409, Error: "planNotReady" });
    expect(await quantities(reseller)).toEqual([10, 10]);

    await app.call(reseller, plans.retry, { params: { planId } });
    expect(await discard(), "while it is worked out").toMatchObject({ status: 409, Error: "planNotReady" });
    await reaches(reseller, planId, "ready");
    await commit(reseller, planId);
    await reaches(reseller, planId, "done");
    expect(await discard()).toMatchObject({ Result: { State: "done", Lines: { done: 2 } } });
    expect(await quantities(reseller)).toEqual([12, 12]);
  });

  test("stops being ordered when its person may no longer order", async () => {
    const { reseller, candidates } = await story(1);
    const planId = await make(
      reseller,
      candidates.map((each) => each.SubscriptionId),
      { Kind: "setQuantity", Quantity: 12 },
    );
    const { Hash } = await reaches(reseller, planId, "ready");
    await app.sql("update plans set state = 'paused' where id = $1", [planId]);
    await app.sql("update memberships set permissions = '{}' where id = $1", [reseller.membershipId]);
    const colleague = await app.signIn({ resellerId: reseller.resellerId });
    await app.sql("update plans set state = 'running' where id = $1", [planId]);
    await app.platform.database.write({ role: "app_tenant", resellerId: reseller.resellerId }, (tx) =>
      app.platform.jobs.file(tx, "plans.work", { resellerId: reseller.resellerId, planId }),
    );
    expect((await reaches(colleague, planId, "done")).Lines).toEqual({ refused: 1 });
    expect(await quantities(reseller)).toEqual([10]);
    expect(Hash).toMatch(/^[0-9a-f]{64}$/);
  });
});

test("a plan whose job is lost is found again and worked out", async () => {
  const { reseller, candidates } = await story(1);
  const planId = await make(reseller, [candidates[0]!.SubscriptionId], { Kind: "setQuantity", Quantity: 12 });
  await reaches(reseller, planId, "ready");
  await app.sql("update plans set state = 'proposing' where id = $1", [planId]);
  await app.sql("update plan_lines set state = 'new' where plan_id = $1", [planId]);
  await refileLostPlans(worker.platform);
  expect((await reaches(reseller, planId, "ready")).Lines).toEqual({ planned: 1 });
  const jobs = () => app.sql("select from pgboss.job where data ->> 'planId' = $1", [planId]);
  expect(await jobs()).toHaveLength(2);
  await refileLostPlans(worker.platform);
  expect(await jobs(), "of a plan that is not at work").toHaveLength(2);
});

test("nobody sees, commits or undoes another company's plan, or plans for its customers", async () => {
  const { reseller, candidates } = await story(1);
  const planId = await make(reseller, [candidates[0]!.SubscriptionId], { Kind: "setQuantity", Quantity: 12 });
  await reaches(reseller, planId, "ready");
  const stranger = await app.signIn();
  expect(await app.call(stranger, plans.byId, { params: { planId } })).toMatchObject({ status: 404 });
  expect(await app.call(stranger, plans.lines, { params: { planId }, query: {} })).toMatchObject({ status: 404 });
  expect(await app.call(stranger, plans.commit, { params: { planId }, body: { Hash: "0" } })).toMatchObject({
    status: 404,
  });
  expect(await app.call(stranger, plans.undo, { params: { planId } })).toMatchObject({ status: 404 });
  expect(await app.call(stranger, plans.discard, { params: { planId } })).toMatchObject({ status: 404 });
  const foreign = await app.call(stranger, plans.make, {
    body: {
      Name: "Theirs",
      Lines: [{ SubscriptionId: candidates[0]!.SubscriptionId, Change: { Kind: "setQuantity", Quantity: 1 } }],
    },
  });
  expect(foreign).toMatchObject({ status: 404 });
  expect((await app.call(stranger, plans.candidates, { query: {} })).Result!.Items).toEqual([]);
});

test("whoever looks after some customers plans for them only, and sees no plan but their own", async () => {
  const { reseller, customerIds, candidates } = await story(2);
  const others = await make(reseller, [candidates[0]!.SubscriptionId], { Kind: "setQuantity", Quantity: 13 });
  const engineer = await app.signIn({ kind: "engineer", resellerId: reseller.resellerId });
  await app.sql("update memberships set only_customers = true where id = $1", [engineer.membershipId]);
  await app.sql("insert into membership_customers (reseller_id, membership_id, customer_id) values ($1, $2, $3)", [
    reseller.resellerId,
    engineer.membershipId,
    customerIds[1],
  ]);
  app.platform.sessions.forget("");
  const seen = (await app.call(engineer, plans.candidates, { query: {} })).Result!.Items;
  expect(seen.map(({ CustomerId }) => CustomerId)).toEqual([customerIds[1]]);
  expect(await app.call(engineer, plans.byId, { params: { planId: others } })).toMatchObject({ status: 404 });
  const planId = await make(engineer, [seen[0]!.SubscriptionId], { Kind: "setQuantity", Quantity: 12 });
  await reaches(engineer, planId, "ready");
  await commit(engineer, planId);
  expect((await reaches(engineer, planId, "done")).Lines).toEqual({ done: 1 });
  expect((await app.call(engineer, plans.list, { query: {} })).Result!.Items.map(({ Id }) => Id)).toEqual([planId]);
});

test("amounts are for those who see prices", async () => {
  const { reseller, candidates } = await story(1);
  const planId = await make(reseller, [candidates[0]!.SubscriptionId], { Kind: "setQuantity", Quantity: 12 });
  await reaches(reseller, planId, "ready");
  await app.sql("update resellers set hide_pricing = true where id = $1", [reseller.resellerId]);
  const hidden = await app.signIn({ resellerId: reseller.resellerId });
  expect(await read(hidden, planId)).toMatchObject({ ChargeNow: null });
  expect((await lines(hidden, planId))[0]).toMatchObject({ ChargeNow: null, Was: null, Is: null });
});
