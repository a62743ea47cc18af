import { execFileSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { activityLog } from "@tradewind/contract/insight/activity-log.ts";
import { customerForms } from "@tradewind/contract/customers/customer-forms.ts";
import { sql } from "kysely";
import { verifyExport } from "@tradewind/tools/verify-export.ts";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import {
  beginningOf,
  digestOfWhat,
  hashOf,
  publicKeyOf,
  signRoot,
  type Entry,
  type Root,
  type Seal,
} from "../platform/activity-chain.ts";
import { openDatabase } from "../platform/database.ts";
import type { Tx } from "../platform/db.ts";
import { sealActivity } from "../platform/seal-activity.ts";
import { testApp, type Person } from "./test-app.ts";

type Sealed = Entry & Seal;
type Log = { heading: { Chain: string; Company: string; Roots: Root[] }; entries: Sealed[] };

const logged: string[] = [];
const app = await testApp({ LOG_LEVEL: "warn" }, { log: { write: (line) => void logged.push(line) } });
const database = openDatabase(app.database.workerUrl, { max: 2 });
afterAll(() => database.close());
const seal = (daysAgo = 0) => sealActivity({ ...app.platform, database }, new Date(Date.now() - daysAgo * 86_400_000));
const key = publicKeyOf(app.config.AUDIT_KEY);

const parse = (text: string): Log => {
  const [heading, ...entries] = text.trimEnd().split("\n");
  return { heading: JSON.parse(heading!), entries: entries.map((line) => JSON.parse(line)) };
};
const exported = async (person: Person) => parse((await app.call(person, activityLog.sealed)).text);
async function* linesOf({ heading, entries }: Log) {
  yield JSON.stringify(heading);
  for (const entry of entries) yield JSON.stringify(entry);
}
const verified = (log: Log, more: Parameters<typeof verifyExport>[1] = { key }) => verifyExport(linesOf(log), more);

const runText = (tx: Tx, text: string) => sql.raw(text).execute(tx);

async function addCustomer(person: Person, name = `Customer ${crypto.randomUUID()}`) {
  const body = { name, organisationTypes: ["Commercial"] as ["Commercial"] };
  const added = await app.call(person, customerForms.add, { body });
  expect(added.status).toBe(200);
  return added.Result!.customerId;
}

/** A company with a signed root in the middle of its log. */
async function company() {
  const person = await app.signIn();
  for (let n = 0; n < 3; n++) await addCustomer(person);
  await seal(1);
  return person;
}

describe("a log is sealed", () => {
  test("into one chain for each company, whatever writes the line, and in the order of the queue", async () => {
    const [one, two] = [await app.signIn(), await app.signIn()];
    await addCustomer(one);
    await addCustomer(two);
    await app.sql(
      "insert into activity (reseller_id, at, who, object_kind, action, what) values ($1, now(), 'Tradewind', 'invoice', 'invoices.issued', 'Issued an invoice')",
      [one.resellerId],
    );
    const waiting = () => app.call(one, activityLog.state);
    expect((await waiting()).Result).toEqual({ Sealed: 0, Waiting: 2, Root: null, Late: false });
    await seal();
    expect(
      await app.sql("select reseller_id from events where topics = '{activity}' and reseller_id = any ($1)", [
        [one.resellerId, two.resellerId],
      ]),
      "open logs of each are told",
    ).toHaveLength(2);
    const { entries, heading } = await exported(one);
    expect(entries.map((entry) => [entry.Number, entry.Action])).toEqual([
      [1, "customers.add"],
      [2, "invoices.issued"],
    ]);
    expect((await waiting()).Result, "the export is a line itself").toEqual({
      Sealed: 2,
      Waiting: 1,
      Root: { Day: heading.Roots[0]!.Day, Number: 2, PublicKey: key },
      Late: false,
    });
    expect((await exported(two)).entries).toHaveLength(1);
  });

  test("and its lines have their number and reference, of which who looks after a part sees no number", async () => {
    const person = await app.signIn();
    const customerId = await addCustomer(person);
    const { resellerId } = person;
    const engineer = await app.signIn({ kind: "engineer", resellerId });
    await app.sql("update memberships set only_customers = true where id = $1", [engineer.membershipId]);
    await app.sql("insert into membership_customers values ($1, $2, $3)", [
      resellerId,
      engineer.membershipId,
      customerId,
    ]);
    const firstFor = async (reader: Person) => (await app.call(reader, activityLog.list)).Result!.Items[0];
    const { Id, Reference, ...rest } = (await firstFor(person))!;
    expect(rest).toMatchObject({ Action: "customers.add", Number: null });
    expect(Reference).toMatch(/^[0-9a-f-]{36}$/);
    await seal();
    expect(await firstFor(person)).toMatchObject({ Id, Reference, Number: 1 });
    expect(await firstFor(engineer)).toMatchObject({ Id, Reference, Number: null });
  });

  test("a slice for each company in turn: a busy one does not keep others waiting", async () => {
    const [busy, quiet] = [await app.signIn(), await app.signIn()];
    await app.sql(
      `insert into activity (reseller_id, at, who, object_kind, action, what)
       select $1, now(), 'Tradewind', 'test', 'test', 'Line ' || n from generate_series(1, 1100) n`,
      [busy.resellerId],
    );
    await addCustomer(quiet);
    await seal();
    const [{ xids, order }] = (await app.sql<{ xids: number; order: string[] }>(
      `select count(distinct xmin::text)::int as xids,
         (select array_agg(reseller_id order by xmin::text::bigint) from activity_chain where reseller_id in ($1, $2) and number in (1, 501)) as order
       from activity_chain where reseller_id = $1`,
      [busy.resellerId, quiet.resellerId],
    )) as [{ xids: number; order: string[] }];
    expect(xids).toBe(3);
    expect(order.at(-1), "the second slice comes after everybody's first").toBe(busy.resellerId);
    expect(await verified(await exported(busy))).toMatchObject({ entries: 1100, fault: undefined });
  });

  test("once, when several workers do so at the same moment", async () => {
    const person = await app.signIn();
    for (let n = 0; n < 5; n++) await addCustomer(person);
    await Promise.all([seal(), seal(), seal()]);
    expect(await verified(await exported(person))).toMatchObject({ entries: 5, fault: undefined });
  });

  test("after the one before it commits, however long that takes", async () => {
    const person = await app.signIn();
    await app.platform.database.write({ role: "app_tenant", resellerId: person.resellerId }, async (tx) => {
      await tx
        .insertInto("activity")
        .values({
          reseller_id: person.resellerId,
          at: new Date(Date.now()),
          who: "Late",
          object_kind: "test",
          action: "test",
          what: "",
        })
        .execute();
      await addCustomer(person);
      await seal();
    });
    await seal();
    const { entries } = await exported(person);
    expect(entries.map((entry) => entry.Who?.Who)).toEqual(["Robin Tester", "Late"]);
    expect(await verified({ heading: { ...(await exported(person)).heading }, entries })).toMatchObject({
      fault: undefined,
    });
  });
});

describe("what was tampered with is named:", () => {
  let log: Log;
  let person: Person;
  beforeAll(async () => {
    person = await company();
    for (let n = 0; n < 3; n++) await addCustomer(person);
    await seal();
    log = await exported(person);
  });
  const changed = (number: number, change: Partial<Sealed>): Log => ({
    ...log,
    entries: log.entries.map((entry) => (entry.Number === number ? { ...entry, ...change } : entry)),
  });
  /** Seals entries anew from one on, as whoever has the code but not the key can. */
  const rechained = (changedLog: Log): Log => {
    let Hash = beginningOf(log.heading.Chain);
    const entries = changedLog.entries.map((entry, at) => {
      const renumbered = { ...entry, Number: at + 1 };
      const WhatDigest =
        entry.WhatSalt && entry.What !== null ? digestOfWhat(entry.WhatSalt, entry.What) : entry.WhatDigest;
      Hash = hashOf(Hash, renumbered, { ...renumbered, WhatDigest });
      return { ...renumbered, WhatDigest, Hash };
    });
    return { ...changedLog, entries };
  };

  test("nothing, as it was exported", async () => {
    expect(log.heading.Roots.map((root) => root.Number)).toEqual([3, 6]);
    expect(await verified(log)).toMatchObject({ entries: 6, erased: 0, root: { Number: 6 }, fault: undefined });
  });

  test.each<[string, Partial<Sealed>]>([
    ["the sentence", { What: "Did nothing" }],
    ["the time", { At: "2020-01-01T00:00:00.000000Z" }],
    ["who it was", { PersonId: null }],
    ["who was behind", { BehindId: "0198c0de-0000-7000-8000-000000000001" }],
    ["the outcome", { Outcome: "refused" }],
    ["the object", { ObjectId: null }],
    ["the hash", { Hash: "00".repeat(32) }],
    ["the salt", { WhatSalt: "00" }],
    ["the digest", { WhoDigest: "00".repeat(32) }],
  ])("%s", async (_what, change) => {
    expect((await verified(changed(4, change))).fault).toMatchObject({ entry: 4 });
  });

  test("the name, the address and the device", async () => {
    const { Who } = log.entries[3]!;
    for (const change of [{ Who: "Somebody Else" }, { Ip: "192.0.2.99" }, { Device: "Another" }, { OnBehalfOf: "x" }])
      expect((await verified(changed(4, { Who: { ...Who!, ...change } }))).fault).toMatchObject({ entry: 4 });
  });

  test("personal data taken out without a recorded erasure", async () => {
    const without = changed(2, { Who: null, WhoSalt: null });
    expect((await verified(without)).fault).toMatchObject({ entry: 2, what: expect.stringContaining("erasure") });
  });

  test("an entry deleted, at the beginning and in the middle", async () => {
    const less = (number: number) => ({ ...log, entries: log.entries.filter((entry) => entry.Number !== number) });
    expect((await verified(less(1))).fault).toMatchObject({ entry: 1 });
    expect((await verified(less(4))).fault).toMatchObject({ entry: 4 });
  });

  test("two entries swapped, and one put in", async () => {
    const [a, b, c, d, ...rest] = log.entries as [Sealed, Sealed, Sealed, Sealed, ...Sealed[]];
    expect((await verified({ ...log, entries: [a, c, b, d, ...rest] })).fault).toMatchObject({ entry: 2 });
    expect((await verified({ ...log, entries: [a, b, b, c, d, ...rest] })).fault).toMatchObject({ entry: 3 });
    const renumbered = [a, { ...c, Number: 2 }, { ...b, Number: 3 }, d, ...rest];
    expect((await verified({ ...log, entries: renumbered })).fault).toMatchObject({ entry: 2 });
  });

  test("a chain made anew, by the signed root", async () => {
    const anew = rechained(changed(5, { What: "Did nothing" }));
    expect((await verified(anew)).fault).toMatchObject({ entry: 4, what: expect.stringContaining("up to 6") });
    const shorter = rechained({ ...log, entries: log.entries.filter((entry) => entry.Number !== 2) });
    expect((await verified(shorter)).fault).toMatchObject({ entry: 1, what: expect.stringContaining("up to 3") });
  });

  test("roots signed by somebody else", async () => {
    const anew = rechained(changed(5, { What: "Did nothing" }));
    const other = generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "der" }).toString("base64");
    const signed = anew.heading.Roots.map((root) =>
      signRoot(log.heading.Chain, { ...root, Hash: anew.entries[root.Number - 1]!.Hash }, other),
    );
    const forged = { ...anew, heading: { ...anew.heading, Roots: signed } };
    expect((await verified(forged)).fault).toMatchObject({ entry: 3, what: expect.stringContaining("signed") });
    const touched = { ...log.heading.Roots[0]!, Number: 2 };
    const edited = { ...log, heading: { ...log.heading, Roots: [touched] } };
    expect((await verified(edited, {})).fault).toMatchObject({ entry: 2 });
  });

  test("an end cut off before the last root, or before an earlier export's", async () => {
    const cut = { ...log, entries: log.entries.slice(0, 4) };
    expect((await verified(cut)).fault).toMatchObject({ entry: 5, what: expect.stringContaining("6") });
    const both = { ...cut, heading: { ...log.heading, Roots: log.heading.Roots.slice(0, 1) } };
    expect((await verified(both)).fault, "nothing in it says that there was more").toBeUndefined();
    expect((await verified(both, { key, earlier: [log.heading] })).fault).toMatchObject({ entry: 5 });
  });

  test("the log of another company", async () => {
    const other = await company();
    const theirs = await exported(other);
    expect((await verified(theirs, { key, earlier: [log.heading] })).fault).toMatchObject({ entry: 1 });
    expect(
      (await verified({ ...theirs, heading: { ...theirs.heading, Chain: log.heading.Chain } }, {})).fault,
    ).toBeDefined();
  });

  test("by a command that needs neither database nor settings, and says so by its exit code", () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tradewind-audit-"));
    const command = path.join(import.meta.dirname, "..", "..", "tools", "audit-verify.ts");
    const write = (name: string, { heading, entries }: Log) => {
      const file = path.join(folder, name);
      fs.writeFileSync(file, [heading, ...entries].map((line) => JSON.stringify(line)).join("\n"));
      return file;
    };
    const run = (...given: string[]) =>
      execFileSync(process.execPath, [command, ...given], { encoding: "utf8", env: {}, stdio: "pipe" });
    const good = write("good.jsonl", log);
    expect(run(good, key)).toMatch(/all 6 entries are as they were sealed\.\nSigned up to entry 6/);
    const bad = write("bad.jsonl", changed(4, { What: "Did nothing" }));
    expect(() => run(bad, key)).toThrow(/entry 4 says something else than was sealed/);
    if (!inject("long")) return fs.rmSync(folder, { recursive: true });
    expect(() => run()).toThrow(/Give an exported log/);
    const shorter = write("shorter.jsonl", {
      heading: { ...log.heading, Roots: log.heading.Roots.slice(0, 1) },
      entries: log.entries.slice(0, -1),
    });
    const unsigned = write("unsigned.jsonl", { ...log, heading: { ...log.heading, Roots: [] } });
    expect(run(unsigned)).toContain("No root is signed yet");
    expect(() => run(unsigned, key)).toThrow(expect.objectContaining({ status: 2 }));
    expect(run(shorter, key), "nothing in it says that there was more").toContain("all 5 entries");
    expect(() => run(shorter, key, unsigned)).toThrow(/entry 6 is missing, with all up to 6 of an earlier export/);
    expect(run(good, key, unsigned, shorter)).toContain("all 6 entries");
    const other = write("other.jsonl", {
      heading: { ...log.heading, Roots: [] },
      entries: [...log.entries.slice(0, -1), { ...log.entries.at(-1)!, Hash: "0" }],
    });
    expect(() => run(good, key, other)).toThrow(/entry \d or a later one up to 6 was replaced: an earlier export/);
    const broken = path.join(folder, "broken.jsonl");
    fs.writeFileSync(broken, fs.readFileSync(good, "utf8").slice(0, -20));
    expect(() => run(broken, key)).toThrow(/entry 6 cannot be read: the file is damaged or incomplete/);
    const [missing, empty, foreign] = ["missing", "empty", "foreign"].map((name) => path.join(folder, name));
    fs.writeFileSync(empty!, "");
    fs.writeFileSync(foreign!, "<html>");
    for (const given of [[missing!], [empty!], [foreign!], [folder], [good, key, foreign!], [good, key, broken]])
      expect(() => run(...given)).toThrow(
        expect.objectContaining({ status: 2, stderr: expect.not.stringContaining("    at ") }),
      );
    fs.rmSync(folder, { recursive: true });
  });
});

