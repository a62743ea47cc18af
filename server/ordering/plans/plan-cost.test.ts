import { orders } from "@tradewind/contract/ordering/orders.ts";
import { plans } from "@tradewind/contract/ordering/plans.ts";
import { expect, test } from "vitest";
import { planning } from "../../test/planning.ts";
import { testApp } from "../../test/test-app.ts";
import { workOnPlan } from "./plans.jobs.ts";
import { mostAtWork, orderNext, proposeNext } from "./plan-work.actions.ts";

const app = await testApp();
const { database } = app.platform;
const lines = 20;
const { addBought, planOf, atWork } = planning(app);

/** Counts the statements of some work, for each line. */
async function statementsOf(work: () => Promise<void>): Promise<number> {
  const before = database.statementsSent();
  await work();
  return (database.statementsSent() - before) / lines;
}

test("a plan sends hardly more statements than one order for each of its lines", async () => {
  const singly = await app.signIn();
  const bought = await addBought(singly, lines);
  const one = await statementsOf(async () => {
    for (const { id, customer_id, instance_id } of bought) {
      const wanted = {
        CustomerId: customer_id,
        ProductId: "microsoft-365",
        InstanceId: instance_id,
        Details: {},
        Change: { Kind: "setQuantity" as const, Targets: [{ Key: id, Quantity: 7 }] },
      };
      const { Result } = await app.call(singly, orders.propose, { body: wanted });
      const { status } = await app.call(singly, orders.place, { body: { ...wanted, ProposalHash: Result!.Hash } });
      expect(status).toBe(200);
    }
  });

  const planner = await app.signIn();
  const planned = await addBought(planner, lines);
  const together = await statementsOf(async () => {
    const params = { planId: (await planOf(planner, planned)).planId };
    const plan = await atWork(planner, params.planId);
    while (await proposeNext(app.platform, plan));
    const { Hash } = (await app.call(planner, plans.byId, { params })).Result!;
    await app.call(planner, plans.commit, { params, body: { Hash } });
    while ((await orderNext(app.platform, plan)) !== undefined)
      await app.sql("update orders set status = 'Completed' where reseller_id = $1", [planner.resellerId]);
    expect((await app.call(planner, plans.byId, { params })).Result).toMatchObject({
      Lines: { done: lines },
      State: "done",
    });
  });
  expect(together).toBeLessThanOrEqual(1.2 * one);
});

test("a plan that waits for its vendors looks less often the longer nothing moves", async () => {
  const planner = await app.signIn();
  const { planId } = await planOf(planner, await addBought(planner, mostAtWork + 5));
  const plan = await atWork(planner, planId);
  while (await proposeNext(app.platform, plan));
  const params = { planId };
  const { Hash } = (await app.call(planner, plans.byId, { params })).Result!;
  await app.call(planner, plans.commit, { params, body: { Hash } });
  let wait = await orderNext(app.platform, plan);
  while (wait === 0) wait = await orderNext(app.platform, plan);
  expect(wait).toBe(1_000);
  const unmovedFor = async (seconds: number) => {
    const since = new Date(app.platform.clock.now().getTime() - seconds * 1_000);
    await app.sql("update orders set placed_at = $2 where reseller_id = $1", [planner.resellerId, since]);
    return Math.round((await orderNext(app.platform, plan))! / 1_000);
  };
  expect([await unmovedFor(40), await unmovedFor(120), await unmovedFor(7_200)]).toEqual([10, 30, 60]);
});

test("a person and a company have so many plans at work, and a plan has one job, however often it is stopped and started", async () => {
  const planner = await app.signIn();
  const [first] = await addBought(planner, 1);
  const made: string[] = [];
  for (let at = 0; at < 5; at++) made.push((await planOf(planner, [first!])).planId);
  expect((await planOf(planner, [first!])).Error).toBe("plansEnough");
  const colleague = await app.signIn({ kind: "engineer", resellerId: planner.resellerId });
  expect((await planOf(colleague, [first!])).Error).toBeNull();
  // Another company has plans of its own.
  const stranger = await app.signIn();
  expect((await planOf(stranger, await addBought(stranger, 1))).Error).toBeNull();

  const planId = made[0]!;
  while (await proposeNext(app.platform, await atWork(planner, planId)));
  expect((await planOf(planner, [first!])).Error).toBeNull();
  const params = { planId };
  const { Hash } = (await app.call(planner, plans.byId, { params })).Result!;
  expect((await app.call(planner, plans.commit, { params, body: { Hash } })).Error).toBe("plansEnough");
  while (await proposeNext(app.platform, await atWork(planner, made[1]!)));
  for (let at = 0; at < 3; at++) {
    expect((await app.call(planner, plans.commit, { params, body: { Hash } })).status).toBe(200);
    expect((await app.call(planner, plans.pause, { params })).status).toBe(200);
  }
  const jobs = await app.sql<{ data: { turn: number } }>(
    "select data from pgboss.job where name = 'plans.work' and data ->> 'planId' = $1 order by created_on, data ->> 'turn'",
    [planId],
  );
  const { turn } = await atWork(planner, planId);
  expect(jobs.map(({ data }) => data.turn)).toEqual([1, 2, 3, 4]);
  expect(turn).toBe(4);
  expect((await app.call(planner, plans.commit, { params, body: { Hash } })).status).toBe(200);
  for (const { data } of jobs) await workOnPlan.run({ platform: app.platform }, data);
  expect(await app.sql("select from orders where reseller_id = $1", [planner.resellerId])).toEqual([]);
});

test("a plan tells what it sells for each month, before and after, unless one of its lines has no price to its customer", async () => {
  const planner = await app.signIn();
  const bought = await addBought(planner, 2);
  const shown = async () => {
    const { planId } = await planOf(planner, bought);
    while (await proposeNext(app.platform, await atWork(planner, planId)));
    const { Monthly, MonthlySales } = (await app.call(planner, plans.byId, { params: { planId } })).Result!;
    return { Monthly, MonthlySales };
  };
  const gbp = (minor: number) => ({ Minor: String(minor), Currency: "GBP" });
  const Monthly = { Before: gbp(10_000), After: gbp(14_000) };
  const price = "update subscriptions set customer_price = 12 where id = $1";
  await app.sql(price, [bought[0]!.id]);
  expect(await shown()).toEqual({ Monthly, MonthlySales: null });
  await app.sql(price, [bought[1]!.id]);
  expect(await shown()).toEqual({ Monthly, MonthlySales: { Before: gbp(12_000), After: gbp(16_800) } });
});
