import { agreements } from "@tradewind/contract/catalogue/agreements.ts";
import { flags } from "@tradewind/contract/portal/flags.ts";
import { notifications } from "@tradewind/contract/portal/notifications.ts";
import { session } from "@tradewind/contract/access/session.ts";
import { expect, test } from "vitest";
import { testApp, type Person } from "../../test/test-app.ts";

const day = 24 * 60 * 60 * 1000;
const app = await testApp({ NOTIFICATION_RELOAD_MS: "12000" });

const listOf = async (person: Person, query = {}) => (await app.call(person, notifications.list, { query })).Result!;
const words = async (person: Person, query = {}) => (await listOf(person, query)).Items.map(({ Content }) => Content);

async function tell(
  person: Person,
  Content: string,
  Category = "Orders",
  serviceName: string | null = null,
  at = new Date("2026-03-02T09:30:00Z"),
) {
  const [row] = await app.sql<{ id: string }>(
    `insert into notifications (reseller_id, membership_id, category, content, service_name, view, created_at)
     values ($1, $2, $3, $4, $5, 2, $6) returning id`,
    [person.resellerId, person.membershipId, Category, Content, serviceName, at],
  );
  return row!.id;
}

/** Adds a person at a new reseller with three notifications, one of them read. */
async function someone() {
  const person = await app.signIn();
  const first = await tell(person, "100% of Acme became active");
  await tell(person, "Invoice TW-1 was issued", "Billing");
  await tell(person, "Invoice TW-2 was issued", "Billing");
  await app.call(person, notifications.change, { body: { Id: first, Status: "read" } });
  return { person, first };
}

test("NOTIF-01 NOTIF-06 the list has id, status, category, content and when it was made, the latest first", async () => {
  const { person, first } = await someone();
  const { Items, New } = await listOf(person);
  expect(Items.map(({ Content }) => Content)).toEqual([
    "Invoice TW-2 was issued",
    "Invoice TW-1 was issued",
    "100% of Acme became active",
  ]);
  expect(Items.at(-1)).toEqual({
    Id: first,
    Status: "read",
    Category: "Orders",
    Content: "100% of Acme became active",
    Created: "2026-03-02T09:30:00.000Z",
    Link: null,
  });
  expect(New).toBe(2);
});

test("NOTIF-02 a notification is new or read; all is a filter and no status", async () => {
  const { person, first } = await someone();
  expect(await words(person, { Status: "new" })).toHaveLength(2);
  expect(await words(person, { Status: "read" })).toEqual(["100% of Acme became active"]);
  expect(await words(person, { Status: "all" })).toHaveLength(3);
  expect(new Set((await listOf(person)).Items.map(({ Status }) => Status))).toEqual(new Set(["new", "read"]));
  const wrong = await app.call(person, notifications.change, { body: { Id: first, Status: "all" as "new" } });
  expect(wrong.status).toBe(400);
});

test("search and category narrow the list, and signs of a pattern stand for themselves", async () => {
  const { person } = await someone();
  expect(await words(person, { Search: "tw-2" })).toEqual(["Invoice TW-2 was issued"]);
  expect(await words(person, { Search: "100%" })).toEqual(["100% of Acme became active"]);
  expect(await words(person, { Search: "1_0" })).toEqual([]);
  expect(await words(person, { Category: "Billing" })).toHaveLength(2);
});

test("ACL-40 where a company hides prices, no notification names an amount, nor does a search find one", async () => {
  const person = await app.signIn();
  await tell(person, "£1,220.50 is overdue in all. €5.00 of a payment went back.", "Billing");
  await app.sql("update resellers set hide_pricing = true where id = $1", [person.resellerId]);
  expect(await words(person)).toEqual(["an amount is overdue in all. an amount of a payment went back."]);
  expect(await words(person, { Search: "1,220" })).toEqual([]);
});

test("notifications are marked read and unread singly or read all at once, only by their recipients", async () => {
  const { person, first } = await someone();
  const mark = (by: Person, Status: "new" | "read") =>
    app.call(by, notifications.change, { body: { Id: first, Status } });
  expect((await mark(person, "new")).Result).toEqual({ New: 3 });
  const colleague = await app.signIn({ resellerId: person.resellerId });
  expect((await mark(colleague, "read")).status).toBe(404);
  expect((await listOf(colleague)).Items).toEqual([]);
  expect((await app.call(person, notifications.readAll)).Result).toEqual({ New: 0 });
  expect((await listOf(person)).New).toBe(0);
});

test("NOTIF-07 NOTIF-12 this week's notice of a service has when it was added, the service's name and its message", async () => {
  const person = await app.signIn();
  await tell(person, "Seats were added");
  const daysAgo = (days: number) => new Date(app.platform.clock.now().getTime() - days * day);
  const at = daysAgo(6);
  await tell(person, "It became active", "Orders", "Hosted Voice", daysAgo(8));
  const Id = await tell(person, "The domain is taken", "Service status", "Microsoft 365", at);
  const panel = async () => (await app.call(person, notifications.dropzone)).Result!.Items;
  expect(await panel()).toEqual([
    { Id, Added: at.toISOString(), ServiceName: "Microsoft 365", Message: "The domain is taken" },
  ]);
  const close = () => app.call(person, notifications.close, { params: { notificationId: Id } });
  expect((await close()).status).toBe(200);
  expect([await panel(), (await listOf(person)).New]).toEqual([[], 2]);
  expect((await close()).status).toBe(200);
});

test("NOTIF-13 the interval is the server's setting, in milliseconds", async () => {
  const person = await app.signIn();
  expect((await app.call(person, notifications.reloadInterval)).Result).toBe(12_000);
});

test("FLAG-22 the bell's calls and its flag are gone where Notifications is off", async () => {
  const { person } = await someone();
  const staff = await app.signInOperator();
  const on = async () =>
    (await app.call(person, session.permissions)).Result!.featureFlags.find(
      ({ featureName }) => featureName === "Notifications",
    )!.enabled;
  expect(await on()).toBe(true);
  const params = { featureName: "Notifications", resellerId: person.resellerId };
  await app.call(staff, flags.changeForReseller, { params, body: { Enabled: false } });
  expect(await on()).toBe(false);
  expect((await app.call(person, notifications.list, { query: {} })).status).toBe(404);
});

test("a signed agreement notifies the colleagues who see agreements, not its signer", async () => {
  const signer = await app.signIn();
  const [colleague, outsider] = [
    await app.signIn({ resellerId: signer.resellerId, kind: "engineer" }),
    await app.signIn({ resellerId: signer.resellerId, rights: ["home", "billing"] }),
  ];
  const params = { agreementId: "microsoft-365" };
  const text = (await app.call(signer, agreements.byId, { params })).Result!;
  await app.call(signer, agreements.sign, {
    params,
    body: { Version: text.Version, TextHash: text.TextHash, ReadToEnd: true, Name: "Robin Tester", JobTitle: "Owner" },
  });
  expect(await words(colleague, { Category: "Agreements" })).toEqual([expect.stringMatching(/^Robin Tester signed /)]);
  expect([await words(signer), await words(outsider)]).toEqual([[], []]);
});
