import { expect, test } from "vitest";
import { fakeApi, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { proposalOf } from "../../shared/proposal/proposal-fixture.ts";
import { journeyOf } from "./journey-fixtures.ts";

const customerId = "019a0000-0000-7000-8000-000000000001";
const id = "019a0000-0000-7000-8000-0000000000a1";
const requestOf = (rest: object = {}): Record<string, unknown> => ({
  Id: id,
  VendorName: "Microsoft",
  State: "waiting",
  Since: "2026-11-23T08:15:00.000Z",
  RequestedBy: "Robin Tester",
  Message: "The tenant's administrator has not confirmed the tenant yet",
  Links: [
    {
      Label: "Accept us as reseller",
      Url: "https://admin.example/AdminPortal/Home?invType=ResellerRelationship&partnerId=b4f0a1d2-6c1e-4d53-9d6b-2f7c8a90e311&msppId=0#/BillingAccounts/partner-invitation",
    },
    {
      Label: "Confirm that the tenant is yours",
      Url: "https://admin.example/AdminPortal/Home#/partners/invitation/granularAdminRelationships/6c1e4d53-2b1a-4c8d-9e6f-5a4b3c2d1e0f-6c1e4d53-2b1a-4c8d-9e6f-5a4b3c2d1e0f",
    },
  ],
  TenantName: null,
  ...rest,
});

async function openJourney(first: Record<string, unknown> | null, search = "") {
  let held = first;
  const requests = `/api/customers/${customerId}/tenant-requests`;
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    "GET /api/journeys/route/office-365": () =>
      succeeded(journeyOf({ BringsTenantTo: held?.["State"] === "connected" ? null : "Microsoft" })),
    "POST /api/proposals": succeeded(proposalOf()),
    [`GET ${requests}`]: () => succeeded({ Request: held }),
    [`POST ${requests}`]: () => {
      held = requestOf({ State: "preparing", Links: [], Message: null });
      return succeeded({ Request: held });
    },
    [`POST /api/tenant-requests/${id}/withdraw`]: () => {
      held = requestOf({ State: "withdrawn", Links: [], Message: null });
      return succeeded({ Request: held });
    },
  });
  const { screen } = await renderApp(`/customers/customer/${customerId}/add-service/office-365${search}`);
  return { screen, sent };
}

test("a tenant is asked for in the journey's first step, its links shown while it waits, and it is withdrawn", async () => {
  const { screen } = await openJourney(null);
  await screen.getByRole("button", { name: "Bring in the tenant" }).click();
  await expect.element(screen.getByText("Asking Microsoft for an invitation")).toBeVisible();
  await screen.getByRole("button", { name: "Withdraw the request" }).click();
  await expect.element(screen.getByRole("button", { name: "Bring in the tenant" })).toBeVisible();
});

test("while it waits, the journey shows both links, since when, and what happens next", async () => {
  const { screen } = await openJourney(requestOf());
  await expect.element(screen.getByText("2. Confirm that the tenant is yours")).toBeVisible();
  await expect.element(screen.getByText(/Since 23\/11\/2026 08:15, requested by Robin Tester/)).toBeVisible();
  await expect.element(screen.getByText(/has not confirmed the tenant yet\. You need not wait here/)).toBeVisible();
});

test("a refused request says why", async () => {
  const { screen } = await openJourney(
    requestOf({ State: "refused", Links: [], Message: "This tenant belongs to another customer." }),
  );
  await expect.element(screen.getByText(/belongs to another customer/)).toBeVisible();
});

test("whoever said that there is a tenant brings it in before anything else is asked, or orders a new one", async () => {
  const { screen } = await openJourney(null, "?tenant=existing");
  const next = screen.getByRole("button", { name: "Next", exact: true });
  await expect.element(screen.getByRole("heading", { name: "Bring in Acme Dental’s tenant" })).toBeVisible();
  await expect.element(next).not.toBeInTheDocument();
  await expect.element(screen.getByLabelText("Accepted by")).not.toBeInTheDocument();
  await screen.getByRole("button", { name: "Create a new tenant instead" }).click();
  await expect.element(screen.getByLabelText("Accepted by")).toBeVisible();
  await expect.element(next).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Bring in the tenant" })).not.toBeInTheDocument();
});

test.each(["preparing", "waiting"])("while the tenant is %s nothing is asked about a new one", async (State) => {
  const { screen } = await openJourney(requestOf({ State }), "?tenant=new");
  await expect.element(screen.getByRole("button", { name: "Withdraw the request" })).toBeVisible();
  await expect.element(screen.getByLabelText("Accepted by")).not.toBeInTheDocument();
  await expect.element(screen.getByRole("button", { name: "Next", exact: true })).not.toBeInTheDocument();
  expect(screen.container.querySelector(".bottom-0"), "no empty bar of buttons").toBeNull();
});

test("a tenant that was connected meanwhile leads on by one button, to the journey that knows it", async () => {
  let connected = false;
  fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    "GET /api/journeys/route/office-365": () =>
      succeeded(journeyOf({ BringsTenantTo: connected ? null : "Microsoft" })),
    "POST /api/proposals": succeeded(proposalOf()),
    [`GET /api/customers/${customerId}/tenant-requests`]: () => {
      connected = true;
      return succeeded({ Request: requestOf({ State: "connected", Links: [], TenantName: "acme.example" }) });
    },
  });
  const { screen } = await renderApp(`/customers/customer/${customerId}/add-service/office-365`);
  await expect.element(screen.getByRole("button", { name: "Continue" })).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Next", exact: true })).not.toBeInTheDocument();
  await screen.getByRole("button", { name: "Continue" }).click();
  await expect.element(screen.getByLabelText("Accepted by")).toBeVisible();
});
