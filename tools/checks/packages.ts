import { builtinModules } from "node:module";
import { isConfig, isTest, workspaces, type SourceFile } from "../source-files.ts";
import type { Fault } from "./fault.ts";
import type { Import } from "./imports.ts";

/** The packages that a workspace declares: for the product, and for its tests and tools only. */
export type Manifest = {
  dependencies: readonly string[];
  devDependencies: readonly string[];
  scripts: readonly string[];
};
export type Manifests = Readonly<Record<string, Manifest>>;

/** Returns the workspace of a file; empty for the project's root folder. */
export const workspaceOf = (path: string): string => {
  const [first = ""] = path.split("/");
  return path.includes("/") && workspaces.includes(first) ? first : "";
};
const packageOf = (specifier: string) => specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");

/** Explains why a file may not use a package; undefined if it may. */
export function packageRefusal(from: string, specifier: string, manifests: Manifests): string | undefined {
  if (specifier.startsWith("node:") || specifier.startsWith("virtual:")) return undefined;
  if (builtinModules.includes(specifier)) return `Write node:${specifier}.`;
  const name = packageOf(specifier);
  const workspace = workspaceOf(from);
  const own = manifests[workspace];
  const forTests = isTest(from) || isConfig(from) || ["", "bench", "e2e", "simulators", "tools"].includes(workspace);
  if (workspace === "contract" && name === "zod" && specifier !== "zod/mini")
    return "Import zod/mini: the contract goes to the browser.";
  if (own?.dependencies.includes(name)) return undefined;
  if (forTests && [own, manifests[""]].some((each) => each?.devDependencies.includes(name))) return undefined;
  if (own?.devDependencies.includes(name)) return `uses ${name}, which ${workspace}/package.json names for tests only.`;
  return `uses ${name}, which ${workspace || "the root"}'s package.json does not name. Name it there, or move the code to the layer that does.`;
}

/** Packages that are run, or loaded by another package. */
const usedThrough: Readonly<Record<string, string>> = {
  "@stryker-mutator/core": "stryker",
  "@stryker-mutator/vitest-runner": "stryker",
  "oxlint-tsgolint": "oxlint",
  playwright: "@vitest/browser-playwright",
  typescript: "tsc",
};

/** Returns packages that a package.json declares but its workspace does not use. `styles` are its style sheets. */
export function unusedPackages(
  files: readonly SourceFile[],
  imports: readonly Import[],
  manifests: Manifests,
  styles: readonly SourceFile[] = [],
): Fault[] {
  return Object.entries(manifests).flatMap(([workspace, { dependencies, devDependencies }]) => {
    const inside = (path: string) => workspace === "" || workspaceOf(path) === workspace;
    const used = new Set(
      imports
        .filter(({ from }) => inside(from))
        .map(({ specifier, to }) => (to === undefined ? packageOf(specifier) : `@tradewind/${workspaceOf(to)}`)),
    );
    for (const { text } of styles.filter(({ path }) => inside(path)))
      for (const [, name] of text.matchAll(/(?:@(?:import|plugin|reference)\s+|url\()["']([^"']+)["']/g))
        used.add(packageOf(name!));
    const commands = [
      ...manifests[""]!.scripts,
      ...files.filter(({ path }) => /^tools\//.test(path)).map(({ text }) => text),
    ].join("\n");
    const isUsed = (name: string): boolean => {
      if (used.has(name)) return true;
      if (usedThrough[name]) return isUsed(usedThrough[name]);
      if (name.startsWith("@types/")) return name === "@types/node" || isUsed(name.slice("@types/".length));
      return workspace === "" && new RegExp(`(?:^|["'\`/ ])${name}["'\`/ ]`, "m").test(commands);
    };
    return [...dependencies, ...devDependencies]
      .filter((name) => !isUsed(name))
      .map((name) => ({
        rule: "unused packages",
        key: `${workspace || "root"} ${name}`,
        place: `${workspace ? `${workspace}/` : ""}package.json`,
        instead: `names ${name}, which nothing of it imports. Take it out.`,
      }));
  });
}
