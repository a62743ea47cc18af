import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { ending, expiryOf, nameOfCard } from "../../shared/card-words.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import type { paymentMethods } from "@tradewind/contract/billing/payment-methods.ts";
import type { PaymentsOfInvoice } from "./invoices.queries.ts";

type Cards = ResultOf<typeof paymentMethods.cards>["Items"];
type Debit = PaymentsOfInvoice["DirectDebit"] | undefined;

/** The stored cards and the direct debit as choices to pay with. */
export const storedWays = (cards: Cards, debit: Debit) => [
  ...cards.map((card) => ({
    value: card.Id,
    label: nameOfCard(card),
    hint: [card.IsDefault && "Your default", expiryOf(card) && `expires ${expiryOf(card)}`].filter(Boolean).join(", "),
  })),
  ...(debit
    ? [
        {
          value: debit.Id,
          label: `Direct debit from the account${ending(debit.AccountEnding)}`,
          hint: debit.ChargeOn
            ? `Taken on ${formatDate(debit.ChargeOn)} at the earliest`
            : "Taken as soon as the bank allows",
        },
      ]
    : []),
];

/** The way that is chosen first: the default card, or the direct debit where there is no card. */
export const usualWay = (cards: Cards, debit: Debit): string | undefined =>
  cards.find(({ IsDefault }) => IsDefault)?.Id ?? (cards.length === 0 ? debit?.Id : undefined);
