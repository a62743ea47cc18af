import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { azureSpend } from "@tradewind/contract/ordering/azure-spend.ts";
import { addDays } from "@tradewind/domain/values/dates.ts";
import type { SpendLine, SpendSource } from "@tradewind/vendors/spend.ts";
import { VendorRefusal } from "@tradewind/vendors/http.ts";
import { expect, test } from "vitest";
import { addCustomerOf } from "../../test/order-story.ts";
import { customerWithAzure } from "../../test/azure-story.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";
import { readSpend } from "./read-spend.jobs.ts";
import { listTenantsToRead } from "./read-spend.store.ts";

const app = await testApp();
const worker = await testWorker(app);
const act = (action: string, body: object) =>
  worker.control("microsoft", "act", { action, ...body }) as Promise<{ id: string; tenantId: string }>;
const today = async () => {
  await app.platform.clock.refresh();
  return app.platform.clock.now().toISOString().slice(0, 10);
};

const isRead = async () => {
  const [left] = await app.sql<{ count: string }>(
    "select count(*) from pgboss.job where name = 'vendors.spend' and state in ('created', 'active', 'retry')",
  );
  return left!.count === "0";
};
async function passDays(days: number) {
  await worker.moveDays(days);
  await worker.until(isRead, "spend read");
}

const subscriptions = async (person: Person, customerId: string) =>
  (await app.call(person, azureSpend.subscriptions, { params: { customerId } })).Result!;
type Split = ResultOf<typeof azureSpend.byGroup>;
const cents = (amount: string) => Math.round(Number(amount) * 10_000);
const perDay = (split: Split) =>
  split.map(({ Label, Values }) => [Label, Values.reduce((all, each) => all + cents(each.Values), 0)]);

/** A customer whose subscription has been told for weeks. */
async function told() {
  const boss = await app.signIn();
  const { customerId, tenantId } = await customerWithAzure(app, worker, boss);
  const { id: ref } = await act("openAzure", {
    customerId: tenantId,
    name: "Shop",
    since: addDays(await today(), -60),
  });
  await passDays(1);
  const [found] = await subscriptions(boss, customerId);
  return { boss, customerId, tenantId, ref, params: { customerId, azureSubscriptionId: found!.Value } };
}

test("AZ-02 AZ-12 each call answers Succeed and Result; what can be chosen is {Text, Value}, of the customer's own only", async () => {
  const { boss, customerId, params } = await told();
  const chosen = await app.call(boss, azureSpend.subscriptions, { params: { customerId } });
  expect(chosen).toMatchObject({ Succeed: true, Result: [{ Text: "Shop", Value: params.azureSubscriptionId }] });
  expect(await app.call(boss, azureSpend.groups, { params })).toMatchObject({
    Succeed: true,
    Result: ["backup", "production", "staging"].map((name) => ({ Text: name, Value: name })),
  });
  for (const each of [azureSpend.total, azureSpend.byGroup, azureSpend.byMeter, azureSpend.byResource]) {
    const { Succeed, Result } = await app.call(boss, each, { params });
    expect([Succeed, Result!.length]).toEqual([true, 7]);
  }
  const query = { Group: "of-nobody" };
  expect((await app.call(boss, azureSpend.byResource, { params, query })).status).toBe(404);
  const other = await app.signIn();
  expect((await app.call(other, azureSpend.total, { params })).status).toBe(404);
  const otherCustomer = await addCustomerOf(app, boss);
  expect((await app.call(boss, azureSpend.total, { params: { ...params, customerId: otherCustomer } })).status).toBe(
    404,
  );
});

