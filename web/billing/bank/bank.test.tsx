import type { BankLineItem, BankStatementItem } from "@tradewind/contract/billing/bank.ts";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded, type Sent } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";

const gbp = (minor: number) => ({ Minor: String(minor), Currency: "GBP" as const });
const id = (n: number) => `019a0000-0000-7000-8000-${String(n).padStart(12, "0")}`;
const share = { ResellerId: id(1), ResellerName: "Harbour IT", InvoiceId: id(2), Number: "TW-000123" };
const line = (n: number, changes: Partial<BankLineItem> = {}): BankLineItem => ({
  Id: id(n),
  BookedOn: "2026-11-19",
  Amount: gbp(12_000),
  IsReversal: false,
  Payer: "Harbour IT Ltd",
  PayerAccount: null,
  Words: "TW-000123",
  BankRef: null,
  State: "open",
  Version: 0,
  Proposal: {
    Certainty: "certain",
    Reason: "It names TW-000123, and pays what is open",
    Shares: [{ ...share, Amount: gbp(12_000) }],
  },
  Allocations: [],
  Reason: null,
  DecidedBy: null,
  DecidedAt: null,
  ...changes,
});
const operator = { kind: "admin", views: [], permissions: [] } as const;
const unknown = line(11, { Payer: null, Words: "", Amount: gbp(5_000), Proposal: null });
const statement: BankStatementItem = {
  Id: id(30),
  AccountName: "Tradewind Distribution Ltd",
  AccountEnd: "9911",
  Number: 42,
  ClosedOn: "2026-11-19",
  Opening: gbp(10_000),
  Closing: gbp(27_000),
  Lines: 2,
  KnownLines: 0,
  Warning: "The one before ended on 17/11/2026 with £90.00, and this begins with £100.00: one may be missing.",
  FileName: "day.sta",
  ImportedBy: "Olive Operator",
  ImportedAt: "2026-11-20T09:00:00.000Z",
};

function serve(lines: BankLineItem[], changes: object = {}) {
  return fakeApi({
    "GET /api/session": succeeded(sessionOf(operator)),
    "GET /api/operator/bank-lines": ({ query }: Sent) =>
      succeeded({ Items: lines.filter(({ State }) => State === (query.get("State") ?? "open")), Next: null }),
    "GET /api/operator/bank-lines/totals": () =>
      succeeded({ Open: [{ Amount: gbp(17_000), Count: 2, Since: "2026-11-19" }] }),
    "GET /api/operator/bank-statements": () => succeeded({ Items: [statement], Next: null }),
    "GET /api/operator/open-invoices": () =>
      succeeded({
        Items: [
          {
            InvoiceId: id(3),
            Number: "TW-000200",
            ResellerId: id(4),
            ResellerName: "Liffey Cloud",
            DueOn: "2026-11-01",
            Open: gbp(3_000),
          },
        ],
        Resellers: [{ ResellerId: id(4), ResellerName: "Liffey Cloud" }],
      }),
    ...changes,
  });
}
const open = async (address = "/operator/bank-transfers") => (await renderApp(address)).screen;

test("transfers are listed with the reason of each proposal, and what is certain is allocated at once", async () => {
  const lines = [line(10), unknown];
  const sent = serve(lines, {
    "POST /api/operator/bank-lines/allocate-certain": () => {
      lines[0] = line(10, { State: "allocated" });
      return succeeded({ Allocated: 1, Left: 0 });
    },
  });
  const screen = await open();
  await expect.element(screen.getByText("It names TW-000123, and pays what is open")).toBeVisible();
  await expect.element(screen.getByText("To allocate: £170.00 in 2 transfers, since 19/11/2026")).toBeVisible();
  await expect.element(screen.getByText("Nothing says for whom it is")).toBeVisible();
  expect(await faults()).toEqual([]);
  await screen.getByRole("button", { name: "Allocate the one that is certain" }).click();
  await expect.element(screen.getByText("1 transfer was allocated")).toBeVisible();
  await expect.element(screen.getByText("It names TW-000123, and pays what is open")).not.toBeInTheDocument();
  const posts = sent.filter(({ method, path }) => method === "POST" && path.startsWith("/api/operator/bank"));
  expect(posts.map(({ body }) => JSON.parse(body))).toEqual([{ Ids: [id(10)] }]);
});

