import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { bothEnds } from "../../test/widths.ts";

const gbp = (minor: number) => ({ Minor: String(minor), Currency: "GBP" });
const oldest = {
  Id: "019a0000-0000-7000-8000-000000000001",
  Number: "TW-000001",
  DueOn: "2026-07-01",
  OnItsWay: false,
};

async function open(standing: object) {
  fakeApi({
    "GET /api/session": succeeded(sessionOf({})),
    "GET /api/invoices": succeeded({ Items: [], Next: null }),
    "GET /api/invoices/totals": succeeded({
      Count: 5,
      Owed: gbp(12_000),
      Overdue: gbp(12_000),
      OverdueCount: 5,
      NextNet: gbp(4200),
      NextOn: "2026-12-01",
    }),
    "GET /api/billing/standing": succeeded({ OrderingPaused: false, Owed: gbp(12_000), Oldest: oldest, ...standing }),
  });
  const { screen } = await renderApp("/billing");
  await expect.element(screen.getByText("Next invoice so far")).toBeVisible();
  return screen;
}

test.each(bothEnds)(
  "what is long overdue is said above the figures, with the oldest invoice, at %i px",
  async (width) => {
    await page.viewport(width, 900);
    const screen = await open({ Step: "escalated" });
    const alert = screen.getByText("£120.00 is overdue");
    await expect.element(alert).toBeVisible();
    await expect.element(screen.getByText(/Please pay the oldest first: TW-000001, due on 01\/07\/2026/)).toBeVisible();
    await expect
      .element(screen.getByRole("link", { name: "TW-000001" }))
      .toHaveAttribute("href", `/billing/invoice-detail/${oldest.Id}`);
    expect(await faults()).toEqual([]);
  },
);

test("while ordering is paused, it says so, what goes on, and whether a payment is on its way", async () => {
  const screen = await open({ Step: "orderingPaused", OrderingPaused: true, Oldest: { ...oldest, OnItsWay: true } });
  await expect.element(screen.getByText("Ordering is paused: £120.00 is overdue")).toBeVisible();
  await expect.element(screen.getByText(/you can still reduce and cancel. A payment is on its way/)).toBeVisible();
});

test("what is overdue for some days only is no alert", async () => {
  const screen = await open({ Step: "reminder" });
  expect(screen.getByText(/is overdue/).elements()).toEqual([]);
});
