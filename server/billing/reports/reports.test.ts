import { downloads, reports, reportIds, type ReportId } from "@tradewind/contract/billing/reports.ts";
import { expect, test } from "vitest";
import { addCharges } from "../../test/charges.ts";
import { invoicing } from "../../test/invoicing.ts";
import { makeReport } from "./make-report.jobs.ts";
import { testApp, type Person } from "../../test/test-app.ts";

const app = await testApp();
await app.sql("update feature_flags set enabled = true where name = 'BillingPlatformReporting'");
const { database, invoiced, list } = invoicing(app);
/** What the worker has: it makes reports as its own role. */
const services = { platform: { ...app.platform, database } };

const userNameOf = async ({ personId }: Person) =>
  (await app.sql<{ user_name: string }>("select user_name from people where id = $1", [personId]))[0]!.user_name;
const ask = async (person: Person, DownloadId: string, UserName?: string) =>
  app.call(person, downloads.guid, { body: { DownloadId, UserName: UserName ?? (await userNameOf(person)) } });
const file = (person: Person, Id: string, Guid: string) => app.call(person, downloads.file, { body: { Id, Guid } });

test("DL-01 DL-02 a guid is for the caller alone, for the file asked for, once and within a minute", async () => {
  const person = await invoiced([{ due: "2026-01-10", minor: 10_000 }]);
  const colleague = await app.signIn({ resellerId: person.resellerId });
  const stranger = await app.signIn();
  expect((await ask(person, "vat", await userNameOf(colleague))).text).toContain("Must be your own user name");

  const { Guid } = (await ask(person, "vat")).Result!;
  for (const attempt of [
    await file(colleague, "vat", Guid),
    await file(stranger, "vat", Guid),
    await file(person, "lines", Guid),
  ])
    expect(attempt).toMatchObject({ status: 404, Error: "notFound" });
  const [first, second] = await Promise.all([file(person, "vat", Guid), file(person, "vat", Guid)]);
  expect([first.status, second.status].toSorted((a, b) => a - b)).toEqual([200, 404]);
  expect((await file(person, "vat", Guid)).status).toBe(404);

  const late = (await ask(person, "vat")).Result!.Guid;
  await app.sql("update download_guids set created_at = created_at - interval '61 seconds' where guid = $1", [late]);
  expect((await file(person, "vat", late)).status).toBe(404);
});

test("BILL-47 DL-03 every report arrives as a file with its rows, with a guid and without", async () => {
  const person = await invoiced(
    [
      { due: "2026-01-10", minor: 10_000 },
      { due: "2026-01-12", minor: 500, customer: "Harbour Bakery", product: "azure", description: "Azure" },
    ],
    "2026-02-01",
  );
  const [invoice] = await list(person);
  const { Items } = (await app.call(person, reports.list)).Result!;
  expect(Items.map(({ DownloadId }) => DownloadId)).toEqual([...reportIds]);
  const rows = async (downloadId: ReportId) => {
    const plain = await app.call(person, downloads.download, { params: { downloadId } });
    const { Guid } = (await ask(person, downloadId)).Result!;
    const guarded = await file(person, downloadId, Guid);
    expect(plain.headers["content-type"]).toContain("text/csv");
    expect(guarded.text).toBe(plain.text);
    return plain.text.trimEnd().split("\r\n").slice(1);
  };
  expect(await rows("documents")).toEqual([expect.stringContaining(`${invoice!.Number},invoice,`)]);
  expect(await rows("lines")).toEqual([
    expect.stringMatching(/Acme Dental,Microsoft 365,.*,GBP,100\.00,20$/),
    expect.stringMatching(/Harbour Bakery,Azure,Azure,1,.*,GBP,5\.00,20$/),
  ]);
  expect(await rows("vat")).toEqual([`${invoice!.Number},invoice,${invoice!.IssuedOn},S,20,GBP,105.00,21.00`]);
  expect((await rows("statement")).at(-1)).toBe(
    `${invoice!.IssuedOn},Invoice,${invoice!.Number},GBP,126.00,0.00,126.00`,
  );
  const stranger = await app.signIn();
  expect((await app.call(stranger, downloads.download, { params: { downloadId: "lines" } })).text).not.toContain(
    "Acme",
  );
});

test("BILL-47 without the flag there are no reports, and none where prices are hidden", async () => {
  const person = await app.signIn();
  await app.sql("insert into reseller_flags values ($1, 'BillingPlatformReporting', false)", [person.resellerId]);
  app.platform.sessions.forget("");
  expect((await app.call(person, reports.list)).status).toBe(404);
  const other = await app.signIn();
  await app.sql("update resellers set hide_pricing = true where id = $1", [other.resellerId]);
  const blind = await app.signIn({ resellerId: other.resellerId });
  expect(await ask(blind, "lines")).toMatchObject({ Error: "pricesHidden" });
  expect(await app.call(blind, downloads.download, { params: { downloadId: "lines" } })).toMatchObject({
    Error: "pricesHidden",
  });
});

const make = async (person: Person, DownloadId: ReportId) => {
  const answer = await app.call(person, reports.make, { body: { DownloadId } });
  if (!answer.Result) throw new Error(answer.text);
  return answer.Result.Id;
};
const runOf = async (person: Person, id: string) =>
  (await app.call(person, reports.runs)).Result!.Items.find(({ Id }) => Id === id);

