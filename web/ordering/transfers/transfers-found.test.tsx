import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { showPalette } from "../../shared/palette.ts";
import { faults } from "../../test/axe.ts";
import { fakeApi, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { acme } from "../../test/samples.ts";
import { sessionOf } from "../../test/sessions.ts";
import { pending, vendors } from "../../shared/transfers-fixture.ts";

const customerId = "019a0000-0000-7000-8000-0000000000c1";
const customerPage = `/customers/customer/${customerId}`;
const own = `GET /api/customers/${customerId}/transfers`;

const serve = (session = sessionOf(), more: Parameters<typeof fakeApi>[0] = {}) =>
  fakeApi({
    "GET /api/session": succeeded(session),
    [`GET /api/customers/${customerId}`]: succeeded({ ...acme, Id: customerId, Name: "Acme Dental" }),
    [`GET /api/customers/${customerId}/services`]: succeeded({ Items: [] }),
    [own]: succeeded({ Items: [pending], Vendors: vendors, Next: null }),
    ...more,
  });

test("a customer's page says that a transfer is under way, and leads to it", async () => {
  await page.viewport(390, 844);
  serve();
  const { screen, router } = await renderApp(customerPage);
  await expect.element(screen.getByText("A transfer is under way")).toBeVisible();
  await expect.element(screen.getByText("Microsoft from Northwind: Waiting for Northwind")).toBeVisible();
  expect(await faults()).toEqual([]);
  await screen.getByRole("link", { name: "Show transfers" }).click();
  await expect.poll(() => router.state.location.pathname).toBe(`${customerPage}/transfers`);
});

test("a customer's page says nothing of transfers that are over", async () => {
  const sent = serve(sessionOf(), {
    [own]: succeeded({ Items: [{ ...pending, State: "expired" }], Vendors: vendors, Next: null }),
  });
  const { screen } = await renderApp(customerPage);
  await expect.poll(() => sent.some(({ path }) => `GET ${path}` === own)).toBe(true);
  await expect.element(screen.getByText("No services yet")).toBeVisible();
  expect(screen.getByText(/under way/).elements()).toEqual([]);
});

test("whoever may order reaches transfers without the right to edit customers; who sees only some products does not", async () => {
  serve(sessionOf({ kind: "engineer", permissions: ["addProducts"] }));
  const first = await renderApp(customerPage);
  await first.screen.getByRole("button", { name: "More actions" }).click();
  expect(first.screen.getByRole("button", { name: "Edit details" }).elements()).toEqual([]);
  await first.screen.getByRole("button", { name: "Transfers" }).click();
  await expect.poll(() => first.router.state.location.pathname).toBe(`${customerPage}/transfers`);
  await first.screen.unmount();

  const restricted = { Customers: false, Products: true };
  const sent = serve(sessionOf({ kind: "engineer", permissions: ["addProducts"], restricted }));
  const second = await renderApp(customerPage);
  await expect.element(second.screen.getByText("No services yet")).toBeVisible();
  expect(second.screen.getByText("Transfers").elements()).toEqual([]);
  expect(sent.some(({ path }) => `GET ${path}` === own)).toBe(false);
});

test("without the right to see the customer, its transfers show and its details are not asked for", async () => {
  const sent = serve(sessionOf({ kind: "engineer", views: ["home"], permissions: ["addProducts"] }));
  const { screen } = await renderApp(`${customerPage}/transfers`);
  await expect.element(screen.getByText("Waiting for Northwind")).toBeVisible();
  expect(sent.some(({ path }) => path === `/api/customers/${customerId}`)).toBe(false);
});

test("a suspended customer is offered no transfer in", async () => {
  serve(sessionOf(), {
    [`GET /api/customers/${customerId}`]: succeeded({ ...acme, Id: customerId, Status: "Suspended" }),
    [own]: succeeded({ Items: [], Vendors: vendors, Next: null }),
  });
  const { screen } = await renderApp(`${customerPage}/transfers`);
  await expect.element(screen.getByText(/This customer is suspended. Reactivate it before/)).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Look now" })).toBeVisible();
  expect(screen.getByRole("button", { name: /from another partner/ }).elements()).toEqual([]);
});

test("further transfers are shown on request", async () => {
  serve(sessionOf(), {
    [own]: ({ query }) =>
      succeeded(
        query.get("After") === "next"
          ? {
              Items: [{ ...pending, Id: customerId, PartnerName: "Fabrikam", State: "expired" }],
              Vendors: vendors,
              Next: null,
            }
          : { Items: [pending], Vendors: vendors, Next: "next" },
      ),
  });
  const { screen } = await renderApp(`${customerPage}/transfers`);
  await screen.getByRole("button", { name: "Show more" }).click();
  await expect.element(screen.getByRole("heading", { name: "Microsoft from Fabrikam" })).toBeVisible();
  await expect.element(screen.getByRole("heading", { name: "Microsoft from Northwind" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Show more" }).elements()).toEqual([]);
});

test("the operator's list says what a reseller is to do, and never that the operator is to do it", async () => {
  const Lines = [{ Name: "Business Standard", Quantity: 7, TermUntil: null, State: "came", Reason: null }];
  const item = { ...pending, ResellerName: "Harbour IT", CustomerName: "Acme Dental" };
  serve(
    { ...sessionOf({ kind: "admin", views: [], permissions: [] }), Reseller: null },
    {
      "GET /api/operator/transfers": succeeded({
        Items: [
          item,
          { ...item, Id: customerId, Direction: "out", State: "asked" },
          { ...item, Id: acme.Id, State: "came", Lines },
        ],
        Next: null,
      }),
    },
  );
  const { screen } = await renderApp("/operator/transfers");
  await expect.element(screen.getByText("Waits for Harbour IT")).toBeVisible();
  await expect
    .element(screen.getByText(/asks for what Harbour IT provides\. Harbour IT chooses what goes/))
    .toBeVisible();
  await expect.element(screen.getByText(/^Northwind accepts the transfer in its own portal/)).toBeVisible();
  await expect.element(screen.getByText(/^Harbour IT takes over what came/)).toBeVisible();
  expect(screen.getByText(/\byou\b/i).elements()).toEqual([]);
});

test("the operator's list goes on, too", async () => {
  const item = { ...pending, ResellerName: "Harbour IT", CustomerName: "Acme Dental" };
  serve(
    { ...sessionOf({ kind: "admin", views: [], permissions: [] }), Reseller: null },
    {
      "GET /api/operator/transfers": ({ query }) =>
        succeeded(
          query.get("After") === "next"
            ? { Items: [{ ...item, Id: customerId, PartnerName: "Fabrikam" }], Next: null }
            : { Items: [item], Next: "next" },
        ),
    },
  );
  const { screen } = await renderApp("/operator/transfers");
  await screen.getByRole("button", { name: "Show more" }).click();
  await expect.element(screen.getByRole("heading", { name: "Microsoft from Fabrikam" })).toBeVisible();
  await expect.element(screen.getByRole("heading", { name: "Microsoft from Northwind" })).toBeVisible();
});

test("the palette finds the transfers of the customer whose page is open, of one that is found, and of those chosen lately", async () => {
  serve(sessionOf(), {
    "GET /api/search": ({ query }) =>
      succeeded({
        Items:
          query.get("Text") === "borough"
            ? [{ Kind: "customer", Id: acme.Id, Title: "Borough Bakery", Hint: "Active", Link: customerPage }]
            : [],
      }),
  });
  const { mex } = sessionOf().User;
  const chosen = { label: "Dockside Law", href: `/customers/customer/${pending.Id}`, icon: "building" };
  localStorage.setItem(`recentChoices:${mex}`, JSON.stringify([chosen]));
  const { screen, router } = await renderApp(customerPage);
  await expect.element(screen.getByText("A transfer is under way")).toBeVisible();
  await userEvent.keyboard("{Control>}k{/Control}");
  const field = screen.getByRole("combobox", { name: /^Search customers/ });
  await field.fill("borough");
  await expect.element(screen.getByRole("option", { name: "Transfers of Borough Bakery" })).toBeVisible();
  await field.fill("transfer");
  await expect.element(screen.getByRole("option", { name: "Transfers of Dockside Law" })).toBeVisible();
  await screen.getByRole("option", { name: "Transfers of Acme Dental" }).click();
  await expect.poll(() => router.state.location.pathname).toBe(`${customerPage}/transfers`);
  showPalette(false);
  localStorage.clear();
});

test("the menu leads to the transfers of all customers, and each to its customer's page", async () => {
  await page.viewport(1440, 900);
  const item = { ...pending, CustomerId: customerId, CustomerName: "Acme Dental" };
  serve(sessionOf({ kind: "reseller" }), {
    "GET /api/transfers": ({ query }) => succeeded({ Items: query.get("Status") === "over" ? [] : [item], Next: null }),
  });
  const { screen, router } = await renderApp("/customers");
  await screen.getByRole("button", { name: "Provision and Services" }).click();
  await screen.getByRole("link", { name: "Transfers" }).click();
  await expect.element(screen.getByText("Waiting for Northwind")).toBeVisible();
  expect(await faults()).toEqual([]);
  await screen.getByText("Over", { exact: true }).click();
  await expect.element(screen.getByText("No transfer is over yet")).toBeVisible();
  await screen.getByText("Under way", { exact: true }).click();
  await screen.getByRole("link", { name: "Open transfers of Acme Dental" }).click();
  await expect.poll(() => router.state.location.pathname).toBe(`${customerPage}/transfers`);
});
