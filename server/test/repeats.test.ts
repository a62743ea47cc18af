import { endpoints } from "@tradewind/contract/all.ts";
import { takesKey, type Endpoint } from "@tradewind/contract/endpoint.ts";
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
let everything: string;

beforeAll(async () => {
  await app.platform.hub.stop();
  reseller = worldOf(app, await app.signIn());
  operator = await app.signInOperator();
  await switchOnFlags(app);
  // Tries are counted whatever their outcome, and a stored answer is not an effect.
  const tables = await app.sql<{ name: string }>(
    `select quote_ident(relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
     and relname not in ('idempotency', 'sign_in_attempts', 'schema_migrations')`,
  );
  const digests = tables.map(
    ({ name }) => `select '${name}' as t, coalesce(sum(hashtext(r::text)::bigint), 0) as d from ${name} r`,
  );
  everything = [...digests, "select 'job', count(*) from pgboss.job"].join(" union all ");
});

/** Reads every row, condensed to one number per table. */
const rowsOf = async () =>
  Object.fromEntries((await app.sql<{ t: string; d: string }>(everything)).map(({ t, d }) => [t, d]));

function callerOf({ access }: Endpoint): Promise<Person> | Person | null {
  if (access === "public") return null;
  if (typeof access === "object" && access.kinds?.includes("admin")) return operator;
  return app.signIn({ resellerId: reseller.person.resellerId });
}

/** Another request by the same caller, which must not reuse any of their keys. */
const others = (name: string, person: Person | null): [Endpoint, object] =>
  person === null
    ? [endpoints["passwords.requestReset"]!, { body: { UserName: "somebody.else@example.com" } }]
    : person === operator
      ? [
          endpoints["providerLinks.addDomain"]!,
          { body: { Domain: "another.example", CompanyId: reseller.person.resellerId } },
        ]
      : [endpoints[name === "sessions.endOthers" ? "notifications.readAll" : "sessions.endOthers"]!, {}];

const keyed = Object.entries(endpoints).filter(([name, each]) => takesKey(each) && !notInMonolith.includes(name));

describe.each(keyed)("%s", (name, endpoint) => {
  test("API-04 requires a key, answers a repeat like the first call with one effect, and refuses the key for anything else", async () => {
    const person = await callerOf(endpoint);
    const sent = await acceptedRequest(name, reseller, person);
    const call = (key: string) => app.call(person, endpoint, sent, { key });
    expect(await call("")).toMatchObject({ status: 400, Error: "idempotencyKeyMissing" });

    const key = crypto.randomUUID();
    const first = await call(key);
    expect(first).toMatchObject({ status: 200 });
    const before = await rowsOf();
    expect((await call(key)).text).toBe(first.text);
    expect(await rowsOf()).toEqual(before);

    const [other, otherSent] = others(name, person);
    expect(await app.call(person, other, otherSent as never, { key })).toMatchObject({
      status: 422,
      Error: "idempotencyKeyReused",
    });
  });
});

test.each(["k".repeat(256), "a b", "caf\u00e9"])(
  "a key that cannot be used is called so, not missing: %s",
  async (key) => {
    const body = { name: "Harbour Lights", organisationTypes: ["Commercial"] };
    expect(await app.call(await app.signIn(), endpoints["customers.add"]!, { body }, { key })).toMatchObject({
      status: 400,
      Error: "idempotencyKeyInvalid",
      text: expect.stringContaining("must be 1 to 255 ASCII characters without spaces"),
    });
  },
);

test("a key of one caller is no key of another: neither of a person nor of an address", async () => {
  const [one, two] = [await app.signIn(), await app.signIn()];
  const body = { name: "Harbour Lights", organisationTypes: ["Commercial"] };
  const add = (person: Person) => app.call(person, endpoints["customers.add"]!, { body }, { key: "1" });
  expect((await add(one)).text).not.toBe((await add(two)).text);
  const [{ kept }] = (await app.sql<{ kept: number }>(
    "select count(*)::int as kept from idempotency where key = '1'",
  )) as [{ kept: number }];
  expect(kept).toBe(2);
});
