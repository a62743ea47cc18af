import type { PaymentTerm } from "@tradewind/domain/billing/payment-methods.ts";
import { ending, nameOfCard } from "../../shared/card-words.ts";
import type { PaymentCard, PaymentOptions } from "./payment-options.queries.ts";

export const nameOfDebit = ({ LastFour }: NonNullable<PaymentOptions["DirectDebit"]>): string =>
  `Direct debit from the account${ending(LastFour)}`;

/** What can become the default or be cancelled. */
export type Method =
  | { kind: "card"; of: PaymentCard }
  | { kind: "directDebit"; of: NonNullable<PaymentOptions["DirectDebit"]> };
export const nameOf = ({ kind, of }: Method): string => (kind === "card" ? nameOfCard(of) : nameOfDebit(of));

const termWords: Readonly<Record<PaymentTerm, string>> = {
  "Due Upon Receipt": "On receipt of the invoice",
  "Net 14": "Within 14 days",
  "Net 30": "Within 30 days",
};
export const wordOfTerm = (term: PaymentTerm): string => termWords[term];
