import { expect, inject, test } from "vitest";
import { fakeApi, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { routes } from "../routes.ts";

/** Each of them in a long run, every third in a short one: all are drawn by one route. */
const plain = routes
  .filter(({ path }) => !path.includes("$") && path !== "/redirect")
  .filter((_, at) => inject("long") || at % 3 === 0);

test.each(
  plain.map(({ path, access }) => ({
    path,
    kind: (typeof access === "string" ? undefined : access.kinds?.[0]) ?? ("reseller" as const),
  })),
)("SHELL-01 $path stands in the frame: breadcrumb, header and footer", async ({ path, kind }) => {
  fakeApi({
    "GET /api/session": succeeded(
      sessionOf({ kind, flags: ["BillingPlatformReporting", "PSAScreenOverview", "PSA-V2"] }),
    ),
  });
  const { screen, router } = await renderApp(path);
  await expect.element(screen.getByRole("banner")).toBeVisible();
  await expect.element(screen.getByRole("contentinfo")).toBeVisible();
  expect(router.state.location.pathname).toBe(path);
  const crumbs = (kind === "reseller" || kind === "engineer") && path !== "/dashboard" ? 1 : 0;
  await expect.poll(() => screen.getByRole("navigation", { name: "Breadcrumb" }).elements().length).toBe(crumbs);
});

test("SHELL-02 the first signed-in page asks for the person's settings, once", async () => {
  const sent = fakeApi({ "GET /api/session": succeeded(sessionOf()) });
  const { screen, router } = await renderApp("/account-setting");
  await expect.element(screen.getByRole("heading", { level: 1, name: "Your account" })).toBeVisible();
  await router.navigate({ to: "/opt-out" });
  await expect.element(screen.getByRole("heading", { level: 1, name: "Communication preferences" })).toBeVisible();
  expect(sent.filter(({ path }) => path === "/api/session")).toHaveLength(1);
});
