import { useParams } from "@tanstack/react-router";
import { useEffect } from "react";
import { Breadcrumb, type Crumb } from "../../ui/page.tsx";
import { pathOf } from "../../platform/api.ts";
import type { Session } from "../../platform/session.ts";
import { useCrumbNames } from "../../shared/crumb.ts";
import { appLink } from "../../shared/link-render.tsx";
import { lineOf, type RouteLine } from "../route-table.ts";
import { routes } from "../routes.ts";

const fill = (path: string, params: Record<string, string>) => pathOf(path.replaceAll("$", ":"), params);

/** The dashboard of the person first, then the lines above the present one, the present one last. */
export function crumbsOf(
  line: RouteLine,
  params: Record<string, string>,
  lines: readonly RouteLine[] = routes,
  label?: string,
  aboveLabel?: string,
  home: Crumb = { label: "Dashboard", href: "/dashboard" },
): Crumb[] {
  const trail: Crumb[] = [{ label: label ?? line.title, href: fill(line.path, params) }];
  for (let above = line.parent; above !== undefined;) {
    const parent = lines.find((each) => each.path === above);
    if (!parent) break;
    trail.unshift({ label: (above === line.parent && aboveLabel) || parent.title, href: fill(parent.path, params) });
    above = parent.parent;
  }
  return trail[0]?.href === home.href ? trail : [home, ...trail];
}

/** Only resellers and engineers see the breadcrumb; everybody's window carries the title. */
export function Crumbs({ session, pathname }: { session: Session; pathname: string }) {
  const params = useParams({ strict: false }) as Record<string, string>;
  const { label, above } = useCrumbNames();
  const line = lineOf(pathname, routes);
  const title = label ?? line?.title;
  useEffect(() => {
    document.title = title ? `${title} · Tradewind` : "Tradewind";
  }, [title]);
  const shown = session.User.Kind === "reseller" || session.User.Kind === "engineer";
  if (!line || !shown) return null;
  const home = session.SingleExperience ? { label: "Home", href: "/single-experience-dashboard" } : undefined;
  return <Breadcrumb crumbs={crumbsOf(line, params, routes, label, above, home)} renderLink={appLink} />;
}
