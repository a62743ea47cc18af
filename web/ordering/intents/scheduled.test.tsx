import type { ScheduledItem } from "@tradewind/contract/ordering/intents.ts";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";

const idOf = (number: number) => `019a0000-0000-7000-8000-${String(number).padStart(12, "0")}`;
const entry: ScheduledItem = {
  Id: idOf(1),
  CustomerId: idOf(2),
  CustomerName: "Acme Dental",
  InstanceId: idOf(3),
  ProductName: "Microsoft 365",
  Name: "Microsoft 365 Business Basic",
  VendorName: "Microsoft",
  Kind: "cancel",
  Text: "Ends with its term",
  On: "2026-06-12",
  SetBy: "Robin Hughes",
  SetAt: "2026-05-20T10:00:00.000Z",
  State: "lost",
  StateText: "Microsoft no longer had it on 21/05/2026 10:00. It takes it until 11/06/2026 01:00",
  Until: "2026-06-11T00:00:00.000Z",
};
const renewal: ScheduledItem = {
  ...entry,
  Id: idOf(4),
  CustomerName: "Bright Legal",
  Kind: "renew",
  Text: "Renews with 5 licences",
  On: "2026-06-20",
  SetBy: null,
  State: "placed",
  StateText: "Microsoft has it since 20/05/2026 11:00",
  Until: "2026-06-19T00:00:00.000Z",
};
const serve = (
  more: Parameters<typeof fakeApi>[0] = {},
  session: Parameters<typeof sessionOf>[0] = { kind: "reseller" },
) =>
  fakeApi({
    "GET /api/session": succeeded(sessionOf(session)),
    "GET /api/clock": succeeded({ Now: "2026-06-08T00:00:00.000Z", Movable: true, WorkedUntil: "2026-06-07" }),
    "GET /api/scheduled": succeeded({ Items: [entry, renewal], Next: null }),
    ...more,
  });

test.each([390, 900, 1440])("what is scheduled is listed at %i px, with the way to change it", async (width) => {
  await page.viewport(width, 900);
  serve();
  const { screen } = await renderApp("/scheduled");
  const link = screen.getByRole("link", { name: /^Acme Dental/ });
  await expect.element(link).toHaveAttribute("href", `/customers/customer/${idOf(2)}/services/${idOf(3)}`);
  for (const words of ["Ends with its term", "11/06/2026", "Renews with 5 licences", "By the rule of its term"])
    await expect.element(screen.getByText(words, { exact: true }).first()).toBeVisible();
  await expect.element(screen.getByText(entry.StateText)).toBeInTheDocument();
  // A card has no column that says of what.
  await expect.element(screen.getByText(width < 768 ? "3 days to change" : "3 days left")).toBeVisible();
  const setBy = screen.getByText("Robin Hughes, 20/05/2026").element();
  expect(setBy.scrollWidth).toBeLessThanOrEqual(setBy.clientWidth);
  expect(await faults()).toEqual([]);
});

test("kind, state, days and search go to the server and into the address, and the file has the same", async () => {
  await page.viewport(1440, 900);
  const sent = serve({ "GET /api/scheduled/export": { raw: new Response("Customer\n") } });
  const { screen, router } = await renderApp("/scheduled");
  const asked = () => sent.findLast(({ path }) => path === "/api/scheduled")?.query.toString();
  await screen.getByRole("combobox", { name: "What" }).selectOptions("Ends");
  await expect.poll(asked).toContain("Kind=cancel");
  await screen.getByRole("combobox", { name: "Where it stands" }).selectOptions("Lost");
  await expect.poll(asked).toContain("State=lost");
  await screen.getByText("In 30 days", { exact: true }).click();
  await expect.poll(asked).toContain("Within=30");
  await screen.getByRole("searchbox", { name: "Search customers" }).fill("acme");
  await expect.poll(asked).toContain("Search=acme");
  expect(router.state.location.searchStr).toMatch(/kind=cancel.*state=lost.*within=30|search=acme/);
  await screen.getByRole("button", { name: "Export CSV" }).click();
  await expect
    .poll(() => sent.find(({ path }) => path === "/api/scheduled/export")?.query.toString())
    .toMatch(/Kind=cancel/);
});

test("an empty list says what belongs there; one that a filter empties can be cleared; a failed one can be tried again", async () => {
  serve({
    "GET /api/scheduled": ({ query }) =>
      query.get("State") === "lost" ? refused(500, "unexpected", "Broken") : succeeded({ Items: [], Next: null }),
  });
  const { screen } = await renderApp("/scheduled");
  await expect.element(screen.getByText("Nothing is scheduled")).toBeVisible();
  await screen.getByText("In 7 days", { exact: true }).click();
  await expect.element(screen.getByText("No entries match")).toBeVisible();
  await screen.getByRole("button", { name: "Clear filters" }).click();
  await screen.getByRole("combobox", { name: "Where it stands" }).selectOptions("Lost");
  await expect.element(screen.getByText("Broken")).toBeVisible();
});

test("whoever does not manage services is refused", async () => {
  serve({}, { views: ["home"] });
  const { router } = await renderApp("/scheduled");
  await expect.poll(() => router.state.location.pathname).toBe("/access-denied");
});

test.each([900, 1440])(
  "the operator sees whose it is at %i px, and no way into a reseller's service",
  async (width) => {
    await page.viewport(width, 900);
    fakeApi({
      "GET /api/session": succeeded(sessionOf({ kind: "admin" })),
      "GET /api/operator/scheduled": succeeded({ Items: [{ ...entry, ResellerName: "Harbour IT" }], Next: null }),
    });
    const { screen } = await renderApp("/operator/scheduled");
    await expect.element(screen.getByText("Harbour IT")).toBeVisible();
    expect(screen.getByRole("link", { name: /^Acme Dental/ }).elements()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    expect(await faults()).toEqual([]);
  },
);
