import type { OrderPage } from "@tradewind/contract/ordering/order-page.ts";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { orderAddress } from "../../shared/customer-context.ts";
import { proposalOf } from "../../shared/proposal/proposal-fixture.ts";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { bothEnds } from "../../test/widths.ts";
import { customerId, instanceId, orderId, subscriptionId } from "./service-fixtures.ts";
import { gbp, orderPageOf } from "../../shared/order-page-fixture.ts";
import { undoing } from "./order-undo.tsx";

const place = orderAddress(customerId, orderId);
const serve = (order: OrderPage, handlers: Parameters<typeof fakeApi>[0] = {}) =>
  fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    "GET /api/clock": succeeded({ Now: "2026-05-21T08:00:00.000Z", Movable: true, WorkedUntil: "2026-05-20" }),
    [`GET /api/orders/${orderId}`]: succeeded(order),
    "POST /api/proposals": succeeded({
      ...proposalOf(),
      ChargeNow: { Net: gbp("-7301"), Vat: [], Gross: gbp("-7301") },
      Findings: [
        {
          Code: "accessEndsAtOnce",
          Blocks: false,
          Text: "Access ends at once and the data may be lost.",
          AgreementId: null,
        },
        { Code: "policy", Blocks: false, Text: "By rule microsoft.nce.window-7d.", AgreementId: null },
      ],
    }),
    ...handlers,
  });

test("an order says what it is, what it costs, until when it can be undone and what comes back", async () => {
  const sent = serve(orderPageOf());
  const { screen } = await renderApp(place);
  await expect.element(screen.getByRole("heading", { level: 1, name: "Order 0000-00E1" })).toBeVisible();
  await expect.element(screen.getByText("to 19/05/2027")).toBeVisible();
  await expect.element(screen.getByText(/Placed by Robin Hughes/)).toBeVisible();
  await expect.element(screen.getByText(/6 days left · until 27\/05\/2026 10:00/)).toBeVisible();
  await expect
    .element(
      screen.getByText(
        /£73\.01 net comes back of £75\.45; the rest stays charged\. Access ends at once and the data may be lost\./,
      ),
    )
    .toBeVisible();
  expect(screen.getByText(/By rule/).elements()).toEqual([]);
  await expect.element(screen.getByText(/Will be on the invoice of 01\/06\/2026/)).toBeVisible();
  await expect.element(screen.getByText("cv-77.1")).toBeVisible();
  await screen.getByRole("button", { name: "Undo" }).click();
  await expect.element(screen.getByRole("dialog", { name: "Undo order 0000-00E1?" })).toBeVisible();
  expect(JSON.parse(String(sent.find(({ path }) => path === "/api/proposals")?.body))).toMatchObject({
    InstanceId: instanceId,
    Change: { Kind: "cancel", Keys: [subscriptionId] },
  });
  expect(await faults()).toEqual([]);
});

test("an order of a summer night says the day on which it is charged", async () => {
  serve({ ...orderPageOf(), PlacedAt: "2026-06-30T23:36:00.000Z" });
  const { screen } = await renderApp(place);
  await expect.element(screen.getByText("01/07/2026 00:36 (counts as 30/06/2026)").first()).toBeVisible();
});

test.each(bothEnds)("sales, margin and totals stand beside the cost at %i px", async (width) => {
  await page.viewport(width, 900);
  const [line] = orderPageOf().Lines;
  const once = { ...line!, SubscriptionId: instanceId, Name: "Migration", Billing: "once" as const };
  serve(
    orderPageOf({
      Lines: [
        { ...line!, Sales: gbp("9000"), Margin: gbp("1455") },
        { ...once, Sales: null, Margin: null },
      ],
      Totals: [
        { Billing: "monthly", Cost: gbp("7545"), Sales: gbp("9000"), Margin: gbp("1455") },
        { Billing: "once", Cost: gbp("7545"), Sales: null, Margin: null },
      ],
    }),
  );
  const { screen } = await renderApp(place);
  const row = (name: RegExp) => screen.getByRole("row", { name });
  await expect
    .element(row(/^Business Premium/))
    .toHaveTextContent(
      "Business Premium1 year term, billed each monthQuantity5 licencesCost each£15.09Cost by period£75.45 each monthSales£90.00Margin£14.55Committedto 19/05/2027OutcomeDone",
    );
  await expect.element(row(/^Total each month/)).toHaveTextContent("Total each monthCost£75.45Sales£90.00Margin£14.55");
  await expect.element(row(/^Total once/)).toHaveTextContent("Total onceCost£75.45Sales–Margin–");
  expect(await faults()).toEqual([]);
});

