import { workspaces, type SourceFile } from "../source-files.ts";
import { checkAddresses } from "./addresses.ts";
import { checkCircles } from "./circles.ts";
import { checkDoors } from "./doors.ts";
import type { Fault } from "./fault.ts";
import { checkHabits } from "./habits.ts";
import { importsOf, type Import } from "./imports.ts";
import { packageRefusal, unusedPackages, workspaceOf, type Manifests } from "./packages.ts";
import { hasRoom, refusalOf } from "./rooms.ts";
import { parseSource, type Source } from "./syntax.ts";
import { checkVendorNames } from "./vendor-names.ts";

/** Checks every rule of docs/layout.md except those about sizes, on the syntax tree of each file. */
export function checkHouse(
  sources: readonly Source[],
  manifests: Manifests,
  styles: readonly SourceFile[] = [],
): Fault[] {
  const known = new Set(sources.map((file) => file.path));
  const imports = sources.flatMap((file) => importsOf(file, known));
  return [
    ...sources.filter((file) => !hasRoom(file.path)).map(homeless),
    ...sources.filter((file) => !/^[a-z0-9./-]+$/.test(file.path)).map(misnamed),
    ...imports.flatMap((each) => importFaults(each, manifests)),
    ...unusedPackages(sources, imports, manifests, styles),
    ...checkCircles(imports),
    ...checkHabits(sources),
    ...checkAddresses(sources),
    ...checkDoors(sources, imports),
    ...checkVendorNames(sources),
  ];
}

export const parseSources = (files: readonly SourceFile[]): Source[] => files.map(parseSource);

const homeless = ({ path }: Source): Fault => ({
  rule: "rooms",
  key: path,
  place: path,
  instead: "lies in no room of docs/layout.md. Move it into one.",
});

const misnamed = ({ path }: Source): Fault => ({
  rule: "names",
  key: path,
  place: path,
  instead: "is not in kebab-case: write small letters, digits and hyphens.",
});

function importFaults({ from, specifier, to, line }: Import, manifests: Manifests): Fault[] {
  const place = `${from}:${line}`;
  if (to === undefined) {
    const instead = packageRefusal(from, specifier, manifests);
    return instead ? [{ rule: "packages", key: `${from} -> ${specifier}`, place, instead }] : [];
  }
  const instead = refusalOf(from, to) ?? spellingFault(from, specifier, to, manifests);
  return instead
    ? [{ rule: "imports", key: `${from} -> ${to}`, place, instead: `must not import ${to}. ${instead}` }]
    : [];
}

function spellingFault(from: string, specifier: string, to: string, manifests: Manifests): string | undefined {
  const target = workspaceOf(to);
  if (!workspaces.includes(target) && specifier.startsWith("@")) return `There is no workspace ${target}.`;
  if (target === workspaceOf(from))
    return specifier.startsWith("@tradewind/") ? "Use a relative path within a workspace." : undefined;
  // The root belongs to no workspace, and names none.
  if (specifier.startsWith(".")) return workspaceOf(from) === "" ? undefined : `Write @tradewind/${to}.`;
  return packageRefusal(from, `@tradewind/${target}`, manifests);
}
