import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { agreements } from "@tradewind/contract/catalogue/agreements.ts";
import { whiteLabel } from "@tradewind/contract/portal/white-label.ts";
import { desk } from "@tradewind/contract/support/desk.ts";
import { ticketFiles } from "@tradewind/contract/support/ticket-files.ts";
import { tickets } from "@tradewind/contract/support/tickets.ts";
import { startSimulators } from "@tradewind/simulators/simulators.ts";
import { clamd } from "@tradewind/vendors/scanner/clamd.ts";
import { afterAll, beforeEach, expect, test } from "vitest";
import { openDatabase } from "../../platform/database.ts";
import { TryLater } from "../../platform/jobs.ts";
import { mailsTo } from "../../test/mails.ts";
import { drawing } from "../../test/pictures.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { scanFile } from "./scanning.jobs.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tradewind-scan-"));
const simulators = await startSimulators({ dataDir: folder });
afterAll(async () => {
  await simulators.stop();
  fs.rmSync(folder, { recursive: true });
});
const logged: string[] = [];
const app = await testApp(
  { CLAMD_URL: simulators.urls.clamd, LOG_LEVEL: "warn" },
  { log: { write: (line) => void logged.push(line) } },
);
const database = openDatabase(app.database.workerUrl, { max: 1 });
afterAll(() => database.close());
const operator = await app.signInOperator();

/** In two halves, so that scanners do not take this file for the test file. */
const eicar = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$EIC", "AR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"].join("");
const act = (trouble: object) =>
  fetch(`${simulators.urls.scanner}/__sim/act`, { method: "POST", body: JSON.stringify({ trouble }) });
beforeEach(() => act({ kind: "down", times: 0 }));

const upload = async (person: Person, text: string) =>
  (await app.call(person, ticketFiles.upload, { body: { Name: "notes.txt", Content: btoa(text) } })).Result!.Id;
const open = async (person: Person, Files: string[]) =>
  (
    await app.call(person, tickets.create, {
      body: { Subject: "A file", Category: "Other", Description: "See it.", Files },
    })
  ).Result!;
const fileOf = async (person: Person, ticketId: string) =>
  (await app.call(person, tickets.byId, { params: { ticketId } })).Result!.Thread[0]!.Files[0]!;
const download = (person: Person, ticketId: string, fileId: string) =>
  app.call(person, ticketFiles.download, { params: { ticketId, fileId } });
/** Runs the job that the upload filed, as the worker does. */
async function scan(fileId: string, platform = app.platform) {
  const [filed] = await app.sql<{ data: { resellerId: string } }>(
    "select data from pgboss.job where name = 'files.scan' and data ->> 'fileId' = $1",
    [fileId],
  );
  await scanFile.run({ platform: { ...platform, database } }, filed!.data);
}

test("a file is given to nobody before it was looked into, and then to everybody concerned", async () => {
  const person = await app.signIn();
  const fileId = await upload(person, "hello");
  const { Id } = await open(person, [fileId]);
  expect(await fileOf(person, Id)).toMatchObject({ Scan: "waiting" });
  expect(await download(person, Id, fileId)).toMatchObject({ status: 409, Error: "fileWaits" });
  const params = { ticketId: Id, fileId };
  expect(await app.call(operator, desk.download, { params })).toMatchObject({ status: 409, Error: "fileWaits" });
  await scan(fileId);
  expect(await fileOf(person, Id)).toMatchObject({ Scan: "clean", Size: 5 });
  expect((await download(person, Id, fileId)).text).toBe("hello");
  expect((await app.call(operator, desk.download, { params })).text).toBe("hello");
});

test("a file with a virus is removed: who sent it is told, the log says it, and nobody gets it or attaches it", async () => {
  const person = await app.signIn();
  const [fileId, unused] = [await upload(person, eicar), await upload(person, eicar)];
  const { Id } = await open(person, [fileId]);
  logged.length = 0;
  for (const id of [fileId, unused]) await scan(id);
  expect(await fileOf(person, Id)).toMatchObject({ Scan: "infected", Size: 0 });
  expect(await download(person, Id, fileId)).toMatchObject({ status: 410, Error: "fileInfected" });
  expect(await app.sql("select length(bytes) as kept, virus from ticket_files where id = $1", [fileId])).toEqual([
    { kept: 0, virus: "Eicar-Test-Signature" },
  ]);
  const mails = await mailsTo(app, person.email);
  expect(mails.map(({ template, data }) => [template, data.url.includes(Id)])).toEqual([
    ["fileRemoved", true],
    ["fileRemoved", false],
  ]);
  expect(
    await app.sql("select who, what from activity where action = 'support.removeFile' and object_id = $1", [fileId]),
  ).toEqual([{ who: "Tradewind", what: "Removed the file notes.txt: the virus scanner found Eicar-Test-Signature" }]);
  expect(logged.join()).toContain("A file with a virus was removed");
  const scanned = async () =>
    (await app.call(person, ticketFiles.kept)).Result!.Items.map(({ Id: kept, Scan }) => [kept, Scan]);
  expect(await scanned()).toEqual([[unused, "infected"]]);
  const again = await app.call(person, tickets.create, {
    body: { Subject: "A file", Category: "Other", Description: "See it.", Files: [unused] },
  });
  expect(again).toMatchObject({
    status: 422,
    Error: "ticketFileUnknown",
    Errors: { Files: "A virus was found in “notes.txt”. Remove it to send the message." },
  });
});

