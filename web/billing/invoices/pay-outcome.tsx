import type { PaymentItem } from "@tradewind/contract/billing/payments.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { Alert } from "../../ui/alert.tsx";
import { formatMoney, type MoneyValue } from "../../ui/money-text.tsx";
import type { Outcome } from "./use-payment.ts";

type Props = { outcome: Outcome | undefined; payment: PaymentItem | undefined; open: MoneyValue | null | undefined };

/** Says how a payment ended or that it still goes on, or why there is nothing to pay. */
export function PayOutcome({ outcome, payment, open }: Props) {
  const isPaidWhole = open?.Minor === "0";
  switch (outcome) {
    case "paid":
      return (
        <Alert type="success" title={payment?.Amount ? `${formatMoney(payment.Amount)} was paid` : "It was paid"}>
          {payment?.PaidWith && `With ${payment.PaidWith}. `}
          {open && !isPaidWhole ? `${formatMoney(open)} of the invoice is still open.` : "The invoice is paid in full."}
        </Alert>
      );
    case "processing":
      if (payment?.Kind === "directDebit")
        return (
          <Alert type="info" title="The payment is on its way">
            {payment.ChargeOn && `The bank takes it on ${formatDate(payment.ChargeOn)}. `}
            It counts once the bank has confirmed it, usually a working day later. You can close this.
          </Alert>
        );
      return (
        <Alert type="info" title="Processing">
          The payment was sent, and is being confirmed. You can close this: the invoice shows how it ended.
        </Alert>
      );
    case "unknown":
      return (
        <Alert type="info" title="We are looking how the payment stands">
          Please do not pay again meanwhile. The invoice shows how it ended.
        </Alert>
      );
    case "nothingToPay":
      return (
        <Alert type="info" title="There is nothing to pay now">
          {isPaidWhole
            ? "The invoice was paid meanwhile."
            : "A payment of this invoice is on its way. The invoice shows how it stands."}
        </Alert>
      );
    default:
      return null;
  }
}
