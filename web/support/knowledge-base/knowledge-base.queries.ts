import { knowledgeBase } from "@tradewind/contract/support/knowledge-base.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

const shared = { staleTime: 5 * 60_000 } as const;

export const topQuery = queryOptions({
  ...shared,
  queryKey: ["help", "top"],
  queryFn: ({ signal }) => call(knowledgeBase.categories, { signal }),
});
export const popularQuery = queryOptions({
  ...shared,
  queryKey: ["help", "popular"],
  queryFn: async ({ signal }) => (await call(knowledgeBase.popular, { signal })).Items,
});
export const categoryQuery = (id: number | undefined) =>
  queryOptions({
    ...shared,
    queryKey: ["help", "category", id],
    queryFn: ({ signal }) => call(knowledgeBase.category, { params: { categoryId: String(id) }, signal }),
    enabled: id !== undefined,
  });
export const categoryArticlesQuery = (id: number) =>
  queryOptions({
    ...shared,
    queryKey: ["help", "categoryArticles", id],
    queryFn: async ({ signal }) =>
      (await call(knowledgeBase.categoryArticles, { params: { categoryId: String(id) }, signal })).Items,
  });
export const articleQuery = (id: number) =>
  queryOptions({
    ...shared,
    queryKey: ["help", "article", id],
    queryFn: ({ signal }) => call(knowledgeBase.byId, { params: { articleId: String(id) }, signal }),
  });
/** `term` has word characters and single spaces only; nothing is asked where it is empty. */
export const helpSearchQuery = (term: string) =>
  queryOptions({
    ...shared,
    queryKey: ["help", "search", term],
    queryFn: async ({ signal }) => (await call(knowledgeBase.search, { query: { Text: term }, signal })).Items,
    enabled: term !== "",
    placeholderData: keepPreviousData,
    retry: false,
  });
