import * as fc from "fast-check";
import { expect, test } from "vitest";
import { accountCode, balanced, imbalance, invoicePosting, paymentPosting, reversed, type Entry } from "./ledger.ts";
import { money } from "../values/money.ts";
import { totalsOf } from "./vat.ts";

const gbp = (minor: bigint) => money(minor, "GBP");
const shown = (entries: Entry[]) => entries.map(({ account, amount }) => [accountCode(account), amount.minor]);

test("an invoice stands as debt against revenue by product and VAT by rate", () => {
  const vat = [{ category: "S" as const, percent: "20", net: gbp(10_000n), vat: gbp(2000n) }];
  const revenue = [
    { productId: "microsoft-365", net: gbp(9000n) },
    { productId: "hosted-voice-hardware", net: gbp(1000n) },
  ];
  expect(shown(invoicePosting({ gross: gbp(12_000n), revenue, vat }))).toEqual([
    ["receivable", 12_000n],
    ["revenue:microsoft-365", -9000n],
    ["revenue:hosted-voice-hardware", -1000n],
    ["vat:S:20", -2000n],
  ]);
});

test("a posting that does not balance is never written", () => {
  expect(() => invoicePosting({ gross: gbp(1n), revenue: [], vat: [] })).toThrow("out by 1 GBP");
});

test("currencies balance each for itself", () => {
  const entries: Entry[] = [
    { account: { kind: "receivable" }, amount: gbp(5n) },
    { account: { kind: "credit" }, amount: money(-5n, "EUR") },
  ];
  expect(imbalance(entries)).toEqual([gbp(5n), money(-5n, "EUR")]);
  expect(() => balanced(entries)).toThrow("5 GBP, -5 EUR");
});

test("a payment settles what is owed, and what is too much stays as credit", () => {
  expect(shown(paymentPosting("card", gbp(100n), gbp(100n)))).toEqual([
    ["cash:card", 100n],
    ["receivable", -100n],
  ]);
  expect(shown(paymentPosting("direct-debit", gbp(120n), gbp(100n)))).toEqual([
    ["cash:direct-debit", 120n],
    ["receivable", -100n],
    ["credit", -20n],
  ]);
  expect(shown(paymentPosting("card", gbp(40n), gbp(100n)))).toEqual([
    ["cash:card", 40n],
    ["receivable", -40n],
  ]);
});

test("every invoice balances, and its reversal takes it back whole", () => {
  const lines = fc.array(
    fc.record({
      minor: fc.bigInt({ min: -(10n ** 8n), max: 10n ** 8n }),
      percent: fc.constantFrom("20", "5", "0"),
      productId: fc.constantFrom("microsoft-365", "acronis-backup"),
    }),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(lines, (drawn) => {
      const taxed = drawn.map(({ minor, percent }) => ({ net: gbp(minor), category: "S" as const, percent }));
      const { gross, vat } = totalsOf(taxed, "GBP");
      const revenue = drawn.map(({ minor, productId }) => ({ productId, net: gbp(minor) }));
      const posting = invoicePosting({ gross, revenue, vat });
      expect(imbalance(posting)).toEqual([]);
      const both = [...posting, ...reversed(posting)];
      for (const same of Map.groupBy(both, ({ account }) => accountCode(account)).values())
        expect(same.reduce((all, { amount }) => all + amount.minor, 0n)).toBe(0n);
    }),
  );
});
