import { answersInWords } from "@tradewind/contract/ordering/attribute-words.ts";
import type { JourneyField } from "@tradewind/contract/ordering/journey-fields.ts";
import { shapeOfFields } from "@tradewind/contract/ordering/journey-form.ts";
import { detailsOf, type FormValues } from "@tradewind/domain/catalogue/forms.ts";
import { blockOf, resourcesDue } from "@tradewind/domain/ordering/resources.ts";
import type { ResourceData } from "@tradewind/vendors/catalogue-data.ts";
import { answerFaults } from "../../platform/form-answers.ts";
import { fieldOf } from "../journeys/line-attributes.reads.ts";
import { codeWords, type NewResource, type ResourceRow, type WantedOfLine } from "./resources.store.ts";

/** What is asked of each resource of a kind: what identifies it, and what else is known of it. */
export const fieldsOfResource = ({ code, questions = [] }: ResourceData): JourneyField[] => [
  fieldOf({ ...code, name: "Code" }),
  ...questions.map(fieldOf),
];

/** What the offer says of a resource's kind; undefined once it says nothing any more. */
export const specOf = (row: Pick<ResourceRow, "kind" | "resources">): ResourceData | undefined =>
  row.resources.find(({ kind }) => kind === row.kind);

/** Converts what identifies a resource, and what else is known of it. */
export const shownOf = (row: ResourceRow) => ({
  Text: codeWords(row),
  Attributes: answersInWords((specOf(row)?.questions ?? []).map(fieldOf), row.attributes),
});

/** Returns what is due of each kind before a line is complete. Nothing is while it only notes or holds something. */
export function dueOfLine(wanted: WantedOfLine, task: string, quantity: number) {
  if (task !== "add" && task !== "change") return [];
  return wanted.resources.map((spec) => {
    const standing = wanted.standing.filter(({ kind }) => kind === spec.kind);
    const { make, end } = resourcesDue(spec.per, quantity, standing.length);
    return {
      spec,
      make,
      end,
      standing:
        end === 0
          ? []
          : standing.map((each) => ({ id: each.id, text: spec.isSecret ? endingOf(each.code) : codeWords(each) })),
    };
  });
}

/** The end of a secret, by which those who know it tell it from others. */
const endingOf = (code: string) => `…${code.length < 12 ? "" : code.slice(-4)}`;

export type Made = { Key: string; Kind: string; Answers: FormValues };
type Line = { key: string; due: ReturnType<typeof dueOfLine> };

/** Returns a message for each thing that does not fit what is due; the names are those of the call's fields. */
export function faultsOfMade(
  lines: readonly Line[],
  { Made, Ended }: { Made: readonly Made[]; Ended: readonly string[] },
  country: string,
): Record<string, string> {
  const dues = lines.flatMap(({ key, due }) => due.map((each) => ({ key, ...each })));
  const dueOf = ({ Key, Kind }: Made) => dues.find(({ key, spec }) => key === Key && spec.kind === Kind);
  const counts = dues.flatMap(({ key, spec, make, end, standing }): [string, string][] => {
    const made = Made.filter((each) => each.Key === key && each.Kind === spec.kind).length;
    const ended = standing.filter(({ id }) => Ended.includes(id)).length;
    return [
      ...(made === make || (spec.optional && made < make)
        ? []
        : [["Made", `${spec.label}: ${make} are to be entered`] satisfies [string, string]]),
      ...(ended === end ? [] : [["Ended", `${spec.label}: ${end} of them are to end`] satisfies [string, string]]),
    ];
  });
  const answers = Made.flatMap((each, index): [string, string][] => {
    const due = dueOf(each);
    if (!due) return [[`Made.${index}.Kind`, "This is not due here"]];
    const faults = Object.entries(answerFaults(shapeOfFields(fieldsOfResource(due.spec)), each.Answers));
    const isNoNumber = faults.length === 0 && due.spec.numbers && !numbersOf(due.spec, each, country);
    return [
      ...faults.map(([name, fault]): [string, string] => [`Made.${index}.Answers.${name}`, fault]),
      ...(isNoNumber
        ? [[`Made.${index}.Answers.Code`, "Must be a telephone number with its area code"] satisfies [string, string]]
        : []),
    ];
  });
  const strangers = Ended.some((id) => !dues.some(({ standing }) => standing.some((each) => each.id === id)));
  return Object.fromEntries([...counts, ...answers, ...(strangers ? [["Ended", "One of them is not here"]] : [])]);
}

const numbersOf = ({ numbers }: ResourceData, { Answers }: Made, country: string) =>
  numbers === undefined ? undefined : blockOf(String(Answers["Code"]), country, numbers);

/** Turns what was made into rows, once nothing is wrong with it. */
export const toResources = (lines: readonly Line[], made: readonly Made[], country: string): NewResource[] =>
  made.map((each) => {
    const { spec } = lines.find(({ key }) => key === each.Key)!.due.find(({ spec: { kind } }) => kind === each.Kind)!;
    const { Code, ...attributes } = detailsOf(shapeOfFields(fieldsOfResource(spec)), each.Answers);
    return {
      subscriptionId: each.Key,
      kind: each.Kind,
      code: String(Code),
      numbers: numbersOf(spec, each, country) ?? null,
      attributes,
    };
  });
