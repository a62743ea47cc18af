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
    "Stryker breaks the code in one place at a time, and the tests have to notice. `npm run mutation` measures and writes this page; [0044](decisions/0044-mutation-by-stryker.md) says how, and [0053](decisions/0053-what-a-mutation-score-says.md) what the figures mean.",
    "Of `domain` every mutant is tried, of a folder of the server a sample drawn by a fixed seed. *At first*, where it is known and differs, is the share noticed before anybody wrote a test for the others; its interval, Wilson's of 95 %, is what the sample says of the whole folder. *Now* is the share noticed since: of a sample it says that its survivors were dealt with, not that there are no others.",
    tableOf(measured),
    byTimeOf(measured.map(({ result }) => result)),
    ...(missing.length > 0 ? [`Not measured yet: ${missing.map((name) => `\`${name}\``).join(", ")}.`] : []),
    "A survivor is *equivalent* where nobody could see the difference, *accepted* where the difference is not worth a test, and *open* where a test is owed.",
    ...measured.flatMap(({ name, result }) =>
      result.survivors.length === 0 ? [] : [`## ${name}`, survivorsOf(result.survivors, verdicts)],
    ),
  ].join("\n\n")}\n`;
}

function tableOf(measured: readonly { name: string; result: Result }[]): string {
  const rows = measured.map(({ name, result }) => {
    const first = scoreOf({ ...result, noticed: result.atFirst });
    const isWhole = result.tried === result.mutants;
    const atFirst = isWhole && result.atFirst === result.noticed ? "" : `${first.percent.toFixed(1)} %`;
    const interval = isWhole ? "" : `${first.low.toFixed(0)} to ${first.high.toFixed(0)} %`;
    const now = scoreOf(result).percent.toFixed(1);
    const perMutant = (result.seconds / Math.max(1, result.tried)).toFixed(1);
    return `| \`${name}\` | ${result.mutants} | ${result.tried} | ${atFirst} | ${interval} | ${now} % | ${perMutant} s | ${result.measuredOn} |`;
  });
  return [
    "| part | mutants | tried | at first | interval | now | per mutant | measured on |",
    "|---|---|---|---|---|---|---|---|",
    ...rows,
  ].join("\n");
}

/** How many were noticed otherwise than by a test that says what is wrong. */
function byTimeOf(results: readonly Result[]): string {
  const sum = (count: "noticed" | "timeouts" | "errors") => results.reduce((all, result) => all + result[count], 0);
  return `Of the ${sum("noticed")} noticed, ${sum("timeouts")} were so because a test waited in vain or did not end, and ${sum("errors")} by an error outside of any test.`;
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
