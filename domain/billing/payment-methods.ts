/** How a reseller pays: what it may pay by, when, and which cards are taken. */

export const methodKinds = ["card", "directDebit"] as const;
export type MethodKind = (typeof methodKinds)[number];
export const methodStatuses = ["Active", "Closed"] as const;
export const paymentTerms = ["Due Upon Receipt", "Net 14", "Net 30"] as const;
export type PaymentTerm = (typeof paymentTerms)[number];
const termDays: Readonly<Record<PaymentTerm, number>> = { "Due Upon Receipt": 0, "Net 14": 14, "Net 30": 30 };

/** The terms of somebody who was granted so many days: nobody gives themselves more. */
export const termsWithin = (days: number): readonly PaymentTerm[] =>
  paymentTerms.filter((term) => termDays[term] <= days);

/** A direct debit is a bank transfer that the bank makes by itself. */
export const paymentMethodTypes = ["BankTransfer", "CreditCard"] as const;
export type PaymentMethodType = (typeof paymentMethodTypes)[number];

export const typeOfKind: Readonly<Record<MethodKind, PaymentMethodType>> = {
  card: "CreditCard",
  directDebit: "BankTransfer",
};

export const cardBrands = ["Visa", "MasterCard", "AmericanExpress"] as const;
export type CardBrand = (typeof cardBrands)[number];
/** As people write them. */
export const brandWords: Readonly<Record<CardBrand, string>> = {
  Visa: "Visa",
  MasterCard: "Mastercard",
  AmericanExpress: "American Express",
};

/** The brands that are taken: American Express only where its feature is on (FLAG-11). */
export const acceptedBrands = (takesAmex: boolean): readonly CardBrand[] =>
  cardBrands.filter((brand) => takesAmex || brand !== "AmericanExpress");

/** Reads a brand however it is written, such as `American Express`; undefined for one that is never taken. */
export function readBrand(text: string): CardBrand | undefined {
  const plain = text.toLowerCase().replace(/[^a-z]/g, "");
  return cardBrands.find((brand) => brand.toLowerCase() === plain);
}
