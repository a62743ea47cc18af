import path from "node:path";

/** Licences that our packages may have. */
const permissive = ["0BSD", "Apache-2.0", "BlueOak-1.0.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "MIT-0"];

/** Packages with another licence, and why it is no hindrance. */
const judged: Readonly<Record<string, string>> = {
  "@fontsource-variable/inter": "OFL-1.1: a font may be shipped with software; we do not sell or rename it.",
  "@img/sharp-": "LGPL-3.0: libvips stays a library of its own, which anybody may replace.",
  "axe-core": "MPL-2.0: unchanged, and only in tests.",
  dompurify: "MPL-2.0 or Apache-2.0: we take the second.",
  isbot: "Unlicense: in the public domain.",
  "png-js": "MIT in its LICENSE file; its description names none.",
  "type-fest": "MIT or CC0-1.0: we take the first.",
};

type Entry = {
  version?: string;
  license?: string;
  integrity?: string;
  dev?: boolean;
  /** Where a link leads: to a workspace. */
  resolved?: string;
  link?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};
export type Lock = { packages: Record<string, Entry> };
export type Package = { name: string; version: string; licence: string; integrity: string; folder: string };

/** Lists the packages of a lock that workspaces need when they run, and those that these need, on any machine. */
export function listPackages({ packages }: Lock, workspaces: readonly string[]): Package[] {
  const needed = new Set<string>();
  const need = (folder: string): void => {
    const { link, resolved } = packages[folder]!;
    if (link) return need(resolved!);
    if (needed.has(folder)) return;
    needed.add(folder);
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[folder]!;
    for (const name of Object.keys({ ...peerDependencies, ...optionalDependencies, ...dependencies })) {
      const place = peerDependenciesMeta?.[name]?.optional ? undefined : placeOf(packages, folder, name);
      if (place !== undefined) need(place);
    }
  };
  for (const workspace of workspaces) need(workspace);
  return [...needed]
    .filter(isPackage)
    .map((folder) => toPackage(folder, packages[folder]!))
    .toSorted(byName);
}

const isPackage = (folder: string) => folder.includes("node_modules/");
const toPackage = (folder: string, { version = "", license = "", integrity = "" }: Entry): Package => ({
  name: folder.split("node_modules/").at(-1)!,
  version,
  licence: license,
  integrity,
  folder,
});
const byName = (a: Package, b: Package) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1);

/** Finds where what a package needs is installed: beside its own packages, or further up. */
function placeOf(packages: Lock["packages"], folder: string, name: string): string | undefined {
  const place = path.posix.join(folder, "node_modules", name);
  if (packages[place]) return place;
  return folder === "." ? undefined : placeOf(packages, path.posix.dirname(folder), name);
}

/** Packages that the pages' style sheets take in; those of their scripts are told by the build. */
const styled = ["@fontsource-variable/inter", "tailwindcss"];

/**
 * Lists what a production carries, each once: what the server needs, and what the pages are made of. `bundled` are the
 * packages that the build took into scripts.
 */
export function listCarried(lock: Lock, bundled: readonly { name: string; version: string }[]): Package[] {
  const isBundled = ({ name, version }: Package) =>
    styled.includes(name) || bundled.some((each) => each.name === name && each.version === version);
  const all = Object.entries(lock.packages).filter(([folder, { link }]) => isPackage(folder) && !link);
  const inPages = all.map(([folder, entry]) => toPackage(folder, entry)).filter(isBundled);
  const carried = [...listPackages(lock, ["server"]), ...inPages];
  return [...new Map(carried.map((each) => [`${each.name} ${each.version}`, each])).values()].toSorted(byName);
}

/** Lists the packages whose licence nobody has judged. */
export const listUnjudged = (packages: readonly Package[]): Package[] =>
  packages.filter(
    ({ name, licence }) =>
      !permissive.includes(licence) && !Object.keys(judged).some((each) => name === each || isBegun(each, name)),
  );

const isBegun = (each: string, name: string) => each.endsWith("-") && name.startsWith(each);
