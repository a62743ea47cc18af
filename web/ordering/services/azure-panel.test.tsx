import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { fakeApi, offContract, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { customerId, instanceId, orderId, serviceOf, subscriptionId } from "./service-fixtures.ts";

const azure = `/api/azure/customers/${customerId}/subscriptions`;
const shop = `${azure}/${subscriptionId}`;
const budgets = `/api/azure/customers/${customerId}/budgets`;
const budgetsOf = (Items: object[]) => ({
  Items,
  Currency: "GBP",
  Month: "2027-03-01",
  People: [
    { Id: instanceId, Name: "Robin Tester", OfCustomer: false },
    { Id: orderId, Name: "Nora Wind", OfCustomer: true },
  ],
});
const money = (Minor: string) => ({ Minor, Currency: "GBP" });
const summary = {
  Currency: "GBP",
  KnownUntil: "2027-03-17",
  Total: money("7000"),
  Before: money("5600"),
  Month: {
    From: "2027-03-01",
    SoFar: money("17000"),
    Forecast: { Amount: money("31000"), Low: money("30000"), High: money("33000") },
  },
  Bills: [] as object[],
  Margin: { Cost: money("6000"), Amount: money("1000") },
};
const days = Array.from({ length: 7 }, (_, at) => `2027-03-${11 + at}`);
const split = (...names: string[]) =>
  succeeded(days.map((Label) => ({ Label, Values: names.map((Symbol) => ({ Symbol, Values: "4.5" })) })));

async function open(answers: Parameters<typeof fakeApi>[0] = {}, session = sessionOf()) {
  const service = serviceOf({ ProductId: "azure", RouteName: null, ProductName: "Azure" });
  const sent = fakeApi({
    "GET /api/session": succeeded(session),
    [`GET /api/customers/${customerId}/services`]: succeeded({ Items: [service.Service] }),
    [`GET /api/services/${instanceId}`]: succeeded(service),
    [`GET ${azure}`]: succeeded([
      { Text: "Shop", Value: subscriptionId },
      { Text: "Test", Value: orderId },
    ]),
    [`GET ${shop}/resource-groups`]: succeeded([
      { Text: "production", Value: "production" },
      { Text: "staging", Value: "staging" },
    ]),
    [`GET ${azure}/${orderId}/resource-groups`]: succeeded([{ Text: "lab", Value: "lab" }]),
    [`GET ${shop}/summary`]: succeeded(summary),
    [`GET ${shop}/total-spend`]: succeeded(days.map((Date) => ({ Date, Spend: "10.0004" }))),
    [`GET ${shop}/spend-by-group`]: split("production", "staging"),
    [`GET ${shop}/spend-by-resource`]: split("web-1", "orders-db"),
    [`GET ${shop}/spend-by-meter`]: split("D4s v5", "vCore"),
    [`GET ${budgets}`]: succeeded(budgetsOf([])),
    ...answers,
  });
  const { screen } = await renderApp(`/customers/customer/${customerId}/manage-service/azure`);
  const panel = screen.getByRole("region", { name: "Azure spend", exact: true });
  const choose = (label: string, option: string) => userEvent.selectOptions(panel.getByLabelText(label), option);
  const show = () => panel.getByRole("button", { name: "Show", exact: true }).click();
  const of = (path: string) => sent.filter((each) => each.path === path).map(({ query }) => Object.fromEntries(query));
  return { screen, panel, choose, show, of, sent };
}
type Panel = Awaited<ReturnType<typeof open>>["panel"];
const chart = (panel: Panel, name: RegExp) => panel.getByRole("img", { name });
const optionsOf = (panel: Panel, label: string) =>
  [...(panel.getByLabelText(label).element() as HTMLSelectElement).options].map(({ text }) => text);

test("AZ-13 AZ-01 manage-service/azure opens the panel with its four dropdowns and the button Show", async () => {
  const { panel } = await open();
  for (const label of ["Subscription", "By", "Date range", "Group"])
    await expect.element(panel.getByLabelText(label)).toBeVisible();
  await expect.element(panel.getByRole("button", { name: "Show", exact: true })).toBeVisible();
  expect(optionsOf(panel, "By")).toEqual(["Total", "Resource group", "Resource", "Meter"]);
});

test("AZ-03 AZ-04 the ranges are 7, 14 and 28 days, and the first load is of 7", async () => {
  const { panel, of } = await open();
  await expect.element(chart(panel, /^Spend of Shop by day/)).toBeVisible();
  expect(optionsOf(panel, "Date range")).toEqual(["7 days", "14 days", "28 days"]);
  await expect.element(panel.getByLabelText("Date range")).toHaveValue("7");
  expect(of(`${shop}/total-spend`)).toEqual([{ Days: "7" }]);
});

test("AZ-08 AZ-09 the subscriptions are asked for by the customer, and the groups once a subscription is chosen", async () => {
  const { panel, choose, of } = await open();
  await expect.poll(() => optionsOf(panel, "Subscription")).toEqual(["Shop", "Test"]);
  expect(of(azure)).toHaveLength(1);
  await expect.poll(() => optionsOf(panel, "Group")).toEqual(["All groups", "production", "staging"]);
  await choose("Subscription", "Test");
  await expect.poll(() => optionsOf(panel, "Group")).toEqual(["All groups", "lab"]);
  expect(of(`${azure}/${orderId}/resource-groups`)).not.toEqual([]);
});

test("AZ-10 AZ-05 AZ-06 total, group and meter are three calls by subscription and days, each drawn once Show is pressed", async () => {
  const { panel, choose, show, of } = await open();
  await expect.element(chart(panel, /11\/03\/27 Spend £10\.00/)).toBeVisible();
  await choose("Date range", "14 days");
  await choose("By", "Resource group");
  expect(of(`${shop}/spend-by-group`)).toEqual([]);
  await show();
  await expect.element(chart(panel, /by resource group: .*production £4\.50, staging £4\.50/)).toBeVisible();
  await choose("By", "Meter");
  await show();
  await expect.element(chart(panel, /by meter: .*D4s v5 £4\.50, vCore £4\.50/)).toBeVisible();
  expect([of(`${shop}/spend-by-group`), of(`${shop}/spend-by-meter`)]).toEqual([[{ Days: "14" }], [{ Days: "14" }]]);
});

test("AZ-11 AZ-06 spend by resource adds the group that is chosen", async () => {
  const { panel, choose, show, of } = await open();
  await expect.element(panel.getByLabelText("Group")).toBeDisabled();
  await choose("By", "Resource");
  await choose("Group", "staging");
  await show();
  await expect.element(chart(panel, /^Spend of Shop, staging by resource: .*web-1 £4\.50/)).toBeVisible();
  expect(of(`${shop}/spend-by-resource`)).toEqual([{ Days: "7", Group: "staging" }]);
});

test("AZ-07 only an answer that succeeds changes the charts; one that fails leaves them and says nothing", async () => {
  const failed = refused(200, "unexpected", "Something went wrong.");
  const { screen, panel, choose, show, of } = await open({ [`GET ${shop}/spend-by-group`]: offContract(failed) });
  await expect.element(chart(panel, /^Spend of Shop by day/)).toBeVisible();
  await choose("By", "Resource group");
  await show();
  await expect.poll(() => of(`${shop}/spend-by-group`).length).toBe(1);
  await expect.element(chart(panel, /^Spend of Shop by day/)).toBeVisible();
  await expect.element(screen.getByText("Something went wrong")).not.toBeInTheDocument();
  await expect.element(screen.getByRole("alert")).not.toBeInTheDocument();
  await choose("By", "Meter");
  await show();
  await expect.element(chart(panel, /by meter/)).toBeVisible();
});

test("the figures above the chart say the change, the month and what is left, and until when all is known", async () => {
  const { panel } = await open();
  for (const text of [
    "Known in full up to 17/03/2027. A day is known two days after it ends.",
    "25% more than the 7 days before",
    "March 2027 in all, forecast",
    "Between £300.00 and £330.00",
    "£60.00 cost",
  ])
    await expect.element(panel.getByText(text)).toBeVisible();
  await panel.getByRole("button", { name: "Show as table" }).click();
  await expect.element(panel.getByRole("table")).toBeVisible();
});

test("ACL-40 ACL-39 where prices are hidden there is no spend", async () => {
  const { panel, of } = await open(
    {},
    {
      ...sessionOf({ seesPrices: false }),
      DisplaySettings: { HidePricing: true, HideBanner: false },
    },
  );
  await expect.element(panel.getByText("Prices are hidden")).toBeVisible();
  expect(of(`${shop}/total-spend`)).toEqual([]);
});

const passed = {
  AzureSubscriptionId: subscriptionId,
  Amount: 500,
  Steps: [80, 100],
  Told: [instanceId],
  Spent: money("60050"),
  Percent: 120,
  Version: 3,
};

test("the budgets say what of them is spent, and one is set with its steps and whom to tell", async () => {
  const { screen, sent } = await open({
    [`GET ${budgets}`]: succeeded(budgetsOf([passed])),
    [`PUT ${budgets}`]: succeeded(budgetsOf([{ ...passed, AzureSubscriptionId: null, Percent: 60 }, passed])),
  });
  await expect.element(screen.getByText("£600.50 of £500.00, 120%")).toBeVisible();
  await screen.getByRole("button", { name: "Set a budget" }).click();
  const dialog = screen.getByRole("dialog");
  await expect.element(dialog.getByLabelText("Of", { exact: true })).toBeVisible();
  expect(
    [...(dialog.getByLabelText("Of", { exact: true }).element() as HTMLSelectElement).options].map(({ text }) => text),
  ).toEqual(["All of Azure", "Test"]);
  await dialog.getByLabelText("Amount a month, in pounds").fill("1000");
  await dialog.getByLabelText("50%").click();
  await dialog.getByLabelText("Nora Wind, of the customer").click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.element(screen.getByText("£600.50 of £500.00, 60%")).toBeVisible();
  expect(JSON.parse(sent.find(({ method }) => method === "PUT")!.body)).toEqual({
    AzureSubscriptionId: null,
    Amount: 1000,
    Steps: [80, 100, 50],
    Told: [orderId],
    Version: 0,
  });
});

test("what Azure cost stays to be seen once the customer no longer has it", async () => {
  const { panel, screen } = await open({ [`GET /api/customers/${customerId}/services`]: succeeded({ Items: [] }) });
  await expect.element(chart(panel, /^Spend of Shop by day/)).toBeVisible();
  await expect.element(screen.getByText(/no longer has this service/)).toBeVisible();
});

test("on a phone the panel is as wide as the page", async () => {
  await page.viewport(390, 844);
  const { panel } = await open({ [`GET ${budgets}`]: succeeded(budgetsOf([passed])) });
  await expect.element(chart(panel, /^Spend of Shop by day/)).toBeVisible();
  await expect.element(panel.getByText("£600.50 of £500.00, 120%")).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});

test("each of the last months is on its invoice, or says why not yet", async () => {
  const bill = { Spent: money("12000"), Charged: null, Apart: null, Cost: null, Documents: [] };
  const charged = { ...bill, Charged: money("12000"), Cost: money("10000") };
  const Bills = [
    { ...bill, Month: "2027-03-01", State: "open" },
    { ...bill, Month: "2027-02-01", State: "awaited" },
    { ...charged, Month: "2027-01-01", State: "charged", Spent: money("12500"), Apart: "file" },
    {
      ...charged,
      Month: "2026-12-01",
      State: "invoiced",
      Documents: [{ Id: orderId, Kind: "invoice", Number: "INV-000012" }],
    },
    { ...charged, Month: "2026-11-01", State: "invoiced", Spent: money("15000"), Apart: "price" },
    { ...bill, Month: "2026-10-01", State: "before" },
  ];
  const { panel } = await open({ [`GET ${shop}/summary`]: succeeded({ ...summary, Bills }) });
  const rows = panel.getByRole("region", { name: "On the invoice" }).getByRole("row");
  await expect.element(rows.nth(1)).toHaveTextContent("March 2027£120.00Not yet: the month closes on 01/04/2027.");
  await expect
    .element(rows.nth(2))
    .toHaveTextContent("February 2027£120.00Not yet: the vendor’s file for the month has not arrived.");
  await expect
    .element(rows.nth(3))
    .toHaveTextContent(
      "January 2027£125.00Charged, at a cost of £100.00. It comes with the next invoice. £120.00 of it is charged: the £5.00 more come with the vendor’s next file.",
    );
  await expect.element(rows.nth(4)).toHaveTextContent("December 2026£120.00On INV-000012, at a cost of £100.00.");
  await expect
    .element(rows.nth(5))
    .toHaveTextContent(
      "November 2026£150.00Charged. £120.00 was charged, at the price of then: the price was changed afterwards, and what is charged stays.",
    );
  await expect
    .element(rows.nth(6))
    .toHaveTextContent(
      "October 2026£120.00Not charged: the vendor’s file for the month was read before use of Azure was charged here.",
    );
  await expect.element(rows.nth(4).getByRole("link", { name: "INV-000012" })).toBeVisible();
});
