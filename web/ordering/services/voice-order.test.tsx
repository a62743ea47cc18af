import type { VoiceOrder } from "@tradewind/contract/ordering/voice.ts";
import { expect, test } from "vitest";
import { faults, settled } from "../../test/axe.ts";
import { fakeApi, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { address, customerId, instanceId, orderId, serviceOf } from "./service-fixtures.ts";

const siteOf = (SiteName: string): VoiceOrder["Sites"][number] => ({
  SiteName,
  Address1: "1 High Street",
  Address2: null,
  Town: "Leeds",
  County: null,
  Postcode: "LS1 1AA",
  DDIBlocks: 2,
  DDIAreaCode: "0113",
  PropertyType: SiteName === "Home of Ada" ? "residential" : "commercial",
});

const orderOf = (changes: Partial<VoiceOrder> = {}): VoiceOrder => ({
  OrderId: orderId,
  OrderNumber: "0000-00E1",
  OrderType: 0,
  MitelLicences: 8,
  MitelLicencesChange: 3,
  NonMitelLicences: 2,
  NonMitelLicencesChange: 0,
  OrderCreatedOn: "2026-11-21T09:00:00.000Z",
  OrderCreatedBy: "Robin Tester",
  OrderStatus: "In progress",
  EstimatedCompletionDate: "2026-12-05",
  Sites: ["Head office", "Depot", "Home of Ada"].map((name) => siteOf(name)),
  Reasons: [],
  ...changes,
});

/** Opens the summary from the customer's service. */
async function open(changes: Partial<VoiceOrder> = {}) {
  const service = serviceOf({ ProductId: "hosted-voice", ProductName: "Hosted Voice" });
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    [`GET /api/services/${instanceId}/number-ports`]: succeeded({ Items: [], Sites: [] }),
    "GET /api/clock": succeeded({ Now: "2026-11-26T08:00:00.000Z", Movable: true, WorkedUntil: "2026-11-25" }),
    [`GET /api/services/${instanceId}`]: succeeded({
      ...service,
      Orders: service.Orders.map((order) => ({ ...order, ProductId: "hosted-voice" })),
    }),
    [`GET /api/customers/${customerId}/voice-orders/${orderId}`]: succeeded(orderOf(changes)),
  });
  const { screen } = await renderApp(address);
  await screen.getByRole("tab", { name: /^Orders/ }).click();
  await screen.getByRole("button", { name: /^Summary of order/ }).click();
  const dialog = screen.getByRole("dialog", { name: /^Hosted voice order/ });
  await expect.element(dialog.getByText("Ordered by")).toBeVisible();
  await settled();
  return { sent, dialog };
}

test("ORD-45 ORD-46 ORD-47 the summary is filled by organisation and order id, and shows the full order of a new one", async () => {
  const { sent, dialog } = await open();
  expect(sent.filter(({ path }) => path === `/api/customers/${customerId}/voice-orders/${orderId}`)).toHaveLength(1);
  await expect.element(dialog.getByText("New service")).toBeVisible();
  await expect.element(dialog.getByText("In progress")).toBeVisible();
  await expect.element(dialog.getByText("8 (+3)")).toBeVisible();
  await expect.element(dialog.getByText("1 High Street, Leeds, LS1 1AA").first()).toBeVisible();
  await expect.element(dialog.getByText("Residential · 0113 · 2 blocks of ten numbers")).toBeVisible();
  expect(await faults()).toEqual([]);
});

test.each([1, 4])("ORD-48 of an order of type %i only the status is shown", async (OrderType) => {
  const { dialog } = await open({ OrderType });
  await expect.element(dialog.getByText("In progress")).toBeVisible();
  expect(dialog.getByText("Mitel licences").elements()).toEqual([]);
  expect(dialog.getByRole("list").elements()).toEqual([]);
});

test.each([2, 3, 7])("ORD-47 an order of type %i shows the full order too", async (OrderType) => {
  const { dialog } = await open({ OrderType });
  await expect.element(dialog.getByText("Mitel licences")).toBeVisible();
  await expect.element(dialog.getByRole("heading", { name: "3 sites" })).toBeVisible();
});

test("ORD-49 sites are lettered from A in their order", async () => {
  const { dialog } = await open();
  const rows = dialog.getByRole("listitem").elements();
  expect(rows.map(({ textContent }) => textContent.slice(0, 5))).toEqual(["AHead", "BDepo", "CHome"]);
});

test("ORD-50 a list of sites beyond 300 px scrolls, by keys as well", async () => {
  const names = Array.from({ length: 6 }, (_, at) => `Site number ${at}`);
  const { dialog } = await open({ Sites: names.map((name) => siteOf(name)) });
  const list = dialog.getByRole("list").element();
  expect(list.getBoundingClientRect().height).toBeLessThanOrEqual(300);
  expect(list.scrollHeight).toBeGreaterThan(300);
  expect(getComputedStyle(list).overflowY).toBe("auto");
  expect(list).toHaveProperty("tabIndex", 0);
});

test("ORD-51 dates have two digits for the year", async () => {
  const { dialog } = await open();
  await expect.element(dialog.getByText("21/11/26")).toBeVisible();
  await expect.element(dialog.getByText("05/12/26")).toBeVisible();
});

test("ORD-52 a rejected order lists why under the heading of all lists of errors", async () => {
  const { dialog } = await open({ OrderStatus: "Rejected", Reasons: ["No line at the depot", "Postcode unknown"] });
  await expect.element(dialog.getByText("Please correct the following:")).toBeVisible();
  await expect.element(dialog.getByText("Postcode unknown")).toBeVisible();
  expect(await faults()).toEqual([]);
});
