import { invoices } from "@tradewind/contract/billing/invoices.ts";
import { meteredUsage } from "@tradewind/contract/ordering/metered-usage.ts";
import type { WireChange } from "@tradewind/contract/ordering/orders.ts";
import { addDays, addMonths, daysBetween, monthOf } from "@tradewind/domain/values/dates.ts";
import pg from "pg";
import { expect, test } from "vitest";
import { longTest } from "../../test/long-test.ts";
import { orderStory } from "../../test/order-story.ts";
import { testApp } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";
import { acronisApi } from "@tradewind/vendors/acronis/acronis-api.ts";
import { acronisReport } from "@tradewind/vendors/acronis/acronis-usage.ts";
import type { UsageReport } from "@tradewind/vendors/vendor.ts";
import { TryLater } from "../../platform/jobs.ts";
import { chargeReport } from "./billed-usage.actions.ts";
import { fileReportReads, takeReport } from "./read-reports.jobs.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, order, becomes } = orderStory(app, worker);
const { today, now } = app.platform.clock;
const bill = acronisReport(
  acronisApi({ baseUrl: worker.simulators.urls.acronis, clientId: "portal", clientSecret: "a-long-secret" }),
);

/** A customer's workstations or storage, and what the vendor says of them. */
async function ordered(Quantity: number, item = "pw_base_workstations", ProductId = "acronis-backup") {
  const boss = await signInSigned();
  const customerId = await addCustomer(boss);
  const add: WireChange = { Kind: "add", Lines: [{ Key: "a", OfferId: `acronis.${item}:none:monthly`, Quantity }] };
  const { placed } = await order(boss, customerId, add, { ProductId });
  const { InstanceId } = placed.Result!;
  const { Subscriptions } = await becomes(boss, InstanceId, "Active");
  const id = Subscriptions[0]!.Id;
  const [row] = await app.sql<{ ref: string }>("select vendor_ref as ref from subscriptions where id = $1", [id]);
  const tenantId = row!.ref;
  const use = (value: number) => worker.control("acronis", "act", { action: "use", tenantId, item, value });
  const correct = (month: string, value: number) =>
    worker.control("acronis", "act", { action: "correct", tenantId, item, month, value });
  const cancel = async () => {
    await order(boss, customerId, { Kind: "cancel", Keys: [id] }, { InstanceId, ProductId });
    await becomes(boss, InstanceId, "Deleted");
  };
  return { boss, customerId, InstanceId, id, use, correct, cancel };
}

/** Reads a month's report, besides the worker. */
const read = (month: string, report: UsageReport) => takeReport(worker.platform, "acronis", monthOf(month), report);

/** What the vendor reports of a month, told as made a second later: its clock has seconds, and the worker has read one in this one. */
async function laterReport(month: string): Promise<UsageReport> {
  const report = await bill(monthOf(month));
  return { ...report, generatedAt: new Date(Date.parse(report.generatedAt) + 1_000).toISOString() };
}

/** Whether all reports are read; what is to be tried again in a minute, since a day passed during a call, is tried now. */
async function isRead() {
  await app.sql("update pgboss.job set start_after = now() where name = 'vendors.usageReports' and state < 'active'");
  worker.platform.jobs.wake("vendors.usageReports");
  const [left] = await app.sql<{ count: string }>(
    "select count(*) from pgboss.job where name = 'vendors.usageReports' and state < 'completed'",
  );
  return Number(left!.count) === 0;
}
async function passDays(days: number) {
  await worker.moveDays(days);
  await worker.until(isRead, "the reports are read", 400);
}
/** Goes on to a day of the next month; answers the first day of the month that is over by then. */
async function toNextMonth(day: number) {
  const month = monthOf(today());
  await passDays(daysBetween(today(), addDays(month.until, day - 1)));
  return month.from;
}

