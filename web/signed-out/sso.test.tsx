import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { leave } from "../platform/leave.ts";
import { giveUp, recreateSession, switchOrganisation } from "../platform/sso.ts";
import { faults, faultsInBoth } from "../test/axe.ts";
import { fakeApi, refused, succeeded, tokenAnswer } from "../test/fake-api.ts";
import { bothEnds } from "../test/widths.ts";
import { SignedOut } from "./signed-out.tsx";

const here = location.href;
const left = vi.spyOn(leave, "to").mockImplementation(() => undefined);
beforeEach(() => {
  left.mockClear();
  sessionStorage.clear();
});
afterEach(() => history.replaceState(null, "", here));

async function open(address: string, state: unknown = null) {
  history.replaceState(state, "", address);
  return render(<SignedOut />);
}
const authorise = "https://provider.example/authorise?state=1";
const begun = { "POST /api/auth/sso/begin": succeeded({ AuthoriseUrl: authorise }) };
const bodyOf = (line: { body: string } | undefined) => JSON.parse(line?.body ?? "null") as Record<string, unknown>;
const formOf = (line: { body: string } | undefined) => Object.fromEntries(new URLSearchParams(line?.body));

const returned = (changes: Record<string, unknown> = {}) => ({
  "POST /api/auth/sso/callback": succeeded({
    Provider: "sso",
    Ticket: "ticket-1",
    Return: null,
    OtherThan: null,
    OrganisationId: "org-harbour",
    Company: null,
    Error: null,
    Redirect: null,
    Tested: null,
    ...changes,
  }),
});
const tokenWith = (claims: object) => ({
  "POST /api/auth/token": { body: tokenAnswer({ access_token: `x.${btoa(JSON.stringify(claims))}.x` }) },
});

test("AUTH-02 login has a button for Microsoft, which leads to handle-ext-auth with the place to return to", async () => {
  fakeApi({});
  const screen = await open("/login?return=%2Fbilling");
  const link = screen.getByRole("link", { name: "Sign in with Microsoft" });
  await expect.element(link).toHaveAttribute("href", "/handle-ext-auth?return=%2Fbilling");
});

test("AUTH-14 handle-ext-auth leaves for Microsoft at once", async () => {
  const sent = fakeApi(begun);
  await open("/handle-ext-auth?return=%2Fbilling");
  await expect.poll(() => left.mock.calls).toEqual([[authorise]]);
  expect(sent).toHaveLength(1);
  expect(bodyOf(sent[0])).toEqual({ provider: "aad", return: "/billing" });
  expect(sent[0]!.headers.get("x-tradewind")).toBe("1");
});

test("a provider that cannot be asked is said, with a way back", async () => {
  fakeApi({ "POST /api/auth/sso/begin": refused(409, "providerNotConfigured", "This way is not set up here.") });
  const screen = await open("/handle-ext-auth");
  await expect.element(screen.getByRole("alert")).toHaveTextContent("This way is not set up here.");
  await expect.element(screen.getByRole("link", { name: "Back to sign in" })).toHaveAttribute("href", "/login");
});

test("AUTH-37 a username of single sign-on is taken to its provider, with the place to return to", async () => {
  const sent = fakeApi({ ...begun, "GET /api/auth/login-flow": succeeded({ loginFlow: "SSO" }) });
  const screen = await open("/login?return=%2Fbilling");
  await screen.getByRole("textbox", { name: "Username" }).fill("avery@harbour.example");
  await screen.getByRole("button", { name: "Continue" }).click();
  await expect.poll(() => left.mock.calls).toEqual([[authorise]]);
  expect(bodyOf(sent.at(-1))).toEqual({ provider: "sso", username: "avery@harbour.example", return: "/billing" });
});

/** The provider asks who it is, though somebody is signed in there. */
const another = { provider: "sso", choose: true };

