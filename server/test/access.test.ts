import { endpoints } from "@tradewind/contract/all.ts";
import { isRead, type Endpoint } from "@tradewind/contract/endpoint.ts";
import { permissions, userKinds, views, type Right, type UserKind } from "@tradewind/domain/values/permissions.ts";
import { importJWK, SignJWT, type CryptoKey } from "jose";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { demoKeys } from "../platform/config.ts";
import { routes } from "../routes.ts";
import { expectAsPromised } from "./answers.ts";
import { longTest } from "./long-test.ts";
import type { World } from "./object-makers.ts";
import { isShared, worldOf } from "./objects.ts";
import { idFieldsOf, parametersOf, requestFor, type Sent } from "./requests.ts";
import { someId } from "./samples.ts";
import { testApp, type Person } from "./test-app.ts";

const app = await testApp();
const all = Object.entries(endpoints);
const everyRight: readonly Right[] = [...views, ...permissions];

let own: World;
let foreign: World;
let operator: Person;
let reader: Person;
let outsiders: Record<string, string>;

beforeAll(async () => {
  own = worldOf(app, await app.signIn());
  foreign = worldOf(app, await app.signIn());
  operator = await app.signInOperator();
  reader = await app.signIn({ resellerId: own.person.resellerId });
  for (const flag of new Set(all.map(([, endpoint]) => endpoint.flag)))
    if (flag)
      await app.sql("insert into feature_flags values ($1, true) on conflict (name) do update set enabled = true", [
        flag,
      ]);
  outsiders = await tokensOfNobody();
});

const send = (token: string | undefined, endpoint: Endpoint, sent: Sent) =>
  app.call(token === undefined ? null : { token }, endpoint, sent);
const isOperators = ({ access }: Endpoint) => typeof access === "object" && access.kinds?.includes("admin") === true;
/** Returns an authorized caller: of a write in a separate session, because one of the writes ends it. */
async function ownCaller(endpoint: Endpoint): Promise<Person> {
  if (isOperators(endpoint)) return operator;
  const { resellerId } = own.person;
  const { access } = endpoint;
  if (typeof access === "object" && access.kinds?.join() === "endUserAdmin")
    return app.signIn({ kind: "endUserAdmin", resellerId, customerId: await own.object("customerId") });
  return isRead(endpoint) ? reader : app.signIn({ resellerId });
}

/** What is refused for who asks is refused before it is looked at. */
const nothing: Sent = { params: {} };

/**
 * Returns the same request each time, for calls that are refused whatever they ask for, and so use nothing up: making
 * what a request names takes longer than all calls.
 */
const refusable = new Map<string, Promise<Sent>>();
function refusedRequest(name: string): Promise<Sent> {
  const sent = refusable.get(name) ?? requestFor(name, own);
  refusable.set(name, sent);
  return sent;
}

test("every endpoint has exactly one handler and a unique address", () => {
  const handled = routes.map(({ endpoint }) => all.find(([, known]) => known === endpoint)?.[0] ?? "");
  expect(handled.toSorted()).toEqual(all.map(([name]) => name).toSorted());
  const addresses = all.map(([, { method, path }]) => `${method} ${path.replace(/:\w+/g, ":")}`);
  expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([]);
});

test("every parameter and flag is known to these tests", () => {
  for (const [, endpoint] of all)
    for (const parameter of parametersOf(endpoint)) expect(() => own.object(parameter)).not.toThrow();
});

/** What is tried of an endpoint: all in a long run, else a part of it that differs from endpoint to endpoint, so that all are tried. */
const partOf = <T>(name: string, these: readonly T[], part: number): readonly T[] => {
  if (inject("long")) return these;
  const from = all.findIndex(([each]) => each === name);
  return Array.from({ length: part }, (_, n) => these[(from * part + n) % these.length]!);
};

const secured = all.filter(([, endpoint]) => endpoint.access !== "public");

describe.each(secured)("%s", (name, endpoint) => {
  test("API-03 answers 401 to whoever is not signed in", async () => {
    for (const [who, token] of [["no token", undefined] as const, ...partOf(name, Object.entries(outsiders), 1)]) {
      const { status, Error } = await send(token, endpoint, nothing);
      expect({ who, status, Error }).toEqual({ who, status: 401, Error: "notSignedIn" });
    }
  });

  // A short run looks at answers where it counts their statements: of reads in statements.test.ts, of writes in entries.test.ts.
  longTest("answers authorized callers according to its contract", async () => {
    const answer = await send((await ownCaller(endpoint)).token, endpoint, await requestFor(name, own));
    if (answer.status !== 200) {
      expect(endpoint.errors ?? []).toContain(answer.Error);
      return;
    }
    expectAsPromised(endpoint, answer);
  });
});

