export const customerStatuses = ["Active", "Suspended"] as const;
export type CustomerStatus = (typeof customerStatuses)[number];
export const organisationTypes = ["Commercial", "Charity", "Education", "Government"] as const;
export type OrganisationType = (typeof organisationTypes)[number];

export const customerNameLength = 100;
/** Letters of any script, digits and the punctuation of company names; `@` and the like are refused (CUST-13). */
export const customerNamePattern = /^[\p{L}\p{M}\p{N} .,'’&()/+-]+$/u;

/**
 * The optional texts about a customer, by wire name in the order they are shown. The contract's schemas, the columns
 * read and written, the form and the details shown are all made from this table.
 */
export const customerDetails = {
  Domain: { label: "Domain", part: "organisation", kind: "domain", longest: 253 },
  Address1: { label: "Address line 1", part: "address", kind: "text", longest: 100 },
  Address2: { label: "Address line 2", part: "address", kind: "text", longest: 100 },
  TownCity: { label: "Town or city", part: "address", kind: "text", longest: 60 },
  County: { label: "County", part: "address", kind: "text", longest: 60 },
  PostCode: { label: "Postcode", part: "address", kind: "postcode", longest: 12 },
  ContactName: { label: "Contact name", part: "contact", kind: "person", longest: 100 },
  ContactEmail: { label: "Contact email", part: "contact", kind: "email", longest: 200 },
  Telephone: { label: "Telephone", part: "contact", kind: "telephone", longest: 30 },
} as const satisfies Record<string, Detail>;

type Detail = {
  label: string;
  part: "organisation" | "address" | "contact";
  kind: "text" | "domain" | "email" | "telephone" | "postcode" | "person";
  longest: number;
};
export type CustomerDetail = keyof typeof customerDetails;
const names = Object.keys(customerDetails) as CustomerDetail[];

export const detailsIn = (part: Detail["part"]): CustomerDetail[] =>
  names.filter((name) => customerDetails[name].part === part);

/** Makes an object with a value for each detail. */
export const eachDetail = <Value>(make: (name: CustomerDetail) => Value): Record<CustomerDetail, Value> =>
  Object.fromEntries(names.map((name) => [name, make(name)])) as Record<CustomerDetail, Value>;
