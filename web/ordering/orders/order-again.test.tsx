import { expect, test } from "vitest";
import { proposalOf } from "../../shared/proposal/proposal-fixture.ts";
import { faults } from "../../test/axe.ts";
import { fakeApi, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { orderPageOf } from "../../shared/order-page-fixture.ts";
import { linesAgain, startAnswers } from "./journey-answers.ts";
import { fieldOf, itemOf, journeyOf, stepOf } from "./journey-fixtures.ts";

const orderId = orderPageOf().Id;
const customerId = "019a0000-0000-7000-8000-000000000001";
const bought = (OfferId: string, Quantity: number, Attributes = {}) => ({ OfferId, Quantity, Attributes });

test("what is still sold is chosen as it was ordered, once for each item, with its answers", () => {
  const asked = itemOf("Phone", { Attributes: [fieldOf("Area"), fieldOf("Colour", { Default: "Black" })] });
  const journey = journeyOf({ Steps: [stepOf("products", 5, { Items: [itemOf("Business Basic"), asked] })] });
  const again = [
    bought("Business Basic:month", 7),
    bought("Business Basic:year", 2),
    bought("Retired:year", 1),
    bought("Phone:year", 3, { Area: "0117" }),
  ];
  expect(linesAgain(journey, again)).toEqual([
    { sku: "Business Basic", offerId: "Business Basic:month", quantity: 7, attributes: {} },
    { sku: "Phone", offerId: "Phone:year", quantity: 3, attributes: { Area: "0117", Colour: "Black" } },
  ]);
  expect(startAnswers(journey, {}, again).lines).toHaveLength(2);
});

test("ordering again opens the journey with the same lines at today's prices, and says what is no longer sold", async () => {
  const Again = { UserId: null, Lines: [bought("Business Basic:month", 7), bought("Retired:year", 1)] };
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    "GET /api/journeys/product/microsoft-365": succeeded(journeyOf()),
    [`GET /api/orders/${orderId}`]: succeeded(orderPageOf({ Again })),
    "POST /api/proposals": succeeded(proposalOf()),
  });
  const { screen } = await renderApp(`/customers/customer/${customerId}/cs/add-service/microsoft-365?again=${orderId}`);
  await expect
    .element(screen.getByText(/as in order 0000-00E1, at today’s prices; one line is no longer sold like that/))
    .toBeVisible();
  const proposed = () => sent.findLast(({ path }) => path === "/api/proposals")?.body;
  await expect
    .poll(() => JSON.parse(proposed() ?? "{}").Change?.Lines)
    .toMatchObject([{ OfferId: "Business Basic:month", Quantity: 7 }]);
  await screen.getByLabelText("Accepted by").fill("Priya Shah");
  for (let step = 0; step < 2; step++) await screen.getByRole("button", { name: "Next", exact: true }).click();
  await expect.element(screen.getByRole("checkbox", { name: "Business Basic" })).toBeChecked();
  expect(await faults()).toEqual([]);
});
