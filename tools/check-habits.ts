import { isConfig, isTest, withoutComments, withoutLiterals, type Fault, type SourceFile } from "./source-files.ts";

type Habit = { applies(place: string): boolean; pattern: RegExp; literals?: boolean; instead: string };

const isProduct = (place: string) => /^(domain|contract|vendors|server|web)\//.test(place) && !isTest(place);

const habits: readonly Habit[] = [
  {
    applies: (place) => isProduct(place) && !/\.store\.ts$/.test(place) && !/^server\/platform\//.test(place),
    pattern:
      /["'`]\s*(?:select\b[^"'`]*\bfrom\b|insert into\b|update \w+ set\b|delete from\b)|\bsql\s*(?:<[^`]*>)?`|\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(/g,
    literals: true,
    instead: "SQL lives in a *.store.ts of its feature.",
  },
  {
    applies: (place) =>
      /^(domain|contract|server\/(?:access|customers|catalogue|ordering|billing|psa|spend|support|portal|insight|developer))\//.test(
        place,
      ) && !isTest(place),
    pattern: /\bnew Date\(\s*\)|\bDate\.now\(|\bTemporal\.Now\b/g,
    instead: "The clock is handed in: take now() or today() from the context, or an argument.",
  },
  {
    applies: (place) =>
      /^(domain|contract|vendors|server|web|simulators)\//.test(place) &&
      !isConfig(place) &&
      !isTest(place) &&
      place !== "server/platform/config.ts" &&
      place !== "simulators/main.ts",
    pattern: /\bprocess\.env\b/g,
    instead: "Settings are read once, in server/platform/config.ts, and handed in.",
  },
  {
    applies: (place) => !isConfig(place),
    pattern: /^\s*export default\b/gm,
    instead: "Export it by name.",
  },
  {
    applies: (place) => /\.tsx?$/.test(place),
    pattern: /^\s*(?:export )?(?:const )?enum \w/gm,
    instead: "Write a const list and a union type.",
  },
];

/** Habits that a pattern can see: where SQL, the clock, settings and default exports may stand. */
export function checkHabits(files: readonly SourceFile[]): Fault[] {
  return files.flatMap((file) => {
    const code = withoutComments(file.text);
    const bare = withoutLiterals(code);
    const broken = habits
      .filter((habit) => habit.applies(file.path))
      .flatMap((habit) =>
        [...(habit.literals ? code : bare).matchAll(habit.pattern)].map((match) => ({
          place: `${file.path}:${lineAt(code, match.index + match[0].length - match[0].trimStart().length)}`,
          instead: `${match[0].trim().split("\n")[0]!.slice(0, 40)} … ${habit.instead}`,
        })),
      );
    return isBarrel(file.path, code)
      ? [...broken, { place: file.path, instead: "A file that only re-exports; import from the files themselves." }]
      : broken;
  });
}

const lineAt = (text: string, index: number) => text.slice(0, index).split("\n").length;

function isBarrel(place: string, code: string): boolean {
  const rest = code.replace(/\bexport\s+(?:type\s+)?(?:\*|\{[^}]*\})(?:\s+as\s+\w+)?\s+from\s*["'][^"']+["'];?/g, "");
  return rest !== code && rest.trim() === "" && !isConfig(place);
}
