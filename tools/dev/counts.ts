import { stripVTControlCharacters } from "node:util";
import type { Evidence, Ran } from "./evidence.ts";

/**
 * `failures` names what failed: file, title and what was wrong. `unsteady` names what failed in one of two runs and passed
 * in the other. `costs` has the seconds that each file took.
 */
export type Count = {
  passed: number;
  failed: number;
  failures: string[];
  unsteady: string[];
  costs: Record<string, number>;
};

/** Counts what test files said. One that has not ended failed, and so did a test that passed only when tried again. */
export function countOf(evidence: readonly Evidence[]): Count {
  const costs: Record<string, number> = {};
  for (const { file, seconds } of evidence) if (seconds) costs[file] = (costs[file] ?? 0) + seconds;
  const tests = evidence.flatMap((one) => one.tests);
  const failures = [
    ...evidence.filter(({ state }) => state === "open").map(hung),
    ...evidence.flatMap((one) => one.tests.filter(hasFailed).map((test) => nameOf(one, test))),
    ...evidence.filter(({ state }) => state === "waiting").map((one) => `not run: ${placeIn(one)}`),
  ];
  return {
    passed: tests.filter(({ ending }) => ending === "passed" || ending === "failed as expected").length,
    failed: failures.length,
    failures,
    unsteady: [],
    costs,
  };
}

/** Whether a file must run once more: it did not end, or a test of it failed. What belongs to no file cannot. */
export const mustRunAgain = ({ file, state, tests }: Evidence): boolean =>
  file !== "" && (state !== undefined || tests.some(hasFailed));

/**
 * What two runs of a file say together: a test has passed if it did so in either, and one that failed twice says both.
 * Names what passed only once, with what was wrong the other time.
 */
export function join(first: Evidence, second: Evidence | undefined): { both: Evidence; unsteady: string[] } {
  if (!second || second.state === "waiting") return { both: first, unsteady: [] };
  if (second.state === "open") return { both: second, unsteady: [] };
  const before = new Map(first.tests.map((test) => [keyOf(test), test]));
  const tests = second.tests.map((test) => {
    const earlier = before.get(keyOf(test));
    if (!earlier || !hasFailed(test)) return test;
    if (hasFailed(earlier)) return { ...test, said: `${earlier.said}; again: ${test.said}` };
    return earlier.ending === "passed" ? earlier : test;
  });
  const stillFailing = new Set(tests.filter(hasFailed).map(keyOf));
  const shaky = [...first.tests, ...second.tests].filter((test) => hasFailed(test) && !stillFailing.has(keyOf(test)));
  return {
    both: { ...second, tests },
    unsteady: [
      ...(first.state === "open" && stillFailing.size === 0 ? [hung(first)] : []),
      ...shaky.map((test) => nameOf(first, test)),
    ],
  };
}

const keyOf = ({ within, title }: Ran) => [...within, title].join(" > ");

const hasFailed = ({ ending }: Ran) =>
  ending === "failed" || ending === "asserted nothing" || ending === "passed on a retry";

const placeIn = ({ file, project }: Evidence) => [file, project].filter(Boolean).join(", ");

const hung = (one: Evidence) => `hung: ${placeIn(one)}`;

/** The name of a test on one line, and what it said. */
function nameOf(one: Evidence, test: Ran): string {
  const said = stripVTControlCharacters(test.said ?? "")
    .replace(/\s+/g, " ")
    .trim();
  const end = said === "" ? "" : ` (${said.length > 400 ? `${said.slice(0, 400)}…` : said})`;
  return [placeIn(one), `${[...test.within, test.title].join(" ")}${end}`].filter(Boolean).join(": ");
}
