import { createSocket } from "node:dgram";
import { auth, type SignInAt } from "@tradewind/contract/access/auth.ts";
import { companyProvider } from "@tradewind/contract/access/company-providers.ts";
import { session } from "@tradewind/contract/access/session.ts";
import { sso } from "@tradewind/contract/access/sso.ts";
import { waysIn } from "@tradewind/contract/access/sign-in.ts";
import type { JWTPayload } from "jose";
import { afterAll, expect, test } from "vitest";
import { ownProvider } from "../../test/own-provider.ts";
import { begin, ourPage, redeem } from "../../test/provider-fixtures.ts";
import { addCustomer, addPerson, askToken, setCookieOf } from "../../test/auth-fixtures.ts";
import { proveNow } from "../../test/soft-authenticator.ts";
import { testApp, type Person } from "../../test/test-app.ts";

/** Texts by name, as the DNS would answer them. */
const records = new Map<string, string>();
const dns = createSocket("udp4", (query, from) => {
  const labels: string[] = [];
  for (let at = 12; query[at] !== 0; at += query[at]! + 1)
    labels.push(query.toString("utf8", at + 1, at + 1 + query[at]!));
  const question = query.subarray(12, 12 + labels.join(".").length + 2 + 4);
  const text = records.get(labels.join("."));
  const header = Buffer.from([query[0]!, query[1]!, 0x81, text ? 0x80 : 0x83, 0, 1, 0, text ? 1 : 0, 0, 0, 0, 0]);
  const data = text ? Buffer.concat([Buffer.from([text.length]), Buffer.from(text)]) : Buffer.alloc(0);
  const found = text ? [Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 1, 0, data.length]), data] : [];
  dns.send(Buffer.concat([header, question, ...found]), from.port, from.address);
});
await new Promise<void>((bound) => dns.bind(0, "127.0.0.1", bound));
afterAll(() => void dns.close());

const app = await testApp({ DNS_SERVERS: `127.0.0.1:${dns.address().port}` });
const staff = await app.signInOperator();
await proveNow(app, staff.sessionId);

const settingsOf = async (person: Person) => (await app.call(person, companyProvider.current)).Result!;
const fresh = () => `${crypto.randomUUID().slice(0, 13)}.example`;

/** Comes back from the provider with these claims. Returns the browser and the portal's answer. */
async function comeBackFrom(
  idp: Awaited<ReturnType<typeof ownProvider>>,
  by: string | Omit<SignInAt, "provider">,
  claims: JWTPayload,
) {
  const { target, browser } = await begin(app, {
    provider: "sso",
    ...(typeof by === "string" ? { username: by } : by),
  });
  expect(target.origin).toBe(idp.issuer);
  idp.says(claims, target);
  const body = { state: target.searchParams.get("state")!, code: "code", iss: idp.issuer };
  const taken = await app.call(null, sso.callback, { body }, { headers: ourPage(browser) });
  return { browser, taken: taken.Result! };
}

async function signIn(...given: Parameters<typeof comeBackFrom>) {
  const { browser, taken } = await comeBackFrom(...given);
  if (!taken.Ticket) return { error: taken.OtherThan ? "somebody else" : "refused", token: "" };
  const answer = (await redeem(app, "sso", taken.Ticket, browser)).json<{ access_token?: string; error?: string }>();
  return { error: answer.error, token: answer.access_token ?? "" };
}

async function testSettings(
  idp: Awaited<ReturnType<typeof ownProvider>>,
  owner: Person,
  claims: JWTPayload = { sub: "tester" },
) {
  const begun = await app.call(owner, sso.test, {}, { headers: ourPage() });
  const target = new URL(begun.Result!.AuthoriseUrl);
  idp.says(claims, target);
  const browser = /__Host-sso=([^;]+)/.exec(setCookieOf(begun))![1]!;
  const body = { state: target.searchParams.get("state")!, code: "code" };
  return (await app.call(null, sso.callback, { body }, { headers: ourPage(browser) })).Result!;
}

