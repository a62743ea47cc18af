import { differences } from "@tradewind/contract/ordering/differences.ts";
import { services } from "@tradewind/contract/ordering/services.ts";
import { expect, test } from "vitest";
import { longTest } from "../../test/long-test.ts";
import { orderStory } from "../../test/order-story.ts";
import { sweeping } from "../../test/sweep.ts";
import { testApp } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";
import { watchIntents } from "../intents/intents.actions.ts";

const app = await testApp();
const worker = await testWorker(app);
const sweepTenant = sweeping(app, worker);
const { signInSigned, addCustomer, offer, order, becomes } = orderStory(app, worker);

async function standing(term = "P1Y") {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const { OfferId } = await offer(reseller, customerId, { term, billing: "monthly" });
  const { placed } = await order(reseller, customerId, { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity: 4 }] });
  const { InstanceId } = placed.Result!;
  await becomes(reseller, InstanceId, "Active");
  const [row] = await app.sql<{ id: string; vendor_ref: string; tenant_ref: string }>(
    `select s.id, s.vendor_ref, t.tenant_ref from subscriptions s
     join provider_tenants t on t.reseller_id = s.reseller_id and t.customer_id = s.customer_id where instance_id = $1`,
    [InstanceId],
  );
  const schedule = async (Outcome: "renew" | "cancel" | "extend", Quantity?: number) => {
    const Targets = [{ Key: row!.id, Outcome, ...(Quantity === undefined ? {} : { Quantity }) }];
    const { placed: wish } = await order(reseller, customerId, { Kind: "schedule", Targets }, { InstanceId });
    expect(wish.Succeed).toBe(true);
    await becomes(reseller, InstanceId, "Active");
  };
  const intents = async () =>
    (await app.call(reseller, services.byId, { params: { instanceId: InstanceId } })).Result!.Intents;
  const stateIs = (wanted: string) =>
    worker.until(async () => {
      const [found] = await intents();
      return found?.State === wanted && found;
    }, `the intent to be ${wanted}`);
  const open = async () => (await app.call(reseller, differences.list, {})).Result!.Items;
  return { reseller, customerId, InstanceId, ...row!, schedule, intents, stateIs, open };
}
type Held = Awaited<ReturnType<typeof standing>>;

/** Switches renewal in Partner Center's own pages, which wipes what was scheduled. */
const wipe = ({ vendor_ref: subscriptionId }: Held, on: boolean) =>
  worker.control("microsoft", "act", { action: "switchRenewal", subscriptionId, on });

const sweep = ({ tenant_ref }: Held) => sweepTenant(tenant_ref);

const notices = ({ id }: Held, like: string) =>
  app.sql<{ content: string }>(
    `select distinct content from notifications n join subscriptions s on s.reseller_id = n.reseller_id
     where s.id = $1 and content like $2`,
    [id, like],
  );

test("a wish is placed, gives way to a newer one, and says who set it and since when the vendor has it", async () => {
  const held = await standing();
  expect(await held.intents()).toEqual([]);
  await held.schedule("cancel");
  const placed = await held.stateIs("placed");
  expect(placed).toMatchObject({ Kind: "termEnd", SubscriptionId: held.id, SetBy: expect.any(String) });
  expect(placed.Text).toMatch(/^Microsoft has it since \d\d\/\d\d\/\d{4} \d\d:\d\d$/);
  await held.schedule("renew", 6);
  await held.stateIs("placed");
  const rows = await app.sql<{ state: string; wish: object; is_open: boolean }>(
    "select state, wish, closed_at is null as is_open from intents where subscription_id = $1 order by id",
    [held.id],
  );
  expect(rows).toEqual([
    { state: "withdrawn", wish: { outcome: "cancel" }, is_open: false },
    { state: "placed", wish: { outcome: "renew", offerId: null, quantity: 6 }, is_open: true },
  ]);
});

test("what a change of seats wipes is placed again, and so is the end that would have become extended service", async () => {
  const held = await standing();
  await held.schedule("cancel");
  await held.stateIs("placed");
  const Targets = [{ Key: held.id, Quantity: 5 }];
  await order(held.reseller, held.customerId, { Kind: "setQuantity", Targets }, { InstanceId: held.InstanceId });
  await held.stateIs("placedAgain");
  await sweep(held);
  expect(await held.open()).toEqual([]);
});

