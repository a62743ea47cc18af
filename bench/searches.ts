/** Compares searches of plans and of articles with a program that only sends the same statements. */
import type { Endpoint, ResultOf, SentOf } from "@tradewind/contract/endpoint.ts";
import { shop } from "@tradewind/contract/catalogue/shop.ts";
import { knowledgeBase } from "@tradewind/contract/support/knowledge-base.ts";
import type pg from "pg";
import { besideStatements } from "./beside-statements.ts";
import { addReseller, inProcess } from "./in-process.ts";
import type { Row } from "./report.ts";
import { onGround } from "./sides.ts";

const offers = 20_000;
const articles = 10_000;
const gate = 2;

type Call = <E extends Endpoint>(endpoint: E, sent: SentOf<E>) => Promise<ResultOf<E>>;
const plans = {
  name: `search of ${offers.toLocaleString("en-GB")} offers`,
  async ask(call: Call, n: number) {
    const texts = ["bus", "copper lantern", "o365", "harbour pla", "lantrn", "EXTRA-00412"];
    const { Items } = await call(shop.find, { query: { Text: texts[n % texts.length]! } });
    if (Items.length === 0) throw new Error(`Found no plan: ${n}`);
  },
};
const help = {
  name: `search in ${articles.toLocaleString("en-GB")} articles`,
  async ask(call: Call, n: number) {
    const texts = ["renewal", "direct deb", "lantrn", "copper"];
    const { Items } = await call(knowledgeBase.search, { query: { Text: texts[n % texts.length]! } });
    if (Items.length === 0) throw new Error(`Found no article: ${n}`);
  },
};

export const run = (rounds = 5): Promise<Row[]> =>
  onGround(async ({ cluster, admin }) => {
    const { callerOf, close } = await inProcess(cluster);
    const { measured, end } = await besideStatements(cluster);
    try {
      await addOffers(admin);
      await addArticles(admin);
      const reseller = await addReseller(admin);
      const found = [];
      for (const { name, ask } of [plans, help]) {
        const call = await callerOf(admin, reseller);
        found.push(await measured(name, (n) => ask(call, n), rounds));
      }
      return found.map(({ name, ours, limit }) => ({
        name,
        value: ours / limit,
        gate,
        detail: `its statements ${limit.toFixed(2)}, ours ${ours.toFixed(2)} ms CPU`,
      }));
    } finally {
      await end();
      await close();
    }
  });

const words = "array['Copper','Lantern','Harbour','Quay','Forge','Press','Clinic','Garage']";

/** Plans of the catalogue under other names and numbers, one offer each. */
async function addOffers(admin: pg.Client): Promise<void> {
  await admin.query(
    `create temporary table model as select * from offers where product_id = 'microsoft-365' and for_sale and not is_add_on order by position limit 1`,
  );
  const { rows } = await admin.query<{ column_name: string }>(
    `select column_name from information_schema.columns where table_name = 'offers' and is_generated = 'NEVER'
     and column_name not in ('id', 'sku', 'name', 'position') order by ordinal_position`,
  );
  const rest = rows.map(({ column_name }) => column_name).join(", ");
  await admin.query(
    `insert into offers (id, sku, name, position, ${rest})
     select 'extra-' || n, 'EXTRA-' || lpad(n::text, 5, '0'), w[1 + n % 8] || ' ' || w[1 + (n / 8) % 8] || ' Plan ' || n, 100000 + n, ${rest}
     from model, generate_series(1, $1::int) n, (select ${words} as w) words`,
    [offers],
  );
  await admin.query("insert into price_lists (id, currency, from_date) values ('extra', 'GBP', '2026-01-01')");
  await admin.query(
    "insert into prices (price_list_id, offer_id, cost) select 'extra', 'extra-' || n, 9.5 from generate_series(1, $1::int) n",
    [offers],
  );
  await admin.query("update price_lists set published = true where id = 'extra'");
  await admin.query("select lay_plan_words(null)");
  await admin.query("update catalogue_version set version = gen_random_uuid()");
  await admin.query("vacuum analyze");
}

/** Articles in which some words are rare and some are in each. */
async function addArticles(admin: pg.Client): Promise<void> {
  await admin.query("update feature_flags set enabled = true, percentage = 100 where name = 'Knowledgebase'");
  await admin.query(
    `insert into help_articles (id, header, path, url, content, words, views, changed_at)
     select n, w[1 + n % 8] || ' ' || w[1 + (n / 8) % 8] || ' ' || n, 'article-' || n, 'https://help.example/article-' || n, '',
       repeat('What renewal and direct debit mean for customers of the marketplace. ', 1 + n % 20), n, ''
     from generate_series(1, $1::int) n, (select ${words} as w) words`,
    [articles],
  );
  await admin.query("vacuum analyze help_articles");
}
