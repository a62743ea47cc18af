import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { compose } from "../../test/typing.ts";
import { widths } from "../../test/widths.ts";
import type { CreditPage } from "./credit.queries.ts";

const gbp = (minor: number) => ({ Minor: String(minor), Currency: "GBP" as const });
const idOf = (n: number) => `019a0000-0000-7000-8000-0000000000c${n}`;
const event = { Hint: null, Reason: null, InvoiceId: null, Number: null, Left: null };
const empty: CreditPage = {
  Balance: gbp(0),
  OnItsWay: gbp(0),
  Items: [],
  Next: null,
  Transfer: { Reference: "CR-7F3A09B1", BankDetails: ["Avonmouth Bank", "Sort code 20-00-00"] },
};
const some: CreditPage = {
  ...empty,
  Balance: gbp(6050),
  Items: [
    {
      ...event,
      Id: idOf(1),
      On: "2026-11-12",
      Kind: "spent",
      InvoiceId: idOf(9),
      Number: "TW-000042",
      Amount: gbp(-8950),
      Balance: gbp(6050),
    },
    {
      ...event,
      Id: idOf(2),
      On: "2026-11-04",
      Kind: "code",
      Hint: "7QXK",
      Reason: "For the outage",
      Amount: gbp(15_000),
      Left: gbp(6050),
      Balance: gbp(15_000),
    },
  ],
};

const serve = (changes: object = {}, session = sessionOf()) =>
  fakeApi({ "GET /api/session": succeeded(session), "GET /api/credit": succeeded(some), ...changes });
const codeField = (screen: Awaited<ReturnType<typeof renderApp>>["screen"]) =>
  screen.getByRole("textbox", { name: "Code" });

test("BILL-02 the credit page shows what is in credit, what was granted and on which invoice it was used", async () => {
  await page.viewport(1440, 900);
  serve();
  const { screen } = await renderApp("/billing/credit");
  await expect.element(screen.getByRole("heading", { level: 1, name: "Credit" })).toBeVisible();
  await expect.element(screen.getByText("£60.50").first()).toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: "Used on invoice TW-000042" }))
    .toHaveAttribute("href", `/billing/invoice-detail/${idOf(9)}`);
  const row = screen.getByRole("row", { name: /Code ending 7QXK: For the outage/ });
  await expect.poll(() => row.element().textContent).toMatch(/04\/11\/2026.*£150\.00.*£60\.50/);
  for (const width of widths) {
    await page.viewport(width, 900);
    expect(await faults()).toEqual([]);
  }
});

test("BILL-45 a redeemed code is sent as typed, and the balance grows", async () => {
  await page.viewport(1440, 900);
  let balance = empty;
  const sent = serve({
    "GET /api/credit": () => succeeded(balance),
    "POST /api/credit/redeem": () => {
      balance = some;
      return succeeded({ Amount: gbp(6050), Balance: gbp(6050) });
    },
  });
  const { screen } = await renderApp("/billing/credit");
  await expect.element(screen.getByText("No credit yet")).toBeVisible();
  await codeField(screen).fill("abcd-efgh-jkmn-7qxk");
  await screen.getByRole("button", { name: "Redeem" }).click();
  await expect.element(screen.getByText("£60.50 was added to your credit")).toBeVisible();
  await expect.element(screen.getByText("£60.50", { exact: true }).first()).toBeVisible();
  await expect.element(codeField(screen)).toHaveValue("");
  expect(sent.find(({ path }) => path === "/api/credit/redeem")!.body).toBe('{"Code":"abcd-efgh-jkmn-7qxk"}');
});

test("what is typed while a code is on its way stays", async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  serve({
    "POST /api/credit/redeem": () => answered.then(() => succeeded({ Amount: gbp(6050), Balance: gbp(6050) })),
  });
  const { screen } = await renderApp("/billing/credit");
  await codeField(screen).fill("abcd-efgh-jkmn-7qxk");
  await screen.getByRole("button", { name: "Redeem" }).click();
  await compose(codeField(screen).element(), "x");
  answer();
  await expect.element(screen.getByText("£60.50 was added to your credit")).toBeVisible();
  await expect.element(codeField(screen)).toHaveValue("abcd-efgh-jkmn-7qxkx");
});

test("a refused code says why at its field, and stays there to be corrected", async () => {
  serve({ "POST /api/credit/redeem": refused(422, "creditCodeUnknown", "This code cannot be used.") });
  const { screen } = await renderApp("/billing/credit");
  await codeField(screen).fill("ABCD");
  await screen.getByRole("button", { name: "Redeem" }).click();
  await expect.element(screen.getByText("This code cannot be used.")).toBeVisible();
  await expect.element(codeField(screen)).toHaveAttribute("aria-invalid", "true");
  await expect.element(codeField(screen)).toHaveValue("ABCD");
  expect(await faults()).toEqual([]);
});

test("FLAG-09 where adding credit is switched off, its control is gone; otherwise it says where to transfer it", async () => {
  serve();
  const { screen } = await renderApp("/billing/credit");
  await screen.getByRole("button", { name: "Add credit" }).click();
  const dialog = screen.getByRole("dialog", { name: "Add credit by bank transfer" });
  await expect.element(dialog.getByText("CR-7F3A09B1")).toBeVisible();
  await expect.element(dialog.getByText("Sort code 20-00-00")).toBeVisible();
  expect(await faults()).toEqual([]);
  await dialog.getByRole("button", { name: "Done" }).click();
  await screen.unmount();

  serve({ "GET /api/credit": succeeded({ ...some, Transfer: null }) });
  const off = await renderApp("/billing/credit");
  await expect.element(off.screen.getByText("£60.50").first()).toBeVisible();
  await expect.element(off.screen.getByRole("button", { name: "Add credit" })).not.toBeInTheDocument();
});

test("BILL-10 the currency code is the session's, and pounds where none is kept", async () => {
  const session = sessionOf();
  serve({}, { ...session, Reseller: { ...session.Reseller!, Currency: "EUR" } });
  const { screen } = await renderApp("/billing/credit");
  await screen.getByRole("button", { name: "Add credit" }).click();
  await expect.element(screen.getByText(/Transfer any amount in euros/)).toBeVisible();
  await screen.getByRole("dialog").getByRole("button", { name: "Done" }).click();
  localStorage.removeItem("currencyCode");
  await screen.getByRole("button", { name: "Add credit" }).click();
  await expect.element(screen.getByText(/Transfer any amount in pounds/)).toBeVisible();
});

test("credit that cannot be read can be tried again, and is for whoever sees the whole company and its prices", async () => {
  serve({ "GET /api/credit": refused(503, "unavailable", "Try again in a moment.") });
  const { screen } = await renderApp("/billing/credit");
  await expect.element(screen.getByText("Try again in a moment.")).toBeVisible();
  serve({ "GET /api/credit": refused(409, "onlyPartOfCompany", "You look after certain customers only.") });
  const part = await renderApp("/billing/credit");
  await expect.element(part.screen.getByText("You look after certain customers only.")).toBeVisible();
  const sent = serve({}, sessionOf({ seesPrices: false }));
  const hidden = await renderApp("/billing/credit");
  await expect.element(hidden.screen.getByText("Prices are hidden")).toBeVisible();
  expect(sent.some(({ path }) => path === "/api/credit")).toBe(false);
});
