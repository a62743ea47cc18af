import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { numberPorts } from "@tradewind/contract/ordering/number-ports.ts";
import { portLetters } from "@tradewind/contract/ordering/port-letters.ts";
import { ticketFiles } from "@tradewind/contract/support/ticket-files.ts";
import { startSimulators } from "@tradewind/simulators/simulators.ts";
import { afterAll, expect, test } from "vitest";
import { openDatabase } from "../../platform/database.ts";
import { pruneOld } from "../../platform/housekeeping.ts";
import { scanFile } from "../../support/scanning/scanning.jobs.ts";
import { mailsTo } from "../../test/mails.ts";
import { aLetter, portOf } from "../../test/number-ports.ts";
import { pngOf } from "../../test/pictures.ts";
import { testApp, type Person } from "../../test/test-app.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tradewind-letter-"));
const simulators = await startSimulators({ dataDir: folder });
afterAll(async () => {
  await simulators.stop();
  fs.rmSync(folder, { recursive: true });
});
const app = await testApp({ CLAMD_URL: simulators.urls.clamd });
const database = openDatabase(app.database.workerUrl, { max: 1 });
afterAll(() => database.close());
const operator = await app.signInOperator();

const base64 = (bytes: string | Buffer) => Buffer.from(bytes).toString("base64");
/** In two halves, so that scanners do not take this file for the test file. */
const eicar = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$EIC", "AR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"].join("");

const to = (numberPortId: string) => ({ params: { numberPortId } });
const send = (by: Person, id: string, file: object = {}) =>
  app.call(by, portLetters.send, { ...to(id), body: { ...aLetter, SignedOn: "2026-01-02", ...file } });
const download = (by: Person, id: string) => app.call(by, portLetters.download, to(id));
const submit = (id: string) => app.call(operator, numberPorts.submit, { ...to(id), body: {} });
const filesOf = (portId: string) =>
  app.sql<{ id: string }>("select file_id as id from number_port_letters where port_id = $1", [portId]);

/** Runs the job that the upload of a port's letter filed, as the worker does. */
async function scan({ resellerId }: Person, portId: string) {
  const [file] = await filesOf(portId);
  const filed = await app.sql("select from pgboss.job where name = 'files.scan' and data ->> 'fileId' = $1", [
    file!.id,
  ]);
  expect(filed).toHaveLength(1);
  await scanFile.run({ platform: { ...app.platform, database } }, { resellerId, fileId: file!.id });
}
const letterAt = async (by: Person, { id, instance }: { id: string; instance: string }) =>
  (await app.call(by, numberPorts.ofService, { params: { instanceId: instance } })).Result!.Items.find(
    ({ Id }) => Id === id,
  )!;

test("a port is sent to the old provider once its signed letter is there and no virus was found in it", async () => {
  const boss = await app.signIn();
  const port = await portOf({ app }, boss);
  expect(await submit(port.id)).toMatchObject({ status: 409, Error: "portLetterMissing" });
  expect((await download(boss, port.id)).status).toBe(404);
  const sent = await send(boss, port.id);
  expect(sent.Result).toMatchObject({
    SignedOn: "2026-01-02",
    Letter: { Name: "letter.pdf", Size: 14, Scan: "waiting", Virus: null, SentBy: "Robin Tester" },
  });
  expect((await submit(port.id)).Error).toBe("portLetterMissing");
  expect(await download(boss, port.id)).toMatchObject({ status: 409, Error: "fileWaits" });
  expect(await app.call(operator, portLetters.atWork, to(port.id))).toMatchObject({ status: 409, Error: "fileWaits" });
  await scan(boss, port.id);
  expect((await letterAt(boss, port)).Letter).toMatchObject({ Scan: "clean" });
  expect((await download(boss, port.id)).text).toBe("%PDF-1.7\n%%EOF");
  const atWork = await app.call(operator, portLetters.atWork, to(port.id));
  expect(atWork.text).toBe("%PDF-1.7\n%%EOF");
  expect(atWork.headers).toMatchObject({
    "content-disposition": 'attachment; filename="letter.pdf"',
    "x-content-type-options": "nosniff",
  });
  expect((await submit(port.id)).Result).toMatchObject({ State: "submitted", Letter: { Scan: "clean" } });
  expect((await letterAt(boss, port)).History.map(({ Kind }) => Kind)).toEqual(["requested", "letter", "submitted"]);
});

test("a letter is replaced until its port was sent, and the earlier file goes", async () => {
  const boss = await app.signIn();
  const port = await portOf({ app }, boss);
  await send(boss, port.id);
  const [first] = await filesOf(port.id);
  const colleague = await app.signIn({ resellerId: boss.resellerId, kind: "engineer" });
  const again = await send(colleague, port.id, { Name: "signed.png", Content: base64(pngOf(2, 2)) });
  expect(again.Result!.Letter).toMatchObject({ Name: "signed.png", SentBy: expect.any(String) });
  expect(await app.sql("select from ticket_files where id = $1", [first!.id])).toEqual([]);
  await scan(boss, port.id);
  await submit(port.id);
  expect(await send(boss, port.id)).toMatchObject({ status: 409, Error: "portElsewhere" });
});