test("no root is signed for a log that was changed in the database, and the worker's log names the entry", async () => {
  const person = await company();
  const [line] = await app.sql<{ id: string }>(
    "insert into activity (reseller_id, at, who, object_kind, action, what) values ($1, now(), 'Tradewind', 'test', 'test', 'One more') returning id",
    [person.resellerId],
  );
  await seal(1);
  await app.sql("alter table activity disable trigger append_only");
  await app.sql("update activity set what = 'Something else' where id = $1", [line!.id]);
  await app.sql("alter table activity enable trigger append_only");
  logged.length = 0;
  await seal();
  expect((await exported(person)).heading.Roots).toHaveLength(1);
  expect(logged.join()).toContain('"entry":4');
  expect((await verified(await exported(person))).fault).toMatchObject({ entry: 4 });
});

test.each(["activity", "activity_chain", "activity_roots"])(
  "nobody who logs in changes or deletes what is in %s",
  async (table) => {
    const person = await company();
    for (const bounds of [
      { role: "app_tenant", resellerId: person.resellerId },
      { role: "app_operator" },
      { role: "app_identity" },
    ] as const)
      for (const change of [`update ${table} set reseller_id = reseller_id`, `delete from ${table}`])
        await expect(app.platform.database.write(bounds, (tx) => runText(tx, change))).rejects.toThrow(
          /permission denied/,
        );
    for (const change of [`update ${table} set reseller_id = reseller_id`, `delete from ${table}`]) {
      await expect(database.write({ role: "app_worker" }, (tx) => runText(tx, change))).rejects.toThrow(
        /permission denied/,
      );
      await expect(app.sql(change), "a superuser").rejects.toThrow(/append-only/);
    }
  },
);