test.each(secured.filter(([, { access }]) => typeof access === "object"))(
  "%s answers PermissionNotFound to who has not the right",
  async (name, endpoint) => {
    const refused = withoutRight(endpoint);
    // In a short run one whose kind would be let in with the right, and one of another kind who has all rights.
    const others = refused.filter(({ fits }) => !fits);
    const tenants = others.filter(({ who }) => who !== "admin");
    const groups = [refused.filter(({ fits }) => fits), tenants.length > 0 && !inject("long") ? tenants : others];
    for (const { who, tokenOf } of groups.flatMap((each) => partOf(name, each, Math.min(1, each.length)))) {
      const token = await tokenOf();
      const { status, Error } = await send(token, endpoint, nothing);
      expect({ who, status, Error }).toEqual({ who, status: 403, Error: "PermissionNotFound" });
    }
  },
);

const ownParametersOf = (endpoint: Endpoint) => parametersOf(endpoint).filter((parameter) => !isShared(parameter));
const ownIdFieldsOf = (endpoint: Endpoint) => idFieldsOf(endpoint).filter(({ object }) => !isShared(object));

test.each(secured.filter(([, endpoint]) => ownParametersOf(endpoint).length > 0))(
  "%s answers the same to another reseller's object as to one that does not exist",
  async (name, endpoint) => {
    const { token } = await ownCaller(endpoint);
    for (const parameter of ownParametersOf(endpoint)) {
      const sent = await refusedRequest(name);
      const using = (value: string) =>
        send(token, endpoint, { ...sent, params: { ...sent.params, [parameter]: value } });
      const missing = await using(someId);
      expect({ parameter, status: missing.status, Error: missing.Error }).toEqual({
        parameter,
        status: 404,
        Error: "notFound",
      });
      for (const malformed of partOf(name, ["1", "abc", `${someId}x`, "%00", "..%2f..", "'--", "null"], 1))
        expect((await using(malformed)).text).toBe(missing.text);
      if (!isOperators(endpoint)) expect((await using(await foreign.object(parameter))).text).toBe(missing.text);
    }
  },
);

test.each(secured.filter(([, endpoint]) => !isOperators(endpoint) && ownIdFieldsOf(endpoint).length > 0))(
  "%s answers the same to another reseller's object in its query or body",
  async (name, endpoint) => {
    for (const { place, field, object } of ownIdFieldsOf(endpoint)) {
      const sent = await refusedRequest(name);
      const using = (value: string) =>
        send(own.person.token, endpoint, { ...sent, [place]: { ...(sent[place] as object), [field]: value } });
      const [missing, theirs] = [await using(someId), await using(await foreign.object(object))];
      expect({ field, refused: missing.status >= 400 }).toEqual({ field, refused: true });
      expect({ field, ...withoutReference(theirs.text) }).toEqual({ field, ...withoutReference(missing.text) });
    }
  },
);

test.each(secured.filter(([, endpoint]) => mayNameCustomers(endpoint)))(
  "ACL-37 %s shows an end-user admin nothing of another customer",
  async (name, endpoint) => {
    const admin = await personOf("endUserAdmin", everyRight);
    const { status, Error } = await send(admin.token, endpoint, await refusedRequest(name));
    expect([`404 notFound`, `403 PermissionNotFound`]).toContain(`${status} ${Error}`);
  },
);

test("other methods, a trailing slash, capitals and doubled slashes reach nothing", async () => {
  for (const [name, endpoint] of secured) {
    const path = endpoint.path.replace(/:\w+/g, someId);
    const headers = { authorization: `Bearer ${own.person.token}`, "idempotency-key": "bent" };
    const bent = [
      `${path}/`,
      path.replace("/api", "/API"),
      path.replace("/api/", "/api//"),
      path.replace("/api/", "/api/./x/"),
    ];
    for (const url of partOf(name, bent, 1)) {
      // Outside /api the answer is a page of the portal, which contains no data.
      const { statusCode, headers: answered } = await app.app.inject({ method: endpoint.method, url, headers });
      const refused =
        statusCode === 404 || (url.startsWith("/API") && /^text\/html/.test(String(answered["content-type"])));
      expect({ url, refused }).toEqual({ url, refused: true });
    }
    for (const method of partOf(name, ["HEAD", "OPTIONS", "TRACE"] as const, 1)) {
      const { statusCode } = await app.app.inject({ method: method as "HEAD", url: path, headers });
      expect({ method, path, refused: statusCode >= 400 }).toEqual({ method, path, refused: true });
    }
  }
});

