import { Link, useRouter } from "@tanstack/react-router";
import type { LinkRender } from "../ui/menu.tsx";

/** Draws the kit's links with the router: own addresses change the screen without loading the page. */
export const appLink: LinkRender = ({ href, className, onClick, children }) => {
  const [path = "", search] = href.split("?");
  return (
    <Link
      to={path}
      search={search === undefined ? {} : Object.fromEntries(new URLSearchParams(search))}
      className={className}
      onClick={onClick}
    >
      {children}
    </Link>
  );
};

/** A link in running text. */
export function TextLink({ to, children }: { to: string; children: React.ReactNode }) {
  return appLink({
    href: to,
    className: "rounded-control font-medium text-accent-text underline-offset-4 hover:underline",
    onClick: () => {},
    children,
  });
}

/** An address if the portal has its screen, so that a figure links only where there is something to see. */
export function useOpens(): (path: string) => string | undefined {
  const { routesByPath } = useRouter();
  return (path) => (path in routesByPath ? path : undefined);
}
