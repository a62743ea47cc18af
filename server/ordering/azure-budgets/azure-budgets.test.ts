import { dashboard } from "@tradewind/contract/insight/dashboard.ts";
import { azureBudgets } from "@tradewind/contract/ordering/azure-budgets.ts";
import { footer } from "@tradewind/contract/portal/footer.ts";
import { notifications } from "@tradewind/contract/portal/notifications.ts";
import { addDays, monthOf } from "@tradewind/domain/values/dates.ts";
import type { SpendLine, SpendSource } from "@tradewind/vendors/spend.ts";
import { expect, test } from "vitest";
import { azureOf } from "../../test/azure-story.ts";
import { delivered } from "../../test/mails.ts";
import { addCustomerOf } from "../../test/order-story.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";
import { readSpend } from "../azure-spend/read-spend.jobs.ts";

const app = await testApp();
const worker = await testWorker(app);
const today = () => worker.platform.clock.now().toISOString().slice(0, 10);

/** A customer whose Azure, one subscription, is told until yesterday. */
async function customerWithAzure() {
  const boss = await app.signIn();
  const customerId = await addCustomerOf(app, boss);
  const subscriptionId = await azureOf(app, boss, customerId);
  await app.sql(
    "insert into provider_tenants (reseller_id, customer_id, fulfiller, tenant_ref) values ($1, $2, 'microsoft', $3)",
    [boss.resellerId, customerId, customerId],
  );
  return { boss, customerId, subscriptionId };
}

/** Has a customer's subscription told anew: what each of the days before today came to. */
async function reads(customerId: string, amounts: Readonly<Record<number, string>>) {
  const [subscription] = await app.sql<{ vendor_ref: string }>(
    "select vendor_ref from azure_subscriptions where customer_id = $1",
    [customerId],
  );
  const lines = Object.entries(amounts).map(([before, cost]): SpendLine => ({
    day: addDays(today(), -Number(before)),
    group: "production",
    resource: "web",
    meter: "D4s v5",
    cost,
    currency: "EUR",
  }));
  const spend: SpendSource = {
    wholeAfterDays: 0,
    subscriptions: async (tenantRef) =>
      tenantRef === customerId ? [{ ref: subscription!.vendor_ref, name: "Online shop", isActive: true }] : [],
    read: async ({ from, to }) => lines.filter(({ day }) => from <= day && day <= to),
  };
  await app.sql("update provider_tenants set spend_read_on = case when tenant_ref = $1 then null else $2::date end", [
    customerId,
    today(),
  ]);
  await readSpend.run(
    { platform: worker.platform, connections: new Map([["microsoft", { spend } as never]]) },
    { vendor: "microsoft" },
  );
}

type Changes = Partial<Parameters<typeof sent>[0]>;
const sent = (body: {
  AzureSubscriptionId: string | null;
  Amount: number | null;
  Steps: (50 | 80 | 100 | 120)[];
  Told: string[];
  Version: number;
}) => body;
const save = (person: Person, customerId: string, changes: Changes = {}) =>
  app.call(person, azureBudgets.save, {
    params: { customerId },
    body: sent({ AzureSubscriptionId: null, Amount: 100, Steps: [80, 100], Told: [], Version: 0, ...changes }),
  });
const seen = (person: Person, customerId: string) =>
  app.call(person, azureBudgets.ofCustomer, { params: { customerId } });
const told = async (person: Person) =>
  (await app.call(person, notifications.list, { query: { Category: "Orders" } }))
    .Result!.Items.filter(({ Content }) => Content.startsWith("Azure"))
    .map(({ Content }) => Content);

