import { addDays, addMonths, monthOf, type CalendarDate } from "../values/dates.ts";

/** What a file for accounting is made for: its first and last day, and what it is posted to in the reader's own books. */
export type AccountingOptions = {
  From?: CalendarDate | undefined;
  Until?: CalendarDate | undefined;
  Account?: string | undefined;
  Supplier?: string | undefined;
};

/** The systems whose import formats we write. */
export const accountingSystems = ["xero", "sage", "quickbooks"] as const;
export type AccountingSystem = (typeof accountingSystems)[number];

/** The account to which purchases are posted unless the reader names another: each system's own for what is sold on. */
export const usualAccounts: Readonly<Record<AccountingSystem, string>> = {
  xero: "310",
  sage: "5000",
  quickbooks: "Cost of sales",
};

/** A system's name for a rate of VAT on purchases; a null percent stands for all others, as `{percent}`. */
export type TaxCode = { system: AccountingSystem; category: string; percent: number | null; code: string };

/** As each system names them in the United Kingdom; whoever named them otherwise changes them as the file is imported. */
export const taxCodes: readonly TaxCode[] = [
  { system: "xero", category: "S", percent: null, code: "{percent}% (VAT on Expenses)" },
  { system: "xero", category: "AE", percent: null, code: "Reverse Charge Expenses (20%)" },
  { system: "xero", category: "O", percent: null, code: "No VAT" },
  { system: "sage", category: "S", percent: 20, code: "T1" },
  { system: "sage", category: "S", percent: 5, code: "T5" },
  { system: "sage", category: "S", percent: null, code: "T1" },
  { system: "sage", category: "AE", percent: null, code: "T24" },
  { system: "sage", category: "O", percent: null, code: "T9" },
  { system: "quickbooks", category: "S", percent: 20, code: "20.0% S" },
  { system: "quickbooks", category: "S", percent: 5, code: "5.0% R" },
  { system: "quickbooks", category: "S", percent: null, code: "{percent}% S" },
  { system: "quickbooks", category: "AE", percent: null, code: "20.0% RC" },
  { system: "quickbooks", category: "O", percent: null, code: "No VAT" },
];

/** The days that a file covers: the month before, unless others are named. */
export function accountingDays({ From, Until }: AccountingOptions, today: CalendarDate) {
  const last = { from: addMonths(monthOf(today).from, -1), until: addDays(monthOf(today).from, -1) };
  return { from: From ?? last.from, until: Until ?? last.until };
}
