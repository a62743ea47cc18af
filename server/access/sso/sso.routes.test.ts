import { auth } from "@tradewind/contract/access/auth.ts";
import { waysIn } from "@tradewind/contract/access/sign-in.ts";
import { session } from "@tradewind/contract/access/session.ts";
import { sso } from "@tradewind/contract/access/sso.ts";
import { people, workAccounts } from "@tradewind/simulators/identity-provider/people.ts";
import { decodeJwt } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import {
  addCustomer,
  addPerson,
  askToken,
  password,
  renewWith,
  cookieOf,
  setCookieOf,
} from "../../test/auth-fixtures.ts";
import {
  begin,
  callbackBody,
  comeBack,
  link,
  ourPage,
  redeem,
  testProvider,
  visitor,
} from "../../test/provider-fixtures.ts";
import { testApp } from "../../test/test-app.ts";

const provider = await testProvider();
const app = await testApp({ ...provider.settings, HARDWARE_LOGOUT_URL: "https://hardware.example/logout" });
const [avery, blake, cleo] = people as [(typeof people)[0], (typeof people)[0], (typeof people)[0]];
const [morgan, noor, pat] = workAccounts as [
  (typeof workAccounts)[0],
  (typeof workAccounts)[0],
  (typeof workAccounts)[0],
];

let owner: Awaited<ReturnType<typeof addPerson>>;
beforeAll(async () => {
  owner = await addPerson(app);
  await link(app, "sso", provider.issuer, avery.id, owner.personId);
  await link(app, "sso", provider.issuer, blake.id, (await addPerson(app, { kind: "engineer" })).personId);
  const { resellerId } = owner;
  const customerId = await addCustomer(app, resellerId!);
  const admin = await addPerson(app, { kind: "endUserAdmin", resellerId: resellerId!, customerId });
  await link(app, "sso", provider.issuer, cleo.id, admin.personId);
});

const signIn = async (userName: string, host?: string) => {
  const { ticket, browser } = await comeBack(app, { provider: "sso" }, userName);
  return redeem(app, "sso", ticket, browser, host);
};
const claimsOf = (response: { json(): { access_token: string } }) => decodeJwt(response.json().access_token);

test("AUTH-36 the login flow is SSO for a linked person and for everybody of a claimed domain", async () => {
  const flowOf = async (UserName: string) =>
    (await app.call(null, waysIn.loginFlow, { query: { UserName } })).Result?.loginFlow;
  expect(await flowOf(owner.userName.toUpperCase())).toBe("SSO");
  expect(await flowOf((await addPerson(app)).userName)).toBe("Legacy");
  expect(await flowOf("new@claimed.example")).toBe("Unknown");
  const resellerId = await app.addReseller();
  await app.sql("insert into sso_domains values ('claimed.example', $1)", [resellerId]);
  expect(await flowOf("New@Claimed.example")).toBe("SSO");
  expect(await flowOf("new@not-claimed.example")).toBe("Unknown");
  const named = async (of: string | undefined) => {
    const { personId } = await addPerson(app, of ? { resellerId: of } : {});
    const name = `${personId}@claimed.example`;
    await app.sql("update people set user_name = $1 where id = $2", [name, personId]);
    return flowOf(name);
  };
  expect([await named(resellerId), await named(undefined)]).toEqual(["SSO", "Legacy"]);
});

