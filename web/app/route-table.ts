import type { Screen } from "@tradewind/contract/screen.ts";
import { screens, type ScreenName } from "@tradewind/contract/screens.ts";
import type { QueryClient } from "@tanstack/react-query";
import { lazyRouteComponent } from "@tanstack/react-router";

/** What is drawn at the address of a screen. */
export type Page = {
  /** Where you are: the title of the window and the last crumb, unless the screen names its record. */
  title: string;
  /** Feature flag that must be off. */
  notFlag?: string;
  /** The screen that stands before this one in the breadcrumb. */
  parent?: ScreenName;
  screen: ReturnType<typeof lazyRouteComponent>;
  /** Fetches what the screen shows first, so that it is drawn once, with it. */
  prepare?: (queries: QueryClient, search: Readonly<Record<string, string>>) => Promise<unknown>;
};
/** An address, who may open it, and what is drawn there. */
export type RouteLine = Screen & Page;

/** The pages with the addresses and rights that the contract gives their screens. */
export const linesOf = (pages: Readonly<Record<ScreenName, Page>>): readonly RouteLine[] =>
  Object.entries(pages).map(([name, page]) => ({ ...screens[name as ScreenName], ...page }));

/** A screen loaded when it is first opened. */
export const screen = <Module extends Record<string, unknown>>(
  load: () => Promise<Module>,
  name: keyof Module & string,
) => lazyRouteComponent(load as () => Promise<Record<string, () => React.ReactNode>>, name);

const matches = (path: string, pathname: string) => {
  const [wanted, given] = [path.split("/"), pathname.replace(/\/+$/, "").split("/")];
  return (
    wanted.length === given.length &&
    wanted.every((part, at) => part === given[at] || (part.startsWith("$") && given[at] !== ""))
  );
};

/** The line of an address; one without parameters wins. */
export const lineOf = (pathname: string, lines: readonly RouteLine[]): RouteLine | undefined =>
  lines
    .filter((line) => matches(line.path, pathname))
    .toSorted((a, b) => a.path.split("$").length - b.path.split("$").length)[0];
