import type { Refusal } from "../vendor.ts";
import type { VendorRefusal } from "../http.ts";

/** What a code means for the line that it is about. */
export type Reading =
  /** A no for good, or until a person has done what the reason says. */
  | Refusal
  /** Nothing is decided. `atMostMs` later it is a no. */
  | { waitFor: string; atMostMs?: number };

const [minute, hidden] = [60_000, "This is not visible at Microsoft."];

/** Codes after which it is unknown what Microsoft did, or that pass by themselves: they never end a line. */
const waits: readonly (readonly [codes: string, words: string])[] = [
  ["408 800003 800005 900192", "Microsoft had a fault; we check before trying again"],
  ["800014 800060 800064 900101 900104 900112 900113", "Microsoft is still working on it"],
  ["800082 900261 900278", "Microsoft is not ready yet: an earlier change is pending"],
  ["800065 600061", "This was already sent to Microsoft; reading the result"],
  ["2055", "The subscription changed meanwhile; reading it again"],
  ["800073 800074", "Microsoft checks the customer, which can take days"],
];

/** New orders may be invisible for a quarter of an hour. */
const hides = ["20000", "20003", "800007"];

/** Refusals in words a reseller can act on. */
const reasons: readonly (readonly [codes: string, reason: string])[] = [
  ["400019 400072 2091", "Microsoft changed this offer or no longer has it. Order it again from the catalogue."],
  ["400013 400018 2085 800020 800028", "Microsoft does not offer this product to this customer."],
  ["800070", "Microsoft does not offer this product in the customer's country."],
  [
    "13605",
    "Microsoft needs a confirmation that the customer accepted the Microsoft Customer Agreement. Enter who accepted it and when.",
  ],
  ["900123", "Microsoft needs you to accept its partner agreement in Partner Center first."],
  ["900124", "Microsoft needs us to accept its partner agreement first. Contact us."],
  ["800075", "Microsoft has not approved this customer. Ask support."],
  ["900416", "Microsoft has locked this customer for purchases. Ask support."],
  ["800069", "Microsoft refused this customer because of its account or risk. Ask support."],
  // Our credit at Microsoft is none of the reseller's business.
  ["800023 800025 900121", "Microsoft does not take this order from us at the moment. Contact us."],
  ["900117 900213 800061", "Microsoft no longer cancels this: its days are over. Cancel it at the end of the term."],
  [
    "800090 900214 900257",
    "Microsoft no longer takes these licences back: their seven days are over. Reduce them at the next renewal.",
  ],
  ["2001 800091", "The subscription is suspended. Resume it before changing it."],
  ["400041 10018 10019", "This needs a product that it builds on, with enough licences. Order that one first."],
  ["2002 800067 800088 900275 10015", "Microsoft does not allow this number of licences for this product."],
  ["800066 800089 900419", "The customer has as many subscriptions as Microsoft allows."],
  ["800093", "This subscription cannot be renewed automatically."],
  ["800072 800085 800097 900269 900270", "Microsoft does not let the billing of this subscription change so."],
  [
    "900236 900258 900259 900260 900267 900268 800107 800121 800122 10013",
    "Microsoft does not offer this product with this term and billing.",
  ],
  ["900277 900279 900280 2011", "The subscription is ending or has ended at Microsoft, which no longer changes it."],
  [
    "10016 10017 900242 900244 900245",
    "Microsoft does not let a term of this product end on that day. Choose another.",
  ],
  ["900311", "This subscription has been changed too often. Ask support."],
  ["800086 900252 900253", "Microsoft needs proof that the customer is in education or the public sector."],
  ["900203 900206 400036", "Microsoft needs a declaration from us first. Contact us."],
  ["900128 900129 900317 900318", "Microsoft needs an active Azure plan for this. Order one first."],
  ["20002 60003", "Microsoft does not know this customer as ours. Bring its tenant in again, or check the tenant."],
  ["900308 900309 900316 900329 900420", "Microsoft does not give us the rights for this. Contact us."],
  [
    "Authorization_RequestDenied",
    "Microsoft does not let us change licences in this customer's directory. Ask its administrator for that right.",
  ],
  ["900100", "Microsoft does not know this transfer. Ask for it again."],
  ["900102", "Microsoft lets only the other partner accept a transfer."],
  ["900103", "Microsoft no longer takes this transfer back: the other partner has accepted or refused it."],
  [
    "900131",
    "Microsoft does not transfer this customer while it has Azure subscriptions of the old kind. Ask the other partner to move them to the Azure plan.",
  ],
  [
    "900400",
    "Microsoft does not take this transfer. Check the other partner's tenant ID, that the customer accepted us as its reseller, and that no transfer from that partner is open.",
  ],
  ["900154", "Microsoft does not accept the reseller. Check the partner number."],
  ["600009", "Microsoft does not accept this domain name."],
  ["600032", "Microsoft does not accept the customer's address. Check street, town, postcode and country."],
  [
    "600043",
    "This Microsoft domain already belongs to an organisation. If that is this customer, bring its tenant in: add the product again and choose to use the existing tenant. Otherwise order with another domain.",
  ],
];

const byCode = (rows: readonly (readonly [string, string])[]) =>
  new Map(rows.flatMap(([codes, words]) => codes.split(" ").map((code) => [code, words] as const)));
const [waitFor, reasonFor] = [byCode(waits), byCode(reasons)];

/** Reads a refusal: a no for good, or what there is to wait for. */
export function readRefusal({ code, message }: Pick<VendorRefusal, "code" | "message">): Reading {
  if (hides.includes(code)) return { waitFor: hidden.slice(0, -1), atMostMs: 15 * minute };
  if (code.startsWith("transition.")) return { code, reason: message };
  const words = waitFor.get(code);
  return words ? { waitFor: words } : { code, reason: reasonOf(code, message) };
}

/** Tells whether nothing is decided yet. */
export const isUndecided = (code: string): boolean => waitFor.has(code) || hides.includes(code);

/** Explains a code; one without words of ours is named beside Microsoft's. */
export const reasonOf = (code: string, description: string) =>
  (hides.includes(code) ? hidden : reasonFor.get(code)) ??
  `Microsoft refused this: ${description.replace(/\.$/, "")}${code && ` (${code})`}.`;
