/** Reads the articles of a Helpjuice account. */
import { z } from "zod";
import type { HelpSource } from "../help-source.ts";
import { readFile, VendorRefusal } from "../http.ts";
import { helpjuiceApi, type HelpjuiceApiSettings } from "./helpjuice-api.ts";

const category = z.looseObject({
  id: z.int(),
  name: z.string(),
  parent_id: z.int().nullish(),
  position: z.int().nullish(),
});
const entry = z.looseObject({
  id: z.int(),
  name: z.string(),
  codename: z.string(),
  views: z.int().nullish(),
  updated_at: z.string(),
  categories: z.array(z.looseObject({ id: z.int() })).nullish(),
});
const article = z.looseObject({
  article: z.looseObject({ answer: z.looseObject({ body: z.string().nullish() }).nullish() }),
});
/** Published, and for everybody: an account holds drafts and internal articles too. */
const shown = { "filter[is_published]": "true", "filter[accessibility]": "1" };

export function helpjuice(settings: HelpjuiceApiSettings): HelpSource {
  const { call, list } = helpjuiceApi(settings);
  return {
    name: "Helpjuice",
    categories: async () =>
      (await list("/categories", "categories", category)).map(({ id, name, parent_id, position }) => ({
        id,
        name,
        parentId: parent_id ?? null,
        position: position ?? 0,
      })),
    entries: async () =>
      (await list("/articles", "articles", entry, shown)).map((row) => ({
        id: row.id,
        header: row.name,
        path: row.codename,
        views: row.views ?? 0,
        changedAt: row.updated_at,
        categories: (row.categories ?? []).map(({ id }) => id),
      })),
    text: (id) =>
      call(`/articles/${id}`, article).then(
        (answer) => answer.article.answer?.body ?? "",
        (error: unknown) => {
          if (error instanceof VendorRefusal && error.status === 404) return undefined;
          throw error;
        },
      ),
    picture: async (address) => {
      const { origin } = new URL(settings.url);
      const from = URL.parse(address, origin);
      return from?.origin === origin ? readFile("Helpjuice", from.href) : undefined;
    },
  };
}
