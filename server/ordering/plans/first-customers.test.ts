import { firstCustomers, plans, type PlannedChange } from "@tradewind/contract/ordering/plans.ts";
import { expect, inject, test } from "vitest";
import { orderStory } from "../../test/order-story.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { sweeping } from "../../test/sweep.ts";
import { testWorker } from "../../test/test-worker.ts";
import { orderNext } from "./plan-work.actions.ts";
import { findPlanAtWork } from "./plans.store.ts";

const app = await testApp();
const worker = await testWorker(app);
const sweep = sweeping(app, worker);
const { signInSigned, addCustomer, offer, order, becomes } = orderStory(app, worker);

/** A reseller whose customers each have ten licences of one product for a month at a time. */
async function story(customers: number) {
  const reseller = await signInSigned();
  const ids: string[] = [];
  for (let at = 0; at < customers; at++) ids.push(await addCustomer(reseller));
  const { OfferId } = await offer(reseller, ids[0]!, { term: "P1M", billing: "monthly" });
  const Lines = [{ Key: "a", OfferId, Quantity: 10 }];
  const placed = await Promise.all(ids.map((customerId) => order(reseller, customerId, { Kind: "add", Lines })));
  for (const each of placed) await becomes(reseller, each.placed.Result!.InstanceId, "Active");
  return reseller;
}

async function planned(reseller: Person, Change: PlannedChange) {
  const { Items } = (await app.call(reseller, plans.candidates, { query: {} })).Result!;
  const { Result } = await app.call(reseller, plans.make, {
    body: { Name: "All of them", Lines: Items.map(({ SubscriptionId }) => ({ SubscriptionId, Change })) },
  });
  const planId = Result!.Id;
  return { planId, ready: await until(reseller, planId, (plan) => plan.State === "ready") };
}
const read = async (reseller: Person, planId: string) =>
  (await app.call(reseller, plans.byId, { params: { planId } })).Result!;
type Plan = Awaited<ReturnType<typeof read>>;
const until = (reseller: Person, planId: string, is: (plan: Plan) => boolean) =>
  worker.until(async () => {
    const plan = await read(reseller, planId);
    return is(plan) && !plan.Lines.working ? plan : undefined;
  }, "the plan to be so far");
const commit = (reseller: Person, planId: string, { Hash }: Plan, FirstCustomers: boolean) =>
  app.call(reseller, plans.commit, { params: { planId }, body: { Hash, FirstCustomers } });

test("a plan of longer terms says what each costs a month, what is saved, and what it commits to", async () => {
  const reseller = await story(2);
  const { planId, ready } = await planned(reseller, { Kind: "newTerm", Term: "P1Y", Billing: "monthly" });
  expect(ready.Lines).toEqual({ planned: 2 });
  const { Items } = (await app.call(reseller, plans.lines, { params: { planId }, query: {} })).Result!;
  const costs = () =>
    app.sql<{ pence: number }>(
      "select round(unit_cost * 1000)::int as pence from subscriptions where reseller_id = $1",
      [reseller.resellerId],
    );
  const [before] = await costs();
  await commit(reseller, planId, ready, false);
  expect(await until(reseller, planId, ({ State }) => State === "done")).toMatchObject({
    Lines: { done: 2 },
    ToUndo: 0,
  });
  const [after] = await costs();
  const gbp = (pence: number) => ({ Minor: String(pence), Currency: "GBP" });
  for (const { Before, After } of Items) {
    expect(Before).toMatchObject({ Term: "P1M", Billing: "monthly", Monthly: gbp(before!.pence) });
    expect(After).toMatchObject({ Term: "P1Y", Billing: "monthly", Monthly: gbp(after!.pence) });
  }
  expect(after!.pence).toBeLessThan(before!.pence);
  expect(ready).toMatchObject({
    Monthly: { Before: gbp(2 * before!.pence), After: gbp(2 * after!.pence) },
    Committed: { Sum: gbp(24 * after!.pence) },
  });
  expect(
    await app.sql("select distinct term, quantity from subscriptions where reseller_id = $1", [reseller.resellerId]),
  ).toEqual([{ term: "P1Y", quantity: 10 }]);
  // A longer term is not put back.
  expect(await app.call(reseller, plans.undo, { params: { planId } })).toMatchObject({ Error: "planNotReady" });
});

test("a term that is not sold is refused with its reason, and the others go on", async () => {
  const reseller = await story(1);
  const { planId, ready } = await planned(reseller, { Kind: "newTerm", Term: "P3Y", Billing: "annual" });
  const { Items } = (await app.call(reseller, plans.lines, { params: { planId }, query: {} })).Result!;
  expect(ready.Lines).toEqual({ refused: 1 });
  expect(Items).toMatchObject([{ State: "refused", Reason: expect.stringMatching(/term/i) }]);
});