test("AZ-05 AZ-06 the days are {Date, Spend}, their parts {Label, Values[{Symbol, Values}]}, and one sum whichever way they are split", async () => {
  const { boss, params } = await told();
  const query = { Days: "28" } as const;
  const days = (await app.call(boss, azureSpend.total, { params, query })).Result!;
  expect(days.map(({ Date }) => Date)).toEqual(Array.from({ length: 28 }, (_, at) => addDays(days[0]!.Date, at)));
  expect(days.at(-1)!.Date).toBe(addDays(await today(), -3));
  const total = days.map(({ Date, Spend }) => [Date, cents(Spend)]);
  for (const each of [azureSpend.byGroup, azureSpend.byMeter, azureSpend.byResource])
    expect(perDay((await app.call(boss, each, { params, query })).Result!)).toEqual(total);
  const groups = (await app.call(boss, azureSpend.byGroup, { params, query })).Result!;
  expect(groups[0]!.Values.map(({ Symbol }) => Symbol)).toEqual(["production", "staging", "backup"]);
  const staging = (await app.call(boss, azureSpend.byResource, { params, query: { ...query, Group: "staging" } }))
    .Result!;
  expect(staging[0]!.Values.map(({ Symbol }) => Symbol).toSorted()).toEqual(["build-agents", "staging-1"]);
  const ofGroup = groups.map(({ Label, Values }) => [
    Label,
    cents(Values.find((one) => one.Symbol === "staging")!.Values),
  ]);
  expect(perDay(staging)).toEqual(ofGroup);
});

test("a day that is corrected is read again, one that is told twice counts once, and nothing is lost while the vendor refuses", async () => {
  const { boss, ref, params } = await told();
  const of = async (day: string) =>
    (await app.call(boss, azureSpend.total, { params, query: { Days: "28" } })).Result!.find(
      ({ Date }) => Date === day,
    )!;
  const day = addDays(await today(), -3);
  const before = await of(day);
  await act("azureDay", { subscriptionId: ref, day, factor: 2 });
  await act("throttleAzure", { times: 1, seconds: 3600 });
  await worker.moveDays(1);
  await worker.until(
    async () =>
      (
        await app.sql(
          "select 1 from pgboss.job where name = 'vendors.spend' and start_after > now() + interval '50 minutes'",
        )
      ).length > 0,
    "it waits as long as it was told",
  );
  expect((await app.call(boss, azureSpend.summary, { params })).Result!.KnownUntil).toBe(day);
  await app.sql("update pgboss.job set start_after = now() where name = 'vendors.spend' and state < 'active'");
  await worker.until(isRead, "spend read after the hour");
  expect((await app.call(boss, azureSpend.summary, { params })).Result!.KnownUntil).toBe(addDays(day, 1));
  expect(cents((await of(day)).Spend) / cents(before.Spend)).toBeCloseTo(2, 3);
});

test("a day far above its like is told once it is known in full, with the resource that caused it", async () => {
  const { boss, ref } = await told();
  const day = addDays(await today(), -2);
  await act("azureDay", { subscriptionId: ref, day, resource: "gateway", factor: 9 });
  for (let days = 0; days < 3; days++) await passDays(1);
  const notices = await app.sql<{ content: string; link: string }>(
    "select content, link from notifications where membership_id = $1 and content like 'Azure of%'",
    [boss.membershipId],
  );
  expect(notices).toHaveLength(1);
  expect(notices[0]!.content).toMatch(
    /^Azure of Acme \w+, Shop, cost £[\d.]+ on [\d/]+, where such a day costs £[\d.]+\. Most of it comes from gateway in production\.$/,
  );
  expect(notices[0]!.link).toMatch(/\/manage-service\/azure$/);
});

test("a subscription that is renamed or cancelled is so here the day after, and keeps its days", async () => {
  const { boss, customerId, tenantId, ref, params } = await told();
  await act("renameAzure", { subscriptionId: ref, name: "Store" });
  await act("openAzure", { customerId: tenantId, name: "Lab" });
  await passDays(1);
  const lab = { Text: "Lab", Value: expect.any(String) };
  expect(await subscriptions(boss, customerId)).toEqual([lab, { Text: "Store", Value: params.azureSubscriptionId }]);
  await act("cancelAzure", { subscriptionId: ref });
  await passDays(1);
  expect(await subscriptions(boss, customerId)).toEqual([
    lab,
    { Text: "Store (ended)", Value: params.azureSubscriptionId },
  ]);
  expect((await app.call(boss, azureSpend.total, { params })).Result).toHaveLength(7);
});

