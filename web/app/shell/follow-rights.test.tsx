import { expect, test } from "vitest";
import { sessionQuery } from "../../platform/session.ts";
import { publicPages } from "@tradewind/contract/public-pages.ts";
import { customers } from "@tradewind/contract/customers/customers.ts";
import { call } from "../../platform/api.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { keepHere } from "../../test/leaving.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";

test("ACL-46 an open page follows when its person loses the right to it, without a reload", async () => {
  let session = sessionOf({ views: ["home", "billing"] });
  fakeApi({ "GET /api/session": () => succeeded(session) });
  const { screen, router, queryClient } = await renderApp("/account-setting/whitelabelling");
  await expect.poll(() => router.state.location.pathname).toBe("/access-denied");
  await router.navigate({ to: "/billing" });
  await expect.poll(() => router.state.location.pathname).toBe("/billing");
  // Live updates start a second after the page.
  await expect.poll(() => queryClient.getQueryCache().find({ queryKey: ["whiteLabel"] })).toBeDefined();
  session = sessionOf({ views: ["home"] });
  await queryClient.invalidateQueries(sessionQuery);
  await expect.poll(() => router.state.location.pathname).toBe("/access-denied");
  await expect.element(screen.getByRole("navigation", { name: "Main" })).not.toMatchTextContent("Billing");
});

test("ACL-46 AUTH-118 who is refused something before the page hears of a lost right ends where the page's guard sends them", async () => {
  let session = sessionOf({ views: ["home", "billing"] });
  fakeApi({
    "GET /api/session": () => succeeded(session),
    "GET /api/customers/count": refused(403, "PermissionNotFound", "No."),
  });
  const { router, queryClient } = await renderApp("/billing");
  await expect.poll(() => queryClient.getQueryCache().find({ queryKey: ["whiteLabel"] })).toBeDefined();
  const wanted = keepHere();
  const isRefused = () => call(customers.count, { query: {} }).catch(() => undefined);
  await isRefused();
  await expect.poll(() => wanted).toEqual([publicPages.permissionError]);
  session = sessionOf({ views: ["home"] });
  await isRefused();
  await expect.poll(() => router.state.location.pathname).toBe("/access-denied");
  expect(wanted).toHaveLength(1);
});
