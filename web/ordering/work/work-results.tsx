import { useState } from "react";
import { Checkbox } from "../../ui/choice.tsx";
import { sentAnswers, type FieldValue } from "../../shared/field-answers.ts";
import { StepFields } from "../../shared/step-fields.tsx";
import type { WorkItem } from "./work.queries.ts";

type Answers = Readonly<Record<string, FieldValue>>;

const madeOf = ({ Lines }: WorkItem) =>
  Lines.flatMap((line) =>
    line.Resources.flatMap((resource) =>
      Array.from({ length: resource.Make }, (_, at) => ({
        line,
        resource,
        id: `${line.Key} ${resource.Kind} ${at}`,
        at,
      })),
    ),
  );

/** What the work brought into being and what has ended, as it is typed and as it is sent. */
export function useResults(item: WorkItem) {
  const [answers, setAnswers] = useState<Readonly<Record<string, Answers>>>({});
  const [ended, setEnded] = useState<ReadonlySet<string>>(new Set());
  const Made = madeOf(item).map(({ line, resource, id }) => ({
    Key: line.Key,
    Kind: resource.Kind,
    Answers: sentAnswers(resource.Fields, answers[id] ?? {}),
  }));
  return { answers, setAnswers, ended, setEnded, sent: { Made, Ended: [...ended] } };
}

type Props = {
  item: WorkItem;
  results: ReturnType<typeof useResults>;
  /** By field of the call. */
  problems: Readonly<Record<string, string>>;
};

/** Asks for what identifies each thing made, and which of those that stand have ended. */
export function ResultFields({ item, results: { answers, setAnswers, ended, setEnded }, problems }: Props) {
  const made = madeOf(item);
  return (
    <>
      {made.map(({ line, resource, id, at }, index) => (
        <fieldset key={id} className="grid gap-2">
          <legend className="text-sm text-muted">
            {line.Name}
            {resource.Make > 1 && `, ${at + 1} of ${resource.Make}`}
          </legend>
          <StepFields
            fields={resource.Fields}
            values={answers[id] ?? {}}
            problems={problemsOf(problems, `Made.${index}.Answers.`)}
            onValue={(name, value) => setAnswers({ ...answers, [id]: { ...answers[id], [name]: value } })}
          />
        </fieldset>
      ))}
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
