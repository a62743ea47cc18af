import { apiTokens, operatorTokens } from "@tradewind/contract/access/api-tokens.ts";
import { customerForms } from "@tradewind/contract/customers/customer-forms.ts";
import { customers } from "@tradewind/contract/customers/customers.ts";
import { invoices } from "@tradewind/contract/billing/invoices.ts";
import { notifications } from "@tradewind/contract/portal/notifications.ts";
import { work } from "@tradewind/contract/ordering/work.ts";
import { permissions, views, type Right } from "@tradewind/domain/values/permissions.ts";
import { scopes, type Scope } from "@tradewind/domain/access/scopes.ts";
import { pino } from "pino";
import { afterAll, describe, expect, test } from "vitest";
import { webApp } from "../../app.ts";
import { newApiToken } from "../../platform/api-tokens.ts";
import { addCustomer } from "../../test/auth-fixtures.ts";
import { nilReseller } from "../../platform/once.ts";
import { until } from "../../test/processes.ts";
import { testApp, type Person } from "../../test/test-app.ts";

const app = await testApp({ TRUST_PROXY: "1", CALLS_PER_TOKEN: "12" });
const everyRight: readonly Right[] = [...views, ...permissions];

const create = (person: Person, given: readonly Scope[] = scopes, more: { Name?: string; Days?: number } = {}) =>
  app.call(person, apiTokens.create, { body: { Name: "Stock", Scopes: [...given], ...more } });
async function tokenOf(person: Person, given?: readonly Scope[]) {
  const { Id, Token } = (await create(person, given)).Result!;
  return { id: Id, token: Token };
}
type Caller = { token: string };
const customersOf = (caller: Caller, ip = "198.51.100.7") =>
  app.call(caller, customers.list, {}, { headers: { "x-forwarded-for": ip } });
const statusOf = async (caller: Caller) => (await customersOf(caller)).status;
const entriesOf = async (resellerId: string) =>
  (
    await app.sql<{ action: string; outcome: string; what: string; who: string; device: string | null; ip: string }>(
      "select action, outcome, what, who, device, ip from activity where reseller_id = $1 order by id",
      [resellerId],
    )
  ).filter(({ action }) => action.startsWith("apiTokens") || action.endsWith(".refused"));

test("a token is shown once, kept as a hash, and known by its prefix, its checksum and how it begins", async () => {
  const person = await app.signIn();
  const made = (await create(person, ["customers:read"], { Name: "Stock sync", Days: 30 })).Result!;
  expect(made.Token).toMatch(/^tradewind_[0-9a-f]{48}$/);
  const [row] = await app.sql("select * from api_tokens where id = $1", [made.Id]);
  expect(JSON.stringify(row)).not.toContain(made.Token.slice(14));
  const { Items } = (await app.call(person, apiTokens.list)).Result!;
  expect(Items).toEqual([
    {
      Id: made.Id,
      Name: "Stock sync",
      Hint: made.Token.slice(0, 14),
      Scopes: ["customers:read"],
      MadeBy: "Robin Tester",
      Made: expect.any(String),
      Expires: expect.any(String),
      LastUsed: null,
      Ended: null,
      RevokedBy: null,
    },
  ]);
  const days = (Date.parse(Items[0]!.Expires) - Date.parse(Items[0]!.Made)) / 86_400_000;
  expect(Math.round(days)).toBe(30);
  const usual = (await create(person)).Result!.Id;
  const [lives] = await app.sql<{ days: number }>(
    "select extract(day from expires_at - created_at)::int as days from api_tokens where id = $1",
    [usual],
  );
  expect(lives!.days).toBe(90);
  const refused = await app.call(person, apiTokens.create, {
    body: { Name: "x", Scopes: ["customers:read"], Days: 366 },
  });
  expect(refused.status).toBe(400);
  const unknown = await app.call(person, apiTokens.create, { body: { Name: "x", Scopes: ["access:write" as Scope] } });
  expect(unknown.status).toBe(400);
});

