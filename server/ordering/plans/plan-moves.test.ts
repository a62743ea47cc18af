import { plans } from "@tradewind/contract/ordering/plans.ts";
import { expect, test } from "vitest";
import { orderStory } from "../../test/order-story.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, offer, order, becomes } = orderStory(app, worker);

const read = async (reseller: Person, planId: string) =>
  (await app.call(reseller, plans.byId, { params: { planId } })).Result!;
const reaches = (reseller: Person, planId: string, state: string) =>
  worker.until(async () => {
    const plan = await read(reseller, planId);
    return plan.State === state && !plan.Lines.working ? plan : undefined;
  }, `the plan to be ${state}`);
const charged = async ({ resellerId }: Person) => {
  const [found] = await app.sql<{ sum: string }>(
    "select coalesce(sum(amount_minor), 0)::text as sum from charges where reseller_id = $1",
    [resellerId],
  );
  return BigInt(found!.sum);
};

/** Three customers who each have ten licences of one product, as a plan can change them. */
async function three(reseller: Person) {
  const { OfferId } = await offer(reseller, await addCustomer(reseller), { term: "P1Y", billing: "monthly" });
  for (let at = 0; at < 3; at++) {
    const customerId = await addCustomer(reseller, `Customer ${at} ${crypto.randomUUID().slice(0, 6)}`);
    const { placed } = await order(reseller, customerId, { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity: 10 }] });
    await becomes(reseller, placed.Result!.InstanceId, "Active");
  }
  return (await app.call(reseller, plans.candidates, { query: { ProductId: "microsoft-365" } })).Result!.Items;
}

test("many are moved to a better product or ended at once, which is never put back", async () => {
  const reseller = await signInSigned();
  const [first, second, third] = await three(reseller);
  const better = first!.UpgradesTo[0]!;
  expect(better.Name).not.toBe(first!.Name);
  const { Result } = await app.call(reseller, plans.make, {
    body: {
      Name: "Tidy up",
      Lines: [
        { SubscriptionId: first!.SubscriptionId, Change: { Kind: "upgrade", Sku: better.Sku } },
        { SubscriptionId: second!.SubscriptionId, Change: { Kind: "upgrade", Sku: "no-such-product" } },
        { SubscriptionId: third!.SubscriptionId, Change: { Kind: "cancel" } },
      ],
    },
  });
  const planId = Result!.Id;
  const ready = await reaches(reseller, planId, "ready");
  const [moved, refused, ended] = (await app.call(reseller, plans.lines, { params: { planId }, query: {} })).Result!
    .Items;
  expect(moved).toMatchObject({ Becomes: better.Name, State: "planned", After: { Quantity: 10 } });
  expect(refused).toMatchObject({
    State: "refused",
    Reason: expect.stringMatching(/^This cannot be upgraded to that product/),
  });
  expect(ended).toMatchObject({ State: "planned", Becomes: null, After: { Quantity: 0, Monthly: { Minor: "0" } } });
  const { text } = await app.call(reseller, plans.csv, { params: { planId }, query: {} });
  const [, ofMoved, , ofEnded] = text.trim().split("\r\n");
  expect(ofMoved).toContain(`,${moved!.Name},${better.Name},Licence,10,10,`);
  expect(ofEnded).toContain(`,${ended!.Name},,Licence,10,0,`);

  const minor = (money: { Minor: string } | null) => BigInt(money!.Minor);
  expect(minor(ready.ChargeNow)).toBe(minor(moved!.ChargeNow) + minor(ended!.ChargeNow));
  expect(minor(ready.Monthly!.After)).toBe(minor(moved!.After.Monthly));

  const before = await charged(reseller);
  await app.call(reseller, plans.commit, { params: { planId }, body: { Hash: ready.Hash } });
  const done = await reaches(reseller, planId, "done");
  expect(done).toMatchObject({ Lines: { done: 2, refused: 1 }, ToUndo: 0 });
  expect((await charged(reseller)) - before).toBe(minor(ready.ChargeNow));
  expect(
    await app.sql("select name, status from subscriptions where id = any($1) order by status", [
      [first!.SubscriptionId, third!.SubscriptionId],
    ]),
  ).toEqual([
    { name: better.Name, status: "active" },
    { name: third!.Name, status: "cancelled" },
  ]);
  expect((await app.call(reseller, plans.undo, { params: { planId } })).Error).toBe("planNotReady");
});
