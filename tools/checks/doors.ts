import { isTest } from "../source-files.ts";
import type { Fault } from "./fault.ts";
import type { Import } from "./imports.ts";
import { sqlIn, writesIn } from "./sql.ts";
import { isReference, walk, type Node, type Source } from "./syntax.ts";

/**
 * Checks that files do what their suffix says: stores hold SQL, jobs a job, reads change nothing, actions change
 * something, queries fetch.
 */
export function checkDoors(files: readonly Source[], imports: readonly Import[]): Fault[] {
  const importsOf = Map.groupBy(imports, (each) => each.from);
  const product = files.filter((file) => /^(?:server|web)\//.test(file.path) && !isTest(file.path));
  const doors = product.map((file) => ({ file, parts: partsOf(file, importsOf.get(file.path) ?? []) }));
  const all = doors.flatMap(({ parts }) => parts);
  const writers = reaching(all, (part) => part.writes);
  const fetchers = reaching(all, (part) => part.fetches);
  const builders = all.filter((part) => part.holdsSql && part.id.startsWith("server/platform/")).map(({ id }) => id);

  return doors.flatMap(({ file, parts }) => {
    const fault = (instead: string): Fault => ({ rule: "doors", key: file.path, place: file.path, instead });
    const shown = parts.filter((part) => part.exported);
    const isStore = () => parts.some((part) => part.holdsSql || part.uses.some((use) => builders.includes(use)));
    switch (/\.(store|jobs|reads|actions|queries)\.tsx?$/.exec(file.path)?.[1]) {
      case "store":
        return isStore() ? [] : [fault("holds no SQL. Name it for what it is, or *.reads.ts.")];
      case "jobs":
        return parts.some((part) => part.definesJob) ? [] : [fault("defines no job. Name it for what it is.")];
      case "actions":
        return shown.some((part) => writers.has(part.id)) ? [] : [fault("changes nothing. Name it *.reads.ts.")];
      case "reads":
        return shown
          .filter((part) => writers.has(part.id))
          .map((part) => fault(`${part.name} changes data. Move it to *.actions.ts.`));
      case "queries":
        return shown
          .filter((part) => !fetchers.has(part.id))
          .map((part) => fault(`${part.name} fetches nothing. Move it to a file of its own name.`));
      default:
        return [];
    }
  });
}

/** A top-level declaration: what it uses, and what it does itself. */
type Part = {
  id: string;
  name: string;
  exported: boolean;
  uses: readonly string[];
  holdsSql: boolean;
  writes: boolean;
  fetches: boolean;
  definesJob: boolean;
};

const fetching =
  /^(?:call|queryOptions|infiniteQueryOptions|useQuery|useMutation|useWrite|useSuspenseQuery|useInfiniteQuery|useSeveral)$/;

function partsOf(file: Source, imports: readonly Import[]): Part[] {
  const known = new Map(
    imports.flatMap(({ to, names }) => (to ? [...names].map(([local, imported]) => [local, `${to}#${imported}`]) : [])),
  );
  return file.program.body.flatMap((statement) => {
    const exported = statement.type === "ExportNamedDeclaration";
    const declaration = exported ? statement.declaration : statement;
    if (!declaration) return [];
    const named = declarationsOf(declaration);
    return named.map(({ name, node }) => {
      const used = new Set<string>();
      let [holdsSql, writes, definesJob] = [false, false, false];
      walk(node, (inner, parents) => {
        if (inner.type === "Identifier" && isReference(inner, parents)) used.add(inner.name);
        holdsSql ||= sqlIn(inner);
        writes ||= writesIn(inner) || filesJob(inner);
        definesJob ||=
          inner.type === "CallExpression" && inner.callee.type === "Identifier" && inner.callee.name === "job";
      });
      const fetches = [...used].some((each) => fetching.test(each));
      const uses = [...used].map((each) => known.get(each) ?? `${file.path}#${each}`);
      return { id: `${file.path}#${name}`, name, exported, uses, holdsSql, writes, fetches, definesJob };
    });
  });
}

function declarationsOf(node: Node): { name: string; node: Node }[] {
  if (node.type === "FunctionDeclaration") return node.id ? [{ name: node.id.name, node }] : [];
  if (node.type !== "VariableDeclaration") return [];
  return node.declarations.flatMap((each) =>
    each.id.type === "Identifier" ? [{ name: each.id.name, node: each }] : [],
  );
}

/** Matches `platform.jobs.file(…)`: scheduling work for later is a change as well. */
const filesJob = (node: Node): boolean =>
  node.type === "MemberExpression" &&
  node.property.type === "Identifier" &&
  ["file", "fileAll"].includes(node.property.name) &&
  node.object.type === "MemberExpression" &&
  node.object.property.type === "Identifier" &&
  node.object.property.name === "jobs";

/** Returns the parts that do something, directly or through a part they use. */
function reaching(parts: readonly Part[], does: (part: Part) => boolean): Set<string> {
  const found = new Set(parts.filter(does).map((part) => part.id));
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const part of parts) if (part.uses.some((use) => found.has(use))) found.add(part.id);
  }
  return found;
}
