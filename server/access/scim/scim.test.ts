import { apiTokens } from "@tradewind/contract/access/api-tokens.ts";
import { companyProvider } from "@tradewind/contract/access/company-providers.ts";
import { session } from "@tradewind/contract/access/session.ts";
import { customers } from "@tradewind/contract/customers/customers.ts";
import { expect, test } from "vitest";
import { addCustomer } from "../../test/auth-fixtures.ts";
import { atOnce } from "../../test/at-once.ts";
import { mailsTo } from "../../test/mails.ts";
import { proveNow } from "../../test/soft-authenticator.ts";
import { testApp, type Person } from "../../test/test-app.ts";

const app = await testApp();

/** What a directory reads of a person, a list and a refusal. */
type Listed = { totalResults: number; Resources: Answer[] };
type Answer = { id: string; userName: string; active: boolean; meta: { location: string } } & Listed;

async function company() {
  const owner = await app.signIn();
  const domain = `${crypto.randomUUID().slice(0, 13)}.example`;
  await app.sql(
    "insert into company_provider_domains (reseller_id, domain, record, asked_at, proven_at) values ($1, $2, 'x', now(), now())",
    [owner.resellerId, domain],
  );
  await proveNow(app, owner.sessionId);
  const { Token } = (await app.call(owner, companyProvider.makeToken, { body: { Days: 30 } })).Result!;
  const send = async (
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
    path: string,
    body?: unknown,
    token = Token,
  ) => {
    const response = await app.app.inject({
      method,
      url: `/scim/v2${path}`,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { "content-type": "application/scim+json" }),
      },
      ...(body === undefined ? {} : { payload: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    return {
      status: response.statusCode,
      headers: response.headers,
      body: (response.body === "" ? {} : response.json()) as Answer,
    };
  };
  const add = (name: string, rest: object = {}) =>
    send("POST", "/Users", {
      schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
      userName: `${name}@${domain}`,
      name: { givenName: name, familyName: "Moss" },
      active: true,
      ...rest,
    });
  return { owner, domain, Token, send, add };
}
const patchOf = (...Operations: unknown[]) => ({
  schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"],
  Operations,
});
const find = (filter: string) => `/Users?filter=${encodeURIComponent(filter)}`;
const signedIn = async ({ token }: Pick<Person, "token">) => (await app.call({ token }, session.current)).status;

test("a directory creates, finds, renames, suspends at once and removes somebody, each in the company's log", async () => {
  const { owner, domain, send, add } = await company();
  expect((await send("GET", find(`userName eq "ada@${domain}"`))).body).toMatchObject({
    totalResults: 0,
    Resources: [],
  });
  const made = await add("ada", { externalId: "ext-1" });
  expect([made.status, made.headers["content-type"], made.headers["location"]]).toEqual([
    201,
    "application/scim+json; charset=utf-8",
    made.body.meta.location,
  ]);
  const { id } = made.body;
  expect(made.body).toMatchObject({
    userName: `ada@${domain}`,
    externalId: "ext-1",
    active: true,
    name: { givenName: "ada", familyName: "Moss" },
  });
  for (const filter of [`userName eq "ADA@${domain}"`, 'externalId eq "ext-1"', `id eq "${id}"`])
    expect((await send("GET", find(filter))).body.Resources.map((each) => each.id)).toEqual([id]);
  expect((await add("ada")).body).toMatchObject({ status: "409", scimType: "uniqueness" });
  expect((await add("bob", { externalId: "ext-1" })).status).toBe(409);
  const [row] = await app.sql(
    "select m.kind, m.status, p.password_hash from memberships m join people p on p.id = m.person_id where m.id = $1",
    [id],
  );
  expect(row).toEqual({ kind: "engineer", status: "Active", password_hash: null });

  const renamed = await send(
    "PATCH",
    `/Users/${id}`,
    patchOf(
      { op: "Replace", path: "name.familyName", value: "Lovelace" },
      { op: "Replace", path: 'emails[type eq "work"].value', value: `a@${domain}` },
    ),
  );
  expect(renamed.body).toMatchObject({ name: { familyName: "Lovelace" }, emails: [{ value: `a@${domain}` }] });
  const replaced = await send("PUT", `/Users/${id}`, {
    userName: `ada@${domain}`,
    name: { givenName: "Ada", familyName: "King" },
    active: true,
    externalId: "ext-2",
  });
  expect(replaced.body).toMatchObject({ externalId: "ext-2", name: { givenName: "Ada", familyName: "King" } });

  const [{ person_id }] = (await app.sql<{ person_id: string }>("select person_id from memberships where id = $1", [
    id,
  ])) as [{ person_id: string }];
  expect(
    (await send("PATCH", `/Users/${id}`, patchOf({ op: "Replace", path: "active", value: "False" }))).body.active,
  ).toBe(false);
  expect((await send("PATCH", `/Users/${id}`, patchOf({ op: "replace", value: { active: true } }))).body.active).toBe(
    true,
  );
  expect((await send("DELETE", `/Users/${id}`)).status).toBe(204);
  expect((await send("GET", `/Users/${id}`)).body).toMatchObject({
    status: "404",
    schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"],
  });
  expect((await send("DELETE", `/Users/${id}`)).status).toBe(404);
  expect(await app.sql("select status from memberships where id = $1", [id])).toEqual([{ status: "Suspended" }]);
  // The directory may send them again: they are the same person.
  expect(await add("ada", { externalId: "ext-1" })).toMatchObject({ status: 201, body: { id, active: true } });
  const log = await app.sql<{ what: string }>(
    "select what from activity where reseller_id = $1 and object_id = $2 order by id",
    [owner.resellerId, person_id],
  );
  // Bringing somebody back is one transaction, whose two entries have no order.
  const words = log.map(({ what }) => what.split(" ")[0]);
  expect([...words.slice(0, 6), ...words.slice(6).toSorted((a, b) => (a! < b! ? -1 : 1))]).toEqual([
    "Added",
    "Changed",
    "Changed",
    "Suspended",
    "Reactivated",
    "Suspended",
    "Changed",
    "Reactivated",
  ]);
});

test("a changed address is told at the old one, since the new one may be somebody else's", async () => {
  const { domain, send, add } = await company();
  const { id } = (await add("ada")).body;
  const elsewhere = `box@${domain}`;
  await send("PATCH", `/Users/${id}`, patchOf({ op: "replace", path: "emails.value", value: elsewhere }));
  const told = async (to: string) => (await mailsTo(app, to)).map(({ data }) => data.what);
  expect(await told(`ada@${domain}`)).toEqual(["Your company's directory changed your user name or address."]);
  expect(await told(elsewhere)).toEqual([]);
});

const off = patchOf({ op: "Replace", path: "active", value: "False" });
const notHere = { status: "400", scimType: "mutability" };
/** Signs in somebody of the company who is not its owner. */
const colleagueOf = ({ resellerId }: Person) => app.signIn({ kind: "engineer", resellerId, canAgree: false });
const statusOf = (membershipId: string) => app.sql("select status from memberships where id = $1", [membershipId]);

test.each(["PATCH", "PUT", "DELETE"] as const)("%s ends somebody's sessions and API tokens at once", async (method) => {
  const { owner, domain, send } = await company();
  const colleague = await colleagueOf(owner);
  const userName = `${crypto.randomUUID().slice(0, 8)}@${domain}`;
  await app.sql("update people set user_name = $2 where id = $1", [colleague.personId, userName]);
  await app.sql("update memberships set email = $2 where id = $1", [colleague.membershipId, userName]);
  await proveNow(app, colleague.sessionId);
  const scopes = { Name: "Their own", Scopes: ["customers:read" as const] };
  const apiToken = (await app.call(colleague, apiTokens.create, { body: scopes })).Result!.Token;
  const used = async () => (await app.call({ token: apiToken }, customers.list)).status;
  expect([await signedIn(colleague), await used()]).toEqual([200, 200]);
  const body = { PATCH: off, PUT: { userName, active: false }, DELETE: undefined }[method];
  expect((await send(method, `/Users/${colleague.membershipId}`, body)).status).toBe(method === "DELETE" ? 204 : 200);
  expect([await signedIn(colleague), await used()]).toEqual([401, 401]);
  expect(await app.sql("select revoked_why from sessions where id = $1", [colleague.sessionId])).toEqual([
    { revoked_why: "suspended by the company's directory" },
  ]);
});

test("a leaver loses access whatever else the directory sends of them, and keeps the address at work", async () => {
  const { domain, send, add } = await company();
  const { id } = (await add("ada")).body;
  const left = await send(
    "PATCH",
    `/Users/${id}`,
    patchOf(
      { op: "Replace", path: 'phoneNumbers[type eq "work"].value', value: "+44 20 7946 0000" },
      { op: "Replace", path: 'emails[type eq "home"].value', value: `home@${domain}` },
      { op: "Replace", path: "title", value: null },
      { op: "Replace", path: "active", value: "False" },
    ),
  );
  expect(left).toMatchObject({ status: 200, body: { active: false, emails: [{ value: `ada@${domain}` }] } });
  expect(await statusOf(id)).toEqual([{ status: "Suspended" }]);
});

test.each(["PATCH", "PUT"] as const)(
  "%s: a leaver loses access though what is sent beside it is refused",
  async (method) => {
    const { domain, send, add } = await company();
    await add("bob", { externalId: "ext-bob" });
    const refused = [
      { userName: "ada@elsewhere.example" },
      { userName: `bob@${domain}` },
      { emails: [{ value: "ada@elsewhere.example", type: "work" }] },
      { externalId: "ext-bob" },
      { externalId: "ext\u0000" },
      { name: { givenName: "Click https://evil.example", familyName: "Moss" } },
      { userName: "" },
      { externalId: "x".repeat(301) },
    ];
    for (const [at, beside] of refused.entries()) {
      const userName = `ada${at}@${domain}`;
      const { id } = (await add(`ada${at}`, { externalId: `ext-${at}` })).body;
      const whole = {
        userName,
        externalId: `ext-${at}`,
        name: { givenName: `ada${at}`, familyName: "Moss" },
        emails: [{ value: userName, type: "work" }],
      };
      const sent = (active: boolean) =>
        method === "PUT" ? { ...whole, ...beside, active } : patchOf({ op: "replace", value: { ...beside, active } });
      const { status } = await send(method, `/Users/${id}`, sent(true));
      expect({ beside, isRefused: status >= 400 }).toEqual({ beside, isRefused: true });
      const left = await send(method, `/Users/${id}`, sent(false));
      expect({ beside, ...left }).toMatchObject({ beside, status: 200, body: { ...whole, active: false } });
      expect(await statusOf(id)).toEqual([{ status: "Suspended" }]);
    }
    // What can be kept is.
    const { id } = (await add("eve")).body;
    const beside = { userName: `eve@${domain}`, name: { givenName: "Eve", familyName: "King" }, externalId: "ext-bob" };
    const body =
      method === "PUT" ? { ...beside, active: false } : patchOf({ op: "replace", value: { ...beside, active: false } });
    const left = await send(method, `/Users/${id}`, body);
    expect(left).toMatchObject({ status: 200, body: { active: false, name: { familyName: "King" } } });
  },
);

test("groups are said not to be kept", async () => {
  const { send } = await company();
  const made = await send("POST", "/Groups", { displayName: "Technicians", members: [] });
  expect(made).toMatchObject({ status: 501, body: { status: "501", detail: expect.stringContaining("not kept") } });
  expect((await send("PATCH", `/Groups/${crypto.randomUUID()}`, off)).status).toBe(501);
});

test("replacing a suspended person without a word of it does not let them in again", async () => {
  const { domain, send, add } = await company();
  const { id } = (await add("ada", { active: false })).body;
  expect((await send("PUT", `/Users/${id}`, { userName: `ada@${domain}` })).body.active).toBe(false);
});

test("an owner, and the last who manages the company's people, is neither suspended, removed nor renamed", async () => {
  const { owner, domain, send } = await company();
  const refused = async (who: Person) => {
    const rename = { userName: `new@${domain}`, emails: [{ value: `new@${domain}` }] };
    expect((await send("PATCH", `/Users/${who.membershipId}`, off)).body).toMatchObject(notHere);
    expect((await send("DELETE", `/Users/${who.membershipId}`)).body).toMatchObject(notHere);
    expect(await signedIn(who)).toBe(200);
    return (await send("PATCH", `/Users/${who.membershipId}`, patchOf({ op: "replace", value: rename }))).body;
  };
  expect(await refused(owner)).toMatchObject(notHere);
  expect(await refused(await app.signIn({ kind: "engineer", resellerId: owner.resellerId }))).toMatchObject(notHere);
  await app.sql("update memberships set views = '{}' where reseller_id = $1", [owner.resellerId]);
  await refused(await colleagueOf(owner));
});

test("of two managers whom the directory suspends at the same moment one stays", async () => {
  const { owner, send } = await company();
  await app.sql("update memberships set views = '{}' where id = $1", [owner.membershipId]);
  const both = [await colleagueOf(owner), await colleagueOf(owner)];
  const answers = await Promise.all(both.map(({ membershipId }) => send("PATCH", `/Users/${membershipId}`, off)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
});

test("of tokens made and revoked at once a company has as many as it may have, and each is revoked once", async () => {
  const { owner } = await company();
  await app.sql(
    `insert into scim_tokens (reseller_id, hash, hint, made_by, expires_at)
     select $1, sha256(uuidv7()::text::bytea), 'scim_0000', 'Robin Tester', now() + interval '1 day' from generate_series(1, 8)`,
    [owner.resellerId],
  );
  const live = async () => (await app.call(owner, companyProvider.tokens)).Result!.Items;
  const make = () => app.call(owner, companyProvider.makeToken, { body: { Days: 30 } });
  const statuses = async (calls: (() => Promise<{ status: number }>)[]) =>
    (await atOnce(app, "scim_tokens", calls)).map(({ status }) => status);

  expect((await statuses([make, make, make])).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);

  const scimTokenId = (await live())[0]!.Id;
  const revoke = () => app.call(owner, companyProvider.revokeToken, { params: { scimTokenId } });
  expect((await statuses([revoke, revoke])).toSorted((a, b) => a - b)).toEqual([200, 404]);
  expect(await live()).toHaveLength(9);
  expect((await statuses([make, make])).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

test("a token reaches nobody of another company, of a customer, or who acts for others", async () => {
  const [mine, theirs] = [await company(), await company()];
  const victim = theirs.owner.membershipId;
  for (const [method, body] of [
    ["GET"],
    ["PUT", { userName: `x@${mine.domain}` }],
    ["PATCH", off],
    ["DELETE"],
  ] as const)
    expect((await mine.send(method, `/Users/${victim}`, body)).status).toBe(404);
  const { Resources } = (await mine.send("GET", "/Users")).body;
  expect(Resources.map((each) => each.id)).toEqual([mine.owner.membershipId]);
  // Addresses outside of the company's domains reach a sign-in that may be somebody else's.
  for (const wrong of [
    { userName: `x@${theirs.domain}` },
    { emails: [{ value: `x@${theirs.domain}` }] },
    { userName: "no address" },
    { name: { givenName: "Click https://evil.example" } },
  ])
    expect((await mine.add("eve", wrong)).body).toMatchObject({ status: "400", scimType: "invalidValue" });
  const person = (await mine.add("both")).body;
  await app.sql(
    `insert into memberships (reseller_id, person_id, kind, first_name, last_name, email, created_at)
     select $1, person_id, kind, first_name, last_name, email, created_at from memberships where id = $2`,
    [theirs.owner.resellerId, person.id],
  );
  const staff = (await mine.add("staff")).body;
  await app.sql(
    "insert into operators (person_id, display_name, email) select person_id, 'Olive Operator', email from memberships where id = $1",
    [staff.id],
  );
  const rename = patchOf({ op: "replace", path: "userName", value: `other@${mine.domain}` });
  for (const { id } of [person, staff]) {
    for (const body of [rename, off])
      expect((await mine.send("PATCH", `/Users/${id}`, body)).body).toMatchObject(notHere);
    expect((await mine.send("DELETE", `/Users/${id}`)).body).toMatchObject(notHere);
    expect(await statusOf(id)).toEqual([{ status: "Active" }]);
  }
  const customerId = await addCustomer(app, mine.owner.resellerId);
  const user = await app.signIn({ kind: "endUser", resellerId: mine.owner.resellerId, customerId });
  expect((await mine.send("DELETE", `/Users/${user.membershipId}`)).status).toBe(404);
  // Whoever is somebody's elsewhere cannot be added, nor is anything told of them.
  await app.sql("update people set user_name = $2 where id = $1", [theirs.owner.personId, `known@${mine.domain}`]);
  const taken = (await mine.add("known")).body;
  expect(taken).toMatchObject({ status: "409", scimType: "uniqueness" });
  expect(JSON.stringify(taken)).not.toContain(theirs.owner.resellerId);
});

test("without a live token nothing is told, and hostile calls are answered in SCIM's form", async () => {
  const { owner, Token, send, add } = await company();
  for (const token of ["", "x".repeat(48), `${Token}x`, owner.token])
    expect(await send("GET", "/Users", undefined, token)).toMatchObject({
      status: 401,
      body: { status: "401", detail: "This token is unknown, expired or revoked. Use another one." },
    });
  expect((await send("POST", "/Users", "{")).status).toBe(400);
  expect((await send("POST", "/Users", '{"__proto__": {"active": false}}')).status).toBe(400);
  expect((await send("POST", "/Users", JSON.stringify({ userName: "x".repeat(70_000) }))).status).toBe(413);
  expect((await send("POST", "/Users", [])).body).toMatchObject({ status: "400", scimType: "invalidSyntax" });
  expect((await send("GET", find('password eq "x"'))).body).toMatchObject({ status: "400", scimType: "invalidFilter" });
  expect((await send("GET", "/Users?startIndex=x")).status).toBe(400);
  expect((await send("GET", "/Users/1%27%20or%201=1")).status).toBe(404);
  for (const [method, path] of [
    ["GET", ""],
    ["GET", "/"],
    ["GET", "/Nothing"],
    ["POST", "/Nothing/at/all"],
    ["PUT", "/Users"],
    ["GET", "/Schemas/nothing"],
    ["GET", "/Groups/1"],
  ] as const) {
    const { status, headers, body } = await send(method, path);
    expect([path, status, headers["content-type"]]).toEqual([path, 404, "application/scim+json; charset=utf-8"]);
    expect(body).toMatchObject({ status: "404", schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"] });
  }
  expect(await send("GET", "/Nothing", undefined, "")).toMatchObject({ status: 401, body: { status: "401" } });
  expect((await send("GET", find('userName eq "\\u0000"'))).status).toBe(400);
  expect((await add("nul", { externalId: "\u0000" })).status).toBe(400);
  const { Items } = (await app.call(owner, companyProvider.tokens)).Result!;
  expect(Items).toMatchObject([{ Hint: Token.slice(0, 14), LastUsed: expect.any(String) }]);
  await app.call(owner, companyProvider.revokeToken, { params: { scimTokenId: Items[0]!.Id } });
  expect((await send("GET", "/Users")).status).toBe(401);
  expect(JSON.stringify(await app.sql("select * from scim_tokens"))).not.toContain(Token);
});

test("lists come page by page, and the provider says what it can do", async () => {
  const { send, add } = await company();
  for (const name of ["one", "two"]) await add(name);
  const page = (await send("GET", "/Users?startIndex=2&count=1")).body;
  expect(page).toMatchObject({ totalResults: 3, startIndex: 2, itemsPerPage: 1 });
  expect((await send("GET", "/Users?count=0")).body).toMatchObject({ totalResults: 3, itemsPerPage: 0, Resources: [] });
  expect((await send("GET", "/ServiceProviderConfig")).body).toMatchObject({
    patch: { supported: true },
    filter: { supported: true },
  });
  expect((await send("GET", "/ResourceTypes")).body.Resources[0]).toMatchObject({ endpoint: "/Users" });
  expect((await send("GET", "/Schemas")).body.totalResults).toBe(1);
  expect((await send("GET", "/Groups")).body).toMatchObject({ totalResults: 0, Resources: [] });
});
