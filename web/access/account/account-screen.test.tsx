import { expect, test } from "vitest";
import { cleanup } from "vitest-browser-react";
import { fakeApi, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";

async function open(session: ReturnType<typeof sessionOf>, at = "/account-setting") {
  await cleanup();
  fakeApi({ "GET /api/session": succeeded(session) });
  const { screen } = await renderApp(at);
  const main = screen.getByRole("main");
  await expect.element(main.getByRole("link", { name: "Security" })).toBeVisible();
  return main;
}

test("who signs in with a password is offered to change it, and told of second factors", async () => {
  const main = await open(sessionOf());
  await expect.element(main.getByRole("link", { name: "Change password" })).toBeVisible();
  await expect.element(main.getByText("Multi-factor authentication, passkeys and recovery codes.")).toBeVisible();
});

const linksOf = (main: Awaited<ReturnType<typeof open>>) =>
  main
    .getByRole("link")
    .elements()
    .map((link) => link.getAttribute("href"));

const everybodys = ["security", "sessions"].map((name) => `/account-setting/${name}`);
const companys = [
  "whitelabelling",
  "display",
  "activity-log",
  "identity-provider",
  "integration",
  "ip-access",
  "session-policy",
  "api-tokens",
].map((name) => `/account-setting/${name}`);

test.each([
  { at: "/account-setting", row: "SET-01", signIn: { HasPassword: true, ByProvider: false } },
  { at: "/sso-account-setting", row: "SET-02", signIn: { HasPassword: false, ByProvider: true } },
])("$row $at offers the settings that views and permissions allow", async ({ at, signIn }) => {
  const own = [...everybodys, ...(signIn.HasPassword ? ["/account-setting/change-password"] : []), "/opt-out"];
  const main = await open(sessionOf({ signIn }), at);
  const headings = [...main.element().querySelectorAll("h2")].map(({ textContent }) => textContent);
  expect(headings.slice(0, 2)).toEqual(["Your sign-in and messages", "Your company"]);
  const all = linksOf(main);
  const few = linksOf(await open(sessionOf({ signIn, views: [], permissions: [] }), at));
  expect(new Set(all)).toEqual(new Set([...own, ...companys]));
  expect(new Set(few)).toEqual(new Set(own));
});

const elsewhere = "Who manages your sign-in, and the accounts linked to it.";

test.each([
  { who: "who has no password here", signIn: { HasPassword: false, ByProvider: true }, offered: false },
  { who: "who came by a provider but has a password", signIn: { HasPassword: true, ByProvider: true }, offered: true },
])("MFA-10 $who is promised no second factor", async ({ signIn, offered }) => {
  const main = await open(sessionOf({ signIn }));
  await expect.element(main.getByText(elsewhere)).toBeVisible();
  expect(main.getByRole("link", { name: "Change password" }).elements()).toHaveLength(offered ? 1 : 0);
});

test("staff on a visit are offered neither", async () => {
  const main = await open({ ...sessionOf(), JumpedBy: "Olive Operator" });
  await expect.element(main.getByText(elsewhere)).toBeVisible();
  expect(main.getByRole("link", { name: "Change password" }).elements()).toHaveLength(0);
});