describe("the way back from the provider", () => {
  test("AUTH-37 somebody else at the provider leads back to it once, asking for the name that was typed", async () => {
    const other = { Ticket: null, OtherThan: "blake@harbour.example", Error: "Somebody else than blake is signed in." };
    for (const then of [authorise, "/login"]) {
      left.mockClear();
      const sent = fakeApi({ ...begun, ...returned({ ...other, Return: "/billing" }) });
      const screen = await open("/sso-callback?code=c1&state=s1");
      await expect.poll(() => left.mock.calls).toEqual([[then]]);
      if (then === authorise)
        expect(bodyOf(sent.at(-1))).toEqual({ ...another, username: "blake@harbour.example", return: "/billing" });
      await screen.unmount();
    }
    expect(sessionStorage.getItem("ssoError")).toBe(other.Error);
  });

  test("AUTH-56 AUTH-74 AUTH-128 ends at the stored place, after the grant sso with the ticket as id_token", async () => {
    const sent = fakeApi({ ...returned({ Return: "/billing?a=1" }), ...tokenWith({ use_se: true }) });
    await open("/sso-callback?code=c1&state=s1&iss=https%3A%2F%2Fprovider.example");
    await expect.poll(() => left.mock.calls).toEqual([["/?return=%2Fbilling%3Fa%3D1"]]);
    expect(bodyOf(sent[0])).toEqual({ state: "s1", code: "c1", iss: "https://provider.example" });
    expect(formOf(sent[1])).toEqual({
      grant_type: "sso",
      id_token: "ticket-1",
      client_id: "tradewind-portal",
      width: expect.stringMatching(/^\d+$/),
      height: expect.stringMatching(/^\d+$/),
    });
    expect(["ssoSession", "organisationId", "singleExperience"].map((key) => localStorage.getItem(key))).toEqual([
      "sso",
      "org-harbour",
      "true",
    ]);
    expect(location.search).toBe("");
  });

  test("AUTH-75 AUTH-128 goes to the root without a stored place, and never to another site", async () => {
    fakeApi({ ...returned(), ...tokenWith({ use_se: false }) });
    const screen = await open("/sso-callback?code=c1&state=s1");
    await expect.poll(() => left.mock.calls).toEqual([["/"]]);
    expect(localStorage.getItem("singleExperience")).toBe("false");
    await screen.unmount();
    left.mockClear();
    fakeApi({ ...returned({ Return: "/\\elsewhere.example" }), ...tokenWith({}) });
    await open("/sso-callback?code=c1&state=s1");
    await expect.poll(() => left.mock.calls).toEqual([["/"]]);
  });

  test("AUTH-76 AUTH-77 keeps an error and goes to login, or to the configured place", async () => {
    for (const [Redirect, place] of [
      [null, "/login"],
      ["/sign-in-problem", "/sign-in-problem"],
    ] as const) {
      left.mockClear();
      const sent = fakeApi(returned({ Ticket: null, Error: "The sign-in was cancelled", Redirect }));
      const screen = await open("/sso-callback?error=access_denied&error_description=no&state=s1");
      await expect.poll(() => left.mock.calls).toEqual([[place]]);
      expect(bodyOf(sent[0])).toEqual({ state: "s1", error: "access_denied", error_description: "no" });
      expect(sessionStorage.getItem("ssoError")).toBe("The sign-in was cancelled");
      await screen.unmount();
    }
  });

  test("AUTH-57 AUTH-83 keeps the token of a Microsoft account linked to nobody, and opens link-account", async () => {
    const sent = fakeApi({
      ...returned({ Provider: "aad", OrganisationId: null }),
      "POST /api/auth/token": { status: 400, body: { error: "aad_not_linked", error_description: "Not linked." } },
    });
    await open("/sso-callback?code=c1&state=s1");
    await expect.poll(() => location.pathname).toBe("/link-account");
    expect(formOf(sent[1])).toMatchObject({ grant_type: "aad", adtoken: "ticket-1" });
    expect(sessionStorage.getItem("adToken")).toBe("ticket-1");
  });
});

