import { isAt } from "@tradewind/contract/address.ts";
import type { Screen } from "@tradewind/contract/screen.ts";
import { screens, type ScreenName } from "@tradewind/contract/screens.ts";
import type { QueryClient } from "@tanstack/react-query";
import { lazyRouteComponent } from "@tanstack/react-router";

/** The page shown at a screen's address. */
export type Page = {
  /** The page's name: the title of the window and the last crumb, unless the screen names its record. */
  title: string;
  /** Feature flag that must be off. */
  notFlag?: string;
  /** The screen before this one in the breadcrumb. */
  parent?: ScreenName;
  screen: ReturnType<typeof lazyRouteComponent>;
  /** Fetches the screen's first data, so that it is drawn only once. */
  prepare?: (queries: QueryClient, search: Readonly<Record<string, string>>) => Promise<unknown>;
};
/** A screen's address and rights, with the page shown there. */
export type RouteLine = Screen & Page;

/** Combines the pages with the addresses and rights of their screens in the contract. */
export const linesOf = (pages: Readonly<Record<ScreenName, Page>>): readonly RouteLine[] =>
  Object.entries(pages).map(([name, page]) => ({ ...screens[name as ScreenName], ...page }));

/** Loads a screen when it is first opened. */
export const screen = <Module extends Record<string, unknown>>(
  load: () => Promise<Module>,
  name: keyof Module & string,
) => lazyRouteComponent(load as () => Promise<Record<string, () => React.ReactNode>>, name);

/** Finds the line for a path; one without parameters wins. */
export const lineOf = (pathname: string, lines: readonly RouteLine[]): RouteLine | undefined =>
  lines
    .filter((line) => isAt(line.path, pathname))
    .toSorted((a, b) => a.path.split("$").length - b.path.split("$").length)[0];
