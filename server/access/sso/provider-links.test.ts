import { auth } from "@tradewind/contract/access/auth.ts";
import { waysIn } from "@tradewind/contract/access/sign-in.ts";
import { mfa } from "@tradewind/contract/access/mfa.ts";
import { providerLinks } from "@tradewind/contract/access/provider-links.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { addPerson, password, signInWith } from "../../test/auth-fixtures.ts";
import { link } from "../../test/provider-fixtures.ts";
import { noticesTo } from "../../test/mails.ts";
import { testApp, type Person } from "../../test/test-app.ts";

const app = await testApp();
let operator: Person;
beforeAll(async () => {
  operator = await app.signInOperator();
});
const freshDomain = () => `${crypto.randomUUID().slice(0, 13)}.example`;
const add = (Domain: string, CompanyId: string) =>
  app.call(operator, providerLinks.addDomain, { body: { Domain, CompanyId } });
const remove = (signInDomain: string) => app.call(operator, providerLinks.removeDomain, { params: { signInDomain } });
const flowOf = async (UserName: string) =>
  (await app.call(null, waysIn.loginFlow, { query: { UserName } })).Result!.loginFlow;
const linesOf = async (resellerId: string) =>
  (
    await app.sql<{ what: string; who: string }>(
      "select what, who from activity where reseller_id = $1 and outcome = 'done' and action not in ('signIn', 'mfa.verify') order by id",
      [resellerId],
    )
  ).map(({ who, what }) => `${who}: ${what}`);

describe("domains of single sign-on", () => {
  test("AUTH-36 a domain is set up for a company, sends its names to the provider, and is taken away again", async () => {
    const name = `Harbour ${crypto.randomUUID()}`;
    const company = await app.addReseller({ name });
    const domain = freshDomain();
    expect(await flowOf(`robin@${domain}`)).toBe("Unknown");
    expect((await add(` Robin@${domain.toUpperCase()} `, company)).Result).toEqual({ Domain: domain });
    expect(await flowOf(`robin@${domain}`)).toBe("SSO");
    const { Result } = await app.call(operator, providerLinks.domains, { query: { Search: name } });
    expect(Result!.Items).toMatchObject([{ Domain: domain, CompanyName: name }]);
    expect((await remove(domain)).status).toBe(200);
    expect(await flowOf(`robin@${domain}`)).toBe("Unknown");
    expect((await remove(domain)).status).toBe(404);
    expect(await linesOf(company)).toEqual([
      `Olive Operator: Set up single sign-on for ${domain}`,
      `Olive Operator: Ended single sign-on for ${domain}`,
    ]);
  });

  test.each(["", "acme", "co.uk", "10.0.0.1", "a b.example"])("%j is no domain", async (text) => {
    const refused = await add(text, await app.addReseller());
    expect([refused.status, refused.Errors]).toEqual([400, { Domain: "Must be a domain, for example acme.co.uk" }]);
  });

  test.each(["gmail.com", "robin@hotmail.co.uk", "mail.yahoo.com"])("%s is nobody's own", async (text) => {
    const refused = await add(text, await app.addReseller());
    expect([refused.Error, Object.keys(refused.Errors!)]).toEqual(["domainPublic", ["Domain"]]);
  });

  test("when several companies claim a domain at the same moment, only one gets it", async () => {
    const domain = freshDomain();
    const companies = await Promise.all([1, 2, 3].map(() => app.addReseller()));
    const answers = await Promise.all(companies.map((company) => add(domain, company)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)).toMatchObject({ Error: "domainTaken" });
    expect((await add(freshDomain(), crypto.randomUUID())).status).toBe(404);
  });

  test("long lists come page by page, and companies are found by name", async () => {
    const name = `Quay ${crypto.randomUUID()}`;
    const company = await app.addReseller({ name });
    await app.sql(
      "insert into sso_domains (domain, reseller_id) select 'd' || n || '-' || $2 || '.example', $1::uuid from generate_series(1, 120) n",
      [company, name.slice(5, 13)],
    );
    const seen: string[] = [];
    for (let After: string | undefined; ;) {
      const { Result } = await app.call(operator, providerLinks.domains, {
        query: { Search: name, ...(After ? { After } : {}) },
      });
      seen.push(...Result!.Items.map(({ Domain }) => Domain));
      if (!Result!.Next) break;
      After = Result!.Next;
    }
    expect([seen.length, new Set(seen).size]).toEqual([120, 120]);
    const found = await app.call(operator, providerLinks.companies, { query: { Search: name.toUpperCase() } });
    expect(found.Result!.Items).toEqual([{ Id: company, Name: name }]);
  });
});