test("the first customers are changed, watched, and followed by the others", async () => {
  const reseller = await story(firstCustomers.many + 2);
  const { planId, ready } = await planned(reseller, { Kind: "setQuantity", Quantity: 12 });
  await commit(reseller, planId, ready, true);
  const watched = await until(reseller, planId, ({ First }) => Boolean(First?.Until));
  expect(watched).toMatchObject({
    State: "running",
    Lines: { done: firstCustomers.many, planned: 2 },
    First: { Customers: firstCustomers.many, Lines: firstCustomers.many, Done: firstCustomers.many, Troubled: 0 },
  });
  const pass = async (seconds: number) => {
    await app.sql("update business_clock set offset_ms = offset_ms + $1", [seconds * 1_000]);
    await worker.platform.clock.refresh();
  };
  const watchedFor = firstCustomers.minutes * 60;
  await pass(watchedFor - 60);
  const plan = await worker.platform.database.read({ role: "app_tenant", resellerId: reseller.resellerId }, (db) =>
    findPlanAtWork(db, reseller.resellerId, planId),
  );
  expect(await orderNext(worker.platform, plan!)).toBeGreaterThan(0);
  expect((await read(reseller, planId)).Lines).toEqual(watched.Lines);
  await pass(60);
  expect(await until(reseller, planId, ({ State }) => State === "done")).toMatchObject({
    Lines: { done: firstCustomers.many + 2 },
  });
});

test("trouble with the first customers stops the plan before the others, until it is committed again", async () => {
  const reseller = await story(firstCustomers.many + 1);
  const { planId, ready } = await planned(reseller, { Kind: "setQuantity", Quantity: 12 });
  const [{ id }] = (await app.sql("select subscription_id as id from plan_lines where plan_id = $1 and position = 1", [
    planId,
  ])) as [{ id: string }];
  // Somebody changes it meanwhile, so that it is no longer as it was proposed.
  await app.sql("update subscriptions set unit_cost = unit_cost + 1 where id = $1", [id]);
  await commit(reseller, planId, ready, true);
  const stopped = await until(reseller, planId, ({ State }) => State === "paused");
  expect(stopped).toMatchObject({
    Lines: { planned: 1 + firstCustomers.many - (stopped.Lines.done ?? 0) - 1, changed: 1 },
    First: { Troubled: 1 },
  });
  expect(stopped.Lines.planned).toBeGreaterThan(0);
  await commit(reseller, planId, stopped, false);
  expect(await until(reseller, planId, ({ State }) => State === "done")).toMatchObject({
    Lines: { done: firstCustomers.many + 1 },
    First: null,
  });
});

const last = async (reseller: Person) =>
  (
    await app.sql<{ id: string; instance_id: string; vendor_ref: string; tenant_ref: string }>(
      `select s.id, s.instance_id, s.vendor_ref, t.tenant_ref from plan_lines l
       join subscriptions s on s.reseller_id = l.reseller_id and s.id = l.subscription_id
       join provider_tenants t on t.reseller_id = s.reseller_id and t.customer_id = s.customer_id
       where l.reseller_id = $1 and l.position = $2`,
      [reseller.resellerId, firstCustomers.many],
    )
  )[0]!;

type Trouble = {
  trouble: string;
  before?: (reseller: Person) => Promise<unknown>;
  watched?: (reseller: Person) => Promise<void>;
};
const troubles: Trouble[] = [
  {
    trouble: "what its vendor refuses",
    before: () =>
      worker.control("microsoft", "faults", {
        times: 1,
        match: { method: "PATCH" },
        fault: { kind: "status", status: 400, body: { code: "800090", description: "No." } },
      }),
  },
  {
    trouble: "what can no longer be ordered",
    before: async (reseller: Person) =>
      app.sql("update service_instances set status = 'Deleted' where id = $1", [(await last(reseller)).instance_id]),
  },
  {
    trouble: "what its vendor has otherwise while it is watched",
    watched: async (reseller: Person) => {
      const { vendor_ref: subscriptionId, tenant_ref } = await last(reseller);
      await worker.control("microsoft", "act", { action: "setQuantity", subscriptionId, quantity: 13 });
      await sweep(tenant_ref);
    },
  },
];
test.each(inject("long") ? troubles : troubles.slice(-1))(
  "$trouble of the first customers stops the plan before the others as well",
  async ({ before, watched }) => {
    const reseller = await story(firstCustomers.many + 1);
    const { planId, ready } = await planned(reseller, { Kind: "setQuantity", Quantity: 12 });
    await before?.(reseller);
    await commit(reseller, planId, ready, true);
    if (watched) await until(reseller, planId, ({ First }) => Boolean(First?.Until));
    await watched?.(reseller);
    const stopped = await until(reseller, planId, ({ State }) => State === "paused");
    expect(stopped.First).toMatchObject({ Troubled: 1 });
    expect(stopped.Lines.planned).toBeGreaterThan(0);
  },
);
