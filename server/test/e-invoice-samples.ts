import type { EInvoice, EInvoiceLine, TaxCategory } from "@tradewind/domain/billing/e-invoice.ts";
import { money, percentOf } from "@tradewind/domain/values/money.ts";
import * as fc from "fast-check";

const seller = {
  name: "Tradewind Distribution Ltd",
  addressLines: ["40 Harbourside Way", "Bristol", "BS1 5TT", "United Kingdom"],
  street: "40 Harbourside Way",
  city: "Bristol",
  postCode: "BS1 5TT",
  country: "GB",
  vatNumber: "GB987654321",
  companyNumber: "09876543",
  registeredOffice: "40 Harbourside Way, Bristol BS1 5TT, United Kingdom",
  bankName: "Avonmouth Bank",
  accountName: "Tradewind Distribution Ltd",
  sortCode: "20-00-00",
  accountNumber: "55779911",
  iban: "GB33BUKB20201555555555",
  bic: "BUKBGB22",
};

const names = fc.string({ minLength: 1, maxLength: 30, unit: "binary" }).map((text) => `Ž<&"${text}`);
const day = fc.integer({ min: 1, max: 28 }).map((number) => `2026-01-${String(number).padStart(2, "0")}`);
const decimals = (places: number, max: number) =>
  fc.integer({ min: 0, max }).map((value) => (value / 10 ** places).toFixed(places));

const lineIn = (percents: readonly string[]): fc.Arbitrary<EInvoiceLine> =>
  fc.record({
    description: names,
    notes: fc.array(names, { maxLength: 2 }),
    quantity: fc.oneof(fc.integer({ min: -50, max: 5000 }).map(String), decimals(4, 10_000_000)),
    unitCost: fc.option(fc.oneof(decimals(2, 50_000), decimals(8, 1_000_000_000))),
    net: fc.bigInt({ min: -500_000n, max: 5_000_000n }),
    percent: fc.constantFrom(...percents),
    from: day,
    to: fc.constant("2026-01-31"),
  });

const buyers = {
  S: { country: "GB", vatNumber: null },
  Z: { country: "GB", vatNumber: "123456789" },
  E: { country: "GB", vatNumber: null },
  AE: { country: "GR", vatNumber: "EL 123456789" },
  O: { country: "CH", vatNumber: "CHE123" },
} as const;

/** Any document that could be issued, with sums that are right; a negative one gives back. */
export const anyEInvoice = (categories: readonly TaxCategory[] = ["S", "Z", "E", "AE", "O"]): fc.Arbitrary<EInvoice> =>
  fc
    .constantFrom(...categories)
    .chain((category) =>
      fc.record({
        category: fc.constant(category),
        lines: fc.array(lineIn(category === "S" ? ["20.00", "17.50", "5.00"] : ["0.00"]), {
          minLength: 1,
          maxLength: 12,
        }),
        currency: fc.constantFrom("GBP" as const, "EUR" as const),
        name: names,
        wording: fc.option(names),
        parts: fc.boolean(),
        corrects: fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 3 }),
      }),
    )
    .map(({ category, lines, currency, name, wording, parts, corrects }) => {
      const taxes = [...Map.groupBy(lines, (line) => line.percent)].map(([percent, same]) => {
        const net = same.reduce((total, line) => total + line.net, 0n);
        return { percent, net, vat: percentOf(money(net, currency), percent).minor };
      });
      const net = taxes.reduce((total, tax) => total + tax.net, 0n);
      const vat = taxes.reduce((total, tax) => total + tax.vat, 0n);
      const gross = net + vat;
      return {
        kind: gross < 0n ? "creditMemo" : "invoice",
        number: "TW-000001",
        issuedOn: "2026-02-01",
        taxPoint: "2026-02-01",
        dueOn: "2026-03-03",
        from: "2026-01-01",
        to: "2026-01-31",
        currency,
        note: null,
        terms: "Please pay by 03/03/2026.",
        category,
        wording,
        corrects: gross < 0n ? corrects.map((each) => ({ number: `TW-${each}`, issuedOn: "2026-01-01" })) : [],
        seller,
        buyer: {
          name,
          addressLines: ["1 Quay Street", "Dock 2", "Harbour", "Basel"],
          ...(parts
            ? { street: "1 Quay Street", street2: "Dock 2", city: "Basel", county: "Basel-Stadt", postCode: "4000" }
            : {}),
          ...buyers[category],
        },
        lines,
        taxes,
        net,
        vat,
        gross,
        vatInSterling: currency === "EUR" && vat !== 0n ? vat : null,
      };
    });

const drawn = new Map<TaxCategory, EInvoice[]>();

/** One that fast-check gives of the kind wanted, the same in every run. */
export function sampleOf(category: TaxCategory, kind: EInvoice["kind"]): EInvoice {
  const some = drawn.get(category) ?? fc.sample(anyEInvoice([category]), { numRuns: 300, seed: 1 });
  drawn.set(category, some);
  return some.find(
    (each) => each.kind === kind && each.currency === "GBP" && each.lines.length > 1 && each.lines[0]!.net !== 0n,
  )!;
}
