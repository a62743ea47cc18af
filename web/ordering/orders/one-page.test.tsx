import { expect, test } from "vitest";
import { page as browser } from "vitest/browser";
import { proposalOf } from "../../shared/proposal/proposal-fixture.ts";
import { faults } from "../../test/axe.ts";
import { fakeApi, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { journeyOf } from "./journey-fixtures.ts";

const customerId = "019a0000-0000-7000-8000-000000000001";
const at = `/customers/customer/${customerId}`;
const address = `${at}/add-service/office-365?plan=Business%20Premium`;
const placed = { OrderId: "019a0000-0000-7000-8000-0000000000a1", InstanceId: "019a0000-0000-7000-8000-0000000000f1" };
const moved = {
  status: 409,
  body: {
    Succeed: false,
    Error: "proposalChanged",
    Errors: null,
    Messages: ["The price has changed."],
    Labels: null,
    Resources: { Proposal: proposalOf({ Hash: "b".repeat(64) }, 1600) },
    Result: null,
  },
};

async function open(handlers: Parameters<typeof fakeApi>[0] = {}, to = address) {
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    "GET /api/journeys/route/office-365": succeeded(journeyOf()),
    "POST /api/proposals": succeeded(proposalOf()),
    "POST /api/orders": succeeded(placed),
    ...handlers,
  });
  const app = await renderApp(to);
  await expect.element(app.screen.getByRole("heading", { level: 1, name: "Order Microsoft 365" })).toBeVisible();
  const order = app.screen.getByRole("button", { name: "Place order" });
  const bodies = (path: string) =>
    sent.filter((each) => each.method === "POST" && each.path === path).map(({ body }) => JSON.parse(body));
  return { ...app, order, bodies };
}

test("a chosen plan is ordered on one page, with its cost, what it commits to and the margin beside it", async () => {
  const { screen, order, bodies } = await open();
  await expect.element(screen.getByRole("radio", { name: /^Premium/ })).toBeChecked();
  await expect.element(screen.getByRole("radio", { name: /^1 year, paid monthly £15\.09 each month/ })).toBeChecked();
  await expect.element(screen.getByText("You commit to")).toBeVisible();
  await expect.element(screen.getByText("net, to 20/11/2027")).toBeVisible();
  await expect.element(screen.getByText("Acme Dental pays each full period")).toBeVisible();
  expect(await faults()).toEqual([]);

  await screen.getByRole("checkbox", { name: /Teams Phone/ }).click();
  await screen.getByRole("spinbutton", { name: "Licences of Business Premium" }).fill("12");
  await screen.getByRole("radio", { name: /^1 month/ }).click();
  await screen.getByLabelText("Accepted by").fill("Priya Shah");
  await order.click();
  await expect.poll(() => bodies("/api/orders")).toHaveLength(1);
  expect(bodies("/api/orders")[0]).toMatchObject({
    CustomerId: customerId,
    ProposalHash: proposalOf().Hash,
    Details: { AgreementName: "Priya Shah" },
    Change: {
      Kind: "add",
      Lines: [
        { OfferId: "Business Premium:month", Quantity: 12, AddOnTo: null },
        { OfferId: "Teams Phone:year", Quantity: 1, AddOnTo: "line-1" },
      ],
    },
  });
});

test("another plan keeps term and quantity, and what does not go with it goes", async () => {
  const { screen, bodies } = await open();
  await screen.getByRole("spinbutton", { name: "Licences of Business Premium" }).fill("12");
  await screen.getByRole("radio", { name: /^1 year, paid yearly/ }).click();
  await screen.getByRole("checkbox", { name: /Teams Phone/ }).click();
  await screen.getByRole("radio", { name: /^Basic/ }).click();
  await expect.element(screen.getByRole("spinbutton", { name: "Licences of Business Basic" })).toHaveValue("12");
  await expect.element(screen.getByRole("checkbox", { name: /Teams Phone/ })).not.toBeInTheDocument();
  await expect
    .poll(() => bodies("/api/proposals").at(-1).Change.Lines)
    .toEqual([{ Key: "line-1", OfferId: "Business Basic:upfront", Quantity: 12, AddOnTo: null }]);
});

