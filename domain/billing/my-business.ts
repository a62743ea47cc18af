import { addressFields, contactFields, type TextField } from "../values/contact-fields.ts";

/** What a company says of itself and may change at once, by wire name. */
export const businessContacts = {
  ...addressFields,
  BillingEmail: { label: "Billing email", kind: "email", longest: 254 },
  ...contactFields,
} as const satisfies Record<string, TextField>;
