import { activityLog } from "@tradewind/contract/insight/activity-log.ts";
import { verifyExport } from "@tradewind/tools/verify-export.ts";
import { afterAll, describe, expect, test } from "vitest";
import { publicKeyOf, signHeading, type Cut, type Entry, type Heading, type Seal } from "../platform/activity-chain.ts";
import { openDatabase } from "../platform/database.ts";
import { pruneOld } from "../platform/housekeeping.ts";
import { sealActivity } from "../platform/seal-activity.ts";
import { testApp, type Person } from "./test-app.ts";

type Log = { heading: Heading; entries: (Entry & Seal)[] };

const app = await testApp();
const database = openDatabase(app.database.workerUrl, { max: 2 });
afterAll(() => database.close());
const seal = (daysAgo = 0) => sealActivity({ ...app.platform, database }, new Date(Date.now() - daysAgo * 86_400_000));
const key = publicKeyOf(app.config.AUDIT_KEY);

async function exported(person: Person): Promise<Log> {
  const [heading, ...entries] = (await app.call(person, activityLog.sealed)).text.trimEnd().split("\n");
  return { heading: JSON.parse(heading!), entries: entries.map((line) => JSON.parse(line)) };
}
async function* linesOf({ heading, entries }: Log) {
  for (const line of [heading, ...entries]) yield JSON.stringify(line);
}
const verified = (log: Log, more: Parameters<typeof verifyExport>[1] = { key }) => verifyExport(linesOf(log), more);

describe("entries past their time are removed", () => {
  const line = (resellerId: string, daysAgo: number, count = 1) =>
    app.sql(
      `insert into activity (reseller_id, at, who, object_kind, action, what)
       select $1, now() - make_interval(days => $2), 'Tradewind', 'test', 'test', 'Line ' || n from generate_series(1, $3::int) n`,
      [resellerId, daysAgo, count],
    );
  const prune = () => pruneOld({ ...app.platform, database });

  test("from the beginning of the chain, which verifies on, also against earlier exports", async () => {
    const person = await app.signIn();
    const { resellerId } = person;
    await line(resellerId, 2558, 3);
    await line(resellerId, 2500);
    await line(resellerId, 2558);
    await seal(2);
    await line(resellerId, 0, 2);
    await seal(1);
    const before = await exported(person);
    await prune();
    await seal();
    const after = await exported(person);
    expect(after.heading.Cut, "the one after a younger one waits for it").toEqual({
      Number: 3,
      Hash: before.entries[2]!.Hash,
    });
    const { Day } = before.heading.Roots[0]!;
    expect(await verified(after)).toMatchObject({ entries: 5, removed: { until: 3, day: Day }, fault: undefined });
    expect(await verified(after, { key, earlier: [before.heading] })).toMatchObject({ fault: undefined });
    expect(
      await app.sql("select from activity where reseller_id = $1 and what like 'Line%'", [resellerId]),
    ).toHaveLength(4);

    const cutAnew = (Cut: Cut): Log => ({
      ...after,
      heading: signHeading({ ...after.heading, Cut }, app.config.AUDIT_KEY),
    });
    expect((await verified(cutAnew({ Number: 3, Hash: "00".repeat(32) }))).fault).toMatchObject({ entry: 4 });
    const { Cut: _, ...uncut } = after.heading;
    expect((await verified({ ...after, heading: uncut })).fault).toMatchObject({ entry: 1 });
    const unsigned = { ...after, heading: { ...after.heading, Roots: [] } };
    expect((await verified(unsigned)).fault).toMatchObject({
      entry: 3,
      what: expect.stringContaining("no later root"),
    });

    // Whoever has an export takes no more from its beginning, and gives it no other name.
    const [first, ...rest] = after.entries;
    const shorter: Log = {
      heading: { ...after.heading, Cut: { Number: first!.Number, Hash: first!.Hash } },
      entries: rest,
    };
    expect((await verified(shorter)).fault).toMatchObject({ entry: 5, what: expect.stringContaining("operator") });
    const { Signed: __, ...bare } = shorter.heading;
    expect((await verified({ ...shorter, heading: bare })).fault).toMatchObject({
      entry: 5,
      what: expect.stringContaining("nobody signed"),
    });
    const renamed = { ...after, heading: { ...after.heading, Company: "Another company" } };
    expect((await verified(renamed)).fault).toMatchObject({ what: expect.stringContaining("company's name") });
    expect([
      (await verified(after)).isNamed,
      (await verified({ ...before, heading: { ...before.heading, Signed: undefined } })).isNamed,
    ]).toEqual([true, false]);
  });

  test("only what a later signed root covers, and in batches", async () => {
    const person = await app.signIn();
    await line(person.resellerId, 3000, 1200);
    await seal(1);
    const kept = async () =>
      (
        await app.sql<{ n: number }>("select count(*)::int as n from activity where reseller_id = $1", [
          person.resellerId,
        ])
      )[0]!.n;
    await line(person.resellerId, 3000, 2);
    await prune();
    expect(await kept(), "the signed end, and what came after it").toBe(3);
    await seal();
    await prune();
    expect(await kept()).toBe(1);
    expect(await verified(await exported(person))).toMatchObject({
      entries: 1,
      removed: { until: 1201 },
      fault: undefined,
    });
    expect((await app.call(person, activityLog.state)).Result).toMatchObject({ Sealed: 1202 });
  });
});
