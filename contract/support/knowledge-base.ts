/** Articles that help people, as read from the outside help site; and the token with which that site knows a person. */
import { longestTerm } from "@tradewind/domain/support/help.ts";
import * as z from "zod/mini";
import { cursor, endpoint, instant } from "../endpoint.ts";
import { siteToken } from "./site-token.ts";

const shared = { method: "GET", access: { anyOf: ["knowledgeBase"] }, flag: "Knowledgebase" } as const;

const named = z.object({ id: z.number(), name: z.string() });
export type HelpNamed = z.output<typeof named>;

/** A category (KB-08). `Parents` begin at the top. */
const category = z.object({
  id: z.number(),
  name: z.string(),
  Parents: z.array(named),
  Children: z.array(named),
});

const about = z.object({
  Id: z.number(),
  Header: z.string(),
  Categories: z.array(named),
  HelpJuiceUrl: z.string(),
  WordPressId: z.nullable(z.number()),
});
/** An article (KB-07). `Content` is HTML in which nothing acts. */
const article = z.extend(about, { Content: z.string() });
/** An article in a list: the beginning of its text in place of all of it. */
const articleItem = z.extend(about, { Summary: z.string() });
export type HelpArticleItem = z.output<typeof articleItem>;

const items = z.object({ Items: z.array(articleItem) });
const number = z.string().check(z.regex(/^[1-9]\d{0,8}$/));
const articleParams = z.strictObject({ articleId: number });
const categoryParams = z.strictObject({ categoryId: number });

export const knowledgeBase = {
  articles: endpoint({
    ...shared,
    path: "/api/knowledge-base/articles",
    summary: "One page of all articles, by name",
    query: z.strictObject({ After: cursor }),
    result: z.object({ Items: z.array(articleItem), Next: z.nullable(z.string()) }),
  }),
  search: endpoint({
    ...shared,
    path: "/api/knowledge-base/search",
    summary: "The articles that a text fits best, also while it is being typed and with a letter wrong",
    query: z.strictObject({ Text: z.string().check(z.maxLength(longestTerm)) }),
    result: items,
  }),
  popular: endpoint({
    ...shared,
    path: "/api/knowledge-base/popular",
    summary: "The articles that are read most",
    result: items,
  }),
  byId: endpoint({
    ...shared,
    path: "/api/knowledge-base/articles/:articleId",
    summary: "An article",
    params: articleParams,
    result: article,
  }),
  byPath: endpoint({
    ...shared,
    path: "/api/knowledge-base/article",
    summary: "An article by the last part of its address on the help site",
    query: z.strictObject({ Path: z.string().check(z.minLength(1), z.maxLength(300)) }),
    result: article,
    errors: ["notFound"],
  }),
  categories: endpoint({
    ...shared,
    path: "/api/knowledge-base/categories",
    summary: "The categories at the top, and since when the articles are as they are",
    result: z.object({
      Items: z.array(category),
      /** When all articles were read last; null before the first time. */
      ReadAt: z.nullable(instant),
      /** Whether the help site did not answer since. */
      Late: z.boolean(),
    }),
  }),
  category: endpoint({
    ...shared,
    path: "/api/knowledge-base/categories/:categoryId",
    summary: "A category with those above and below it",
    params: categoryParams,
    result: category,
  }),
  categoryArticles: endpoint({
    ...shared,
    path: "/api/knowledge-base/categories/:categoryId/articles",
    summary: "The articles of a category",
    params: categoryParams,
    result: items,
  }),
  token: endpoint({
    method: "GET",
    path: "/api/knowledge-base/token",
    summary: "The address of the outside help site, signed in as the caller",
    access: { anyOf: ["knowledgeBase"] },
    as: "none",
    jump: false,
    tokens: false,
    result: siteToken,
  }),
};
