import { shapeOfForm } from "@tradewind/contract/catalogue/form-wire.ts";
import type { DynamicForm, PopupData } from "@tradewind/contract/catalogue/forms.ts";
import { faultsOf } from "@tradewind/domain/catalogue/forms.ts";
import { AppError } from "../../platform/app-error.ts";
import { matchesLinearly } from "../../platform/linear-pattern.ts";

/** Checks the order form's answers in the details, which also hold the answers of other steps. */
export function requireOrderForm(form: DynamicForm, details: PopupData): void {
  const fields = faultsOf(shapeOfForm(form), details, matchesLinearly);
  if (Object.keys(fields).length > 0) throw new AppError("invalidRequest", { fields });
}
