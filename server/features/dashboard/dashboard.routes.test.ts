import { dashboard } from "@tradewind/contract/dashboard.ts";
import { openDatabase } from "../../platform/db.ts";
import { afterAll, expect, test } from "vitest";
import { worldOf } from "../../test/objects.ts";
import { testApp } from "../../test/test-app.ts";
import { addCharges } from "../../test/charges.ts";
import { issueInvoicesDue } from "../invoices/invoices.jobs.ts";

const app = await testApp();
const database = openDatabase(app.database.workerUrl, { max: 1 });
afterAll(() => database.close());

const figures = async (person: { token: string }) => (await app.call(person, dashboard.figures)).Result!;
const today = () => app.platform.clock.today();
const monthsAgo = (months: number, day: string) => {
  const [year, month] = today().split("-").map(Number);
  return `${new Date(Date.UTC(year!, month! - 1 - months)).toISOString().slice(0, 7)}-${day}`;
};

async function addService(person: Parameters<typeof worldOf>[1], status: string, customer: string) {
  const [row] = await app.sql<{ id: string }>(
    `insert into service_instances (reseller_id, customer_id, product_id, status, reason, since, created_at)
     values ($1, $2, 'microsoft-365', $3, 'The domain is taken', '2026-01-02', '2026-01-02') returning id`,
    [person.resellerId, customer, status],
  );
  return row!.id;
}

test("the first page counts customers and services, and names the failed ones first", async () => {
  const person = await app.signIn();
  const customer = await worldOf(app, person).object("customerId");
  for (const status of ["Active", "Active", "Activating", "Deleting", "Deleted", "Upgraded"])
    await addService(person, status, customer);
  const failed = await addService(person, "ActivationFailed", customer);

  const seen = await figures(person);

  expect(seen).toMatchObject({ Customers: 1, ActiveServices: 2, InProgress: 2, Failed: 1 });
  expect(seen.NeedsYou.map((need) => need.Kind)).toEqual(["failedService", "unsignedAgreement"]);
  expect(seen.NeedsYou[0]).toMatchObject({
    Detail: "The domain is taken",
    Link: `/customers/customer/${customer}/services/${failed}`,
  });
});

test("spend per month has no gaps, ends with this month so far, and keeps its figures when a month is invoiced", async () => {
  const person = await app.signIn();
  await app.sql("alter table billing_state disable trigger forward_only");
  await app.sql("update billing_state set billed_until = $2 where reseller_id = $1", [
    person.resellerId,
    monthsAgo(4, "01"),
  ]);
  await app.sql("alter table billing_state enable trigger forward_only");
  await addCharges(app, person.resellerId, [
    { due: monthsAgo(3, "05"), minor: 1000 },
    { due: monthsAgo(1, "28"), minor: 250 },
    { due: today(), minor: 77 },
    { due: "2099-01-01", minor: 5 },
  ]);
  const expected = ["1000", "0", "250", "77"].map((Minor, index) => ({
    Month: monthsAgo(3 - index, "01").slice(0, 7),
    Net: { Minor, Currency: "GBP" },
  }));
  const before = await figures(person);
  expect(before).toMatchObject({
    SpendThisMonth: { Minor: "77", Currency: "GBP" },
    OverdueInvoices: 0,
    SpendByMonth: expected,
  });

  await issueInvoicesDue({ ...app.platform, database }, monthsAgo(0, "01"));
  expect((await figures(person)).SpendByMonth).toEqual(expected);
});

test("an invoice past its day is overdue and wants attention", async () => {
  const person = await app.signIn();
  await app.sql("alter table billing_state disable trigger forward_only");
  await app.sql("update billing_state set billed_until = '2024-01-01' where reseller_id = $1", [person.resellerId]);
  await app.sql("alter table billing_state enable trigger forward_only");
  await addCharges(app, person.resellerId, [{ due: "2024-01-05", minor: 10_000 }]);
  await issueInvoicesDue({ ...app.platform, database }, "2024-02-01");

  const seen = await figures(person);
  expect(seen).toMatchObject({ Overdue: { Minor: "12000", Currency: "GBP" }, OverdueInvoices: 1 });
  expect(seen.NeedsYou[0]).toMatchObject({ Kind: "overdueInvoice", Detail: "Was due on 02/03/2024" });
});

test("ACL-39 ACL-40 where prices are hidden, and for end customers, there are no amounts; end customers see only their own", async () => {
  const reseller = await app.signIn();
  const world = worldOf(app, reseller);
  const own = await world.object("customerId");
  const sibling = await worldOf(app, reseller).object("customerId");
  await addService(reseller, "Active", own);
  await addService(reseller, "ActivationFailed", sibling);
  await addCharges(app, reseller.resellerId, [{ due: today(), minor: 77 }]);

  const admin = await app.signIn({ kind: "endUserAdmin", resellerId: reseller.resellerId, customerId: own });
  expect(await figures(admin)).toMatchObject({
    Customers: 1,
    ActiveServices: 1,
    Failed: 0,
    SpendThisMonth: null,
    Overdue: null,
    SpendByMonth: [],
    NeedsYou: [],
  });

  await app.sql("update resellers set hide_pricing = true where id = $1", [reseller.resellerId]);
  const colleague = await app.signIn({ resellerId: reseller.resellerId });
  expect(await figures(colleague)).toMatchObject({
    ActiveServices: 1,
    Failed: 1,
    SpendThisMonth: null,
    Overdue: null,
    SpendByMonth: [],
  });
});
