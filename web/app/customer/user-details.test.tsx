import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { signed, voice } from "../../test/add-product-popup.ts";
import { journeyOf } from "../../ordering/orders/journey-fixtures.ts";
import { acme as customer } from "../../test/samples.ts";
import { sessionOf } from "../../test/sessions.ts";
import { widths } from "../../test/widths.ts";

const idOf = (number: number) => `019a0000-0000-7000-8000-${String(number).padStart(12, "0")}`;
const acme = customer.Id;
const jo = {
  Id: idOf(2),
  Name: "Jo Lane",
  UserName: "jo@acme.example",
  Email: "jo@acme.example",
  Telephone: "0117 496 0148",
  JobTitle: "Dentist",
  Kind: "endUser",
  CustomerId: acme,
  CustomerName: "Acme Dental",
  LastSignedIn: null,
  MfaOn: false,
  MfaRequired: false,
  HasPassword: true,
  MustReset: false,
  State: "Active",
  IsSelf: false,
  Portals: [],
  May: ["suspend"],
};
const service = {
  Id: idOf(3),
  CustomerId: acme,
  CustomerName: "Acme Dental",
  ProductId: "exclaimer",
  ProductName: "Exclaimer",
  RouteName: null,
  Icon: "exclaimer",
  Level: "user",
  UserId: jo.Id,
  UserName: "Jo Lane",
  Status: "Active",
  StatusNumber: 0,
  Reason: null,
  UnderWay: null,
  Since: "2026-05-20T10:00:00.000Z",
  Quantities: [{ Unit: "Licence", Quantity: 1 }],
  Names: [],
};
const serve = (services: readonly object[], more: Parameters<typeof fakeApi>[0] = {}) =>
  fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    "GET /api/users": succeeded({ Items: [jo], Next: null }),
    "GET /api/invitations": succeeded({ Items: [], Next: null }),
    [`GET /api/customers/${acme}`]: succeeded(customer),
    [`GET /api/customers/${acme}/services`]: succeeded({ Items: services }),
    [`GET /api/users/${jo.Id}`]: succeeded(jo),
    [`GET /api/customers/${acme}/users/${jo.Id}/services`]: succeeded({ Items: services }),
    ...more,
  });

test("CUST-03 CUST-07 USER-03 USER-07 a customer's user opens from the list, with the services that are theirs", async () => {
  await page.viewport(1440, 900);
  const sent = serve([service]);
  const { screen, router } = await renderApp(`/customers/customer/${acme}/view/users`);
  await screen.getByRole("link", { name: "Jo Lane" }).click();
  await expect.poll(() => router.state.location.href).toBe(`/customers/user-details?user=${jo.Id}`);
  await expect.element(screen.getByRole("heading", { level: 1, name: "Jo Lane" })).toBeVisible();
  await expect.element(screen.getByRole("link", { name: "Exclaimer" })).toBeVisible();
  await expect.element(screen.getByRole("link", { name: "Acme Dental" })).toBeVisible();
  for (const fact of ["0117 496 0148", "Dentist", "End user"])
    await expect.element(screen.getByText(fact, { exact: true })).toBeVisible();
  expect(sent.find(({ path }) => path === "/api/users")!.query.get("CustomerId")).toBe(acme);
});

test.each(widths)("CUST-03 the details of a user fit %i px, and say when no service is theirs", async (width) => {
  await page.viewport(width, 900);
  serve([]);
  const { screen } = await renderApp(`/customers/user-details?user=${jo.Id}`);
  await expect.element(screen.getByText("No services of their own")).toBeVisible();
  expect(await faults()).toEqual([]);
});

test("USER-06 USER-09 ORD-22 what a user can get is offered on their page, and opens its journey for them", async () => {
  await page.viewport(1440, 900);
  const offered = {
    ...voice,
    ProductId: "secure-message",
    Name: "Secure Message",
    RouteName: "secure-message",
    Level: "user",
  };
  const sent = serve([], {
    [`GET /api/marketplace/customers/${acme}/services`]: succeeded({ Items: [offered] }),
    [`GET /api/agreements/check-signed/${offered.AgreementServiceId}`]: signed,
    "GET /api/journeys/route/secure-message": succeeded(journeyOf({ ProductName: "Secure Message" })),
  });
  const { screen, router } = await renderApp(`/customers/user-details?user=${jo.Id}`);
  await screen.getByRole("button", { name: "Add product" }).first().click();
  const popup = screen.getByRole("dialog", { name: "Add product" });
  await popup.getByRole("button", { name: "Secure Message" }).click();
  await expect
    .poll(() => router.state.location.pathname)
    .toBe(`/customers/customer/${acme}+${jo.Id}/add-service/secure-message`);
  await expect.element(screen.getByRole("heading", { level: 1, name: "Add Secure Message" })).toBeVisible();
  const askedOf = (path: string) => Object.fromEntries(sent.find((line) => line.path === path)!.query);
  expect(askedOf(`/api/marketplace/customers/${acme}/services`)).toEqual({ UserId: jo.Id });
  expect(askedOf("/api/journeys/route/secure-message")).toMatchObject({
    CustomerId: acme,
    UserId: jo.Id,
    Action: "Add",
  });
});

test("somebody missing or of another customer is not found, and nobody is nobody", async () => {
  serve([], { [`GET /api/users/${jo.Id}`]: refused(404, "notFound", "We could not find this.") });
  const { screen } = await renderApp(`/customers/user-details?user=${jo.Id}`);
  await expect.element(screen.getByText("We could not find this.")).toBeVisible();
  await screen.unmount();
  const nobody = await renderApp("/customers/user-details");
  await expect.element(nobody.screen.getByText("No user chosen")).toBeVisible();
});

test("CUST-32 the services tab has a button that fetches the file", async () => {
  await page.viewport(1440, 900);
  const sent = serve([service]);
  const { screen } = await renderApp(`/customers/customer/${acme}/view/services`);
  await screen.getByRole("button", { name: "Export CSV" }).click();
  await expect.poll(() => sent.some(({ path }) => path === `/api/customers/${acme}/services/export`)).toBe(true);
});

test("CUST-09 opening edit asks the marketplace for the customer, and fills the form with what it answers", async () => {
  await page.viewport(1440, 900);
  const path = `/api/marketplace/customers/${acme}`;
  const sent = serve([], { [`GET ${path}`]: succeeded({ ...customer, Name: "Acme Dental Group", Country: "GB" }) });
  const { screen } = await renderApp(`/customers/customer/${acme}/view/services`);
  await screen.getByRole("button", { name: "More actions" }).click();
  expect(sent.some((line) => line.path === path)).toBe(false);
  await screen.getByRole("button", { name: "Edit details" }).first().click();
  await expect.element(screen.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("Acme Dental Group");
});
