import { accountingDays } from "@tradewind/domain/billing/accounting-exports.ts";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { bothEnds } from "../../test/widths.ts";

const session = sessionOf({ flags: ["BillingPlatformReporting"] });
const Items = [
  { DownloadId: "documents", Name: "Invoices and credit memos", About: "Each document with its sums." },
  { DownloadId: "vat", Name: "VAT by invoice and rate", About: "Net and VAT of each document." },
  { DownloadId: "xero", Name: "Bills for Xero", About: "By product and rate of VAT." },
] as const;
const Guid = "019a0000-0000-4000-8000-0000000000aa";

const run = {
  DownloadId: "vat",
  Options: {},
  State: "ready",
  Rows: 1204,
  AskedAt: "2026-11-21T09:00:00Z",
  AsOf: "2026-11-21T09:00:05Z",
} as const;
const Made = [
  { ...run, Id: "019a0000-0000-7000-8000-0000000000b1" },
  { ...run, Id: "019a0000-0000-7000-8000-0000000000b2", DownloadId: "documents", State: "making", Rows: 120_000 },
  { ...run, Id: "019a0000-0000-7000-8000-0000000000b3", DownloadId: "xero", State: "failed" },
];

const serve = (changes: object = {}) =>
  fakeApi({
    "GET /api/session": succeeded(session),
    "GET /api/billing-reports": succeeded({ Items }),
    "GET /api/billing-reports/made": succeeded({ Items: Made }),
    "POST /api/billing-reports/made": succeeded({ Id: Made[0]!.Id }),
    "POST /api/downloads/guid": succeeded({ Guid }),
    "POST /api/downloads/file": { body: "Number,Net\n" },
    ...changes,
  });

test("BILL-47 DL-01 DL-04 DL-05 a report is asked for with a guid, saved without leaving the page, and its address given back after a second", async () => {
  const sent = serve();
  const [made, revoked] = [vi.spyOn(URL, "createObjectURL"), vi.spyOn(URL, "revokeObjectURL")];
  const saved: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(`${this.download} ${this.href.slice(0, 5)}`);
  });
  const { screen } = await renderApp("/billing/reports");
  await expect.element(screen.getByRole("heading", { level: 1, name: "Reports" })).toBeVisible();
  await expect.element(screen.getByText(/^Made: 1,204 lines, as of 21\/11\/2026/)).toBeVisible();
  await expect.element(screen.getByText("It is being made: 120,000 lines so far.")).toBeVisible();
  await screen.getByRole("button", { name: "Download: VAT by invoice and rate" }).click();
  await expect.poll(() => saved).toEqual([expect.stringMatching(/^vat-[\d-]+\.csv blob:$/)]);
  const bodyOf = (path: string): unknown => JSON.parse(sent.find((each) => each.path === path)!.body);
  expect(bodyOf("/api/downloads/guid")).toEqual({ DownloadId: Made[0]!.Id, UserName: session.User.userName });
  expect(bodyOf("/api/downloads/file")).toEqual({ Id: Made[0]!.Id, Guid });
  expect(revoked).not.toHaveBeenCalled();
  await expect.poll(() => revoked.mock.calls[0]?.[0], { timeout: 3000 }).toBe(made.mock.results[0]!.value);
  await expect.element(screen.getByRole("heading", { level: 1, name: "Reports" })).toBeVisible();
  click.mockRestore();
  for (const width of bothEnds) {
    await page.viewport(width, 844);
    expect(await faults()).toEqual([]);
  }
});

test("a report that cannot be had says why, and can be asked for again", async () => {
  serve({ "POST /api/downloads/file": refused(404, "notFound", "It was not found.") });
  const { screen } = await renderApp("/billing/reports");
  await screen.getByRole("button", { name: "Download: VAT by invoice and rate" }).click();
  await expect.element(screen.getByText("It was not found.")).toBeVisible();
  await expect.element(screen.getByText("It could not be made. Make it again.")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Make again: VAT by invoice and rate" })).toBeEnabled();
});

test("BILL-47 DL-01 a file for accounting is asked for with its days, account and supplier", async () => {
  const sent = serve();
  const { screen } = await renderApp("/billing/reports");
  await screen.getByLabelText("Account for purchases").fill(" 5010 ");
  await screen.getByRole("button", { name: "Make again: Bills for Xero" }).click();
  const asked = () => sent.find(({ method, path }) => method === "POST" && path === "/api/billing-reports/made");
  await expect.poll(asked).toBeDefined();
  const { from: From, until: Until } = accountingDays({}, session.Today);
  expect(JSON.parse(asked()!.body)).toEqual({ DownloadId: "xero", Options: { From, Until, Account: "5010" } });
});