test("a provider opens a company that set up its domain, a password the one used last", async () => {
  const person = await addPerson(app);
  const other = await app.addReseller();
  await app.sql("update people set user_name = 'drew@of-two.example' where id = $1", [person.personId]);
  await app.sql(
    `insert into memberships (reseller_id, person_id, kind, first_name, last_name, email, views, created_at, last_signed_in_at)
     values ($1, $2, 'engineer', 'Robin', 'Tester', 'robin@of-two.example', '{1}', '2026-02-02', now() + interval '1 day')`,
    [other, person.personId],
  );
  await link(app, "sso", provider.issuer, "sso-indy", person.personId);
  await link(app, "aad", noor.tid, noor.oid, person.personId);
  await app.sql("insert into sso_domains values ('of-two.example', $1)", [person.resellerId]);
  const openedBy = async (response: { json(): { access_token: string } }) =>
    (await app.call({ token: response.json().access_token }, session.current)).Result!.Reseller!.Id;
  for (const [way, userName] of [
    ["sso", "indy@harbour-sso.example"],
    ["aad", noor.userName],
  ] as const) {
    const { ticket, browser } = await comeBack(app, { provider: way }, userName);
    expect(await openedBy(await redeem(app, way, ticket, browser))).toBe(person.resellerId);
  }
  expect(await openedBy(await askToken(app.app, { username: "drew@of-two.example" }))).toBe(other);
  await app.sql("delete from linked_identities where person_id = $1", [person.personId]);
});

test("AUTH-56 AUTH-74 a person comes back from the provider with a ticket that the grant sso takes as id_token", async () => {
  const { ticket, browser, taken } = await comeBack(app, { provider: "sso", return: "/billing" }, avery.userName);
  expect(taken.Result).toEqual({
    Provider: "sso",
    Ticket: expect.stringMatching(/^[\w-]{43}$/),
    Return: "/billing",
    OtherThan: null,
    OrganisationId: "org-harbour",
    Company: null,
    Error: null,
    Redirect: null,
    Tested: null,
  });
  const response = await redeem(app, "sso", ticket, browser);
  expect(response.statusCode).toBe(200);
  expect(claimsOf(response).sub).toBe(owner.personId);
  const [opened] = await app.sql("select way from sessions where person_id = $1", [owner.personId]);
  expect(opened).toEqual({ way: "sso" });
});

test("AUTH-57 AUTH-81 AUTH-82 AUTH-83 a work account is linked by a password, then its token signs in by the grant aad", async () => {
  const person = await addPerson(app);
  const { ticket, browser } = await comeBack(app, { provider: "aad" }, morgan.userName);
  const unlinked = await redeem(app, "aad", ticket, browser);
  expect([unlinked.statusCode, unlinked.json()]).toEqual([
    400,
    { error: "aad_not_linked", error_description: "This Microsoft account is not linked to a user yet." },
  ]);
  const body = { width: "1440", height: "900", username: person.userName, password, adtoken: ticket };
  const linked = await app.call(null, sso.linkAccount, { body }, { headers: ourPage(browser) });
  expect(linked.status).toBe(200);
  const response = await redeem(app, "aad", ticket, browser);
  expect([response.statusCode, claimsOf(response).sub]).toEqual([200, person.personId]);
  expect(setCookieOf(response), "Microsoft names no organisation").toContain("organisationId=; Max-Age=0");
  // The ticket is used up, and the next sign-in needs no link.
  expect((await redeem(app, "aad", ticket, browser)).statusCode).toBe(400);
  const again = await comeBack(app, { provider: "aad" }, morgan.userName);
  expect(claimsOf(await redeem(app, "aad", again.ticket, again.browser)).sub).toBe(person.personId);
});