type Charge = {
  id: string;
  kind: string;
  description: string;
  from: string;
  until: string;
  due: string;
  quantity: number;
  measured: string;
  minor: string;
  corrects: string | null;
  owed: string;
};
const charged = (id: string, month?: string) =>
  app.sql<Charge>(
    `select c.id, kind, description, period_from::text as from, period_until::text as until, c.due_on::text as due, quantity,
       trim_scale(measured)::text as measured, c.amount_minor::text as minor, corrects, p.amount_minor::text as owed
     from charges c left join payables p on p.charge_id = c.id
     where c.subscription_id = $1 and measured is not null and first_of_month(period_from) = coalesce($2, first_of_month(period_from))
     order by recorded_at, c.id`,
    [id, month ?? null],
  );

test("a month's use above the licences is charged once, from the vendor's report, in the next month, though it ended meanwhile", async () => {
  await toNextMonth(3);
  const within = await ordered(10);
  const above = await ordered(10);
  const ended = await ordered(5);
  await above.use(13);
  await ended.use(8);
  await within.use(10);
  // What is measured day by day is not charged, and neither is anything on the first day of a month.
  const month = await toNextMonth(1);
  expect(await charged(above.id)).toEqual([]);
  await ended.cancel();
  await passDays(1);
  expect(await charged(ended.id)).toMatchObject([{ measured: "3" }]);
  const began = addDays(month, 2);
  const [charge, ...more] = await charged(above.id);
  expect(more).toEqual([]);
  expect(charge).toMatchObject({
    kind: "usage",
    description: expect.stringMatching(/workstations, used above 10 in \w+ \d{4}$/),
    from: began,
    until: addMonths(month, 1),
    due: today(),
    quantity: 0,
    measured: "3",
    // 3 at 1.235, and 0.55 of the list price of 1.95 to the vendor, which is 1.07 in its currency's places.
    minor: "371",
    owed: "321",
    corrects: null,
  });
  expect(await charged(within.id)).toEqual([]);
  // It is read every day, and makes nothing new.
  await passDays(2);
  expect(await charged(above.id)).toHaveLength(1);
  const noted = await app.sql("select from usage_months where subscription_id = $1", [above.id]);
  expect(noted).toHaveLength(1);

  // Who reads it at the same time is refused before any line, and if two charge at once, each figure is charged once.
  await above.correct(month, 15);
  const told = await laterReport(month);
  let refusal: Error | undefined;
  async function* meanwhile() {
    refusal = await read(month, told).then(
      () => undefined,
      (error: Error) => error,
    );
    yield* told.lines;
  }
  await read(month, { ...told, lines: meanwhile() });
  expect(refusal).toBeInstanceOf(TryLater);
  expect(refusal!.message).toBe("Another worker is reading this report");
  expect((await charged(above.id)).map(({ measured }) => measured)).toEqual(["3", "2"]);
  const [kept] = await app.sql<{ id: string }>(
    "select id from vendor_usage_reports where vendor = 'acronis' and month = $1",
    [month],
  );
  await app.sql("update vendor_usage_lines set quantity = 16 where report_id = $1 and quantity = 15", [kept!.id]);
  const report = { id: kept!.id, vendor: "acronis", month, until: addMonths(month, 1), generatedAt: now() };
  await Promise.all([1, 2, 3].map(() => chargeReport(worker.platform, report)));
  expect((await charged(above.id)).map(({ measured }) => measured)).toEqual(["3", "2", "1"]);
});

