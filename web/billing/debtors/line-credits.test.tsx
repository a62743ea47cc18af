import type { CreditableLine, LineCredit } from "@tradewind/contract/billing/line-credits.ts";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded, type Sent } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";

const id = (n: number) => `019a0000-0000-7000-8000-${String(n).padStart(12, "0")}`;
const gbp = (minor: number) => ({ Minor: String(minor), Currency: "GBP" as const });
const credit: LineCredit = {
  Id: id(91),
  ResellerId: id(1),
  Reseller: "Harbour IT",
  InvoiceId: id(11),
  Number: "TW-000118",
  MemoNumber: null,
  State: "waiting",
  Reason: "wrongPrice",
  Words: "The list of May was meant",
  Net: gbp(60_000),
  Vat: gbp(12_000),
  Gross: gbp(72_000),
  Lines: 2,
  EnteredBy: "Olive Operator",
  EnteredAt: "2026-11-20T10:12:00.000Z",
  DecidedBy: null,
  DecidedAt: null,
  MayApprove: true,
};
const line = (n: number, Description: string, left: number): CreditableLine => ({
  Id: id(20 + n),
  CustomerName: "Acme Dental",
  ProductName: "Microsoft 365",
  Description,
  PeriodFrom: "2026-07-01",
  PeriodUntil: "2026-08-01",
  Net: gbp(10_000),
  VatCategory: "S",
  VatPercent: "20",
  Left: gbp(left),
});
const sums = {
  Owed: gbp(0),
  Overdue: gbp(0),
  Ages: [],
  CreditMemos: gbp(0),
  Credit: gbp(0),
  OnItsWay: gbp(0),
};
const account = {
  ResellerId: id(1),
  Name: "Harbour IT",
  Accounts: [
    {
      ResellerId: id(1),
      Name: "Harbour IT",
      ...sums,
      Documents: 0,
      DaysLate: null,
      Limit: null,
      LastPayment: null,
      Dunning: null,
      PromisedOn: null,
    },
  ],
  OpenItems: [],
  Payments: [],
  Notices: [],
  CreditMemos: [],
  Notes: [],
};
const base = `/api/operator/debtors/${id(1)}`;
const serve = (Items: LineCredit[], changes: object = {}) =>
  fakeApi({
    "GET /api/session": succeeded(sessionOf({ kind: "admin" })),
    "GET /api/operator/line-credits": succeeded({ Items, Next: null }),
    "GET /api/operator/write-offs": succeeded({ Items: [], Next: null }),
    [`GET ${base}/account`]: succeeded(account),
    [`GET ${base}/invoices`]: succeeded({
      Items: [{ Id: id(11), Number: "TW-000118", IssuedOn: "2026-08-01", Gross: gbp(36_000), Open: gbp(0) }],
    }),
    [`GET ${base}/invoices/${id(11)}/lines`]: succeeded({
      Number: "TW-000118",
      IssuedOn: "2026-08-01",
      Items: [line(1, "Business Premium", 10_000), line(2, "Exchange Online", 3), line(3, "Entra ID", 0)],
      Next: null,
    }),
    ...changes,
  });
const writes = (sent: readonly Sent[]) =>
  sent.filter(({ method, path }) => method === "POST" && path.startsWith("/api/operator"));

