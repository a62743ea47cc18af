/** Answers to a journey's questions in words, for whoever reads them. */
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { isCalendarDate } from "@tradewind/domain/values/dates.ts";
import type { FormValue, FormValues } from "@tradewind/domain/catalogue/forms.ts";
import type { JourneyField } from "./journey-fields.ts";

/** Returns one answer in words; undefined if none was given. */
export function answerWords(field: Pick<JourneyField, "Type" | "Options">, value: FormValue | undefined) {
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (field.Type === "select") return field.Options.find((option) => option.Value === value)?.Label ?? String(value);
  return field.Type === "date" && isCalendarDate(String(value)) ? formatDate(String(value)) : String(value);
}

/** Lists the answers that were given, in the order of the questions. */
export const answersInWords = (fields: readonly JourneyField[], values: FormValues) =>
  fields.flatMap((field) => {
    const text = answerWords(field, values[field.Name]);
    return text === undefined ? [] : [{ Label: field.Label, Text: text }];
  });

/** The name of a refusal's field that is about an attribute of the line at `index` of a change. */
export const attributeField = (index: number, name: string): string => `Change.Lines.${index}.Attributes.${name}`;
/** The name of a refusal's field that is about the quantity of the target at `index`. */
export const quantityField = (index: number): string => `Change.Targets.${index}.Quantity`;