describe("the three cookies of a sign-in at a provider", () => {
  const cookiesOf = async (userName: string, host: string) => {
    const lines = [(await signIn(userName, host)).headers["set-cookie"] ?? []].flat();
    return Object.fromEntries(lines.map((line) => [line.split("=")[0], line.split("; ").slice(1).toSorted()]));
  };

  test("AUTH-68 AUTH-69 AUTH-70 AUTH-71 are the access token for this host only, and organisation and single experience for a year and the domain", async () => {
    const cookies = await cookiesOf(avery.userName, "a.b.example.test");
    const shared = ["Domain=example.test", "Max-Age=31536000", "Path=/", "SameSite=Lax", "Secure"];
    expect(cookies).toMatchObject({
      cloudAccessToken: ["HttpOnly", "Max-Age=600", "Path=/", "SameSite=Strict", "Secure"],
      organisationId: shared,
      singleExperience: shared,
    });
  });

  test("AUTH-122 stay with the host where browsers take no domain, and are gone after signing out with the provider's own", async () => {
    expect((await cookiesOf(avery.userName, "localhost:4000"))["organisationId"]).not.toContain("Domain=localhost");
    const { token } = await openSession(avery.userName);
    const cleared = setCookieOf(await app.call({ token }, auth.signOut));
    for (const name of ["cloudAccessToken", "organisationId", "singleExperience", "__Host-sso", "__Host-rt"])
      expect(cleared).toMatch(new RegExp(`${name}=; Max-Age=0`));
  });

  test("are gone after signing in by a password", async () => {
    const { userName } = await addPerson(app);
    const headers = { cookie: "organisationId=org-harbour" };
    const cleared = setCookieOf(await askToken(app.app, { username: userName }, undefined, headers));
    for (const name of ["cloudAccessToken", "organisationId", "singleExperience"])
      expect(cleared).toMatch(new RegExp(`${name}=; Max-Age=0`));
  });
});

const openSession = async (userName: string) => {
  const response = await signIn(userName);
  return { token: response.json<{ access_token: string }>().access_token, refresh: cookieOf(response)! };
};

test("AUTH-128 AUTH-129 use_se in the provider's token is in ours and stays there, but not for an end-user admin", async () => {
  const without = await signIn(avery.userName);
  expect(claimsOf(without)["use_se"]).toBe(false);
  expect(setCookieOf(without)).toContain("organisationId=org-harbour;");
  const response = await signIn(blake.userName);
  expect(claimsOf(response)["use_se"]).toBe(true);
  expect(setCookieOf(response)).toContain("singleExperience=true");
  const renewed = await renewWith(app.app, cookieOf(response)!, {
    cookie: `__Host-rt=${cookieOf(response)!}; singleExperience=false`,
  });
  expect(claimsOf(renewed)["use_se"]).toBe(true);
  const customersAdmin = await signIn(cleo.userName);
  expect(claimsOf(customersAdmin)["use_se"]).toBe(false);
  expect(setCookieOf(customersAdmin)).toContain("singleExperience=false");
  const staff = await addPerson(app, { kind: "admin" });
  await app.sql("update linked_identities set person_id = $1 where subject = $2", [staff.personId, blake.id]);
  expect(claimsOf(await signIn(blake.userName))["use_se"]).toBe(true);
});

test("AUTH-76 AUTH-77 a refusal by the provider is passed on, with the configured place to go on", async () => {
  const { taken } = await comeBack(app, { provider: "sso" }, avery.userName, { answer: "no" });
  expect(taken.Result).toMatchObject({ Ticket: null, Error: "The sign-in was cancelled", Redirect: null });
  const other = await testApp({ ...provider.settings, SSO_ERROR_PATH: "/sign-in-problem" });
  const refused = await comeBack(other, { provider: "sso" }, "ellis@harbour-sso.example");
  expect(refused.taken.Result).toMatchObject({
    Error: "Authentication with Microsoft required",
    Redirect: "/sign-in-problem",
  });
});

test("AUTH-116 AUTH-117 a silent sign-in asks nothing while the provider's session lives, and fails after it", async () => {
  const browserAtProvider = visitor();
  await comeBack(app, { provider: "sso" }, avery.userName, { browserAtProvider });
  const silent = { provider: "sso", silent: true, return: "/customers" } as const;
  const again = await comeBack(app, silent, "nobody is asked", { browserAtProvider });
  expect(again.target.searchParams.get("prompt")).toBe("none");
  expect((await redeem(app, "sso", again.ticket, again.browser)).statusCode).toBe(200);
  const stranger = await comeBack(app, silent, "nobody is asked");
  expect(stranger.back.searchParams.get("error")).toBe("login_required");
  expect(stranger.taken.Result).toMatchObject({ Ticket: null, Return: "/customers" });
});

