import { downloads, reports, type ReportId } from "@tradewind/contract/billing/reports.ts";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { openDatabase } from "../../platform/database.ts";
import { addCharges } from "../../test/charges.ts";
import { invoicing } from "../../test/invoicing.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { makeReport } from "./make-report.jobs.ts";

const app = await testApp();
await app.sql("update feature_flags set enabled = true where name = 'BillingPlatformReporting'");
const { issue, invoiced } = invoicing(app);
/** Another worker than the one that invoices. */
const database = openDatabase(app.database.workerUrl, { max: 2 });
const services = { platform: { ...app.platform, database } };
const blocker = new pg.Client(app.database.adminUrl);
await blocker.connect();
afterAll(() => Promise.all([database.close(), blocker.end()]));

/** Makes a report by its job; returns its rows and the sum of what they come to in pence, of each document. */
async function made(person: Person, DownloadId: ReportId) {
  const runId = (await app.call(person, reports.make, { body: { DownloadId } })).Result!.Id;
  await makeReport.run(services, { resellerId: person.resellerId, runId });
  const run = (await app.call(person, reports.runs)).Result!.Items.find(({ Id }) => Id === runId)!;
  expect(run.State).toBe("ready");
  const ended = app.platform.clock.now().toISOString();
  expect([run.AskedAt, run.AsOf!, ended].toSorted()).toEqual([run.AskedAt, run.AsOf, ended]);
  const [{ user_name: UserName }] = (await app.sql("select user_name from people where id = $1", [
    person.personId,
  ])) as [{ user_name: string }];
  const { Guid } = (await app.call(person, downloads.guid, { body: { DownloadId: runId, UserName } })).Result!;
  const { text } = await app.call(person, downloads.file, { body: { Id: runId, Guid } });
  const [head, ...lines] = text.trimEnd().split("\r\n");
  const net = head!.split(",").indexOf("Net");
  const pence = lines.map((line) => Math.round(Number(line.split(",").at(net - head!.split(",").length)) * 100));
  expect(run.Rows).toBe(lines.length);
  return { rows: lines.length, sum: pence.reduce((sum, each) => sum + each, 0) };
}

const monthOfCharges = (month: string, count: number, minor: number) =>
  Array.from({ length: count }, (_, at) => ({
    due: `${month}-${String((at % 28) + 1).padStart(2, "0")}`,
    minor,
    customer: `Customer ${at % 7}`,
  }));

test("a report made while the month is being invoiced tells of the moment before or after, never of a part", async () => {
  const person = await invoiced(monthOfCharges("2026-01", 300, 101), "2026-02-01");
  await addCharges(app, person.resellerId, monthOfCharges("2026-02", 400, 1_003));
  const january = { rows: 300, sum: 30_300 };
  const both = { rows: 700, sum: 30_300 + 401_200 };

  // The run stands still with its lines written, and nothing of it to be seen.
  await blocker.query("begin; lock table ledger_entries in share mode");
  const issuing = issue("2026-03-01");
  const waits = async () =>
    (
      await blocker.query<{ waits: boolean }>(
        "select exists (select from pg_locks where relation = 'ledger_entries'::regclass and not granted) as waits",
      )
    ).rows[0]!.waits;
  await expect.poll(waits, { timeout: 20_000 }).toBe(true);
  expect(await made(person, "lines")).toEqual(january);
  expect((await made(person, "documents")).sum).toBe(january.sum);

  // Both go on at once.
  const during = Promise.all([made(person, "lines"), made(person, "vat")]);
  await blocker.query("commit");
  const [lines, vat] = await during;
  await issuing;
  expect([january, both]).toContainEqual(lines);
  expect([january.sum, both.sum]).toContain(vat.sum);

  expect(await made(person, "lines")).toEqual(both);
  for (const each of ["documents", "vat"] as const) expect((await made(person, each)).sum).toBe(both.sum);
});
