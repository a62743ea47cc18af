import type { ReconciliationReport } from "@tradewind/contract/psa/reconciliation.ts";
import { refreshes } from "@tradewind/domain/psa/sync.ts";
import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, offContract, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { bothEnds } from "../../test/widths.ts";

afterEach(() => vi.unstubAllGlobals());

const money = (Minor: number) => ({ Minor: String(Minor), Currency: "GBP" as const });
const readAt = "2026-11-23T08:00:00.000Z";
const customerIds: Record<string, string> = {
  "Acme Dental": "018f5a3e-0000-7000-8000-0000000000a1",
  Brightwater: "018f5a3e-0000-7000-8000-0000000000a2",
  Castlegate: "018f5a3e-0000-7000-8000-0000000000a3",
};
type Item = ReconciliationReport["results"][number];
const itemOf = (name: string, changes: Partial<Item> = {}): Item => ({
  id: `${name}:CFQ7`,
  selected: true,
  cmCustomer: { id: customerIds[name]!, name },
  psaCustomer: { id: "250", name: `${name} Ltd` },
  product: { id: "CFQ7", name: "Business Premium" },
  psaProduct: { id: "77", name: "Microsoft 365 Business Premium" },
  vendorQuantity: 8,
  assignedQuantity: 6,
  chargedQuantity: 8,
  quantity: 8,
  psaQuantity: "5",
  price: "18.1000",
  psaPrice: "18.1000",
  billedHere: money(14480),
  billedInPsa: money(9050),
  difference: money(-5430),
  cause: "quantity",
  targetQuantity: 8,
  targetPrice: null,
  written: null,
  ...changes,
});
const byHand = { selected: false, targetQuantity: null } as const;
const order = {
  id: "018f5a3e-0000-7000-8000-00000000abcd",
  number: "0000-ABCD",
  cmCustomer: { id: "018f5a3e-0000-7000-8000-00000000abce", name: "Penhallow Gallery" },
  journey: "Add" as const,
  completedAt: readAt,
  placedBy: "Hannah Reid",
  lines: [{ name: "Office Home", quantity: 1, once: true }],
  amount: money(12000),
};
const reportOf = (changes: Partial<ReconciliationReport> = {}): ReconciliationReport => ({
  results: [
    itemOf("Acme Dental"),
    itemOf("Brightwater"),
    itemOf("Castlegate", { ...byHand, cause: "noLine", psaQuantity: "0", difference: money(-14480) }),
  ],
  today: "2026-11-23",
  month: null,
  months: ["2026-10-01"],
  readAt,
  summary: {
    compared: 12,
    equal: 9,
    different: 3,
    difference: money(-25340),
    byCause: [
      { cause: "noLine", count: 1, amount: money(-14480) },
      { cause: "quantity", count: 2, amount: money(-10860) },
    ],
    notCompared: [{ gap: "byUse", count: 4 }],
    unpriced: 0,
    outside: 2,
    isClean: false,
  },
  salesOrders: [order],
  ignoredSalesOrders: 0,
  ...changes,
});
const answerOf = (report: ReconciliationReport) =>
  succeeded({ response: report, synchronization: { status: "Completed" } });
const syncs = (status = "Completed", kind = "reconciliation") => ({
  response: refreshes.map((each) => ({
    kind: each,
    status: each === kind ? status : "Completed",
    completedAt: readAt,
    endedAt: readAt,
    askedBy: "Hannah Reid",
    done: 20,
    message: each === kind && status === "Failed" ? "ConnectWise answered 502." : null,
  })),
});
const serve = (changes: object = {}) =>
  fakeApi({
    "GET /api/session": succeeded(
      sessionOf({ views: ["pSA"], permissions: [], flags: ["PSAScreenOverview", "UseNewPSAService", "PSA-V2"] }),
    ),
    "GET /api/psa/sync-status": succeeded(syncs()),
    "GET /api/psa/reconciliation": answerOf(reportOf()),
    "GET /api/psa/product-movement/dates": succeeded({ response: [] }),
    ...changes,
  });
async function open() {
  const { screen } = await renderApp("/billing/psa/report");
  await screen.getByRole("tab", { name: "Reconciliation" }).click();
  return screen;
}
const loads = (sent: { method: string; path: string }[]) =>
  sent.filter(({ method, path }) => method === "GET" && path === "/api/psa/reconciliation").length;

