import { addressFields, contactFields, type TextField } from "../values/contact-fields.ts";

export const customerStatuses = ["Active", "Suspended"] as const;
export type CustomerStatus = (typeof customerStatuses)[number];
export const organisationTypes = ["Commercial", "Charity", "Education", "Government"] as const;
export type OrganisationType = (typeof organisationTypes)[number];

export const customerNameLength = 100;
/** Letters of any script, the joiners that some need, digits and the signs that companies have in their names. */
export const companySigns = "\\p{L}\\p{M}\\p{N}\\p{Pd}\\p{Sc}\u200C\u200D .,:!?¡¿'’‘ʼ\"“”„«»&()/+#*%°·・§™®©×、。（）";
/** `@`, `<`, `>` and the like are refused (CUST-13), and whatever else nobody sees. */
export const customerNamePattern = new RegExp(`^[${companySigns}]+$`, "u");

/**
 * The optional texts about a customer, by wire name in the order they are shown. The contract's schemas, the columns
 * read and written, the form and the details shown are all made from this table.
 */
export const customerDetails = {
  Domain: { label: "Domain", kind: "domain", longest: 253 },
  ...addressFields,
  ...contactFields,
} as const satisfies Record<string, TextField>;

export type CustomerDetail = keyof typeof customerDetails;
const names = Object.keys(customerDetails) as CustomerDetail[];
const parts = { organisation: ["Domain"], address: Object.keys(addressFields), contact: Object.keys(contactFields) };

export const detailsIn = (part: keyof typeof parts) => parts[part] as CustomerDetail[];

/** Makes an object with a value for each detail. */
export const eachDetail = <Value>(make: (name: CustomerDetail) => Value): Record<CustomerDetail, Value> =>
  Object.fromEntries(names.map((name) => [name, make(name)])) as Record<CustomerDetail, Value>;