test("AUTH-123 signing out leads to the provider's end of session, which leads back to the sign-in page", async () => {
  const browserAtProvider = visitor();
  const { ticket, browser } = await comeBack(app, { provider: "sso" }, avery.userName, { browserAtProvider });
  const { access_token: token } = (await redeem(app, "sso", ticket, browser)).json<{ access_token: string }>();
  const { Result } = await app.call({ token }, sso.farewell);
  expect(Result).toMatchObject({ HardwareLogoutUrl: "https://hardware.example/logout" });
  const { page } = await browserAtProvider.visit(Result!.EndSessionUrl!);
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(page)![1]!;
  const action = /action="([^"]+)"/.exec(page)![1]!;
  const left = await browserAtProvider.visit(action, { xsrf: field("xsrf"), logout: "yes" });
  expect(left.url.href).toBe("http://localhost:4000/login");
  const silent = await comeBack(app, { provider: "sso", silent: true }, "", { browserAtProvider });
  expect(silent.back.searchParams.get("error")).toBe("login_required");
});

test("AUTH-123 signing out of a session of Microsoft's leaves for its end of session, and comes back to login", async () => {
  const browserAtProvider = visitor();
  const person = await addPerson(app);
  await app.sql("delete from linked_identities where subject = $1", [noor.oid]);
  await link(app, "aad", noor.tid, noor.oid, person.personId);
  const { ticket, browser } = await comeBack(app, { provider: "aad" }, noor.userName, { browserAtProvider });
  const { access_token: token } = (await redeem(app, "aad", ticket, browser)).json<{ access_token: string }>();
  const { EndSessionUrl } = (await app.call({ token }, sso.farewell)).Result!;
  expect(new URL(EndSessionUrl!).pathname).toBe("/microsoft/organizations/oauth2/v2.0/logout");
  expect((await browserAtProvider.visit(EndSessionUrl!)).url.href).toBe("http://localhost:4000/login");
  const silent = await comeBack(app, { provider: "aad", silent: true }, "", { browserAtProvider });
  expect(silent.back.searchParams.get("error")).toBe("login_required");
});

test("AUTH-124 a session by password has nothing to end at a provider", async () => {
  const { token } = await app.signIn();
  expect((await app.call({ token }, sso.farewell)).Result?.EndSessionUrl).toBeNull();
});

describe("a sign-in at a provider is refused", () => {
  test("in another browser, with another state, a second time, and from a foreign page", async () => {
    const { target, browser } = await begin(app, { provider: "sso" });
    const body = callbackBody(await visitor().signIn(target, avery.userName));
    const stranger = (await begin(app, { provider: "sso" })).browser;
    const send = async (headers: Record<string, string>, changes = {}) => {
      const { status, Error } = await app.call(null, sso.callback, { body: { ...body, ...changes } }, { headers });
      return [status, Error];
    };
    expect(await send(ourPage(stranger))).toEqual([409, "signInNotBegun"]);
    expect(await send(ourPage())).toEqual([409, "signInNotBegun"]);
    expect(await send(ourPage(browser), { state: "made-up" })).toEqual([409, "signInNotBegun"]);
    expect(await send({ ...ourPage(browser), origin: "https://elsewhere.example" })).toEqual([401, "notSignedIn"]);
    expect(await send({ cookie: `__Host-sso=${browser}` })).toEqual([401, "notSignedIn"]);
    expect(await send(ourPage(browser))).toEqual([200, null]);
    expect(await send(ourPage(browser))).toEqual([409, "signInNotBegun"]);
  });

  test("after ten minutes", async () => {
    const { target, browser } = await begin(app, { provider: "sso" });
    const body = callbackBody(await visitor().signIn(target, avery.userName));
    await app.sql("update sso_transactions set expires_at = now() - interval '1 second' where returned_at is null");
    expect((await app.call(null, sso.callback, { body }, { headers: ourPage(browser) })).status).toBe(409);
  });

  test("where no provider is configured", async () => {
    const bare = await testApp();
    for (const one of ["sso", "aad"] as const) {
      const answer = await bare.call(null, sso.begin, { body: { provider: one } }, { headers: ourPage() });
      expect([answer.status, answer.Error]).toEqual([409, "providerNotConfigured"]);
    }
  });

  test("by a Microsoft account of a private person, and of a tenant that is not on the list", async () => {
    const { taken } = await comeBack(app, { provider: "aad" }, pat.userName);
    expect(taken.Result).toMatchObject({
      Ticket: null,
      Error: "The sign-in could not be confirmed. Please try again.",
    });
    const choosy = await testApp({ ...provider.settings, AAD_TENANTS: "11111111-2222-3333-4444-555555555555" });
    expect((await comeBack(choosy, { provider: "aad" }, morgan.userName)).ticket).toBe("");
    const open = await testApp({ ...provider.settings, AAD_TENANTS: `x, ${morgan.tid.toUpperCase()}` });
    expect((await comeBack(open, { provider: "aad" }, morgan.userName)).ticket).not.toBe("");
  });
});