test("the operator's staff get an answer wherever being signed in is enough", async () => {
  for (const [name, endpoint] of secured.filter(
    ([, each]) => each.access === "signedIn" && each.keyless === undefined && each.jump !== false,
  )) {
    const { status } = await send(operator.token, endpoint, await requestFor(name, own));
    expect({ name, status }).toEqual({ name, status: 200 });
  }
});

/** Tells whether an end-user admin may call the endpoint and could name another customer's objects. */
function mayNameCustomers(endpoint: Endpoint): boolean {
  const names =
    ownParametersOf(endpoint).length > 0 || idFieldsOf(endpoint).some(({ object }) => object === "customerId");
  return names && kindsOf(endpoint).includes("endUserAdmin");
}

function kindsOf({ access }: Endpoint): readonly UserKind[] {
  if (typeof access === "string") return userKinds;
  return access.kinds ?? userKinds.filter((kind) => kind !== "admin");
}

/** Returns who must be refused: the allowed kinds without the right, and all other kinds with every right. */
function withoutRight(endpoint: Endpoint) {
  const { access } = endpoint;
  if (typeof access === "string") return [];
  return userKinds.flatMap((who) => {
    const fits = kindsOf(endpoint).includes(who);
    if (fits && (access.anyOf.length === 0 || who === "admin")) return [];
    const rights = fits ? everyRight.filter((right) => !access.anyOf.includes(right)) : everyRight;
    return { who, fits, tokenOf: async () => (who === "admin" ? operator : await personOf(who, rights)).token };
  });
}

const people = new Map<string, Promise<Person>>();
function personOf(kind: Exclude<UserKind, "admin">, rights: readonly Right[]): Promise<Person> {
  const key = `${kind} ${rights.join()}`;
  const isCustomers = kind === "endUser" || kind === "endUserAdmin";
  // A customer that no call suspends, which would end its sessions.
  const person =
    people.get(key) ??
    worldOf(app, own.person)
      .object("customerId")
      .then((customerId) =>
        app.signIn({ kind, rights, resellerId: own.person.resellerId, ...(isCustomers ? { customerId } : {}) }),
      );
  people.set(key, person);
  return person;
}

/** Invalid tokens, none of which may be accepted. */
async function tokensOfNobody(): Promise<Record<string, string>> {
  const [revoked, expired, suspended, sleeping] = await Promise.all([
    app.signIn(),
    app.signIn(),
    app.signIn(),
    app.signIn(),
  ]);
  await app.sql("update sessions set revoked_at = now() where id = $1", [revoked.sessionId]);
  await app.sql("update sessions set expires_at = now() where id = $1", [expired.sessionId]);
  await app.sql("update memberships set status = 'Suspended' where id = $1", [suspended.membershipId]);
  await app.sql("update resellers set status = 'Suspended' where id = $1", [sleeping.resellerId]);
  const claims = { sid: own.person.sessionId, sub: own.person.personId };
  const [head, body, signature] = own.person.token.split(".");
  return {
    "a revoked session": revoked.token,
    "an expired session": expired.token,
    "a suspended person": suspended.token,
    "a suspended reseller": sleeping.token,
    "an expired token": await signed(claims, "at+jwt", "access", "-1s"),
    "a token of another type": await signed(claims, "JWT", "access", "10m"),
    "a token for another audience": await signed(claims, "at+jwt", "stream", "10m"),
    "a ticket of the stream": await app.platform.tokens.signTicket(claims),
    "a token signed by nobody": `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString("base64url")}.${body}.`,
    "a bent signature": `${head}.${body}.${signature!.replace(/^./, (first) => (first === "A" ? "B" : "A"))}`,
    "a session id": own.person.sessionId,
  };
}

async function signed(claims: Record<string, string>, typ: string, audience: string, life: string): Promise<string> {
  const key = (await importJWK(JSON.parse(demoKeys.TOKEN_KEY), "ES256")) as CryptoKey;
  const issuer = app.config.PUBLIC_URL;
  return new SignJWT(claims)
    .setProtectedHeader({ alg: "ES256", typ })
    .setIssuer(issuer)
    .setAudience(`${issuer}/${audience}`)
    .setIssuedAt()
    .setExpirationTime(life)
    .sign(key);
}

const withoutReference = (text: string) => ({ ...(JSON.parse(text) as object), Labels: null });
