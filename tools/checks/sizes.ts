import { isTest } from "../source-files.ts";
import type { Fault } from "./fault.ts";
import { isData } from "./data.ts";
import { placeOf } from "./places.ts";
import type { Source } from "./syntax.ts";

const most = 400;
const deepest = 3;
const mostInFeature = 12;

/**
 * Allows at most 400 lines per file, three levels of folders, and twelve files per server feature, not counting tests
 * and data. A file that holds only values may be any length.
 */
export function checkSizes(files: readonly Source[]): { faults: Fault[]; summary: string; warning?: string } {
  const sizes = files.map((file) => ({ ...file, lines: countLines(file.text) }));
  const long = sizes
    .filter((file) => file.lines > most && !isData(file))
    .map((file) => fault(file, `has ${file.lines} lines, at most ${most}. Split it by noun.`));
  const deep = files
    .filter((file) => file.path.split("/").length - 1 > deepest)
    .map((file) => fault(file, `lies more than ${deepest} folders deep. Move it up.`));
  const features = Map.groupBy(
    files.filter((file) => /^server\//.test(file.path) && !isTest(file.path) && !isData(file) && placeOf(file.path)),
    ({ path }) => path.slice(0, path.lastIndexOf("/")),
  );
  const wide = [...features]
    .filter(([, inside]) => inside.length > mostInFeature)
    .map(([path, inside]) =>
      fault({ path }, `holds ${inside.length} files, at most ${mostInFeature}. It is two features.`),
    );
  const ordered = sizes
    .filter((file) => !/\.gen\.tsx?$/.test(file.path))
    .map((file) => file.lines)
    .toSorted((a, b) => a - b);
  const [half, nine] = [at(ordered, 0.5), at(ordered, 0.9)];
  const summary = `${ordered.length} files: half up to ${half} lines, nine in ten up to ${nine}, longest ${ordered.at(-1) ?? 0}`;
  const warning = half >= 70 || nine >= 200 ? "Aim for half below 70 lines and nine in ten below 200." : undefined;
  return { faults: [...long, ...deep, ...wide], summary, warning };
}

const fault = ({ path }: Pick<Source, "path">, instead: string): Fault => ({
  rule: "sizes",
  key: path,
  place: path,
  instead,
});
const countLines = (text: string) => text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
const at = (ordered: readonly number[], share: number) => ordered[Math.floor((ordered.length - 1) * share)] ?? 0;