test("whoever is named is told of each step once a month, by bell and mail, and the dashboard shows it", async () => {
  const { boss, customerId } = await customerWithAzure();
  const named = await app.signIn({ kind: "engineer", resellerId: boss.resellerId });
  await app.sql("update resellers set show_own_prices = true where id = $1", [boss.resellerId]);
  const quiet = await app.signIn({ kind: "engineer", resellerId: boss.resellerId });
  const admin = await app.signIn({ kind: "endUserAdmin", resellerId: boss.resellerId, customerId });
  await app.call(quiet, footer.setOptOuts, { body: { OptedOut: ["budgetMails"] } });
  const Told = [named, quiet, admin].map(({ membershipId }) => membershipId);
  expect((await save(boss, customerId, { Told })).Result!.Items).toMatchObject([
    { AzureSubscriptionId: null, Amount: 100, Percent: 0, Version: 1 },
  ]);

  await reads(customerId, { 1: "79.99" });
  expect(await told(named)).toEqual([]);
  await reads(customerId, { 1: "84" });
  await reads(customerId, { 1: "85" });
  for (const person of [named, quiet, admin])
    expect(await told(person)).toEqual([expect.stringMatching(/^Azure of Acme .+ cost €84\.00 .+: 84% of its budget/)]);
  expect(await told(boss)).toEqual([]);
  const [mail, ...more] = await delivered(worker, named.email, 1);
  expect([mail!.subject, more]).toEqual([expect.stringMatching(/^Azure of Acme .+ reached 84% of its budget$/), []]);
  expect(await delivered(worker, quiet.email, 0)).toEqual([]);

  // It falls under the step and passes it again, and then the next.
  await reads(customerId, { 1: "20" });
  await reads(customerId, { 1: "90" });
  expect(await told(named)).toHaveLength(1);
  await reads(customerId, { 1: "130.5" });
  expect(await told(named)).toEqual([expect.stringMatching(/€130\.50 .+: 130% of its budget/), expect.any(String)]);
  for (const person of [boss, admin]) {
    const needs = (await app.call(person, dashboard.figures)).Result!.NeedsYou;
    expect(needs.find(({ Kind }) => Kind === "azureBudget")).toMatchObject({
      Title: expect.stringMatching(/^Azure of Acme/),
      Detail: expect.stringMatching(/^100% of its budget for \w+ \d{4} is spent$/),
      Link: expect.stringMatching(/\/manage-service\/azure$/),
    });
  }
  expect((await seen(admin, customerId)).Result).toMatchObject({
    Items: [{ Spent: { Minor: "13050", Currency: "EUR" }, Percent: 130, Told: [] }],
    Month: monthOf(addDays(today(), -1)).from,
    People: [],
  });
});

test("a budget may be of one subscription, is changed by whoever saw the last change, and begins anew with another amount", async () => {
  const { boss, customerId, subscriptionId } = await customerWithAzure();
  const of = { AzureSubscriptionId: subscriptionId, Told: [boss.membershipId] };
  await save(boss, customerId, of);
  await reads(customerId, { 1: "100" });
  expect(await save(boss, customerId, { ...of, Amount: 90 })).toMatchObject({ status: 409, Error: "conflict" });
  const changed = await save(boss, customerId, { ...of, Amount: 110, Version: 1 });
  expect(changed.Result!.Items).toMatchObject([{ AzureSubscriptionId: subscriptionId, Percent: 90, Version: 2 }]);
  await reads(customerId, { 1: "100" });
  expect(await told(boss)).toEqual([
    expect.stringMatching(/^Azure subscription Online shop of Acme .+ 90% of its budget of €110\.00/),
    expect.stringMatching(/ 100% of its budget of €100\.00/),
  ]);
  const gone = await save(boss, customerId, { ...of, Amount: null, Version: 2 });
  expect(gone.Result!.Items).toEqual([]);
  expect((await app.call(boss, dashboard.figures)).Result!.NeedsYou.map(({ Kind }) => Kind)).not.toContain(
    "azureBudget",
  );
});

test("what is somebody else's is not found, and where prices are hidden there is no budget", async () => {
  const [{ boss, customerId }, other] = [await customerWithAzure(), await customerWithAzure()];
  const stranger = await app.signIn();
  expect((await seen(stranger, customerId)).status).toBe(404);
  expect((await save(stranger, customerId)).status).toBe(404);
  expect((await save(boss, customerId, { AzureSubscriptionId: other.subscriptionId })).status).toBe(404);
  expect((await save(boss, customerId, { Told: [other.boss.membershipId] })).status).toBe(404);
  expect(await save(boss, customerId, { Amount: 0 })).toMatchObject({
    status: 400,
    Errors: { Amount: "Must be at least 1" },
  });
  const admin = await app.signIn({ kind: "endUserAdmin", resellerId: boss.resellerId, customerId });
  expect((await save(admin, customerId)).status).toBe(403);
  await app.sql("update resellers set hide_pricing = true where id = $1", [boss.resellerId]);
  app.platform.sessions.forget("");
  for (const person of [boss, admin]) expect((await seen(person, customerId)).Error).toBe("pricesHidden");
});
