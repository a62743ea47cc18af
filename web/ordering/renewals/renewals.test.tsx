import type { Renewal } from "@tradewind/contract/ordering/renewals.ts";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { bothEnds } from "../../test/widths.ts";

const idOf = (number: number) => `019a0000-0000-7000-8000-${String(number).padStart(12, "0")}`;
const pounds = (amount: number) => ({ Minor: String(amount * 100), Currency: "GBP" as const });
const renews: Renewal = {
  Id: idOf(1),
  CustomerId: idOf(2),
  CustomerName: "Acme Dental",
  InstanceId: idOf(3),
  ProductName: "Microsoft 365",
  Name: "Business Premium",
  Unit: "licence",
  Quantity: 18,
  On: "2026-06-20",
  Outcome: "renew",
  Text: "Renews",
  SetBy: null,
  Until: "2026-06-19T00:00:00.000Z",
  Billing: "monthly",
  Next: { Term: "P1Y", Billing: "monthly", Quantity: 18 },
  Now: pounds(270),
  Then: pounds(297),
  Committed: pounds(3564),
};
const ends: Renewal = {
  ...renews,
  Id: idOf(4),
  CustomerName: "Bright Legal",
  Outcome: "cancel",
  Text: "Ends with its term",
  SetBy: "Robin Hughes",
  Next: null,
  Then: null,
  Committed: null,
};
const Months = Array.from({ length: 12 }, (_, at) => ({
  Month: `20${26 + Math.floor((at + 5) / 12)}-${String(((at + 5) % 12) + 1).padStart(2, "0")}-01`,
  Count: at < 2 ? 3 - at : 0,
  Missing: at === 0 ? 1 : 0,
  Committed: pounds(at < 2 ? 3564 : 0),
}));
const serve = (more: Parameters<typeof fakeApi>[0] = {}) =>
  fakeApi({
    "GET /api/session": succeeded(sessionOf({ kind: "reseller" })),
    "GET /api/clock": succeeded({ Now: "2026-06-08T00:00:00.000Z", Movable: true, WorkedUntil: "2026-06-07" }),
    "GET /api/renewals": succeeded({ Items: [renews, ends], Next: null }),
    "GET /api/renewals/months": succeeded({ Months }),
    ...more,
  });

test.each(bothEnds)("renewals say at %i px what happens if nobody does anything, and what it costs", async (width) => {
  await page.viewport(width, 900);
  serve();
  const { screen } = await renderApp("/renewals");
  await expect
    .element(screen.getByRole("link", { name: /^Acme Dental/ }))
    .toHaveAttribute("href", `/customers/customer/${idOf(2)}/services/${idOf(3)}`);
  for (const words of [
    "Commits £3,564.00 for 1 year",
    "£297.00",
    "+10.0 %",
    "18 licences end, the last day is 19/06/2026",
    "12 days left",
  ])
    await expect.element(screen.getByText(words, { exact: true }).first()).toBeVisible();
  await expect.element(screen.getByText("Not chosen").last()).toBeVisible();
  expect(await faults()).toEqual([]);
});

test("a month, the days ahead and what happens go to the server and into the address", async () => {
  await page.viewport(1440, 900);
  const sent = serve();
  const { screen, router } = await renderApp("/renewals");
  const asked = (path: string) => sent.findLast((each) => each.path === path)?.query.toString();
  const list = () => asked("/api/renewals");
  await screen.getByRole("button", { name: /^June 2026: 3/ }).click();
  await expect.poll(list).toMatch(/Month=2026-06-01/);
  expect(router.state.location.searchStr).toContain("2026-06-01");
  await screen.getByText("In 60 days").click();
  await screen.getByRole("combobox", { name: "Choice" }).selectOptions("Not chosen");
  await expect.poll(list).toMatch(/Choice=missing/);
  expect(list()).toMatch(/Within=60/);
  expect(list()).not.toContain("Month");
  // The calendar is of the whole year.
  expect(asked("/api/renewals/months")).not.toMatch(/Within|Month/);
});

test("without prices there are no amounts", async () => {
  await page.viewport(1440, 900);
  const hidden = { Now: null, Then: null, Committed: null };
  serve({
    "GET /api/session": succeeded(sessionOf({ seesPrices: false })),
    "GET /api/renewals": succeeded({ Items: [{ ...renews, ...hidden }], Next: null }),
  });
  const { screen } = await renderApp("/renewals");
  await expect.element(screen.getByText("For 1 year")).toBeVisible();
  await expect.element(screen.getByText("Cost then")).not.toBeInTheDocument();
});

test("an empty list says what would be there, and a failed one can be tried again", async () => {
  serve({
    "GET /api/renewals": ({ query }) =>
      query.get("Choice") === "made" ? refused(500, "unexpected", "Broken") : succeeded({ Items: [], Next: null }),
  });
  const { screen } = await renderApp("/renewals");
  await expect.element(screen.getByText("Nothing comes to the end of its term")).toBeVisible();
  await screen.getByRole("combobox", { name: "Choice" }).selectOptions("Chosen");
  await expect.element(screen.getByText("Broken")).toBeVisible();
});
