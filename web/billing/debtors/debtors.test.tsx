import type { DebtorAccount, DebtorItem, ExpectedCash } from "@tradewind/contract/billing/debtors.ts";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded, type Sent } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";

const gbp = (minor: number) => ({ Minor: String(minor), Currency: "GBP" as const });
const id = (n: number) => `019a0000-0000-7000-8000-${String(n).padStart(12, "0")}`;
const operator = { kind: "admin", views: [], permissions: [] } as const;
const debtor = (n: number, Name: string, changes: Partial<DebtorItem> = {}): DebtorItem => ({
  ResellerId: id(n),
  Name,
  Owed: gbp(50_000),
  Overdue: gbp(20_000),
  Ages: [
    { Age: "notDue", Owed: gbp(30_000) },
    { Age: "to30", Owed: gbp(20_000) },
    { Age: "to60", Owed: gbp(0) },
    { Age: "to90", Owed: gbp(0) },
    { Age: "over90", Owed: gbp(0) },
  ],
  CreditMemos: gbp(0),
  Credit: gbp(0),
  OnItsWay: gbp(0),
  Documents: 2,
  DaysLate: 25,
  Limit: { Amount: gbp(40_000), Used: gbp(60_000), Open: gbp(50_000), Unbilled: gbp(4_000), Committed: gbp(6_000) },
  LastPayment: { On: "2026-10-01", Amount: gbp(1_000) },
  Dunning: { Step: "orderingPaused", Since: "2026-11-16", OrderingPaused: true },
  PromisedOn: null,
  ...changes,
});
const {
  Documents: _,
  DaysLate: __,
  Limit: ___,
  LastPayment: ____,
  Dunning: _____,
  PromisedOn: ______,
  ...sums
} = debtor(1, "");
const harbour = debtor(1, "Harbour IT");
const calm = debtor(2, "Acme Resale", { Overdue: gbp(0), DaysLate: -3, Dunning: null, Limit: null });
const account = (changes: Partial<DebtorAccount> = {}): DebtorAccount => ({
  ResellerId: id(1),
  Name: "Harbour IT",
  Accounts: [harbour],
  OpenItems: [
    {
      InvoiceId: id(11),
      Number: "TW-000118",
      IssuedOn: "2026-10-03",
      DueOn: "2026-11-02",
      DaysLate: 25,
      Gross: gbp(30_000),
      Open: gbp(20_000),
      OnItsWay: gbp(5_000),
    },
  ],
  Payments: [],
  Notices: [],
  CreditMemos: [],
  Notes: [],
  ...changes,
});
const serve = (changes: object = {}) =>
  fakeApi({
    "GET /api/session": succeeded(sessionOf(operator)),
    "GET /api/operator/debtors": ({ query }: Sent) =>
      succeeded({ Items: query.get("Which") === "paused" ? [harbour] : [harbour, calm], Next: null }),
    "GET /api/operator/debtors/totals": succeeded({
      Items: [{ ...sums, Resellers: 2, Unallocated: gbp(7_350) }],
    }),
    [`GET /api/operator/debtors/${id(1)}/account`]: succeeded(account()),
    "GET /api/operator/write-offs": succeeded({ Items: [], Next: null }),
    "GET /api/operator/line-credits": succeeded({ Items: [], Next: null }),
    ...changes,
  });
const open = async (address = "/operator/debtors") => (await renderApp(address)).screen;

test("debtors are listed with what they owe, their reminders and limits, and narrowed to those whose ordering is paused", async () => {
  await page.viewport(1440, 900);
  serve();
  const screen = await open();
  await expect.element(screen.getByText(/since 16\/11\/2026/)).toBeVisible();
  await expect.element(screen.getByText("over £400.00")).toBeVisible();
  await expect.element(screen.getByText("£73.50")).toBeVisible();
  await expect.element(screen.getByText("Nothing overdue")).toBeVisible();
  expect(await faults()).toEqual([]);
  await screen.getByLabelText("Which").selectOptions("Ordering paused");
  await expect.element(screen.getByText("Acme Resale")).not.toBeInTheDocument();
});

