import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { proposalOf } from "../../shared/proposal/proposal-fixture.ts";
import { pending, vendors } from "../../shared/transfers-fixture.ts";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { acme } from "../../test/samples.ts";
import { sessionOf } from "../../test/sessions.ts";
import { address, customerId, instanceId, orderId, serviceOf, subscriptionId } from "./service-fixtures.ts";

test("an order that changed details says which", async () => {
  const service = serviceOf();
  const [order] = service.Orders;
  const Details = { BackupContactEmail: "noor@acme.example", UseCustomerContact: false, BackupContactName: null };
  serve({
    [`GET /api/services/${instanceId}`]: succeeded({ ...service, Orders: [{ ...order!, Journey: "Modify", Details }] }),
  });
  const { screen } = await renderApp(address);
  await screen.getByRole("tab", { name: /^Orders/ }).click();
  await expect
    .element(screen.getByText("Backup contact email: noor@acme.example, Use customer contact: No"))
    .toBeVisible();
});

type Handlers = Parameters<typeof fakeApi>[0];
const serve = (handlers: Handlers = {}) =>
  fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    "GET /api/clock": succeeded({ Now: "2026-05-21T08:00:00.000Z", Movable: true, WorkedUntil: "2026-05-20" }),
    [`GET /api/services/${instanceId}`]: succeeded(serviceOf()),
    ...handlers,
  });

/** A customer whose only service was deleted. */
function serveEnded() {
  const ended = serviceOf({ Status: "Deleted" }).Service;
  serve({
    [`GET /api/customers/${customerId}`]: succeeded(acme),
    [`GET /api/customers/${customerId}/services`]: succeeded({ Items: [] }),
    [`GET /api/customers/${customerId}/services/all`]: succeeded({ Items: [ended] }),
  });
  return ended;
}

async function openSeats(quantity: string, handlers: Handlers) {
  const sent = serve(handlers);
  const app = await renderApp(address);
  await app.screen.getByRole("button", { name: "Change licences of Business Premium" }).click();
  const dialog = app.screen.getByRole("dialog", { name: "Change licences" });
  await dialog.getByRole("spinbutton", { name: "Licences" }).fill(quantity);
  return { ...app, dialog, sent };
}

test("ORD-19 a service bought once says that it is charged once", async () => {
  serve({ [`GET /api/services/${instanceId}`]: succeeded({ ...serviceOf(), ChargingModel: "OneTime" }) });
  const { screen } = await renderApp(address);
  await expect.element(screen.getByText("Charged once")).toBeVisible();
});

test("a service shows what it costs, until when, and what can still be returned", async () => {
  serve();
  const { screen } = await renderApp(address);
  await expect.element(screen.getByText("1 year term · billed each month · until 19/05/2027")).toBeVisible();
  await expect.element(screen.getByText("£75.45")).toBeVisible();
  await expect.element(screen.getByText(/can be undone until 27\/05\/2026 10:00/).first()).toBeVisible();
  await expect.element(screen.getByText(/6 days left/).first()).toBeVisible();
  await screen.getByRole("tab", { name: /History/ }).click();
  await expect
    .element(screen.getByText(/In effect 20\/05\/2026 10:00 · recorded 21\/05\/2026 11:00/).first())
    .toBeVisible();
  expect(await faults()).toEqual([]);
});

test("what can be undone until the same moment is told in one number", async () => {
  const [subscription] = serviceOf().Subscriptions;
  const [lot] = subscription!.Lots;
  const later = { ...lot!, Quantity: 2, OpenedAt: "2026-05-20T15:00:00.000Z" };
  serve({
    [`GET /api/services/${instanceId}`]: succeeded({
      ...serviceOf(),
      Subscriptions: [{ ...subscription!, Quantity: 7, Lots: [lot, later] }],
    }),
  });
  const { screen } = await renderApp(address);
  await expect.element(screen.getByText(/^7 licences can be undone until 27\/05\/2026 10:00/)).toBeVisible();
  expect(screen.getByText(/can be undone until/).elements()).toHaveLength(1);
});