longTest("a report changed after its month's invoice is corrected by a credit naming charge and document", async () => {
  await toNextMonth(3);
  const pcs = await ordered(10);
  await pcs.use(20);
  const month = await toNextMonth(2);
  const [first] = await charged(pcs.id);
  expect(first).toMatchObject({ measured: "10", minor: "1235" });
  // Its month is invoiced.
  await toNextMonth(1);
  await pcs.correct(month, 14);
  await passDays(1);
  const [, second] = await charged(pcs.id, month);
  expect(second).toMatchObject({ kind: "refund", measured: "-6", minor: "-741", corrects: first!.id, due: today() });
  expect(second!.description).toMatch(/used above 10 in \w+ \d{4}, corrected$/);
  // More again, and then exactly the licences.
  await pcs.correct(month, 17.5);
  await passDays(1);
  await pcs.correct(month, 10);
  await passDays(1);
  const ofMonth = await charged(pcs.id, month);
  expect(ofMonth.map(({ measured }) => measured)).toEqual(["10", "-6", "3.5", "-7.5"]);
  expect(ofMonth.map(({ kind }) => kind)).toEqual(["usage", "refund", "usage", "refund"]);
  const sum = (of: "minor" | "owed") => ofMonth.reduce((minor, row) => minor + Number(row[of]), 0);
  expect([sum("minor"), sum("owed")]).toEqual([0, 0]);
  expect(new Set(ofMonth.slice(1).map(({ corrects }) => corrects))).toEqual(new Set([first!.id]));

  // The document says what it corrects and on which one that stands, and of which month the use was.
  await toNextMonth(1);
  const listed = (await app.call(pcs.boss, invoices.list, {})).Result!.Items;
  const lines = (
    await Promise.all(
      listed.map(async ({ Id }) => (await app.call(pcs.boss, invoices.byId, { params: { invoiceId: Id } })).Result!),
    )
  ).flatMap(({ Invoice, Lines }) => Lines.map((line) => ({ ...line, Number: Invoice.Number })));
  const charge = lines.find(({ Id }) => Id === first!.id)!;
  expect(charge).toMatchObject({ Quantity: 10, UnitCost: "1.235", Net: { Minor: "1235" }, Corrects: null });
  const credit = lines.find(({ Id }) => Id === second!.id)!;
  expect(credit).toMatchObject({
    Quantity: -6,
    PeriodFrom: first!.from,
    Corrects: { LineId: first!.id, Number: charge.Number },
  });
  expect(credit.Number).not.toBe(charge.Number);
  expect(lines.find(({ Quantity }) => Quantity === 3.5)!.Corrects).toMatchObject({ LineId: first!.id });

  // The service tells the month as its last report does, with its documents; the running one is an estimate.
  const params = { instanceId: pcs.InstanceId };
  const { Months } = (await app.call(pcs.boss, meteredUsage.ofService, { params })).Result!;
  const shown = Months.find(({ Month }) => Month === month)!.Meters[0]!;
  expect(shown).toMatchObject({ Total: "10", Price: { Licences: "10", Amount: { Minor: "0" }, Corrections: 3 } });
  expect(new Set(shown.Price!.Documents.map(({ Number }) => Number))).toEqual(new Set([charge.Number, credit.Number]));
  expect(Months[0]!.Meters[0]!.Price).toMatchObject({
    ReportedAt: null,
    UnitCost: "1.235",
    Amount: { Minor: "1235" },
    Documents: [],
  });
  // Its invoices are nothing to its customers.
  const { resellerId } = pcs.boss;
  const admin = await app.signIn({ resellerId, kind: "endUserAdmin", customerId: pcs.customerId });
  const own = (await app.call(admin, meteredUsage.ofService, { params })).Result!.Months;
  expect(own.find(({ Month }) => Month === month)!.Meters[0]!.Price).toMatchObject({ Licences: "10", Documents: [] });
  await app.sql("update resellers set hide_pricing = true where id = $1", [resellerId]);
  const colleague = await app.signIn({ resellerId });
  const hidden = (await app.call(colleague, meteredUsage.ofService, { params })).Result!;
  const prices = hidden.Months.flatMap(({ Meters }) => Meters.map(({ Price }) => Price!));
  expect(prices.every(({ UnitCost, Amount }) => UnitCost === null && Amount === null)).toBe(true);
});

