/** Verifies an exported activity log without the product or its database. */
import fs from "node:fs";
import readline from "node:readline";
import {
  beginningOf,
  erasableBy,
  erasure,
  faultOf,
  isHeadingSigned,
  isSigned,
  type Cut,
  type Entry,
  type Heading,
  type Root,
  type Seal,
} from "@tradewind/server/platform/activity-chain.ts";

/** What an export of earlier proves: its first line, and its last entry. */
type Earlier = Heading & { End?: Cut | undefined };
export type Verdict = {
  company: string;
  /** Whether the operator signed the company's name. */
  isNamed: boolean;
  entries: number;
  erased: number;
  /** The last entry that was removed because its time was over, and a signed day on which it was already there. */
  removed: { until: number; day: string } | undefined;
  /** The last signed root that holds, with the key that signed it. */
  root: Root | undefined;
  fault: { entry: number; what: string } | undefined;
};

/** Verifies the lines of an export. `key` is the operator's public key, `earlier` what earlier exports prove. */
export async function verifyExport(
  lines: AsyncIterable<string>,
  { key, earlier = [] }: { key?: string | undefined; earlier?: readonly Earlier[] } = {},
): Promise<Verdict> {
  let heading: Heading | undefined;
  let before = { Number: 0, Hash: "" };
  let root: Root | undefined;
  let erased: { entry: number; ids: readonly string[] }[] = [];
  let erasures = 0;
  let roots: Root[] = [];
  let ends: Cut[] = [];
  let removed: Verdict["removed"];
  const verdict = (entry?: number, what = ""): Verdict => {
    const faults = [
      ...(entry === undefined ? [] : [{ entry, what }]),
      ...erased.slice(0, 1).map((each) => ({
        entry: each.entry,
        what: "lacks personal data without a later entry of its erasure (sealed within a minute: then export again)",
      })),
    ];
    const [fault] = faults.toSorted((a, b) => a.entry - b.entry);
    return {
      company: heading?.Company ?? "",
      isNamed: heading?.Signed !== undefined,
      entries: before.Number - (heading?.Cut?.Number ?? 0),
      erased: erasures,
      removed,
      root,
      fault,
    };
  };

  for await (const line of lines) {
    if (line === "") continue;
    if (!heading) {
      heading = headingIn(line);
      const { Chain, Roots, Cut } = heading;
      before = Cut ?? { Number: 0, Hash: beginningOf(Chain) };
      if (earlier.some((other) => other.Chain !== Chain)) return verdict(1, "belongs to the log of another company");
      roots = [...Roots, ...earlier.flatMap((other) => other.Roots)].toSorted((a, b) => a.Number - b.Number);
      ends = earlier
        .flatMap(({ End }) => End ?? [])
        .filter((each) => each.Number > before.Number)
        .toSorted((a, b) => a.Number - b.Number);
      const forged = roots.find((each) => !isSigned(Chain, each) || (key !== undefined && each.PublicKey !== key));
      if (forged)
        return verdict(forged.Number, `is the end of ${forged.Day}, whose root was not signed by the operator`);
      if (isHeadingSigned(heading) === false || (key !== undefined && (heading.Signed?.PublicKey ?? key) !== key))
        return verdict(before.Number + 1, "and the company's name are not where the operator's export begins");
      if (Cut && !heading.Signed)
        return verdict(
          before.Number + 1,
          "begins the file, and nobody signed that those before it were removed: export again",
        );
      if (Cut) {
        // The next root is signed over everything before it, so it vouches for the hash at which the log begins.
        const day = roots.find((each) => each.Number > Cut.Number)?.Day;
        if (day === undefined)
          return verdict(Cut.Number, "and those before it are missing, and no later root is signed");
        removed = { until: Cut.Number, day };
        roots = roots.filter((each) => each.Number > Cut.Number);
      }
      continue;
    }
    const entry = parsed<Entry & Seal>(line);
    if (!entry) return verdict(before.Number + 1, "cannot be read: the file is damaged or incomplete");
    const fault = faultOf(before, entry);
    if (fault) return verdict(entry.Number === before.Number + 1 ? entry.Number : before.Number + 1, fault);
    while (roots[0]?.Number === entry.Number) {
      const reached = roots.shift()!;
      const since = (root?.Number ?? 0) + 1;
      if (reached.Hash !== entry.Hash)
        return verdict(since, `or a later one up to ${entry.Number} was replaced: the root of ${reached.Day} differs`);
      root = reached;
    }
    while (ends[0]?.Number === entry.Number)
      if (ends.shift()!.Hash !== entry.Hash)
        return verdict(
          (root?.Number ?? 0) + 1,
          `or a later one up to ${entry.Number} was replaced: an earlier export has another`,
        );
    if (entry.Action === erasure) erased = erased.filter(({ ids }) => !ids.includes(entry.ObjectId!));
    if (entry.Who === null || entry.What === null) {
      erasures++;
      erased.push({ entry: entry.Number, ids: erasableBy(entry) });
    }
    before = entry;
  }
  if (!heading) throw new Error("The file is empty");
  const [missed] = roots;
  if (missed)
    return verdict(
      before.Number + 1,
      `is missing, with all up to ${missed.Number} that the root of ${missed.Day} covers`,
    );
  const end = ends.at(-1);
  return end ? verdict(before.Number + 1, `is missing, with all up to ${end.Number} of an earlier export`) : verdict();
}

function parsed<T>(line: string): T | undefined {
  try {
    return JSON.parse(line) as T;
  } catch {
    return undefined;
  }
}

function headingIn(line: string): Heading {
  const heading = parsed<Heading>(line);
  if (!heading?.Chain || !Array.isArray(heading.Roots)) throw new Error("The file is no exported activity log");
  return heading;
}

/** Reads the lines of a file. */
export const linesOf = (file: string) =>
  readline.createInterface({ input: fs.createReadStream(file, { fd: fs.openSync(file, "r") }), crlfDelay: Infinity });

/** Reads what an earlier export proves. */
export async function earlierIn(file: string): Promise<Earlier> {
  let first = "";
  let last = "";
  for await (const line of linesOf(file)) {
    first ||= line;
    if (line !== "") last = line;
  }
  const end = last === first ? undefined : parsed<Entry & Seal>(last);
  if (last !== first && !end) throw new Error("The file is damaged or incomplete");
  return { ...headingIn(first), End: end };
}
