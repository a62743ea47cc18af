import { Link, useRouter } from "@tanstack/react-router";
import type { MouseEvent } from "react";
import type { LinkRender } from "../ui/menu.tsx";

/** Checks whether an address is outside this portal. */
export const isElsewhere = (href: string): boolean => /^https?:/.test(href);

/** Draws the kit's links with the router: our own addresses change the screen without reloading, others open a tab. */
export const appLink: LinkRender = ({ href, className, onClick, children }) => {
  if (isElsewhere(href))
    return (
      <a href={href} className={className} onClick={onClick} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    );
  const [path = "", search] = href.split("?");
  return (
    <Link
      to={path}
      search={search === undefined ? {} : Object.fromEntries(new URLSearchParams(search))}
      className={className}
      onClick={onClick}
      activeOptions={{ exact: true }}
    >
      {children}
    </Link>
  );
};

/** Draws links in the rows of a long list, many of which appear at once: does not subscribe to the router's state. */
export const rowLink: LinkRender = (link) => <RowLink {...link} />;

function RowLink({ href, className, onClick, children }: Parameters<LinkRender>[0]) {
  const router = useRouter();
  const open = (event: MouseEvent) => {
    onClick(event);
    const elsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (elsewhere || event.defaultPrevented) return;
    event.preventDefault();
    void router.navigate({ href });
  };
  return (
    <a
      href={router.history.createHref(href)}
      className={className}
      onClick={open}
      onPointerDown={() => void router.preloadRoute({ href } as never).catch(() => undefined)}
    >
      {children}
    </a>
  );
}

/** Draws a link in running text. */
export function TextLink({ to, children }: { to: string; children: React.ReactNode }) {
  return appLink({
    href: to,
    className: "rounded-control font-medium text-accent-text underline-offset-4 hover:underline",
    onClick: () => {},
    children,
  });
}