test("lines of a paid invoice are credited: what it comes to is said before, and what is refused after", async () => {
  await page.viewport(1440, 900);
  let isFirst = true;
  const sent = serve([], {
    [`POST ${base}/invoices/${id(11)}/line-credits`]: () => {
      if (!isFirst) return succeeded({ ...credit, State: "issued", MemoNumber: "TWC-000012" });
      isFirst = false;
      return refused(409, "lineCreditTooMuch", "Less than that is left of a line.");
    },
  });
  const { screen } = await renderApp(`/operator/debtors/${id(1)}`);
  await screen.getByRole("button", { name: "Credit an invoice" }).click();
  const dialog = screen.getByRole("dialog", { name: "Credit an invoice" });
  const issue = dialog.getByRole("button", { name: "Issue credit memo" });
  await expect.element(issue).toBeDisabled();
  await dialog.getByLabelText("Invoice", { exact: true }).selectOptions("TW-000118 of 01/08/2026, paid");
  await expect.element(dialog.getByText("Nothing is left")).toBeVisible();
  const amount = (what: string) => dialog.getByRole("textbox", { name: new RegExp(`^Net to credit of ${what}`) });
  await amount("Business Premium").fill("100.01");
  await expect.element(dialog.getByText("At most £100.00")).toBeVisible();
  await expect.element(issue).toBeDisabled();
  await amount("Business Premium").fill("40");
  await amount("Exchange Online").fill("0.03");
  const totals = dialog.getByLabelText("What it comes to");
  await expect.element(totals).toHaveTextContent("Net£40.03VAT£8.01To credit£48.04");
  await dialog.getByLabelText("Reason").selectOptions("Billed at a wrong price");
  await dialog.getByRole("textbox", { name: "Why" }).fill("The list of May was meant");
  expect(await faults()).toEqual([]);
  await issue.click();
  await expect.element(dialog.getByText("Less than that is left of a line.")).toBeVisible();
  await issue.click();
  await expect.element(screen.getByText("TWC-000012 is issued for £720.00")).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(JSON.parse(writes(sent)[1]!.body)).toEqual({
    Lines: [
      { LineId: id(21), Net: gbp(4_000) },
      { LineId: id(22), Net: gbp(3) },
    ],
    Reason: "wrongPrice",
    Words: "The list of May was meant",
  });
});

test("what waits is approved by whoever did not enter it, and what was decided meanwhile is said", async () => {
  await page.viewport(1440, 900);
  const path = `/api/operator/line-credits/${credit.Id}`;
  const sent = serve([credit, { ...credit, Id: id(92), MayApprove: false }], {
    [`POST ${path}/approve`]: refused(409, "approvalOver", "It was refused meanwhile."),
    [`POST ${path}/refuse`]: succeeded({ ...credit, State: "refused" }),
  });
  const { screen } = await renderApp("/operator/line-credits");
  const menus = screen.getByRole("button", { name: /^Actions for / });
  await menus.nth(1).click();
  await expect.element(screen.getByRole("button", { name: "Refuse", exact: true })).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Approve", exact: true })).not.toBeInTheDocument();
  await userEvent.keyboard("{Escape}");
  await menus.first().click();
  await screen.getByRole("button", { name: "Approve", exact: true }).click();
  const dialog = screen.getByRole("dialog");
  await expect.element(dialog.getByText(/£600\.00 and £120\.00 VAT of 2 lines of invoice TW-000118/)).toBeVisible();
  expect(await faults()).toEqual([]);
  await dialog.getByRole("button", { name: "Approve" }).click();
  await expect.element(dialog.getByText("It was refused meanwhile.")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await menus.first().click();
  await screen.getByRole("button", { name: "Refuse", exact: true }).click();
  await screen.getByRole("dialog").getByRole("button", { name: "Refuse" }).click();
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
  expect(writes(sent).map((each) => each.path)).toEqual([`${path}/approve`, `${path}/refuse`]);
});

test("on a phone the memo and why stand above how it stands", async () => {
  await page.viewport(390, 844);
  const issued: LineCredit = { ...credit, State: "issued", MemoNumber: "TWC-000012", MayApprove: false };
  serve([issued]);
  const { screen } = await renderApp("/operator/line-credits");
  await expect.element(screen.getByText(/TWC-000012/)).toBeVisible();
  await expect.element(screen.getByLabelText("Credited lines").getByText("Issued", { exact: true })).toBeVisible();
  expect(await faults()).toEqual([]);
});

test("where nothing was credited it says how that is done", async () => {
  serve([]);
  const { screen } = await renderApp("/operator/line-credits");
  await expect.element(screen.getByText("Nothing was credited by hand yet")).toBeVisible();
});
