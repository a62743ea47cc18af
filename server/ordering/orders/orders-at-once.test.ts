import { orders, type WireChange } from "@tradewind/contract/ordering/orders.ts";
import { expect, test } from "vitest";
import { atOnce } from "../../test/at-once.ts";
import { orderStory } from "../../test/order-story.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, offer, order, becomes } = orderStory(app, worker);

/** Proposes a change and returns how to place it. */
async function proposed(
  person: Person,
  wanted: { CustomerId: string; ProductId: string; InstanceId?: string; Change: WireChange },
) {
  const { Result } = await app.call(person, orders.propose, { body: wanted });
  return () => app.call(person, orders.place, { body: { ...wanted, ProposalHash: Result!.Hash } });
}

async function onceEach(person: Person, customerId: string) {
  const { Result } = await app.call(person, orders.journey, {
    params: { by: "product", name: "influencer-programme" },
    query: { CustomerId: customerId, Action: "Add" },
  });
  const OfferId = Result!.Steps.flatMap((step) => step.Items)[0]!.Offers[0]!.OfferId;
  return {
    CustomerId: customerId,
    ProductId: "influencer-programme",
    Change: { Kind: "add" as const, Lines: [{ Key: "a", OfferId, Quantity: 1 }] },
  };
}

test("CAT-22 what a reseller may have once is refused for its next customer, and for two at the same moment", async () => {
  const reseller = await signInSigned();
  const [one, other] = [await addCustomer(reseller), await addCustomer(reseller)];
  const places = [
    await proposed(reseller, await onceEach(reseller, one)),
    await proposed(reseller, await onceEach(reseller, other)),
  ];

  const answers = await atOnce(app, "orders", places);

  expect(answers.filter(({ Succeed }) => Succeed)).toHaveLength(1);
  expect(answers.filter(({ Succeed }) => !Succeed)).toMatchObject([{ status: 409, Error: "onlyOnePerReseller" }]);
  const third = await addCustomer(reseller);
  const late = await app.call(reseller, orders.propose, { body: await onceEach(reseller, third) });
  expect(late).toMatchObject({ status: 409, Error: "onlyOnePerReseller" });
  // Another reseller may have it too.
  const neighbour = await signInSigned();
  const theirs = await proposed(neighbour, await onceEach(neighbour, await addCustomer(neighbour)));
  expect((await theirs()).status).toBe(200);
});

test("of two changes of a service ordered at the same moment one is made and the other must be proposed anew", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const monthly = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
  const { placed } = await order(reseller, customerId, {
    Kind: "add",
    Lines: [{ Key: "a", OfferId: monthly.OfferId, Quantity: 5 }],
  });
  const { InstanceId } = placed.Result!;
  const { Id } = (await becomes(reseller, InstanceId, "Active")).Subscriptions[0]!;
  const seats = (Quantity: number) =>
    proposed(reseller, {
      CustomerId: customerId,
      ProductId: "microsoft-365",
      InstanceId,
      Change: { Kind: "setQuantity", Targets: [{ Key: Id, Quantity }] },
    });

  const answers = await atOnce(app, "orders", [await seats(8), await seats(11)]);

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  const now = await becomes(reseller, InstanceId, "Active");
  const [charged] = await app.sql<{ net: string }>(
    "select sum(quantity) as net from charges where subscription_id = $1",
    [Id],
  );
  expect(Number(charged!.net)).toBe(now.Subscriptions[0]!.Quantity);
});