test("a number out of its limits leaves nothing of the number before it", async () => {
  const { dialog } = await openSeats("3", { "POST /api/proposals": succeeded(proposalOf()) });
  await expect.element(dialog.getByRole("button", { name: "Return 2 licences" })).toBeEnabled();
  await dialog.getByRole("spinbutton", { name: "Licences" }).fill("0");
  await expect.element(dialog.getByText("Must be at least 1")).toBeVisible();
  await expect.element(dialog.getByText("Change the number to see the charge or credit.")).toBeVisible();
  await expect.element(dialog.getByRole("button", { name: "Change licences", exact: true })).toBeDisabled();
  expect(dialog.getByText("2 fewer").elements()).toHaveLength(0);
});

test("a service that was never provided promises no renewal, no end of a term and no return", async () => {
  serve({
    [`GET /api/services/${instanceId}`]: succeeded(serviceOf({ Status: "ActivationFailed", Reason: "Domain taken" })),
  });
  const { screen } = await renderApp(address);
  await expect.element(screen.getByText("1 year term · billed each month", { exact: true })).toBeVisible();
  expect(screen.getByText(/Renews|can be returned|until 19/).elements()).toHaveLength(0);
});

test("after the last service has ended, the customer has no active ones and leads to those that ended", async () => {
  const ended = serveEnded();
  const { screen } = await renderApp(`/customers/customer/${customerId}/view/services`);
  await expect.element(screen.getByText("No active services")).toBeVisible();
  await screen.getByText("1 ended service").click();
  await expect.element(screen.getByRole("link", { name: ended.ProductName })).toHaveAttribute("href", address);
});

test("ORD-51 the dates of orders read dd/MM/yy", async () => {
  const service = serviceOf();
  const working = { Status: "Working", PlacedAt: "2026-11-21T09:00:00.000Z", EstimatedCompletion: "2026-12-05" };
  serve({
    [`GET /api/services/${instanceId}`]: succeeded({ ...service, Orders: [{ ...service.Orders[0]!, ...working }] }),
  });
  const { screen } = await renderApp(address);
  await screen.getByRole("tab", { name: /^Orders/ }).click();
  await expect.element(screen.getByText("Hannah Reid · 21/11/26 · expected by 05/12/26")).toBeVisible();
});

test("more seats show the charge and commit exactly that", async () => {
  const { dialog, sent } = await openSeats("7", {
    "POST /api/proposals": succeeded(proposalOf()),
    "POST /api/orders": succeeded({ OrderId: orderId, InstanceId: instanceId }),
  });
  await expect.element(dialog.getByText(/Can be undone until/).first()).toBeVisible();
  await dialog.getByRole("button", { name: "Add 2 licences" }).click();
  await expect.poll(() => sent.some((line) => line.path === "/api/orders")).toBe(true);
  expect(JSON.parse(sent.find((line) => line.path === "/api/orders")!.body)).toMatchObject({
    InstanceId: instanceId,
    ProposalHash: "a".repeat(64),
    Change: { Kind: "setQuantity", Targets: [{ Key: subscriptionId, Quantity: 7 }] },
  });
});

test("fewer seats after the window are refused with the next date, and can be scheduled instead", async () => {
  const words = "The time for returning this many has passed.";
  const answer = refused(409, "reductionWindowClosed", words);
  const { screen, dialog, sent } = await openSeats("3", {
    "POST /api/proposals": ({ body }) =>
      body.includes('"schedule"')
        ? succeeded(proposalOf({ UndoUntil: null }))
        : {
            ...answer,
            body: {
              ...(answer.body as object),
              Resources: { Key: subscriptionId, NextDate: "2027-05-20", Alternative: "schedule", Limit: 1 },
            },
          },
  });
  await expect.element(dialog.getByText(words)).toBeVisible();
  await expect.element(dialog.getByText("20/05/2027").first()).toBeVisible();
  await expect.element(dialog.getByText("1 can still be returned today.")).toBeVisible();
  await expect.element(dialog.getByRole("button", { name: "Return 2 licences" })).toBeDisabled();
  expect(await faults()).toEqual([]);
  await dialog.getByRole("button", { name: "Schedule instead" }).click();
  const schedule = screen.getByRole("dialog", { name: "At the end of the term" });
  await expect.element(schedule.getByRole("spinbutton", { name: "Licences from then on" })).toHaveValue("3");
  await expect.element(schedule.getByRole("button", { name: "Schedule renewal" })).toBeEnabled();
  expect(JSON.parse(sent.findLast((line) => line.path === "/api/proposals")!.body).Change).toEqual({
    Kind: "schedule",
    Targets: [{ Key: subscriptionId, Outcome: "renew", OfferId: null, Quantity: 3, Until: null }],
  });
});

