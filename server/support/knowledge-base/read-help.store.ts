import { storableJson } from "@tradewind/domain/values/storable.ts";
import { sql } from "kysely";
import type { HelpCategory, HelpEntry } from "@tradewind/vendors/help-source.ts";
import type { Db, Tx } from "../../platform/db.ts";

/** How each article was last changed there, as we have it. */
export async function knownArticles(db: Db): Promise<ReadonlyMap<number, string>> {
  const rows = await db.selectFrom("help_articles").select(["id", "changed_at"]).execute();
  return new Map(rows.map(({ id, changed_at }) => [id, changed_at]));
}

type Kept = {
  id: number;
  header: string;
  path: string;
  url: string;
  content: string;
  words: string;
  views: number;
  changed_at: string;
};

export const keepArticle = (tx: Tx, { id, ...article }: Kept) =>
  tx
    .insertInto("help_articles")
    .values({ id, ...article })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(article))
    .execute();

export const keepPicture = (tx: Tx, picture: { name: string; bytes: Buffer }) =>
  tx
    .insertInto("help_pictures")
    .values(picture)
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** Brings what is listed, and in which categories, to what the help site has: what is gone there is gone here. */
export async function keepList(
  tx: Tx,
  categories: readonly HelpCategory[],
  entries: readonly HelpEntry[],
): Promise<void> {
  const known = new Set(categories.map(({ id }) => id));
  const asked = {
    categories: storableJson(
      categories.map(({ parentId, ...each }) => ({ ...each, parent_id: known.has(parentId ?? 0) ? parentId : null })),
    ),
    entries: storableJson(entries.map(({ id, header, path, views }) => ({ id, header, path, views }))),
    links: storableJson(
      entries.flatMap(({ id, categories: of }) =>
        [...new Set(of)].filter((each) => known.has(each)).map((each) => ({ category_id: each, article_id: id })),
      ),
    ),
  };
  await sql`
    insert into help_categories (id, parent_id, name, position)
    select id, parent_id, left(name, 300), position from jsonb_to_recordset(${asked.categories}::jsonb) as c (id int, parent_id int, name text, position int)
    on conflict (id) do update set parent_id = excluded.parent_id, name = excluded.name, position = excluded.position`.execute(
    tx,
  );
  await sql`delete from help_articles where id not in (select id from jsonb_to_recordset(${asked.entries}::jsonb) as e (id int))`.execute(
    tx,
  );
  await sql`
    update help_articles a set header = e.header, path = e.path, views = e.views
    from jsonb_to_recordset(${asked.entries}::jsonb) as e (id int, header text, path text, views int)
    where e.id = a.id and (a.header, a.path, a.views) is distinct from (e.header, e.path, e.views)`.execute(tx);
  await sql`
    delete from help_article_categories where (category_id, article_id) not in (
      select category_id, article_id from jsonb_to_recordset(${asked.links}::jsonb) as l (category_id int, article_id int))`.execute(
    tx,
  );
  await sql`
    insert into help_article_categories (category_id, article_id)
    select l.category_id, l.article_id from jsonb_to_recordset(${asked.links}::jsonb) as l (category_id int, article_id int)
    join help_articles a on a.id = l.article_id on conflict do nothing`.execute(tx);
  await sql`
    delete from help_categories where id not in (select id from jsonb_to_recordset(${asked.categories}::jsonb) as c (id int))`.execute(
    tx,
  );
  await sql`
    delete from help_pictures p where not exists (select from help_articles a where a.content like '%' || p.name || '%')`.execute(
    tx,
  );
}

export const markReading = (tx: Tx, state: { read_at?: Date; tried_at: Date; trouble: string | null }) =>
  tx.updateTable("help_reads").set(state).execute();

/** Whether it is time to read again, and nobody is at it. */
export async function isReadingDue(db: Db, before: Date): Promise<boolean> {
  const { rows } = await sql`
    select from help_reads where (tried_at is null or tried_at <= ${before})
      and not exists (select from pgboss.job where name = 'help.read' and state < 'completed')`.execute(db);
  return rows.length > 0;
}
