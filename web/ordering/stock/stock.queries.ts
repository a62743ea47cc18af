import { stock } from "@tradewind/contract/ordering/stock.ts";
import { call } from "../../platform/api.ts";
import { pagesOf } from "../../platform/queries.ts";

export const stockQuery = (search: string) =>
  pagesOf(["stock", "list", search], (After, signal) =>
    call(stock.list, { query: { After, ...(search === "" ? {} : { Search: search }) }, signal }),
  );

export const movesQuery = (sku: string) =>
  pagesOf(["stock", "moves", sku], (After, signal) => call(stock.moves, { params: { sku }, query: { After }, signal }));
