import { customerOverview } from "@tradewind/contract/ordering/customer-overview.ts";
import { expect, test } from "vitest";
import { orderStory } from "../../test/order-story.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, offer, order, becomes } = orderStory(app, worker);

const overviewOf = (person: Person, customerId: string) =>
  app.call(person, customerOverview.overview, { params: { customerId } });

test("ACL-39 ACL-40 what a customer is worth a month is told by subscription and in all, to who sees prices", async () => {
  const boss = await signInSigned();
  const customerId = await addCustomer(boss);
  const empty = { Troubles: 0, NextRenewal: null, Subscriptions: [], Ended: [] };
  expect((await overviewOf(boss, customerId)).Result).toMatchObject({
    ...empty,
    Monthly: { Price: null, Unpriced: 0 },
  });

  const { OfferId } = await offer(boss, customerId, { term: "P1Y", billing: "monthly" });
  const { placed } = await order(boss, customerId, { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity: 10 }] });
  const instanceId = placed.Result!.InstanceId;
  await becomes(boss, instanceId, "Active");
  await app.sql("update subscriptions set unit_cost = 12.5, customer_price = 15.4 where instance_id = $1", [
    instanceId,
  ]);
  const money = (Minor: string) => ({ Minor, Currency: "GBP" });
  const { Result } = await overviewOf(boss, customerId);
  const [held] = Result!.Subscriptions;
  expect(Result).toMatchObject({
    Troubles: 0,
    Monthly: { Cost: money("12500"), Price: money("15400"), CostOfPriced: money("12500"), Unpriced: 0 },
    NextRenewal: held!.TermUntil,
    Subscriptions: [
      {
        InstanceId: instanceId,
        Quantity: 10,
        AtVendor: "provided",
        UnitCost: "12.50",
        Monthly: { Cost: money("12500"), Price: money("15400") },
        GiveBack: { Quantity: 10 },
      },
    ],
  });

  const hidden = { Monthly: null, Subscriptions: [{ Quantity: 10, UnitCost: null, Monthly: null }] };
  const admin = await app.signIn({ kind: "endUserAdmin", resellerId: boss.resellerId, customerId });
  expect((await overviewOf(admin, customerId)).Result).toMatchObject(hidden);
  await app.sql("update resellers set hide_pricing = true where id = $1", [boss.resellerId]);
  app.platform.sessions.forget("");
  expect((await overviewOf(boss, customerId)).Result).toMatchObject(hidden);
  expect((await overviewOf(await app.signIn(), customerId)).status).toBe(404);
});

test("a customer's services that failed are in trouble, and what has ended is told apart", async () => {
  const boss = await signInSigned();
  const customerId = await addCustomer(boss);
  const { OfferId } = await offer(boss, customerId, { term: "P1Y", billing: "monthly" });
  const { placed } = await order(boss, customerId, { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity: 2 }] });
  const instanceId = placed.Result!.InstanceId;
  await becomes(boss, instanceId, "Active");
  await app.sql("update service_instances set status = 'ActivationFailed' where id = $1", [instanceId]);
  expect((await overviewOf(boss, customerId)).Result!.Troubles).toBe(1);
  await app.sql("update subscriptions set status = 'cancelled' where instance_id = $1", [instanceId]);
  expect((await overviewOf(boss, customerId)).Result).toMatchObject({
    Subscriptions: [],
    Ended: [{ Quantity: 2, Unit: "Licence" }],
  });
});