test("a subscription that moves to another customer is on each of them for its own days", async () => {
  const { boss, customerId, ref, params } = await told();
  const next = await customerWithAzure(app, worker, boss);
  const moved = await today();
  await act("moveAzure", { subscriptionId: ref, customerId: next.tenantId });
  await passDays(5);
  expect(await subscriptions(boss, customerId)).toEqual([{ Text: "Shop (ended)", Value: params.azureSubscriptionId }]);
  const [there] = await subscriptions(boss, next.customerId);
  const days = async (azureSubscriptionId: string) => {
    const rows = await app.sql<{ first: string; last: string }>(
      "select min(day)::text as first, max(day)::text as last from azure_spend where subscription_id = $1",
      [azureSubscriptionId],
    );
    return rows[0]!;
  };
  expect((await days(params.azureSubscriptionId)).last).toBe(addDays(moved, -1));
  expect((await days(there!.Value)).first).toBe(moved);
});

test("ACL-39 ACL-40 customers pay by their price rules; their people see that price alone, and nobody any where prices are hidden", async () => {
  const boss = await app.signIn();
  const { customerId, tenantId } = await customerWithAzure(app, worker, boss);
  await app.sql(
    `insert into price_rules (reseller_id, customer_id, offer_id, product_id, from_date, kind, value) values
       ($1, $2, null, 'azure', '2026-01-01', 'markUp', 20), ($1, $2, 'azure-plan:none:monthly', 'azure', '2026-01-01', 'fixed', 5)`,
    [boss.resellerId, customerId],
  );
  await act("openAzure", { customerId: tenantId, name: "Shop", since: addDays(await today(), -60) });
  await passDays(1);
  const params = { customerId, azureSubscriptionId: (await subscriptions(boss, customerId))[0]!.Value };
  const summary = async (person: Person) => app.call(person, azureSpend.summary, { params });
  const { Total, Before, Month, Margin } = (await summary(boss)).Result!;
  expect(Number(Total!.Minor) / Number(Margin!.Cost.Minor)).toBeCloseTo(1.2, 2);
  expect(Number(Margin!.Amount.Minor)).toBe(Number(Total!.Minor) - Number(Margin!.Cost.Minor));
  expect(Number(Before!.Minor)).toBeGreaterThan(0);
  expect(Number(Month!.Forecast!.Amount.Minor)).toBeGreaterThanOrEqual(Number(Month!.SoFar.Minor));

  const admin = await app.signIn({ kind: "endUserAdmin", resellerId: boss.resellerId, customerId });
  expect((await summary(admin)).Error).toBe("pricesHidden");
  await app.sql("update resellers set show_own_prices = true where id = $1", [boss.resellerId]);
  app.platform.sessions.forget("");
  expect((await summary(admin)).Result).toMatchObject({ Total, Margin: null });
  const user = await app.signIn({ kind: "endUser", resellerId: boss.resellerId, customerId });
  expect((await summary(user)).status).toBe(403);
  const figures = [azureSpend.summary, azureSpend.total, azureSpend.byGroup, azureSpend.byMeter, azureSpend.byResource];
  await app.sql("update resellers set hide_pricing = true where id = $1", [boss.resellerId]);
  app.platform.sessions.forget("");
  for (const person of [boss, admin])
    for (const each of figures)
      await expect.poll(async () => (await app.call(person, each, { params })).Error).toBe("pricesHidden");
});

