import { permissions, views } from "@tradewind/domain/values/permissions.ts";
import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { closeAddProduct, openAddProduct } from "../../shared/add-product.ts";
import { fakeApi, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { noCustomers } from "../../test/samples.ts";
import { sessionOf } from "../../test/sessions.ts";

afterEach(closeAddProduct);
const acme = "019a0000-0000-7000-8000-000000000001";
const lists = /^\/api\/(catalogue|marketplace)\/(services|customers\/[^/]+\/services)/;
const none = succeeded({ Items: [] });
const serve = (session: Parameters<typeof sessionOf>[0]) =>
  fakeApi({
    "GET /api/session": succeeded(sessionOf(session)),
    "GET /api/marketplace/services": none,
    "GET /api/catalogue/services/by-end-user-admin": none,
    [`GET /api/marketplace/services/by-end-user-admin/${acme}`]: none,
    [`GET /api/marketplace/customers/${acme}/services`]: none,
    "GET /api/customers": succeeded({ Items: [], Next: null }),
    "GET /api/customers/of-reseller": succeeded({ Items: [], Next: null }),
    "GET /api/customers/count": succeeded(noCustomers),
  });
const asked = (sent: ReturnType<typeof fakeApi>) => sent.map(({ path }) => path).filter((path) => lists.test(path));

test.each([
  ["endUserAdmin", "/api/catalogue/services/by-end-user-admin", `/api/marketplace/services/by-end-user-admin/${acme}`],
  ["reseller", "/api/marketplace/services", `/api/marketplace/customers/${acme}/services`],
] as const)("ACL-34 an %s reads the services to add from the call of their own", async (kind, general, ofCustomer) => {
  const sent = serve({ kind });
  await renderApp("/marketplace");
  await expect.poll(() => asked(sent)).toEqual([general]);
  openAddProduct({ customerId: acme, customerName: "Acme Dental" });
  await expect.poll(() => asked(sent)).toEqual([general, ofCustomer]);
});

test.each([
  ["reseller", "/api/customers/of-reseller"],
  ["engineer", "/api/customers/of-reseller"],
  ["endUserAdmin", "/api/customers"],
] as const)("ACL-35 the list of customers of a session of %s comes from %s", async (kind, path) => {
  const sent = serve({ kind });
  const { screen } = await renderApp("/customers");
  await expect.element(screen.getByRole("heading", { level: 1, name: "Customers" })).toBeVisible();
  const listsAsked = () =>
    sent.map((each) => each.path).filter((each) => /^\/api\/customers(\/of-reseller)?$/.test(each));
  await expect.poll(listsAsked).toEqual([path]);
});

test.each([390, 1440])(
  "ACL-36 an end user has no entry for a profile, my business, users or settings at %i px, whatever they hold",
  async (width) => {
    await page.viewport(width, 900);
    serve({ kind: "endUser", views, permissions });
    const { screen } = await renderApp("/account-setting");
    await screen.getByRole("button", { name: width < 1024 ? "Open menu" : "My Account" }).click();
    await expect.element(screen.getByRole("button", { name: "Sign out" })).toBeVisible();
    const labels = [...document.querySelectorAll("a, button")].map((each) => each.textContent ?? "");
    expect(
      labels.filter((label) => /my profile|my business|manage users|white label|display|integration/i.test(label)),
    ).toEqual([]);
  },
);

test.each(["/account-setting/manage-access/my-profile", "/account-setting/display", "/account-setting/whitelabelling"])(
  "ACL-36 %s opens for no end user who knows its address",
  async (address) => {
    serve({ kind: "endUser", views, permissions });
    const { router } = await renderApp(address);
    await expect.poll(() => router.state.location.pathname).toBe("/access-denied");
  },
);
