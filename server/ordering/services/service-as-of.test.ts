import { orders } from "@tradewind/contract/ordering/orders.ts";
import { services } from "@tradewind/contract/ordering/services.ts";
import { addDays } from "@tradewind/domain/values/dates.ts";
import { expect, test } from "vitest";
import { orderStory } from "../../test/order-story.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, offer, order, becomes } = orderStory(app, worker);

const asOf = async (person: Person, instanceId: string, On: string, KnownOn: string) =>
  (await app.call(person, services.asOf, { params: { instanceId }, query: { On, KnownOn } })).Result!;

test("F10 a service is shown as it was, as was known at the time or later, over a change that was refused and tried again", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const { OfferId } = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
  const { placed } = await order(reseller, customerId, { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity: 10 }] });
  const { InstanceId } = placed.Result!;
  const Key = (await becomes(reseller, InstanceId, "Active")).Subscriptions[0]!.Id;
  const bought = app.platform.clock.today();
  const [before, refused, between] = [-1, 1, 2].map((days) => addDays(bought, days)) as [string, string, string];
  await worker.moveDays(1);
  await worker.control("microsoft", "faults", {
    times: 1,
    match: { method: "PATCH" },
    fault: { kind: "status", status: 400, body: { code: "800090", description: "No." } },
  });
  const more = await order(
    reseller,
    customerId,
    { Kind: "setQuantity", Targets: [{ Key, Quantity: 15 }] },
    { InstanceId },
  );
  await becomes(reseller, InstanceId, "ActivationFailed");
  await worker.moveDays(3);
  await app.call(reseller, orders.retry, { params: { orderId: more.placed.Result!.OrderId } });
  await becomes(reseller, InstanceId, "Active");
  const wish = { Kind: "schedule" as const, Targets: [{ Key, Outcome: "cancel" as const }] };
  await order(reseller, customerId, wish, { InstanceId });
  await becomes(reseller, InstanceId, "Active");
  const today = app.platform.clock.today();

  const seats = async (On: string, KnownOn: string) => {
    const [only] = (await asOf(reseller, InstanceId, On, KnownOn)).Subscriptions;
    return only!.Then?.Quantity ?? null;
  };
  expect(await seats(before, today)).toBeNull();
  expect(await seats(today, before)).toBeNull();
  expect(await seats(bought, today)).toBe(10);
  // Known to be refused on those days, and from the second try on as it was promised for them.
  expect([await seats(refused, refused), await seats(between, between)]).toEqual([10, 10]);
  expect([await seats(refused, today), await seats(between, today), await seats(today, today)]).toEqual([15, 15, 15]);

  const { Subscriptions, Changes } = await asOf(reseller, InstanceId, between, between);
  expect(Subscriptions).toMatchObject([
    {
      Id: Key,
      Then: { Quantity: 10, Status: "active", TermFrom: bought, TermEnd: { Outcome: "renew" } },
      Now: { Quantity: 15, TermEnd: { Outcome: "cancel" } },
    },
  ]);
  expect(Changes.map(({ Kind }) => Kind)).toEqual(["scheduled", "seatsAdded"]);
});

test("ACL-39 how a service stood has no prices where they are hidden, and nobody else sees it", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const { OfferId } = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
  const { placed } = await order(reseller, customerId, { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity: 1 }] });
  const { InstanceId } = placed.Result!;
  const today = app.platform.clock.today();
  const [own] = (await asOf(reseller, InstanceId, today, today)).Subscriptions;
  expect(Number(own!.Then!.UnitCost)).toBeGreaterThan(0);
  await app.sql("update resellers set hide_pricing = true where id = $1", [reseller.resellerId]);
  const colleague = await app.signIn({ resellerId: reseller.resellerId });
  const hidden = (await asOf(colleague, InstanceId, today, today)).Subscriptions[0]!;
  expect(hidden).toMatchObject({ Then: { UnitCost: null, CustomerPrice: null }, Now: { UnitCost: null } });
  const stranger = await app.call(await app.signIn(), services.asOf, {
    params: { instanceId: InstanceId },
    query: { On: today, KnownOn: today },
  });
  expect(stranger.status).toBe(404);
});
