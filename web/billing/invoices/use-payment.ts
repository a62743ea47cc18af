import { type PaymentItem, payments } from "@tradewind/contract/billing/payments.ts";
import type { WireMoney } from "@tradewind/contract/endpoint.ts";
import { formatDecimal, parseDecimal } from "@tradewind/domain/values/decimal.ts";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { asApiError } from "../../platform/api-error.ts";
import { useWrite } from "../../platform/queries.ts";
import type { CardForm } from "./card-frame.tsx";
import { invoicePaymentsQuery } from "./invoices.queries.ts";

/** Where a payment stands: it is entered, sent, with the payer's bank, or waits to be confirmed by the gateway. */
export type Step = "enter" | "sending" | "bank" | "sent";
/** What is shown in place of the form. */
export type Outcome = "paid" | "processing" | "unknown" | "nothingToPay";
export type Failure = { message: string; reference?: string | undefined };

const unconfirmed = "The payment was not confirmed with your bank. Nothing was charged. Please try another card.";
/** Milliseconds after which a payment that was sent is looked at again. */
const followed = 3_000;
const waitsForPayer = (payment: PaymentItem | undefined) =>
  payment?.State === "submitted" || payment?.State === "needsAction";

/** Pays an invoice, step by step, and follows the payment until the gateway has confirmed or refused it. */
export function usePayment(InvoiceId: string) {
  const form = useRef<CardForm>(null);
  const isRunning = useRef(false);
  const [step, setStep] = useState<Step>("enter");
  const [failure, setFailure] = useState<Failure>();
  const [begun, setBegun] = useState<PaymentItem>();
  const { data } = useQuery({
    ...invoicePaymentsQuery(InvoiceId),
    // Whoever waits for a card's bank is told also where no event arrives.
    refetchInterval: ({ state }) => {
      const sent = step === "sent" && state.data?.Payments.find(({ Id }) => Id === begun?.Id);
      return sent && sent.Kind === "card" && sent.State === "processing" && followed;
    },
  });
  const write = { shown: true, refreshes: ["invoices"] } as const;
  const create = useWrite(payments.create, write);
  const charge = useWrite(payments.charge, write);
  const debit = useWrite(payments.debit, write);
  const confirm = useWrite(payments.confirm, write);
  const cancel = useWrite(payments.cancel, { refreshes: ["invoices"] });
  // What was answered last, or what an event told of it since.
  const seen = data?.Payments.find(({ Id }) => Id === begun?.Id);
  const payment = seen && begun && seen.Version >= begun.Version ? seen : begun;

  const outcome = (): Outcome | undefined => {
    const isOver = payment?.State === "failed" || payment?.State === "cancelled";
    if (payment?.State === "confirmed") return "paid";
    if (step === "sent" && !isOver) return payment?.State === "unknown" ? "unknown" : "processing";
    const isFree = step === "enter" && !waitsForPayer(payment);
    return isFree && data?.Collectable?.Minor === "0" ? "nothingToPay" : undefined;
  };

  /** Runs one payment from its first call to its last; a second press meanwhile does nothing. */
  async function run(pay: () => Promise<PaymentItem | undefined>): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    setStep("sending");
    setFailure(undefined);
    try {
      const paid = await pay();
      setBegun(paid);
      setStep(paid && paid.State !== "failed" && paid.State !== "cancelled" ? "sent" : "enter");
      if (paid?.Failure) setFailure({ message: paid.Failure.Reason });
    } catch (error) {
      const { message, reference } = asApiError(error);
      setFailure({ message, reference });
      setStep("enter");
    } finally {
      isRunning.current = false;
    }
  }

  async function newCard(Amount: WireMoney): Promise<PaymentItem | undefined> {
    const taken = await form.current!.ask({ kind: "take" });
    if (taken.kind !== "taken") {
      if (taken.kind === "refused") setFailure({ message: taken.message });
      return waitsForPayer(payment) ? payment : undefined;
    }
    // What was begun and never confirmed goes on.
    const waiting = waitsForPayer(payment)
      ? payment!
      : (await create.mutateAsync({ body: { InvoiceId, Amount } })).Payment;
    setBegun(waiting);
    const PaymentIntentId = waiting.PaymentIntentId!;
    const asked = await confirm.mutateAsync({ body: { PaymentIntentId, PaymentMethodId: taken.ref } });
    if (asked.Payment.State !== "needsAction" || asked.ClientSecret === null) return asked.Payment;
    setBegun(asked.Payment);
    setStep("bank");
    await form.current!.ask({ kind: "act", clientSecret: asked.ClientSecret });
    setStep("sending");
    const answered = (await confirm.mutateAsync({ body: { PaymentIntentId } })).Payment;
    if (answered.State !== "needsAction") return answered;
    setFailure({ message: unconfirmed });
    return (await cancel.mutateAsync({ body: { PaymentIntentId } })).Payment;
  }

  const isPaid = payment?.State === "confirmed" || data?.Open?.Minor === "0";
  return {
    data,
    form,
    step,
    failure: isPaid
      ? undefined
      : (failure ?? (step === "sent" && payment?.Failure ? { message: payment.Failure.Reason } : undefined)),
    payment,
    outcome: outcome(),
    /** Amounts cannot change any more. */
    isBegun: waitsForPayer(payment),
    payWithNewCard: (amount: WireMoney) => run(() => newCard(amount)),
    payWithStoredCard: ({ Minor, Currency }: WireMoney, PaymentMethodId: string, PaymentDate: string) =>
      run(async () => {
        const Amount = formatDecimal(parseDecimal(Minor) / 100n, 2);
        return (await charge.mutateAsync({ body: { PaymentMethodId, Amount, PaymentDate, Currency, InvoiceId } }))
          .Payment;
      }),
    payByDebit: (Amount: WireMoney) =>
      run(async () => (await debit.mutateAsync({ body: { InvoiceId, Amount } })).Payment),
    /** Gives up what nobody has confirmed. */
    async leave(): Promise<void> {
      if (payment?.PaymentIntentId && waitsForPayer(payment))
        await cancel.mutateAsync({ body: { PaymentIntentId: payment.PaymentIntentId } }).catch(() => undefined);
    },
    isLeaving: cancel.isPending,
  };
}
