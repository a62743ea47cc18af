import { faultsOf, strangersOf, type FormShape, type FormValues } from "@tradewind/domain/catalogue/forms.ts";
import { messages } from "@tradewind/domain/values/field-messages.ts";
import { isIpv4, patterns } from "@tradewind/domain/values/patterns.ts";
import { AppError } from "./app-error.ts";
import { matchesLinearly } from "./linear-pattern.ts";

/** Returns a message for each invalid answer and each that belongs to no question. */
export const answerFaults = (form: FormShape, answers: FormValues): Record<string, string> => ({
  ...strangersOf(form, answers),
  ...impossibleAddresses(form, answers),
  ...faultsOf(form, answers, matchesLinearly),
});

/** Refuses what has the form of an IPv4 address, which is all that a form asks, and is none. */
const impossibleAddresses = ({ fields }: FormShape, answers: FormValues): Record<string, string> =>
  Object.fromEntries(
    fields
      .filter(
        ({ name, pattern }) =>
          pattern === patterns.ipv4.source && answers[name] && !isIpv4(String(answers[name]).trim()),
      )
      .map(({ name, patternMessage }) => [name, patternMessage ?? messages.ipv4]),
  );

/** The labels of what is not answered, or not as asked; the names of answers to no question. */
export const labelsOfFaults = (form: FormShape, answers: FormValues): string[] =>
  Object.keys(answerFaults(form, answers)).map(
    (name) => form.fields.find((field) => field.name === name)?.label ?? name,
  );

/** Refuses invalid answers to a form, field by field; the portal runs the same checks before sending. */
export function requireAnswers(form: FormShape, answers: FormValues): void {
  const fields = answerFaults(form, answers);
  if (Object.keys(fields).length > 0)
    throw new AppError("invalidRequest", {
      fields,
      message: `Please check these answers: ${labelsOfFaults(form, answers).join(", ")}.`,
    });
}
