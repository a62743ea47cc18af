import { addressFields, contactFields } from "@tradewind/domain/values/contact-fields.ts";

const known: Readonly<Record<string, { label: string }>> = { ...addressFields, ...contactFields };

/** Returns the label of a detail: that of its field where forms have it, else `Agreement name` for `AgreementName`. */
export const fieldLabel = (name: string): string => {
  const words = name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
  return known[name]?.label ?? words.charAt(0).toUpperCase() + words.slice(1);
};
