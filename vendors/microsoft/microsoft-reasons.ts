import type { Refusal } from "../vendor.ts";
import type { VendorRefusal } from "../http.ts";

/** Explains Microsoft's codes in words a reseller can act on. */
const reasons: Record<string, string> = {
  "2001": "Microsoft does not change licences while a subscription is suspended. Resume it first.",
  "2002": "Microsoft does not allow this number of licences for this product.",
  "2085": "Microsoft does not offer this product to this customer.",
  "13605":
    "Microsoft needs a confirmation that the customer accepted the Microsoft Customer Agreement. Enter who accepted it and when.",
  "60003": "Microsoft does not know this customer. Check the Microsoft tenant of the customer.",
  "600009": "Microsoft does not accept this domain name.",
  "600032": "Microsoft does not accept the customer's address. Check street, town, postcode and country.",
  "600043":
    "This Microsoft domain already belongs to an organisation. If that is this customer, bring its tenant in: add the product again and choose to use the existing tenant. Otherwise order with another domain.",
  "800060": "Microsoft does not offer this product with this term and billing.",
  "800070": "Microsoft does not offer this product in the customer's country.",
  "800075": "Microsoft has not approved this customer yet.",
  "800090":
    "Microsoft no longer takes these licences back: their seven days are over. Reduce them at the next renewal.",
  "800091": "The subscription is suspended. Resume it before changing it.",
  "800093": "This subscription cannot be renewed automatically.",
  "900279":
    "Microsoft no longer allows this change. The time for cancelling may be over, or the subscription has ended.",
  "900311": "This subscription has been changed too often. Ask support.",
  "900416": "Microsoft has locked this customer for purchases.",
  "900419": "The customer has as many subscriptions as Microsoft allows.",
};

const comeBack: Record<string, string> = {
  "900278": "Microsoft is still working on an earlier change",
  "2055": "The subscription changed meanwhile; reading it again",
};

/** Reads a refusal: a no for good, or what there is to wait for. */
export function readRefusal({ code, message }: VendorRefusal): Refusal | { waitFor: string } {
  const waitFor = comeBack[code];
  return waitFor ? { waitFor } : { code, reason: reasonOf(code, message) };
}

export const reasonOf = (code: string, description: string) =>
  reasons[code] ?? `Microsoft refused this: ${description.replace(/\.?$/, ".")}`;
