import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { isCalendarDate } from "@tradewind/domain/values/dates.ts";
import { fieldLabel } from "../../shared/field-label.ts";

/** Returns the readable details of a service: texts, numbers and yes or no. */
export function detailFacts(details: Readonly<Record<string, unknown>>): { label: string; value: string }[] {
  return Object.entries(details).flatMap(([name, value]) => {
    if (typeof value === "boolean") return [{ label: fieldLabel(name), value: value ? "Yes" : "No" }];
    if (typeof value === "string" && isCalendarDate(value))
      return [{ label: fieldLabel(name), value: formatDate(value) }];
    if (typeof value === "number" || (typeof value === "string" && value !== ""))
      return [{ label: fieldLabel(name), value: String(value) }];
    return [];
  });
}