test("a text that is no token of ours is refused without a look at the database", async () => {
  const person = await app.signIn();
  const { token } = await tokenOf(person);
  const { token: never } = newApiToken();
  expect(await app.call({ token: never }, customers.list)).toMatchObject({ status: 401, Error: "tokenUnknown" });
  const last = token.at(-1) === "0" ? "1" : "0";
  const before = app.platform.database.statementsSent();
  for (const wrong of [token.slice(0, -1) + last, token.toUpperCase(), `${token}0`, token.slice(0, -1), "tradewind_"])
    expect(await statusOf({ token: wrong })).toBe(401);
  expect(app.platform.database.statementsSent()).toBe(before);
  const inCookie = await app.app.inject({ url: "/api/customers", headers: { cookie: `__Host-rt=${token}` } });
  expect(inCookie.statusCode).toBe(401);
});

test("a token does what its maker may, within its scopes, in its maker's company", async () => {
  const person = await app.signIn({ rights: everyRight.filter((right) => right !== "billing" && right !== "pSA") });
  const foreign = await app.signIn();
  const theirs = await addCustomer(app, foreign.resellerId);
  const own = await addCustomer(app, person.resellerId);
  const every = await tokenOf(person);
  expect((await customersOf(every)).Result!.Items.map(({ Id }) => Id)).toEqual([own]);
  expect((await app.call(every, customers.byId, { params: { customerId: theirs } })).status).toBe(404);
  expect((await app.call(every, invoices.totals)).Error).toBe("PermissionNotFound");
  const reading = await tokenOf(person, ["customers:read"]);
  const rename = { params: { customerId: own }, body: { NewName: "Acme" } };
  expect((await app.call(reading, customerForms.rename, rename)).status).toBe(403);
  expect((await app.call(every, customerForms.rename, rename)).status).toBe(200);
  const [line] = await app.sql(
    "select who, person_id, device from activity where reseller_id = $1 and action = 'customers.rename' and outcome = 'done'",
    [person.resellerId],
  );
  expect(line).toEqual({ who: "Robin Tester", person_id: person.personId, device: "API token “Stock”" });
});

describe("is over at once, at every process,", async () => {
  const other = await webApp(app.config, pino({ level: "silent" }));
  await other.app.ready();
  afterAll(() => other.close());
  const statusThere = async ({ token }: Caller) =>
    (await other.app.inject({ url: "/api/customers", headers: { authorization: `Bearer ${token}` } })).statusCode;

  test("a token that was revoked, and whoever revokes it again does no harm", async () => {
    const person = await app.signIn();
    const token = await tokenOf(person);
    expect([await statusOf(token), await statusThere(token)]).toEqual([200, 200]);
    const colleague = await app.signIn({ resellerId: person.resellerId });
    const revoke = () => app.call(colleague, apiTokens.revoke, { params: { apiTokenId: token.id } });
    expect((await revoke()).status).toBe(200);
    expect(await statusOf(token)).toBe(401);
    await until(async () => (await statusThere(token)) === 401, "the other process to hear of it");
    expect((await revoke()).status).toBe(200);
    expect((await app.call(person, apiTokens.list)).Result!.Items[0]).toMatchObject({
      Id: token.id,
      Ended: expect.any(String),
      RevokedBy: "Robin Tester",
    });
  });

  const ends: Record<string, (person: Person) => [text: string, values: unknown[]]> = {
    "a suspended membership": ({ membershipId }) => [
      "update memberships set status = 'Suspended' where id = $1",
      [membershipId],
    ],
    "a disabled person": ({ personId }) => ["update people set status = 'Suspended' where id = $1", [personId]],
    "a suspended reseller": ({ resellerId }) => [
      "update resellers set status = 'Suspended' where id = $1",
      [resellerId],
    ],
    "the right to make tokens lost": ({ membershipId }) => [
      "update memberships set permissions = '{}' where id = $1",
      [membershipId],
    ],
    "a restriction to some customers": ({ membershipId }) => [
      "update memberships set only_customers = true where id = $1",
      [membershipId],
    ],
    "its expiry": ({ personId }) => [
      "update api_tokens set expires_at = clock_timestamp() where person_id = $1",
      [personId],
    ],
  };
  test.each(Object.entries(ends))("%s", async (_, end) => {
    const person = await app.signIn();
    const token = await tokenOf(person);
    expect(await statusOf(token)).toBe(200);
    await app.sql(...end(person));
    app.platform.sessions.forget("");
    expect(await statusOf(token)).toBe(401);
  });
});