/** A company whose provider is on, for a domain of its own. */
async function company(more: { AddsPeople?: boolean } = {}) {
  const [owner, idp, domain] = [await app.signIn(), await ownProvider(), fresh()];
  await proveNow(app, owner.sessionId);
  const saved = await app.call(owner, companyProvider.save, {
    body: { ...idp.client, AddsPeople: false, Role: "technical", ...more },
  });
  expect(saved.status).toBe(200);
  const { Domains } = (await app.call(owner, companyProvider.addDomain, { body: { Domain: domain } })).Result!;
  records.set(Domains[0]!.RecordName, Domains[0]!.RecordText);
  expect((await app.call(owner, companyProvider.proveDomain, { params: { providerDomain: domain } })).status).toBe(200);
  expect((await testSettings(idp, owner)).Tested).toBe(true);
  expect((await app.call(owner, companyProvider.turn, { body: { IsOn: true } })).status).toBe(200);
  const member = async (name: string, resellerId = owner.resellerId) => {
    const person = await app.signIn({ kind: "engineer", resellerId });
    await app.sql("update people set user_name = $1 where id = $2", [name, person.personId]);
    return person;
  };
  return { owner, idp, domain, member };
}

const whoIs = async (token: string) => (await app.call({ token }, session.current)).Result?.User.userName;
const flowOf = async (UserName: string) =>
  (await app.call(null, waysIn.loginFlow, { query: { UserName } })).Result!.loginFlow;

test("a company sets up its provider: saved sealed, tested, a domain proven by its DNS, switched on, in its log", async () => {
  const [owner, idp, domain] = [await app.signIn(), await ownProvider(), fresh()];
  const body = { ...idp.client, AddsPeople: false, Role: "technical" as const };
  await proveNow(app, owner.sessionId);
  const { Provider } = (await app.call(owner, companyProvider.save, { body })).Result!;
  expect(Provider).toMatchObject({ Issuer: idp.issuer, IsOn: false, TestedAt: null });
  expect(JSON.stringify(await settingsOf(owner))).not.toContain(idp.client.ClientSecret);
  const [held] = await app.sql<{ client_secret: string }>(
    "select client_secret from company_providers where reseller_id = $1",
    [owner.resellerId],
  );
  expect(held!.client_secret).toMatch(/^v1\./);
  const turn = (IsOn: boolean) => app.call(owner, companyProvider.turn, { body: { IsOn } });
  expect((await turn(true)).Error).toBe("providerNotReady");

  expect(await testSettings(idp, owner, { sub: "tester", aud: "another" })).toMatchObject({
    Tested: false,
    Ticket: null,
  });
  expect((await settingsOf(owner)).Provider!.TestedAt).toBeNull();
  expect(await testSettings(idp, owner)).toMatchObject({
    Tested: true,
    Ticket: null,
    Return: "/account-setting/identity-provider",
  });
  expect((await turn(true)).Error).toBe("providerNotReady");

  const { Domains } = (
    await app.call(owner, companyProvider.addDomain, { body: { Domain: `Ada@${domain.toUpperCase()}` } })
  ).Result!;
  const prove = () => app.call(owner, companyProvider.proveDomain, { params: { providerDomain: domain } });
  expect((await prove()).Error).toBe("domainNotProven");
  records.set(Domains[0]!.RecordName, "tradewind-domain=of-somebody-else");
  expect((await prove()).Error).toBe("domainNotProven");
  records.set(Domains[0]!.RecordName, Domains[0]!.RecordText);
  expect((await prove()).Result!.Domains[0]!.ProvenAt).not.toBeNull();
  expect(await flowOf(`ada@${domain}`)).toBe("Unknown");
  expect((await turn(true)).Result!.Provider!.IsOn).toBe(true);
  expect([await flowOf(`ada@${domain}`), await flowOf(`ADA@${domain}`), await flowOf(`ada@not-${domain}`)]).toEqual([
    "SSO",
    "SSO",
    "Unknown",
  ]);
  const lines = await app.sql<{ what: string }>(
    "select what from activity where reseller_id = $1 and action like 'companyProvider.%' and outcome = 'done' order by id",
    [owner.resellerId],
  );
  expect(lines.map(({ what }) => what)).toEqual([
    `Set up the identity provider ${idp.issuer}`,
    `Claimed the domain ${domain} for the identity provider`,
    `Proved the domain ${domain} for the identity provider`,
    `Switched the identity provider ${idp.issuer} on`,
  ]);
});

test("its people come in by the identity, first linked by an address in a proven domain, whatever they are called later", async () => {
  const { idp, domain, member } = await company();
  const name = `ada@${domain}`;
  await member(name);
  const first = await signIn(idp, name, { sub: "ada-1", email: name });
  expect(await whoIs(first.token)).toBe(name);
  // The identity counts from now on, and another identity with the same address is somebody else.
  expect(await whoIs((await signIn(idp, name, { sub: "ada-1" })).token)).toBe(name);
  expect((await signIn(idp, name, { sub: "ada-2", email: name })).error).toBe("sso_not_linked");
  await idp.turnKey();
  // Its keys are asked for again at most every second.
  await expect
    .poll(async () => whoIs((await signIn(idp, name, { sub: "ada-1" })).token), { timeout: 4_000 })
    .toBe(name);
  expect((await signIn(idp, name, { sub: "ada-1", iss: "https://elsewhere.example" })).error).toBe("refused");
  expect((await signIn(idp, name, { sub: "ada-1", nonce: "another" })).error).toBe("refused");
});