test.each([
  ["ActivationFailed", "Activation failed"],
  ["DeletionFailed", "Deletion failed"],
] as const)("SVC-15 %s shows red, on the service's page and in the list", async (Status, word) => {
  const failed = serviceOf({ Status, Reason: "The vendor does not know this domain." });
  serve({
    [`GET /api/services/${instanceId}`]: succeeded(failed),
    [`GET /api/customers/${customerId}`]: succeeded(acme),
    [`GET /api/customers/${customerId}/services`]: succeeded({ Items: [failed.Service] }),
  });
  for (const place of [address, `/customers/customer/${customerId}/view/services`]) {
    const { screen } = await renderApp(place);
    const shown = screen.getByText(word, { exact: true }).first();
    await expect.element(shown).toBeVisible();
    expect(shown.element().parentElement!.querySelector("svg")!.classList).toContain("text-danger");
    await screen.unmount();
  }
});

test("a failed activation says why and can be tried again", async () => {
  const reason = "The vendor does not know this domain.";
  const sent = serve({
    [`GET /api/services/${instanceId}`]: succeeded(serviceOf({ Status: "ActivationFailed", Reason: reason })),
    [`POST /api/orders/${orderId}/retry`]: succeeded(serviceOf().Orders[0]),
  });
  const { screen } = await renderApp(address);
  await expect.element(screen.getByText(new RegExp(reason)).first()).toBeVisible();
  await screen.getByRole("button", { name: "Retry Microsoft 365" }).click();
  await expect.poll(() => sent.some((line) => line.path === `/api/orders/${orderId}/retry`)).toBe(true);
});

test("an order that failed or waits has what the vendor's support asks for", async () => {
  const Support = {
    Vendor: "Microsoft",
    References: [{ Label: "MS-RequestId", Value: "66bf7d43-0000-4000-8000-5f2f" }],
  };
  const failed = serviceOf({ Status: "ActivationFailed", Reason: "No." });
  serve({
    [`GET /api/services/${instanceId}`]: succeeded({ ...failed, Orders: [{ ...failed.Orders[0]!, Support }] }),
  });
  const { screen } = await renderApp(address);
  await screen.getByRole("tab", { name: /^Orders/ }).click();
  await screen.getByText("Reference for Microsoft support").click();
  await expect.element(screen.getByText("MS-RequestId 66bf7d43-0000-4000-8000-5f2f")).toBeVisible();
});

test("an order whose vendor does not answer says since when and when it is looked at again, and can be looked at now", async () => {
  const Unanswered = { Since: "2026-05-20T09:00:00.000Z", NextLook: "2026-05-20T11:00:00.000Z" };
  const waiting = {
    ...serviceOf().Orders[0]!,
    Status: "Working" as const,
    Message: "Microsoft does not answer",
    Unanswered,
  };
  const sent = serve({
    [`GET /api/services/${instanceId}`]: succeeded({ ...serviceOf({ Status: "Activating" }), Orders: [waiting] }),
    [`POST /api/orders/${orderId}/look`]: succeeded(waiting),
  });
  const { screen } = await renderApp(address);
  await screen.getByRole("tab", { name: /^Orders/ }).click();
  await expect
    .element(screen.getByText("No answer since 20/05/2026 10:00 · next look at 20/05/2026 12:00"))
    .toBeVisible();
  await screen.getByRole("button", { name: "Look now" }).click();
  await expect.poll(() => sent.some((line) => line.path === `/api/orders/${orderId}/look`)).toBe(true);
});

