import type { Movement } from "@tradewind/contract/psa/movement.ts";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { bothEnds } from "../../test/widths.ts";

const every = ["PSAScreenOverview", "UseNewPSAService", "PSA-V2"];
const sessionWith = (flags: readonly string[] = every) =>
  succeeded(sessionOf({ views: ["pSA"], permissions: [], flags }));
const idOf = (number: number) => `018f5a3e-0000-7000-8000-00000000000${number}`;
const movement = (number: number, name: string, changes: Partial<Movement> = {}): Movement => ({
  selected: true,
  cmCustomer: { id: idOf(number), name },
  product: { id: "S", name: "Business Premium" },
  previousQuantity: 5,
  newQuantity: 8,
  change: 3,
  previousPrice: "18.1",
  newPrice: "19",
  targetPrice: null,
  date: "2026-11-12",
  agreementLine: {
    id: `99${number}`,
    agreementId: `1${number}`,
    agreementName: "Cloud services",
    name: "Business Premium",
    quantity: "5",
    unitPrice: "18.1000",
  },
  obstacle: null,
  written: null,
  ...changes,
});
const results = [
  movement(1, "Acme Dental", { targetPrice: "19.00" }),
  movement(2, "Bert", { newQuantity: 3, change: -2 }),
  movement(3, "Cora", {
    selected: false,
    agreementLine: null,
    obstacle: "The customer is not matched in the PSA.",
  }),
];
const report = (rows: readonly Movement[] = results) =>
  succeeded({
    response: {
      results: rows,
      reportStartDate: "2026-11-01",
      reportEndDate: "2026-11-30",
      agreements: [
        { id: "11", name: "Cloud services", nextInvoice: "90.5000" },
        { id: "12", name: "Cloud services", nextInvoice: "90.5000" },
      ],
    },
    synchronization: { status: "Completed" },
  });
const serve = (changes: object = {}) =>
  fakeApi({
    "GET /api/session": sessionWith(),
    "GET /api/clock": succeeded({ Now: "2026-11-23T08:00:00.000Z", Movable: true, WorkedUntil: "2026-11-22" }),
    "GET /api/psa/product-movement/dates": succeeded({ response: ["2026-11-01", "2026-09-01"] }),
    "GET /api/psa/product-movement": report(),
    "POST /api/psa/product-movement": succeeded({ Succeed: true, Error: null, Errors: [] }),
    ...changes,
  });
const open = async () => (await renderApp("/billing/psa/report")).screen;
const rowsShown = (screen: Awaited<ReturnType<typeof open>>) => screen.getByRole("row").elements().length - 1;

test("PSA-03 PSA-46 the page holds both reports, and the choice of the month is filled from the date range", async () => {
  const sent = serve();
  const screen = await open();
  await expect.element(screen.getByRole("heading", { level: 1, name: "PSA reports" })).toBeVisible();
  await expect.element(screen.getByRole("tab", { name: "Reconciliation" })).toBeVisible();
  const month = screen.getByRole("combobox", { name: "Month" });
  await expect.element(month).toHaveValue("2026-11-01");
  expect(
    month
      .getByRole("option")
      .elements()
      .map((each) => each.textContent),
  ).toEqual(["November 2026", "September 2026"]);
  await month.selectOptions("September 2026");
  await expect.poll(() => sent.some(({ query }) => query.get("date") === "2026-09-01")).toBe(true);
  await screen.getByRole("tab", { name: "Reconciliation" }).click();
  await expect.element(screen.getByRole("tab", { name: "Reconciliation" })).toHaveAttribute("aria-selected", "true");
  await screen.getByRole("tab", { name: "Product movement" }).click();
  for (const width of bothEnds) {
    await page.viewport(width, 900);
    expect(await faults()).toEqual([]);
  }
  await page.viewport(1440, 900);
});

test("PSA-08 FLAG-20 without PSA-V2 the page with both its reports is not there", async () => {
  const sent = serve({ "GET /api/session": sessionWith(["PSAScreenOverview", "UseNewPSAService"]) });
  const screen = await open();
  await expect.element(screen.getByRole("main")).toBeVisible();
  await expect.poll(() => sent.length).toBeGreaterThan(0);
  expect(screen.getByRole("tab").elements()).toEqual([]);
  expect(screen.getByRole("heading", { name: "PSA reports" }).elements()).toEqual([]);
  expect(sent.filter(({ path }) => path.includes("movement"))).toEqual([]);
});

