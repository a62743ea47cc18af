import { afterEach, beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { faults, faultsInBoth } from "../test/axe.ts";
import { fakeApi, offContract, refused, succeeded, tokenAnswer } from "../test/fake-api.ts";
import { keepHere } from "../test/leaving.ts";
import { pageSettings } from "../test/page-settings.ts";
import { bothEnds, widths } from "../test/widths.ts";
import { handOff } from "../platform/hand-off.ts";
import { SignedOut } from "./signed-out.tsx";

const here = location.href;
afterEach(() => history.replaceState(null, "", here));

async function open(address: string, state: unknown = null) {
  history.replaceState(state, "", address);
  return render(<SignedOut />);
}
const flow = (loginFlow: string) => ({ "GET /api/auth/login-flow": succeeded({ loginFlow }) });
const user = "reseller@harbour.example";

beforeEach(() => void fakeApi({}));

test("AUTH-01 login shows the username step only", async () => {
  const screen = await open("/login");
  await expect.element(screen.getByRole("textbox", { name: "Username" })).toBeVisible();
  expect(screen.getByLabelText("Password").elements()).toHaveLength(0);
});

test("SHELL-46 a password just changed is confirmed once, and no more after a reload", async () => {
  handOff("passwordChanged", "yes");
  const screen = await open("/login");
  await expect.element(screen.getByText("Your password was changed")).toBeVisible();
  expect(await faults()).toEqual([]);
  await screen.unmount();
  const again = await open("/login");
  await expect.element(again.getByRole("textbox", { name: "Username" })).toBeVisible();
  expect(again.getByText("Your password was changed").elements()).toHaveLength(0);
});

test("AUTH-33 a username is required, and nothing is asked without one", async () => {
  const sent = fakeApi(flow("Legacy"));
  const screen = await open("/login");
  await screen.getByRole("button", { name: "Continue" }).click();
  await expect.element(screen.getByRole("alert")).toHaveTextContent("Username is required");
  expect(sent).toEqual([]);
});

test("AUTH-34 a username of 101 characters is not sent", async () => {
  const sent = fakeApi(flow("Legacy"));
  const screen = await open("/login");
  await screen.getByRole("textbox", { name: "Username" }).fill("a".repeat(101));
  await screen.getByRole("button", { name: "Continue" }).click();
  await expect.element(screen.getByRole("alert")).toHaveTextContent("Must be a maximum of 100 character(s)");
  expect(sent).toEqual([]);
});

test("AUTH-35 AUTH-38 AUTH-04 a legacy username leads to the password step, asked without a token", async () => {
  const sent = fakeApi(flow("Legacy"));
  const screen = await open("/login?return=%2Fbilling");
  await screen.getByRole("textbox", { name: "Username" }).fill(user);
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByLabelText("Password", { exact: true })).toBeVisible();
  expect(location.pathname + location.search).toBe("/sign-in?return=%2Fbilling");
  expect(
    sent.map((line) => [line.method, line.path, line.query.get("UserName"), line.headers.has("authorization")]),
  ).toEqual([["GET", "/api/auth/login-flow", user, false]]);
});

test.each([
  ["AUTH-39", flow("Unknown"), "We do not recognise this username. Please check it and try again."],
  [
    "AUTH-40",
    { "GET /api/auth/login-flow": refused(500, "unexpected", "x") },
    "We could not sign you in just now. Please try again later.",
  ],
  [
    "AUTH-41",
    { "GET /api/auth/login-flow": offContract(succeeded({ loginFlow: "Carrier pigeon" })) },
    "This page does not know how this account signs in. Please contact support.",
  ],
])("%s ERR-09 the username step stays and says why, never as a bare key", async (_row, handlers, text) => {
  fakeApi(handlers);
  const screen = await open("/login");
  await screen.getByRole("textbox", { name: "Username" }).fill(user);
  await screen.getByRole("button", { name: "Continue" }).click();
  await expect.element(screen.getByRole("alert")).toHaveTextContent(text);
  expect(document.body.textContent).not.toMatch(/[A-Z]+\.[A-Z]+_[A-Z]/);
  expect(location.pathname).toBe("/login");
});

test("AUTH-06 arriving at sign-in directly leads to login with the same query", async () => {
  const screen = await open("/sign-in?return=%2Fbilling&x=1");
  await expect.element(screen.getByRole("button", { name: "Continue" })).toBeVisible();
  expect(location.pathname + location.search).toBe("/login?return=%2Fbilling&x=1");
});