test("PSA-29 PSA-30 the report shows each difference with its cause, what was not compared, and filters by selected", async () => {
  serve();
  const screen = await open();
  const table = screen.getByRole("table", { name: "Reconciliation" });
  const rows = () => table.getByRole("row").elements().length - 1;
  await expect.element(table.getByText("Acme Dental")).toBeVisible();
  for (const text of ["Coverage 75 %", "Charged by use", "The PSA bills too little", "Difference each month"])
    await expect.element(screen.getByText(text)).toBeVisible();
  for (const [filter, count] of [
    ["Selected 2", 2],
    ["Not selected 1", 1],
    ["All 3", 3],
  ] as const) {
    await screen.getByText(filter, { exact: true }).click();
    await expect.poll(rows).toBe(count);
  }
  await table.getByRole("checkbox", { name: "Select Business Premium of Brightwater" }).click();
  for (const filter of ["Selected 1", "Not selected 2", "All 3"])
    await expect.element(screen.getByText(filter, { exact: true })).toBeVisible();
  for (const width of bothEnds) {
    await page.viewport(width, 900);
    expect(await faults()).toEqual([]);
  }
  await page.viewport(1440, 900);
});

test.each([
  { status: "Completed", count: 1 },
  { status: "NotSynchronized", count: 1 },
  { status: undefined, count: 1 },
  { status: "Running", count: 0 },
  { status: "Failed", count: 0 },
])(
  "PSA-31 the data of reconciliation load $count times while the sync status is $status",
  async ({ status, count }) => {
    const sent = serve({
      "GET /api/psa/sync-status": offContract(
        succeeded({
          response: syncs().response.map((each) => ({
            ...each,
            status: each.kind === "reconciliation" ? status : each.status,
          })),
        }),
      ),
    });
    const screen = await open();
    if (count > 0) await expect.element(screen.getByRole("table", { name: "Reconciliation" })).toBeVisible();
    else
      await expect
        .element(screen.getByText(status === "Running" ? /The PSA is being read/ : "The PSA could not be read"))
        .toBeVisible();
    expect(loads(sent)).toBe(count);
  },
);

test("PSA-31 while all of the PSA is read nothing loads, and once that is over the data do", async () => {
  let status = "Running";
  const sent = serve({ "GET /api/psa/sync-status": () => succeeded(syncs(status, "all")) });
  vi.useFakeTimers({ toFake: ["setTimeout", "setInterval", "clearTimeout", "clearInterval"], shouldAdvanceTime: true });
  const screen = await open();
  await expect.element(screen.getByText(/The PSA is being read/)).toBeVisible();
  expect(loads(sent)).toBe(0);
  status = "Completed";
  await vi.advanceTimersByTimeAsync(30_100);
  await expect.element(screen.getByRole("table", { name: "Reconciliation" })).toBeVisible();
  expect(loads(sent)).toBeGreaterThan(0);
  vi.useRealTimers();
});

async function update(answer: unknown) {
  const sent = serve({ "POST /api/psa/reconciliation": answer });
  const screen = await open();
  await screen.getByRole("button", { name: "Preview 2 updates" }).click();
  await expect.element(screen.getByRole("list", { name: "What is updated" }).getByText("Acme Dental")).toBeVisible();
  await screen.getByRole("button", { name: "Update 2 lines" }).click();
  return { sent, screen };
}

test("PSA-32 PSA-48 an update says that it succeeded, and each row how it ended", async () => {
  const { sent, screen } = await update(succeeded({ Succeed: true, Error: null, Errors: [] }));
  await expect.element(screen.getByText("Reconciliation updated successfully")).toBeVisible();
  const asked = sent.find(({ method, path }) => method === "POST" && path === "/api/psa/reconciliation")!;
  const result = { productId: "CFQ7", psaQuantity: "5", targetQuantity: 8 };
  expect(JSON.parse(asked.body)).toEqual({
    from: "2026-11-23",
    results: [
      { cmCustomerId: customerIds["Acme Dental"], ...result },
      { cmCustomerId: customerIds["Brightwater"], ...result },
    ],
  });
});

test("a price that differs is updated by choice alone, and the preview says to what", async () => {
  const results = [
    itemOf("Acme Dental", {
      selected: false,
      cause: "price",
      psaQuantity: "8",
      price: "19.0000",
      targetPrice: "19.00",
    }),
  ];
  const sent = serve({
    "GET /api/psa/reconciliation": answerOf(reportOf({ results })),
    "POST /api/psa/reconciliation": succeeded({ Succeed: true, Error: null, Errors: [] }),
  });
  const screen = await open();
  await expect.element(screen.getByText("18.10 to 19.00 each")).toBeVisible();
  await screen.getByRole("checkbox", { name: "Select Business Premium of Acme Dental" }).click();
  await screen.getByRole("button", { name: "Preview 1 update" }).click();
  const dialog = screen.getByRole("list", { name: "What is updated" });
  await expect.element(dialog.getByText("18.10 to 19.00 each, +£54.30 a month")).toBeVisible();
  await screen.getByRole("button", { name: "Update 1 line" }).click();
  await expect.poll(() => sent.filter(({ method }) => method === "POST").length).toBe(1);
  const { body } = sent.find(({ method }) => method === "POST")!;
  expect(JSON.parse(body).results).toEqual([
    {
      cmCustomerId: customerIds["Acme Dental"],
      productId: "CFQ7",
      psaQuantity: "8",
      targetQuantity: 8,
      psaPrice: "18.1000",
      targetPrice: "19.00",
    },
  ]);
});

