import { expect, test } from "vitest";
import { fakeApi, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { proposalOf } from "../../shared/proposal/proposal-fixture.ts";
import { address, instanceId, orderId, serviceOf } from "./service-fixtures.ts";

const serve = (handlers: Parameters<typeof fakeApi>[0]) =>
  fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    "GET /api/clock": succeeded({ Now: "2026-05-21T08:00:00.000Z", Movable: true, WorkedUntil: "2026-05-20" }),
    [`GET /api/services/${instanceId}`]: succeeded(serviceOf()),
    ...handlers,
  });

test("in the hours before a renewal nothing is offered that would be refused, and the row says from when it is again", async () => {
  const [near] = serviceOf().Subscriptions;
  serve({
    [`GET /api/services/${instanceId}`]: succeeded({
      ...serviceOf(),
      Subscriptions: [
        { ...near!, WaitsUntil: "2026-05-22", IsCancellable: false, IsUpgradable: true, TakesNewTerm: true, Lots: [] },
      ],
    }),
  });
  const { screen } = await renderApp(address);
  await expect.element(screen.getByText(/It can be changed again once it is renewed, on 22\/05\/2026\./)).toBeVisible();
  expect(screen.getByRole("button", { name: /of Business Premium$|^More for Business Premium/ }).elements()).toEqual(
    [],
  );
});

test("what ends in the hours to come is not promised another chance", async () => {
  const [near] = serviceOf().Subscriptions;
  const TermEnd = { ...near!.TermEnd, Outcome: "cancel" as const };
  serve({
    [`GET /api/services/${instanceId}`]: succeeded({
      ...serviceOf(),
      Subscriptions: [{ ...near!, TermEnd, WaitsUntil: "2026-05-22", IsCancellable: false, Lots: [] }],
    }),
  });
  const { screen } = await renderApp(address);
  await expect.element(screen.getByText("Its end is too near to change it now.")).toBeVisible();
  await expect.element(screen.getByText(/changed again/)).not.toBeInTheDocument();
});

test("the note of an order says the same moment as the order's page, though it was placed later than it was shown", async () => {
  serve({
    "POST /api/proposals": succeeded(proposalOf()),
    "POST /api/orders": succeeded({
      OrderId: orderId,
      InstanceId: instanceId,
      UndoUntil: "2026-05-27T10:07:00.000Z",
    }),
  });
  const { screen } = await renderApp(address);
  await screen.getByRole("button", { name: "Change licences of Business Premium" }).click();
  const dialog = screen.getByRole("dialog", { name: "Change licences" });
  await dialog.getByRole("spinbutton", { name: "Licences" }).fill("7");
  await dialog.getByRole("button", { name: "Add 2 licences" }).click();
  await expect.element(screen.getByText(/Can be undone until 27\/05\/2026 11:07\./)).toBeVisible();
});
