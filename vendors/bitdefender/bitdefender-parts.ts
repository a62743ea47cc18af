/**
 * What a company of Bitdefender's is sold by, and how it is named here and there. A company has one protection model, whose
 * endpoints it reserves, and add-ons, which are on or off. Each has a counter of its own in what Bitdefender bills.
 */
import type { FulfilCustomer, FulfilLine } from "../vendor.ts";

/** The counters of the protection models, by the name that Bitdefender gives the model. */
export const models: Readonly<Record<string, string>> = {
  aLaCarte: "aLaCarteMonthlyUsage",
  mspSecure: "mspSecureMonthlyUsage",
  mspSecurePlus: "mspSecurePlusMonthlyUsage",
  mspSecureExtra: "mspSecureExtraMonthlyUsage",
};
/** The counters of the add-ons, by the name of the switch. */
export const addOns: Readonly<Record<string, string>> = {
  manageEncryption: "encryptionMonthlyUsage",
  managePatchManagement: "patchManagementMonthlyUsage",
  manageEmailSecurity: "emailSecurityMonthlyUsage",
};

export const isAddOn = ({ offerRef }: Pick<FulfilLine, "offerRef">): boolean => offerRef in addOns;

/** The number of an add-on is that of its company with its switch behind. */
export const addOnRef = (companyId: string, addOn: string): string => `${companyId}/${addOn}`;
/** Reads a number of ours; undefined for one that is none of Bitdefender's, as of what people had set up. */
export function readRef(vendorRef: string): { companyId: string; addOn: string | undefined } | undefined {
  const [companyId, addOn] = vendorRef.split("/");
  return /^[0-9a-f]{24}$/.test(companyId!) ? { companyId: companyId!, addOn } : undefined;
}

const tailOf = (id: string, length: number) => id.replaceAll("-", "").slice(-length);
const longestName = 64;

/** What stands in the name of each of a customer's companies, by which they are found. */
export const markOf = (customer: Pick<FulfilCustomer, "id">): string => tailOf(customer.id, 12);

/** Whether a name ends as those of the customer's companies do: the mark elsewhere in it means nothing. */
export const isNamedFor = (mark: string, name: string): boolean =>
  new RegExp(`^ \\[${RegExp.escape(mark)}-[0-9a-f]{8}\\]$`).test(name.slice(-mark.length - 12));

/** What the name of a line's company ends with: a name is all that Bitdefender keeps of ours. */
export const endOfName = (customer: Pick<FulfilCustomer, "id">, { key }: Pick<FulfilLine, "key">): string =>
  ` [${markOf(customer)}-${tailOf(key, 8)}]`;

export function companyName(customer: Pick<FulfilCustomer, "id" | "name">, line: Pick<FulfilLine, "key">): string {
  const end = endOfName(customer, line);
  const name = customer.name.replaceAll(/[<>]/g, "").slice(0, longestName - end.length);
  // Half a sign at its end is none.
  return `${name
    .toWellFormed()
    .replace(/\uFFFD$/, "")
    .trim()}${end}`;
}
