import { chargeStates, reportKinds } from "@tradewind/domain/psa/azure-charges.ts";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded, type Sent } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { bothEnds } from "../../test/widths.ts";

const euros = (Minor: string) => ({ Minor, Currency: "EUR" });
const idOf = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const charge = (n: number, changes: object = {}) => ({
  id: idOf(n),
  selected: true,
  cmCustomer: { id: idOf(n), name: "Ardmore Distillers" },
  subscription: { id: idOf(n), name: "Online shop" },
  kind: 0,
  part: null,
  group: null,
  resource: null,
  meter: null,
  cost: euros("1400"),
  price: euros("1701"),
  sent: euros("0"),
  difference: euros("1701"),
  agreement: { id: "301", name: "Cloud services" },
  state: "Ready",
  obstacle: null,
  message: null,
  ...changes,
});
const report = (results: readonly object[], azureReport = 0) =>
  succeeded({
    response: { results, reportStartDate: "2026-10-01", reportEndDate: "2026-10-31", azureReport },
    synchronization: { status: "Completed" },
  });
const services = [{ id: "CFQ7TTC0LCHC:0002", name: "Business Premium" }];
const service = {
  ...services[0],
  selectedOption: { id: "14", name: "Microsoft 365 Business Premium" },
  ignored: false,
  lines: [
    {
      id: "88",
      psaCustomer: { id: "29682885", name: "Ardmore Distillers Ltd" },
      cmCustomer: { id: idOf(1), name: "Ardmore Distillers" },
      agreement: { id: "301", name: "Cloud services" },
      name: "Microsoft 365 Business Premium",
      quantity: "12",
      unitPrice: "20.70",
      from: "2026-01-01",
      until: null,
    },
  ],
};
const serve = (changes: object = {}) =>
  fakeApi({
    "GET /api/session": succeeded(sessionOf({ views: ["pSA"], permissions: [], flags: ["UseNewPSAService"] })),
    "GET /api/psa/services": succeeded({ response: services, synchronization: { status: "Completed" } }),
    "GET /api/psa/azure-charges/ranges": succeeded({ response: ["2026-11-01", "2026-10-01"] }),
    "GET /api/psa/azure-charges": report([
      charge(1),
      charge(2, { selected: false, state: "Blocked", obstacle: "customerNotMatched", agreement: null }),
    ]),
    ...changes,
  });
const open = async (id = "azure") => (await renderApp(`/billing/psa/${encodeURIComponent(id)}`)).screen;

test("PSA-04 the page of a service opens with view pSA alone: Azure's charges, another one's lines, and none that is not sold", async () => {
  const sent = serve({
    "GET /api/psa/service/CFQ7TTC0LCHC%3A0002": succeeded({ response: service }),
    "GET /api/psa/service/nothing": refused(404, "notFound", "We could not find this."),
  });
  const azure = await open();
  await expect.element(azure.getByRole("heading", { level: 1, name: "Azure charges" })).toBeVisible();
  await expect.element(azure.getByText("Customer not matched in the PSA")).toBeVisible();
  expect(sent.find(({ path }) => path === "/api/psa/azure-charges")?.query.get("date")).toBe("2026-10-01");
  for (const width of bothEnds) {
    await page.viewport(width, 900);
    expect(await faults()).toEqual([]);
  }
  await page.viewport(1440, 900);
  const other = await open("CFQ7TTC0LCHC:0002");
  await expect.element(other.getByRole("heading", { level: 1, name: "Business Premium" })).toBeVisible();
  await expect.element(other.getByText("Ardmore Distillers Ltd")).toBeVisible();
  const unknown = await open("nothing");
  await expect.element(unknown.getByText("404")).toBeVisible();
});

test("PSA-33 the setting offers four kinds of report, and sends their numbers", async () => {
  let azureReport = 0;
  const sent = serve({
    "GET /api/psa/azure-charges": () => report([charge(1, { kind: azureReport })], azureReport),
    "POST /api/psa/azure-charges/report": ({ body }: Sent) => {
      ({ azureReport } = JSON.parse(body) as { azureReport: number });
      return succeeded({ azureReport });
    },
  });
  const screen = await open();
  const setting = screen.getByRole("combobox", { name: "Azure billing report" });
  await expect.element(setting).toHaveValue("0");
  const labels = setting
    .getByRole("option")
    .elements()
    .map(({ textContent }) => textContent);
  expect(labels).toEqual(["In total", "By group", "By resource", "By meter"]);
  for (const kind of [reportKinds.group, reportKinds.resource, reportKinds.meter, reportKinds.total]) {
    await setting.selectOptions(String(kind));
    await expect
      .poll(() => sent.findLast(({ path }) => path.endsWith("/report"))?.body)
      .toBe(JSON.stringify({ azureReport: kind }));
    await expect.element(setting).toHaveValue(String(kind));
    await expect.element(setting).toBeEnabled();
  }
});

test.each([
  {
    answer: succeeded({ Succeed: true, Error: null, Errors: [] }),
    shown: "Azure charges updated successfully",
    detail: /on their way to the PSA/,
  },
  { answer: refused(409, "psaNotOn", "No PSA is connected."), shown: "Azure charges failed to update", detail: /^$/ },
  {
    answer: succeeded({ Succeed: false, Error: "Ardmore Distillers has changed since. Look at it again.", Errors: [] }),
    shown: "Azure charges failed to update",
    detail: /^Ardmore Distillers has changed since\. Look at it again\.$/,
  },
])("PSA-32 what is sent of Azure says $shown $detail", async ({ answer, shown, detail }) => {
  const sent = serve({ "POST /api/psa/azure-charges/update-list": answer });
  const screen = await open();
  await screen.getByRole("button", { name: "Send 1 charge, €17.01" }).click();
  await expect.element(screen.getByText(shown, { exact: true })).toBeVisible();
  if (detail.source !== "^$") await expect.element(screen.getByText(detail)).toBeVisible();
  expect(JSON.parse(sent.find(({ path }) => path.endsWith("/update-list"))!.body)).toEqual({
    date: "2026-10-01",
    charges: [{ id: idOf(1), difference: euros("1701") }],
  });
});

test("each row says how it stands, and one that was refused says why", async () => {
  serve({
    "GET /api/psa/azure-charges": report(
      chargeStates.map((state, at) =>
        charge(at + 1, { state, ...(state === "Refused" && { message: "This period is invoiced already" }) }),
      ),
    ),
  });
  const screen = await open();
  for (const label of [
    "Not sent",
    "Being sent",
    "In the PSA",
    "Changed since",
    "Removed in the PSA",
    "Refused",
    "Cannot be sent",
  ])
    await expect.element(screen.getByRole("cell").getByText(label, { exact: true }).first()).toBeVisible();
  await expect.element(screen.getByText("This period is invoiced already")).toBeVisible();
});