test("a transfer is split between an invoice and a credit, and can be sent once it adds up", async () => {
  const sent = serve([unknown], {
    [`POST /api/operator/bank-lines/${id(11)}/allocate`]: () => succeeded({ ...unknown, State: "allocated" }),
  });
  const screen = await open();
  await screen.getByRole("button", { name: /^Allocate:/ }).click();
  const dialog = screen.getByRole("dialog", { name: "Allocate transfer" });
  await expect.element(dialog.getByText("£50.00 left")).toBeVisible();
  await expect.element(dialog.getByRole("button", { name: "Allocate", exact: true })).toBeDisabled();
  const choose = async (name: RegExp) => {
    await dialog.getByRole("combobox").fill("Liffey");
    await screen.getByRole("option", { name }).click();
  };
  await choose(/TW-000200, Liffey Cloud/);
  await expect.element(dialog.getByText("£20.00 left")).toBeVisible();
  await choose(/Credit of Liffey Cloud/);
  await expect.element(dialog.getByText("All of it is allocated")).toBeVisible();
  expect(await faults()).toEqual([]);
  await dialog.getByRole("button", { name: "Allocate", exact: true }).click();
  await expect.element(screen.getByText("The transfer is allocated")).toBeVisible();
  const [post] = sent.filter(({ method, path }) => method === "POST" && path.startsWith("/api/operator/bank"));
  expect(JSON.parse(post!.body)).toEqual({
    Version: 0,
    Shares: [
      { ResellerId: id(4), InvoiceId: id(3), Minor: "3000" },
      { ResellerId: id(4), InvoiceId: null, Minor: "2000" },
    ],
  });
});

test("what was decided meanwhile is said, and a decision takes a reason", async () => {
  serve([line(10)], {
    [`POST /api/operator/bank-lines/${id(10)}/set-aside`]: refused(
      409,
      "bankLineDecided",
      "This transfer was decided meanwhile.",
    ),
  });
  const screen = await open();
  await screen.getByRole("button", { name: /^Set aside:/ }).click();
  await screen.getByRole("textbox", { name: "Reason" }).fill("VAT");
  await screen.getByRole("dialog").getByRole("button", { name: "Set aside" }).click();
  await expect.element(screen.getByText("This transfer was decided meanwhile.")).toBeVisible();
});

test("a file is imported, and what deserves a look stays in front of whoever imported it", async () => {
  const sent = serve([], {
    "POST /api/operator/bank-statements": () => succeeded({ Statements: [statement] }),
  });
  const screen = await open();
  await screen.getByRole("button", { name: "Import statements" }).first().click();
  await screen.getByRole("button", { name: "Import", exact: true }).click();
  await expect.element(screen.getByText("Choose the file of the statements")).toBeVisible();
  // Written by an older system: É in one byte.
  const file = new File([new Uint8Array([58, 50, 48, 58, 0xc9])], "day.sta");
  const input = document.querySelector<HTMLInputElement>("dialog input[type=file], [role=dialog] input[type=file]")!;
  const files = new DataTransfer();
  files.items.add(file);
  input.files = files.files;
  input.dispatchEvent(new Event("change", { bubbles: true }));
  await screen.getByRole("button", { name: "Import", exact: true }).click();
  await expect.element(screen.getByText("1 statement with 2 new lines imported")).toBeVisible();
  await expect.element(screen.getByText(/one may be missing/)).toBeVisible();
  expect(await faults()).toEqual([]);
  const [post] = sent.filter(({ method, path }) => method === "POST" && path.startsWith("/api/operator/bank"));
  expect(JSON.parse(post!.body)).toEqual({ FileName: "day.sta", Text: ":20:É" });
});

test("statements are listed with what may be missing, on a phone too", async () => {
  serve([]);
  await page.viewport(390, 844);
  const screen = await open("/operator/bank-statements");
  await expect.element(screen.getByText(/Tradewind Distribution Ltd, ending 9911/)).toBeVisible();
  const warning = screen.getByText(/one may be missing/);
  await expect.element(warning).toBeVisible();
  for (const shown of [warning, screen.getByRole("definition").last()])
    expect(shown.element().getBoundingClientRect().right).toBeLessThanOrEqual(390);
  expect(await faults()).toEqual([]);
});