describe("a ticket", () => {
  test("is good once, even for two at the same moment, in its own browser and for its own grant", async () => {
    const { ticket, browser } = await comeBack(app, { provider: "sso" }, avery.userName);
    const stranger = (await begin(app, { provider: "sso" })).browser;
    expect((await redeem(app, "sso", ticket, stranger)).statusCode).toBe(400);
    expect((await redeem(app, "aad", ticket, browser)).statusCode).toBe(400);
    const both = await Promise.all([redeem(app, "sso", ticket, browser), redeem(app, "sso", ticket, browser)]);
    expect(new Set(both.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 400]));
  });

  test("of somebody without a link is refused in words, and after five attempts and ten minutes altogether", async () => {
    const { ticket, browser } = await comeBack(app, { provider: "sso" }, "drew@harbour-sso.example");
    const answers = [];
    for (let n = 0; n < 6; n++)
      answers.push((await redeem(app, "sso", ticket, browser)).json<{ error: string }>().error);
    expect(answers).toEqual([...Array.from({ length: 5 }, () => "sso_not_linked"), "invalid_grant"]);
    const late = await comeBack(app, { provider: "sso" }, avery.userName);
    await app.sql("update sso_transactions set ticket_expires_at = now() where used_at is null");
    expect((await redeem(app, "sso", late.ticket, late.browser)).statusCode).toBe(400);
  });

  test("needs neither a second factor nor a new password here: the provider vouches for its people", async () => {
    const { personId } = await addPerson(app);
    await app.sql(
      "insert into passkeys (person_id, rp_id, credential_id, public_key, counter, backed_up, name) values ($1, 'localhost', gen_random_uuid(), '', 0, false, 'Laptop')",
      [personId],
    );
    await app.sql("update people set reset_required = true where id = $1", [personId]);
    await link(app, "sso", provider.issuer, "sso-indy", personId);
    const response = await signIn("indy@harbour-sso.example");
    expect([response.statusCode, claimsOf(response).sub]).toEqual([200, personId]);
  });

  test("lets nobody in who is suspended", async () => {
    const person = await addPerson(app);
    await app.sql("delete from linked_identities where subject = $1", [morgan.oid]);
    await link(app, "aad", morgan.tid, morgan.oid, person.personId);
    await app.sql("update people set status = 'Suspended' where id = $1", [person.personId]);
    const { ticket, browser } = await comeBack(app, { provider: "aad" }, morgan.userName);
    expect((await redeem(app, "aad", ticket, browser)).json()).toMatchObject({ error: "invalid_grant" });
  });
});