longTest("storage is charged to the byte; licences changed meanwhile count as they were on the last day", async () => {
  await toNextMonth(3);
  const storage = await ordered(500, "pg_base_storage");
  await storage.use(600.5 * 1024 ** 3);
  await toNextMonth(1);
  const Targets = [{ Key: storage.id, Quantity: 900 }];
  const rest = { InstanceId: storage.InstanceId, ProductId: "acronis-backup" };
  const { placed } = await order(storage.boss, storage.customerId, { Kind: "setQuantity", Targets }, rest);
  expect(placed.Succeed).toBe(true);
  await becomes(storage.boss, storage.InstanceId, "Active");
  await passDays(1);
  // 100.5 at 0.0845 is 8.49225.
  expect(await charged(storage.id)).toMatchObject([{ measured: "100.5", minor: "849" }]);
});

longTest("what Files Cloud stores, and its use above the licences, is charged like backup, and corrected", async () => {
  // Files Cloud was sold by its licences alone before.
  while (today() < "2026-12-02") await toNextMonth(2);
  const storage = await ordered(100, "fc_storage", "acronis-files-cloud");
  const seats = await ordered(10, "fc_seats", "acronis-files-cloud");
  const within = await ordered(5, "fc_seats", "acronis-files-cloud");
  await storage.use(120.25 * 1024 ** 3);
  await seats.use(12);
  await within.use(5);
  const month = await toNextMonth(2);
  // 20.25 at 0.041 is 0.83025.
  expect(await charged(storage.id)).toMatchObject([{ measured: "20.25", minor: "83", kind: "usage" }]);
  expect(await charged(seats.id)).toMatchObject([{ measured: "2", minor: "420" }]);
  expect(await charged(within.id)).toEqual([]);
  await seats.correct(month.slice(0, 7), 11);
  await read(month, await laterReport(month));
  expect((await charged(seats.id, month)).map(({ minor }) => minor)).toEqual(["420", "-210"]);
});

longTest("a month that began before the day since which its meter is charged is not", async () => {
  await app.sql(`insert into policies values ('later', 'usage',
    '{"id": "later", "kind": "usage", "charged": "aboveLicences", "fromDay": 2, "days": 60, "since": "2999-01-01"}')`);
  const [offer] = await app.sql<{ meters: string }>(
    "select meters::text from offers where id = 'acronis.pw_base_mobiles:none:monthly'",
  );
  const charge = (policy: string) =>
    app.sql(
      "update offers set meters = jsonb_set(meters, '{0,policy}', to_jsonb($1::text)) where id = 'acronis.pw_base_mobiles:none:monthly'",
      [policy],
    );
  await charge("later");
  const phones = await ordered(5, "pw_base_mobiles");
  await phones.use(8);
  const month = await toNextMonth(2);
  expect(await charged(phones.id)).toEqual([]);
  await app.sql("update offers set meters = $1 where id = 'acronis.pw_base_mobiles:none:monthly'", [offer!.meters]);
  await read(month, await laterReport(month));
  expect(await charged(phones.id)).toMatchObject([{ measured: "3" }]);
});

longTest("what ended within the month is not charged, even if the vendor's report names it", async () => {
  await toNextMonth(3);
  const pcs = await ordered(5);
  await pcs.use(5);
  await passDays(2);
  await pcs.cancel();
  await worker.control("acronis", "act", { action: "listDeleted", on: true });
  await toNextMonth(2);
  await worker.control("acronis", "act", { action: "listDeleted", on: false });
  expect(await charged(pcs.id)).toEqual([]);
});

longTest("licences that are charged late are included, as soon as they are charged", async () => {
  await toNextMonth(15);
  const pcs = await ordered(10);
  await pcs.use(12);
  await toNextMonth(14);
  // Whoever has it locked keeps its period from being turned, as what is on its way to another product does.
  const holder = new pg.Client(app.database.adminUrl);
  await holder.connect();
  await holder.query("begin");
  await holder.query("select from subscriptions where id = $1 for no key update", [pcs.id]);
  const month = await toNextMonth(2).finally(() => holder.end());
  expect(await charged(pcs.id, month)).toEqual([]);
  await passDays(2);
  expect(await charged(pcs.id, month)).toMatchObject([{ measured: "2" }]);

  await app.sql(
    `insert into charges select (jsonb_populate_record(c, jsonb_build_object('id', uuidv7(), 'kind', 'prorated', 'quantity', 1))).* from charges c
     where subscription_id = $1 and period_from < $2 and period_until > $2`,
    [pcs.id, addMonths(month, 1)],
  );
  await passDays(1);
  expect(await charged(pcs.id, month)).toMatchObject([{ measured: "2" }, { kind: "refund", measured: "-1" }]);
});

