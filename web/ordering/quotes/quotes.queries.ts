import type { SearchOf } from "@tradewind/contract/address.ts";
import { quotes } from "@tradewind/contract/ordering/quotes.ts";
import type { screens } from "@tradewind/contract/screens.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";
import { pagesOf } from "../../platform/queries.ts";

export const quotesQuery = (asked: SearchOf<typeof screens.quotes>) =>
  pagesOf(["quotes", "list", asked], (After, signal) => call(quotes.list, { query: { ...asked, After }, signal }));

export const quoteQuery = (quoteId: string) =>
  queryOptions({
    queryKey: ["quotes", "one", quoteId],
    queryFn: ({ signal }) => call(quotes.byId, { params: { quoteId }, signal }),
  });

export const questionsQuery = (asked: { CustomerId: string; ProductId: string }) =>
  queryOptions({
    queryKey: ["quote-questions", asked],
    queryFn: ({ signal }) => call(quotes.questions, { query: asked, signal }),
  });
