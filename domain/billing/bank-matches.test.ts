import { expect, test } from "vitest";
import { matchReceipt, mentionsIn, type OpenInvoice } from "./bank-matches.ts";

const acme = { id: "acme", name: "Acme Ltd" };
const other = { id: "other", name: "Other Ltd" };
const invoice = (digits: string, openMinor: bigint, of = acme): OpenInvoice => ({
  id: digits,
  resellerId: of.id,
  resellerName: of.name,
  number: `TW-${digits}`,
  plainNumber: `TW${digits}`,
  dueOn: `2026-11-${digits.slice(-2)}`,
  openMinor,
});
const nobody = { byReference: [], byAccount: [], byName: [] };
const match = (
  minor: bigint,
  text: string,
  open: OpenInvoice[],
  payers: Parameters<typeof matchReceipt>[2] = nobody,
) => {
  const found = matchReceipt({ minor, currency: "GBP", mentions: mentionsIn(text) }, open, payers);
  return (
    found && [
      found.certainty,
      found.reason,
      found.shares.map((each) => [each.invoice?.number ?? each.resellerName, each.minor]),
    ]
  );
};

test.each([
  ["inv TW-000123 part", "TW000123"],
  ["TW 000123", "TW000123"],
  ["tw000123/tw000124", "TW000124"],
  ["INV-2026-000123", "INV2026000123"],
])("%s mentions %s", (text, number) => {
  expect(mentionsIn(text)).toContain(number);
});

test("digits alone mention nothing: they may be anything", () => {
  expect(mentionsIn("000123, 19/11/2026, 1,000.29")).toEqual([]);
});

test("what names its invoices and pays what is open is certain, whoever's they are", () => {
  const open = [invoice("000001", 500n), invoice("000002", 700n, other), invoice("000003", 900n)];
  expect(match(1_200n, "TW-000001 TW-000002", open)).toEqual([
    "certain",
    "It names TW-000001, TW-000002, and pays what is open",
    [
      ["TW-000001", 500n],
      ["TW-000002", 700n],
    ],
  ]);
});

test("what names an invoice and is less or more is looked at first", () => {
  const open = [invoice("000001", 500n), invoice("000002", 700n)];
  expect(match(600n, "TW-000001 and TW-000002", open)).toEqual([
    "likely",
    "It names TW-000001, TW-000002, and is £6.00 less than is open",
    [
      ["TW-000001", 500n],
      ["TW-000002", 100n],
    ],
  ]);
  expect(match(650n, "TW-000001", open)).toEqual([
    "likely",
    "It names TW-000001, and is £1.50 more than is open",
    [
      ["TW-000001", 500n],
      ["Acme Ltd", 150n],
    ],
  ]);
  expect(match(650n, "TW-000001 TW-000009", [...open, invoice("000009", 9n, other)])).toBeUndefined();
});

test("a known account pays the invoice of its amount, or all that is open; else oldest first, and the rest to the credit", () => {
  const open = [invoice("000001", 500n), invoice("000002", 700n)];
  const known = { ...nobody, byAccount: [acme], byName: [] };
  const because = "An earlier one from this account was Acme Ltd’s";
  expect(match(700n, "thanks", open, known)).toEqual([
    "certain",
    `${because}, and the amount is that of TW-000002`,
    [["TW-000002", 700n]],
  ]);
  expect(match(1_200n, "", open, known)).toEqual([
    "certain",
    `${because}, and the amount is that of all that is open`,
    [
      ["TW-000001", 500n],
      ["TW-000002", 700n],
    ],
  ]);
  expect(match(600n, "", open, known)).toEqual([
    "likely",
    `${because}; oldest first`,
    [
      ["TW-000001", 500n],
      ["TW-000002", 100n],
    ],
  ]);
  expect(match(600n, "", [], known)).toEqual(["likely", `${because}; nothing is open`, [["Acme Ltd", 600n]]]);
});

test("a reseller's reference adds to its credit", () => {
  expect(mentionsIn("credit cr-7f3a09b1")).toContain("CR7F3A09B1");
  expect(match(600n, "", [invoice("000001", 500n)], { ...nobody, byReference: [acme] })).toEqual([
    "certain",
    "It quotes the reference with which Acme Ltd adds credit",
    [["Acme Ltd", 600n]],
  ]);
});

test("a payer's name counts with the amount alone, and two payers for nothing", () => {
  const open = [invoice("000001", 500n), invoice("000002", 700n)];
  const called = { ...nobody, byAccount: [], byName: [acme] };
  expect(match(700n, "", open, called)?.[0]).toBe("likely");
  expect(match(600n, "", open, called)).toBeUndefined();
  expect(match(700n, "", open, { ...nobody, byAccount: [acme, other], byName: [] })).toBeUndefined();
  expect(match(500n, "", [invoice("000001", 500n), invoice("000002", 500n)], called)).toBeUndefined();
});
