import { createHash } from "node:crypto";

/** A break that no test noticed: where, the line as it is, and what stood in its place. */
export type Survivor = { file: string; line: number; code: string; before: string; after: string };

/** A break that was noticed: by a test that failed, by a time limit, or by an error outside of any test; and its message. */
export type Noticed = { by: "failure" | "timeout" | "error"; message: string };
export type Outcome = Noticed | Survivor;
export const isSurvivor = (outcome: Outcome): outcome is Survivor => !("by" in outcome);

/** A test that waits in vain fails, but so does one on a machine that is too busy: both count as time limits. */
export const isTimeLimit = (message: string) => /timed out|timeout|in vain/i.test(message);

/** What is known of a part: how many mutants it has, how many were tried and noticed, and which were not. */
export type Result = {
  measuredOn: string;
  mutants: number;
  tried: number;
  noticed: number;
  /** How many were noticed when they were first tried, before anybody wrote a test for the others. */
  atFirst: number;
  /** Of those noticed: by a time limit, and by an error outside of a test. */
  timeouts: number;
  errors: number;
  seconds: number;
  survivors: Survivor[];
};

/** Why a survivor may stay: nothing changes that anybody could see, or what changes is not worth a test. */
export type Verdict = { file: string; code: string; kind: "equivalent" | "accepted"; because: string };

/** A share of the mutants in percent, with Wilson's interval of 95 % where only a sample was tried. */
export function scoreOf({ mutants, tried, noticed }: Pick<Result, "mutants" | "tried" | "noticed">) {
  if (tried === 0) return { percent: 0, low: 0, high: 100 };
  const share = noticed / tried;
  if (tried === mutants) return { percent: share * 100, low: share * 100, high: share * 100 };
  const z = 1.959_964;
  const middle = share + (z * z) / (2 * tried);
  const half = z * Math.sqrt((share * (1 - share)) / tried + (z * z) / (4 * tried * tried));
  const scale = 1 + (z * z) / tried;
  return { percent: share * 100, low: ((middle - half) / scale) * 100, high: ((middle + half) / scale) * 100 };
}

/** Draws up to `most` of some names: the same ones each time, and of a changed list mostly those of before. */
export function drawSample(names: readonly string[], most: number, seed: string): string[] {
  const place = (name: string) => createHash("sha256").update(`${seed} ${name}`).digest("hex");
  return names
    .map((name) => ({ name, place: place(name) }))
    .toSorted((a, b) => (a.place < b.place ? -1 : 1))
    .slice(0, most)
    .map(({ name }) => name);
}

export const verdictOn = (survivor: Survivor, verdicts: readonly Verdict[]): Verdict | undefined =>
  verdicts.find(({ file, code }) => file === survivor.file && survivor.code.includes(code));
