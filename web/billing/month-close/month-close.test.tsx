import type { MonthPage } from "@tradewind/contract/billing/month-close.ts";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";

const gbp = (minor: number) => ({ Minor: String(minor), Currency: "GBP" as const });
const balance = (
  Group: MonthPage["Balances"][number]["Group"],
  Account: string,
  [opening, debits, credits]: readonly [number, number, number],
) => ({
  Group,
  Account,
  Currency: "GBP" as const,
  Opening: gbp(opening),
  Debits: gbp(debits),
  Credits: gbp(credits),
  Closing: gbp(opening + debits - credits),
});
const october: MonthPage = {
  Month: "2026-10",
  State: "open",
  By: null,
  At: null,
  From: "2026-10-01",
  Until: "2026-10-31",
  Tasks: [
    { Task: "bankLines", Count: 1 },
    { Task: "gatewayDifferences", Count: 3 },
  ],
  Balances: [
    balance("receivable", "receivable", [120_000, 60_000, 30_000]),
    balance("cash", "cash:stripe", [0, 30_000, 0]),
    balance("revenue", "revenue", [-100_000, 0, 50_000]),
    balance("vat", "vat:S:20", [-20_000, 0, 10_000]),
  ],
  History: [],
  MayClose: true,
  MayReopen: false,
};
const path = "/api/operator/months/2026-10";
const serve = (changes: object = {}) =>
  fakeApi({
    "GET /api/session": succeeded(sessionOf({ kind: "admin" })),
    [`GET ${path}/page`]: succeeded(october),
    ...changes,
  });
const open = async (address = "/operator/months/2026-10") => (await renderApp(address)).screen;

test("months are listed with how they stand", async () => {
  await page.viewport(1440, 900);
  serve({
    "GET /api/operator/months": succeeded({
      Items: [
        { Month: "2026-11", State: "running", By: null, At: null },
        { Month: "2026-10", State: "open", By: null, At: null },
        { Month: "2026-09", State: "closed", By: "Priya Nair", At: "2026-10-06T09:30:00.000Z" },
      ],
    }),
  });
  const screen = await open("/operator/months");
  await expect.element(screen.getByText("Priya Nair, 06/10/2026 10:30")).toBeVisible();
  expect(await faults()).toEqual([]);
  await screen.getByRole("link", { name: "October 2026" }).click();
  await expect.element(screen.getByRole("heading", { name: "October 2026" })).toBeVisible();
});

test("a month is closed over what is left with a reason, and its accounts are shown", async () => {
  await page.viewport(1440, 900);
  let months = 0;
  const closed: MonthPage = {
    ...october,
    State: "closed",
    Tasks: [],
    MayClose: false,
    History: [{ Did: "closed", By: "Olive Operator", At: "2026-11-04T10:00:00.000Z", Note: "Three small ones" }],
  };
  const sent = serve({
    [`GET ${path}/page`]: () => succeeded(months === 2 ? closed : october),
    [`POST ${path}/close`]: () =>
      ++months === 1
        ? refused(400, "invalidRequest", "Check the marked fields.", { Note: "Say why it is closed with work left" })
        : succeeded(closed),
  });
  const screen = await open();
  await expect.element(screen.getByRole("link", { name: "1 bank transfer not allocated" })).toBeVisible();
  await expect.element(screen.getByText("Cash: Stripe")).toBeVisible();
  await expect.element(screen.getByText("VAT at 20%")).toBeVisible();
  await expect.element(screen.getByText("£1,500.00")).toBeVisible();
  expect(await faults()).toEqual([]);
  await screen.getByRole("button", { name: "Close month" }).click();
  const dialog = screen.getByRole("dialog", { name: "Close October 2026" });
  await expect.element(dialog.getByText(/3 differences with payment gateways\. Say why that can wait/)).toBeVisible();
  expect(await faults()).toEqual([]);
  await dialog.getByRole("button", { name: "Close month" }).click();
  await expect.element(dialog.getByText("Say why it is closed with work left")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Note" }).fill("Three small ones");
  await dialog.getByRole("button", { name: "Close month" }).click();
  await expect.element(screen.getByText("October 2026 is closed")).toBeVisible();
  await expect.element(screen.getByText("Three small ones")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Close month" })).not.toBeInTheDocument();
  expect(JSON.parse(sent.findLast((each) => each.path === `${path}/close`)!.body)).toEqual({
    Note: "Three small ones",
  });
});

test("documents to be issued hold a month up; a closed one is opened again for a reason, on a phone too", async () => {
  await page.viewport(390, 844);
  const shown = [{ ...october, Tasks: [{ Task: "documents" as const, Count: 2 }], MayClose: false }];
  serve({
    [`GET ${path}/page`]: () => succeeded(shown[0]),
    [`POST ${path}/reopen`]: refused(409, "monthNotLast", "Only the month that was closed last can be opened again."),
  });
  const screen = await open();
  await expect.element(screen.getByText("It can be closed once all documents are issued.")).toBeVisible();
  await expect.element(screen.getByText("2 resellers without their documents")).toBeVisible();
  await expect.element(screen.getByText("£600.00 in debits, £300.00 in credits")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Close month" })).not.toBeInTheDocument();
  expect(await faults()).toEqual([]);
  shown[0] = { ...october, State: "closed", Tasks: [], MayClose: false, MayReopen: true };
  const again = await open();
  await again.getByRole("button", { name: "Open again" }).click();
  const dialog = again.getByRole("dialog", { name: "Open October 2026 again" });
  await dialog.getByRole("textbox", { name: "Reason" }).fill("A statement came late");
  await dialog.getByRole("button", { name: "Open again" }).click();
  await expect.element(dialog.getByText(/Only the month that was closed last/)).toBeVisible();
});

test("a month that cannot be loaded says so", async () => {
  serve({ [`GET ${path}/page`]: refused(500, "unexpected", "Something went wrong.") });
  const screen = await open();
  await expect.element(screen.getByText("Something went wrong.")).toBeVisible();
});
