/**
 * Compares the requirement rows that a run's tests prove with the committed list. Pure functions: pages, list and
 * evidence are passed in.
 */
import type { Evidence } from "./dev/evidence.ts";
import type { Fault } from "./source-files.ts";

export type Row = { id: string; statement: string };
/** Where a row is observed: on a screen, on the server, or at both. */
export type Place = "screen" | "server";
/** The level of a passing test: on the server, on a screen against the fake API, or in a browser against the server. */
export const levels = ["browser", "screen", "server"] as const;
export type Level = (typeof levels)[number];
/** A line of docs/requirements/proven.csv. A row without levels still needs a test. */
export type Line = { id: string; observed: Place[]; proven: Level[] };

const list = "docs/requirements/proven.csv";
const head = "row,observed,proven";

/** Parses the rows of a requirements page: `- **CUST-01** statement`. */
export const rowsOf = (page: string): Row[] =>
  [...page.matchAll(/^- \*\*([A-Z]+-\d+)\*\*\s+(.+)$/gm)].map((match) => ({ id: match[1]!, statement: match[2]! }));

export function readLines(text: string): Line[] {
  const [first, ...rest] = text.trimEnd().split("\n");
  if (first !== head) throw new Error(`${list} must begin with "${head}".`);
  return rest.map((line, at) => {
    const [id = "", observed = "", proven = "", ...more] = line.split(",");
    const words = { observed: observed.split(" "), proven: proven === "" ? [] : proven.split(" ") };
    const isPlace = (word: string): word is Place => word === "screen" || word === "server";
    const isLevel = (word: string): word is Level => levels.some((level) => level === word);
    if (more.length > 0 || !words.observed.every(isPlace) || !words.proven.every(isLevel))
      throw new Error(`${list}:${at + 2} cannot be read: ${line}`);
    return { id, observed: words.observed.filter(isPlace), proven: words.proven.filter(isLevel) };
  });
}

export const writeLines = (lines: readonly Line[]): string =>
  [head, ...lines.map(({ id, observed, proven }) => `${id},${observed.join(" ")},${proven.join(" ")}`), ""].join("\n");

/** Returns the row ids at the start of a title: `AUTH-01 AUTH-02 shows …`. */
export function idsOf(title: string): string[] {
  const [start = ""] = /^(?:[A-Z]+-\d{2,3}(?!\d)(?:\s*[,/&:]\s*|\s+and\s+|\s+|$))+/.exec(title) ?? [];
  return start.match(/[A-Z]+-\d+/g) ?? [];
}

/** Returns the level of a test file. Rules, connectors and components are tested too, but no row is observed there. */
export function levelOf(file: string): Level | undefined {
  if (file.startsWith("e2e/")) return "browser";
  if (/^server\/.*\.test\.ts$/.test(file)) return "server";
  return /^web\/(?!ui\/).*\.test\.tsx$/.test(file) ? "screen" : undefined;
}

/** Returns the levels at which a test under a row's id ran and passed. */
export function levelsShown(evidence: readonly Evidence[]): Map<string, Set<Level>> {
  const shown = new Map<string, Set<Level>>();
  for (const { file, tests } of evidence) {
    const level = levelOf(file);
    for (const { title, ending } of tests)
      for (const id of level && ending === "passed" ? idsOf(title) : [])
        shown.set(id, (shown.get(id) ?? new Set<Level>()).add(level!));
  }
  return shown;
}

/** Checks whether these levels cover every place of the row; a browser story covers both screen and server. */
export const reach = (shown: readonly Level[], { observed }: Line): boolean =>
  shown.includes("browser") || observed.every((place) => shown.includes(place));

/** Adds the evidence to the list. Removes nothing: that is done by hand, in plain view. */
export function recorded(lines: readonly Line[], evidence: readonly Evidence[]): Line[] {
  const shown = levelsShown(evidence);
  return lines.map((line) => {
    const all = levels.filter((level) => line.proven.includes(level) || shown.get(line.id)?.has(level));
    return { ...line, proven: reach(all, line) ? all : line.proven };
  });
}

/** Reports ids that no page defines, and rows and lines that do not match. */
export function faultsOfNames(rows: readonly Row[], lines: readonly Line[], evidence: readonly Evidence[]): Fault[] {
  const known = new Set(rows.map(({ id }) => id));
  const listed = new Set(lines.map(({ id }) => id));
  const titles = evidence.flatMap(({ file, tests }) =>
    tests.flatMap(({ title }) => idsOf(title).map((id) => ({ id, place: `${file}: ${title}` }))),
  );
  return [
    ...titles
      .filter(({ id }) => !known.has(id))
      .map(({ id, place }) => ({ place, instead: `${id} is no row of docs/requirements. Correct the id.` })),
    ...[...known]
      .filter((id) => !listed.has(id))
      .map((id) => ({ place: list, instead: `${id} is missing. Say where it is observed: screen, server or both.` })),
    ...lines
      .filter(({ id }, at) => !known.has(id) || lines.findIndex((line) => line.id === id) !== at)
      .map(({ id }) => ({ place: list, instead: `${id} is no row of the pages, or stands here twice. Take it off.` })),
    ...lines
      .filter((line) => line.proven.length > 0 && !reach(line.proven, line))
      .map(({ id, observed }) => ({ place: list, instead: `${id} is observed at ${observed.join(" and ")}.` })),
  ];
}

/** Reports the rows that a run no longer proves at a level where the list has them. */
export function faultsOfRun(lines: readonly Line[], evidence: readonly Evidence[]): Fault[] {
  const shown = levelsShown(evidence);
  return lines.flatMap(({ id, proven }) =>
    proven
      .filter((level) => !shown.get(id)?.has(level))
      .map((level) => ({
        place: id,
        instead: `No test under its id ran and passed at ${level}. Mend it, or edit ${list} by hand.`,
      })),
  );
}

/** Names the rows that a run proves at a level where the list does not have them yet. */
export function gainsOfRun(lines: readonly Line[], evidence: readonly Evidence[]): Fault[] {
  const shown = levelsShown(evidence);
  return lines.flatMap((line) => {
    const now = levels.filter((level) => shown.get(line.id)?.has(level));
    const added = reach(now, line) ? now.filter((level) => !line.proven.includes(level)) : [];
    return added.map((level) => ({
      place: line.id,
      instead: `Now proven at ${level}. Record it: npm run requirements -- --record`,
    }));
  });
}

const numbers = "three|four|five|six|seven|eight|nine|ten|fourteen";
/** Checks whether a row lists several things, each of which needs its own assertion. */
export const listsSeveral = ({ statement }: Row): boolean =>
  (statement.match(/`[^`]+`/g)?.length ?? 0) >= 3 ||
  /(?:[\w'-]+(?: [\w'-]+){0,2}, ){2}/.test(statement) ||
  new RegExp(`\\b(?:${numbers})\\b`).test(statement);