test("BILL-47 DL-01 DL-02 a report is made by a job that says how far it is, of one moment, and downloaded by a guid for its owner once", async () => {
  const person = await invoiced([{ due: "2026-01-10", minor: 10_000 }]);
  const colleague = await app.signIn({ resellerId: person.resellerId });
  const runId = await make(person, "lines");
  expect(await runOf(person, runId)).toMatchObject({ DownloadId: "lines", State: "waiting", Rows: 0, AsOf: null });
  expect((await ask(person, runId)).status).toBe(404);
  await makeReport.run(services, { resellerId: person.resellerId, runId });
  const run = (await runOf(person, runId))!;
  expect(run).toMatchObject({ State: "ready", Rows: 1, AsOf: expect.any(String) });

  // A second run of the job changes nothing.
  const plain = await app.call(person, downloads.download, { params: { downloadId: "lines" } });
  await makeReport.run(services, { resellerId: person.resellerId, runId });
  expect(await runOf(person, runId)).toEqual(run);
  expect(await runOf(colleague, runId)).toBeUndefined();
  expect((await ask(colleague, runId)).status).toBe(404);
  const { Guid } = (await ask(person, runId)).Result!;
  expect((await file(colleague, runId, Guid)).status).toBe(404);
  const saved = await file(person, runId, Guid);
  expect(saved.text).toBe(plain.text);
  expect(saved.headers["content-disposition"]).toContain("lines-");
  expect((await file(person, runId, Guid)).status).toBe(404);

  const unspent = (await ask(person, runId)).Result!.Guid;
  await app.sql("update resellers set hide_pricing = true where id = $1", [person.resellerId]);
  app.platform.sessions.forget("");
  expect(await file(person, runId, unspent)).toMatchObject({ Error: "pricesHidden" });
  expect(await app.call(person, reports.make, { body: { DownloadId: "lines" } })).toMatchObject({
    Error: "pricesHidden",
  });
});

test("a company makes four reports at a time", async () => {
  const person = await invoiced([{ due: "2026-01-10", minor: 10_000 }]);
  for (const each of ["vat", "lines", "vat", "lines"] as const) await make(person, each);
  expect(await app.call(person, reports.make, { body: { DownloadId: "vat" } })).toMatchObject({
    status: 429,
    Error: "tooManyRequests",
  });
});

test("BILL-47 what a killed worker left is no part of the report that is begun again; one that cannot be made says so and can be asked again", async () => {
  const person = await invoiced([{ due: "2026-01-10", minor: 10_000 }]);
  const { resellerId } = person;
  const runId = await make(person, "vat");
  await app.sql("update report_runs set state = 'making', attempt = 1, rows = 7 where id = $1", [runId]);
  await app.sql(
    "insert into report_pieces (reseller_id, run_id, attempt, position, content) values ($1, $2, 1, 0, 'half')",
    [resellerId, runId],
  );
  await makeReport.run(services, { resellerId, runId });
  expect(await runOf(person, runId)).toMatchObject({ State: "ready", Rows: 1 });
  const { Guid } = (await ask(person, runId)).Result!;
  expect((await file(person, runId, Guid)).text).toMatch(/^Number,Kind,Tax point/);

  const failing = await make(person, "vat");
  await makeReport.gaveUp!(services, { resellerId, runId: failing }, new Error("No"));
  expect(await runOf(person, failing)).toMatchObject({ State: "failed" });
  await makeReport.run(services, { resellerId, runId: failing });
  expect(await runOf(person, failing)).toMatchObject({ State: "failed" });
  const again = await make(person, "vat");
  await makeReport.run(services, { resellerId, runId: again });
  expect(await runOf(person, again)).toMatchObject({ State: "ready" });
});

test("BILL-47 charges, usage, margin by customer and renewals tell cost from sales", async () => {
  const today = app.platform.clock.today();
  const person = await app.signIn();
  await addCharges(app, person.resellerId, [
    { due: today, minor: 10_000 },
    { due: today, minor: -500, customer: "Harbour Bakery" },
  ]);
  const read = async (downloadId: ReportId) =>
    (await app.call(person, downloads.download, { params: { downloadId } })).text.trimEnd().split("\r\n");
  const [heads, ...charged] = await read("charges");
  expect(heads).toBe(
    "Charged on,Customer,Product,Description,Kind,From,To,Quantity,Unit cost,Currency,Cost,Sales,Margin",
  );
  expect(charged).toHaveLength(2);
  expect(charged).toContainEqual(expect.stringMatching(/,Acme Dental,Microsoft 365,.*,GBP,100\.00,,$/));
  expect(charged).toContainEqual(expect.stringMatching(/,Harbour Bakery,Microsoft 365,.*,refund,.*,GBP,-5\.00,,$/));
  const month = today.slice(0, 7);
  expect(await read("margins")).toEqual([
    "Month,Customer,Currency,Cost,Sales,Margin,Margin %,Cost without a price",
    `${month},Acme Dental,GBP,100.00,0.00,0.00,,100.00`,
    `${month},Harbour Bakery,GBP,-5.00,0.00,0.00,,-5.00`,
  ]);
  expect(await read("usage")).toEqual(["Month,Customer,Subscription,Meter,Used,Included,Unit cost,Currency,Cost"]);
  expect((await read("renewals"))[0]).toBe(
    "Term ends,Customer,Subscription,SKU,Term,Billing,Then,Quantity,Currency,Unit cost,Your price,Cost,Sales,Margin",
  );
});
