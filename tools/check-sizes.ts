import { isData, type Fault, type SourceFile } from "./source-files.ts";

const most = 400;
const deepest = 3;

/** No file longer than 400 lines, none more than three folders deep; data and generated files aside. */
export function checkSizes(files: readonly SourceFile[]): { faults: Fault[]; summary: string; warning?: string } {
  const sizes = files.filter((file) => !isData(file.path)).map((file) => ({ ...file, lines: countLines(file.text) }));
  const long = sizes
    .filter((file) => file.lines > most)
    .map((file) => ({ place: file.path, instead: `has ${file.lines} lines, at most ${most}. Split it by noun.` }));
  const deep = files
    .filter((file) => file.path.split("/").length - 1 > deepest)
    .map((file) => ({ place: file.path, instead: `lies more than ${deepest} folders deep. Move it up.` }));
  const ordered = sizes.map((file) => file.lines).toSorted((a, b) => a - b);
  const half = at(ordered, 0.5);
  const nine = at(ordered, 0.9);
  const summary = `${ordered.length} files: half up to ${half} lines, nine in ten up to ${nine}, longest ${ordered.at(-1) ?? 0}`;
  const warning = half >= 70 || nine >= 200 ? "Aim for half below 70 lines and nine in ten below 200." : undefined;
  return { faults: [...long, ...deep], summary, warning };
}

const countLines = (text: string) => text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
const at = (ordered: readonly number[], share: number) => ordered[Math.floor((ordered.length - 1) * share)] ?? 0;
