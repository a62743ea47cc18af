import { shapeOfForm } from "@tradewind/contract/catalogue/form-wire.ts";
import type { DynamicForm, PopupData } from "@tradewind/contract/catalogue/forms.ts";
import { faultsOf } from "@tradewind/domain/catalogue/forms.ts";
import { AppError } from "../../platform/app-error.ts";
import { matchesLinearly } from "../../platform/linear-pattern.ts";

/** The answers to an order's form among its details, which hold the answers of other steps too. */
export function requireOrderForm(form: DynamicForm, details: PopupData): void {
  const fields = faultsOf(shapeOfForm(form), details, matchesLinearly);
  if (Object.keys(fields).length > 0) throw new AppError("invalidRequest", { fields });
}
