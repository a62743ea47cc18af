import { attributeField } from "@tradewind/contract/ordering/attribute-words.ts";
import type { JourneyField } from "@tradewind/contract/ordering/journey-fields.ts";
import { shapeOfFields } from "@tradewind/contract/ordering/journey-form.ts";
import type { WireChange } from "@tradewind/contract/ordering/orders.ts";
import type { AskedOfLine } from "@tradewind/contract/ordering/proposals.ts";
import { answersOf, detailsOf, type FormShape } from "@tradewind/domain/catalogue/forms.ts";
import type { Attributes } from "@tradewind/domain/pricing/pricing-types.ts";
import type { Attribute, Question } from "@tradewind/vendors/catalogue-data.ts";
import { AppError } from "../../platform/app-error.ts";
import { answerFaults, labelsOfFaults } from "../../platform/form-answers.ts";
import { toField } from "./journey-steps.ts";

/** Converts a question of a vendor's data. */
export const fieldOf = (question: Question): JourneyField => toField(question);

/** Converts what an offer asks of each line. */
export const askedOfLine = (attributes: readonly Attribute[]): AskedOfLine[] =>
  attributes.map((each) => ({ field: toField(each), isEditable: each.editable ?? false }));

/** The answers given with one line of a change, and the questions they answer. */
export type GivenAttributes = { index: number; form: FormShape; given: Attributes };

/**
 * Returns the attributes given with each line. New lines answer everything that their offer asks; existing ones only what
 * changes, of what can be changed.
 */
export function givenAttributes(
  change: WireChange,
  asked: { ofOffer: (offerId: string) => readonly Attribute[]; ofKey: (key: string) => readonly Attribute[] },
): GivenAttributes[] {
  if (change.Kind === "add")
    return change.Lines.map((line, index) => ({
      index,
      form: formOf(asked.ofOffer(line.OfferId)),
      given: line.Attributes ?? {},
    }));
  if (change.Kind !== "setAttributes") return [];
  return change.Targets.map(({ Key, Attributes: given }, index) => ({
    index,
    form: formOf(asked.ofKey(Key).filter(({ name, editable }) => editable && name in given)),
    given,
  }));
}

const formOf = (attributes: readonly Attribute[]): FormShape => shapeOfFields(attributes.map(toField));

/** Refuses answers that do not fit their questions, and missing ones, field by field as `nameOf` names them. */
export function requireAttributes(lines: readonly GivenAttributes[], nameOf = attributeField): void {
  const faults = lines.flatMap(({ index, form, given }) =>
    Object.entries(answerFaults(form, given)).map(([name, fault]) => [nameOf(index, name), fault]),
  );
  if (faults.length > 0)
    throw new AppError("invalidRequest", {
      fields: Object.fromEntries(faults),
      message: `Please check these answers: ${missingAttributes(lines).join(", ")}.`,
    });
}

/** The labels of what is not answered with lines, or not as asked. */
export const missingAttributes = (lines: readonly GivenAttributes[]): string[] => [
  ...new Set(lines.flatMap(({ form, given }) => labelsOfFaults(form, given))),
];

/** Returns the answers to keep with a new line, in the type of their question. */
export const attributesOf = ({ form, given }: GivenAttributes): Attributes => detailsOf(form, given);

/** Returns the answers that an existing line changes; what is left empty is taken back. */
export const changedAttributes = ({ form, given }: GivenAttributes): Attributes =>
  Object.fromEntries(
    Object.entries(answersOf(form, given)).map(([name, value]) => [name, value === "" ? null : value]),
  );
