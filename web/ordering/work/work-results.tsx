import { useState } from "react";
import { Checkbox } from "../../ui/choice.tsx";
import { TextArea } from "../../ui/text-field.tsx";
import { sentAnswers, type FieldValue } from "../../shared/field-answers.ts";
import { StepFields } from "../../shared/step-fields.tsx";
import type { WorkItem } from "./work.queries.ts";

type Answers = Readonly<Record<string, FieldValue>>;
type Line = WorkItem["Lines"][number];
type Resource = Line["Resources"][number];
/** What is to be made of one kind for one line. Several that are only identified are typed as a list. */
type Group = { id: string; line: Line; resource: Resource; isList: boolean };

const groupsOf = ({ Lines }: WorkItem): Group[] =>
  Lines.flatMap((line) =>
    line.Resources.filter(({ Make }) => Make > 0).map((resource) => ({
      id: `${line.Key} ${resource.Kind}`,
      line,
      resource,
      isList: resource.Make > 1 && resource.Fields.length === 1,
    })),
  );

/** What the work brought into being and what has ended, as it is typed and as it is sent. */
export function useResults(item: WorkItem) {
  const [lists, setLists] = useState<Readonly<Record<string, string>>>({});
  const [answers, setAnswers] = useState<Readonly<Record<string, Answers>>>({});
  const [ended, setEnded] = useState<ReadonlySet<string>>(new Set());
  const groups = groupsOf(item);
  const Lists = groups
    .filter(({ id, isList }) => isList && codesIn(lists[id]).length > 0)
    .map(({ id, line, resource }) => ({ Key: line.Key, Kind: resource.Kind, Codes: codesIn(lists[id]) }));
  const Made = groups
    .filter(({ isList }) => !isList)
    .flatMap(({ id, line, resource: { Fields, Make, Kind, Optional } }) =>
      Array.from({ length: Make }, (_, at) => sentAnswers(Fields, answers[`${id} ${at}`] ?? {}))
        .filter((each) => !Optional || Object.values(each).some((value) => value !== null))
        .map((Answers) => ({ Key: line.Key, Kind, Answers })),
    );
  return { lists, setLists, answers, setAnswers, ended, setEnded, sent: { Lists, Made, Ended: [...ended] } };
}

const codesIn = (text = ""): string[] => text.split("\n").filter((line) => line.trim() !== "");

type Props = {
  item: WorkItem;
  results: ReturnType<typeof useResults>;
  /** By field of the call. */
  problems: Readonly<Record<string, string>>;
};

/** Asks for what identifies each thing made, and which of those that stand have ended. */
export function ResultFields({ item, results, problems }: Props) {
  const { lists, setLists, answers, setAnswers, ended, setEnded, sent } = results;
  const firstOf = (of: readonly { Key: string; Kind: string }[], { line, resource }: Group) =>
    of.findIndex(({ Key, Kind }) => Key === line.Key && Kind === resource.Kind);
  return (
    <>
      {groupsOf(item).map((group) => {
        const { id, line, resource, isList } = group;
        const first = firstOf(sent.Made, group);
        if (isList)
          return (
            <TextArea
              key={id}
              label={`${line.Name}: ${resource.Fields[0]!.Label.toLowerCase()}s, one on each line`}
              hint={[`${codesIn(lists[id]).length} of ${resource.Make}.`, resource.Fields[0]!.Help]
                .filter(Boolean)
                .join(" ")}
              optional={resource.Optional}
              value={lists[id] ?? ""}
              error={problems[`Lists.${firstOf(sent.Lists, group)}.Codes`]}
              onChange={(event) => setLists({ ...lists, [id]: event.target.value })}
            />
          );
        return Array.from({ length: resource.Make }, (_, at) => (
          <fieldset key={`${id} ${at}`} className="grid gap-2">
            <legend className="text-sm text-muted">
              {line.Name}
              {resource.Make > 1 && `, ${at + 1} of ${resource.Make}`}
            </legend>
            <StepFields
              fields={
                resource.Optional ? resource.Fields.map((field) => ({ ...field, Required: false })) : resource.Fields
              }
              values={answers[`${id} ${at}`] ?? {}}
              problems={problemsOf(problems, `Made.${first + at}.Answers.`)}
              onValue={(name, value) =>
                setAnswers({ ...answers, [`${id} ${at}`]: { ...answers[`${id} ${at}`], [name]: value } })
              }
            />
          </fieldset>
        ));
      })}
      {problems["Made"] && <p className="text-sm text-danger">{problems["Made"]}</p>}
      {item.Lines.flatMap((line) =>
        line.Resources.filter(({ End }) => End > 0).map((resource) => (
          <fieldset key={`${line.Key} ${resource.Kind}`} className="grid gap-2">
            <legend className="pb-1 text-sm text-muted">
              {line.Name}: choose {resource.End} of {resource.Standing.length} that{" "}
              {resource.End === 1 ? "ends" : "end"}
            </legend>
            {resource.Standing.map(({ Id, Text }) => (
              <Checkbox
                key={Id}
                label={Text}
                checked={ended.has(Id)}
                onChange={(event) =>
                  setEnded(new Set(event.target.checked ? [...ended, Id] : [...ended].filter((each) => each !== Id)))
                }
              />
            ))}
          </fieldset>
        )),
      )}
      {problems["Ended"] && <p className="text-sm text-danger">{problems["Ended"]}</p>}
    </>
  );
}

const problemsOf = (problems: Readonly<Record<string, string>>, start: string) =>
  Object.fromEntries(
    Object.entries(problems).flatMap(([field, problem]) =>
      field.startsWith(start) ? [[field.slice(start.length), problem]] : [],
    ),
  );