test("somebody unknown is added only where the company wants it, with the role it chose, and without a password", async () => {
  const [without, adding] = [await company(), await company({ AddsPeople: true })];
  const [one, other] = [`new@${without.domain}`, `new@${adding.domain}`];
  expect((await signIn(without.idp, one, { sub: "n", email: one })).error).toBe("sso_not_linked");
  const added = await signIn(adding.idp, other, { sub: "n", email: other, given_name: "Nora", family_name: "Wind" });
  expect(await whoIs(added.token)).toBe(other);
  const [row] = await app.sql(
    `select m.kind, m.first_name, m.last_name, p.password_hash, m.reseller_id from memberships m join people p on p.id = m.person_id where p.user_name = $1`,
    [other],
  );
  expect(row).toEqual({
    kind: "engineer",
    first_name: "Nora",
    last_name: "Wind",
    password_hash: null,
    reseller_id: adding.owner.resellerId,
  });
  expect((await app.call({ token: added.token }, companyProvider.current)).status).toBe(403);
  // An address outside of its domains, or one that it calls unverified, adds nobody.
  const outside = `eve@${fresh()}`;
  expect((await signIn(adding.idp, other, { sub: "eve", email: outside })).error).toBe("somebody else");
  expect(
    (
      await signIn(adding.idp, `eve@${adding.domain}`, {
        sub: "eve",
        email: `eve@${adding.domain}`,
        email_verified: false,
      })
    ).error,
  ).toBe("sso_not_linked");
});

test("a company's provider speaks for nobody of another company, of several companies, or of the operator", async () => {
  const [mine, theirs] = [await company({ AddsPeople: true }), await company()];
  const victim = `victim@${theirs.domain}`;
  await theirs.member(victim);
  const typed = `me@${mine.domain}`;
  // The address of another company's person.
  expect((await signIn(mine.idp, typed, { sub: "v", email: victim })).error).toBe("somebody else");
  // Another company's person whose user name lies in my domain.
  const guest = `guest@${mine.domain}`;
  const { personId } = await mine.member(guest, theirs.owner.resellerId);
  expect(await flowOf(guest)).toBe("Legacy");
  expect((await signIn(mine.idp, typed, { sub: "g", email: guest })).error).toBe("somebody else");
  // Somebody of both companies, linked while they acted for mine alone.
  const both = `both@${mine.domain}`;
  const person = await mine.member(both);
  expect(await whoIs((await signIn(mine.idp, both, { sub: "b", email: both })).token)).toBe(both);
  await app.sql(
    `insert into memberships (reseller_id, person_id, kind, first_name, last_name, email, views, permissions, created_at)
     select $1, person_id, kind, first_name, last_name, email, views, permissions, created_at from memberships where id = $2`,
    [theirs.owner.resellerId, person.membershipId],
  );
  const { target } = await begin(app, { provider: "sso", username: typed });
  expect(target.origin).toBe(mine.idp.issuer);
  expect((await signIn(mine.idp, typed, { sub: "b" })).error).toBe("somebody else");
  // The operator's staff.
  const boss = `boss@${mine.domain}`;
  const operator = await app.signInOperator();
  await app.sql("update people set user_name = $1 where id = $2", [boss, operator.personId]);
  expect(await flowOf(boss)).toBe("Legacy");
  const links = await app.sql("select from company_identities where person_id = any ($1)", [
    [personId, operator.personId],
  ]);
  expect(links).toEqual([]);
});

test("a company's provider speaks for nobody of its customers, whose people have a company of their own", async () => {
  const { owner, idp, domain } = await company({ AddsPeople: true });
  const customerId = await addCustomer(app, owner.resellerId);
  for (const kind of ["endUserAdmin", "endUser"] as const) {
    const name = `${kind.toLowerCase()}@${domain}`;
    const person = await app.signIn({ kind, resellerId: owner.resellerId, customerId });
    await app.sql("update people set user_name = $1 where id = $2", [name, person.personId]);
    expect(await flowOf(name)).toBe("Legacy");
    expect((await signIn(idp, `me@${domain}`, { sub: kind, email: name })).error).toBe("somebody else");
    expect(await app.sql("select from company_identities where person_id = $1", [person.personId])).toEqual([]);
  }
});

