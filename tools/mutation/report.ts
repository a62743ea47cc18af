import { scoreOf, verdictOn, type Result, type Survivor, type Verdict } from "./score.ts";

/** docs/mutation.md: the score of each part and what became of the mutants that no test noticed. */
export function reportOf(
  parts: readonly string[],
  results: Readonly<Record<string, Result>>,
  verdicts: readonly Verdict[],
): string {
  const measured = parts.flatMap((name) => (results[name] ? [{ name, result: results[name] }] : []));
  const missing = parts.filter((name) => !results[name]);
  return `${[
    "# Mutation",
    "Stryker breaks the code in one place at a time, and the tests have to notice. `npm run mutation` measures and writes this page; [0044](decisions/0044-mutation-by-stryker.md) says how. Of `domain` every mutant is tried. Of a folder of the server a sample is, and the interval is Wilson's of 95 %.",
    tableOf(measured),
    ...(missing.length > 0 ? [`Not measured yet: ${missing.map((name) => `\`${name}\``).join(", ")}.`] : []),
    "A survivor is *equivalent* where nobody could see the difference, *accepted* where the difference is not worth a test, and *open* where a test is owed.",
    ...measured.flatMap(({ name, result }) =>
      result.survivors.length === 0 ? [] : [`## ${name}`, survivorsOf(result.survivors, verdicts)],
    ),
  ].join("\n\n")}\n`;
}

function tableOf(measured: readonly { name: string; result: Result }[]): string {
  const rows = measured.map(({ name, result }) => {
    const { percent, low, high } = scoreOf(result);
    const interval = result.tried === result.mutants ? "" : `${low.toFixed(0)} to ${high.toFixed(0)} %`;
    const perMutant = (result.seconds / Math.max(1, result.tried)).toFixed(1);
    return `| \`${name}\` | ${result.mutants} | ${result.tried} | ${percent.toFixed(1)} % | ${interval} | ${perMutant} s | ${result.measuredOn} |`;
  });
  return [
    "| part | mutants | tried | noticed | interval | per mutant | measured on |",
    "|---|---|---|---|---|---|---|",
    ...rows,
  ].join("\n");
}

/** Survivors of one line that share a verdict are told together. */
function survivorsOf(survivors: readonly Survivor[], verdicts: readonly Verdict[]): string {
  const lines = Map.groupBy(survivors, ({ file, code }) => `${file} ${code}`);
  return [...lines.values()]
    .map((same) => {
      const first = same[0]!;
      const verdict = verdictOn(first, verdicts);
      const judged = verdict ? `*${verdict.kind}* because ${verdict.because}` : "*open*";
      const changes = same.map(({ before, after }) => `${quoted(before)} → ${quoted(after)}`).join(", ");
      return `- \`${first.file}\`, ${quoted(first.code)}: ${changes}. ${judged}`;
    })
    .join("\n");
}

const quoted = (code: string): string => {
  const line = code.replace(/\s+/g, " ").trim();
  const short = line.length > 90 ? `${line.slice(0, 89)}…` : line;
  return short === "" ? "nothing" : short.includes("`") ? `\`\` ${short} \`\`` : `\`${short}\``;
};