test("AUTH-43 AUTH-44 the username is locked, and Edit username leads back to it", async () => {
  const screen = await open("/sign-in?return=%2Fbilling", { username: user });
  const field = screen.getByRole("textbox", { name: "Username" });
  await expect.element(field).toHaveValue(user);
  await expect.element(field).toHaveAttribute("readonly");
  await screen.getByRole("link", { name: "Edit username" }).click();
  await expect.element(screen.getByRole("button", { name: "Continue" })).toBeVisible();
  await expect.element(field).toHaveValue(user);
  await expect.element(field).not.toHaveAttribute("readonly");
  expect(location.pathname + location.search).toBe("/login?return=%2Fbilling");
});

test("AUTH-42 a password is required, and nothing is asked without one", async () => {
  const sent = fakeApi({});
  const screen = await open("/sign-in", { username: user });
  await screen.getByRole("button", { name: "Sign in" }).click();
  await expect.element(screen.getByRole("alert")).toHaveTextContent("Password is required");
  expect(sent).toEqual([]);
});

const token = (body: unknown, after = 0) => ({ "POST /api/auth/token": { status: 400, body, after } });

async function tryPassword(handlers: Parameters<typeof fakeApi>[0]) {
  const sent = fakeApi(handlers);
  const screen = await open("/sign-in", { username: user });
  await screen.getByLabelText("Password", { exact: true }).fill("wrong");
  await screen.getByRole("button", { name: "Sign in" }).click();
  return { sent, screen };
}

test("AUTH-48 the server's description of a failure is shown", async () => {
  const { screen } = await tryPassword(
    token({ error: "invalid_grant", error_description: "Your account is locked for ten minutes." }),
  );
  await expect.element(screen.getByRole("alert")).toHaveTextContent("Your account is locked for ten minutes.");
});

test("AUTH-49 a failure without a description has a default text", async () => {
  const { screen } = await tryPassword(token({ error: "invalid_grant", error_description: "" }));
  await expect.element(screen.getByRole("alert")).toHaveTextContent("The supplied details are incorrect");
});

test("AUTH-45 the form is locked while signing in", async () => {
  const { screen } = await tryPassword(token({ error: "invalid_grant", error_description: "No." }, 400));
  await expect.element(screen.getByLabelText("Password", { exact: true })).toBeDisabled();
  await expect.element(screen.getByRole("button", { name: "Sign in" })).toBeDisabled();
  await expect.element(screen.getByRole("alert")).toBeVisible();
  await expect.element(screen.getByLabelText("Password", { exact: true })).toBeEnabled();
});

test("AUTH-53 AUTH-54 the token is asked for form-encoded with the window's size", async () => {
  const { sent, screen } = await tryPassword(token({ error: "invalid_grant", error_description: "No." }));
  await expect.element(screen.getByRole("alert")).toBeVisible();
  const [request] = sent;
  expect(request!.headers.get("content-type")).toContain("application/x-www-form-urlencoded");
  const form = Object.fromEntries(new URLSearchParams(request!.body));
  expect(form).toEqual({
    grant_type: "password",
    client_id: "tradewind-portal",
    width: expect.stringMatching(/^\d+$/),
    height: expect.stringMatching(/^\d+$/),
    username: user,
    password: "wrong",
    datetime: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    mfaKey: "",
    mfaToken: "",
  });
});

test("AUTH-63 the call for the login data follows that for the token, with it, and its identifier is kept", async () => {
  const loginUser = {
    mex: "2000",
    gaUserReference: "1",
    resellerCloudMarketId: null,
    displayName: "Hannah Reid",
    endUserAdmin: null,
    mustSignIn: false,
  };
  const wanted = keepHere();
  const { sent } = await tryPassword({
    "POST /api/auth/token": { body: tokenAnswer() },
    "GET /api/auth/login-user": succeeded(loginUser),
  });
  await expect.poll(() => wanted).toEqual(["/"]);
  expect(localStorage.getItem("userMex")).toBe("2000");
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "POST /api/auth/token",
    "GET /api/auth/login-user",
  ]);
  expect(sent[1]!.headers.get("authorization")).toBe("Bearer access");
});

test("AUTH-58 the client identifier sent with a sign-in is the configured one, and is not written on the page", async () => {
  pageSettings({ loginClientId: "portal-of-somebody" });
  const { sent, screen } = await tryPassword(token({ error: "invalid_grant", error_description: "No." }));
  await expect.element(screen.getByRole("alert")).toBeVisible();
  expect(new URLSearchParams(sent[0]!.body).get("client_id")).toBe("portal-of-somebody");
  expect(document.body.textContent).not.toContain("portal-of-somebody");
});

