import { expect, test } from "vitest";
import { sessionQuery } from "../../platform/session.ts";
import { fakeApi, succeeded } from "../../test/fake-api.ts";
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
