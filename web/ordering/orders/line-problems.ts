import { attributeField } from "@tradewind/contract/ordering/attribute-words.ts";
import type { Answers, Line } from "./journey-answers.ts";

/** Returns the problems with what a line is asked, by name of the attribute. */
export function problemsOfLine(problems: Readonly<Record<string, string>>, answers: Answers, line: Line) {
  const start = attributeField(answers.lines.indexOf(line), "");
  return Object.fromEntries(
    Object.entries(problems).flatMap(([field, problem]) =>
      field.startsWith(start) ? [[field.slice(start.length), problem]] : [],
    ),
  );
}