test("a right lost shrinks what the token may, and one given back widens it again", async () => {
  const person = await app.signIn();
  const token = await tokenOf(person);
  const hold = async (rights: string) => {
    await app.sql(`update memberships set views = ${rights} where id = $1`, [person.membershipId]);
    app.platform.sessions.forget("");
  };
  expect((await app.call(token, invoices.totals)).status).toBe(200);
  await hold("'{1,2}'");
  expect((await app.call(token, invoices.totals)).status).toBe(403);
  expect(await statusOf(token)).toBe(200);
  await hold("'{1,2,5}'");
  expect((await app.call(token, invoices.totals)).status).toBe(200);
});

test("a foreign company's token is neither seen nor revoked, nor is one of the operator's", async () => {
  const [person, foreign, operator] = [await app.signIn(), await app.signIn(), await app.signInOperator()];
  const theirs = await tokenOf(foreign);
  const body = { Name: "Desk", Scopes: ["ordering:read" as const] };
  const operators = (await app.call(operator, operatorTokens.create, { body })).Result!;
  expect((await app.call(person, apiTokens.list)).Result!.Items).toEqual([]);
  for (const apiTokenId of [theirs.id, operators.Id])
    expect((await app.call(person, apiTokens.revoke, { params: { apiTokenId } })).status).toBe(404);
  const params = { operatorTokenId: theirs.id };
  expect((await app.call(operator, operatorTokens.revoke, { params })).status).toBe(404);
  expect((await app.call(operator, operatorTokens.list)).Result!.Items.map(({ Id }) => Id)).toEqual([operators.Id]);
  expect(await statusOf(theirs)).toBe(200);
  expect((await app.call({ token: operators.Token }, work.list)).status).toBe(200);
  expect(await statusOf({ token: operators.Token })).toBe(403);
});

test("a token opens no stream, and asks for no ticket", async () => {
  const token = await tokenOf(await app.signIn());
  expect((await app.call(token, notifications.negotiate)).status).toBe(403);
  const ticket = await app.platform.tokens.signTicket({ sid: token.id, sub: token.id });
  const stream = await app.app.inject({ url: `/api/notifications/stream?access_token=${ticket}` });
  expect(stream.statusCode).toBe(401);
});

