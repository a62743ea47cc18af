import type { MeterData } from "../catalogue-data.ts";
import { addOns, models } from "./bitdefender-parts.ts";

/** By the month, without a commitment. */
export const rules = {
  product_id: "bitdefender",
  maximum: null,
  plans: ["none:monthly"],
  policies: ["bitdefender.window-always", "bitdefender.refund-none-month-used-is-owed", "bitdefender.term-end-renew"],
} as const;

/** What was used of it at most in a month: what is more than its licences is charged by the month. */
const mostUsed = (meter: string | undefined, unit: string): MeterData[] => [
  {
    meter: meter!,
    name: "Most in use",
    unit,
    total: "highest",
    policy: "bitdefender.usage-report-from-day-3-for-30-days",
  },
];
/** A protection model, by the endpoint. */
export const model = (ref: string) =>
  ({
    ...rules,
    offer_ref: ref,
    offer_group: "Protection",
    unit: "Endpoint",
    meters: mostUsed(models[ref], "Endpoint"),
  }) as const;
/** An add-on of any protection model. */
export const addOn = (ref: string, unit: string) =>
  ({
    ...rules,
    offer_ref: ref,
    offer_group: "Add-ons",
    unit,
    meters: mostUsed(addOns[ref], unit),
    is_add_on: true,
    once_per_customer: true,
    needs_one_of: ["a-la-carte", "secure", "secure-plus", "secure-extra"].map((each) => `bitdefender.${each}`),
  }) as const;