test("a service that is active and changes says what is under way, and does not become active", async () => {
  const Reason = "Microsoft does not answer at the moment.";
  for (const [What, IsUnanswered, word, next] of [
    ["Activating", false, "Activating", /It becomes active automatically/],
    ["Being changed", false, "Being changed", /It takes effect automatically/],
    ["Being changed", true, "Being changed, outcome unknown", /does not answer at the moment\.$/],
  ] as const) {
    const service = serviceOf({ Status: "Activating", Reason, UnderWay: { What, IsUnanswered } });
    serve({ [`GET /api/services/${instanceId}`]: succeeded(service) });
    const { screen } = await renderApp(address);
    const shown = screen.getByText(word, { exact: true }).first();
    await expect.element(shown).toBeVisible();
    expect(shown.element().parentElement!.title).toMatch(next);
    await screen.unmount();
  }
});

test("a service says that a transfer at its vendor is under way, and leads to it", async () => {
  const other = { ...pending, Id: subscriptionId, VendorName: "Acronis", PartnerName: "Fabrikam" };
  serve({
    [`GET /api/services/${instanceId}`]: succeeded({ ...serviceOf(), TransferVendor: "Microsoft" }),
    [`GET /api/customers/${customerId}/transfers`]: succeeded({
      Items: [pending, other],
      Vendors: vendors,
      Next: null,
    }),
  });
  const { screen } = await renderApp(address);
  await expect.element(screen.getByText("Microsoft from Northwind: Waiting for Northwind")).toBeVisible();
  expect(screen.getByText(/Fabrikam/).elements()).toEqual([]);
  await expect
    .element(screen.getByRole("link", { name: "Show transfers" }))
    .toHaveAttribute("href", `/customers/customer/${customerId}/transfers`);
  expect(await faults()).toEqual([]);
});

test("of a service, only what is being changed or was never provided waits; the rest takes changes", async () => {
  const service = serviceOf();
  const as = (Id: string, Name: string, AtVendor: "changing" | "refused") => ({
    ...service.Subscriptions[0]!,
    Id,
    Name,
    AtVendor,
  });
  const others = [as(orderId, "Visio", "changing"), as(customerId, "Project", "refused")];
  const orders = [
    {
      ...service.Orders[0]!,
      Status: "Failed" as const,
      Message: "Project: Microsoft does not offer this product to this customer. The other item was done.",
      Lines: [
        { ...service.Orders[0]!.Lines[0]!, State: "done" as const },
        { ...service.Orders[0]!.Lines[0]!, Name: "Project", State: "refused" as const, Reason: "No." },
      ],
    },
  ];
  serve({
    [`GET /api/services/${instanceId}`]: succeeded({
      ...service,
      Subscriptions: [...service.Subscriptions, ...others],
      Orders: orders,
    }),
  });
  const { screen } = await renderApp(address);
  await expect.element(screen.getByText("Change in progress")).toBeVisible();
  await expect.element(screen.getByText("Refused by the vendor")).toBeVisible();
  expect(screen.getByRole("button", { name: /^Change licences of/ }).elements()).toHaveLength(1);
  await expect.element(screen.getByRole("button", { name: "Change licences of Business Premium" })).toBeVisible();
  expect(screen.getByRole("button", { name: "More for Visio" }).elements()).toHaveLength(0);
  await screen.getByRole("button", { name: "More for Project" }).click();
  await expect.element(screen.getByRole("button", { name: /^Cancel now/ })).toBeVisible();
  expect(screen.getByRole("button", { name: /^At the end of the term/ }).elements()).toHaveLength(0);
  expect(await faults()).toEqual([]);
  await userEvent.keyboard("{Escape}");
  await screen.getByRole("tab", { name: /^Orders/ }).click();
  await expect.element(screen.getByText("Partly done")).toBeVisible();
});

