import { expect, test } from "vitest";
import { fakeApi, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";

async function open(session: ReturnType<typeof sessionOf>) {
  fakeApi({ "GET /api/session": succeeded(session) });
  const { screen } = await renderApp("/account-setting");
  const main = screen.getByRole("main");
  await expect.element(main.getByRole("link", { name: "Security" })).toBeVisible();
  return main;
}

test("who signs in with a password is offered to change it, and told of second factors", async () => {
  const main = await open(sessionOf());
  await expect.element(main.getByRole("link", { name: "Change password" })).toBeVisible();
  await expect.element(main.getByText("Multi-factor authentication, passkeys and recovery codes.")).toBeVisible();
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
