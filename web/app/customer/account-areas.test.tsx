import { accountAreas } from "../../customers/customers/account-areas.ts";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { faults, settled } from "../../test/axe.ts";
import { fakeApi, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { acme, jamie } from "../../test/samples.ts";
import { sessionOf } from "../../test/sessions.ts";
import { widths } from "../../test/widths.ts";

const id = acme.Id;
const person = { ...jamie, Name: "Ada Lane", Kind: "endUser" as const, CustomerId: id, May: ["suspend" as const] };
const tenant = {
  VendorName: "Microsoft",
  ProductId: "microsoft-365",
  TenantRef: "2832473f",
  TenantName: "acme.onmicrosoft.com",
  IsBroughtIn: true,
  DelegatesAdmin: true,
  AdminRelationships: 1,
  Services: 0,
  Request: null,
};
const money = (Minor: string) => ({ Minor, Currency: "GBP" as const });

const serve = (session: Parameters<typeof sessionOf>[0] = {}, more: Parameters<typeof fakeApi>[0] = {}) =>
  fakeApi({
    "GET /api/session": succeeded(sessionOf({ flags: ["M365AccountLink"], linked: ["comms"], ...session })),
    [`GET /api/customers/${id}`]: succeeded(acme),
    [`GET /api/customers/${id}/services`]: succeeded({
      Items: [
        {
          Id: "019a0000-0000-7000-8000-000000000011",
          CustomerId: id,
          CustomerName: "Acme Dental",
          ProductId: "hosted-voice",
          ProductName: "Hosted Voice",
          RouteName: "hosted-voice",
          Icon: "phone",
          Level: "customer",
          UserId: null,
          UserName: null,
          Status: "Active",
          StatusNumber: 0,
          Reason: null,
          Since: "2026-05-01T09:00:00.000Z",
          UnderWay: null,
          Quantities: [{ Unit: "Licence", Quantity: 4 }],
          Names: [],
        },
      ],
    }),
    [`GET /api/customers/${id}/services/all`]: succeeded({ Items: [] }),
    [`GET /api/customers/${id}/transfers`]: succeeded({ Items: [], Next: null, Vendors: [] }),
    [`GET /api/customers/${id}/charges`]: succeeded({
      Items: [
        {
          Id: id,
          DueOn: "2026-05-01",
          ProductName: "Exclaimer",
          Description: "Signatures, per mailbox",
          PeriodFrom: "2026-05-01",
          PeriodUntil: "2026-06-01",
          Quantity: 4,
          Unit: "Mailbox",
          IsCredit: false,
          Net: money("1250"),
        },
      ],
      Next: null,
    }),
    [`GET /api/customers/${id}/charges/months`]: succeeded({
      Items: [{ Month: "2026-05-01", Charges: 1, Net: money("1250") }],
    }),
    [`GET /api/customers/${id}/activity`]: succeeded({ Users: [], Items: [], Next: null }),
    [`GET /api/customers/${id}/prices`]: succeeded({ Group: null, Rules: [], Prices: [] }),
    "GET /api/users": succeeded({ Items: [person], Next: null }),
    "GET /api/invitations": succeeded({ Items: [], Next: null }),
    [`GET /api/customers/${id}/tenant-links`]: succeeded({ Links: [tenant] }),
    ...more,
  });

test.each(widths)("CUST-06 a reseller has eight areas, each of which opens, at %i px", async (width) => {
  await page.viewport(width, 900);
  serve();
  const { screen } = await renderApp(`/customers/customer/${id}/view/billing`);
  await expect.element(screen.getByRole("tab", { name: "Partner portal" })).toBeInTheDocument();
  expect(screen.getByRole("tab").elements()).toHaveLength(8);
  await expect.element(screen.getByText("Signatures, per mailbox")).toBeVisible();
  await expect.element(screen.getByText("£12.50").first()).toBeVisible();
  for (const [tab, shown] of [
    ["Sign-in", /^May sign in.*Ada Lane/],
    ["Partner portal", /^May open it.*Ada Lane/],
  ] as const) {
    await screen.getByRole("tab", { name: tab }).click();
    await expect.element(screen.getByRole("switch", { name: shown })).toBeVisible();
    expect(await faults()).toEqual([]);
  }
  await screen.getByRole("tab", { name: "Tenant" }).click();
  await expect.element(screen.getByText("acme.onmicrosoft.com")).toBeVisible();
  const tab = screen.getByRole("tab", { name: "Tenant" });
  await expect.element(tab).toBeInViewport();
  // What comes later makes those before it wider.
  (screen.getByRole("tab").first().element() as HTMLElement).style.minWidth = "300px";
  await settled();
  await expect.element(tab).toBeInViewport();
  expect(await faults()).toEqual([]);
});

test("CUST-05 each area has its own address, by its word or its number", async () => {
  await page.viewport(1440, 900);
  serve();
  for (const [area, number] of Object.entries(accountAreas))
    for (const flow of [area, String(number)]) {
      const { screen } = await renderApp(`/customers/customer/${id}/view/${flow}`);
      const word = { cloudMarketAccess: "Sign-in", editStreamAccess: "Partner portal", m365AccountLink: "Tenant" }[
        area
      ];
      const label = word ?? (area === "manage" ? "Details" : `${area[0]!.toUpperCase()}${area.slice(1)}`);
      await expect
        .element(screen.getByRole("tab", { selected: true, name: new RegExp(`^${label}`) }))
        .toBeInTheDocument();
      await screen.unmount();
    }
});

test("FLAG-12 without M365AccountLink there is no area of the tenant, nor one of a portal that goes with nothing", async () => {
  await page.viewport(1440, 900);
  serve({ flags: [], linked: [] });
  const { screen } = await renderApp(`/customers/customer/${id}/view/m365AccountLink`);
  await expect.element(screen.getByRole("tab", { selected: true, name: /^Services/ })).toBeVisible();
  expect(screen.getByRole("tab", { name: "Tenant" }).elements()).toHaveLength(0);
  expect(screen.getByRole("tab", { name: "Partner portal" }).elements()).toHaveLength(0);
});

test("CUST-06 who may sign in and who may open the partner portal is switched at once", async () => {
  await page.viewport(1440, 900);
  const sent = serve(
    {},
    { [`PUT /api/users/${person.Id}/portals`]: succeeded({}), [`POST /api/users/${person.Id}/suspend`]: succeeded({}) },
  );
  const { screen } = await renderApp(`/customers/customer/${id}/view/cloudMarketAccess`);
  await screen.getByRole("switch", { name: /^May sign in.*Ada Lane/ }).click();
  await expect.poll(() => sent.some(({ path }) => path.endsWith("/suspend"))).toBe(true);
  await screen.getByRole("tab", { name: "Partner portal" }).click();
  await screen.getByRole("switch", { name: /^May open it.*Ada Lane/ }).click();
  await expect.poll(() => sent.find(({ path }) => path.endsWith("/portals"))?.body).toBe('{"Portals":["comms"]}');
});

test("SVC-17 a tenant in which nothing is provided is unlinked once that is confirmed", async () => {
  await page.viewport(1440, 900);
  const sent = serve({}, { [`POST /api/customers/${id}/tenant-links/unlink`]: succeeded({ Links: [] }) });
  const { screen } = await renderApp(`/customers/customer/${id}/view/8`);
  await screen.getByRole("button", { name: "Unlink" }).click();
  await expect.element(screen.getByRole("dialog").getByText(/1 admin relationship with it ends/)).toBeVisible();
  await screen.getByRole("dialog").getByRole("button", { name: "Unlink" }).click();
  await expect
    .poll(() => sent.find(({ path }) => path.endsWith("/unlink"))?.body)
    .toBe('{"ProductId":"microsoft-365"}');
});

test("CUST-06 somebody who was never invited is said to have no sign-in", async () => {
  await page.viewport(390, 900);
  serve({}, { "GET /api/users": succeeded({ Items: [{ ...person, UserName: null, May: ["invite"] }], Next: null }) });
  const { screen } = await renderApp(`/customers/customer/${id}/view/5`);
  await expect.element(screen.getByText("No sign-in")).toBeVisible();
  expect(screen.getByRole("switch").elements()).toHaveLength(0);
});

test("an area that an address names has its tab in view on a phone", async () => {
  await page.viewport(390, 900);
  serve();
  const { screen } = await renderApp(`/customers/customer/${id}/view/8`);
  await expect.element(screen.getByRole("tab", { name: "Tenant" })).toBeInViewport();
});