describe("a person erased", () => {
  test("leaves the chain whole, and neither their name, address, device nor salts anywhere in it", async () => {
    const person = await company();
    const [{ name }] = (await app.sql<{ name: string }>(
      "update memberships set first_name = 'Quintus', last_name = 'Erasmus' where id = $1 returning first_name || ' ' || last_name as name",
      [person.membershipId],
    )) as [{ name: string }];
    app.platform.sessions.forget("");
    await addCustomer(person, "Kept Customer");
    await app.sql(
      "insert into activity (reseller_id, at, person_id, who, object_kind, object_id, action, what, ip, device) values ($1, now(), $2, $3, 'person', $2, 'signIn', $4, '192.0.2.7', 'Firefox')",
      [person.resellerId, person.personId, name, `${name} signed in`],
    );
    await seal();
    const before = await exported(person);
    expect(JSON.stringify(before)).toContain("Erasmus");
    await database.write({ role: "app_worker" }, (tx) =>
      runText(tx, `select erase_from_activity('${person.personId}', now())`),
    );
    await seal();
    const after = await exported(person);
    expect(JSON.stringify(after)).not.toMatch(/Erasmus|192\.0\.2\.7|Firefox/);
    expect(JSON.stringify(after)).toContain("Added Kept Customer");
    expect(await verified(after)).toMatchObject({ entries: 7, erased: 6, fault: undefined });
    expect(await verified(after, { key, earlier: [before.heading] })).toMatchObject({ fault: undefined });
    expect(after.entries.map((entry) => entry.Hash).slice(0, 5)).toEqual(before.entries.map((entry) => entry.Hash));
    expect(after.entries.at(-1)).toMatchObject({ Action: "people.erase", ObjectId: person.personId });
    const rest = { ...after, entries: after.entries.slice(0, 6) };
    expect((await verified(rest)).fault, "without the entry of the erasure").toMatchObject({ entry: 1 });
  });

  test("before their lines are sealed, is sealed erased", async () => {
    const person = await app.signIn();
    await addCustomer(person);
    await database.write({ role: "app_worker" }, (tx) =>
      runText(tx, `select erase_from_activity('${person.personId}', now())`),
    );
    await seal();
    expect(await verified(await exported(person))).toMatchObject({ entries: 2, erased: 1, fault: undefined });
  });
});
