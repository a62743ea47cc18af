import { endpoints } from "@tradewind/contract/all.ts";
import { activityKinds } from "@tradewind/domain/insight/activity-log.ts";
import { isRead, takesKey, type Endpoint } from "@tradewind/contract/endpoint.ts";
import { triedOf } from "@tradewind/contract/tried.ts";
import { erasure } from "../platform/activity-chain.ts";
import { nilReseller } from "../platform/once.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { acceptedRequest } from "./accepted.ts";
import { notInMonolith } from "./accepted-psa.ts";
import { expectAsPromised } from "./answers.ts";
import { switchOnFlags } from "./flags.ts";
import type { World } from "./object-makers.ts";
import { worldOf } from "./objects.ts";
import { requestFor } from "./requests.ts";
import { countingStatements, isStated, mostStatements } from "./statement-counts.ts";
import { testApp, type Person } from "./test-app.ts";

const app = await testApp();
let reseller: World;
let operator: Person;
const statementsSent = countingStatements(app);

beforeAll(async () => {
  await app.platform.hub.stop();
  reseller = worldOf(app, await app.signIn());
  operator = await app.signInOperator();
  await switchOnFlags(app);
  await cacheCatalogue();
  await noteWrites();
});

/** A process caches the catalogue from its first proposal on, until prices change. */
const cacheCatalogue = async () =>
  app.call(reseller.person, endpoints["orders.propose"]!, await requestFor("orders.propose", reseller));

type Line = {
  action: string;
  outcome: string;
  what: string;
  who: string;
  person_id: string | null;
  reseller_id: string;
};

/** Lists the entries that something leaves, and forgets the events from before. */
async function left(work: () => Promise<unknown>): Promise<Line[]> {
  const [last] = await app.sql<{ id: string }>(
    "with gone as (delete from events) select id from activity order by id desc limit 1",
  );
  await work();
  return app.sql<Line>(
    "select action, outcome, what, who, person_id, reseller_id from activity where id > $1 order by id",
    [last?.id ?? nilReseller],
  );
}

function callerOf({ access }: Endpoint): Promise<Person> | Person | null {
  if (access === "public") return null;
  if (typeof access === "object" && access.kinds?.includes("admin")) return operator;
  return app.signIn({ resellerId: reseller.person.resellerId });
}

const stating = Object.entries(endpoints).filter(([, each]) => isStated(each));
const isOf = (logs: string | readonly string[], action: string) =>
  [logs].flat().some((each) => (each.endsWith("*") ? action.startsWith(each.slice(0, -1)) : action === each));

test("every write and every file says what entry it leaves in the activity log, or why it leaves none", () => {
  const silent = stating.filter(([, { logs, unlogged }]) => (logs === undefined) === (unlogged === undefined));
  expect(silent.map(([name]) => name)).toEqual([]);
  const reads = Object.entries(endpoints).filter(
    ([, each]) => isRead(each) && !each.file && (each.logs ?? each.unlogged),
  );
  expect(reads.map(([name]) => name)).toEqual([]);
  for (const [name, { unlogged }] of stating) if (unlogged) expect(`${name}: ${unlogged}`).toMatch(/: [A-Z].+\.$/);
});

test("every entry is of one kind, by which the log can be filtered", () => {
  const words = Object.values(endpoints).flatMap((endpoint) =>
    [endpoint.logs ?? triedOf(endpoint).action].flat().map((action) => action.split(".")[0]!),
  );
  const kinds: readonly string[] = Object.values(activityKinds).flat();
  expect([...new Set(words)].filter((word) => kinds.filter((each) => each === word).length !== 1)).toEqual([]);
  // Rules, tokens and the provider are set where the other settings are.
  expect(activityKinds.settings).toEqual(expect.arrayContaining(["signInRules", "apiTokens", "companyProvider"]));
});

test("what was tried in a call that is refused is a sentence for people, not the reference's", () => {
  for (const endpoint of Object.values(endpoints)) {
    const { what } = triedOf(endpoint);
    expect(what).toMatch(/^Tried to [a-z]+ [^.:_{}]{3,60}$|^Tried to (search|sign in)$/);
    expect(what).not.toMatch(/by key|page of|theme|flag|endpoint|token endpoint|micro|[a-z][A-Z]/);
  }
});

/** What open pages of a company are told of when one of these is written. */
const announced: Record<string, string> = {
  apiTokens: "apiTokens",
  signInRules: "signInRules",
  everySignInRules: "signInRules",
  companyProvider: "companyProvider",
  myBusiness: "myBusiness",
  users: "users",
  customerUsers: "users",
  invitations: "users",
  roles: "users",
  "personalData.eraseUser": "users",
};

/** These need a cookie, a visit, a provider's or the DNS's answer: their own tests look at their entries. */
const elsewhere = ["auth.endVisit", "companyProvider.proveDomain", "sso.linkAccount", ...notInMonolith];
/** These are refused for want of a provider or of a cookie. */
const withProvider = ["sso.begin", "sso.callback", "sso.test", "session.renew"];