const Again = { UserId: null, Lines: [{ OfferId: "a", Quantity: 5, Attributes: {} }] };
test.each([
  ["Add", `/customers/customer/${customerId}/cs/add-service/microsoft-365?again=${orderId}`],
  ["Modify", `/customers/customer/${customerId}/cs/modify-service/${instanceId}/microsoft-365?again=${orderId}`],
] as const)("what was bought by the journey %s can be ordered again by it", async (Journey, href) => {
  serve(orderPageOf({ Again, Journey }));
  const { screen } = await renderApp(place);
  await expect.element(screen.getByRole("link", { name: "Order again" })).toHaveAttribute("href", href);
});

test("whoever may not order is not offered to order again", async () => {
  serve(orderPageOf({ Again }), { "GET /api/session": succeeded(sessionOf({ permissions: [] })) });
  const { screen } = await renderApp(place);
  await expect.element(screen.getByRole("heading", { level: 1, name: "Order 0000-00E1" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Order again" }).elements()).toEqual([]);
});

test("what was added to more is given back, and what began is cancelled", () => {
  const [lot] = orderPageOf().Undo;
  expect(undoing([lot!, { ...lot!, SubscriptionId: "b", Left: 3 }])).toEqual([
    { Kind: "cancel", Keys: [subscriptionId] },
    { Kind: "setQuantity", Targets: [{ Key: "b", Quantity: 3 }] },
  ]);
});

test("a refused order shows the vendor’s reason and code at its line, and is tried again there", async () => {
  const [line] = orderPageOf().Lines;
  const order = orderPageOf({
    Status: "Failed",
    Message: "No such licence",
    Retryable: true,
    Undo: [],
    Charges: [],
    Lines: [{ ...line!, State: "refused", Reason: "No such licence", ReasonCode: "400123" }],
  });
  const sent = serve(order, {
    [`POST /api/orders/${orderId}/retry`]: succeeded({ ...order, Status: "Working" }),
  });
  const { screen } = await renderApp(place);
  await expect.element(screen.getByText("No such licence (code 400123)")).toBeVisible();
  expect(screen.getByText(/No such licence/).elements()).toHaveLength(1);
  await expect.element(screen.getByText("Nothing is charged.")).toBeVisible();
  await screen.getByRole("button", { name: "Retry" }).click();
  await expect.poll(() => sent.some(({ path }) => path === `/api/orders/${orderId}/retry`)).toBe(true);
});

test("hidden prices leave out every amount", async () => {
  const [line] = orderPageOf().Lines;
  serve(
    orderPageOf({
      Charges: null,
      Undo: [],
      ChargedNow: null,
      Totals: [],
      Lines: [{ ...line!, UnitCost: null, PerPeriod: null }],
    }),
  );
  const { screen } = await renderApp(place);
  await expect.element(screen.getByText("to 19/05/2027")).toBeVisible();
  expect(screen.getByText("On your invoice").query()).toBeNull();
  expect(screen.getByText("Cost each").query()).toBeNull();
});

test("an order that is not here says so and leads back", async () => {
  serve(orderPageOf(), { [`GET /api/orders/${orderId}`]: refused(404, "notFound", "This order does not exist.") });
  const { screen } = await renderApp(place);
  await expect.element(screen.getByRole("heading", { name: "Not found" })).toBeVisible();
});

const address = {
  Type: 1 as const,
  Address1: "4 Quay Street",
  Address2: null,
  Address3: null,
  TownCity: "Bristol",
  County: null,
  PostCode: "BS1 4AA",
  Telephone: "01174 960 148",
};

test.each(bothEnds)("an order of goods says how and where they are delivered, at %i px", async (width) => {
  await page.viewport(width, 900);
  const option = { Id: "standard", Description: "Standard, 3 to 5 working days", Cost: "6" };
  serve(orderPageOf({ Hardware: { OrderProducts: [], DeliveryOption: option, Address: address } }));
  const { screen } = await renderApp(place);
  await expect.element(screen.getByText("Standard, 3 to 5 working days · £6.00 net")).toBeVisible();
  await expect.element(screen.getByText("Residential · 01174 960 148")).toBeVisible();
  expect(await faults()).toEqual([]);
  await screen.unmount();
  serve(orderPageOf({ Hardware: { OrderProducts: [], DeliveryOption: null, Address: null } }));
  const { screen: other } = await renderApp(place);
  await expect.element(other.getByText("The goods are collected")).toBeVisible();
});
