/** A journey's questions as a form: browser and server judge the answers by it alike. */
import type { FormField, FormShape, FormValues } from "@tradewind/domain/catalogue/forms.ts";
import { messages } from "@tradewind/domain/values/field-messages.ts";
import { patterns } from "@tradewind/domain/values/patterns.ts";
import type { JourneyField } from "./journey-fields.ts";
import type { JourneyStep } from "./orders.ts";

/** Tells whether a step is shown, given the answers so far and whether goods are delivered. */
export const isAsked = (
  { Hidden, ShowWhen, IfDelivered }: Pick<JourneyStep, "Hidden" | "ShowWhen" | "IfDelivered">,
  answers: FormValues,
  isDelivered: boolean,
): boolean =>
  !Hidden && (isDelivered || !IfDelivered) && (ShowWhen === null || answers[ShowWhen.Field] === ShowWhen.Value);

/** Converts a step's fields to the shape that the form engine takes. */
export const shapeOfFields = (fields: readonly JourneyField[]): FormShape => ({
  fields: fields.map(toField),
  dependencies: [],
});

/**
 * Converts the questions of all steps. Answers to a step that is not shown are allowed, but not required, except those
 * about a delivery: without one there is nothing to answer.
 */
export const shapeOfSteps = (steps: readonly JourneyStep[], answers: FormValues, isDelivered: boolean): FormShape => ({
  fields: steps
    .filter(({ IfDelivered }) => isDelivered || !IfDelivered)
    .flatMap((step) =>
      step.Fields.map((field) =>
        toField({ ...field, Required: field.Required && isAsked(step, answers, isDelivered) }),
      ),
    ),
  dependencies: [],
});

const toField = (field: JourneyField): FormField => ({
  name: field.Name,
  label: field.Label,
  kind: field.Type,
  whenEmpty: field.Required ? "refuse" : "accept",
  emptyMessage: messages.required(field.Label),
  maxLength: field.MaxLength,
  earliest: field.Earliest,
  latest: field.Latest,
  ...(field.Type === "select"
    ? { options: field.Options.map(({ Value, Label }) => ({ value: Value, label: Label })) }
    : {}),
  ...(field.Type === "number"
    ? { pattern: patterns.digitsOnly.source, patternMessage: messages.digitsOnly }
    : { pattern: field.Pattern?.Source ?? null, patternMessage: field.Pattern?.Message || null }),
  requiredValue: field.Type === "checkbox" && field.Required ? true : null,
  help: field.Help,
  note: null,
});
