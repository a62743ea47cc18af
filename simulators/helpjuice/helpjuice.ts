/** Simulates a Helpjuice account: the API by which its articles are read, and its site, on which people sign in with a token. */
import { pageOf } from "../kit/page.ts";
import { siteVisitors } from "../kit/site-token.ts";
import type { SimReply, SimRequest, Vendor, VendorContext } from "../kit/vendor.ts";
import { articlesOf, categories, type Article, type Category } from "./account.ts";
import { drawing } from "./drawing.ts";

const apiKey = "demo-key-of-helpjuice";
const siteSecret = "demo-secret-of-the-help-site-0001";

export const helpjuiceSettings = (url: string) => ({
  HELPJUICE_URL: url,
  HELPJUICE_API_KEY: apiKey,
  KNOWLEDGE_BASE_URL: url,
  KNOWLEDGE_BASE_SECRET: siteSecret,
});

const missing: SimReply = { status: 404, body: { error: "Record not found" } };
const largestPage = 100;

export function helpjuice({ store, clock }: VendorContext): Vendor {
  const kept = store.collection<Article>("articles");
  const keptCategories = store.collection<Category>("categories");
  const visitors = siteVisitors(store, { secret: siteSecret, audience: "knowledge-base" });
  // What is in the store differs from what the account began with.
  const all = (): Article[] => {
    const own = new Map(kept.values().map((each) => [each.id, each]));
    const begun = articlesOf().map((each) => own.get(each.id) ?? each);
    return [...begun, ...kept.values().filter(({ id }) => !begun.some((each) => each.id === id))].filter(
      ({ isDeleted }) => !isDeleted,
    );
  };
  const allCategories = () => {
    const own = keptCategories.values();
    return [...categories.filter(({ id }) => !own.some((each) => each.id === id)), ...own];
  };

  const page = (name: string, rows: readonly unknown[], { query }: SimRequest): SimReply => {
    const limit = Math.min(Number(query.get("limit") ?? 25) || 25, largestPage);
    const current = Math.max(Number(query.get("page") ?? 1) || 1, 1);
    return {
      status: 200,
      body: {
        [name]: rows.slice((current - 1) * limit, current * limit),
        meta: { current, limit, total_pages: Math.max(1, Math.ceil(rows.length / limit)), total_count: rows.length },
      },
    };
  };
  const listed = ({ body: _, isPublished, isDeleted: __, categories: ids, ...rest }: Article) => ({
    ...rest,
    published: isPublished,
    categories: ids.map((id) => ({ id })),
  });
  const isShown = ({ query }: SimRequest) => {
    const accessibility = query.get("filter[accessibility]");
    const category = query.get("category_id");
    return (each: Article) =>
      (query.get("filter[is_published]") !== "true" || each.isPublished) &&
      (accessibility === null || String(each.accessibility) === accessibility) &&
      (category === null || each.categories.includes(Number(category)));
  };
  const find = (id: string) => all().find((each) => String(each.id) === id);

  function site(request: SimRequest): SimReply {
    const { query, path } = request;
    const entered = visitors.enter(request, query.get("jwt"));
    if (entered) return entered;
    const who = visitors.whoIs(request);
    const article = all().find(({ codename }) => `/${codename}` === path);
    if (path !== "/" && !article) return pageOf({ status: 404, title: "There is no such article", who, body: "" });
    const links = all()
      .filter(({ isPublished, accessibility }) => isPublished && accessibility === 1)
      .map(({ codename, name }) => `<li><a href="/${codename}">${name}</a></li>`)
      .join("");
    return pageOf({
      title: article?.name ?? "Knowledge base",
      who,
      body: article?.body ?? `<ul>${links}</ul>`,
    });
  }

  return {
    guard: ({ path, headers, query }) =>
      path.startsWith("/api/") && headers["authorization"] !== apiKey && query.get("api_key") !== apiKey
        ? { status: 401, body: { error: "HTTP Token: Access denied." } }
        : undefined,
    routes: [
      { method: "GET", path: "/api/v3/categories", answer: (request) => page("categories", allCategories(), request) },
      {
        method: "GET",
        path: "/api/v3/articles",
        answer: (request) => page("articles", all().filter(isShown(request)).map(listed), request),
      },
      {
        method: "GET",
        path: "/api/v3/articles/:id",
        answer: ({ params }) => {
          const found = find(params["id"]!);
          if (!found) return missing;
          const text = found.body.replace(/<[^>]+>/g, " ");
          const answer = { body: found.body, body_txt: text, processed_body: found.body };
          return { status: 200, body: { article: { ...listed(found), answer } } };
        },
      },
      {
        method: "GET",
        path: "/api/v3/search",
        answer: ({ query }) => {
          const words = (query.get("query") ?? "").toLowerCase();
          const searches = all()
            .filter(({ name, body }) => `${name} ${body}`.toLowerCase().includes(words))
            .map(({ id, name, codename, body }) => ({
              id,
              name,
              codename,
              url: `/${codename}`,
              long_answer_sample: body.replace(/<[^>]+>/g, " ").slice(0, 200),
            }));
          return { status: 200, body: { searches, meta: { current: 1, total_pages: 1 } } };
        },
      },
      {
        method: "GET",
        path: "/pictures/:name.png",
        answer: ({ params }) => ({
          status: 200,
          headers: { "content-type": "image/png" },
          body: drawing(params["name"]!),
        }),
      },
      { method: "GET", path: "/", answer: site },
      { method: "GET", path: "/:codename", answer: site },
    ],
    notFound: () => missing,
    /** Changes, adds or deletes an article (`{"article": {"id": 1, "isDeleted": true}}`), or a category. */
    act: ({ article, category }) => {
      const changedAt = { updated_at: new Date(clock.now()).toISOString() };
      if (article) kept.put(String(article.id), { ...find(String(article.id)), ...article, ...changedAt });
      if (category) keptCategories.put(String(category.id), category);
      return {};
    },
  };
}