/** Reads one tenant, of whose subscriptions by their names these lines are told. */
async function readOf(tenantId: string, lines: Readonly<Record<string, readonly SpendLine[]>>) {
  const spend: SpendSource = {
    wholeAfterDays: 2,
    async subscriptions(tenantRef) {
      if (tenantRef !== tenantId) throw new VendorRefusal(404, "NotFound", "Not of this test");
      return Object.keys(lines).map((ref) => ({ ref, name: ref, isActive: true }));
    },
    read: async ({ ref, from, to }) => lines[ref]!.filter(({ day }) => from <= day && day <= to),
  };
  await app.sql("update provider_tenants set spend_read_on = null where tenant_ref = $1", [tenantId]);
  const connections = new Map([["microsoft", { spend } as never]]);
  await readSpend.run({ platform: worker.platform, connections }, { vendor: "microsoft" });
}
const kept = (customerId: string) =>
  app.sql(
    `select s.name, a.day::text, resource_group as "group", resource, meter, trim_scale(cost)::text as cost, trim_scale(price)::text as price
     from azure_spend a join azure_subscriptions s on s.id = a.subscription_id
     where s.customer_id = $1 order by s.name, a.day, resource_group, resource, meter`,
    [customerId],
  );
const web = "Microsoft.Compute/virtualMachines/web";

test("a group or resource that is written in two ways is one, and what it costs is added up", async () => {
  const boss = await app.signIn();
  const { customerId, tenantId } = await customerWithAzure(app, worker, boss);
  const day = addDays(await today(), -3);
  const line = { day, group: "production", resource: web, meter: "D4s v5", cost: "10", currency: "GBP" } as const;
  await readOf(tenantId, {
    One: [
      line,
      { ...line, cost: "5.00000001" },
      { ...line, group: "Production", cost: "2" },
      { ...line, resource: web.toUpperCase(), cost: "1" },
      { ...line, meter: "Disk", cost: "4" },
      { ...line, day: addDays(day, -1), resource: web.toLowerCase(), cost: "3" },
    ],
  });
  const rows = await kept(customerId);
  expect(rows.map(({ day: on, group, meter, cost, price }) => [on, group, meter, cost, price])).toEqual([
    [addDays(day, -1), "production", "D4s v5", "3", "3"],
    [day, "production", "D4s v5", "18.00000001", "18.00000001"],
    [day, "production", "Disk", "4", "4"],
  ]);
  const params = { customerId, azureSubscriptionId: (await subscriptions(boss, customerId))[0]!.Value };
  const split = (await app.call(boss, azureSpend.byResource, { params })).Result!;
  expect(split[0]!.Values.map(({ Symbol }) => Symbol.toLowerCase())).toEqual(["web"]);
  expect(perDay(split).slice(-2)).toEqual([
    [addDays(day, -1), 30_000],
    [day, 220_000],
  ]);
});

test("a day far above its like is told as soon as a part of it lands, and once", async () => {
  const boss = await app.signIn();
  const { tenantId } = await customerWithAzure(app, worker, boss);
  const line = { group: "production", resource: web, meter: "D4s v5", cost: "10", currency: "GBP" } as const;
  const weeks = [29, 22, 15, 8].map((before) => ({ day: -before, cost: "10" }));
  const day = addDays(await today(), -1);
  const lands = async (cost: string) => {
    const now = await today();
    await readOf(tenantId, {
      One: [...weeks, { day: -3, cost: "10" }]
        .map((each) => ({ ...line, ...each, day: addDays(now, each.day) }))
        .concat(cost ? [{ ...line, cost, day }] : []),
    });
    return app.sql<{ content: string }>(
      "select content from notifications where membership_id = $1 and content like 'Azure of%'",
      [boss.membershipId],
    );
  };
  expect(await lands("")).toEqual([]);
  expect(await lands("14.9")).toEqual([]);
  expect(await lands("60")).toEqual([
    { content: expect.stringMatching(/, One, cost £60\.00 so far on .+ costs £10\.00\. Most of it comes from web in/) },
  ]);
  expect(await lands("90")).toHaveLength(1);
});