test("Microsoft work accounts are offered where they are set up only", async () => {
  pageSettings({ withoutWorkAccounts: true });
  const screen = await open("/login");
  await expect.element(screen.getByRole("button", { name: "Continue" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Sign in with Microsoft" }).elements()).toEqual([]);
});

test("AUTH-50 what the browser filled in by itself counts after 500 ms", async () => {
  const screen = await open("/login");
  await screen.getByRole("button", { name: "Continue" }).click();
  await expect.element(screen.getByRole("alert")).toBeVisible();
  (screen.getByRole("textbox", { name: "Username" }).element() as HTMLInputElement).value = user;
  await expect.element(screen.getByRole("alert")).not.toBeInTheDocument();
});

test("AUTH-10 AUTH-27 AUTH-28 the not-found page has its title, home and back", async () => {
  const screen = await open("/404");
  await expect.element(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Page not found");
  await expect.element(screen.getByRole("link", { name: "Home" })).toHaveAttribute("href", "/");
  await expect.element(screen.getByRole("button", { name: "Back" })).toBeVisible();
});

test("AUTH-18 AUTH-19 the permission page says so and leads back to sign in", async () => {
  const screen = await open("/permission-error");
  await expect
    .element(screen.getByText("You do not have permission to access this page. Please contact your administrator."))
    .toBeVisible();
  await expect.element(screen.getByRole("link", { name: "Back to sign in" })).toHaveAttribute("href", "/login");
});

test.each([
  ["another one", {}],
  ["203.0.113.9", { Error: "addressNotAllowed", Resources: { Address: "203.0.113.9" } }],
])("who is at an address that their company does not let in is told so, %s, and may try again", async (at, refusal) => {
  sessionStorage.setItem("keptOut", JSON.stringify(refusal));
  const screen = await open("/kept-out");
  await expect.element(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Not from this address");
  await expect.element(screen.getByText(new RegExp(`and you are at ${at}\\.`))).toBeVisible();
  await expect.element(screen.getByRole("link", { name: "Try again" })).toHaveAttribute("href", "/");
  await expect
    .element(screen.getByRole("link", { name: "Sign in as somebody else" }))
    .toHaveAttribute("href", "/login");
});

const onlyThere = "Your company now signs in at its provider: a password or a passkey no longer lets you in.";
const company = "019a0000-0000-7000-8000-00000000bbbb";
const begun = succeeded({ AuthoriseUrl: "https://login.harbour.example/authorize" });

test.each(widths)(
  "whom single sign-on only signed out is told why, and goes to the company's provider, at %i px",
  async (width) => {
    await page.viewport(width, 900);
    const left = keepHere();
    const SignInAt = { provider: "sso", company, username: user };
    sessionStorage.setItem(
      "keptOut",
      JSON.stringify({ Error: "byProviderOnly", Messages: [onlyThere], Resources: { SignInAt } }),
    );
    localStorage.setItem("username", user);
    const sent = fakeApi({ "POST /api/auth/sso/begin": begun });
    const screen = await open("/kept-out?return=%2Fbilling%2Finvoices");
    await expect.element(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Sign in at your provider");
    await expect.element(screen.getByText(onlyThere)).toBeVisible();
    expect(await faults()).toEqual([]);
    expect(localStorage.getItem("username")).toBeNull();
    await screen.getByRole("button", { name: "Go to your provider" }).click();
    await expect.poll(() => left).toEqual(["/authorize"]);
    expect(JSON.parse(sent[0]!.body)).toEqual({ ...SignInAt, return: "/billing/invoices" });
  },
);

test("who gives a password where single sign-on is demanded is told so, with the way there, or that there is none", async () => {
  const refusal = { error: "sso_only", error_description: onlyThere };
  const answers = [{ ...refusal, signInAt: { provider: "aad" } }, refusal];
  fakeApi({ "POST /api/auth/token": () => ({ status: 400, body: answers.shift() }) });
  for (const seen of [
    ["Sign in with Microsoft", onlyThere],
    ["Single sign-on only", /^Your company lets its people in/],
  ]) {
    const screen = await open("/sign-in", { username: user });
    await screen.getByLabelText("Password", { exact: true }).fill("Copper-Lantern-42");
    await screen.getByRole("button", { name: "Sign in" }).click();
    for (const words of seen) await expect.element(screen.getByText(words)).toBeVisible();
    expect(location.pathname).toBe("/kept-out");
    await screen.unmount();
  }
});

const places = ["/login", "/sign-in", "/404", "/permission-error", "/kept-out"];
test.each(places.flatMap((place) => bothEnds.map((width) => ({ place, width }))))(
  "axe finds nothing on $place at $width px",
  async ({ place, width }) => {
    await page.viewport(width, 900);
    const screen = await open(place, { username: user });
    await expect.element(screen.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await faultsInBoth()).toEqual([]);
  },
);
