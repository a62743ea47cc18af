import { paymentMethods } from "@tradewind/contract/billing/payment-methods.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useWrite } from "../../platform/queries.ts";
import type { PaymentOptions } from "./payment-options.queries.ts";

export const updateFailed = "Update payment methods failed.";

/** What is paid with, by default: a card or a direct debit. */
export type NewDefault = { Id: string; type: PaymentOptions["PaymentMethodType"] };

/**
 * Makes a method the default: first the settings, then the other cards are cancelled. If that fails, the new default stays
 * and whoever pressed is told.
 */
export function useMakeDefault(options: PaymentOptions, onDone: () => void) {
  const queries = useQueryClient();
  const update = useWrite(paymentMethods.update, { shown: true });
  const cancel = useWrite(paymentMethods.cancel, { shown: true });
  const make = async ({ Id, type }: NewDefault, others: readonly string[]) => {
    try {
      await update.mutateAsync({ body: { ...bodyOf(options), paymentMethodType: type, defaultPaymentMethodId: Id } });
      if (others.length > 0) await cancel.mutateAsync({ body: { ids: [...others] } });
    } finally {
      void queries.invalidateQueries({ queryKey: ["paymentMethods"] });
    }
    onDone();
  };
  return {
    make: (method: NewDefault, others: readonly string[]) => void make(method, others).catch(() => undefined),
    isPending: update.isPending || cancel.isPending,
    failed: update.error !== null || cancel.error !== null,
  };
}

/** How the company pays now, as it is saved with one thing changed. */
export const bodyOf = (options: PaymentOptions) => ({
  autoPay: options.AutoPay,
  paymentTerm: options.PaymentTerm,
  paymentMethodType: options.PaymentMethodType,
  defaultPaymentMethodId: options.DefaultPaymentMethodId,
});
