import type { OrderPage } from "@tradewind/contract/ordering/order-page.ts";
import { expect, test } from "vitest";
import { orderAddress } from "../../shared/customer-context.ts";
import { proposalOf } from "../../shared/proposal/proposal-fixture.ts";
import { faults, settled } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { customerId, instanceId, orderId, subscriptionId } from "./service-fixtures.ts";
import { undoing } from "./order-undo.tsx";

const address = orderAddress(customerId, orderId);
const gbp = (Minor: string) => ({ Minor, Currency: "GBP" as const });

const orderOf = (changes: Partial<OrderPage> = {}): OrderPage => ({
  Id: orderId,
  Number: "0000-00E1",
  CustomerId: customerId,
  CustomerName: "Acme Dental",
  InstanceId: instanceId,
  ProductId: "microsoft-365",
  ProductName: "Microsoft 365",
  Icon: "apps",
  VendorName: "Microsoft",
  Journey: "Add",
  Status: "Completed",
  Message: null,
  PlacedAt: "2026-05-20T09:00:00.000Z",
  PlacedBy: "Robin Hughes",
  CompletedAt: "2026-05-20T09:06:00.000Z",
  EstimatedCompletion: null,
  Unanswered: null,
  Support: { Vendor: "Microsoft", References: [{ Label: "MS-CV", Value: "cv-77.1" }] },
  Retryable: false,
  ChargedNow: gbp("7545"),
  Lines: [
    {
      SubscriptionId: subscriptionId,
      Name: "Business Premium",
      Quantity: 5,
      Attributes: [],
      Given: [],
      Taken: [],
      Goods: null,
      State: "done",
      Reason: null,
      ReasonCode: null,
      Unit: "Licence",
      Before: 0,
      After: 5,
      Term: "P1Y",
      Billing: "monthly",
      UnitCost: "15.09",
      PerPeriod: gbp("7545"),
      TermUntil: "2027-05-20",
    },
  ],
  Steps: [
    {
      State: "done",
      What: "Placed by Robin Hughes",
      More: "5 licences of Business Premium",
      At: "2026-05-20T09:00:00Z",
    },
    { State: "coming", What: "Next charge", More: "£75.45 net", At: "2026-06-20" },
  ],
  Undo: [
    {
      SubscriptionId: subscriptionId,
      Name: "Business Premium",
      Unit: "Licence",
      Quantity: 5,
      Left: 0,
      Until: "2026-05-27T09:00:00.000Z",
    },
  ],
  Made: [{ Label: "Tenant", Text: "acme.onmicrosoft.example" }],
  Resources: [],
  Charges: [
    {
      Id: "019a0000-0000-7000-8000-0000000000aa",
      Description: "Business Premium",
      From: "2026-05-20",
      Until: "2026-06-20",
      Amount: gbp("7545"),
      State: "charged",
      InvoicedOn: "2026-06-01",
      Invoice: null,
    },
  ],
  ...changes,
});

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
  const sent = serve(orderOf());
  const { screen } = await renderApp(address);
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
  await settled();
  expect(await faults()).toEqual([]);
});

test("what was added to more is given back, and what began is cancelled", () => {
  const [lot] = orderOf().Undo;
  expect(undoing([lot!, { ...lot!, SubscriptionId: "b", Left: 3 }])).toEqual([
    { Kind: "cancel", Keys: [subscriptionId] },
    { Kind: "setQuantity", Targets: [{ Key: "b", Quantity: 3 }] },
  ]);
});

test("a refused order shows the vendor’s reason and code at its line, and is tried again there", async () => {
  const [line] = orderOf().Lines;
  const order = orderOf({
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
  const { screen } = await renderApp(address);
  await expect.element(screen.getByText("No such licence (code 400123)")).toBeVisible();
  await expect.element(screen.getByText("Nothing is charged.")).toBeVisible();
  await screen.getByRole("button", { name: "Retry" }).click();
  await expect.poll(() => sent.some(({ path }) => path === `/api/orders/${orderId}/retry`)).toBe(true);
});

test("hidden prices leave out every amount", async () => {
  const [line] = orderOf().Lines;
  serve(orderOf({ Charges: null, Undo: [], ChargedNow: null, Lines: [{ ...line!, UnitCost: null, PerPeriod: null }] }));
  const { screen } = await renderApp(address);
  await expect.element(screen.getByText("to 19/05/2027")).toBeVisible();
  expect(screen.getByText("On your invoice").query()).toBeNull();
  expect(screen.getByText("Cost each").query()).toBeNull();
});

test("an order that is not here says so and leads back", async () => {
  serve(orderOf(), { [`GET /api/orders/${orderId}`]: refused(404, "notFound", "This order does not exist.") });
  const { screen } = await renderApp(address);
  await expect.element(screen.getByRole("heading", { name: "Not found" })).toBeVisible();
});
