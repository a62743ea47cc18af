import { expect, test } from "vitest";
import { proposalOf } from "../../shared/proposal/proposal-fixture.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { fieldOf, itemOf, journeyOf, stepOf } from "./journey-fixtures.ts";

const customerId = "019a0000-0000-7000-8000-000000000001";
const once = (sku: string, Group: string) =>
  itemOf(sku, {
    Group,
    Offers: [{ ...itemOf(sku).Offers[0]!, OfferId: `${sku}:once`, Term: "none", Billing: "once" }],
  });
const line = proposalOf().Lines[0]!;

test("ORD-53 hardware is submitted by group with price and quantity, its delivery and its address", async () => {
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    "GET /api/journeys/route/hosted-voice-hardware": succeeded(
      journeyOf({
        ProductId: "hosted-voice-hardware",
        ProductName: "Hosted Voice Hardware",
        RouteName: "hosted-voice-hardware",
        Steps: [
          stepOf("products", 5, {
            Title: "Choose products",
            Items: [once("desk phone", "Phones"), once("cordless phone", "Phones"), once("headset", "Headsets")],
          }),
          stepOf("quantities", 2, { Title: "Quantities" }),
          stepOf("delivery", 1, { Title: "Delivery", Component: "delivery" }),
          stepOf("address", 1, {
            Title: "Delivery address",
            IfDelivered: true,
            Fields: [
              fieldOf("AddressType", { Default: "1" }),
              fieldOf("Address1", { Label: "Address line 1", Required: true }),
              fieldOf("PostCode", { Label: "Postcode" }),
            ],
          }),
          stepOf("review", 1, { Title: "Review and order", Component: "review" }),
        ],
        Delivery: [{ Id: "next-day", Description: "Next working day", Cost: "9.50" }],
      }),
    ),
    "POST /api/proposals": succeeded(
      proposalOf({
        Lines: [
          { ...line, OfferId: "desk phone:once", UnitCost: "54" },
          { ...line, OfferId: "cordless phone:once", UnitCost: "79.5" },
          { ...line, OfferId: "headset:once", UnitCost: "34" },
          { ...line, OfferId: null, Key: null, UnitCost: "9.5" },
        ],
      }),
    ),
    "POST /api/hosted-voice/hardware/orders": refused(400, "invalidRequest", "Please check these answers.", {
      PostCode: "Must be a postcode",
    }),
  });
  const { screen } = await renderApp(`/customers/customer/${customerId}/add-service/hosted-voice-hardware`);
  const next = () => screen.getByRole("button", { name: "Next", exact: true }).click();
  for (const name of ["desk phone", "cordless phone", "headset"]) await screen.getByRole("checkbox", { name }).click();
  await next();
  await screen.getByRole("spinbutton").last().fill("3");
  await next();
  await next();
  await screen.getByLabelText("Address line 1").fill("4 Quay Street");
  await next();
  await screen.getByRole("button", { name: "Place order" }).click();
  const placed = () => sent.filter(({ path }) => path === "/api/hosted-voice/hardware/orders");
  await expect.poll(placed).toHaveLength(1);
  expect(JSON.parse(placed()[0]!.body)).toEqual({
    OrganisationID: customerId,
    OrderProducts: [
      {
        Products: [
          { OfferId: "desk phone:once", Price: "54", Quantity: 1 },
          { OfferId: "cordless phone:once", Price: "79.5", Quantity: 1 },
        ],
      },
      { Products: [{ OfferId: "headset:once", Price: "34", Quantity: 3 }] },
    ],
    DeliveryOption: { Id: "next-day", Description: "Next working day", Cost: "9.5" },
    Address: {
      Type: 1,
      Address1: "4 Quay Street",
      Address2: null,
      Address3: null,
      TownCity: null,
      County: null,
      PostCode: null,
      Telephone: null,
    },
    ProposalHash: "a".repeat(64),
  });
  // What is refused stands on its field.
  await expect.element(screen.getByText("Must be a postcode")).toBeVisible();
  expect(sent.filter(({ path }) => path === "/api/orders")).toEqual([]);
});
