import type { ServiceItem } from "@tradewind/contract/ordering/services.ts";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { widths } from "../../test/widths.ts";

const idOf = (number: number) => `019a0000-0000-7000-8000-${String(number).padStart(12, "0")}`;
const serviceOf = (number: number, changes: Partial<ServiceItem> = {}): ServiceItem => ({
  Id: idOf(number),
  CustomerId: idOf(500 + number),
  CustomerName: `Customer ${number}`,
  ProductId: "microsoft-365",
  ProductName: "Microsoft 365",
  RouteName: "office-365",
  Icon: "office",
  Level: "customer",
  UserId: null,
  UserName: null,
  Status: "Active",
  StatusNumber: 0,
  Reason: null,
  UnderWay: null,
  Since: "2026-05-20T10:00:00.000Z",
  Quantities: [{ Unit: "Licence", Quantity: 12 }],
  Names: [],
  ...changes,
});
const failed = serviceOf(2, { Status: "ActivationFailed", Reason: "The domain is taken", UserName: "Jo Lane" });
const counts = {
  Total: 2,
  Active: 1,
  Changing: 0,
  Failed: 1,
  Products: [
    { Id: "exclaimer", Name: "Exclaimer" },
    { Id: "microsoft-365", Name: "Microsoft 365" },
  ],
};
const serve = (more: Parameters<typeof fakeApi>[0] = {}, session: Parameters<typeof sessionOf>[0] = {}) =>
  fakeApi({
    "GET /api/session": succeeded(sessionOf(session)),
    "GET /api/services": succeeded({ Items: [serviceOf(1), failed], Next: null }),
    "GET /api/services/count": succeeded(counts),
    ...more,
  });

test.each(widths)("ACL-12 the services of all customers are listed at %i px", async (width) => {
  await page.viewport(width, 900);
  serve();
  const { screen } = await renderApp("/services");
  await expect.element(screen.getByRole("link", { name: "Customer 1" })).toBeVisible();
  await expect.element(screen.getByText("2 services", { exact: true })).toBeVisible();
  await expect.element(screen.getByText("Activation failed")).toBeVisible();
  await expect.element(screen.getByText("· The domain is taken", { exact: true })).toBeVisible();
  expect(await faults()).toEqual([]);
});

test("what is in trouble says why and what to do, and opens where it can be done", async () => {
  await page.viewport(1440, 900);
  serve();
  const { screen } = await renderApp("/services");
  const row = screen.getByRole("row").filter({ hasText: "Customer 2" });
  await expect.element(row.getByText(/The domain is taken\. Retry, or delete the service\.$/)).toBeInTheDocument();
  await expect.element(row.getByText("· The domain is taken", { exact: true })).toHaveClass("text-danger");
  await expect
    .element(row.getByRole("link"))
    .toHaveAttribute("href", `/customers/customer/${failed.CustomerId}/services/${failed.Id}`);
});

test("two services of one product are told apart by what they hold", async () => {
  await page.viewport(1440, 900);
  const Items = [["Business Premium"], ["Exchange Plan 1", "Exchange Plan 2", "Visio", "Project"]].map((Names, at) =>
    serviceOf(at + 1, { Names }),
  );
  serve({ "GET /api/services": succeeded({ Items, Next: null }) });
  const { screen } = await renderApp("/services");
  await expect.element(screen.getByText("Microsoft 365 · Business Premium")).toBeVisible();
  await expect
    .element(screen.getByText("Microsoft 365 · Exchange Plan 1, Exchange Plan 2, Visio and more"))
    .toBeVisible();
});

test("a service of many units stays on one line", async () => {
  await page.viewport(1440, 900);
  const Quantities = [
    { Unit: "GB", Quantity: 800 },
    { Unit: "Workstation", Quantity: 22 },
    { Unit: "Server", Quantity: 2 },
  ];
  serve({ "GET /api/services": succeeded({ Items: [serviceOf(1), serviceOf(2, { Quantities })], Next: null }) });
  const { screen } = await renderApp("/services");
  const units = screen.getByText("800 GB, 22 workstations, 2 servers");
  await expect.element(units).toBeVisible();
  const [one, several] = [screen.getByText("12 licences"), units].map((cell) => cell.element().clientHeight);
  expect(several).toBe(one);
});

test("ACL-12 without the view the address is refused", async () => {
  serve({}, { views: ["home"] });
  const { router } = await renderApp("/services");
  await expect.poll(() => router.state.location.pathname).toBe("/access-denied");
});

test("ACL-24 whoever manages services lands on the services page", async () => {
  serve({}, { kind: "engineer", views: ["manageService", "settings"] });
  const { router, screen } = await renderApp("/");
  await expect.poll(() => router.state.location.pathname).toBe("/services");
  await expect.element(screen.getByRole("heading", { level: 1, name: "Services" })).toBeVisible();
});

test("ACL-24 search, product, state and order go to the server and into the address", async () => {
  await page.viewport(1440, 900);
  const sent = serve();
  const { screen, router } = await renderApp("/services");
  const asked = () => sent.findLast(({ path }) => path === "/api/services")?.query.toString();
  await screen.getByRole("searchbox", { name: "Search customers" }).fill("acme");
  await expect.poll(asked).toBe("Search=acme&Sort=customer");
  await screen.getByRole("combobox", { name: "Product" }).selectOptions("Exclaimer");
  await expect.poll(asked).toBe("Search=acme&ProductId=exclaimer&Sort=customer");
  await screen.getByText("Failed 1", { exact: true }).click();
  await expect.poll(asked).toBe("Search=acme&State=failed&ProductId=exclaimer&Sort=customer");
  await screen.getByRole("button", { name: "Since" }).click();
  await expect
    .poll(() => router.state.location.href)
    .toBe("/services?search=acme&state=failed&product=exclaimer&sort=since");
  expect(sent.findLast(({ path }) => path === "/api/services/count")?.query.toString()).toBe(
    "Search=acme&ProductId=exclaimer",
  );
});

test("none found, none at all, and a list that fails each say so", async () => {
  const none = { Items: [], Next: null };
  serve({
    "GET /api/services": succeeded(none),
    "GET /api/services/count": succeeded({ ...counts, Total: 0, Failed: 0 }),
  });
  const { screen } = await renderApp("/services?state=failed");
  await expect.element(screen.getByText("No services match")).toBeVisible();
  await screen.getByRole("button", { name: "Clear filters" }).click();
  await expect.element(screen.getByText("No services yet")).toBeVisible();
  await expect.element(screen.getByRole("link", { name: "Add product" })).toHaveAttribute("href", "/marketplace");
  expect(await faults()).toEqual([]);
  await screen.unmount();
  serve({ "GET /api/services": refused(400, "invalidRequest", "It cannot be listed.") });
  const failing = await renderApp("/services");
  await expect.element(failing.screen.getByText("It cannot be listed.")).toBeVisible();
});
