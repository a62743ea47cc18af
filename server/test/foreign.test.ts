import { endpoints } from "@tradewind/contract/all.ts";
import { permissions, views, type Right } from "@tradewind/domain/values/permissions.ts";
import { beforeAll, expect, inject, test } from "vitest";
import { switchOnFlags } from "./flags.ts";
import { makers, worldOf } from "./objects.ts";
import { requestFor, type Sent } from "./requests.ts";
import { testApp, type Person } from "./test-app.ts";

const app = await testApp({ LOG_LEVEL: "silent" });
const everyRight: readonly Right[] = [...views, ...permissions];
/** Ends the session that the others need; a stream never ends. */
const unasked = ["auth.signOut", "notifications.stream"];
const names = Object.keys(endpoints).filter((name) => !unasked.includes(name));

/** What one must not reach: the rows of a company or a customer, and a call of every endpoint about them. */
type Target = { of: "reseller_id" | "customer_id"; id: string; requests: [string, Sent][] };
let company: Target;
let neighbour: Target;
let callers: Record<string, { person: Person | null; not: readonly Target[] }>;

beforeAll(async () => {
  await switchOnFlags(app);
  const [stranger, boss] = [await app.signIn(), await app.signIn()];
  const foreign = worldOf(app, stranger);
  const beside = worldOf(app, boss);
  const customerId = await worldOf(app, boss).object("customerId");
  for (const world of [foreign, beside]) for (const name of Object.keys(makers)) await world.object(name);
  const requestsOf = async (world: typeof foreign) => {
    const requests: [string, Sent][] = [];
    for (const name of names) requests.push([name, await requestFor(name, world)]);
    return requests;
  };
  company = { of: "reseller_id", id: stranger.resellerId, requests: await requestsOf(foreign) };
  neighbour = { of: "customer_id", id: await beside.object("customerId"), requests: await requestsOf(beside) };
  const { resellerId } = boss;
  const person = (kind: "reseller" | "engineer" | "endUserAdmin" | "endUser", rights = everyRight) =>
    app.signIn({ kind, resellerId, rights, ...(kind.startsWith("endUser") ? { customerId } : {}) });
  const restricted = await person("engineer");
  await app.sql("update memberships set only_customers = true where id = $1", [restricted.membershipId]);
  await app.sql("insert into membership_customers values ($1, $2, $3)", [
    resellerId,
    restricted.membershipId,
    customerId,
  ]);
  callers = {
    // That these are refused everywhere is told of each endpoint for itself.
    ...(inject("long") && {
      nobody: { person: null, not: [company, neighbour] },
      "a reseller's person without rights": { person: await person("reseller", []), not: [company, neighbour] },
    }),
    "a reseller's manager": { person: boss, not: [company] },
    "an engineer": { person: await person("engineer"), not: [company] },
    "an engineer who looks after one customer": { person: restricted, not: [company, neighbour] },
    "a customer's manager": { person: await person("endUserAdmin"), not: [company, neighbour] },
    "an end user": { person: await person("endUser"), not: [company, neighbour] },
  };
}, 300_000);

/** The tables with rows of a target, their ids where they have some, and a sum of all that is in them. */
async function rowsOf({ of, id }: Target) {
  const tables = await app.sql<{ name: string; hasId: boolean }>(
    `select c.relname as name, exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'id' and a.atttypid = 'uuid'::regtype) as "hasId"
     from pg_class c join pg_attribute t on t.attrelid = c.oid and t.attname = $1
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace`,
    [of],
  );
  const looks = tables.map(
    ({ name, hasId }) =>
      `select '${name}' as name, md5(string_agg(t::text, '' order by t::text)) as sum, array_agg(${hasId ? "t.id::text" : "null::text"}) as ids
       from ${name} t where ${of} = $1`,
  );
  const found = await app.sql<{ name: string; sum: string; ids: string[] | null }>(looks.join(" union all "), [id]);
  return {
    ids: new Set(found.flatMap(({ ids }) => ids ?? [])),
    sums: Object.fromEntries(found.map(({ name, sum }) => [name, sum])),
  };
}

const uuids = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

test("no kind of caller learns a thing about rows that are not theirs, changes one, or makes the server fail", async () => {
  const faults: string[] = [];
  const tally: Record<number, number> = {};
  for (const target of [company, neighbour]) {
    const before = await rowsOf(target);
    const outsiders = Object.entries(callers).filter(([, { not }]) => not.includes(target));
    for (const [place, [who, { person }]] of outsiders.entries())
      for (const [at, [name, sent]] of target.requests.entries()) {
        // In a short run each endpoint is called once about each target.
        if (!inject("long") && at % outsiders.length !== place) continue;
        const { status, text } = await app.call(person, endpoints[name]!, sent);
        tally[status] = (tally[status] ?? 0) + 1;
        const told = JSON.stringify(sent);
        const learnt = text.match(uuids)?.find((each) => before.ids.has(each) && !told.includes(each));
        if (status >= 500) faults.push(`${name} by ${who}: ${status} ${text.slice(0, 200)}`);
        if (learnt) faults.push(`${name} by ${who} learns ${learnt}`);
      }
    const after = await rowsOf(target);
    for (const [table, sum] of Object.entries(before.sums))
      if (after.sums[table] !== sum) faults.push(`${table} of another by ${target.of} was changed`);
  }
  expect(faults).toEqual([]);
  // It means something only if they got as far as looking for the rows.
  expect(tally[404]).toBeGreaterThan(100);
  expect(tally[200]).toBeGreaterThan(100);
});