test("a letter with a virus is removed: the port says why, who sent it is told, and a clean one takes its place", async () => {
  const boss = await app.signIn();
  const port = await portOf({ app }, boss);
  await send(boss, port.id);
  // The simulated scanner knows one virus, which is a text.
  const [file] = await filesOf(port.id);
  await app.sql("update ticket_files set bytes = convert_to($2, 'LATIN1') where id = $1", [file!.id, eicar]);
  await scan(boss, port.id);
  expect((await letterAt(boss, port)).Letter).toMatchObject({
    Scan: "infected",
    Size: 0,
    Virus: "Eicar-Test-Signature",
  });
  expect(await download(boss, port.id)).toMatchObject({ status: 410, Error: "fileInfected" });
  expect((await submit(port.id)).Error).toBe("portLetterMissing");
  expect(
    (await mailsTo(app, boss.email)).map(({ template, data }) => [template, data.url.includes(port.instance)]),
  ).toEqual([["fileRemoved", true]]);
  await send(boss, port.id);
  await scan(boss, port.id);
  expect((await submit(port.id)).status).toBe(200);
});

test.each([
  ["a text", "letter.txt", "Yours", "Send a PDF, PNG or JPEG."],
  ["a drawing that moves", "letter.gif", "GIF89a pixels;", "Send a PDF, PNG or JPEG."],
])("%s is no letter", async (_, Name, bytes, words) => {
  const boss = await app.signIn();
  const port = await portOf({ app }, boss);
  const attempt = await send(boss, port.id, { Name, Content: base64(bytes) });
  expect(attempt).toMatchObject({
    status: 422,
    Error: "fileInvalid",
    Errors: { Content: expect.stringContaining(words) },
  });
  const late = await send(boss, port.id, { SignedOn: "2099-01-01" });
  expect(late.Errors).toEqual({ SignedOn: "Must not be in the future" });
  expect(await filesOf(port.id)).toEqual([]);
});

test("a letter is no file of a ticket, and nobody of another company or without the customer gets or replaces it", async () => {
  const [boss, stranger] = [await app.signIn(), await app.signIn()];
  const port = await portOf({ app }, boss);
  await send(boss, port.id);
  await scan(boss, port.id);
  expect((await app.call(boss, ticketFiles.kept)).Result!.Items).toEqual([]);
  const [file] = await filesOf(port.id);
  expect((await app.call(boss, ticketFiles.remove, { params: { waitingFileId: file!.id } })).status).toBe(404);
  const [other] = await app.sql<{ id: string }>(
    "insert into customers (reseller_id, name, created_at) values ($1, 'Acme', '2026-01-02') returning id",
    [boss.resellerId],
  );
  const admin = await app.signIn({ kind: "endUserAdmin", resellerId: boss.resellerId, customerId: other!.id });
  for (const nobody of [stranger, admin]) {
    expect((await download(nobody, port.id)).status).toBe(404);
    expect((await app.call(nobody, portLetters.form, to(port.id))).status).toBe(404);
  }
  expect((await send(stranger, port.id)).status).toBe(404);
  expect((await app.call(stranger, portLetters.atWork, to(port.id))).status).toBe(403);
  expect(await filesOf(port.id)).toEqual([file]);
});

test("the letter to sign names what the old provider has to know, however many numbers move", async () => {
  const boss = await app.signIn();
  const port = await portOf({ app }, boss);
  const form = async () => app.call(boss, portLetters.form, to(port.id));
  const short = await form();
  expect(short.headers["content-type"]).toBe("application/pdf");
  expect(short.headers["content-disposition"]).toMatch(/filename="letter-of-authority-P-[0-9A-F]{8}\.pdf"/);
  expect(short.text.startsWith("%PDF-")).toBe(true);
  await app.sql(
    `insert into number_port_blocks (reseller_id, port_id, customer_id, product_id, numbers)
     select reseller_id, id, customer_id, product_id, int8range(441999000000 + 2 * n, 441999000000 + 2 * n + 1) from number_ports, generate_series(1, 99) n where id = $1`,
    [port.id],
  );
  const pagesOf = (text: string) => text.match(/\/Type \/Page\b/g)!.length;
  expect([pagesOf(short.text), pagesOf((await form()).text)]).toEqual([1, 3]);
});

test("a letter stays as long as its port is open, and for a year after", async () => {
  const boss = await app.signIn();
  const ports = [await portOf({ app }, boss), await portOf({ app }, boss), await portOf({ app }, boss)];
  for (const { id } of ports) await send(boss, id);
  const ids = ports.map(({ id }) => id);
  await app.sql("update number_port_letters set at = now() - interval '2 years' where port_id = any($1)", [ids]);
  await app.sql("update ticket_files set created_at = now() - interval '2 years' where sent_by = $1", [boss.personId]);
  const settled = (id: string, ago: string) =>
    app.sql(`update number_ports set state = 'cancelled', settled_at = now() - interval '${ago}' where id = $1`, [id]);
  await settled(ids[1]!, "364 days");
  await settled(ids[2]!, "366 days");
  await pruneOld({ ...app.platform, database });
  const kept = await app.sql<{ id: string }>(
    "select l.port_id as id from number_port_letters l join ticket_files f on f.id = l.file_id where l.port_id = any($1) order by 1",
    [ids],
  );
  expect(kept.map(({ id }) => id)).toEqual(ids.slice(0, 2).toSorted());
  expect(await app.sql("select from ticket_files where sent_by = $1", [boss.personId])).toHaveLength(2);
});
