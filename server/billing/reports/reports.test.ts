import { downloads, reports, reportIds, type ReportId } from "@tradewind/contract/billing/reports.ts";
import { expect, test } from "vitest";
import { invoicing } from "../../test/invoicing.ts";
import { testApp, type Person } from "../../test/test-app.ts";

const app = await testApp();
await app.sql("update feature_flags set enabled = true where name = 'BillingPlatformReporting'");
const { invoiced, list } = invoicing(app);

const userNameOf = async ({ personId }: Person) =>
  (await app.sql<{ user_name: string }>("select user_name from people where id = $1", [personId]))[0]!.user_name;
const ask = async (person: Person, DownloadId: ReportId, UserName?: string) =>
  app.call(person, downloads.guid, { body: { DownloadId, UserName: UserName ?? (await userNameOf(person)) } });
const file = (person: Person, Id: ReportId, Guid: string) => app.call(person, downloads.file, { body: { Id, Guid } });

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
    return plain.text.trimEnd().split("\n").slice(1);
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
