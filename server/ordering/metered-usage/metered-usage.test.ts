import { meteredUsage } from "@tradewind/contract/ordering/metered-usage.ts";
import type { WireChange } from "@tradewind/contract/ordering/orders.ts";
import { expect, test } from "vitest";
import { orderStory } from "../../test/order-story.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";
import { TryLater } from "../../platform/jobs.ts";
import { countCall, type Pace } from "@tradewind/vendors/calls.ts";
import { VendorUnavailable, type Connection } from "@tradewind/vendors/vendor.ts";
import { vendorCalls } from "../vendor-calls/vendor-calls.actions.ts";
import { readUsage } from "./read-usage.jobs.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, order, becomes } = orderStory(app, worker);

const add: WireChange = {
  Kind: "add",
  Lines: [
    { Key: "pcs", OfferId: "acronis.pw_base_workstations:none:monthly", Quantity: 10 },
    { Key: "servers", OfferId: "acronis.pw_base_servers:none:monthly", Quantity: 2 },
  ],
};
const usageOf = (person: Person, instanceId: string) =>
  app.call(person, meteredUsage.ofService, { params: { instanceId } });
/** Has the simulator report a level from now on. */
const use = (tenantId: string, item: string, value: number) =>
  worker.control("acronis", "act", { action: "use", tenantId, item, value });
/** Lets days go by, and their usage be read. */
async function passDays(days: number) {
  await worker.moveDays(days);
  await worker.until(async () => {
    const [left] = await app.sql<{ count: string }>(
      "select count(*) from pgboss.job where name = 'vendors.usage' and state < 'completed'",
    );
    return Number(left!.count) === 0;
  }, "usage read");
}

test("what a vendor measures is read every day, once, and shown by meter and month with its days", async () => {
  const boss = await signInSigned();
  const customerId = await addCustomer(boss);
  const { placed } = await order(boss, customerId, add, { ProductId: "acronis-backup" });
  const { InstanceId } = placed.Result!;
  const service = await becomes(boss, InstanceId, "Active");
  expect(service.IsMetered).toBe(true);
  expect((await usageOf(boss, InstanceId)).Result).toEqual({ Months: [] });

  const units = await app.sql<{ id: string; sku: string; vendor_ref: string }>(
    "select id, sku, vendor_ref from subscriptions where instance_id = $1",
    [InstanceId],
  );
  const pcs = units.find(({ sku }) => sku === "acronis.pw_base_workstations")!;
  await use(pcs.vendor_ref, "pw_base_workstations", 7);
  await passDays(1);
  await use(pcs.vendor_ref, "pw_base_workstations", 9);
  await passDays(1);
  await use(pcs.vendor_ref, "pw_base_workstations", 8);
  await passDays(1);

  const { Result } = await usageOf(boss, InstanceId);
  const meters = Result!.Months.flatMap((month) => month.Meters).filter(
    ({ SubscriptionId }) => SubscriptionId === pcs.id,
  );
  const days = meters.flatMap(({ Days }) => Days).toSorted((a, b) => (a.Day < b.Day ? -1 : 1));
  expect(days.map(({ Quantity }) => Quantity)).toEqual(["7", "9", "8"]);
  expect(new Set(days.map(({ Day }) => Day)).size).toBe(3);
  expect(meters[0]).toMatchObject({ Meter: "pw_base_workstations", Name: "In use", Unit: "Workstation" });
  // A month is its highest day.
  for (const { Total, Days } of meters)
    expect(Number(Total)).toBe(Math.max(...Days.map(({ Quantity }) => Number(Quantity))));

  // The same day read again changes nothing, whatever the vendor says by then.
  const count = async () => (await app.sql<{ count: string }>("select count(*) from metered_usage"))[0]!.count;
  const before = await count();
  await use(pcs.vendor_ref, "pw_base_workstations", 1_000);
  await app.platform.database.write({ role: "app_operator" }, (tx) =>
    app.platform.jobs.file(tx, "vendors.usage", { vendor: "acronis" }),
  );
  app.platform.committed();
  await passDays(0);
  expect(await count()).toBe(before);

  const stranger = await signInSigned();
  expect((await usageOf(stranger, InstanceId)).status).toBe(404);
});

test("storage is measured to the byte, and no line is ever edited", async () => {
  const boss = await signInSigned();
  const customerId = await addCustomer(boss);
  const storage: WireChange = {
    Kind: "add",
    Lines: [{ Key: "gb", OfferId: "acronis.pg_base_storage:none:monthly", Quantity: 500 }],
  };
  const { placed } = await order(boss, customerId, storage, { ProductId: "acronis-backup" });
  const { InstanceId } = placed.Result!;
  await becomes(boss, InstanceId, "Active");
  const [unit] = await app.sql<{ vendor_ref: string }>("select vendor_ref from subscriptions where instance_id = $1", [
    InstanceId,
  ]);
  await use(unit!.vendor_ref, "pg_base_storage", 1024 ** 3 + 1024 ** 2);
  await passDays(1);
  const { Result } = await usageOf(boss, InstanceId);
  expect(Result!.Months[0]!.Meters).toMatchObject([{ Unit: "GB", Total: "1.00097656" }]);
  // Lines are for ever.
  await expect(app.sql("update metered_usage set quantity = 0")).rejects.toThrow("append-only");
});

