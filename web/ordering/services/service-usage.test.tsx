import { expect, test } from "vitest";
import { faults } from "../../test/axe.ts";
import { fakeApi, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { address, instanceId, serviceOf, subscriptionId } from "./service-fixtures.ts";

const price = (Quantity: string, Minor: string, reported: { ReportedAt?: string; Documents?: object[] } = {}) => ({
  Licences: "1000",
  Quantity,
  UnitCost: "0.0845",
  Amount: { Minor, Currency: "GBP" },
  ReportedAt: null,
  Corrections: reported.ReportedAt ? 1 : 0,
  Documents: [],
  ...reported,
});

const meter = (Total: string, days: [string, string][], Price: object | null = null) => ({
  SubscriptionId: subscriptionId,
  SubscriptionName: "Cyber Protect: storage",
  Meter: "storage",
  Name: "In use",
  Unit: "GB",
  Total,
  Price,
  Days: days.map(([Day, Quantity]) => ({ Day, Quantity })),
});

async function open(IsMetered: boolean) {
  fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    "GET /api/clock": succeeded({ Now: "2026-05-21T08:00:00.000Z", Movable: true, WorkedUntil: "2026-05-20" }),
    [`GET /api/services/${instanceId}`]: succeeded({ ...serviceOf(), IsMetered }),
    [`GET /api/services/${instanceId}/usage`]: succeeded({
      Months: [
        {
          Month: "2026-05-01",
          Meters: [
            meter(
              "1250.5",
              [
                ["2026-05-01", "1250.5"],
                ["2026-05-02", "900"],
              ],
              price("250.5", "2117"),
            ),
          ],
        },
        { Month: "2026-04-01", Meters: [meter("800", [["2026-04-30", "800"]])] },
        {
          Month: "2026-03-01",
          Meters: [
            meter(
              "1100",
              [],
              price("100", "845", {
                ReportedAt: "2026-04-02T01:00:00.000Z",
                Documents: [{ Id: subscriptionId, Kind: "invoice", Number: "TW-000042" }],
              }),
            ),
          ],
        },
      ],
    }),
  });
  const { screen } = await renderApp(address);
  await expect.element(screen.getByRole("heading", { level: 1, name: "Microsoft 365" })).toBeVisible();
  return screen;
}

test("what a metered service used is shown by month and meter, with its days on demand", async () => {
  const screen = await open(true);
  await screen.getByRole("tab", { name: "Usage" }).click();
  await expect.element(screen.getByRole("heading", { name: "May 2026" })).toBeVisible();
  await expect.element(screen.getByText("1,250.5 GB")).toBeVisible();
  await expect.element(screen.getByText("800 GB", { exact: true })).toBeVisible();
  await screen.getByText("1,250.5 GB").click();
  await expect.element(screen.getByRole("cell", { name: "02/05/2026" })).toBeVisible();
  expect(await faults()).toEqual([]);
});

test("what a month costs is an estimate until its report, and then stands on an invoice", async () => {
  const screen = await open(true);
  await screen.getByRole("tab", { name: "Usage" }).click();
  await screen.getByText("1,250.5 GB").click();
  await expect
    .element(screen.getByText(/250.5 GB above the 1,000 GB of its licences × £0.0845 = £21.17/))
    .toBeVisible();
  await expect.element(screen.getByText(/^An estimate from what was measured so far/)).toBeVisible();
  await screen.getByText("1,100 GB").click();
  await expect.element(screen.getByText(/read on 02\/04\/2026, corrected once/)).toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: "TW-000042" }))
    .toHaveAttribute("href", `/billing/invoice-detail/${subscriptionId}`);
  expect(await faults()).toEqual([]);
});

test("a service that nobody measures has no usage", async () => {
  const screen = await open(false);
  await expect.element(screen.getByRole("tab", { name: /^History/ })).toBeVisible();
  expect(screen.getByRole("tab", { name: "Usage" }).elements()).toHaveLength(0);
});
