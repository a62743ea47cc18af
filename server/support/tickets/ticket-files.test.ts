import { desk } from "@tradewind/contract/support/desk.ts";
import { ticketFiles } from "@tradewind/contract/support/ticket-files.ts";
import { tickets } from "@tradewind/contract/support/tickets.ts";
import { expect, onTestFinished, test } from "vitest";
import { atOnce } from "../../test/at-once.ts";
import { openDatabase } from "../../platform/database.ts";
import { pruneOld } from "../../platform/housekeeping.ts";
import { pngOf } from "../../test/pictures.ts";
import { testApp, type Person } from "../../test/test-app.ts";

const app = await testApp();
const operator = await app.signInOperator();

const base64 = (bytes: string | Buffer) => Buffer.from(bytes).toString("base64");
const upload = (person: Person, Name: string, bytes: string | Buffer) =>
  app.call(person, ticketFiles.upload, { body: { Name, Content: base64(bytes) } });
const kept = async (person: Person, Name: string, bytes: string) => (await upload(person, Name, bytes)).Result!.Id;
const open = (person: Person, Files: string[]) =>
  app.call(person, tickets.create, {
    body: { Subject: "A file", Category: "Other", Description: "See the file.", Files },
  });
const file = (person: Person, ticketId: string, fileId: string) =>
  app.call(person, ticketFiles.download, { params: { ticketId, fileId } });

test("a file goes with a message and comes back as it was, as a download and nothing else", async () => {
  const reseller = await app.signIn();
  const { Result: ticket } = await open(reseller, [await kept(reseller, 'a "log".txt', "<script>alert(1)</script>")]);
  const [sent] = ticket!.Thread[0]!.Files;
  expect(sent).toMatchObject({ Name: 'a "log".txt', Size: 25 });
  const answer = await file(reseller, ticket!.Id, sent!.Id);
  expect(answer.text).toBe("<script>alert(1)</script>");
  expect(answer.headers).toMatchObject({
    "content-type": "application/octet-stream",
    "content-disposition": 'attachment; filename="a _log_.txt"',
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  });
  expect(answer.headers["content-security-policy"]).toContain("sandbox");
});

test.each([
  ["a page", "page.html", "<html>", "kind of file"],
  ["a drawing that can run", "logo.svg", "<svg/>", "kind of file"],
  ["a programme", "setup.exe", Buffer.from("MZ\0\0"), "kind of file"],
])("%s is refused on its field", async (_, name, bytes, words) => {
  const attempt = await upload(await app.signIn(), name, bytes);
  expect(attempt).toMatchObject({
    status: 422,
    Error: "fileInvalid",
    Errors: { Content: expect.stringContaining(words) },
  });
});

test("a file of five million bytes is taken and a larger one refused, with a sentence", async () => {
  const reseller = await app.signIn();
  expect((await upload(reseller, "a.txt", "a".repeat(5_000_000))).Error).toBeNull();
  expect(await upload(reseller, "a.txt", "a".repeat(5_000_001))).toMatchObject({ status: 422 });
  expect(await upload(reseller, "a.txt", "a".repeat(5_090_000))).toMatchObject({
    status: 400,
    Error: "invalidRequest",
  });
  expect(await upload(reseller, "a.txt", "a".repeat(6_000_000))).toMatchObject({ status: 413, Error: "tooLarge" });
});

test.each([
  ["text of Excel or PowerShell", "output.csv", Buffer.from("\uFEFFa\tb\r\n", "utf16le")],
  ["text of an old system", "notes.txt", Buffer.from([0x63, 0x61, 0x66, 0xe9])],
  ["a photo of a telephone", "photo.jpg", Buffer.concat([Buffer.from("ffd8ffe0ffd9", "hex"), Buffer.from("trailer")])],
  ["a PDF of a scanner", "scan.pdf", "\r\n%PDF-1.4\n%%EOF\n\0\0"],
  ["a picture with words in it", "screen.png", pngOf(2, 2, { extra: ["tEXt", Buffer.from("Author\0Robin")] })],
])("%s is taken byte for byte", async (_, name, bytes) => {
  const { Result } = await upload(await app.signIn(), name, bytes);
  const [row] = await app.sql<{ bytes: Buffer }>("select bytes from ticket_files where id = $1", [Result!.Id]);
  expect(row!.bytes.equals(Buffer.from(bytes))).toBe(true);
});

test("only one's own waiting files can be sent, each once and five at most", async () => {
  const [reseller, stranger] = [await app.signIn(), await app.signIn()];
  const colleague = await app.signIn({ kind: "engineer", resellerId: reseller.resellerId });
  const mine = await kept(reseller, "a.txt", "mine");
  for (const id of [await kept(stranger, "a.txt", "x"), await kept(colleague, "a.txt", "x"), crypto.randomUUID()])
    expect(await open(reseller, [mine, id])).toMatchObject({ status: 422, Error: "ticketFileUnknown" });
  expect((await open(reseller, [mine, mine])).Result!.Thread[0]!.Files).toHaveLength(1);
  expect((await open(reseller, [mine])).Error).toBe("ticketFileUnknown");
  const six = Array.from({ length: 6 }, () => crypto.randomUUID());
  expect((await open(reseller, six)).Errors).toEqual({ Files: "At most 5 files can go with one message" });
});

test("a file sent with several tickets at once goes with one of them, and the others are refused", async () => {
  const person = await app.signIn();
  const mine = await kept(person, "a.txt", "mine");
  const answers = await Promise.all(Array.from({ length: 8 }, () => open(person, [mine])));
  expect(answers.map(({ status, Error }) => `${status} ${Error}`).toSorted()).toEqual([
    "200 null",
    ...Array<string>(7).fill("422 ticketFileUnknown"),
  ]);
});

