import { attributeField } from "@tradewind/contract/ordering/attribute-words.ts";
import type { Journey } from "@tradewind/contract/ordering/orders.ts";
import type { Answers, Line } from "./journey-answers.ts";
import { isVoiceOrder } from "./voice-service.ts";

/** Returns the problems with what a line is asked, by name of the attribute. */
export const problemsOfLine = (problems: Problems, answers: Answers, line: Line) =>
  problemsBehind(problems, attributeField(answers.lines.indexOf(line), ""));

/** The name of a refusal's field that is about the site at `index`. */
export const siteField = (journey: Journey, answers: Answers, index: number, name: string): string =>
  isVoiceOrder(journey) ? `Sites.${index}.${name}` : attributeField(answers.lines.length + index, name);

/** Returns the problems with a site, by name of what is asked of it. */
export const problemsOfSite = (journey: Journey, answers: Answers, index: number, problems: Problems) =>
  problemsBehind(problems, siteField(journey, answers, index, ""));

type Problems = Readonly<Record<string, string>>;

const problemsBehind = (problems: Problems, start: string) =>
  Object.fromEntries(
    Object.entries(problems).flatMap(([field, problem]) =>
      field.startsWith(start) ? [[field.slice(start.length), problem]] : [],
    ),
  );
