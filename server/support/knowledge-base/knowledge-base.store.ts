import { sql, type RawBuilder } from "kysely";
import type { HelpNamed } from "@tradewind/contract/support/knowledge-base.ts";
import type { Db } from "../../platform/db.ts";

export type ArticleRow = {
  id: number;
  header: string;
  path: string;
  url: string;
  /** HTML, or in lists the beginning of the words. */
  text: string;
  categories: HelpNamed[];
};

export const articlesPageSize = 50;
/**
 * Most articles that a search, a category and the list of popular ones show, and that a search compares: where more fit, the
 * words say too little, and those that are read most are meant.
 */
const most = { found: 12, ranked: 500, popular: 8, ofCategory: 200 };
/** How alike two words are of which one is mistyped. */
const alike = 0.45;

const categoriesOf = sql`coalesce((
  select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name) order by c.position, c.id)
  from help_article_categories l join help_categories c on c.id = l.category_id where l.article_id = a.id), '[]')`;
const summary = sql`left(a.words, 160)`;
const articleColumns = (text: RawBuilder<unknown>) =>
  sql`a.id, a.header, a.path, a.url, ${text} as text, ${categoriesOf} as categories`;

export const listArticles = async (db: Db, after: { header: string; id: string } | undefined): Promise<ArticleRow[]> =>
  (
    await sql<ArticleRow>`
    select ${articleColumns(summary)} from help_articles a
    ${after === undefined ? sql`` : sql`where (a.header, a.id) > (${after.header}, ${after.id}::int)`}
    order by a.header, a.id limit ${articlesPageSize + 1}`.execute(db)
  ).rows;

/**
 * Finds what a term of word characters and spaces fits: all of its words, the last one perhaps not typed to its end; and if
 * nothing has them, what is called nearly so.
 */
export async function searchArticles(db: Db, term: string): Promise<ArticleRow[]> {
  const words = term.split(" ");
  const typed = words.map((word, at) => `'${word}'${at === words.length - 1 ? ":*" : ""}`).join(" & ");
  const { rows } = await sql<ArticleRow>`
    with asked as (select websearch_to_tsquery('english', ${term}) as whole, to_tsquery('english', ${typed}) as typed),
    fitting as (
      select a.id, a.found, a.views, whole || typed as asked from help_articles a, asked
      where a.found @@ whole or a.found @@ typed order by a.views desc, a.id limit ${most.ranked}),
    found as (
      select id, ts_rank_cd(found, asked, 1) as rank, views from fitting
      order by 2 desc, views desc, id limit ${most.found}),
    alike as (
      select a.id, word_similarity(${term}, a.header) as rank, a.views from help_articles a
      where not exists (select from found) and word_similarity(${term}, a.header) > ${alike}
      order by 2 desc, a.views desc, a.id limit ${most.found}),
    shown as (select * from found union all select * from alike)
    select ${articleColumns(summary)} from shown s join help_articles a on a.id = s.id
    order by s.rank desc, s.views desc, a.id`.execute(db);
  return rows;
}

export const listPopular = async (db: Db): Promise<ArticleRow[]> =>
  (
    await sql<ArticleRow>`
    select ${articleColumns(summary)} from help_articles a order by a.views desc, a.id limit ${most.popular}`.execute(
      db,
    )
  ).rows;

export const listOfCategory = async (db: Db, categoryId: string): Promise<ArticleRow[]> =>
  (
    await sql<ArticleRow>`
    select ${articleColumns(summary)} from help_article_categories l join help_articles a on a.id = l.article_id
    where l.category_id = ${categoryId}::int order by a.views desc, a.header, a.id limit ${most.ofCategory}`.execute(db)
  ).rows;

export async function findArticle(db: Db, by: { id: string } | { path: string }): Promise<ArticleRow | undefined> {
  const condition = "id" in by ? sql`a.id = ${by.id}::int` : sql`a.path = ${by.path}`;
  const { rows } = await sql<ArticleRow>`
    select ${articleColumns(sql`a.content`)} from help_articles a where ${condition} order by a.id limit 1`.execute(db);
  return rows[0];
}

export type CategoryRow = { id: number; name: string; parents: HelpNamed[]; children: HelpNamed[] };

const childrenOf = sql`coalesce((
  select jsonb_agg(jsonb_build_object('id', k.id, 'name', k.name) order by k.position, k.id)
  from help_categories k where k.parent_id = c.id), '[]')`;

export const listTop = async (db: Db): Promise<CategoryRow[]> =>
  (
    await sql<CategoryRow>`
    select c.id, c.name, '[]'::jsonb as parents, ${childrenOf} as children
    from help_categories c where c.parent_id is null order by c.position, c.id`.execute(db)
  ).rows;

export async function findCategory(db: Db, id: string): Promise<CategoryRow | undefined> {
  const { rows } = await sql<CategoryRow>`
    with recursive above as (
      select parent_id, 1 as height from help_categories where id = ${id}::int
      union all
      select p.parent_id, a.height + 1 from above a join help_categories p on p.id = a.parent_id where a.height < 20)
    select c.id, c.name, ${childrenOf} as children, coalesce((
      select jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name) order by a.height desc)
      from above a join help_categories p on p.id = a.parent_id), '[]') as parents
    from help_categories c where c.id = ${id}::int`.execute(db);
  return rows[0];
}

export const findReading = (db: Db) =>
  db.selectFrom("help_reads").select(["read_at", "tried_at", "trouble"]).executeTakeFirstOrThrow();

export const findPicture = (db: Db, name: string) =>
  db.selectFrom("help_pictures").where("name", "=", name).select("bytes").executeTakeFirst();