test("who lacks one role of an owner does not decide who signs in: the provider would make them anybody", async () => {
  const { owner, idp, domain } = await company();
  const weaker = [
    await app.signIn({ resellerId: owner.resellerId, canAgree: false }),
    await app.signIn({ resellerId: owner.resellerId, rights: ["home", "manageUsers", "createResellerEngineer"] }),
  ];
  for (const person of weaker) {
    await proveNow(app, person.sessionId);
    const params = { providerDomain: domain };
    const answers = [
      await app.call(person, companyProvider.save, {
        body: { ...idp.client, AddsPeople: false, Role: "technical" },
      }),
      await app.call(person, companyProvider.turn, { body: { IsOn: false } }),
      await app.call(person, companyProvider.addDomain, { body: { Domain: fresh() } }),
      await app.call(person, companyProvider.proveDomain, { params }),
      await app.call(person, companyProvider.removeDomain, { params }),
      await app.call(person, companyProvider.makeToken, { body: { Days: 30 } }),
      await app.call(person, companyProvider.remove),
    ];
    expect(answers.map(({ Error }) => Error)).toEqual(answers.map(() => "everyRoleNeeded"));
    expect((await settingsOf(person)).MayChange).toBe(false);
  }
  expect((await settingsOf(owner)).Provider).toMatchObject({ IsOn: true, ChangedBy: expect.any(String) });
  expect((await settingsOf(owner)).MayChange).toBe(true);
});

test("who a provider adds has an address that is one, and no name that is a sentence with a link", async () => {
  const { idp, domain } = await company({ AddsPeople: true });
  for (const email of [`x@${domain}@harbour.example`, `x@${domain}, victim@else.example`, `@${domain}`])
    expect((await signIn(idp, `x@${domain}`, { sub: email, email })).error).toBe("sso_not_linked");
  for (const email_verified of ["false", 0, "0"])
    expect((await signIn(idp, `x@${domain}`, { sub: "x", email: `x@${domain}`, email_verified })).error).toBe(
      "sso_not_linked",
    );
  const name = `nora@${domain}`;
  const given_name = "Click https://evil.example/now to keep your account";
  expect(await whoIs((await signIn(idp, name, { sub: "nora", email: name, given_name })).token)).toBe(name);
  const [added] = await app.sql("select first_name from memberships where email = $1", [name]);
  expect(added).toEqual({ first_name: "nora" });
});

test("a company has at most twenty domains without a proof, and hides nobody else's from the operator", async () => {
  const [noisy, quiet] = [await app.signIn(), await app.signIn()];
  const add = (person: Person, Domain: string) => app.call(person, companyProvider.addDomain, { body: { Domain } });
  for (const person of [noisy, quiet]) await proveNow(app, person.sessionId);
  await app.sql(
    `insert into company_provider_domains (reseller_id, domain, record, asked_at)
     select $1, i || '-' || $2, 'record', now() - interval '1 day' from generate_series(1, 300) i`,
    [noisy.resellerId, fresh()],
  );
  expect((await add(noisy, fresh())).Error).toBe("domainsEnough");
  const domain = fresh();
  expect((await add(quiet, domain)).status).toBe(200);
  const waiting = (await app.call(staff, companyProvider.waitingDomains)).Result!.Items;
  expect(waiting.slice(0, 20).map(({ Domain }) => Domain)).toContain(domain);
});

test("the issuer and subject of another company's person open nothing, though both companies name the same issuer", async () => {
  const theirs = await company();
  const name = `ada@${theirs.domain}`;
  await theirs.member(name);
  await signIn(theirs.idp, name, { sub: "ada", email: name });
  const [owner, domain] = [await app.signIn(), fresh()];
  await proveNow(app, owner.sessionId);
  await app.call(owner, companyProvider.save, { body: { ...theirs.idp.client, AddsPeople: false, Role: "technical" } });
  await app.sql(
    "insert into company_provider_domains (reseller_id, domain, record, asked_at, proven_at) values ($1, $2, 'x', now(), now())",
    [owner.resellerId, domain],
  );
  await testSettings(theirs.idp, owner);
  await app.call(owner, companyProvider.turn, { body: { IsOn: true } });
  expect((await signIn(theirs.idp, `me@${domain}`, { sub: "ada" })).error).toBe("sso_not_linked");
});

