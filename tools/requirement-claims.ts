import { withoutComments, withoutLiterals, type Fault, type SourceFile } from "./source-files.ts";

export type Row = { id: string; statement: string };
/** A test whose title starts with the ids of the rows it proves. */
export type Claim = { id: string; place: string; skipped: boolean };

/** The rows of a requirements page: `- **CUST-01** statement`. */
export const rowsOf = (page: string): Row[] =>
  [...page.matchAll(/^- \*\*([A-Z]+-\d+)\*\*\s+(.+)$/gm)].map((match) => ({ id: match[1]!, statement: match[2]! }));

const title =
  /(?:\b(?:test|it)(?:\.\w+)*|\))\s*\(\s*(["'`])((?:[A-Z]+-\d{2,3}(?!\d)(?:\s*[,/&]\s*|\s+and\s+|\s+|:\s*|(?=["'`])))+)/g;
/** Ids that stand by themselves at the head of a table's line or of a helper's arguments … */
const tabled = /(?:\[|\b[a-z]\w*\()\s*(["'])((?:[A-Z]+-\d{2,3}(?!\d)(?: |(?=["'])))+)\1\s*,/g;
/** … of a file with a title that begins with them. */
const titledByTable = /\(\s*(?:["'`]%s |`\$\{id\} )/;
const skipping = /\b(?:test|it|describe|suite)(?:\.\w+)*\.(?:skip|todo|fixme|skipIf|runIf)\b|\bxit\b|\bxdescribe\b/g;

/** Every row a file's tests name, and whether that test may not run. */
export function claimsOf(file: SourceFile): Claim[] {
  const code = withoutComments(file.text);
  const skipped = skippedRanges(withoutLiterals(code));
  const claims = [...code.matchAll(title), ...(titledByTable.test(code) ? code.matchAll(tabled) : [])];
  return claims.flatMap((match) => {
    const ids = match[2]!.match(/[A-Z]+-\d+/g) ?? [];
    const place = `${file.path}:${code.slice(0, match.index).split("\n").length}`;
    return ids.map((id) => ({
      id,
      place,
      skipped: skipped.some(([from, to]) => match.index >= from && match.index <= to),
    }));
  });
}

/** From each word that skips to the end of its call, the calls on its result included: `test.skip.each(rows)(title, …)`. */
function skippedRanges(code: string): [number, number][] {
  return [...code.matchAll(skipping)].map((match) => {
    let end = match.index + match[0].length;
    for (;;) {
      const call = /^(?:\.\w+)*\s*\(/.exec(code.slice(end));
      if (!call) return [match.index, end];
      end = closing(code, end + call[0].length);
    }
  });
}

function closing(code: string, from: number): number {
  let depth = 1;
  let at = from;
  for (; at < code.length && depth > 0; at++) {
    if (code[at] === "(") depth++;
    else if (code[at] === ")") depth--;
  }
  return at;
}

/** Ids that no page knows, and rows that only tests claim that may not run. */
export function faultsOf(rows: readonly Row[], claims: readonly Claim[]): Fault[] {
  const known = new Set(rows.map((row) => row.id));
  const proven = new Set(claims.filter((claim) => !claim.skipped).map((claim) => claim.id));
  return claims.flatMap(({ id, place, skipped }) => {
    if (!known.has(id)) return [{ place, instead: `${id} is no row of docs/requirements. Correct the id.` }];
    if (skipped && !proven.has(id))
      return [{ place, instead: `${id} is claimed by skipped tests only. Make one run, or drop the id.` }];
    return [];
  });
}