test("a day that is missing keeps what was told of it, and one that comes late is kept once it comes", async () => {
  const boss = await app.signIn();
  const { customerId, tenantId } = await customerWithAzure(app, worker, boss);
  const now = await today();
  const on = (before: number, cost: string) =>
    ({
      day: addDays(now, -before),
      group: "production",
      resource: web,
      meter: "D4s v5",
      cost,
      currency: "GBP",
    }) as const;
  const costs = async () => (await kept(customerId)).map(({ cost }) => cost);
  await readOf(tenantId, { One: [on(4, "10"), on(4, "1")] });
  await readOf(tenantId, { One: [on(3, "12")] });
  expect(await costs()).toEqual(["11", "12"]);
  await readOf(tenantId, { One: [on(5, "9"), on(4, "11"), on(3, "12")] });
  expect(await costs()).toEqual(["9", "11", "12"]);
});

test("a sum is rounded once, so that it is the same whichever way its days are split", async () => {
  const boss = await app.signIn();
  const { customerId, tenantId } = await customerWithAzure(app, worker, boss);
  const now = await today();
  const cell = { group: "production", resource: web, cost: "0.334", currency: "GBP" } as const;
  await readOf(tenantId, {
    One: [3, 4, 5].flatMap((n) => ["A", "B", "C"].map((meter) => ({ ...cell, meter, day: addDays(now, -n) }))),
  });
  const params = { customerId, azureSubscriptionId: (await subscriptions(boss, customerId))[0]!.Value };
  const { Total, Margin } = (await app.call(boss, azureSpend.summary, { params })).Result!;
  expect([Total, Margin!.Cost].map((each) => each!.Minor)).toEqual(["301", "301"]);
  for (const each of [azureSpend.byGroup, azureSpend.byMeter, azureSpend.byResource])
    expect(
      perDay((await app.call(boss, each, { params })).Result!).reduce((all, [, sum]) => all + Number(sum), 0),
    ).toBe(30_060);
});

test("days in another currency than their subscription's are not mixed with it, and hold up no other", async () => {
  const boss = await app.signIn();
  const { customerId, tenantId } = await customerWithAzure(app, worker, boss);
  const day = addDays(await today(), -3);
  const line = { day, group: "production", resource: web, meter: "D4s v5", cost: "10", currency: "GBP" } as const;
  const costs = async () => (await kept(customerId)).map(({ name, cost }) => [name, cost]);
  await readOf(tenantId, { One: [line], Two: [line, { ...line, meter: "Disk", currency: "EUR" }], Zed: [line] });
  expect(await costs()).toEqual([
    ["One", "10"],
    ["Zed", "10"],
  ]);
  const [early] = await app.sql<{ known: boolean }>(
    "select coalesce(whole_until >= $2::date, false) as known from azure_subscriptions where customer_id = $1 and name = 'Two'",
    [customerId, day],
  );
  expect(early).toEqual({ known: false });
  const more = { ...line, cost: "12" };
  await readOf(tenantId, { One: [{ ...more, currency: "EUR" }], Two: [more], Zed: [more] });
  expect(await costs()).toEqual([
    ["One", "10"],
    ["Two", "12"],
    ["Zed", "12"],
  ]);
  const currencies = await app.sql("select distinct currency from azure_subscriptions where customer_id = $1", [
    customerId,
  ]);
  expect(currencies).toEqual([{ currency: "GBP" }]);
});

test("a service that was cancelled is read for forty days more", async () => {
  const boss = await app.signIn();
  const { customerId } = await customerWithAzure(app, worker, boss);
  const now = await today();
  const isListed = async (status: string, daysAgo: number) => {
    await app.sql("update service_instances set status = $2, since = $3::date where customer_id = $1", [
      customerId,
      status,
      addDays(now, -daysAgo),
    ]);
    const listed = await worker.platform.database.read({ role: "app_worker" }, (db) =>
      listTenantsToRead(db, "microsoft", now),
    );
    return listed.some((each) => each.customer_id === customerId);
  };
  expect([await isListed("Deleted", 0), await isListed("Deleted", 40), await isListed("Deleted", 42)]).toEqual([
    true,
    true,
    false,
  ]);
  expect([await isListed("Upgraded", 0), await isListed("Active", 300)]).toEqual([false, true]);
});
