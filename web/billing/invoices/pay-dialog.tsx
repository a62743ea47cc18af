import { leastPayment } from "@tradewind/domain/billing/payments.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { RadioGroup } from "../../ui/choice.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { MoneyField } from "../../ui/money-field.tsx";
import { formatMoney, type MoneyValue } from "../../ui/money-text.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { cardsQuery } from "../payment-options/payment-options.queries.ts";
import { CardFrame } from "./card-frame.tsx";
import type { InvoiceDetail } from "./invoice-lines.ts";
import { PayOutcome } from "./pay-outcome.tsx";
import { storedWays, usualWay } from "./pay-ways.ts";
import { usePayment } from "./use-payment.ts";

type Props = { invoice: Pick<InvoiceDetail["Invoice"], "Id" | "Number">; onClose: () => void };

/** Pays an invoice, or a part of it, with a stored or a new card, or by direct debit. Closing gives up what nobody has confirmed. */
export function PayDialog({ invoice, onClose }: Props) {
  const pay = usePayment(invoice.Id);
  const { data, step, payment, isBegun } = pay;
  const cards = useQuery({ ...cardsQuery("Active"), enabled: data?.StoredCards === true });
  const [typed, setTyped] = useState<string>();
  const [chosen, setChosen] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const stored = cards.data ?? [];
  const debit = data?.DirectDebit;
  const way = chosen ?? usualWay(stored, debit) ?? (data?.NewCard ? "new" : (stored[0]?.Id ?? debit?.Id));
  const most = isBegun ? payment?.Amount : data?.Collectable;
  const minor = (isBegun ? undefined : typed) ?? most?.Minor ?? "";
  const fault = most ? amountFault(minor, most) : undefined;
  const amount = most && way !== undefined && !fault ? { Minor: minor, Currency: most.Currency } : undefined;
  const isBusy = step === "sending" || pay.isLeaving;
  const isFormShown = pay.outcome === undefined;
  const leave = async () => {
    await pay.leave();
    onClose();
  };
  const send = () => {
    if (!amount || !data) return;
    if (way === debit?.Id) void pay.payByDebit(amount);
    else void (way === "new" ? pay.payWithNewCard(amount) : pay.payWithStoredCard(amount, way!, data.PaymentDate));
  };
  return (
    <Dialog
      title={`Pay invoice ${invoice.Number}`}
      onClose={() => void leave()}
      locked={isBusy}
      footer={
        isFormShown ? (
          <>
            <Button onClick={() => void leave()} disabled={isBusy}>
              {step === "bank" ? "Cancel the payment" : "Cancel"}
            </Button>
            {step !== "bank" && (
              <Button
                variant="primary"
                busy={step === "sending"}
                disabled={!amount || (way === "new" && !isOpen)}
                onClick={send}
              >
                {amount ? `Pay ${formatMoney(amount)}` : "Pay"}
              </Button>
            )}
          </>
        ) : (
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        )
      }
    >
      <div className="grid gap-4">
        {pay.failure && (
          <Alert type="error" live>
            <span>{pay.failure.message}</span>
            {pay.failure.reference && <span className="block text-sm">Reference {pay.failure.reference}</span>}
          </Alert>
        )}
        <div role="status" className="contents">
          <PayOutcome outcome={pay.outcome} payment={payment} open={data?.Open} />
        </div>
        {isFormShown && (!data || !most || cards.isLoading) && <Skeleton className="h-64" />}
        {isFormShown && data && most && !cards.isLoading && (
          <>
            {step === "bank" ? (
              <p className="text-muted">Your bank asks you to confirm this payment of {formatMoney(most)}.</p>
            ) : (
              <>
                <MoneyField
                  label="Amount"
                  hint={`${formatMoney(most)} is open. You can pay a part of it.`}
                  error={fault}
                  currency={most.Currency}
                  value={minor}
                  disabled={isBusy || isBegun}
                  onValue={(value) => setTyped(value ?? "")}
                />
                {cards.error && <QueryError tight error={cards.error} onRetry={() => void cards.refetch()} />}
                {(stored.length > 0 || debit) && (
                  <RadioGroup
                    label="Pay with"
                    value={way}
                    disabled={isBusy || isBegun}
                    choices={[
                      ...storedWays(stored, debit),
                      ...(data.NewCard ? [{ value: "new", label: stored.length > 0 ? "Another card" : "A card" }] : []),
                    ]}
                    onValue={setChosen}
                  />
                )}
              </>
            )}
            {way === "new" && data.NewCard && (
              <>
                <CardFrame
                  form={pay.form}
                  opening={{
                    kind: "open",
                    key: data.NewCard.PublishableKey,
                    minor: Number(most.Minor),
                    currency: most.Currency,
                  }}
                  isOpen={isOpen}
                  acts={step === "bank"}
                  onOpen={setOpen}
                />
                {step !== "bank" && (
                  <p className="text-sm text-muted">
                    What you enter goes to our payment provider, and never to us. Your bank may ask you to confirm it.
                  </p>
                )}
              </>
            )}
            {way === undefined && (
              <Alert type="info">You have no card to pay with. Add one in Payment options, and pay with it here.</Alert>
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}

function amountFault(minor: string, most: MoneyValue): string | undefined {
  if (minor === "" || BigInt(minor) < leastPayment) return "Must be at least 0.30";
  return BigInt(minor) > BigInt(most.Minor) ? `Must be at most ${formatMoney(most)}` : undefined;
}
