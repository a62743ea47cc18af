import type { HelpArticleItem, HelpNamed } from "@tradewind/contract/support/knowledge-base.ts";
import type { ReactNode } from "react";
import { Icon } from "../../ui/icon.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";

const line =
  "flex w-full items-start gap-2.5 rounded-control px-2.5 py-2 text-left hover:bg-sunken max-md:min-h-11 wrap-anywhere";

export const HelpSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-1">
    <h3 className="px-2.5 text-sm font-medium text-muted">{title}</h3>
    {children}
  </section>
);

type CategoriesProps = { categories: readonly HelpNamed[]; onOpen: (id: number) => void };

export const CategoryLines = ({ categories, onOpen }: CategoriesProps) => (
  <ul>
    {categories.map(({ id, name }) => (
      <li key={id}>
        <button type="button" data-line className={line} onClick={() => onOpen(id)}>
          <Icon name="chevronRight" className="mt-[3px] text-muted" />
          <span>{name}</span>
        </button>
      </li>
    ))}
  </ul>
);

type ArticlesProps = { articles: readonly HelpArticleItem[] | undefined; onOpen: (id: number) => void };

/** Articles by name, with the category of each; grey lines while they are fetched. */
export const ArticleLines = ({ articles, onOpen }: ArticlesProps) =>
  articles === undefined ? (
    <div aria-hidden="true" className="grid gap-3 px-2.5 py-2">
      <Skeleton className="w-4/5" />
      <Skeleton className="w-3/5" />
      <Skeleton className="w-2/3" />
    </div>
  ) : (
    <ul>
      {articles.map(({ Id, Header, Categories }) => (
        <li key={Id}>
          <button type="button" data-line className={line} onClick={() => onOpen(Id)}>
            <Icon name="document" className="mt-[3px] text-muted" />
            <span className="grid">
              <span>{Header}</span>
              {Categories[0] && <span className="text-sm text-muted">{Categories[0].name}</span>}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
