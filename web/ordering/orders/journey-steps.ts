import type { Journey, JourneyField, JourneyStep } from "@tradewind/contract/ordering/orders.ts";
import { messages } from "@tradewind/domain/values/field-messages.ts";
import { matches } from "@tradewind/domain/values/patterns.ts";
import { linesOfList, offeredItems, type Answers, type FieldValue } from "./journey-answers.ts";

export type DrawnStep = JourneyStep & { id: string; hidden: boolean };
export type Problems = { fields: Readonly<Record<string, string>>; step?: string };

const nothing: Problems = { fields: {} };
export const hasProblems = (problems: Problems): boolean =>
  problems.step !== undefined || Object.keys(problems.fields).length > 0;

/** Returns the visible steps: leaves out what an answer hides, and steps with nothing to offer. */
export function drawSteps(journey: Journey, answers: Answers): DrawnStep[] {
  const changesWhatStands = Object.keys(answers.quantities).length > 0;
  return journey.Steps.map((step) => ({
    ...step,
    id: step.Id,
    hidden:
      step.Hidden ||
      (step.ShowWhen !== null && answers.fields[step.ShowWhen.Field] !== step.ShowWhen.Value) ||
      (step.Items.length > 0 && offeredItems(journey, answers, step).length === 0) ||
      // One order either changes existing subscriptions or adds new ones.
      (journey.Action === "Modify" && changesWhatStands && step.Items.length > 0),
  }));
}

/** Validates the answers to a dynamic form; undefined until the form has loaded. */
export type FormJudge = ((values: Answers["form"]) => Record<string, string>) | undefined;

/** Returns the problems that prevent a person from continuing. */
export function problemsOf(journey: Journey, answers: Answers, step: JourneyStep, judge?: FormJudge): Problems {
  if (step.FormId !== null)
    return judge ? { fields: judge(answers.form) } : { ...nothing, step: "The questions have not come yet." };
  const fields = Object.fromEntries(
    step.Fields.flatMap((field) => {
      const problem = fieldProblem(field, answers.fields[field.Name] ?? null);
      return problem ? [[field.Name, problem]] : [];
    }),
  );
  if (Object.keys(fields).length > 0) return { fields };
  if (journey.Action === "Add") {
    const mustChoose = (step.Kind === 4 || step.Kind === 5) && step.Items.some((item) => !item.IsAddOn);
    if (mustChoose && answers.lines.length === 0) return { ...nothing, step: "Choose at least one product." };
    if (step.Kind === 2 && linesOfList(journey, answers, step).length === 0)
      return { ...nothing, step: "Choose at least one product on the step before." };
  }
  return nothing;
}

/** Returns a field's message, in the specification's words (FORM-01 to FORM-12). */
export function fieldProblem(field: JourneyField, value: FieldValue): string | undefined {
  if (field.Type === "checkbox") return field.Required && value !== true ? messages.checkbox : undefined;
  const text = value === null ? "" : String(value).trim();
  if (text === "") return field.Required ? messages.required(field.Label) : undefined;
  if (field.MaxLength !== null && text.length > field.MaxLength) return messages.maximumLength(field.MaxLength);
  if (field.Type === "email" && !matches("email", text)) return messages.email;
  if (field.Type === "number" && !matches("digitsOnly", text)) return messages.digitsOnly;
  if (field.Pattern && !obeys(field.Pattern.Source, text)) return field.Pattern.Message || messages.pattern;
  return undefined;
}

/** Tests a pattern from the server. An invalid pattern rejects nothing: the server checks again. */
function obeys(source: string, text: string): boolean {
  try {
    return new RegExp(source, "u").test(text);
  } catch {
    return true;
  }
}
