import type { HelpNamed } from "@tradewind/contract/support/knowledge-base.ts";
import { acts } from "@tradewind/contract/acts.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { topicOf } from "@tradewind/domain/support/help.ts";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, type ReactNode } from "react";
import { useAllowed } from "../../platform/session.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import { ArticleLines, CategoryLines, HelpSection } from "./help-lines.tsx";
import { HelpTrail } from "./help-trail.tsx";
import {
  articleQuery,
  categoryArticlesQuery,
  categoryQuery,
  helpSearchQuery,
  popularQuery,
  topQuery,
} from "./knowledge-base.queries.ts";

const SanitisedHtml = lazy(async () => ({
  default: (await import("../../shared/schema/sanitised-html.tsx")).SanitisedHtml,
}));

/** Where one is: at the start, in a category, or in an article that was opened from one. */
export type HelpPlace = { at: "start" } | { at: "category"; id: number } | { at: "article"; id: number; from?: number };
export type Go = (place: HelpPlace) => void;

/** What fits the page, all topics, and what is read most. */
export function HelpStart({ pathname, go }: { pathname: string; go: Go }) {
  const topic = topicOf(pathname) ?? "";
  const fitting = useQuery(helpSearchQuery(topic));
  const top = useQuery(topQuery);
  const popular = useQuery(popularQuery);
  const openArticle = (id: number) => go({ at: "article", id });
  if (top.error && !top.data) return <QueryError error={top.error} onRetry={() => void top.refetch()} />;
  if (top.data?.ReadAt === null && top.data.Items.length === 0)
    return (
      <EmptyState tight icon="search" title="There are no articles yet">
        They appear here as soon as the help site has been read for the first time.
      </EmptyState>
    );
  return (
    <>
      {topic !== "" && fitting.data && fitting.data.length > 0 && (
        <HelpSection title="For this page">
          <ArticleLines articles={fitting.data.slice(0, 4)} onOpen={openArticle} />
        </HelpSection>
      )}
      <HelpSection title="Topics">
        <CategoryLines categories={top.data?.Items ?? []} onOpen={(id) => go({ at: "category", id })} />
      </HelpSection>
      <HelpSection title="Popular">
        <ArticleLines articles={popular.data} onOpen={openArticle} />
      </HelpSection>
    </>
  );
}

/** A category: its trail, those below it, and its articles. */
export function HelpCategoryView({ id, go }: { id: number; go: Go }) {
  const { data, error, refetch } = useQuery(categoryQuery(id));
  const articles = useQuery(categoryArticlesQuery(id));
  if (error && !data) return <Missing error={error} onRetry={() => void refetch()} go={go} />;
  return (
    <>
      <HelpTrail
        trail={data?.Parents ?? []}
        here={data?.name}
        onStart={() => go({ at: "start" })}
        onOpen={(to) => go({ at: "category", id: to })}
      />
      {data && data.Children.length > 0 && (
        <HelpSection title="Topics">
          <CategoryLines categories={data.Children} onOpen={(child) => go({ at: "category", id: child })} />
        </HelpSection>
      )}
      {articles.data?.length !== 0 && (
        <HelpSection title="Articles">
          <ArticleLines articles={articles.data} onOpen={(article) => go({ at: "article", id: article, from: id })} />
        </HelpSection>
      )}
    </>
  );
}

const text =
  "px-2.5 [&_h2]:text-md [&_h2]:font-semibold [&_h3]:font-semibold [&_ol]:list-decimal [&_ol]:pl-5 [&_ul]:list-disc [&_ul]:pl-5 [&_li]:mt-1 [&_a]:text-accent-text [&_a]:underline [&_img]:max-w-full [&_img]:rounded-control [&_img]:border [&_img]:border-line [&_pre]:overflow-x-auto [&_pre]:rounded-control [&_pre]:bg-sunken [&_pre]:p-3 [&_code]:text-sm";

/** An article, with the trail of the category it was opened from or of its first one. */
export function HelpArticleView({ id, from, go }: { id: number; from: number | undefined; go: Go }) {
  const { data, error, refetch } = useQuery(articleQuery(id));
  const category = useQuery(categoryQuery(from ?? data?.Categories[0]?.id)).data;
  if (error && !data) return <Missing error={error} onRetry={() => void refetch()} go={go} />;
  const trail: readonly HelpNamed[] = category ? [...category.Parents, { id: category.id, name: category.name }] : [];
  return (
    <>
      <HelpTrail
        trail={trail}
        here={data?.Header}
        onStart={() => go({ at: "start" })}
        onOpen={(to) => go({ at: "category", id: to })}
      />
      {data && (
        <article className="grid gap-3">
          <h3 className="px-2.5 text-lg font-semibold wrap-anywhere">{data.Header}</h3>
          <div className={text}>
            <Suspense fallback={null}>
              <SanitisedHtml html={data.Content} isArticle />
            </Suspense>
          </div>
          <StillStuck>
            {" "}
            <TextLink to={data.HelpJuiceUrl}>Open this on the help site</TextLink>
          </StillStuck>
        </article>
      )}
    </>
  );
}

/** What a term finds, or what to do where it finds nothing. */
export function HelpFound({ term, go }: { term: string; go: Go }) {
  const { data, error, refetch } = useQuery(helpSearchQuery(term));
  if (error) return <QueryError error={error} onRetry={() => void refetch()} />;
  return (
    <HelpSection title="Found">
      {data?.length === 0 ? (
        <EmptyState tight icon="search" title={`Nothing fits “${term}”`}>
          Try fewer or other words.
          <StillStuck />
        </EmptyState>
      ) : (
        <ArticleLines articles={data} onOpen={(id) => go({ at: "article", id })} />
      )}
    </HelpSection>
  );
}

function StillStuck({ children }: { children?: ReactNode }) {
  const mayWrite = useAllowed(acts.openTicket);
  return (
    <p className="px-2.5 text-sm text-muted">
      {mayWrite && (
        <>
          Still stuck? <TextLink to={screens.addTicket.path}>Add a support ticket</TextLink>.
        </>
      )}
      {children}
    </p>
  );
}

type MissingProps = { error: Error; onRetry: () => void; go: Go };
const Missing = ({ error, onRetry, go }: MissingProps) => (
  <>
    <HelpTrail trail={[]} here={undefined} onStart={() => go({ at: "start" })} onOpen={() => {}} />
    <QueryError error={error} onRetry={onRetry} />
  </>
);
