import { knowledgeBase } from "@tradewind/contract/support/knowledge-base.ts";
import { searchTerm } from "@tradewind/domain/support/help.ts";
import { orNotFound } from "../../platform/app-error.ts";
import { pageOf, readCursor } from "../../platform/cursor.ts";
import { answer } from "../../platform/http.ts";
import { planWithValues } from "../../platform/sql.ts";
import { siteTokenOf } from "../help-sites/help-sites.reads.ts";
import {
  type ArticleRow,
  articlesPageSize,
  type CategoryRow,
  findArticle,
  findCategory,
  findReading,
  listArticles,
  listOfCategory,
  listPopular,
  listTop,
  searchArticles,
} from "./knowledge-base.store.ts";

const aboutOf = ({ id, header, url, categories }: ArticleRow) => ({
  Id: id,
  Header: header,
  Categories: categories,
  HelpJuiceUrl: url,
  WordPressId: null,
});
const toArticle = (row: ArticleRow) => ({ ...aboutOf(row), Content: row.text });
const toItem = (row: ArticleRow) => ({ ...aboutOf(row), Summary: row.text });
const toItems = (rows: readonly ArticleRow[]) => ({ Items: rows.map(toItem) });
const toCategory = ({ id, name, parents, children }: CategoryRow) => ({
  id,
  name,
  Parents: parents,
  Children: children,
});

export const knowledgeBaseRoutes = [
  answer(knowledgeBase.articles, async ({ db }, { query }) => {
    const after = readCursor(query.After, ["header", "id"]);
    const rows = await listArticles(db, after && /^\d{1,9}$/.test(after.id) ? after : undefined);
    const { page, next } = pageOf(rows, articlesPageSize, ({ header, id }) => ({ header, id: String(id) }));
    return { ...toItems(page), Next: next };
  }),
  answer(knowledgeBase.search, async ({ db }, { query }) => {
    const term = searchTerm(query.Text);
    // What words match differs too much for one plan.
    return toItems(term === "" ? [] : await planWithValues(db, true, () => searchArticles(db, term)));
  }),
  answer(knowledgeBase.popular, async ({ db }) => toItems(await listPopular(db))),
  answer(knowledgeBase.byId, async ({ db }, { params }) =>
    toArticle(orNotFound(await findArticle(db, { id: params.articleId }))),
  ),
  answer(knowledgeBase.byPath, async ({ db }, { query }) =>
    toArticle(orNotFound(await findArticle(db, { path: query.Path }))),
  ),
  answer(knowledgeBase.categories, async ({ db }) => {
    const [rows, { read_at, trouble }] = await Promise.all([listTop(db), findReading(db)]);
    return { Items: rows.map(toCategory), ReadAt: read_at?.toISOString() ?? null, Late: trouble !== null };
  }),
  answer(knowledgeBase.category, async ({ db }, { params }) =>
    toCategory(orNotFound(await findCategory(db, params.categoryId))),
  ),
  answer(knowledgeBase.categoryArticles, async ({ db }, { params }) => {
    const [category, rows] = await Promise.all([
      findCategory(db, params.categoryId),
      listOfCategory(db, params.categoryId),
    ]);
    orNotFound(category);
    return toItems(rows);
  }),
  answer(knowledgeBase.token, ({ actor, platform: { config } }) =>
    siteTokenOf(actor, {
      audience: "knowledge-base",
      parameter: "jwt",
      url: config.KNOWLEDGE_BASE_URL,
      secret: config.KNOWLEDGE_BASE_SECRET,
    }),
  ),
];
