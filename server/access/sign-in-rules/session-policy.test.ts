import { companies } from "@tradewind/contract/access/companies.ts";
import { companyProvider } from "@tradewind/contract/access/company-providers.ts";
import { everySignInRules, signInRules } from "@tradewind/contract/access/sign-in-rules.ts";
import { errors } from "@tradewind/contract/errors.ts";
import { customers } from "@tradewind/contract/customers/customers.ts";
import { mfa } from "@tradewind/contract/access/mfa.ts";
import { people } from "@tradewind/simulators/identity-provider/people.ts";
import { expect, test } from "vitest";
import { addCustomer, addPerson, askToken, renewWith, signInWith, type Browser } from "../../test/auth-fixtures.ts";
import { comeBack, link, redeem, testProvider } from "../../test/provider-fixtures.ts";
import { proveNow } from "../../test/soft-authenticator.ts";
import { testApp, type Person } from "../../test/test-app.ts";

const provider = await testProvider();
const app = await testApp({ ...provider.settings, LOGIN_FLOW_LIMIT: "1000" });

type Policy = { IdleMinutes?: number; LifeHours?: number; MostSessions?: number; SsoOnly?: boolean };
async function save(person: Person, policy: Policy) {
  const { Version } = (await app.call(person, signInRules.sessionPolicy)).Result!;
  const usual = { IdleMinutes: null, LifeHours: null, MostSessions: null, SsoOnly: false };
  return app.call(person, signInRules.saveSessionPolicy, { body: { ...usual, ...policy, Version } });
}
const shift = (sessionId: string, column: "created_at" | "last_seen_at", by: string) =>
  app.sql(`update sessions set ${column} = ${column} - $2::interval where id = $1`, [sessionId, by]);
const statusOf = async (caller: { token: string }) => {
  app.platform.sessions.forget("");
  return (await app.call(caller, customers.list)).status;
};
const renewed = async ({ cookie }: Browser) => (await renewWith(app.app, cookie)).statusCode;

/** A person of a reseller, signed in, and a colleague who sets its policy. */
async function companyOf(kind: "reseller" | "endUserAdmin" = "reseller") {
  const manager = await app.signIn();
  const { resellerId } = manager;
  const of = kind === "reseller" ? {} : { customerId: await addCustomer(app, resellerId) };
  const person = await addPerson(app, { resellerId, kind, ...of });
  return { manager, person, browser: await signInWith(app.app, person.userName) };
}

test("a session idle for longer than the company allows cannot be renewed, one there was before too", async () => {
  const { manager, browser, person } = await companyOf();
  const second = await signInWith(app.app, person.userName);
  for (const { sessionId } of [browser, second]) await shift(sessionId, "last_seen_at", "16 minutes");
  expect(await renewed(second)).toBe(200);
  expect((await save(manager, { IdleMinutes: 15 })).status).toBe(200);
  expect(await renewed(browser)).toBe(401);
});

test("a session older than the company allows is over at its next call, in use or not, one there was before too", async () => {
  const { manager, browser } = await companyOf();
  await shift(browser.sessionId, "created_at", "61 minutes");
  expect(await statusOf(browser)).toBe(200);
  await save(manager, { LifeHours: 1 });
  expect(await statusOf(browser)).toBe(401);
  expect(await renewed(browser)).toBe(401);
});

test("the policy holds for the company's own people, not for its customers' people", async () => {
  const { manager, browser } = await companyOf("endUserAdmin");
  await save(manager, { LifeHours: 1, IdleMinutes: 15, MostSessions: 1 });
  await shift(browser.sessionId, "created_at", "61 minutes");
  await shift(browser.sessionId, "last_seen_at", "16 minutes");
  expect(await renewed(browser)).toBe(200);
});

test("going to another company and back lengthens no session, and is no proof of who one is", async () => {
  const person = await app.signIn();
  const elsewhere = await app.addReseller();
  const [second] = await app.sql<{ id: string }>(
    `insert into memberships (reseller_id, person_id, kind, first_name, last_name, email, views, permissions, created_at)
     select $1, person_id, kind, first_name, last_name, email, views, permissions, created_at from memberships where id = $2
     returning id`,
    [elsewhere, person.membershipId],
  );
  await app.sql(
    "insert into sso_domains (domain, reseller_id) select split_part($1, '@', 2), $2 on conflict do nothing",
    [person.email, elsewhere],
  );
  await app.sql("update sessions set way = 'sso', confirmed_at = null where id = $1", [person.sessionId]);
  await shift(person.sessionId, "created_at", "59 minutes");
  const params = { membershipId: second!.id };
  const { access_token: token } = (await app.call(person, companies.switch, { params })).Result! ?? {};
  if (token === undefined) throw new Error("The session did not go on");
  const [there] = await app.sql<{ old: boolean }>(
    "select created_at < now() - interval '58 minutes' as old from sessions where reseller_id = $1",
    [elsewhere],
  );
  expect(there!.old).toBe(true);
  expect((await app.call({ token }, mfa.setup)).Error).toBe("confirmFirst");
});

test("a person has as many sessions as the company allows: signing in once more ends the one used longest ago", async () => {
  const { manager, person, browser } = await companyOf();
  await save(manager, { MostSessions: 2 });
  const second = await signInWith(app.app, person.userName);
  await renewWith(app.app, browser.cookie);
  const third = await signInWith(app.app, person.userName);
  const alive = [];
  for (const each of [browser, second, third]) alive.push(await statusOf(each));
  expect(alive).toEqual([200, 401, 200]);
});

