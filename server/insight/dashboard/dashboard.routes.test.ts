import { permissions, views } from "@tradewind/domain/values/permissions.ts";
import { dashboard } from "@tradewind/contract/insight/dashboard.ts";
import { openDatabase } from "../../platform/database.ts";
import { afterAll, expect, test } from "vitest";
import { worldOf } from "../../test/objects.ts";
import { testApp } from "../../test/test-app.ts";
import { addCharges } from "../../test/charges.ts";
import { issueInvoicesDue } from "../../billing/invoices/invoice-run.actions.ts";

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
  expect(seen.NeedsYou.map((need) => need.Kind)).toEqual(["failedService", "unsignedAgreement", "mfaMissing"]);
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

test("what the company spends and owes is for those of its people who look after its bills", async () => {
  const boss = await app.signIn();
  const { resellerId } = boss;
  await addCharges(app, resellerId, [{ due: today(), minor: 77 }]);
  const rights = [...views, ...permissions].filter((right) => right !== "billing");
  const technician = await app.signIn({ kind: "engineer", resellerId, rights });
  const accountant = await app.signIn({ kind: "engineer", resellerId, rights: ["home", "billing"] });
  expect(await figures(accountant)).toMatchObject({ SpendThisMonth: { Minor: "77" }, Overdue: { Minor: "0" } });
  expect(await figures(technician)).toMatchObject({ SpendThisMonth: null, Overdue: null, SpendByMonth: [] });
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
  const [{ name }] = (await app.sql<{ name: string }>("select name from customers where id = $1", [own])) as [
    { name: string },
  ];
  expect((await figures(reseller)).Organisation).toBeNull();
  expect(await figures(admin)).toMatchObject({
    Organisation: name,
    Customers: 1,
    ActiveServices: 1,
    Failed: 0,
    SpendThisMonth: null,
    Overdue: null,
    SpendByMonth: [],
    NeedsYou: [{ Kind: "mfaMissing" }],
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

test("N94 what waits for a person has its own action: a second factor, and invitations that run out, for who looks after them", async () => {
  const person = await app.signIn();
  const invite = (name: string, kind: string, days: number) =>
    app.sql(
      `insert into invitations (reseller_id, kind, first_name, last_name, email, views, permissions, can_agree, invited_by, key_hash, expires_at)
       values ($1, $2, $3, 'Wind', uuidv7() || '@example.com', '{}', '{}', false, 'Robin', sha256(uuidv7()::text::bytea), now() + make_interval(days => $4))`,
      [person.resellerId, kind, name, days],
    );
  await invite("Nora", "engineer", 1);
  await invite("Later", "engineer", 5);
  await invite("Gone", "engineer", -1);
  expect((await figures(person)).NeedsYou.slice(1)).toMatchObject([
    { Kind: "mfaMissing", Link: "/account-setting/security", Action: "Set up" },
    {
      Kind: "invitationExpiring",
      Title: "Invitation of Nora Wind",
      Link: "/account-setting/manage-access?tab=engineer",
      Action: "Resend",
    },
  ]);
  await app.sql(
    `insert into passkeys (person_id, rp_id, credential_id, public_key, counter, backed_up, name)
     values ($1, 'localhost', gen_random_uuid(), '', 0, false, 'Laptop')`,
    [person.personId],
  );
  expect((await figures(person)).NeedsYou.map(({ Kind }) => Kind)).toEqual(["unsignedAgreement", "invitationExpiring"]);
  const colleague = await app.signIn({ resellerId: person.resellerId, kind: "engineer", rights: ["home"] });
  expect((await figures(colleague)).NeedsYou.map(({ Kind }) => Kind)).toEqual(["mfaMissing"]);
});

test("N94 tickets that wait for an answer of one's own side wait for a person, the longest first", async () => {
  const reseller = await app.signIn();
  const [own, sibling] = [
    await worldOf(app, reseller).object("customerId"),
    await worldOf(app, reseller).object("customerId"),
  ];
  await app.sql("update customers set name = 'Acme Dental' where reseller_id = $1 and id = $2", [
    reseller.resellerId,
    own,
  ]);
  const admin = await app.signIn({ kind: "endUserAdmin", resellerId: reseller.resellerId, customerId: own });
  const ask = (
    number: number,
    { subject, customer = own, by = admin, side = "customer", state = "New", shared = true }: Asked,
  ) =>
    app.sql(
      `insert into tickets (reseller_id, customer_id, number, subject, category, priority, state, shared, opened_by, opener_membership_id, opened_by_name, opened_side, created_at, updated_at)
       values ($1, $2, $3::int, $4, 'Technical', 'Normal', $5, $6, $7, $8, 'Somebody', $9, '2026-01-02', timestamptz '2026-02-01' - $3::int * interval '1 day')`,
      [reseller.resellerId, customer, number, subject, state, shared, by.personId, by.membershipId, side],
    );
  type Asked = {
    subject: string;
    customer?: string;
    by?: typeof reseller;
    side?: string;
    state?: string;
    shared?: boolean;
  };
  await ask(1, { subject: "Mails do not arrive" });
  await ask(2, { subject: "A new laptop" });
  await ask(3, { subject: "Thank you", state: "Closed" });
  await ask(4, { subject: "Whom we ask", by: reseller, side: "reseller", shared: false });
  await ask(5, { subject: "Asked back", state: "Waiting for you" });
  await ask(6, { subject: "Of the neighbour", customer: sibling, state: "Waiting for you" });
  const waiting = async (who: typeof reseller) =>
    (await figures(who)).NeedsYou.filter(({ Kind }) => Kind === "waitingTicket");

  expect(await waiting(reseller)).toMatchObject([
    {
      Title: "A new laptop",
      Detail: "Acme Dental · Waiting for your answer since 30/01/2026",
      Action: "Answer",
      Link: expect.stringMatching(/^\/support\/ticket-detail\?id=/),
    },
    { Title: "Mails do not arrive" },
  ]);
  expect(await waiting(admin)).toMatchObject([
    { Title: "Asked back", Detail: "Waiting for your answer since 27/01/2026" },
  ]);
  const reader = await app.signIn({ kind: "engineer", resellerId: reseller.resellerId, rights: ["home", "support"] });
  expect(await waiting(reader)).toEqual([]);
});

test("N94 a new reseller sees what it does first, and each step ticked off as it is done; nobody sees steps that are not theirs", async () => {
  const person = await app.signIn();
  const steps = async (who = person) => {
    const { Steps } = (await app.call(who, dashboard.beginning)).Result!;
    return Steps.map(({ Step, Done }) => `${Step} ${Done}`);
  };
  expect(await steps()).toEqual(["agreement false", "customer false", "product false", "colleague false"]);
  const customer = await worldOf(app, person).object("customerId");
  expect(await steps()).toEqual(["agreement false", "customer true", "product false", "colleague false"]);
  await addService(person, "Activating", customer);
  const engineer = await app.signIn({
    kind: "engineer",
    resellerId: person.resellerId,
    rights: ["home", "addProducts"],
  });
  expect(await steps()).toEqual(["agreement false", "customer true", "product true", "colleague true"]);
  expect(await steps(engineer)).toEqual(["agreement false", "product true"]);
});

test("N94 orders in progress name what becomes of them, the latest first, and to customers' people only their own", async () => {
  const person = await app.signIn();
  const [own, sibling] = [
    await worldOf(app, person).object("customerId"),
    await worldOf(app, person).object("customerId"),
  ];
  for (const [customer, task, status] of [
    [own, "add", "Working"],
    [sibling, "cancel", "Working"],
    [own, "change", "Completed"],
  ] as const)
    await app.sql(
      `insert into orders (reseller_id, customer_id, instance_id, product_id, journey, task, status, placed_at, placed_by_name)
       values ($1, $2, $3, 'microsoft-365', 'Add', $4, $5, '2026-01-02', 'Robin Tester')`,
      [person.resellerId, customer, await addService(person, "Activating", customer), task, status],
    );
  const listed = async (who: typeof person) =>
    (await app.call(who, dashboard.inProgress)).Result!.Items.map(({ CustomerId, What }) => [CustomerId, What]);
  expect(await listed(person)).toEqual([
    [sibling, "Being ended"],
    [own, "Activating"],
  ]);
  const admin = await app.signIn({ kind: "endUserAdmin", resellerId: person.resellerId, customerId: own });
  expect(await listed(admin)).toEqual([[own, "Activating"]]);
});

test("N94 piles of some kinds hide nothing else that waits", async () => {
  const person = await app.signIn();
  const customer = await worldOf(app, person).object("customerId");
  for (let count = 0; count < 9; count++) await addService(person, "ActivationFailed", customer);
  const kinds = async () => (await figures(person)).NeedsYou.map(({ Kind }) => Kind);
  const times = (count: number, kind: string) => Array.from({ length: count }, () => kind);
  expect(await kinds()).toEqual([...times(6, "failedService"), "unsignedAgreement", "mfaMissing"]);
  await app.sql(
    `insert into tickets (reseller_id, customer_id, subject, category, priority, state, shared, opened_by, opener_membership_id, opened_by_name, opened_side, created_at, updated_at)
     select $1, $2, 'Mails do not arrive', 'Technical', 'Normal', 'New', true, $3, $4, 'Priya Shah', 'customer', '2026-01-02', '2026-01-02' from generate_series(1, 9)`,
    [person.resellerId, customer, person.personId, person.membershipId],
  );
  expect(await kinds()).toEqual([
    ...times(3, "failedService"),
    ...times(3, "waitingTicket"),
    "unsignedAgreement",
    "mfaMissing",
  ]);
});