test("who is linked to nobody at their organisation's provider is asked to link once, in words about it, and comes in", async () => {
  const notLinked = {
    status: 400,
    body: { error: "sso_not_linked", error_description: "The account is not linked to any organisation." },
  };
  const tokens = [notLinked, tokenWith({})["POST /api/auth/token"]];
  const sent = fakeApi({
    ...returned(),
    "POST /api/auth/token": () => tokens.shift()!,
    "POST /api/auth/link-account": succeeded({}),
  });
  const screen = await open("/sso-callback?code=c1&state=s1");
  await expect.element(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Link your single sign-on");
  expect([location.pathname, document.body.textContent.includes("Microsoft")]).toEqual(["/link-account", false]);
  const forgotten = screen.getByRole("link", { name: "Choose one by email" });
  await expect.element(forgotten).toHaveAttribute("href", "/forget-password");
  expect(await faults()).toEqual([]);
  await screen.getByRole("textbox", { name: "Username" }).fill("robin@harbour.example");
  await screen.getByLabelText("Password", { exact: true }).fill("Copper-Lantern-42");
  await screen.getByRole("button", { name: "Link account" }).click();
  await expect.poll(() => left.mock.calls).toEqual([["/"]]);
  expect(formOf(sent.at(-3))).toMatchObject({ adtoken: "ticket-1", provider: "sso" });
  expect(formOf(sent.at(-2))).toMatchObject({ grant_type: "sso", id_token: "ticket-1" });
  expect([localStorage.getItem("ssoSession"), sessionStorage.length]).toEqual(["sso", 0]);
});

describe("link account", () => {
  async function link(answers: Parameters<typeof fakeApi>[0]) {
    sessionStorage.setItem("adToken", "ticket-1");
    sessionStorage.setItem("ssoTarget", "/billing");
    const sent = fakeApi(answers);
    const screen = await open("/link-account");
    await screen.getByRole("textbox", { name: "Username" }).fill("robin@harbour.example");
    await screen.getByLabelText("Password", { exact: true }).fill("Copper-Lantern-42");
    await screen.getByRole("button", { name: "Link account" }).click();
    return { sent, screen };
  }

  test("AUTH-15 AUTH-63 AUTH-82 AUTH-83 AUTH-84 posts the form, then signs in with the kept token and lands as any other", async () => {
    const { sent } = await link({ "POST /api/auth/link-account": succeeded({}), ...tokenWith({}) });
    await expect.poll(() => left.mock.calls).toEqual([["/?return=%2Fbilling"]]);
    expect(sent.map(({ path }) => path)).toEqual(["/api/auth/link-account", "/api/auth/token", "/api/auth/login-user"]);
    expect(sent[0]!.headers.get("content-type")).toContain("application/x-www-form-urlencoded");
    expect(formOf(sent[0])).toEqual({
      width: expect.stringMatching(/^\d+$/),
      height: expect.stringMatching(/^\d+$/),
      username: "robin@harbour.example",
      password: "Copper-Lantern-42",
      adtoken: "ticket-1",
    });
    expect(formOf(sent[1])).toMatchObject({ grant_type: "aad", adtoken: "ticket-1" });
    expect(localStorage.getItem("ssoSession")).toBe("aad");
    expect(sessionStorage.getItem("adToken")).toBeNull();
  });

  test("who has a second factor is asked for it, and the code goes with the same details", async () => {
    const answers = [
      { status: 400, body: { Message: "Confirm.", error: "mfa_token_needed", error_description: "Enter the code." } },
      succeeded({}),
    ];
    const { sent, screen } = await link({
      "POST /api/auth/link-account": () => answers.shift()!,
      ...tokenWith({}),
    });
    await screen.getByRole("textbox", { name: "Code" }).fill("123456");
    await screen.getByRole("button", { name: "Verify" }).click();
    await expect.poll(() => left.mock.calls).toEqual([["/?return=%2Fbilling"]]);
    expect(formOf(sent[1])).toEqual({ ...formOf(sent[0]), mfaToken: "123456", mfaKey: "" });
  });

  test.each([
    ["the server's message", { Message: "This account is linked already." }, "This account is linked already."],
    ["a default where there is none", {}, "The supplied details are incorrect"],
  ])("AUTH-85 a refusal shows %s", async (_, body, shown) => {
    const { screen } = await link({ "POST /api/auth/link-account": { status: 400, body } });
    await expect.element(screen.getByRole("alert")).toHaveTextContent(shown);
  });

  test("AUTH-86 AUTH-87 username and password are required, and nothing is sent without", async () => {
    const sent = fakeApi({});
    const screen = await open("/link-account");
    await screen.getByRole("button", { name: "Link account" }).click();
    await expect.element(screen.getByText("Username is required")).toBeVisible();
    await expect.element(screen.getByText("Password is required")).toBeVisible();
    expect(sent).toEqual([]);
  });
});

describe("an ended session", () => {
  beforeEach(() => localStorage.setItem("ssoSession", "sso"));

  test("AUTH-116 begins again without a question, for the place one was at", async () => {
    const sent = fakeApi(begun);
    history.replaceState(null, "", "/customers?Search=a");
    await recreateSession();
    expect(bodyOf(sent[0])).toEqual({ provider: "sso", silent: true, return: "/customers?Search=a" });
    expect(left.mock.calls).toEqual([[authorise]]);
  });

  test("begins again at the company's own provider, where that opened it", async () => {
    const Company = "019a0000-0000-7000-8000-00000000c0a1";
    const sent = fakeApi({ ...begun, ...returned({ Company }), ...tokenWith({}) });
    await open("/sso-callback?code=c1&state=s1");
    await expect.poll(() => left.mock.calls).toEqual([["/"]]);
    await recreateSession();
    expect(bodyOf(sent.at(-1))).toMatchObject({ provider: "sso", company: Company, silent: true });
  });

  test("AUTH-117 leads to login when the provider does not know the person any more, without an error popup", async () => {
    sessionStorage.setItem("ssoSilent", "1");
    fakeApi(returned({ Ticket: null, Return: "/customers", Error: "login_required" }));
    await open("/sso-callback?error=login_required&state=s1");
    await expect.poll(() => left.mock.calls).toEqual([["/login?return=%2Fcustomers"]]);
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
  });

  test("AUTH-132 of the single experience ends on its own page", () => {
    localStorage.setItem("singleExperience", "true");
    giveUp("/customers");
    expect(left.mock.calls).toEqual([["/single-experience-error"]]);
  });

  test("AUTH-131 the page of the single experience tries again", async () => {
    const sent = fakeApi(begun);
    const screen = await open("/single-experience-error");
    await expect
      .element(screen.getByRole("heading", { level: 1 }))
      .toHaveTextContent("Your session could not be restored");
    await screen.getByRole("button", { name: "Try again" }).click();
    await expect.poll(() => left.mock.calls).toEqual([[authorise]]);
    expect(bodyOf(sent[0])).toEqual({ provider: "sso" });
  });
});

test("AUTH-79 AUTH-80 another organisation clears the session and starts single sign-on", async () => {
  for (const key of ["userMex", "username", "ssoSession", "organisationId"]) localStorage.setItem(key, "old");
  const sent = fakeApi(begun);
  history.replaceState(null, "", "/billing");
  await switchOrganisation();
  expect(localStorage.length).toBe(0);
  expect(bodyOf(sent[0])).toEqual({ provider: "sso", return: "/billing" });
  expect(left.mock.calls).toEqual([[authorise]]);
});

test("AUTH-78 signing in by password clears what single sign-on kept", async () => {
  for (const key of ["ssoSession", "organisationId", "singleExperience"]) localStorage.setItem(key, "old");
  fakeApi({ ...tokenWith({}) });
  const screen = await open("/sign-in", { username: "robin@harbour.example" });
  await screen.getByLabelText("Password", { exact: true }).fill("Copper-Lantern-42");
  await screen.getByRole("button", { name: "Sign in" }).click();
  await expect.poll(() => localStorage.length).toBe(0);
});

describe("the error popup", () => {
  test.each([
    ["ERR-03", "Authentication with Microsoft required"],
    ["ERR-05", "Authentication with Microsoft prohibited"],
  ])(
    "%s a refused token leaves no organisation behind, and says %s on the login page",
    async (_, error_description) => {
      localStorage.setItem("organisationId", "org-old");
      fakeApi({
        ...returned(),
        "POST /api/auth/token": { status: 400, body: { error: "access_denied", error_description } },
      });
      await open("/sso-callback?code=c1&state=s1");
      await expect.poll(() => left.mock.calls).toEqual([["/login"]]);
      expect(localStorage.getItem("organisationId")).toBeNull();
      expect(sessionStorage.getItem("ssoError")).toBe(error_description);
    },
  );

  test.each([
    ["ERR-01", "The account is not linked to any organisation.", "Sign in with another account", another],
    ["ERR-02", "The user is not part of the organisation", "Sign in with another account", another],
    ["ERR-03", "Authentication with Microsoft required", "Continue with Microsoft", { provider: "aad", choose: false }],
    ["ERR-04", "Authentication with Microsoft required;123", "Choose another organisation", another],
    ["ERR-05", "Authentication with Microsoft prohibited", "Continue with your Tradewind login", null],
    ["ERR-06", "Authentication with Microsoft prohibited;123", "Choose another organisation", another],
    ["ERR-07", "Something nobody has seen", "Try again", { provider: "sso", choose: false }],
  ] as const)("%s of %s offers %s, which does so", async (_, message, action, asked) => {
    sessionStorage.setItem("ssoError", message);
    const sent = fakeApi(begun);
    sessionStorage.setItem("ssoErrorProvider", "sso");
    const screen = await open("/login");
    await screen.getByRole("dialog").getByRole("button", { name: action }).click();
    await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
    expect(sessionStorage.getItem("ssoError")).toBeNull();
    if (asked === null) return expect(sent).toEqual([]);
    await expect.poll(() => left.mock.calls).toEqual([[authorise]]);
    expect(bodyOf(sent.at(-1))).toEqual(asked);
  });

  test("a button that cannot reach the provider says so", async () => {
    sessionStorage.setItem("ssoError", "Something nobody has seen");
    fakeApi({ "POST /api/auth/sso/begin": refused(503, "providerUnavailable", "No answer.") });
    const screen = await open("/login");
    await screen.getByRole("dialog").getByRole("button", { name: "Try again" }).click();
    await expect.element(screen.getByRole("dialog")).toBeVisible();
    expect(left).not.toHaveBeenCalled();
  });
});

test.each(
  ["/link-account", "/single-experience-error", "/handle-ext-auth", "/login"].flatMap((place) =>
    bothEnds.map((width) => ({ place, width })),
  ),
)("axe finds nothing on $place at $width px", async ({ place, width }) => {
  if (place === "/login") sessionStorage.setItem("ssoError", "Authentication with Microsoft required");
  fakeApi({ "POST /api/auth/sso/begin": refused(409, "providerNotConfigured", "This way is not set up here.") });
  await page.viewport(width, 900);
  const screen = await open(place);
  await expect.element(screen.getByRole("heading", { level: place === "/login" ? 2 : 1 })).toBeVisible();
  expect(await faultsInBoth()).toEqual([]);
});