/** Has each table note the rows that are written of it. */
async function noteWrites() {
  // Tries are counted whatever their outcome, and a stored answer is not an effect.
  const tables = await app.sql<{ name: string }>(
    `select quote_ident(relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
     and relname not in ('idempotency', 'sign_in_attempts', 'schema_migrations')`,
  );
  const after = "for each row execute function note_write()";
  await app.sql(
    `create table noted (name text);
     create function note_write() returns trigger language plpgsql security definer as
       $$ begin insert into public.noted values (tg_table_name); return null; end $$;
     create trigger noted after insert on pgboss.job ${after};
     ${tables.map(({ name }) => `create trigger noted after insert or update or delete on ${name} ${after};`).join("\n")}`,
  );
}

const isKeyed = (name: string, endpoint: Endpoint) => takesKey(endpoint) && !notInMonolith.includes(name);
const called = Object.entries(endpoints).filter(
  ([name, endpoint]) => (isStated(endpoint) && endpoint.file !== "text/event-stream") || isKeyed(name, endpoint),
);
const keyed = called.filter(([name, endpoint]) => isKeyed(name, endpoint));
const keyless = called.filter(([name, endpoint]) => !isKeyed(name, endpoint));

async function expectEntry(name: string, endpoint: Endpoint, person: Person | null, all: readonly Line[]) {
  // Each log that an erasure touches says so by itself, and so does a document that is issued.
  const lines = all.filter(({ action }) => action !== erasure && action !== "invoices.issued");
  // Going from one company to another is an entry in both; who approves a request places an order as well.
  expect(lines).toHaveLength(["companies.switch", "requests.approve"].includes(name) ? 2 : 1);
  for (const line of lines) {
    expect(isOf(endpoint.logs!, line.action), `${line.action} is none of ${String(endpoint.logs)}`).toBe(true);
    expect(line.outcome).toBe("done");
    expect(line.who).not.toBe("Tradewind");
    if (person === operator) expect(line.person_id).toBe(operator.personId);
    else if (person) expect(line.person_id).toBe(person.personId);
  }
  const topic = announced[name] ?? announced[name.split(".")[0]!];
  if (topic)
    expect(await app.sql("select reseller_id, topics from events")).toContainEqual({
      reseller_id: lines[0]!.reseller_id,
      topics: expect.arrayContaining([topic]),
    });
}

/** Calls an endpoint so that it accepts, looks at its entry, or that it leaves none, and counts the statements it sends. */
async function accepted(name: string, endpoint: Endpoint, isWithKey: boolean) {
  if (name === "orders.propose") await cacheCatalogue();
  const person = await callerOf(endpoint);
  const sent = await acceptedRequest(name, reseller, person);
  const call = (key: string) => app.call(person, endpoint, sent, { key });
  if (isWithKey) expect(await call("")).toMatchObject({ status: 400, Error: "idempotencyKeyMissing" });
  const key = crypto.randomUUID();
  let answer: Awaited<ReturnType<typeof call>> | undefined;
  let statements = 0;
  const lines = await left(
    async () => (statements = await statementsSent(person, async () => (answer = await call(key)))),
  );
  if (answer!.status === 200 && endpoint.access !== "public") expectAsPromised(endpoint, answer!);
  if (isWithKey) expect(answer!.status).toBe(200);
  else expect(answer!.status === 200).toBe(![...elsewhere, ...withProvider].includes(name));
  if (endpoint.unlogged !== undefined) expect(lines).toEqual([]);
  else if (endpoint.logs !== undefined && !elsewhere.includes(name)) await expectEntry(name, endpoint, person, lines);
  return { call, key, first: answer!, statements };
}

describe("answers as its contract says, leaves the one entry that it says, and sends no more statements than it may:", () => {
  test.each(keyless)("%s", async (name, endpoint) => {
    const { statements } = await accepted(name, endpoint, false);
    expect(statements).toBeLessThanOrEqual(mostStatements(name));
  });
});

describe.each(keyed)("%s", (name, endpoint) => {
  test("API-04 requires a key, answers as its contract says, leaves the one entry that it says, and answers a repeat like the first call with one effect", async () => {
    const { call, key, first, statements } = await accepted(name, endpoint, true);
    expect(statements).toBeLessThanOrEqual(mostStatements(name));
    await app.sql("truncate noted");
    expect((await call(key)).text).toBe(first.text);
    expect(await app.sql("select distinct name from noted")).toEqual([]);
  });
});

test("a call that is refused for want of the right leaves one entry, which says what was tried by whom", async () => {
  const guarded = Object.values(endpoints).filter(({ access }) => typeof access === "object");
  const isOperators = ({ access }: Endpoint) => (access as { kinds?: readonly string[] }).kinds?.includes("admin");
  const lines = await left(async () => {
    for (const each of guarded) await app.call(isOperators(each) ? reseller.person : operator, each, { params: {} });
  });
  expect(lines).toEqual(
    guarded.map((each) => {
      const person = isOperators(each) ? reseller.person : operator;
      return {
        action: [each.logs ?? triedOf(each).action].flat()[0],
        outcome: "refused",
        what: expect.stringContaining(triedOf(each).what),
        who: person === operator ? "Olive Operator" : "Robin Tester",
        person_id: person.personId,
        reseller_id: person.resellerId || nilReseller,
      };
    }),
  );
});
