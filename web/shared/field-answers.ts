/** Answers to questions that the server describes, in journeys and dialogs. */
import { shapeOfFields } from "@tradewind/contract/ordering/journey-form.ts";
import type { JourneyField } from "@tradewind/contract/ordering/journey-fields.ts";
import { faultsOf, numberOf } from "@tradewind/domain/catalogue/forms.ts";

export type FieldValue = string | number | boolean | null;
type FieldValues = Readonly<Record<string, FieldValue>>;

export const defaultsOf = (
  fields: readonly JourneyField[],
  carried: Readonly<Record<string, string>> = {},
): FieldValues =>
  Object.fromEntries(
    fields.map((field) => [
      field.Name,
      carried[field.Name] ?? field.Default ?? (field.Type === "checkbox" ? false : ""),
    ]),
  );

/** Returns answers as they are sent: empty is null, numbers are numbers, if they can be read. */
export const sentAnswers = (fields: readonly JourneyField[], answers: FieldValues): Record<string, FieldValue> =>
  Object.fromEntries(
    fields.map((field) => {
      const value = answers[field.Name] ?? null;
      if (typeof value !== "string") return [field.Name, value];
      const text = value.trim();
      return [field.Name, text === "" ? null : field.Type === "number" ? numberOf(text) : text];
    }),
  );

/** Returns a message for each answer that does not fit its question. */
export const faultsOfFields = (fields: readonly JourneyField[], answers: FieldValues): Record<string, string> =>
  faultsOf(shapeOfFields(fields), answers, obeys);

/** Tests a whole text against a pattern from the server. An invalid one rejects nothing: the server checks again. */
function obeys(source: string, text: string): boolean {
  try {
    return new RegExp(`^(?:${source})$`, "u").test(text);
  } catch {
    return true;
  }
}
