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

/** Converts what a subscription brought into being. That there are secrets is nothing to the people who use the service. */
export function toResource(row: ResourceRow, knowsOfSecrets: boolean) {
  const spec = specOf(row);
  // What nobody describes any more may be one.
  const isSecret = spec?.isSecret ?? !spec;
  if (isSecret && !knowsOfSecrets) return [];
  return [
    {
      Id: row.id,
      SubscriptionId: row.subscription_id,
      Label: spec?.label ?? row.kind,
      IsSecret: isSecret,
      ...(isSecret ? { Text: null, Attributes: [] } : shownOf(row)),
      Since: row.since.toISOString(),
      Until: row.until?.toISOString() ?? null,
    },
  ];
}

/** Returns what is due of each kind before a line is complete. Nothing is while it only notes or holds something. */
export function dueOfLine(wanted: WantedOfLine, task: string, quantity: number) {
  if (task !== "add" && task !== "change") return [];
  return wanted.resources.flatMap((spec) => {
    if (spec.per === "port") return [];
    const own = wanted.standing.filter(({ kind }) => kind === spec.kind);
    const standing = own.filter((each) => !each.is_reserved);
    const reserved = own.filter((each) => each.is_reserved);
    const { make, end } = resourcesDue(spec.per, quantity, own.length);
    return {
      spec,
      make,
      end,
      reserved: reserved.map((each) => codeWords(each)),
      standing:
        end === 0
          ? []
          : standing.map((each) => ({ id: each.id, text: spec.isSecret ? endingOf(each.code) : codeWords(each) })),
    };
  });
}

/** The end of a secret, by which those who know it tell it from others. */
const endingOf = (code: string) => `…${code.length < 12 ? "" : code.slice(-4)}`;

type Sent = {
  Made: readonly { Key: string; Kind: string; Answers: FormValues }[];
  Lists: readonly { Key: string; Kind: string; Codes: readonly string[] }[];
  Ended: readonly string[];
};
/** One thing made, with the field of the call that says so, and its line where that is a list. */
export type Made = { Key: string; Kind: string; Answers: FormValues; field: string; row: number | null };

/** Lists what a call says was made, one by one. */
export const madeIn = ({ Made, Lists }: Omit<Sent, "Ended">): Made[] => [
  ...Made.map((each, index) => ({ ...each, field: `Made.${index}`, row: null })),
  ...Lists.flatMap(({ Key, Kind, Codes }, index) =>
    Codes.map((Code, row) => ({ Key, Kind, Answers: { Code }, field: `Lists.${index}`, row: row + 1 })),
  ),
];

/** Names the fields at which the faults of things made are shown: of a list, the first few of them. */
export function placesOf(faults: readonly { of: Made; name: string; fault: string }[]): Record<string, string> {
  const [listed, single] = [faults.filter(({ of }) => of.row !== null), faults.filter(({ of }) => of.row === null)];
  return Object.fromEntries([
    ...single.map(({ of, name, fault }) => [`${of.field}.${name}`, fault]),
    ...Map.groupBy(listed, ({ of }) => `${of.field}.Codes`)
      .entries()
      .map(([field, own]) => [
        field,
        own
          .slice(0, mostTold)
          .map(({ of, fault }) => `Line ${of.row}: ${fault}`)
          .join(". ") + (own.length > mostTold ? `. And ${own.length - mostTold} more` : ""),
      ]),
  ]);
}

/** Faults of one list that are told. */
const mostTold = 10;
type Line = { key: string; due: ReturnType<typeof dueOfLine> };

/** Returns a message for each thing that does not fit what is due; the names are those of the call's fields. */
export function faultsOfMade(
  lines: readonly Line[],
  made: readonly Made[],
  ended: ReadonlySet<string>,
  country: string,
): Record<string, string> {
  const dues = lines.flatMap(({ key, due }) => due.map((each) => ({ key, ...each })));
  const madeOf = Map.groupBy(made, ({ Key, Kind }) => `${Key} ${Kind}`);
  const counts = dues.flatMap(({ key, spec, make, end, standing }): [string, string][] => {
    const count = madeOf.get(`${key} ${spec.kind}`)?.length ?? 0;
    return [
      ...(count === make || (spec.optional && count < make)
        ? []
        : [["Made", `${spec.label}: ${make} are to be entered`] satisfies [string, string]]),
      ...(standing.filter(({ id }) => ended.has(id)).length === end
        ? []
        : [["Ended", `${spec.label}: ${end} of them are to end`] satisfies [string, string]]),
    ];
  });
  const shapes = new Map(dues.map(({ spec }) => [spec, shapeOfFields(fieldsOfResource(spec))]));
  const answers = made.flatMap((of): Parameters<typeof placesOf>[0][number][] => {
    const due = dues.find(({ key, spec }) => key === of.Key && spec.kind === of.Kind);
    if (!due) return [{ of, name: "Kind", fault: "This is not due here" }];
    const faults = Object.entries(answerFaults(shapes.get(due.spec)!, of.Answers));
    const isNoNumber = faults.length === 0 && due.spec.numbers && !numbersOf(due.spec, of, country);
    return [
      ...faults.map(([name, fault]) => ({ of, name: `Answers.${name}`, fault })),
      ...(isNoNumber ? [{ of, name: "Answers.Code", fault: "Must be a telephone number with its area code" }] : []),
    ];
  });
  const known = new Set(dues.flatMap(({ standing }) => standing.map(({ id }) => id)));
  const hasStrangers = ended.values().some((id) => !known.has(id));
  return {
    ...Object.fromEntries(counts),
    ...placesOf(answers),
    ...(hasStrangers && { Ended: "One of them is not here" }),
  };
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