const remove = (person: Person, waitingFileId: string) =>
  app.call(person, ticketFiles.remove, { params: { waitingFileId } });

test("a file removed from a draft makes room for one other, also where many are added and removed at once", async () => {
  const person = await app.signIn();
  const first = await kept(person, "a.txt", "first");
  await app.sql(
    `insert into ticket_files (reseller_id, sent_by, name, media_type, bytes)
     select $1, $2, 'a.txt', 'text/plain', 'x' from generate_series(1, 19)`,
    [person.resellerId, person.personId],
  );
  const add = () => upload(person, "b.txt", "x");
  expect((await add()).status).toBe(422);
  expect((await remove(person, first)).status).toBe(200);
  const other = (await add()).Result!.Id;

  const answers = await atOnce<{ status: number }>(app, "ticket_files", [
    () => remove(person, other),
    () => remove(person, other),
    add,
    add,
  ]);

  const of = (those: typeof answers) => those.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(of(answers.slice(0, 2))).toEqual([200, 404]);
  expect(of(answers.slice(2))[1], "one place, if the file was removed before").toBe(422);
  const { Items } = (await app.call(person, ticketFiles.kept)).Result!;
  expect(Items).toHaveLength(19 + answers.slice(2).filter(({ status }) => status === 200).length);
});

test("a file is removed by who sent it, and only while no message has taken it; one wins where both happen at once", async () => {
  const person = await app.signIn();
  const colleague = await app.signIn({ resellerId: person.resellerId });
  const [mine, both] = [await kept(person, "a.txt", "mine"), await kept(person, "b.txt", "both")];
  expect((await remove(colleague, mine)).status).toBe(404);
  expect((await open(person, [mine])).status).toBe(200);
  expect((await remove(person, mine)).status).toBe(404);

  const [sent, removed] = await atOnce<{ status: number }>(app, "ticket_files", [
    () => open(person, [both]),
    () => remove(person, both),
  ]);

  expect([sent!.status, removed!.status]).toSatisfy(
    ([one, two]) => (one === 200 && two === 404) || (one === 422 && two === 200),
  );
});

test("staff remove a file of their own from an answer, for the company that it was for", async () => {
  const reseller = await app.signIn();
  const { Id: ticketId } = (await open(reseller, [])).Result!;
  const theirs = await kept(reseller, "a.txt", "theirs");
  const body = { Name: "b.txt", Content: base64("ours") };
  const { Id } = (await app.call(operator, desk.upload, { params: { ticketId }, body })).Result!;
  const drop = (waitingFileId: string) => app.call(operator, desk.removeFile, { params: { ticketId, waitingFileId } });
  expect([(await drop(theirs)).status, (await drop(Id)).status, (await drop(Id)).status]).toEqual([404, 200, 404]);
  expect((await app.call(operator, desk.kept, { params: { ticketId } })).Result!.Items).toEqual([]);
});

test("files of another ticket, or of a message hidden from the customer, are not found by the customer", async () => {
  const reseller = await app.signIn();
  const [customer] = await app.sql<{ id: string }>(
    "insert into customers (reseller_id, name, created_at) values ($1, 'Acme', '2026-01-02') returning id",
    [reseller.resellerId],
  );
  const admin = await app.signIn({
    kind: "endUserAdmin",
    resellerId: reseller.resellerId,
    customerId: customer!.id,
  });
  const ticketId = (await open(admin, [])).Result!.Id;
  const sent = await app.call(operator, desk.upload, {
    params: { ticketId },
    body: { Name: "price.txt", Content: base64("secret") },
  });
  await app.call(operator, desk.reply, {
    params: { ticketId },
    body: { Text: "Only for you", Audience: "partner", Files: [sent.Result!.Id] },
  });
  expect((await file(reseller, ticketId, sent.Result!.Id)).text).toBe("secret");
  expect((await file(admin, ticketId, sent.Result!.Id)).status).toBe(404);
  const other = (await open(reseller, [])).Result!.Id;
  expect((await file(reseller, other, sent.Result!.Id)).status).toBe(404);
});

test("files not attached within a day are removed", async () => {
  const reseller = await app.signIn();
  const [lost, fresh, taken] = [
    await kept(reseller, "a.txt", "lost"),
    await kept(reseller, "b.txt", "fresh"),
    await kept(reseller, "c.txt", "taken"),
  ];
  await open(reseller, [taken]);
  await app.sql("update ticket_files set created_at = now() - interval '25 hours' where id = any($1)", [[lost, taken]]);
  const database = openDatabase(app.database.workerUrl, { max: 1 });
  onTestFinished(() => database.close());
  await pruneOld({ ...app.platform, database });
  const rows = await app.sql<{ id: string }>("select id from ticket_files where id = any($1)", [[lost, fresh, taken]]);
  expect(rows.map((row) => row.id).toSorted()).toEqual([fresh, taken].toSorted());
});

test("unattached files cannot fill the store", async () => {
  const reseller = await app.signIn();
  await app.sql(
    `insert into ticket_files (reseller_id, sent_by, name, media_type, bytes)
     select $1, $2, 'a.txt', 'text/plain', 'x' from generate_series(1, 19)`,
    [reseller.resellerId, reseller.personId],
  );
  const answers = await Promise.all(Array.from({ length: 8 }, () => upload(reseller, "a.txt", "x")));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const attempt = await upload(reseller, "a.txt", "x");
  expect(attempt.Errors).toEqual({ Content: expect.stringContaining("20 of your files are already waiting") });
});
