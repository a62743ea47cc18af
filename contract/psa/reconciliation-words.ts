import type { Cause, Gap } from "@tradewind/domain/psa/reconciliation.ts";

export const causeWords: Readonly<Record<Cause, string>> = {
  customerNotMatched: "Customer not matched",
  serviceNotMatched: "Service not matched",
  noAgreement: "No agreement in force",
  psaOnly: "In the PSA only",
  lineEnded: "Line ended",
  lineNotBegun: "Line begins later",
  noLine: "No line",
  manyLines: "More than one line",
  quantity: "Another quantity",
  price: "Another price",
};

/** What to do about each. */
export const adviceWords: Readonly<Record<Cause, string>> = {
  customerNotMatched: "Match the customer with its company in the PSA",
  serviceNotMatched: "Match the service with what the PSA bills for it",
  noAgreement: "Begin an agreement for the company in the PSA",
  psaOnly: "Nothing of it is bought here",
  lineEnded: "Begin a new line in the PSA",
  lineNotBegun: "Bring its first day forward in the PSA",
  noLine: "Add a line to the agreement in the PSA",
  manyLines: "End all but one of them in the PSA",
  quantity: "The line is behind or ahead of what is bought here",
  price: "Change the price in the PSA or here",
};

export const gapWords: Readonly<Record<Gap, string>> = {
  notRead: "The PSA has not been read yet",
  ignored: "Ignored in matching",
  byUse: "Charged by use",
  otherCurrency: "In another currency",
  once: "Bought once, and billed by hand",
  companyNotMatched: "In the PSA, of companies that are no customer",
};