test("where single sign-on is demanded, whoever gives a password is told of the company's provider, as who set it up is", async () => {
  const { owner, idp, domain } = await company();
  const { resellerId } = owner;
  const boss = `boss@${domain}`;
  const { personId, userName: outside } = await addPerson(app, { resellerId });
  const passwordOf = "(select password_hash from people where id = $2)";
  const named = [boss, personId, owner.personId];
  await app.sql(`update people set user_name = $1, password_hash = ${passwordOf} where id = $3`, named);
  await app.sql("insert into sign_in_rules (reseller_id, sso_only, changed_at) values ($1, true, now())", [resellerId]);
  expect(await flowOf(boss), "nobody is asked for a password that would not let them in").toBe("SSO");
  const told = async (username: string) =>
    (await askToken(app.app, { username })).json<{ error: string; signInAt: SignInAt }>();
  const at = { provider: "sso", company: resellerId };
  expect(await told(boss)).toMatchObject({ error: "sso_only", signInAt: { ...at, username: boss } });
  expect((await told(outside)).signInAt, "a name that the provider does not know").toEqual(at);
  const { token } = await signIn(idp, { company: resellerId, username: boss }, { sub: "boss", email: boss });
  expect(await whoIs(token)).toBe(boss);
  expect((await signIn(idp, { company: resellerId }, { sub: "guest" })).error).toBe("sso_not_linked");
});

test("switching off or changing the provider ends what it opened, and whoever set it up keeps their password", async () => {
  const { owner, idp, domain, member } = await company();
  const name = `ada@${domain}`;
  await member(name);
  await app.sql("update people set user_name = $1 where id = $2", [`boss@${domain}`, owner.personId]);
  expect([await flowOf(name), await flowOf(`boss@${domain}`)]).toEqual(["SSO", "Legacy"]);
  const { token } = await signIn(idp, name, { sub: "ada", email: name });
  expect((await app.call({ token }, session.current)).status).toBe(200);
  await app.call(owner, companyProvider.turn, { body: { IsOn: false } });
  expect((await app.call({ token }, session.current)).status).toBe(401);
  expect(await flowOf(name)).toBe("Legacy");
  await app.call(owner, companyProvider.turn, { body: { IsOn: true } });
  const again = await signIn(idp, name, { sub: "ada" });
  const changed = await app.call(owner, companyProvider.save, {
    body: { ...idp.client, ClientId: "another", AddsPeople: false, Role: "technical" },
  });
  expect(changed.Result!.Provider).toMatchObject({ IsOn: false, TestedAt: null });
  expect((await app.call({ token: again.token }, session.current)).status).toBe(401);
  expect((await app.call(owner, companyProvider.remove)).Result!.Provider).toBeNull();
  expect((await app.call(owner, auth.signOut)).status).toBe(200);
});

test("of two companies that claim a domain one gets it, by its record or the operator's approval with a reason", async () => {
  const [one, other, domain] = [await app.signIn(), await app.signIn(), fresh()];
  for (const owner of [one, other]) {
    await proveNow(app, owner.sessionId);
    await app.call(owner, companyProvider.addDomain, { body: { Domain: domain } });
  }
  const waiting = (await app.call(staff, companyProvider.waitingDomains)).Result!.Items;
  expect(waiting.filter(({ Domain }) => Domain === domain)).toHaveLength(2);
  const approve = (CompanyId: string) =>
    app.call(staff, companyProvider.approveDomain, {
      body: { CompanyId, Domain: domain, Reason: "Seen on paper, ticket 4711" },
    });
  const twice = await Promise.all([approve(one.resellerId), approve(one.resellerId)]);
  expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect((await approve(other.resellerId)).Error).toBe("domainTaken");
  const { Domains } = await settingsOf(other);
  records.set(Domains[0]!.RecordName, Domains[0]!.RecordText);
  expect((await app.call(other, companyProvider.proveDomain, { params: { providerDomain: domain } })).Error).toBe(
    "domainTaken",
  );
  expect((await settingsOf(one)).Domains).toMatchObject([{ Domain: domain, ApprovedBy: "Olive Operator" }]);
  // Nor what the marketplace's own provider has for another company.
  const [third, held] = [await app.signIn(), fresh()];
  await app.sql("insert into sso_domains (domain, reseller_id) values ($1, $2)", [held, one.resellerId]);
  await proveNow(app, third.sessionId);
  const claimed = (await app.call(third, companyProvider.addDomain, { body: { Domain: held } })).Result!.Domains[0]!;
  records.set(claimed.RecordName, claimed.RecordText);
  expect((await app.call(third, companyProvider.proveDomain, { params: { providerDomain: held } })).Error).toBe(
    "domainTaken",
  );
});