test("only who has the right makes tokens, not within a visit, and at most a hundred live ones", async () => {
  const person = await app.signIn();
  const rights = everyRight.filter((right) => right !== "manageApiTokens");
  expect((await create(await app.signIn({ rights, resellerId: person.resellerId }))).status).toBe(403);
  const operator = await app.signInOperator();
  const visit = await app.signInAgain(person);
  await app.sql("update sessions set way = 'sysops', act_person_id = $2 where id = $1", [
    visit.sessionId,
    operator.personId,
  ]);
  expect((await create(visit)).Error).toBe("notWhileJumped");
  await app.sql(
    `insert into api_tokens (reseller_id, person_id, membership_id, made_by, name, scopes, hash, hint, expires_at)
     select $1, $2, $3, 'Robin Tester', 'Old', '{ordering:read}', sha256(uuidv7()::text::bytea), '', now() + interval '1 day'
     from generate_series(1, 99)`,
    [person.resellerId, person.personId, person.membershipId],
  );
  const both = await Promise.all([create(person), create(person)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

test("the log tells of a token made, revoked, refused, and used from a network for the first time", async () => {
  const person = await app.signIn();
  const token = await tokenOf(person, ["customers:read"]);
  for (const ip of ["198.51.100.7", "198.51.100.7", "203.0.113.9", "2001:db8::1", "2001:db8::2"])
    expect((await customersOf(token, ip)).status).toBe(200);
  await app.call(token, invoices.totals, {}, { headers: { "x-forwarded-for": "198.51.100.7" } });
  await app.call(person, apiTokens.revoke, { params: { apiTokenId: token.id } });
  const entries = await entriesOf(person.resellerId);
  expect(entries.map(({ action, outcome, ip }) => [action, outcome, ip])).toEqual([
    ["apiTokens.create", "done", "127.0.0.1"],
    ["apiTokens.newAddress", "done", "198.51.100.7"],
    ["apiTokens.newAddress", "done", "203.0.113.9"],
    ["apiTokens.newAddress", "done", "2001:db8::1"],
    ["invoices.refused", "refused", "198.51.100.7"],
    ["apiTokens.revoke", "done", "127.0.0.1"],
  ]);
  for (const { device, action } of entries)
    expect(device).toBe(/newAddress|refused/.test(action) ? "API token “Stock”" : null);
  const [used] = await app.sql("select last_used_at is not null as used, used_from from api_tokens where id = $1", [
    token.id,
  ]);
  expect(used).toEqual({ used: true, used_from: ["198.51.100.7", "203.0.113.9", "2001:db8:0:0"] });
});

test("a use is noted at most once in five minutes", async () => {
  const token = await tokenOf(await app.signIn());
  await customersOf(token);
  await app.sql("update api_tokens set last_used_at = null where id = $1", [token.id]);
  await customersOf(token);
  const [row] = await app.sql("select last_used_at from api_tokens where id = $1", [token.id]);
  expect(row).toEqual({ last_used_at: null });
});

test("the networks that a token came from are remembered up to two hundred", async () => {
  const token = await tokenOf(await app.signIn());
  await app.sql(
    "update api_tokens set used_from = array(select n::text from generate_series(1, 200) n) where id = $1",
    [token.id],
  );
  await customersOf(token);
  const [row] = await app.sql<{ first: string; last: string; all: number }>(
    "select used_from[1] as first, used_from[200] as last, cardinality(used_from) as all from api_tokens where id = $1",
    [token.id],
  );
  expect(row).toEqual({ first: "2", last: "198.51.100.7", all: 200 });
});

test("each token has calls of its own, which its maker's do not lessen", async () => {
  const person = await app.signIn();
  const [spent, fresh] = [await tokenOf(person), await tokenOf(person)];
  const answers = [];
  for (let call = 0; call < 30; call++) answers.push(await customersOf(spent));
  // A minute may turn meanwhile, so that at most 24 are answered.
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(24);
  expect(answers.some(({ status, headers }) => status === 429 && headers["retry-after"] !== undefined)).toBe(true);
  expect((await customersOf(fresh)).headers["ratelimit-policy"]).toContain('"token";q=12;w=60');
  expect((await customersOf(person)).status).toBe(200);
});

test("a token of the operator's staff ends with their second factor", async () => {
  const strict = await testApp({ DEMO: "false" });
  const operator = await strict.signInOperator();
  const factor =
    "insert into passkeys (person_id, rp_id, credential_id, public_key, counter, backed_up, name) values ($1, 'localhost', gen_random_uuid(), '', 0, false, 'Laptop')";
  await strict.sql(factor, [operator.personId]);
  const body = { Name: "Desk", Scopes: ["ordering:read" as const] };
  const { Result } = await strict.call(operator, operatorTokens.create, { body });
  const calling = { token: Result!.Token };
  expect((await strict.call(calling, work.list)).status).toBe(200);
  await strict.sql("delete from passkeys where person_id = $1", [operator.personId]);
  strict.platform.sessions.forget("");
  expect((await strict.call(calling, work.list)).status).toBe(401);
  const [line] = await strict.sql("select reseller_id from activity where action = 'apiTokens.create'");
  expect(line).toEqual({ reseller_id: nilReseller });
});
