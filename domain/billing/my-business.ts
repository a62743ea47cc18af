import { addressFields, contactFields, type TextField } from "../values/contact-fields.ts";

/** What a company says of itself and may change at once, by wire name. */
export const businessContacts = {
  ...addressFields,
  BillingEmail: { label: "Billing email", kind: "email", longest: 254 },
  ...contactFields,
} as const satisfies Record<string, TextField>;

/**
 * Formats of VAT numbers in our resellers' countries; elsewhere, the country's letters and up to twelve more
 * characters.
 */
const vatPatterns: Record<string, RegExp> = {
  GB: /^GB(\d{9}|\d{12}|(GD|HA)\d{3})$/,
  IE: /^IE(\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/,
};

/** Strips spaces, dots and hyphens, and capitalises. */
export const plainVatNumber = (text: string): string => text.replace(/[\s.-]/g, "").toUpperCase();

export const isVatNumber = (plain: string, country: string): boolean =>
  (vatPatterns[country] ?? new RegExp(`^${country}[0-9A-Z+*]{2,12}$`)).test(plain);
