import type { ReactNode } from "react";
import { cx } from "./class-names.ts";
import { Icon } from "./icon.tsx";
import type { LinkRender } from "./menu.tsx";

/** Longest text of a crumb; names of customers and products can be far longer. */
const crumbLength = 40;

export type Crumb = { label: string; href: string };

/** Shows the breadcrumb, or nothing with fewer than two crumbs; the last one is the current page and not a link. */
export function Breadcrumb({
  crumbs,
  renderLink,
  label = "Breadcrumb",
}: {
  crumbs: readonly Crumb[];
  renderLink: LinkRender;
  label?: string;
}) {
  if (crumbs.length < 2) return null;
  return (
    <nav aria-label={label} className="pt-3 text-sm text-muted">
      <ol className="flex min-w-0 items-center gap-1">
        {crumbs.map((crumb, at) => (
          <li
            title={crumb.label.length > crumbLength ? crumb.label : undefined}
            key={crumb.href + crumb.label}
            className={cx("flex items-center gap-1", at > 0 ? "min-w-0" : "shrink-0")}
          >
            {at > 0 && <Icon name="chevronRight" size={12} />}
            {at === crumbs.length - 1 ? (
              <span aria-current="page" className="truncate text-ink">
                {ellipsis(crumb.label, crumbLength)}
              </span>
            ) : (
              renderLink({
                href: crumb.href,
                className: "truncate rounded-control py-1 hover:text-ink hover:underline",
                onClick: () => {},
                children: ellipsis(crumb.label, crumbLength),
              })
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

type PageHeaderProps = {
  title: ReactNode;
  /** One line that explains the page, or the state of its record. */
  about?: ReactNode;
  /** The page's one primary action last, secondary ones before it. */
  actions?: ReactNode;
};

export function PageHeader({ title, about, actions }: PageHeaderProps) {
  return (
    <header className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
      <div className="grid min-w-0 gap-1">
        <h1 className="text-xl wrap-anywhere">{title}</h1>
        {about && <div className="text-muted">{about}</div>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2 max-md:w-full max-md:*:flex-1">{actions}</div>}
    </header>
  );
}

type CardProps = {
  title?: string;
  about?: ReactNode;
  actions?: ReactNode;
  flush?: boolean;
  className?: string;
  children: ReactNode;
};

/** Shows a white section with a hairline border. `flush` lets a table or list reach its edges. */
export function Card({ title, about, actions, flush, className, children }: CardProps) {
  return (
    <section className={cx("min-w-0 rounded-card border border-line bg-surface", className)}>
      {(title || actions) && (
        <div
          className={cx(
            "flex min-h-12 flex-wrap items-center justify-between gap-3 px-5 pt-4 max-md:px-4",
            flush ? "pb-3" : "pb-1",
          )}
        >
          <div className="grid min-w-0">
            {title && <h2 className="text-md">{title}</h2>}
            {about && <p className="text-sm text-muted">{about}</p>}
          </div>
          {actions}
        </div>
      )}
      <div className={flush ? undefined : "px-5 pt-3 pb-5 max-md:px-4"}>{children}</div>
    </section>
  );
}

/** Shows a record's facts as labels and values. */
export function Facts({ facts }: { facts: readonly { label: string; value: ReactNode }[] }) {
  return (
    <dl className="grid gap-x-8 gap-y-4 md:grid-cols-2 xl:grid-cols-3">
      {facts.map((fact) => (
        <div key={fact.label} className="grid min-w-0 content-start gap-0.5">
          <dt className="text-sm text-muted">{fact.label}</dt>
          <dd className="wrap-anywhere">{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Truncates long text to `length` characters, including three dots. */
export const ellipsis = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, Math.max(0, length - 3)).trimEnd()}...`;
