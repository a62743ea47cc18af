import fs from "node:fs";
import path from "node:path";
import { root } from "../root.ts";

/** How a test ended. Only `passed` proves anything: it ran, once, and at least one assertion held. */
export type Ending = "passed" | "failed" | "skipped" | "passed on a retry" | "failed as expected" | "asserted nothing";
/** A test that was run: its title as formatted, without those of the groups around it, and what was wrong. */
export type Ran = { title: string; within: string[]; ending: Ending; said?: string };
/**
 * What one run of a test file said, and the seconds it took. `project` is the runner's: a browser story is told in
 * several. With a `state`, it has not ended. What went wrong outside all files has no file.
 */
export type Evidence = {
  file: string;
  project: string;
  tests: Ran[];
  seconds?: number;
  state?: "waiting" | "open" | undefined;
};

/** Stands for what went wrong in a file, or in none, but in no test of it. */
export const outsideTests = (said: string): Ran => ({ title: "outside its tests", within: [], ending: "failed", said });

/** Where test runners leave what they saw. `npm test` empties it first; a file run by hand replaces its own part. */
export const evidenceFolder = process.env["EVIDENCE_FOLDER"] ?? path.join(root, ".evidence");

/** Keeps what a run of a test file said, in place of what its last run said. */
export function keepEvidence(evidence: Evidence, folder = evidenceFolder): void {
  const place = path.join(folder, evidence.file, `${evidence.project}.json`);
  fs.mkdirSync(path.dirname(place), { recursive: true });
  // Whole or not at all: whoever writes may be killed.
  fs.writeFileSync(`${place}.new`, JSON.stringify(evidence, undefined, 2));
  fs.renameSync(`${place}.new`, place);
}

/** What the last runs said, without files that are gone. */
export function readEvidence(folder = evidenceFolder): Evidence[] {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".json"))
    .map((entry) => JSON.parse(fs.readFileSync(path.join(entry.parentPath, entry.name), "utf8")) as Evidence)
    .filter(({ file }) => fs.existsSync(path.join(root, file)));
}

/** A file's path as written down: from the project's folder, with `/`. */
export const placeOf = (file: string): string => path.relative(root, file).split(path.sep).join("/");