test.each([
  { answer: refused(500, "unexpected", ""), text: "Reconciliation failed to update" },
  {
    answer: succeeded({ Succeed: false, Error: "It changed.", Errors: ["It changed."] }),
    text: "Reconciliation failed to update: It changed.",
  },
])("PSA-32 an update that fails says so: $text", async ({ answer, text }) => {
  const { screen } = await update(answer);
  await expect.element(screen.getByText(text, { exact: true })).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Update 2 lines" })).toBeVisible();
});

test("PSA-32 each row tells how its write ended", async () => {
  const written = (state: string, message: string | null = null) =>
    ({
      state,
      message,
      quantity: state === "Done" ? "8" : null,
      price: null,
      askedBy: "Hannah Reid",
      at: readAt,
    }) as Item["written"];
  const results = [
    itemOf("Acme Dental", { written: written("New"), selected: false }),
    itemOf("Brightwater", { written: written("Done"), ...byHand, cause: null }),
    itemOf("Castlegate", { written: written("Refused", "This period is invoiced already."), selected: false }),
  ];
  serve({ "GET /api/psa/reconciliation": answerOf(reportOf({ results })) });
  const screen = await open();
  for (const text of [
    "Being written",
    "Written: now 8",
    "Castlegate, Business Premium: This period is invoiced already.",
  ])
    await expect.element(screen.getByText(text, { exact: true })).toBeVisible();
});

test.each([
  { isClean: true, said: "Clean" },
  { isClean: false, said: "No difference in what was compared" },
])("nothing that differs is said to be clean of everything only: $said", async ({ isClean, said }) => {
  const summary = { ...reportOf().summary, different: 0, byCause: [], difference: money(0), isClean };
  const report = reportOf({ results: [], summary, salesOrders: [] });
  serve({ "GET /api/psa/reconciliation": answerOf(report) });
  const screen = await open();
  await expect.element(screen.getByText(said, { exact: true })).toBeVisible();
});

test("a month that is over is compared as it was, and nothing of it is to be updated", async () => {
  const sent = serve({
    "GET /api/psa/reconciliation": ({ query }: { query: URLSearchParams }) =>
      answerOf(
        query.get("date") === null
          ? reportOf()
          : reportOf({ month: "2026-10-01", readAt: null, results: [itemOf("Acme Dental", byHand)] }),
      ),
  });
  const screen = await open();
  await screen.getByRole("combobox", { name: "Compared" }).selectOptions("October 2026");
  await expect.element(screen.getByText(/^As it was at the end of October 2026/)).toBeVisible();
  await expect.element(screen.getByRole("cell", { name: "By hand" })).toBeVisible();
  expect(sent.some(({ query }) => query.get("date") === "2026-10-01")).toBe(true);
  expect(screen.getByRole("button", { name: "Refresh" }).elements()).toEqual([]);
  await screen.getByRole("combobox", { name: "Compared" }).selectOptions("Today");
  await expect.element(screen.getByRole("button", { name: "Refresh" })).toBeVisible();
});

test("PSA-49 an ignored sales order goes, and all that are ignored come back", async () => {
  let ignored = 0;
  const sent = serve({
    "GET /api/psa/reconciliation": () =>
      answerOf(reportOf({ salesOrders: ignored ? [] : [order], ignoredSalesOrders: ignored })),
    "PUT /api/psa/reconciliation/ignored-sales-orders": () => {
      ignored = ignored ? 0 : 1;
      return succeeded({ ignoredSalesOrders: ignored });
    },
  });
  const screen = await open();
  await screen.getByRole("button", { name: "Ignore order 0000-ABCD" }).click();
  await expect.element(screen.getByText("Every order is billed by the PSA or ignored.")).toBeVisible();
  await screen.getByRole("button", { name: "Bring back 1 ignored" }).click();
  await expect.element(screen.getByText("1 x Office Home, £120.00 once")).toBeVisible();
  const bodies = sent.filter(({ method }) => method === "PUT").map(({ body }) => JSON.parse(body) as unknown);
  expect(bodies).toEqual([
    { orderIds: [order.id], ignored: true },
    { orderIds: null, ignored: false },
  ]);
});
