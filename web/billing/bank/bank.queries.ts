import { bank } from "@tradewind/contract/billing/bank.ts";
import type { BankLineState } from "@tradewind/domain/billing/bank-matches.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";
import { pagesOf } from "../../platform/queries.ts";

export const bankLinesQuery = (State: BankLineState) =>
  pagesOf(["bank", "lines", State], (After, signal) => call(bank.lines, { query: { State, After }, signal }));

export const bankStatementsQuery = pagesOf(["bank", "statements"], (After, signal) =>
  call(bank.statements, { query: { After }, signal }),
);

export const bankTotalsQuery = queryOptions({
  queryKey: ["bank", "totals"],
  queryFn: ({ signal }) => call(bank.totals, { signal }),
});
