import { expect, test } from "vitest";
import { fakeApi, refused, succeeded } from "../test/fake-api.ts";
import { renderApp } from "../test/render-app.tsx";
import { sessionOf } from "../test/sessions.ts";

const session = sessionOf({ kind: "endUserAdmin", views: ["customers"] });
const customerId = session.User.endUserAdminId!;
const customer = `/customers/customer/${customerId}`;
const customerCall = "/api/customers/end-user-admin";

test("AUTH-91 an end-user admin's customer is loaded before the page that they land on", async () => {
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const sent = fakeApi({
    "GET /api/session": succeeded(session),
    [`GET ${customerCall}`]: async () => {
      await answered;
      return refused(404, "notFound", "We could not find this.");
    },
  });
  const { router } = await renderApp("/");
  await expect.poll(() => sent.map(({ path }) => path)).toContain(customerCall);
  expect(router.state.resolvedLocation?.pathname).toBeUndefined();
  answer();
  await expect.poll(() => router.state.resolvedLocation?.pathname).toBe(customer);
});

test("an end-user admin who may not see customers, and everybody else, lands without that call", async () => {
  for (const other of [
    sessionOf({ kind: "endUserAdmin", views: ["home"] }),
    sessionOf({ kind: "reseller", views: ["home"] }),
  ]) {
    const sent = fakeApi({ "GET /api/session": succeeded(other) });
    const { screen, router } = await renderApp("/?return=%2Fgallery");
    await expect.poll(() => router.state.resolvedLocation?.pathname).toBe("/gallery");
    expect(sent.some(({ path }) => path === customerCall)).toBe(false);
    await screen.unmount();
  }
});
