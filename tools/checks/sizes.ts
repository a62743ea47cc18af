import type { Fault } from "./fault.ts";
import { isData } from "./data.ts";
import type { Source } from "./syntax.ts";

const most = 400;
const deepest = 3;

/** No file longer than 400 lines and none more than three folders deep. A file that holds only values may be any length. */
export function checkSizes(files: readonly Source[]): { faults: Fault[]; summary: string; warning?: string } {
  const sizes = files.map((file) => ({ ...file, lines: countLines(file.text) }));
  const long = sizes
    .filter((file) => file.lines > most && !isData(file))
    .map((file) => fault(file, `has ${file.lines} lines, at most ${most}. Split it by noun.`));
  const deep = files
    .filter((file) => file.path.split("/").length - 1 > deepest)
    .map((file) => fault(file, `lies more than ${deepest} folders deep. Move it up.`));
  const ordered = sizes
    .filter((file) => !/\.gen\.tsx?$/.test(file.path))
    .map((file) => file.lines)
    .toSorted((a, b) => a - b);
  const [half, nine] = [at(ordered, 0.5), at(ordered, 0.9)];
  const summary = `${ordered.length} files: half up to ${half} lines, nine in ten up to ${nine}, longest ${ordered.at(-1) ?? 0}`;
  const warning = half >= 70 || nine >= 200 ? "Aim for half below 70 lines and nine in ten below 200." : undefined;
  return { faults: [...long, ...deep], summary, warning };
}

const fault = ({ path }: Source, instead: string): Fault => ({ rule: "sizes", key: path, place: path, instead });
const countLines = (text: string) => text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
const at = (ordered: readonly number[], share: number) => ordered[Math.floor((ordered.length - 1) * share)] ?? 0;
