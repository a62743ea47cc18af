/** Each line of a vendor's report of use is what we charge, or a difference that says why not waits for the operator. */
import { vendorInvoices } from "@tradewind/contract/billing/vendor-invoices.ts";
import type { WireChange } from "@tradewind/contract/ordering/orders.ts";
import { acronisApi } from "@tradewind/vendors/acronis/acronis-api.ts";
import { acronisReport } from "@tradewind/vendors/acronis/acronis-usage.ts";
import type { ReportedUsage } from "@tradewind/vendors/vendor.ts";
import { addDays, daysBetween, monthOf } from "@tradewind/domain/values/dates.ts";
import { beforeAll, expect, test } from "vitest";
import { longTest } from "../../test/long-test.ts";
import { orderStory } from "../../test/order-story.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";
import { takeReport } from "./read-reports.jobs.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, order, becomes } = orderStory(app, worker);
const today = () => app.platform.clock.today();
const item = "pw_base_servers";
const report = acronisReport(
  acronisApi({ baseUrl: worker.simulators.urls.acronis, clientId: "portal", clientSecret: "a-long-secret" }),
);
let operator: Person;

beforeAll(async () => {
  operator = await app.signInOperator();
});

async function passDays(days: number) {
  await worker.moveDays(days);
  await worker.until(
    async () => {
      await app.sql(
        "update pgboss.job set start_after = now() where name = 'vendors.usageReports' and state < 'active'",
      );
      worker.platform.jobs.wake("vendors.usageReports");
      return (
        (await app.sql("select from pgboss.job where name = 'vendors.usageReports' and state < 'completed'")).length ===
        0
      );
    },
    "the reports are read",
    400,
  );
}
/** Goes on to a day of the next month; answers the first day of the month that is over by then. */
async function toNextMonth(day: number) {
  const month = monthOf(today());
  await passDays(daysBetween(today(), addDays(month.until, day - 1)));
  return month.from;
}

async function ordered(Quantity: number) {
  const boss = await signInSigned();
  const customerId = await addCustomer(boss);
  const add: WireChange = { Kind: "add", Lines: [{ Key: "a", OfferId: `acronis.${item}:none:monthly`, Quantity }] };
  const { placed } = await order(boss, customerId, add, { ProductId: "acronis-backup" });
  const { InstanceId } = placed.Result!;
  const id = (await becomes(boss, InstanceId, "Active")).Subscriptions[0]!.Id;
  const [row] = await app.sql<{ ref: string }>("select vendor_ref as ref from subscriptions where id = $1", [id]);
  const act = (body: object) => worker.control("acronis", "act", { ...body, tenantId: row!.ref, item });
  const cancel = async () => {
    await order(boss, customerId, { Kind: "cancel", Keys: [id] }, { InstanceId, ProductId: "acronis-backup" });
    await becomes(boss, InstanceId, "Deleted");
  };
  return { ref: row!.ref, id, cancel, use: (value: number) => act({ action: "use", value }) };
}

async function documentOf(month: string) {
  const { Items } = (await app.call(operator, vendorInvoices.list, {})).Result!;
  return Items.find(({ Number }) => Number === `usage-${month.slice(0, 7)}-GBP`)!;
}
async function differencesOf(month: string, ref: string) {
  const { Id: vendorInvoiceId } = await documentOf(month);
  const sent = { params: { vendorInvoiceId }, query: {} };
  const { Items } = (await app.call(operator, vendorInvoices.differences, sent)).Result!;
  return Items.filter(({ VendorRef }) => VendorRef === ref);
}
/** Reads the vendor's report of a month once more, changed on its way. */
async function readAs(month: string, change: (lines: ReportedUsage[]) => ReportedUsage[]) {
  const told = await report(monthOf(month));
  const lines = change(await Array.fromAsync(told.lines));
  // Made a while after the one before.
  await takeReport(worker.platform, "acronis", monthOf(month), {
    generatedAt: new Date(Date.parse(told.generatedAt) + ++reads * 60_000).toISOString(),
    lines,
  });
}
let reads = 0;

