import { expect, test } from "vitest";
import { faults } from "../../test/axe.ts";
import { fakeApi, succeeded } from "../../test/fake-api.ts";
import { keepHere } from "../../test/leaving.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { asksBeforeSignOut } from "./header.tsx";

const signIn = (session = sessionOf(), handlers: Parameters<typeof fakeApi>[0] = {}) =>
  fakeApi({ "GET /api/session": succeeded(session), "POST /api/auth/sign-out": succeeded({}), ...handlers });
const signedOut = (sent: readonly { path: string }[]) => sent.some(({ path }) => path === "/api/auth/sign-out");

test("AUTH-16 AUTH-17 redirect leads to an address of the portal after a second, and nowhere else", async () => {
  signIn();
  for (const [wanted, end] of [
    ["/no-access-resources", "/no-access-resources"],
    ["https://elsewhere.example/", "/dashboard"],
    ["//elsewhere.example", "/dashboard"],
  ]) {
    history.replaceState(null, "", `/redirect?redirectUrl=${encodeURIComponent(wanted!)}`);
    const started = performance.now();
    const { screen, router } = await renderApp(`/redirect?redirectUrl=${encodeURIComponent(wanted!)}`);
    await expect.element(screen.getByRole("heading", { name: "One moment" })).toBeVisible();
    await expect.poll(() => router.state.location.pathname, { timeout: 5000 }).toBe(end);
    expect(performance.now() - started).toBeGreaterThanOrEqual(1000);
    await screen.unmount();
  }
});

test("AUTH-126 SHELL-40 signing out of a page that adds a service asks first, and cancelling stays", async () => {
  const sent = signIn();
  const wanted = keepHere();
  const { screen } = await renderApp("/customers/customer/42/add-service/office-365");
  const leave = async () => {
    await screen.getByRole("button", { name: "My Account" }).click();
    await screen.getByRole("button", { name: "Sign out" }).click();
  };
  await leave();
  await expect.element(screen.getByRole("dialog", { name: "Sign out?" })).toBeVisible();
  await screen.getByRole("button", { name: "Cancel" }).click();
  await expect.element(screen.getByRole("dialog", { name: "Sign out?" })).not.toBeInTheDocument();
  expect([signedOut(sent), wanted]).toEqual([false, []]);
  await leave();
  await screen.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
  await expect.poll(() => wanted).toEqual(["/login"]);
  expect(signedOut(sent)).toBe(true);
});

test("signing out asks first while quick links are being configured, but not on other pages", () => {
  expect(
    ["/customers/customer/42/cs/add-service/7", "/configure-quick-links", "/dashboard", "/services"].map(
      asksBeforeSignOut,
    ),
  ).toEqual([true, true, false, false]);
});

test.each([
  { returned: true, at: "/operator/people" },
  { returned: false, at: "/login" },
])(
  "AUTH-90 a visit of staff shows who is behind it above the usual header, and ends without calling anybody else: in their own session $returned",
  async ({ returned, at }) => {
    const sent = signIn(
      { ...sessionOf(), JumpedBy: "Olive Operator" },
      { "POST /api/auth/end-visit": succeeded({ Returned: returned }) },
    );
    const wanted = keepHere();
    const { screen } = await renderApp("/no-access-resources");
    const bar = screen.getByRole("complementary", { name: "Visit of staff" });
    await expect.element(bar.getByText(/^Olive Operator, you are in the portal of Hannah Reid\./)).toBeVisible();
    await expect.element(screen.getByRole("button", { name: "My Account" })).toBeVisible();
    expect(await faults()).toEqual([]);
    await screen.getByRole("button", { name: "End visit" }).click();
    await expect.poll(() => wanted).toEqual([at]);
    expect(
      sent
        .filter(({ path }) => path.startsWith("/api/auth/"))
        .map(({ path }) => path)
        .at(-1),
    ).toBe("/api/auth/end-visit");
    expect(localStorage.getItem("username")).toBeNull();
  },
);

test("a person's own session shows no bar", async () => {
  signIn();
  const { screen } = await renderApp("/no-access-resources");
  await expect.element(screen.getByRole("button", { name: "My Account" })).toBeVisible();
  expect(screen.getByRole("complementary", { name: "Visit of staff" }).elements()).toHaveLength(0);
});
