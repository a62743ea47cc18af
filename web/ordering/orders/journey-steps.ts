import { attributeField, quantityField } from "@tradewind/contract/ordering/attribute-words.ts";
import { isAsked } from "@tradewind/contract/ordering/journey-form.ts";
import type { Journey, JourneyStep } from "@tradewind/contract/ordering/orders.ts";
import { messages } from "@tradewind/domain/values/field-messages.ts";
import { faultsOfFields } from "../../shared/field-answers.ts";
import {
  itemsOf,
  linesAskedIn,
  linesOfList,
  offeredItems,
  siteItemOf,
  type Answers,
  type Line,
} from "./journey-answers.ts";
import { siteField } from "./line-problems.ts";

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
      !isAsked(step, answers.fields, answers.delivery !== null) ||
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
    return judge ? { fields: judge(answers.form) } : { ...nothing, step: "The questions are still loading." };
  const fields = faultsOfFields(step.Fields, answers.fields);
  const ofLines =
    step.Component === "sites"
      ? faultsOfSites(journey, answers)
      : [
          ...linesAskedIn(journey, answers, step).flatMap((line) => faultsOfLine(journey, answers, line)),
          ...(step.Kind === 2 ? faultsOfQuantities(journey, answers) : []),
        ];
  if (Object.keys(fields).length + ofLines.length > 0) return { fields: { ...fields, ...Object.fromEntries(ofLines) } };
  if (journey.Action === "Add") {
    if (step.Component === "sites" && answers.sites.length === 0) return { ...nothing, step: "Add at least one site." };
    const mustChoose = (step.Kind === 4 || step.Kind === 5) && step.Items.some((item) => !item.IsAddOn);
    if (mustChoose && answers.lines.length === 0) return { ...nothing, step: "Choose at least one product." };
    if (step.Kind === 2 && linesOfList(journey, answers, step).length === 0)
      return { ...nothing, step: "Choose at least one product in the previous step." };
  }
  return nothing;
}

/** What stands is not to be fewer than people have. */
const faultsOfQuantities = ({ Subscriptions }: Journey, { quantities }: Answers) =>
  Object.entries(quantities).flatMap(([id, quantity], at) => {
    const { InUse = 0, Quantity = 0 } = Subscriptions.find(({ Id }) => Id === id) ?? {};
    return quantity < Math.min(InUse, Quantity) ? [[quantityField(at), messages.inUse(InUse)] as const] : [];
  });

const faultsOfSites = (journey: Journey, answers: Answers) =>
  answers.sites.flatMap((site, at) =>
    Object.entries(faultsOfFields(siteItemOf(journey)?.Attributes ?? [], site.attributes)).map(
      ([name, fault]) => [siteField(journey, answers, at, name), fault] as const,
    ),
  );

const faultsOfLine = (journey: Journey, answers: Answers, line: Line) =>
  Object.entries(faultsOfFields(itemsOf(journey).get(line.sku)?.Attributes ?? [], line.attributes)).map(
    ([name, fault]) => [attributeField(answers.lines.indexOf(line), name), fault] as const,
  );
