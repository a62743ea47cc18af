import { customers } from "@tradewind/contract/customers/customers.ts";
import { dashboard } from "@tradewind/contract/insight/dashboard.ts";
import type { WireChange } from "@tradewind/contract/ordering/orders.ts";
import { countingChecks } from "@tradewind/tools/demo/invariants-sql.ts";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { openDatabase } from "../platform/database.ts";
import { addUpTallies } from "../platform/tallies.ts";
import { diceOf } from "./mutations.ts";
import { orderStory } from "./order-story.ts";
import { testApp, type Person } from "./test-app.ts";
import { testWorker } from "./test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, offer, order, becomes } = orderStory(app, worker);
const database = openDatabase(app.database.workerUrl, { max: 1 });
afterAll(() => database.close());

/** What the tallies lack or have too much, by customer and for the company. */
const faults = async () => {
  const found = await Promise.all(
    Object.entries(countingChecks)
      .filter(([promise]) => promise.includes("tallies"))
      .map(([, check]) => app.sql(check)),
  );
  return found.flat();
};
const waiting = () => app.sql("select from tally_changes");
/** Adds up until nothing is left; the worker may be at it for a moment. */
const addUpAll = () =>
  worker.until(async () => {
    await addUpTallies({ database });
    return (await waiting()).length === 0;
  }, "everything to be added up");

test("tallies equal the rows after random work of several people at once, added up meanwhile and afterwards", async () => {
  const boss = await signInSigned();
  const colleagues = await Promise.all([1, 2].map(() => app.signIn({ resellerId: boss.resellerId })));
  const work = async (person: Person, seed: number) => {
    const dice = diceOf(seed);
    const customerId = await addCustomer(person);
    const bought = await offer(person, customerId, { term: "P1Y", billing: "monthly" });
    const { placed } = await order(person, customerId, {
      Kind: "add",
      Lines: [{ Key: "a", OfferId: bought.OfferId, Quantity: 1 + dice.below(9) }],
    });
    const { InstanceId } = placed.Result!;
    const params = { customerId };
    for (let turn = 0; turn < 4; turn++) {
      if (dice.below(2)) {
        await app.call(person, customers.suspend, { params });
        await app.call(person, customers.reactivate, { params });
      }
      const { Subscriptions } = await becomes(person, InstanceId, "Active");
      const Key = Subscriptions[0]!.Id;
      const change: WireChange =
        turn === 3
          ? { Kind: "cancel", Keys: [Key] }
          : { Kind: "setQuantity", Targets: [{ Key, Quantity: 20 + 3 * turn - dice.below(5) }] };
      await order(person, customerId, change, { InstanceId });
      await addUpTallies({ database });
    }
    await becomes(person, InstanceId, "Deleted");
  };
  await Promise.all([boss, ...colleagues].map((person, seed) => work(person, seed)));
  expect(await faults()).toEqual([]);
  await addUpAll();
  expect(await faults()).toEqual([]);

  await app.sql(
    "update tallies set amount = amount + 1 where figure = 'seats' and customer_id <> '00000000-0000-0000-0000-000000000000'",
  );
  expect((await faults()).length).toBeGreaterThan(1);
});

test("who writes waits for nobody else of the same reseller, and is counted from the commit on", async () => {
  const person = await app.signIn();
  const count = async () => (await app.call(person, dashboard.figures)).Result!.Customers;
  const other = new pg.Client(app.database.adminUrl);
  await other.connect();
  await other.query("begin");
  await other.query("insert into customers (reseller_id, name, created_at) values ($1, 'Slow', now())", [
    person.resellerId,
  ]);
  // Answered while the other transaction is open, and not before the lock it would wait for is free.
  await addCustomer(person);
  await addUpTallies({ database });
  expect(await count()).toBe(1);
  await other.query("commit");
  expect(await count()).toBe(2);
  await addUpTallies({ database });
  expect(await count()).toBe(2);
  await other.end();
});

test("of two that add up at the same moment one leaves it to the other", async () => {
  const person = await app.signIn();
  const other = new pg.Client(app.database.adminUrl);
  await other.connect();
  await other.query("begin; select pg_advisory_xact_lock(hashtextextended('tallies', 0))");
  await addCustomer(person);
  await addUpTallies({ database });
  expect((await waiting()).length).toBeGreaterThan(0);
  await other.query("commit");
  await addUpAll();
  await other.end();
});
