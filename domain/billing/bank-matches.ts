/** For whom a bank transfer is: what it says, from which account it comes and how much it is, held against what is open. */
import { format, type Currency } from "../values/money.ts";

export const bankLineStates = ["open", "allocated", "setAside", "paidOut"] as const;
export type BankLineState = (typeof bankLineStates)[number];
/** What is certain may be allocated many at once; what is likely is looked at first. */
export const certainties = ["certain", "likely"] as const;
export type Certainty = (typeof certainties)[number];

export type Receipt = { minor: bigint; currency: Currency; mentions: readonly string[] };
export type OpenInvoice = {
  id: string;
  resellerId: string;
  resellerName: string;
  number: string;
  /** As {@link mentionsIn} finds it. */
  plainNumber: string;
  dueOn: string;
  openMinor: bigint;
};
export type Company = { id: string; name: string };
/** An invoice's part of a transfer, or a reseller's credit where it names none. */
export type Share = { resellerId: string; resellerName: string; invoice: OpenInvoice | null; minor: bigint };
export type Match = { certainty: Certainty; reason: string; shares: Share[] };

/**
 * Finds what may be the number of an invoice in what a payer wrote: up to four words that end with three digits or
 * more; and what may be a reseller's reference for its credit.
 */
export function mentionsIn(text: string): string[] {
  const words = text.toUpperCase().match(/[A-Z0-9]+/g) ?? [];
  const found = words.flatMap((_, at) => [1, 2, 3, 4].map((count) => words.slice(at, at + count).join("")));
  const isNumber = (each: string) => /^(?=.*[A-Z]).{2,40}$/.test(each) && /\d{3}$/.test(each);
  return [...new Set(found)].filter((each) => isNumber(each) || /^CR[0-9A-F]{8}$/.test(each)).slice(0, 200);
}

const sumOf = (invoices: readonly OpenInvoice[]) => invoices.reduce((sum, { openMinor }) => sum + openMinor, 0n);
const numbersOf = (invoices: readonly OpenInvoice[]) => invoices.map(({ number }) => number).join(", ");
const toShare = (invoice: OpenInvoice, minor = invoice.openMinor): Share => {
  const { resellerId, resellerName } = invoice;
  return { resellerId, resellerName, invoice, minor };
};

/** Gives each invoice in turn what is open on it, and the rest to the company's credit. */
function spread(minor: bigint, invoices: readonly OpenInvoice[], company: Company): Share[] {
  let left = minor;
  const shares: Share[] = [];
  for (const invoice of invoices) {
    const part = left < invoice.openMinor ? left : invoice.openMinor;
    if (part > 0n) shares.push(toShare(invoice, part));
    left -= part;
  }
  if (left > 0n) shares.push({ resellerId: company.id, resellerName: company.name, invoice: null, minor: left });
  return shares;
}

/**
 * Proposes for whom a transfer is, by the strongest sign there is: the invoices it names; the reference that a reseller
 * quotes to add credit; the account it comes from, if
 * a person allocated an earlier one of it; the payer's name. Undefined where nothing speaks for anybody, or for two.
 * `open` are the invoices that may be meant, in the transfer's currency and by due date.
 */
export function matchReceipt(
  { minor, currency, mentions }: Receipt,
  open: readonly OpenInvoice[],
  { byReference, byAccount, byName }: Record<"byReference" | "byAccount" | "byName", readonly Company[]>,
): Match | undefined {
  const said = new Set(mentions);
  const named = open.filter(({ plainNumber }) => said.has(plainNumber));
  const [first] = named;
  if (first) {
    const reason = `It names ${numbersOf(named)}`;
    if (sumOf(named) === minor)
      return {
        certainty: "certain",
        reason: `${reason}, and pays what is open`,
        shares: named.map((each) => toShare(each)),
      };
    if (named.some(({ resellerId }) => resellerId !== first.resellerId)) return undefined;
    const apart = sumOf(named) - minor;
    const differs =
      apart > 0n ? `${format({ minor: apart, currency })} less` : `${format({ minor: -apart, currency })} more`;
    const company = { id: first.resellerId, name: first.resellerName };
    return {
      certainty: "likely",
      reason: `${reason}, and is ${differs} than is open`,
      shares: spread(minor, named, company),
    };
  }
  const [adding, ...moreAdding] = byReference;
  if (adding && moreAdding.length === 0)
    return {
      certainty: "certain",
      reason: `It quotes the reference with which ${adding.name} adds credit`,
      shares: spread(minor, [], adding),
    };
  const [payer, ...others] = byAccount.length > 0 ? byAccount : byName;
  if (!payer || others.length > 0) return undefined;
  const isKnown = byAccount.length > 0;
  const reason = isKnown
    ? `An earlier one from this account was ${payer.name}’s`
    : `The payer is called as ${payer.name}`;
  const theirs = open.filter(({ resellerId }) => resellerId === payer.id);
  const same = theirs.filter(({ openMinor }) => openMinor === minor);
  const exact = same.length === 1 ? same : sumOf(theirs) === minor && theirs.length > 0 ? theirs : undefined;
  if (exact) {
    const how = `the amount is that of ${exact.length === theirs.length && exact.length > 1 ? "all that is open" : numbersOf(exact)}`;
    return {
      certainty: isKnown ? "certain" : "likely",
      reason: `${reason}, and ${how}`,
      shares: exact.map((each) => toShare(each)),
    };
  }
  if (!isKnown) return undefined;
  const rest = theirs.length > 0 ? "oldest first" : "nothing is open";
  return { certainty: "likely", reason: `${reason}; ${rest}`, shares: spread(minor, theirs, payer) };
}