test("a promise is kept with its day and shows at once; what is refused is said at its field", async () => {
  const accounts = [account()];
  let isPast = true;
  const sent = serve({
    [`GET /api/operator/debtors/${id(1)}/account`]: () => succeeded(accounts[0]),
    [`POST /api/operator/debtors/${id(1)}/promise`]: () => {
      if (isPast) {
        isPast = false;
        return refused(400, "invalidRequest", "Check the marked fields.", { PromisedOn: "Must not be in the past" });
      }
      const note = {
        Id: id(51),
        Kind: "promise" as const,
        Text: "Rang",
        PromisedOn: "2026-12-04",
        By: "Olive Operator",
        At: "2026-11-27T14:20:00.000Z",
      };
      accounts[0] = account({ Accounts: [debtor(1, "Harbour IT", { PromisedOn: "2099-12-04" })], Notes: [note] });
      return succeeded(note);
    },
  });
  const screen = await open(`/operator/debtors/${id(1)}`);
  await expect.element(screen.getByText("TW-000118")).toBeVisible();
  await expect.element(screen.getByText("£50.00 on its way")).toBeVisible();
  await expect.element(screen.getByText(/orders are refused/)).toBeVisible();
  await screen.getByRole("button", { name: "Promised to pay" }).click();
  const dialog = screen.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Who said what" }).fill("Rang");
  expect(await faults()).toEqual([]);
  await dialog.getByRole("button", { name: "Keep promise" }).click();
  await expect.element(screen.getByText("Must not be in the past")).toBeVisible();
  await dialog.getByRole("button", { name: "Keep promise" }).click();
  await expect.element(screen.getByText("Promised to pay on 04/12/2026")).toBeVisible();
  expect(sent.filter(({ method }) => method === "POST")).toHaveLength(2);
});

test("what is expected is shown by day and how, and a failure can be tried again", async () => {
  const Items: ExpectedCash[] = [
    { Day: null, How: "due", Amount: gbp(20_000), Payments: 1 },
    { Day: "2026-12-01", How: "card", Amount: gbp(30_000), Payments: 2 },
    { Day: "2026-12-01", How: "due", Amount: gbp(5_000), Payments: 1 },
  ];
  let fails = true;
  serve({
    "GET /api/operator/cash-expected": () => {
      if (fails) return refused(500, "unexpected", "Something went wrong.");
      return succeeded({ From: "2026-11-27", Until: "2026-12-27", Items });
    },
  });
  await page.viewport(390, 844);
  const screen = await open("/operator/cash-expected");
  await expect.element(screen.getByText("Something went wrong.")).toBeVisible();
  fails = false;
  await screen.getByRole("button", { name: /try again/i }).click();
  await expect.element(screen.getByRole("heading", { name: "£350.00 expected" })).toBeVisible();
  await expect.element(screen.getByText("Automatic card")).toBeVisible();
  await expect.element(screen.getByText("No day known")).toBeVisible();
  expect(await faults()).toEqual([]);
});

test("an open invoice is written off: at most what is free, for a reason, and what waits for approval is said", async () => {
  await page.viewport(1440, 900);
  const made: object[] = [];
  let isEmpty = true;
  const path = `/api/operator/debtors/${id(1)}/write-offs`;
  const sent = serve({
    "GET /api/operator/write-offs": () => succeeded({ Items: made, Next: null }),
    [`POST ${path}`]: () => {
      if (isEmpty) {
        isEmpty = false;
        return refused(400, "invalidRequest", "Check the marked fields.", { Reason: "Enter a reason" });
      }
      made.push({
        Id: id(61),
        ResellerId: id(1),
        Reseller: "Harbour IT",
        InvoiceId: id(11),
        Number: "TW-000118",
        DueOn: "2026-11-02",
        Kind: "badDebt",
        State: "waiting",
        Amount: gbp(15_000),
        Vat: gbp(2_500),
        Reason: "In administration",
        EnteredBy: "Olive Operator",
        EnteredAt: "2026-11-27T14:20:00.000Z",
        DecidedBy: null,
        DecidedAt: null,
        TakenBackBy: null,
        TakenBackAt: null,
        MayApprove: false,
      });
      return succeeded(made[0]);
    },
  });
  const screen = await open(`/operator/debtors/${id(1)}`);
  await screen.getByRole("button", { name: "Write off TW-000118" }).click();
  const dialog = screen.getByRole("dialog", { name: "Write off TW-000118" });
  await expect.element(dialog.getByRole("textbox", { name: "Amount, with VAT, GBP" })).toHaveValue("150.00");
  expect(await faults()).toEqual([]);
  await dialog.getByRole("button", { name: "Write off" }).click();
  await expect.element(dialog.getByText("Enter a reason")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Reason" }).fill("In administration");
  await dialog.getByRole("button", { name: "Write off" }).click();
  await expect.element(screen.getByText("£150.00 waits for somebody else’s approval")).toBeVisible();
  await expect.element(screen.getByText(/Olive Operator: In administration/)).toBeVisible();
  expect(JSON.parse(sent.findLast((each) => each.path === path)!.body)).toEqual({
    InvoiceId: id(11),
    Kind: "badDebt",
    Amount: gbp(15_000),
    Reason: "In administration",
  });
});