/** Orders backup for new customers, beside each other. */
async function orderFor(boss: Person, customers: number) {
  const placed = await Promise.all(
    Array.from({ length: customers }, async () =>
      order(boss, await addCustomer(boss), add, { ProductId: "acronis-backup" }),
    ),
  );
  for (const each of placed) await becomes(boss, each.placed.Result!.InstanceId, "Active");
}

test("use is read within what the vendor grants a minute: what is left over is read later, and nothing twice", async () => {
  const boss = await signInSigned();
  await orderFor(boss, 6);
  const asked: string[] = [];
  const usage: Connection["usage"] = ({ tenantRef, vendorRefs, day }) => {
    for (const vendorRef of vendorRefs) {
      countCall();
      asked.push(`${tenantRef} ${vendorRef} ${day}`);
    }
    const told = vendorRefs.map((vendorRef, line) => ({
      vendorRef,
      meter: "m",
      day,
      quantity: "1",
      source: "s",
      line,
    }));
    return Promise.resolve(told);
  };
  const pace: Pace = { aMinute: 20, order: 1, line: 1, subscription: 1, tenant: 1, invitation: 1, usage: 1 };
  const connections = new Map([["acronis", { usage, pace } as unknown as Connection]]);
  // A day on which the worker has not read yet.
  const platform = {
    ...worker.platform,
    clock: { ...worker.platform.clock, now: () => new Date("2031-05-05T10:00:00Z") },
  };
  const run = () =>
    readUsage.run({ platform, connections, vendorCalls: vendorCalls(platform, connections) }, { vendor: "acronis" });
  let rounds = 0;
  for (let isDone = false; !isDone && rounds < 20; rounds++) {
    const before = asked.length;
    isDone = await run().then(
      () => true,
      (error: unknown) => {
        expect(error).toBeInstanceOf(TryLater);
        return false;
      },
    );
    expect(asked.length - before).toBeLessThanOrEqual(pace.aMinute);
    // A minute later.
    await app.sql("delete from vendor_calls");
  }
  expect(rounds).toBeGreaterThan(1);
  expect(rounds).toBeLessThan(20);
  expect(new Set(asked).size).toBe(asked.length);
  expect(asked.length).toBeGreaterThanOrEqual(12);
});

test("a figure that cannot be kept keeps nobody else's from being read", async () => {
  const boss = await signInSigned();
  const added: { InstanceId: string; ref: string }[] = [];
  for (let count = 0; count < 2; count++) {
    const { placed } = await order(boss, await addCustomer(boss), add, { ProductId: "acronis-backup" });
    const { InstanceId } = placed.Result!;
    await becomes(boss, InstanceId, "Active");
    const [pcs] = await app.sql<{ ref: string }>(
      "select vendor_ref as ref from subscriptions where instance_id = $1 and sku = 'acronis.pw_base_workstations'",
      [InstanceId],
    );
    added.push({ InstanceId, ref: pcs!.ref });
  }
  for (const { ref } of added) await use(ref, "pw_base_workstations", 4);
  const [first, second] = added;
  await use(first!.ref, "pw_base_workstations", 1e13);
  await passDays(1);
  const months = async (InstanceId: string) => (await usageOf(boss, InstanceId)).Result!.Months.length;
  expect([await months(first!.InstanceId), await months(second!.InstanceId)]).toEqual([0, 1]);
});

const tenantsAtAcronis = async () => {
  const rows = await app.sql<{ ref: string }>(
    "select tenant_ref as ref from provider_tenants where fulfiller = 'acronis' order by tenant_ref",
  );
  return rows.map(({ ref }) => ref);
};
const linesOf = (vendorRefs: readonly string[], day: string, meter: string) =>
  vendorRefs.map((vendorRef, line) => ({ vendorRef, meter, day, quantity: "1", source: day, line }));
/** Reads what a vendor in Acronis's place tells on a day. */
function readFrom(usage: NonNullable<Connection["usage"]>, day: string) {
  const connections = new Map([["acronis", { usage } as unknown as Connection]]);
  const now = () => new Date(`${day}T10:00:00Z`);
  const platform = { ...worker.platform, clock: { ...worker.platform.clock, now } };
  return readUsage.run(
    { platform, connections, vendorCalls: vendorCalls(platform, connections) },
    { vendor: "acronis" },
  );
}

test("a few tenants that are always in trouble keep nobody from being read", async () => {
  await orderFor(await signInSigned(), 5);
  const tenants = await tenantsAtAcronis();
  const troubled = tenants.slice(0, 3);
  const read = new Set<string>();
  const usage: Connection["usage"] = async ({ tenantRef, vendorRefs, day }) => {
    if (troubled.includes(tenantRef)) throw new VendorUnavailable("Something of this tenant is broken");
    read.add(tenantRef);
    return linesOf(vendorRefs, day, "m");
  };
  for (let tries = 0; tries < 30; tries++) await expect(readFrom(usage, "2031-06-05")).rejects.toThrow(TryLater);
  expect(read.size).toBe(tenants.length - 3);
});

test("a zero byte in what one tenant used keeps nobody else's from being kept", async () => {
  const tenants = await tenantsAtAcronis();
  await readFrom(
    async ({ tenantRef, vendorRefs, day }) => linesOf(vendorRefs, day, tenantRef === tenants[0] ? "\0" : "m"),
    "2031-06-06",
  );
  const [kept] = await app.sql<{ count: number }>(
    "select count(distinct customer_id)::int from metered_usage where day = '2031-06-06'",
  );
  expect(kept!.count).toBe(tenants.length - 1);
});
