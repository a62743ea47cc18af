import { automaticPayments } from "@tradewind/contract/billing/automatic-payments.ts";
import { directDebits, type DirectDebitStatus } from "@tradewind/contract/billing/direct-debits.ts";
import { paymentMethods, type PaymentCard, type PaymentOptions } from "@tradewind/contract/billing/payment-methods.ts";
import { queryOptions } from "@tanstack/react-query";
import { ApiError } from "../../platform/api-error.ts";
import { call } from "../../platform/api.ts";

export type { DirectDebitStatus, PaymentCard, PaymentOptions };
export type CardStatus = PaymentCard["PaymentMethodStatus"];

/** The first key of all of them, by which they are fetched again. */
const root = "paymentMethods";

export const optionsQuery = queryOptions({
  queryKey: [root, "options"],
  queryFn: ({ signal }) => call(paymentMethods.options, { signal }),
});

export const nextTakingQuery = queryOptions({
  queryKey: [root, "next"],
  queryFn: ({ signal }) => call(automaticPayments.next, { signal }),
});

export const debitQuery = queryOptions({
  queryKey: [root, "directDebit"],
  queryFn: ({ signal }) => call(directDebits.status, { signal }),
});

const listFailed = "Loading of payment cards failed. Result contains failed succeed status flag.";

export const cardsQuery = (PaymentMethodStatus: CardStatus) =>
  queryOptions({
    queryKey: [root, "cards", PaymentMethodStatus],
    queryFn: async ({ signal }) => {
      try {
        return (await call(paymentMethods.cards, { query: { PaymentMethodStatus }, signal })).Items;
      } catch (error) {
        if (!(error instanceof ApiError) || error.status === 0) throw error;
        const Labels = error.reference === undefined ? null : { Reference: error.reference };
        throw new ApiError(error.status, { Error: error.code, Messages: [listFailed], Labels });
      }
    },
  });