test("whatever is missing is marked at once, and nothing is ordered until then", async () => {
  const { screen, order, bodies } = await open();
  await order.click();
  await expect.element(screen.getByLabelText("Accepted by")).toBeInvalid();
  await expect.element(screen.getByLabelText("Accepted by")).toHaveFocus();
  await screen.getByRole("checkbox", { name: "They have a tenant" }).click();
  await expect.element(screen.getByLabelText("Microsoft domain")).toBeInvalid();
  expect(bodies("/api/orders")).toEqual([]);
});

test("a price that moved is shown with the difference, and confirmed again", async () => {
  let answers = 0;
  const { screen, order, bodies } = await open({
    "POST /api/orders": () => (answers++ === 0 ? moved : succeeded(placed)),
  });
  await screen.getByLabelText("Accepted by").fill("Priya Shah");
  await order.click();
  await expect.element(screen.getByText(/£38\.40/).first()).toBeVisible();
  await screen.getByRole("button", { name: "Confirm again" }).click();
  await expect.poll(() => bodies("/api/orders").map(({ ProposalHash }) => ProposalHash[0])).toEqual(["a", "b"]);
});

test("nobody who may not see prices is shown any", async () => {
  const unpriced = journeyOf({ SeesPrices: false });
  for (const item of unpriced.Steps.flatMap(({ Items }) => Items))
    item.Offers = item.Offers.map((offer) => ({ ...offer, Cost: null }));
  const { screen, order } = await open({
    "GET /api/journeys/route/office-365": succeeded(unpriced),
    "POST /api/proposals": succeeded(proposalOf({ ChargeNow: null, Margin: null, Commitment: null, Upcoming: [] })),
  });
  await expect.element(order).toBeEnabled();
  expect(screen.getByRole("main").element().textContent).not.toContain("£");
});

test("a tenant that is known is named, and one on its way is waited for", async () => {
  const Tenant = { VendorName: "Microsoft", Ref: "99f0", Name: "acme.onmicrosoft.com" };
  const { screen, order } = await open({ "GET /api/journeys/route/office-365": succeeded(journeyOf({ Tenant })) });
  await expect.element(screen.getByText("acme.onmicrosoft.com")).toBeVisible();
  await expect.element(order).toBeEnabled();
  await screen.unmount();

  const other = await open(
    {
      "GET /api/journeys/route/office-365": succeeded(journeyOf({ BringsTenantTo: "Microsoft" })),
      [`GET /api/customers/${customerId}/tenant-requests`]: succeeded({ Request: null }),
    },
    `${address}&tenant=existing`,
  );
  await expect.element(other.screen.getByText("Bring in Acme Dental’s tenant")).toBeVisible();
  await expect.element(other.order).toBeDisabled();
  await other.screen.getByRole("button", { name: "Create a new tenant instead" }).click();
  await expect.element(other.order).toBeEnabled();
});

test("ORD-04 the question goes on by itself with the chosen plan where the tenant is known", async () => {
  const { router } = await open(
    {
      [`GET /api/marketplace/customers/${customerId}/services`]: succeeded({ Items: [] }),
      [`GET /api/marketplace/customers/${customerId}/has-partner-id`]: succeeded(2),
    },
    `${at}/nce-question?serviceRouteName=office-365&listingId=x&isNewJourney=false&plan=Business%20Premium`,
  );
  expect(router.state.location.pathname).toBe(`${at}/add-service/office-365`);
  expect(router.state.location.search).toEqual({ plan: "Business Premium" });
});

test("on a phone the order is docked with what is charged", async () => {
  await browser.viewport(390, 844);
  try {
    const { screen, order } = await open();
    await expect.element(order).toBeInViewport();
    await expect.element(screen.getByRole("button", { name: "Cancel" })).toBeInViewport();
    expect(await faults()).toEqual([]);
  } finally {
    await browser.viewport(1440, 900);
  }
});

test("an add-on that the customer has, and can have once only, cannot be ticked again", async () => {
  const journey = journeyOf();
  const Steps = journey.Steps.map((step) => ({
    ...step,
    Items: step.Items.map((item) => ({ ...item, IsHeld: item.IsAddOn })),
  }));
  const { screen } = await open({ "GET /api/journeys/route/office-365": succeeded({ ...journey, Steps }) });
  await expect.element(screen.getByRole("checkbox", { name: /Teams Phone/ })).toBeDisabled();
  await expect
    .element(screen.getByText("The customer has this already, and can have it once only.").first())
    .toBeVisible();
});
