import { endpoints } from "@tradewind/contract/all.ts";
import { activityKinds } from "@tradewind/domain/insight/activity-log.ts";
import { isRead, type Endpoint } from "@tradewind/contract/endpoint.ts";
import { triedOf } from "@tradewind/contract/tried.ts";
import { erasure } from "../platform/activity-chain.ts";
import { nilReseller } from "../platform/once.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { acceptedRequest } from "./accepted.ts";
import { notInMonolith } from "./accepted-psa.ts";
import { switchOnFlags } from "./flags.ts";
import type { World } from "./object-makers.ts";
import { worldOf } from "./objects.ts";
import { testApp, type Person } from "./test-app.ts";

const app = await testApp();
let reseller: World;
let operator: Person;

beforeAll(async () => {
  await app.platform.hub.stop();
  reseller = worldOf(app, await app.signIn());
  operator = await app.signInOperator();
  await switchOnFlags(app);
});

type Line = {
  action: string;
  outcome: string;
  what: string;
  who: string;
  person_id: string | null;
  reseller_id: string;
};

/** Lists the entries that something leaves. */
async function left(work: () => Promise<unknown>): Promise<Line[]> {
  const known = await app.sql<{ id: string }>("select id from activity");
  await work();
  return app.sql<Line>(
    "select action, outcome, what, who, person_id, reseller_id from activity where id <> all ($1) order by id",
    [known.map(({ id }) => id)],
  );
}

function callerOf({ access }: Endpoint): Promise<Person> | Person | null {
  if (access === "public") return null;
  if (typeof access === "object" && access.kinds?.includes("admin")) return operator;
  return app.signIn({ resellerId: reseller.person.resellerId });
}

const stating = Object.entries(endpoints).filter(([, each]) => !isRead(each) || each.file !== undefined);
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

describe("the one entry of a call that is accepted:", () => {
  test.each(stating.filter(([name, { logs }]) => logs !== undefined && !elsewhere.includes(name)))(
    "%s",
    async (name, endpoint) => {
      const person = await callerOf(endpoint);
      const sent = await acceptedRequest(name, reseller, person);
      let status = 0;
      await app.sql("delete from events");
      const all = await left(async () => ({ status } = await app.call(person, endpoint, sent)));
      expect(status).toBe(200);
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
    },
  );
});

describe("no entry of a call that says it leaves none:", () => {
  test.each(stating.filter(([, { unlogged, file }]) => unlogged !== undefined && file !== "text/event-stream"))(
    "%s",
    async (name, endpoint) => {
      const person = await callerOf(endpoint);
      const sent = await acceptedRequest(name, reseller, person);
      expect(await left(() => app.call(person, endpoint, sent))).toEqual([]);
    },
  );
});

describe("the one entry of a call that is refused:", () => {
  const guarded = Object.entries(endpoints).filter(([, { access }]) => typeof access === "object");
  test.each(guarded)("%s, for want of the right", async (_name, endpoint) => {
    const forOperator = (endpoint.access as { kinds?: readonly string[] }).kinds?.includes("admin") === true;
    const person = forOperator ? reseller.person : operator;
    const lines = await left(() => app.call(person, endpoint, { params: {} }));
    expect(lines).toEqual([
      {
        action: [endpoint.logs ?? triedOf(endpoint).action].flat()[0],
        outcome: "refused",
        what: expect.stringContaining(triedOf(endpoint).what),
        who: forOperator ? "Robin Tester" : "Olive Operator",
        person_id: person.personId,
        reseller_id: forOperator ? reseller.person.resellerId : nilReseller,
      },
    ]);
  });
});
