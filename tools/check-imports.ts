import path from "node:path";
import { builtinModules } from "node:module";
import { refusal } from "./check-rooms.ts";
import { importsOf, isConfig, isTest, workspaces, type Fault, type SourceFile } from "./source-files.ts";

/** The packages a workspace names: for the product, and for its tests and tools only. */
export type Manifest = { dependencies: readonly string[]; devDependencies: readonly string[] };

type Import = { from: SourceFile; to: string; line: number };

/** Who imports whom: doors between folders, packages by the layer that names them, no cycles. */
export function checkImports(files: readonly SourceFile[], manifests: Readonly<Record<string, Manifest>>): Fault[] {
  const known = new Set(files.map((file) => file.path));
  const faults: Fault[] = [];
  const imports: Import[] = [];
  for (const from of files) {
    for (const { specifier, line } of importsOf(from.text)) {
      const place = `${from.path}:${line}`;
      const to = resolve(from.path, specifier);
      if (to === undefined) {
        const instead = packageFault(from.path, specifier, manifests);
        if (instead) faults.push({ place, instead });
        continue;
      }
      const instead = refusal(from.path, to) ?? crossingFault(from.path, specifier, to, manifests);
      if (instead !== undefined) faults.push({ place, instead: `must not import ${to}. ${instead}` });
      else if (known.has(to)) imports.push({ from, to, line });
    }
  }
  return [...faults, ...cycles(imports)];
}

/** The path of an import that is ours; undefined for a package. */
function resolve(from: string, specifier: string): string | undefined {
  if (specifier.startsWith(".")) return path.posix.join(path.posix.dirname(from), specifier.replace(/\?.*$/, ""));
  return /^@tradewind\/(.+)$/.exec(specifier)?.[1];
}

const workspaceOf = (place: string) => {
  const first = place.split("/")[0]!;
  return workspaces.includes(first) && place.includes("/") ? first : "";
};

function crossingFault(from: string, specifier: string, to: string, manifests: Readonly<Record<string, Manifest>>) {
  const target = workspaceOf(to);
  if (target === workspaceOf(from))
    return specifier.startsWith("@tradewind/") ? "Use a relative path within a workspace." : undefined;
  if (specifier.startsWith(".")) return `Write @tradewind/${to}.`;
  return packageFault(from, `@tradewind/${target}`, manifests);
}

function packageFault(
  from: string,
  specifier: string,
  manifests: Readonly<Record<string, Manifest>>,
): string | undefined {
  if (specifier.startsWith("node:") || specifier.startsWith("virtual:")) return undefined;
  if (builtinModules.includes(specifier)) return `Write node:${specifier}.`;
  const name = specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
  const workspace = workspaceOf(from);
  const own = manifests[workspace];
  const shared = manifests[""];
  const forTests = isTest(from) || isConfig(from) || workspace === "" || workspace === "bench" || workspace === "tools";
  if (workspace === "contract" && name === "zod" && specifier !== "zod/mini")
    return "Import zod/mini: the contract goes to the browser.";
  if (own?.dependencies.includes(name)) return undefined;
  if (forTests && (own?.devDependencies.includes(name) || shared?.devDependencies.includes(name))) return undefined;
  if (own?.devDependencies.includes(name)) return `uses ${name}, which ${workspace}/package.json names for tests only.`;
  return `uses ${name}, which ${workspace || "the root"}'s package.json does not name. Name it there, or move the code to the layer that does.`;
}

/** One fault per ring of files that import each other. */
function cycles(imports: readonly Import[]): Fault[] {
  const next = Map.groupBy(imports, (item) => item.from.path);
  const state = new Map<string, "open" | "done">();
  const faults: Fault[] = [];
  const trail: string[] = [];
  const visit = (file: string) => {
    state.set(file, "open");
    trail.push(file);
    for (const { to, line } of next.get(file) ?? []) {
      if (state.get(to) === "open") {
        const ring = [...trail.slice(trail.indexOf(to)), to].join(" -> ");
        faults.push({
          place: `${file}:${line}`,
          instead: `closes a circle: ${ring}. Move what both need into a third file.`,
        });
      } else if (!state.has(to)) visit(to);
    }
    trail.pop();
    state.set(file, "done");
  };
  for (const file of next.keys()) if (!state.has(file)) visit(file);
  return faults;
}