test.each(["down", "small"])(
  "while the scanner is in trouble (%s) a file waits, and is looked into later",
  async (kind) => {
    const person = await app.signIn();
    const fileId = await upload(person, `hello ${"x".repeat(2_000)}`);
    const { Id } = await open(person, [fileId]);
    await act({ kind, times: 2 });
    for (const _ of [1, 2]) await expect(scan(fileId)).rejects.toThrow(TryLater);
    expect(await download(person, Id, fileId)).toMatchObject({ status: 409, Error: "fileWaits" });
    await scan(fileId);
    expect((await download(person, Id, fileId)).status).toBe(200);
  },
);

test("a late answer counts; a scanner that was taken away again lets files through as they are", async () => {
  const person = await app.signIn();
  const [slow, later] = [await upload(person, "slow"), await upload(person, "later")];
  await act({ kind: "slow", ms: 50, times: 1 });
  await scan(slow);
  const { resellerId } = person;
  const bare = { ...app.platform, database, scanner: undefined };
  await scanFile.run({ platform: bare }, { resellerId, fileId: later });
  expect(await app.sql("select scan from ticket_files where reseller_id = $1 order by id", [resellerId])).toEqual([
    { scan: "clean" },
    { scan: "none" },
  ]);
});

test("pictures are looked into before they are read, and refused while that cannot be", async () => {
  const person = await app.signIn();
  const { Version, MarketplaceWhitelabel } = (await app.call(person, whiteLabel.current)).Result!;
  const label = (DesktopImage: string) =>
    app.call(person, whiteLabel.change, { body: { Version, MarketplaceWhitelabel, DesktopImage } });
  const infected = `data:image/png;base64,${btoa(eicar)}`;
  expect(await label(infected)).toMatchObject({ status: 422, Error: "uploadInfected" });
  const sign = (Image: string) => app.call(person, agreements.storeSignature, { body: { Image } });
  expect((await sign(drawing())).status).toBe(200);
  await act({ kind: "down", times: 2 });
  expect(await sign(drawing())).toMatchObject({ status: 503, Error: "scannerDown" });
  expect(await label(infected)).toMatchObject({ status: 503, Error: "scannerDown" });
});

test("a scanner that takes a file and never answers is given up: pictures are refused with a sentence, files wait", async () => {
  const impatient = await testApp(
    { CLAMD_URL: simulators.urls.clamd, CLAMD_TIMEOUT_MS: "100", LOG_LEVEL: "warn" },
    { log: { write: (line) => void logged.push(line) } },
  );
  const [person, other] = [await app.signIn(), await impatient.signIn()];
  const fileId = await upload(person, "hello");
  const { Id } = await open(person, [fileId]);
  logged.length = 0;
  await act({ kind: "silent", times: 3 });
  expect(await impatient.call(other, agreements.storeSignature, { body: { Image: drawing() } })).toMatchObject({
    status: 503,
    Error: "scannerDown",
    Messages: ["Files cannot be checked for viruses at the moment. Please try again later."],
  });
  await expect(impatient.platform.scanner!.version()).rejects.toThrow("did not answer in time");
  await expect(scan(fileId, impatient.platform)).rejects.toThrow(TryLater);
  expect(logged.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(
    expect.arrayContaining([
      "A picture could not be scanned for viruses",
      "A file waits, because the virus scanner does not say what is in it",
    ]),
  );
  expect(logged.join()).toContain("The scanner did not answer in time");
  expect(await fileOf(person, Id)).toMatchObject({ Scan: "waiting" });
  await scan(fileId);
  expect((await download(person, Id, fileId)).text).toBe("hello");
});

test("the scanner says its version, and one that is not there is an error", async () => {
  expect(await clamd(simulators.urls.clamd, 5_000).version()).toMatch(/^ClamAV /);
  await expect(clamd("unix:/nowhere/clamd.sock", 5_000).version()).rejects.toThrow("ENOENT");
});
