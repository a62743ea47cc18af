import { faultsOf, strangersOf, type FormShape, type FormValues } from "@tradewind/domain/catalogue/forms.ts";
import { AppError } from "./app-error.ts";
import { matchesLinearly } from "./linear-pattern.ts";

/** Refuses invalid answers to a form, field by field; the portal runs the same checks before sending. */
export function requireAnswers(form: FormShape, answers: FormValues): void {
  const fields = { ...strangersOf(form, answers), ...faultsOf(form, answers, matchesLinearly) };
  if (Object.keys(fields).length > 0) throw new AppError("invalidRequest", { fields });
}