test("PSA-30 movement filters by Selected, Not selected and all, and the preview follows what is selected", async () => {
  serve();
  const screen = await open();
  const shows = async (filter: RegExp, count: number) => {
    await screen.getByText(filter).click();
    await expect.poll(() => rowsShown(screen)).toBe(count);
  };
  await expect.element(screen.getByText("All 3", { exact: true })).toBeVisible();
  await shows(/^Selected 2$/, 2);
  await shows(/^Not selected 1$/, 1);
  await shows(/^All 3$/, 3);
  await expect.element(screen.getByText("goes from 90.50 to 152.00")).toBeVisible();
  await expect.element(screen.getByText("goes from 90.50 to 54.30")).toBeVisible();
  await screen.getByRole("checkbox", { name: /Bert, Business Premium/ }).click();
  await shows(/^Selected 1$/, 1);
  await shows(/^Not selected 2$/, 2);
  expect(screen.getByText("goes from 90.50 to 54.30").elements()).toEqual([]);
});

test("PSA-32 an update of movement shows success, failure, and failure with the server's text", async () => {
  const fault = "Acme Dental, Business Premium: It changed since the report was opened. Look at it again.";
  const outcomes = [
    succeeded({ Succeed: true, Error: null, Errors: [] }),
    refused(500, "unexpected", "Something went wrong."),
    succeeded({ Succeed: false, Error: fault, Errors: [fault] }),
  ];
  const sent = serve({ "POST /api/psa/product-movement": () => outcomes.shift()! });
  const screen = await open();
  const push = screen.getByRole("button", { name: "Push selected (2)" });
  await push.click();
  await expect.element(screen.getByText("Product movement updated successfully")).toBeVisible();
  const posted = sent.find(({ method }) => method === "POST")!;
  expect(JSON.parse(posted.body)).toEqual({
    date: "2026-11-01",
    results: [
      {
        cmCustomerId: idOf(1),
        productId: "S",
        lineQuantity: "5",
        newQuantity: 8,
        linePrice: "18.1000",
        targetPrice: "19.00",
      },
      { cmCustomerId: idOf(2), productId: "S", lineQuantity: "5", newQuantity: 3 },
    ],
  });
  await push.click();
  await expect.element(screen.getByText("Product movement failed to update", { exact: true })).toBeVisible();
  await push.click();
  await expect.element(screen.getByText(`Product movement failed to update: ${fault}`)).toBeVisible();
});

test("a price that moved is told beside the quantity, and written with it, at both widths", async () => {
  serve();
  const screen = await open();
  await expect.element(screen.getByText("18.10 to 19.00", { exact: true }).first()).toBeVisible();
  for (const width of [1440, 390]) {
    await page.viewport(width, 900);
    await expect.element(screen.getByText("Can be written: 5 to 8, 18.10 to 19.00")).toBeVisible();
    await expect.element(screen.getByText("Can be written: 5 to 3", { exact: true })).toBeVisible();
  }
  await page.viewport(1440, 900);
});

test("each line tells how its last write ended, and what stands in its way", async () => {
  const written = {
    askedBy: "Hannah Reid",
    at: "2026-11-23T08:00:00.000Z",
    quantity: null,
    price: null,
    message: null,
  };
  const refusal = "This period is invoiced already in ConnectWise.";
  serve({
    "GET /api/psa/product-movement": report([
      movement(1, "Acme Dental", {
        written: { ...written, state: "New" },
        obstacle: "It is being written into the PSA.",
        selected: false,
      }),
      movement(2, "Bert", { written: { ...written, state: "Refused", message: refusal } }),
      movement(3, "Cora", {
        selected: false,
        obstacle: "The PSA has this quantity already.",
        written: { ...written, state: "Done", quantity: "8", price: "19.0000" },
      }),
    ]),
  });
  const screen = await open();
  await expect.element(screen.getByText("Being written", { exact: true })).toBeVisible();
  await expect.element(screen.getByText(/This period is invoiced already in ConnectWise/)).toBeVisible();
  await expect.element(screen.getByText("Written: now 8 at 19.00")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Push selected (1)" })).toBeEnabled();
});
