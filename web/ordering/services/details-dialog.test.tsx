import { expect, test } from "vitest";
import { proposalOf } from "../../shared/proposal/proposal-fixture.ts";
import { faults } from "../../test/axe.ts";
import { fakeApi, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { address, instanceId, orderId, serviceOf, subscriptionId } from "./service-fixtures.ts";

const question = { Required: true, Help: null, MaxLength: 5, Pattern: null, Options: [], Default: null };

function serveBlock() {
  const service = serviceOf();
  const answers = {
    Attributes: [{ Label: "Area code", Text: "0117" }],
    Editable: [
      { ...question, Name: "Site", Label: "Site", Type: "text" as const, Default: "Leeds" },
      { ...question, Name: "Listed", Label: "Listed", Type: "checkbox" as const, Required: false, Default: false },
    ],
  };
  const [order] = service.Orders;
  return fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    "GET /api/clock": succeeded({ Now: "2026-05-21T08:00:00.000Z", Movable: true, WorkedUntil: "2026-05-20" }),
    [`GET /api/services/${instanceId}`]: succeeded({
      ...service,
      Subscriptions: service.Subscriptions.map((each) => ({ ...each, ...answers })),
      Orders: [{ ...order!, Lines: [{ ...order!.Lines[0]!, Attributes: answers.Attributes }] }],
    }),
    "POST /api/proposals": succeeded(proposalOf()),
    "POST /api/orders": succeeded({ OrderId: orderId, InstanceId: instanceId }),
  });
}

test("what an offer asks is shown with its subscription and order, and what can be changed is changed alone", async () => {
  const sent = serveBlock();
  const { screen } = await renderApp(address);
  await expect.element(screen.getByText("Area code: 0117")).toBeVisible();
  await screen.getByRole("button", { name: "More for Business Premium" }).click();
  await screen.getByRole("button", { name: "Change details" }).click();
  const dialog = screen.getByRole("dialog", { name: "Change details" });
  const send = dialog.getByRole("button", { name: "Change details" });
  await expect.element(send).toBeDisabled();
  await dialog.getByLabelText("Site").fill("London");
  await expect.element(dialog.getByText("Must be a maximum of 5 character(s)")).toBeVisible();
  await expect.element(send).toBeDisabled();
  await dialog.getByLabelText("Site").fill("York");
  expect(await faults()).toEqual([]);
  await send.click();
  const Change = { Kind: "setAttributes", Targets: [{ Key: subscriptionId, Attributes: { Site: "York" } }] };
  await expect.poll(() => sent.filter(({ path }) => path === "/api/orders")).toHaveLength(1);
  const { body } = sent.find(({ path }) => path === "/api/orders")!;
  expect(JSON.parse(body)).toMatchObject({ Change });
});

test("an order says what was answered for its lines", async () => {
  serveBlock();
  const { screen } = await renderApp(address);
  await screen.getByRole("tab", { name: /^Orders/ }).click();
  await expect.element(screen.getByText("5 × Business Premium (Area code: 0117)")).toBeVisible();
});
