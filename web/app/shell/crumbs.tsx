import { screens } from "@tradewind/contract/screens.ts";
import { useParams } from "@tanstack/react-router";
import { memo, useEffect, useState } from "react";
import { Breadcrumb, type Crumb } from "../../ui/page.tsx";
import { pathOf } from "../../platform/api.ts";
import type { Session } from "../../platform/session.ts";
import { useCrumbNames } from "../../shared/crumb.ts";
import { appLink } from "../../shared/link-render.tsx";
import { rememberChoice } from "../../shared/recent.ts";
import { lineOf, type RouteLine } from "../route-table.ts";
import { routes } from "../routes.ts";

const fill = (path: string, params: Record<string, string>) => pathOf(path.replaceAll("$", ":"), params);

/** Returns the breadcrumb: the person's dashboard, the parents of the current line, and that line last. */
export function crumbsOf(
  line: RouteLine,
  params: Record<string, string>,
  lines: readonly RouteLine[] = routes,
  label?: string,
  aboveLabel?: string,
  home: Crumb = { label: "Dashboard", href: screens.dashboard.path },
): Crumb[] {
  const trail: Crumb[] = [{ label: label ?? line.title, href: fill(line.path, params) }];
  for (let above = line.parent; above !== undefined;) {
    const { path } = screens[above];
    const parent = lines.find((each) => each.path === path);
    if (!parent) break;
    trail.unshift({ label: (above === line.parent && aboveLabel) || parent.title, href: fill(parent.path, params) });
    above = parent.parent;
  }
  return trail[0]?.href === home.href ? trail : [home, ...trail];
}

/** Shows the breadcrumb to resellers and engineers only, sets everybody's window title, and keeps which records were visited. */
export function Crumbs({ session, pathname }: { session: Session; pathname: string }) {
  // Stated, since what a checker takes it for depends on the order in which it meets files.
  const params: Record<string, string | undefined> = useParams({ strict: false });
  const { label, above } = useCrumbNames();
  const line = lineOf(pathname, routes);
  const title = label ?? line?.title;
  useEffect(() => {
    document.title = title ? `${title} · Tradewind` : "Tradewind";
  }, [title]);
  const isRecord = line !== undefined && /\/\$\w+$/.test(line.path);
  useEffect(() => {
    if (!label || !isRecord) return;
    const icon = pathname.startsWith(screens.customers.path) ? "building" : "file";
    rememberChoice(session.User.mex, { label, href: pathname, icon });
  }, [label, isRecord, pathname, session.User.mex]);
  const shown = session.User.Kind === "reseller" || session.User.Kind === "engineer";
  const held = useSettled(pathname) !== pathname;
  if (!shown) return null;
  const home = session.SingleExperience ? { label: "Home", href: screens.singleExperience.path } : undefined;
  const crumbs = line ? crumbsOf(line, params as Record<string, string>, routes, label, above, home) : [];
  return <Held held={held} crumbs={crumbs} renderLink={appLink} />;
}

/** Milliseconds without another navigation after which the last one counts as finished. */
const navigationEnd = 200;

function useSettled(pathname: string): string {
  const [settled, setSettled] = useState(pathname);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(pathname), navigationEnd);
    return () => clearTimeout(timer);
  }, [pathname]);
  return settled;
}

type Holding = Parameters<typeof Breadcrumb>[0] & { held: boolean };
/** Keeps the last drawn breadcrumb while navigations follow each other (LIM-03). */
const Held = memo<Holding>(Breadcrumb, (_, { held }) => held);
