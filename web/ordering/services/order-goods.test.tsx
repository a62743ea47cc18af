import { expect, test } from "vitest";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { address, instanceId, orderId, serviceOf, subscriptionId } from "./service-fixtures.ts";

test("an order of goods says what has left with whom, and its rest can be cancelled", async () => {
  const service = serviceOf();
  const [order] = service.Orders;
  const Goods = {
    Reserved: 1,
    Dispatched: 3,
    Cancelled: 0,
    Missing: 1,
    Rest: 2,
    Returnable: 2,
    Returns: [
      {
        Id: orderId,
        Number: "R-1A2B3C4D",
        Quantity: 1,
        Reason: "faulty" as const,
        Wants: "credit" as const,
        State: "expected" as const,
        Answer: null,
        Carrier: null,
        Tracking: null,
        At: "2026-05-20T10:00:00.000Z",
      },
    ],
    Dispatches: [
      { Id: orderId, Quantity: 3, Carrier: "DPD", Tracking: "1550 2222 333", At: "2026-05-20T10:00:00.000Z" },
    ],
  };
  const Lines = [{ ...order!.Lines[0]!, Name: "Desk phone", State: "working" as const, Goods }];
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    "GET /api/clock": succeeded({ Now: "2026-05-21T08:00:00.000Z", Movable: true, WorkedUntil: "2026-05-20" }),
    [`GET /api/services/${instanceId}`]: succeeded({ ...service, Orders: [{ ...order!, Status: "Working", Lines }] }),
    [`POST /api/orders/${orderId}/cancel-rest`]: refused(409, "nothingToCancel", "Nothing of this is left to cancel."),
  });
  const { screen } = await renderApp(address);
  await screen.getByRole("tab", { name: /^Orders/ }).click();
  await expect
    .element(screen.getByText("Desk phone: 3 of 5 dispatched, 1 about to be sent, 1 to come in"))
    .toBeVisible();
  await expect.element(screen.getByText("3 on 20/05/2026 · DPD · tracking 1550 2222 333")).toBeVisible();
  await screen.getByRole("button", { name: "Cancel the rest" }).click();
  const dialog = screen.getByRole("dialog", { name: "Cancel 2 × Desk phone?" });
  expect(await faults()).toEqual([]);
  await dialog.getByRole("button", { name: "Cancel them" }).click();
  await expect.element(dialog.getByText("Nothing of this is left to cancel.")).toBeVisible();
  expect(JSON.parse(sent.find(({ path }) => path.endsWith("/cancel-rest"))!.body)).toEqual({ Keys: [subscriptionId] });
});

test.each([
  ["2026-06-03", "2 of them can come back, the last of them until 03/06/2026."],
  ["2026-05-20", "They could come back until 20/05/2026."],
])("goods that can come back until %s are said to on 21/05/2026 as it is: %s", async (unwanted, words) => {
  const service = serviceOf();
  const [order] = service.Orders;
  const counts = { Reserved: 0, Dispatched: 2, Cancelled: 0, Missing: 0, Rest: 0, Returnable: 2 };
  const Goods = { ...counts, Returns: [], Dispatches: [] };
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    "GET /api/clock": succeeded({ Now: "2026-05-21T08:00:00.000Z", Movable: true, WorkedUntil: "2026-05-20" }),
    [`GET /api/services/${instanceId}`]: succeeded({
      ...service,
      Orders: [{ ...order!, Lines: [{ ...order!.Lines[0]!, Name: "Desk phone", Goods }] }],
    }),
    [`GET /api/orders/${orderId}/returns`]: succeeded({
      Parts: [{ Quantity: 2, SentAt: "2026-05-06T10:00:00.000Z", Until: { unwanted, faulty: unwanted } }],
      Serials: [{ Id: subscriptionId, Text: "SN100011" }],
    }),
    [`POST /api/orders/${orderId}/returns/propose`]: refused(409, "returnTooLate", "The days are over."),
  });
  const { screen } = await renderApp(address);
  await screen.getByRole("tab", { name: /^Orders/ }).click();
  await screen.getByRole("button", { name: "Return goods" }).click();
  const dialog = screen.getByRole("dialog", { name: "Return goods" });
  await expect.element(dialog.getByText(words)).toBeVisible();
  // Nothing is worked out before it is chosen which of them.
  expect(sent.filter(({ path }) => path.endsWith("/propose"))).toEqual([]);
  await dialog.getByRole("checkbox", { name: "SN100011" }).click();
  await expect.element(dialog.getByText("The days are over.")).toBeVisible();
});