test("a report that is charged as told agrees, and what nobody of ours stands for waits with its money", async () => {
  await toNextMonth(3);
  const servers = await ordered(3);
  await servers.use(5);
  const month = await toNextMonth(2);
  // 2 above the licences, at 0.55 of the list price.
  expect(await documentOf(month)).toMatchObject({ Source: "report", Trouble: null, Apart: { Minor: "0" } });
  expect(Number((await documentOf(month)).Ours.Minor)).toBeGreaterThan(0);
  expect(await differencesOf(month, servers.ref)).toEqual([]);

  const stray = { vendorRef: "unit-of-nobody", meter: item, quantity: "7" };
  await readAs(month, (lines) => [...lines, stray]);
  const [found] = await differencesOf(month, stray.vendorRef);
  expect(found).toMatchObject({ Kind: "notOurs", For: "usage", State: "open", ResellerName: null, Ours: null });
  expect(found!.Text).toMatch(
    /^Acronis reports 7 used for \w+ \d{4}, and we owe nothing for it: no subscription of ours/,
  );
  const each = Number((await documentOf(month)).Ours.Minor) / 2;
  expect(Math.abs(Number(found!.Theirs!.Minor) - 7 * each)).toBeLessThan(7);

  // Accepted, it stays so while the reports say the same, and is open again once they say something else.
  const settle = { params: { billDifferenceId: found!.Id }, body: { Decision: "accept" as const, Reason: "A trial" } };
  await app.call(operator, vendorInvoices.settle, settle);
  await readAs(month, (lines) => [...lines, stray]);
  expect(await differencesOf(month, stray.vendorRef)).toMatchObject([{ State: "accepted", Note: "A trial" }]);
  await readAs(month, (lines) => [...lines, { ...stray, quantity: "8" }]);
  expect(await differencesOf(month, stray.vendorRef)).toMatchObject([{ State: "open", Note: null }]);
  await readAs(month, (lines) => lines);
  expect(await differencesOf(month, stray.vendorRef)).toMatchObject([
    { State: "corrected", Note: "A later report agrees" },
  ]);
  const agreed = await documentOf(month);
  const { Causes } = (await app.call(operator, vendorInvoices.byId, { params: { vendorInvoiceId: agreed.Id } }))
    .Result!;
  expect([agreed.Open, agreed.Apart.Minor, Causes]).toEqual([0, "0", []]);
});

longTest("what is charged and no longer reported, and what had ended within the month, each say so", async () => {
  await toNextMonth(3);
  const [dropped, left] = [await ordered(3), await ordered(2)];
  await dropped.use(4);
  await left.use(9);
  await passDays(2);
  await left.cancel();
  await worker.control("acronis", "act", { action: "listDeleted", on: true });
  const month = await toNextMonth(2);
  await worker.control("acronis", "act", { action: "listDeleted", on: false });
  expect(await differencesOf(month, left.ref)).toMatchObject([
    { Kind: "ended", State: "open", Ours: null, Text: expect.stringContaining("reports 9 used") },
  ]);
  expect(await differencesOf(month, dropped.ref)).toEqual([]);
  await readAs(month, (lines) => lines.filter(({ vendorRef }) => vendorRef !== dropped.ref));
  expect(await differencesOf(month, dropped.ref)).toMatchObject([
    { Kind: "notTheirs", State: "open", Theirs: null, Text: expect.stringContaining("does not report it") },
  ]);
});

test("a month whose report cannot be read is told where the operator looks, until one is", async () => {
  const month = await toNextMonth(1);
  const faults = { times: 100, match: { path: "/reports" }, fault: { kind: "status", status: 503 } };
  await worker.control("acronis", "faults", faults);
  await worker.moveDays(1);
  const told = await worker.until(async () => {
    const found = await documentOf(month);
    return found?.Trouble ? found : undefined;
  }, "the trouble");
  expect(told).toMatchObject({ ReadAt: null, Trouble: expect.stringContaining("Acronis") });
  await fetch(`${worker.simulators.urls.acronis}/__sim/faults`, { method: "DELETE" });
  await passDays(0);
  expect(await documentOf(month)).toMatchObject({ Trouble: null, ReadAt: expect.any(String) });
});
