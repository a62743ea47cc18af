import { debtors } from "@tradewind/contract/billing/debtors.ts";
import { expect, test } from "vitest";
import { orderStory } from "../../test/order-story.ts";
import { requestStory } from "../../test/request-story.ts";
import { testApp } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const { becomes } = orderStory(app, worker);
const { begin, licences, wanted, place } = requestStory(app);
const operator = await app.signInOperator();
const usedBy = async (resellerId: string) => {
  const { Accounts } = (await app.call(operator, debtors.byId, { params: { resellerId } })).Result!;
  return Accounts[0]!.Limit!;
};
const limit = (resellerId: string, Minor: string | null) =>
  app.call(operator, debtors.limit, { params: { resellerId }, body: { Minor, Text: "Agreed" } });

test("an order with which a company would owe and commit to more than its limit is refused for everybody; reductions are not", async () => {
  const { owner, admin, customerId } = await begin({});
  const { InstanceId } = (await place(owner, wanted(customerId, licences(5)))).Result!;
  const promised = await usedBy(owner.resellerId);
  expect(BigInt(promised.Committed.Minor)).toBeGreaterThan(0n);
  const { Subscriptions } = await becomes(owner, InstanceId, "Active");
  const Key = Subscriptions[0]!.Id;
  const seats = (Quantity: number) =>
    wanted(customerId, { Kind: "setQuantity", Targets: [{ Key, Quantity }] }, InstanceId);
  const used = BigInt((await usedBy(owner.resellerId)).Used.Minor);
  // Whether the vendor is at work or done, an order uses the same.
  expect(used).toBe(BigInt(promised.Used.Minor));
  await limit(owner.resellerId, String(used));
  const refused = await place(owner, seats(6));
  expect(refused).toMatchObject({ status: 409, Error: "creditLimitReached" });
  expect(refused.Messages[0]).toMatch(/^With this order, £[\d,.]+ would be open, unbilled or committed/);
  const asAdmin = await place(admin, seats(6));
  expect(asAdmin).toMatchObject({ Error: "creditLimitReached" });
  expect(asAdmin.Messages[0]).not.toContain("£");
  // Nothing of it was kept.
  expect(BigInt((await usedBy(owner.resellerId)).Used.Minor)).toBe(used);
  expect((await place(owner, seats(4))).Error).toBeNull();
  await becomes(owner, InstanceId, "Active");
  await limit(owner.resellerId, null);
  expect((await place(owner, seats(7))).Error).toBeNull();
});

test("of two orders at once of which one fits, one is placed", async () => {
  const { owner, customerId } = await begin({});
  await place(owner, wanted(customerId, licences(1)));
  const one = BigInt((await usedBy(owner.resellerId)).Used.Minor);
  await limit(owner.resellerId, String(one * 2n));
  const others = [await begin({}, owner), await begin({}, owner)];
  const orders = others.map((other) => wanted(other.customerId, licences(1)));
  const answers = await Promise.all(orders.map((order) => place(owner, order)));
  expect(new Set(answers.map(({ Error }) => Error))).toEqual(new Set(["creditLimitReached", null]));
  expect(BigInt((await usedBy(owner.resellerId)).Used.Minor)).toBeLessThanOrEqual(one * 2n);
});