test("what was cancelled has not ended before its vendor says so; while that does not answer, the page says what is unknown", async () => {
  const Reason = "Microsoft does not answer at the moment. Nothing is lost or done twice: we keep looking.";
  const service = serviceOf({ Status: "Activating", Reason });
  const one = { ...service.Subscriptions[0]!, AtVendor: "provided" as const };
  const cancelled = { ...one, Name: "Visio", Quantity: 0, Status: "cancelled" as const };
  const leaving = { ...cancelled, Id: orderId, AtVendor: "changing" as const };
  const gone = { ...cancelled, Id: customerId, Name: "Project" };
  const order = { ...service.Orders[0]!, Status: "Working" as const, Message: Reason };
  const shown = (Unanswered: typeof order.Unanswered) => ({
    ...service,
    Subscriptions: [one, leaving, gone],
    Orders: [{ ...order, Unanswered, Lines: [{ ...order.Lines[0]!, SubscriptionId: orderId }] }],
  });
  const path = `GET /api/services/${instanceId}`;
  serve({ [path]: succeeded(shown(null)) });
  const first = await renderApp(address);
  await expect.element(first.screen.getByText("Being cancelled", { exact: true })).toBeVisible();
  await expect.element(first.screen.getByText("The vendor is processing this")).toBeVisible();
  await expect.element(first.screen.getByText("1 ended subscription")).toBeVisible();
  await first.screen.unmount();

  await page.viewport(390, 844);
  serve({ [path]: succeeded(shown({ Since: "2026-05-21T09:00:00.000Z", NextLook: null })) });
  const { screen } = await renderApp(address);
  await expect.element(screen.getByText("Being cancelled, outcome unknown")).toBeVisible();
  await expect.element(screen.getByText("What became of a change is not known yet")).toBeVisible();
  await expect.element(screen.getByText(/Nothing is charged or given back until it answers/)).toBeVisible();
  expect(await faults()).toEqual([]);
});

test("only the newest order of something can be tried again: an earlier failure was followed by something else", async () => {
  const failed = serviceOf({ Status: "ActivationFailed", Reason: "The vendor refused it." });
  const earlier = { ...failed.Orders[0]!, Status: "Failed" as const, Retryable: false };
  const newest = { ...earlier, Id: customerId, Status: "Completed" as const, Message: null };
  serve({ [`GET /api/services/${instanceId}`]: succeeded({ ...failed, Orders: [newest, earlier] }) });
  const { screen } = await renderApp(address);
  await screen.getByRole("tab", { name: /^Orders/ }).click();
  await expect.element(screen.getByText("Failed", { exact: true })).toBeVisible();
  expect(screen.getByRole("button", { name: /^Retry/ }).elements()).toHaveLength(0);
});

test("on a phone the service stays readable and free of faults", async () => {
  await page.viewport(390, 844);
  serve();
  const { screen } = await renderApp(address);
  await expect.element(screen.getByRole("button", { name: "Change licences of Business Premium" })).toBeVisible();
  expect(await faults()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});

test("what can no longer be cancelled is not offered to be: neither it nor the service", async () => {
  const service = serviceOf();
  const [premium] = service.Subscriptions;
  serve({
    [`GET /api/services/${instanceId}`]: succeeded({
      ...service,
      Subscriptions: [
        { ...premium!, IsCancellable: false, Lots: premium!.Lots.map((lot) => ({ ...lot, Open: false })) },
      ],
    }),
  });
  const { screen } = await renderApp(address);
  await screen.getByRole("button", { name: "More for Business Premium" }).click();
  await expect.element(screen.getByRole("button", { name: /^At the end of the term/ })).toBeVisible();
  expect(screen.getByRole("button", { name: /^Cancel now/ }).elements()).toHaveLength(0);
  await userEvent.keyboard("{Escape}");
  await screen.getByRole("button", { name: "More actions" }).click();
  await expect.element(screen.getByRole("button", { name: /^Change several/ })).toBeVisible();
  expect(screen.getByRole("button", { name: /^Delete service/ }).elements()).toHaveLength(0);
});
