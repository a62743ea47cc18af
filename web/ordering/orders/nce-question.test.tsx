import { expect, test } from "vitest";
import { service } from "../../test/add-product-popup.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { gateOf, itemOf, journeyOf, stepOf } from "./journey-fixtures.ts";

const customerId = "019a0000-0000-7000-8000-000000000001";
const listingId = "6ea14d37-9c05-42bf-9168-f5d4b07c2e06";
const at = `/customers/customer/${customerId}`;
const question = `${at}/nce-question?serviceRouteName=azure&listingId=${listingId}&isNewJourney=false`;

type Handlers = Parameters<typeof fakeApi>[0];
const serve = (partner: 0 | 1 | 2, handlers: Handlers = {}) =>
  fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    [`GET /api/marketplace/customers/${customerId}/services`]: succeeded({
      Items: [
        service({ ProductId: "azure", Name: "Azure", Id: 6, RouteName: null }),
        service({ ProductId: "microsoft-365-azure", Name: "Azure under Microsoft 365", Id: 8, RouteName: "azure" }),
      ],
    }),
    [`GET /api/marketplace/customers/${customerId}/has-partner-id`]: succeeded(partner),
    "GET /api/journeys/route/azure": succeeded(journeyOf({ ProductName: "Azure under Microsoft 365" })),
    ...handlers,
  });

test("ORD-04 the question is titled by the product, and a customer without a tenant begins with a new one", async () => {
  serve(0);
  const { screen } = await renderApp(question);
  await expect.element(screen.getByRole("heading", { level: 1, name: "Add Azure under Microsoft 365" })).toBeVisible();
  await expect.element(screen.getByRole("radio", { name: /No, create/ })).toBeChecked();
  await expect.element(screen.getByRole("textbox", { name: /Microsoft domain/ })).toBeVisible();
});

test("ORD-04 CAT-19 a tenant that is known is chosen already and asks for nothing; the journey is that of the route", async () => {
  const sent = serve(2);
  const { screen } = await renderApp(question);
  await expect.element(screen.getByRole("radio", { name: /Yes, use the existing tenant/ })).toBeChecked();
  await expect.element(screen.getByRole("radio", { name: /No, create/ })).toBeDisabled();
  await expect.element(screen.getByRole("textbox", { name: /Microsoft domain/ })).not.toBeInTheDocument();
  await screen.getByRole("button", { name: "Continue" }).click();
  await expect.element(screen.getByRole("button", { name: "Next", exact: true })).toBeVisible();
  expect(sent.filter(({ path }) => path.startsWith("/api/journeys")).map(({ path }) => path)).toEqual([
    "/api/journeys/route/azure",
  ]);
});

test("ORD-05 a journey that is opened by its address shows the gate until its agreement is signed", async () => {
  serve(0, { "GET /api/journeys/route/azure": gateOf("askToSign") });
  const { screen, router } = await renderApp(`${at}/add-service/azure`);
  await expect.element(screen.getByRole("heading", { level: 1, name: "Agreement to sign" })).toBeVisible();
  await expect.element(screen.getByText(/Before you add Azure under Microsoft 365/)).toBeVisible();
  await screen.getByRole("button", { name: "Review and sign" }).click();
  await expect
    .poll(() => router.state.location.href)
    .toBe(
      `/account-setting/terms-conditions/microsoft-azure/false/false?return=${encodeURIComponent(`${at}/add-service/azure`)}`,
    );
});

test("ORD-05 AGR-04 somebody who may not sign is told who may, and finds no steps", async () => {
  serve(0, { "GET /api/journeys/route/azure": gateOf("tellAuthorisedOnly") });
  const { screen } = await renderApp(`${at}/add-service/azure`);
  await expect.element(screen.getByText(/Only an authorised user may sign it/)).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Review and sign" })).not.toBeInTheDocument();
  await expect.element(screen.getByRole("button", { name: "Next" })).not.toBeInTheDocument();
});

test("a journey that fails otherwise says so", async () => {
  serve(0, { "GET /api/journeys/route/azure": refused(404, "notFound", "We could not find this.") });
  const { screen } = await renderApp(`${at}/add-service/azure`);
  await expect.element(screen.getByRole("heading", { level: 1, name: "Not found" })).toBeVisible();
});

test("a journey asks for the company's address before the first order, and leads to it", async () => {
  const missing = refused(409, "addressMissing", "Before the first order the company’s address is needed.");
  serve(0, { "GET /api/journeys/route/azure": missing });
  const { screen } = await renderApp(`${at}/add-service/azure`);
  await expect.element(screen.getByText("Before the first order the company’s address is needed.")).toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: "Add it under My business" }))
    .toHaveAttribute("href", "/my-business");
});

test("FLAG-02 the upgrade to another product begins with its seats and is ordered as one, or refused", async () => {
  const upgradeOf = "019a0000-0000-7000-8000-0000000000f7";
  const sent = serve(2, {
    "GET /api/journeys/route/azure": succeeded(
      journeyOf({
        Steps: [
          stepOf("products", 5, { Title: "Choose products", Items: [itemOf("defender", { Maximum: 300 })] }),
          stepOf("quantities", 2, { Title: "Term, billing and quantities" }),
          stepOf("review", 1, { Title: "Review and order", Component: "review" }),
        ],
      }),
    ),
    "POST /api/proposals": refused(409, "upgradeNotPossible", "This cannot be upgraded to that product."),
  });
  const { screen, router } = await renderApp(`${question}&upgradeOf=${upgradeOf}&seats=47`);
  // The tenant is known, so there is nothing to ask.
  await screen.getByRole("checkbox", { name: "defender" }).click();
  expect(router.state.location.search).toMatchObject({ upgradeOf, seats: "47" });
  await screen.getByRole("button", { name: "Next", exact: true }).click();
  await expect.element(screen.getByRole("spinbutton")).toHaveValue("47");
  await expect.element(screen.getByText("This cannot be upgraded to that product.").first()).toBeVisible();
  const asked = sent.filter(({ path }) => path === "/api/proposals").map(({ body }) => JSON.parse(body) as object);
  expect(asked.at(-1)).toMatchObject({ UpgradeOf: upgradeOf, Change: { Lines: [{ Quantity: 47 }] } });
});
