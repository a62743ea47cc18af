import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";

const idOf = (number: number) => `019a0000-0000-7000-8000-${String(number).padStart(12, "0")}`;
const serve = (more: Parameters<typeof fakeApi>[0]) =>
  fakeApi({
    "GET /api/session": succeeded(sessionOf({})),
    "GET /api/services/count": succeeded({ Total: 0, Active: 0, Changing: 0, Failed: 0, Products: [] }),
    "GET /api/plans": succeeded({ Items: [], Next: null }),
    ...more,
  });

test("a plan is made of the chosen subscriptions", async () => {
  await page.viewport(1440, 900);
  const candidate = (number: number) => ({
    SubscriptionId: idOf(300 + number),
    CustomerId: idOf(100 + number),
    CustomerName: `Customer ${number}`,
    ProductId: "microsoft-365",
    Name: "Microsoft 365 Business Standard",
    Unit: "Licence",
    Quantity: 10,
    TermUntil: "2027-05-20",
    TermEnd: "renew",
    UpgradesTo: [],
    Finding: number === 1 ? "It has ended at Microsoft, and we still bill 10 licences" : null,
  });
  const api = serve({
    "GET /api/plan-candidates": succeeded({ Items: [candidate(1), candidate(2)], Next: null }),
    "POST /api/plans": refused(400, "invalidRequest", "Some values cannot be used.", { Name: "invalid characters" }),
  });
  const { screen } = await renderApp("/plans");
  await screen.getByRole("button", { name: "New plan" }).click();
  await expect.element(screen.getByText("It has ended at Microsoft, and we still bill 10 licences")).toBeVisible();
  await screen.getByRole("checkbox", { name: "Select Customer 2, Microsoft 365 Business Standard" }).click();
  await screen.getByRole("button", { name: "More: More of each" }).click();
  expect(await faults()).toEqual([]);
  await screen.getByRole("button", { name: "Work out one change" }).click();
  await expect
    .poll(() => api.filter(({ method, path }) => method === "POST" && path === "/api/plans"))
    .toMatchObject([
      {
        body: JSON.stringify({
          Name: "2 more for one subscription",
          Lines: [{ SubscriptionId: idOf(302), Change: { Kind: "setQuantity", Quantity: 12 } }],
        }),
      },
    ]);
  await expect.element(screen.getByText("invalid characters")).toBeVisible();
});

const candidate = {
  SubscriptionId: idOf(301),
  CustomerId: idOf(101),
  CustomerName: "Customer 1",
  ProductId: "microsoft-365",
  Name: "Microsoft 365 Business Standard",
  Unit: "Licence",
  Quantity: 10,
  TermUntil: "2026-12-01",
  TermEnd: "renew",
  UpgradesTo: [{ Sku: "premium", Name: "Microsoft 365 Business Premium" }],
  Finding: null,
} as const;

/** Plans a change of the one candidate, and returns what was sent. */
async function planned(choose: (screen: Awaited<ReturnType<typeof renderApp>>["screen"]) => Promise<void>) {
  await page.viewport(1440, 900);
  const api = serve({
    "GET /api/plan-candidates": succeeded({ Items: [candidate], Next: null }),
    "POST /api/plans": succeeded({ Id: idOf(1) }),
  });
  const { screen } = await renderApp("/plans?product=microsoft-365");
  await choose(screen);
  await screen.getByRole("checkbox", { name: "Select Customer 1, Microsoft 365 Business Standard" }).click();
  expect(await faults()).toEqual([]);
  await screen.getByRole("button", { name: "Work out one change" }).click();
  const sent = () => api.filter(({ path, method }) => path === "/api/plans" && method === "POST");
  await expect.poll(() => sent().length).toBe(1);
  return JSON.parse(sent()[0]!.body) as unknown;
}
const { SubscriptionId } = candidate;

test("longer terms are planned for what is chosen", async () => {
  expect(
    await planned(async (screen) => {
      await screen.getByText("Longer term").click();
      await screen.getByRole("combobox", { name: "New term" }).selectOptions("3 years, paid yearly");
    }),
  ).toEqual({
    Name: "3 years, paid yearly, for one subscription",
    Lines: [{ SubscriptionId, Change: { Kind: "newTerm", Term: "P3Y", Billing: "annual" } }],
  });
});

test("what is chosen is moved to a better product", async () => {
  expect(
    await planned(async (screen) => {
      await screen.getByText("Move", { exact: true }).click();
      await expect
        .element(screen.getByRole("combobox", { name: "To" }))
        .toHaveTextContent("Microsoft 365 Business Premium");
    }),
  ).toEqual({
    Name: "Move one subscription to Microsoft 365 Business Premium",
    Lines: [{ SubscriptionId, Change: { Kind: "upgrade", Sku: "premium" } }],
  });
});

test("what is chosen is ended at once, once its warning was read", async () => {
  expect(
    await planned(async (screen) => {
      await screen.getByText("End now").click();
      await expect.element(screen.getByText(/^They end today and cannot be put back/)).toBeVisible();
    }),
  ).toEqual({ Name: "End one subscription", Lines: [{ SubscriptionId, Change: { Kind: "cancel" } }] });
});
