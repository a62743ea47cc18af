import { credit } from "@tradewind/contract/billing/credit.ts";
import { creditCodes } from "@tradewind/contract/billing/credit-codes.ts";
import type { ResultOf, InputOf } from "@tradewind/contract/endpoint.ts";
import { call } from "../../platform/api.ts";
import { pagesOf } from "../../platform/queries.ts";

export type CreditPage = ResultOf<typeof credit.history>;

/** Under the key of invoices, whose events tell of credit too. */
export const creditQuery = pagesOf(["invoices", "list", "credit"], (After, signal) =>
  call(credit.history, { query: { After }, signal }),
);

export type CodeState = InputOf<typeof creditCodes.list>["query"]["State"];

export const creditCodesQuery = (State: CodeState) =>
  pagesOf(["creditCodes", State], (After, signal) => call(creditCodes.list, { query: { State, After }, signal }));