/** Adds a person with an identity at each provider, signed in by password and by single sign-on. */
async function linked() {
  const person = await addPerson(app);
  const subject = crypto.randomUUID();
  await link(app, "sso", "https://x.example", subject, person.personId);
  await link(app, "aad", "tenant", subject, person.personId);
  const here = await signInWith(app.app, person.userName);
  const away = await signInWith(app.app, person.userName);
  await app.sql("update sessions set way = 'sso' where id = $1", [away.sessionId]);
  const rows = await app.sql<{ id: string; provider: string }>(
    "select id, provider from linked_identities where person_id = $1",
    [person.personId],
  );
  const idOf = (provider: string) => rows.find((row) => row.provider === provider)!.id;
  return { ...person, subject, here, away, idOf };
}
const isIn = async (browser: { token: string }) => (await app.call(browser, auth.loginUser)).status === 200;
const ownOf = async (browser: { token: string }) => (await app.call(browser, providerLinks.own)).Result!;

describe("linked identities", () => {
  test("the operator finds a person's links and removes one: their sessions by it end, the others continue", async () => {
    const { userName, subject, resellerId, here, away, idOf } = await linked();
    const find = async () =>
      (await app.call(operator, providerLinks.links, { query: { Search: userName } })).Result!.Items;
    expect((await find()).map(({ Provider, Subject }) => [Provider, Subject])).toEqual([
      ["aad", subject],
      ["sso", subject],
    ]);
    const removed = await app.call(operator, providerLinks.removeLink, { params: { linkId: idOf("sso") } });
    expect(removed.Result).toEqual({ Ended: 1 });
    expect([await isIn(here), await isIn(away)]).toEqual([true, false]);
    expect((await find()).map(({ Provider }) => Provider)).toEqual(["aad"]);
    const again = await app.call(operator, providerLinks.removeLink, { params: { linkId: idOf("sso") } });
    expect(again.status).toBe(404);
    expect(await linesOf(resellerId!)).toEqual(["Olive Operator: Removed the link of Robin Tester to single sign-on"]);
    expect(await noticesTo(app, userName)).toEqual(["The link of your account to single sign-on was removed."]);
  });

  test("people see only their own links, and remove one after proving their identity", async () => {
    const { here, away, idOf, resellerId, userName } = await linked();
    const other = await linked();
    expect((await ownOf(here)).Items).toHaveLength(2);
    const unlink = (id: string) => app.call(here, providerLinks.unlink, { params: { linkId: id } });
    expect((await unlink(idOf("sso"))).Error).toBe("confirmFirst");
    expect((await ownOf(here)).Items).toHaveLength(2);
    expect((await app.call(here, mfa.verifyUser, { body: { Password: "wrong" } })).status).toBe(422);
    expect((await unlink(idOf("sso"))).Error).toBe("confirmFirst");
    await app.call(here, mfa.verifyUser, { body: { Password: password } });
    expect((await unlink(other.idOf("sso"))).status).toBe(404);
    expect((await unlink(idOf("sso"))).status).toBe(200);
    expect([await isIn(here), await isIn(away)]).toEqual([true, false]);
    expect((await ownOf(here)).Items.map(({ Provider }) => Provider)).toEqual(["aad"]);
    expect(await linesOf(resellerId!)).toEqual(["Robin Tester: Removed the link of Robin Tester to single sign-on"]);
    expect(await noticesTo(app, userName)).toEqual(["The link of your account to single sign-on was removed."]);
  });

  test("people cannot remove their only way to sign in", async () => {
    const { here, idOf, personId } = await linked();
    await app.call(here, mfa.verifyUser, { body: { Password: password } });
    await app.sql("update people set password_hash = null where id = $1", [personId]);
    expect((await ownOf(here)).HasPassword).toBe(false);
    const refused = await app.call(here, providerLinks.unlink, { params: { linkId: idOf("sso") } });
    expect(refused.Error).toBe("lastWayIn");
    expect((await ownOf(here)).Items).toHaveLength(2);
  });

  test("all of it is the operator's alone", async () => {
    const reseller = await app.signIn();
    for (const endpoint of [providerLinks.domains, providerLinks.links, providerLinks.companies])
      expect((await app.call(reseller, endpoint, { query: {} })).Error).toBe("PermissionNotFound");
    const { idOf } = await linked();
    for (const id of [idOf("sso"), crypto.randomUUID()])
      expect((await app.call(reseller, providerLinks.removeLink, { params: { linkId: id } })).status).toBe(403);
  });
});
