import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { widths } from "../../test/widths.ts";

const address = "/account-setting/display";
const api = "/api/settings/display";
const serve = (more: Parameters<typeof fakeApi>[0] = {}) => {
  let kept: unknown = { HidePricing: false, HideBanner: false, ShowOwnPrices: false };
  return fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    [`GET ${api}`]: () => succeeded(kept),
    [`POST ${api}`]: ({ body }) => succeeded((kept = JSON.parse(body))),
    ...more,
  });
};

test.each(widths)("ACL-42 the display settings are saved and kept at %i px", async (width) => {
  await page.viewport(width, 900);
  const sent = serve();
  const { screen } = await renderApp(address);
  const row = screen.getByRole("row", { name: /^Resellers and engineers/ });
  await expect.element(row).toMatchTextContent(/Shown.*Shown/);
  const admins = screen.getByRole("row", { name: /^Customer admins/ });
  await expect.element(admins).toMatchTextContent(/Hidden.*Shown/);
  await screen.getByRole("checkbox", { name: /^Show customers what they pay/ }).click();
  await expect.element(admins).toMatchTextContent(/Their own.*Shown/);
  await screen.getByRole("checkbox", { name: /^Hide prices/ }).click();
  await expect.element(row).toMatchTextContent(/Hidden.*Shown/);
  await expect.element(admins).toMatchTextContent(/Hidden.*Shown/);
  expect(await faults()).toEqual([]);
  await screen.getByRole("button", { name: "Save changes" }).click();
  await expect.element(screen.getByText("Display settings saved")).toBeVisible();
  const post = sent.find(({ method, path }) => method === "POST" && path === api)!;
  expect(JSON.parse(post.body)).toEqual({ HidePricing: true, HideBanner: false, ShowOwnPrices: true });
  await screen.unmount();
  const again = await renderApp(address);
  await expect.element(again.screen.getByRole("checkbox", { name: /^Hide prices/ })).toBeChecked();
});

test("an error is shown, and the choice stays", async () => {
  serve({ [`POST ${api}`]: refused(503, "unavailable", "The portal is restarting. Please try again in a moment.") });
  const { screen } = await renderApp(address);
  await screen.getByRole("checkbox", { name: /^Hide the banner/ }).click();
  await screen.getByRole("button", { name: "Save changes" }).click();
  await expect.element(screen.getByText("The display settings were not saved")).toBeVisible();
  await expect.element(screen.getByRole("checkbox", { name: /^Hide the banner/ })).toBeChecked();
});

test.each([
  ["an engineer without the view of settings", sessionOf({ kind: "engineer", views: ["home"] })],
  ["a customer admin", sessionOf({ kind: "endUserAdmin" })],
])("%s has no display settings", async (_who, session) => {
  fakeApi({ "GET /api/session": succeeded(session) });
  const { router } = await renderApp(address);
  await expect.poll(() => router.state.location.pathname).toBe("/access-denied");
});