test("a wish that the vendor lost is placed again by itself three times, and then shown as a difference", async () => {
  const held = await standing();
  await held.schedule("cancel");
  for (let time = 1; time <= 3; time++) {
    await wipe(held, true);
    await sweep(held);
    const again = await held.stateIs("placedAgain");
    expect(again.Text).toMatch(/^Microsoft had lost it, and has it again since /);
    expect(await held.open()).toEqual([]);
  }
  await wipe(held, true);
  await sweep(held);
  const lost = await held.stateIs("lost");
  expect(lost.Text).toMatch(/^Microsoft no longer had it on .+\. It takes it until \d\d\/\d\d\/\d{4} \d\d:\d\d$/);
  expect(await held.open()).toMatchObject([
    { Kind: "termEnd", Text: "At the end of its term it renews with 4 licences at Microsoft, and ends with us" },
  ]);
  const told = await app.sql<{ what: string }>(
    "select what from activity where action = 'intents.again' and object_id = $1",
    [held.id],
  );
  expect(told).toHaveLength(3);
  expect(told[0]!.what).toMatch(/^Microsoft no longer had it that .+ ends with its term: asked for it again$/);
});

test("a renewal that nobody spoke of is kept too: switched off by somebody, it is switched on again", async () => {
  const held = await standing();
  await wipe(held, false);
  await sweep(held);
  expect(await held.stateIs("placedAgain")).toMatchObject({ SetBy: null });
  await sweep(held);
  expect(await held.open()).toEqual([]);
});

/** A wish that its vendor lost so often that it is not asked for again. */
async function lostWish() {
  const held = await standing("P1M");
  await held.schedule("cancel");
  await held.stateIs("placed");
  await app.sql("update intents set losses = 3 where subscription_id = $1", [held.id]);
  await wipe(held, true);
  await sweep(held);
  await held.stateIs("lost");
  return held;
}

test("what the vendor does not have is told with the time left, a day before it takes it no more, and when it is too late", async () => {
  const [other, held] = [await lostWish(), await lostWish()];
  // One company that cannot be told keeps nobody else from it.
  await app.sql(
    `create function refuse_notice() returns trigger language plpgsql as $$ begin raise exception 'Nobody is told'; end $$;
     create trigger refused before insert on notifications for each row
       when (new.reseller_id = '${other.reseller.resellerId}' and new.content like '%does not have it%') execute function refuse_notice()`,
  );
  const [row] = await app.sql<{ days: number }>(
    "select term_until - $2::date as days from subscriptions where id = $1",
    [held.id, app.platform.clock.today()],
  );
  await watchIntents(worker.platform);
  expect(await notices(held, "%does not have it that it ends%")).toEqual([]);

  await worker.moveDays(row!.days - 3);
  await watchIntents(worker.platform);
  const [early, ...others] = await notices(held, "%does not have it that it ends%");
  expect(others).toEqual([]);
  expect(early!.content).toMatch(
    /Microsoft does not have it that it ends with its term\. It takes it until .+, (2[4-9]|[34]\d) hours from now\.$/,
  );
  await watchIntents(worker.platform);
  expect(await notices(held, "%does not have it that it ends%")).toHaveLength(1);

  await worker.moveDays(2);
  await watchIntents(worker.platform);
  expect(await held.intents()).toMatchObject([{ State: "tooLate" }]);
  expect(await notices(held, "%takes it no more%")).toHaveLength(1);
  await app.sql("drop trigger refused on notifications");
  await watchIntents(worker.platform);
  expect(await notices(other, "%takes it no more%")).toHaveLength(1);
});

longTest("a wish that was carried out is closed with its term", async () => {
  const held = await standing("P1M");
  await held.schedule("renew", 3);
  await held.stateIs("placed");
  await worker.moveDays(34);
  const rows = await app.sql("select state, closed_at is null as is_open from intents where subscription_id = $1", [
    held.id,
  ]);
  expect(rows).toEqual([{ state: "done", is_open: false }]);
  expect(await held.intents()).toEqual([]);
});
