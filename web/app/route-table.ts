import type { Right, UserKind } from "@tradewind/domain/values/permissions.ts";
import type { QueryClient } from "@tanstack/react-query";
import { lazyRouteComponent } from "@tanstack/react-router";

export type RouteLine = {
  /** `$name` stands for one segment of the address. */
  path: string;
  /** Where you are: the title of the window and the last crumb, unless the screen names its record. */
  title: string;
  /** Any one of these lets a person in; without it everybody signed in. */
  anyOf?: readonly Right[];
  /** Only these kinds of user; without it all. */
  kinds?: readonly UserKind[];
  /** Feature flag that must be on. */
  flag?: string;
  /** Feature flag that must be off. */
  notFlag?: string;
  /** Path of the line that stands before this one in the breadcrumb. */
  parent?: string;
  screen: ReturnType<typeof lazyRouteComponent>;
  /** Fetches what the screen shows first, so that it is drawn once, with it. */
  prepare?: (queries: QueryClient, search: Readonly<Record<string, string>>) => Promise<unknown>;
};

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

/** Whether what is tied to a feature, on or off, shows while these are on (ACL-08, ACL-09). */
export const flagsAllow = (on: ReadonlySet<string>, { flag, notFlag }: Pick<RouteLine, "flag" | "notFlag">): boolean =>
  (flag === undefined || on.has(flag)) && (notFlag === undefined || !on.has(notFlag));