test("single sign-on only: who came by password is asked to come by the provider, and who demands it has done so", async () => {
  const { resellerId } = await app.signIn();
  const { id, userName } = people[0]!;
  const colleague = await addPerson(app, { resellerId });
  const before = await signInWith(app.app, colleague.userName);
  const editor = await addPerson(app, { resellerId, views: [1, 2, 13] });
  await link(app, "sso", provider.issuer, id, editor.personId);
  const byPassword = await signInWith(app.app, editor.userName);
  const manager = (browser: { token: string; sessionId: string }) =>
    ({ ...byPassword, ...browser }) as unknown as Person;
  await app.sql("update sessions set confirmed_at = now() where id = $1", [byPassword.sessionId]);
  expect((await save(manager(byPassword), { SsoOnly: true })).Error).toBe("signInByProviderFirst");
  const enter = async () => {
    const { ticket, browser } = await comeBack(app, { provider: "sso" }, userName);
    return (await redeem(app, "sso", ticket, browser)).json<{ access_token: string; refresh_token: string }>();
  };
  const { access_token: token, refresh_token: sessionId } = await enter();
  const others = async () => (await app.call({ token }, signInRules.sessionPolicy)).Result!.Others;
  const elsewhere = await companyOf();
  expect(await others()).toEqual({ SignedInOtherwise: 2, Unlinked: 2, AllUnlinked: 2 });
  await link(app, "aad", provider.issuer, colleague.personId, colleague.personId);
  expect(await others()).toEqual({ SignedInOtherwise: 2, Unlinked: 1, AllUnlinked: 1 });
  await shift(before.sessionId, "last_seen_at", "61 minutes");
  expect(await others()).toEqual({ SignedInOtherwise: 1, Unlinked: 1, AllUnlinked: 1 });
  await shift(before.sessionId, "last_seen_at", "-61 minutes");

  expect((await save(manager({ token, sessionId }), { SsoOnly: true })).status).toBe(200);
  expect(await statusOf({ token })).toBe(200);
  expect(await statusOf(elsewhere.browser)).toBe(200);
  expect(await statusOf(before)).toBe(401);
  const ended = await renewWith(app.app, before.cookie);
  expect([ended.statusCode, ended.json()]).toEqual([
    409,
    expect.objectContaining({ Error: "byProviderOnly", Resources: { SignInAt: { provider: "aad" } } }),
  ]);
  expect(ended.headers["set-cookie"], "the session goes on once the rule is lifted").toBeUndefined();
  const refused = await askToken(app.app, { username: colleague.userName });
  expect([refused.statusCode, refused.json()]).toEqual([
    400,
    { error: "sso_only", error_description: errors.byProviderOnly[1], signInAt: { provider: "aad" } },
  ]);
  await app.sql("delete from linked_identities where person_id = $1", [colleague.personId]);
  expect((await askToken(app.app, { username: colleague.userName })).json()).toMatchObject({
    signInAt: { provider: "sso", username: colleague.userName },
  });
  const [line] = await app.sql(
    "select distinct outcome, ip from activity where reseller_id = $1 and action = 'signIn' and outcome = 'refused'",
    [resellerId],
  );
  expect(line).toEqual({ outcome: "refused", ip: "192.0.2.1" });
  expect((await enter()).access_token).toBeDefined();

  const operator = await app.signInOperator();
  const lift = (Reason: string) =>
    app.call(operator, everySignInRules.lift, { params: { companyId: resellerId }, body: { Reason } });
  expect((await lift("x")).Errors).toEqual({ Reason: "Say in a sentence why, for the log" });
  expect((await lift("Their provider is down")).status).toBe(200);
  expect(await renewed(before)).toBe(200);
  expect((await askToken(app.app, { username: colleague.userName })).statusCode).toBe(200);
});

test("rules only tighten: nothing longer than what holds for everybody can be saved", async () => {
  const person = await app.signIn();
  for (const wrong of [
    { IdleMinutes: 61 },
    { IdleMinutes: 14 },
    { LifeHours: 13 },
    { LifeHours: 0 },
    { MostSessions: 0 },
  ])
    expect((await save(person, wrong)).status).toBe(400);
});

test("while single sign-on only lets people in, the company's provider is not switched off, replaced or removed, nor its domain", async () => {
  const owner = await app.signIn();
  await proveNow(app, owner.sessionId);
  await app.sql("update sessions set way = 'sso' where id = $1", [owner.sessionId]);
  const Domain = `${crypto.randomUUID().slice(0, 13)}.example`;
  await app.sql(
    `insert into company_providers (reseller_id, issuer, client_id, client_secret, role, tested_at, is_on, set_up_by, changed_by, changed_at)
     values ($1, 'https://idp.example', 'tradewind', 'sealed', 'technical', now(), true, $2, 'Robin', now())`,
    [owner.resellerId, owner.personId],
  );
  await app.sql(
    "insert into company_provider_domains (reseller_id, domain, record, asked_at, proven_at) values ($1, $2, 'record', now(), now())",
    [owner.resellerId, Domain],
  );
  expect((await save(owner, { SsoOnly: true })).status).toBe(200);
  const another = { Issuer: "https://idp.example", ClientId: "another", ClientSecret: "a secret of another client" };
  const changes = [
    () => app.call(owner, companyProvider.turn, { body: { IsOn: false } }),
    () => app.call(owner, companyProvider.save, { body: { ...another, AddsPeople: false, Role: "technical" } }),
    () => app.call(owner, companyProvider.removeDomain, { params: { providerDomain: Domain } }),
    () => app.call(owner, companyProvider.remove),
  ];
  for (const change of changes) expect((await change()).Error).toBe("singleSignOnOnly");
  expect((await app.call(owner, companyProvider.current)).Result!).toMatchObject({
    Provider: { IsOn: true, ClientId: "tradewind" },
    Domains: [{ Domain }],
  });
  expect((await save(owner, {})).status).toBe(200);
  for (const change of changes.slice(2)) expect((await change()).status).toBe(200);
});
