/** A text that people type: its label, the rule it follows and its greatest length. */
export type TextField = { label: string; kind: TextKind; longest: number };
export type TextKind = "text" | "domain" | "email" | "telephone" | "postcode" | "person";

/** The fields of a postal address by wire name, in the order in which every form and page shows them. */
export const addressFields = {
  Address1: { label: "Address line 1", kind: "text", longest: 100 },
  Address2: { label: "Address line 2", kind: "text", longest: 100 },
  TownCity: { label: "Town or city", kind: "text", longest: 60 },
  County: { label: "County", kind: "text", longest: 60 },
  PostCode: { label: "Postcode", kind: "postcode", longest: 12 },
} as const satisfies Record<string, TextField>;

/** How a company's contact is reached, likewise. */
export const contactFields = {
  ContactName: { label: "Contact name", kind: "person", longest: 100 },
  ContactEmail: { label: "Contact email", kind: "email", longest: 200 },
  Telephone: { label: "Telephone", kind: "telephone", longest: 30 },
} as const satisfies Record<string, TextField>;

/** The kinds of address goods go to. */
export const addressTypes = [
  { value: "0", label: "Commercial" },
  { value: "1", label: "Residential" },
] as const;
