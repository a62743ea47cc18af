import { differences, everyDifference } from "@tradewind/contract/ordering/differences.ts";
import { expect, test } from "vitest";
import { orderStory } from "../../test/order-story.ts";
import { sweeping } from "../../test/sweep.ts";
import { testApp } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const sweep = sweeping(app, worker);
const { signInSigned, addCustomer, offer, order, becomes } = orderStory(app, worker);

test("what its vendor bills on, and has no price for its next period, is a difference until it is charged", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const { OfferId } = await offer(reseller, customerId, { term: "P1M", billing: "monthly" });
  const { placed } = await order(reseller, customerId, { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity: 4 }] });
  const { InstanceId } = placed.Result!;
  await becomes(reseller, InstanceId, "Active");
  const [held] = await app.sql<{ id: string; until: string; tenant: string; lastDay: string }>(
    `select s.id, s.period_until::text as until, to_char(s.period_until - 1, 'DD/MM/YYYY') as "lastDay", t.tenant_ref as tenant
     from subscriptions s join provider_tenants t on t.reseller_id = s.reseller_id and t.customer_id = s.customer_id where instance_id = $1`,
    [InstanceId],
  );
  const open = async () => (await app.call(reseller, differences.list, {})).Result!.Items;
  const charges = () =>
    app.sql<{ from: string; until: string; quantity: number }>(
      `select period_from::text as "from", period_until::text as until, quantity from charges where subscription_id = $1 order by period_from`,
      [held!.id],
    );
  await app.sql("alter table prices disable trigger published_stays");
  const prices = await app.sql<{ price_list_id: string; cost: string; recommended: string | null }>(
    "delete from prices where offer_id = $1 returning price_list_id, cost, recommended",
    [OfferId],
  );

  await worker.moveDays(29);
  await sweep(held!.tenant);
  expect(await open()).toEqual([]);
  await worker.moveDays(2);
  // What is done after the day's work is charged by that of the next day, and is nothing to tell people.
  const settle = (at: string | null) =>
    app.sql<{ at: string }>(
      `update order_lines l set settled_at = coalesce($2::timestamptz, k.worked_until::timestamptz)
       from (select settled_at, worked_until from order_lines cross join business_clock where subscription_id = $1) k
       where subscription_id = $1 returning k.settled_at::text as at`,
      [held!.id, at],
    );
  const [settled] = await settle(null);
  await sweep(held!.tenant);
  expect(await open()).toEqual([]);
  await settle(settled!.at);
  await sweep(held!.tenant);
  const found = {
    Kind: "uncharged",
    Ours: `Charged up to ${held!.lastDay}`,
    Theirs: "4 licences",
    Cures: ["accept"],
    Cause: expect.stringContaining("could not be charged"),
  };
  const [difference] = await open();
  expect(difference).toMatchObject(found);
  expect(Number(difference!.PerMonth!.Minor)).toBeGreaterThan(0);
  const operator = await app.signInOperator();
  expect((await app.call(operator, everyDifference.list, {})).Result!.Items).toMatchObject([{ Kind: "uncharged" }]);
  expect(await charges()).toHaveLength(1);

  for (const { price_list_id, cost, recommended } of prices)
    await app.sql("insert into prices values ($1, $2, $3, $4)", [price_list_id, OfferId, cost, recommended]);
  await worker.moveDays(1);
  await sweep(held!.tenant);
  expect(await open()).toEqual([]);
  expect(await charges()).toMatchObject([{ until: held!.until }, { from: held!.until, quantity: 4 }]);
});

test("what Microsoft suspended with renewal off ends with its term, and is charged for no period more", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const { OfferId } = await offer(reseller, customerId, { term: "P1M", billing: "monthly" });
  const bought = async () => {
    const { placed } = await order(reseller, customerId, { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity: 2 }] });
    await becomes(reseller, placed.Result!.InstanceId, "Active");
  };
  await bought();
  await bought();
  const all = () =>
    app.sql<{ id: string; ref: string; status: string; charges: number; tenant: string }>(
      `select s.id, s.vendor_ref as ref, s.status, t.tenant_ref as tenant,
         (select count(*)::int from charges c where c.reseller_id = s.reseller_id and c.subscription_id = s.id) as charges
       from subscriptions s join provider_tenants t on t.reseller_id = s.reseller_id and t.customer_id = s.customer_id
       where s.customer_id = $1 order by s.id`,
      [customerId],
    );
  const [held, resumed] = await all();
  for (const each of [held!, resumed!])
    await worker.control("microsoft", "act", { action: "suspend", subscriptionId: each.ref });
  await sweep(held!.tenant);
  await worker.control("microsoft", "act", { action: "reinstate", subscriptionId: resumed!.ref });
  await worker.control("microsoft", "act", { action: "switchRenewal", subscriptionId: resumed!.ref, on: true });
  await sweep(held!.tenant);
  await worker.moveDays(33);
  expect(await all()).toMatchObject([
    { id: held!.id, status: "cancelled", charges: 1 },
    { id: resumed!.id, status: "active", charges: 2 },
  ]);
});