longTest("what a report tells of a month before a subscription is not charged, and keeps nothing from it", async () => {
  await toNextMonth(3);
  const pcs = await ordered(5);
  await pcs.use(8);
  const month = await toNextMonth(1);
  const later = await ordered(5);
  const [ref] = await app.sql<{ ref: string }>("select vendor_ref as ref from subscriptions where id = $1", [later.id]);
  const { generatedAt, lines } = await laterReport(month);
  const too = { vendorRef: ref!.ref, meter: "pw_base_workstations", quantity: "7" };
  await read(month, { generatedAt, lines: [...(await Array.fromAsync(lines)), too] });
  expect(await charged(pcs.id)).toMatchObject([{ measured: "3" }]);
  expect(await charged(later.id)).toEqual([]);
});

test("what is tried again goes on with the report that was asked for, and no second job waits for the same month", async () => {
  const month = await toNextMonth(2);
  const asked = async () => {
    const { entries } = (await worker.control("acronis", "journal")) as {
      entries: { method: string; path: string; reply?: { status: number; body: { parameters: object } } }[];
    };
    const made = entries.filter(
      ({ method, path, reply }) => method === "POST" && path === "/api/2/reports" && reply?.status === 200,
    );
    return made.filter(({ reply }) => JSON.stringify(reply!.body.parameters).includes(`"start":"${month}"`)).length;
  };
  const before = await asked();
  const fault = { kind: "status", status: 503 };
  await worker.control("acronis", "faults", { times: 3, match: { method: "GET", path: "/stored" }, fault });
  await worker.moveDays(1);
  const left = (which: string) =>
    app.sql(`select from pgboss.job where name = 'vendors.usageReports' and state < 'completed' and ${which}`);
  const ofMonth = `data @> '${JSON.stringify({ vendor: "acronis", from: month })}'`;
  const isPutOff = async () =>
    (await left(ofMonth)).length > 0 && (await left("(state = 'active' or start_after <= now())")).length === 0;
  await worker.until(isPutOff, "the report to be tried again in a minute");
  await fileReportReads(worker.platform, today());
  await fileReportReads(worker.platform, today());
  expect(await left(ofMonth)).toHaveLength(1);
  await worker.until(isRead, "the reports are read", 400);
  expect(await asked()).toBe(before + 1);
});

longTest("a report made before the one read last changes nothing", async () => {
  await toNextMonth(3);
  const pcs = await ordered(5);
  await pcs.use(8);
  const month = await toNextMonth(2);
  const stale = await bill(monthOf(month));
  await pcs.correct(month, 9);
  await passDays(1);
  expect(await charged(pcs.id)).toHaveLength(2);
  await read(month, stale);
  expect(await charged(pcs.id)).toHaveLength(2);
});

longTest("a report that was still being read at midnight does not stand for that of the next day", async () => {
  await toNextMonth(3);
  const pcs = await ordered(5);
  await pcs.use(8);
  const month = await toNextMonth(2);
  const told = await laterReport(month);
  const isPutOff = async () =>
    (await app.sql("select from pgboss.job where name = 'vendors.usageReports' and start_after > now()")).length > 0;
  async function* overMidnight() {
    yield* told.lines;
    await pcs.correct(month, 9);
    await worker.moveDays(1);
    await worker.until(isPutOff, "the next day's reading is put off");
  }
  await read(month, { ...told, lines: overMidnight() });
  await worker.until(isRead, "the reports are read", 400);
  expect((await charged(pcs.id)).map(({ measured }) => measured)).toEqual(["3", "1"]);
});
