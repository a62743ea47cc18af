import type { InvoiceItem } from "@tradewind/contract/billing/invoices.ts";
import { type PaymentItem, payments } from "@tradewind/contract/billing/payments.ts";
import { formatDecimal, parseDecimal } from "@tradewind/domain/values/decimal.ts";
import { leastPayment } from "@tradewind/domain/billing/payments.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { asApiError } from "../../platform/api-error.ts";
import { callUnder } from "../../platform/api.ts";
import { mayPass } from "../../platform/queries.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { RadioGroup } from "../../ui/choice.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { formatMoney, type MoneyValue } from "../../ui/money-text.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { cardsQuery } from "../payment-options/payment-options.queries.ts";
import { invoicePaymentsQuery, type PaymentsOfInvoice } from "./invoices.queries.ts";
import { storedWays, usualWay } from "./pay-ways.ts";

type Props = { invoices: readonly InvoiceItem[]; onClose: () => void };
type Line = { invoice: InvoiceItem; data: PaymentsOfInvoice | undefined; payment: PaymentItem | undefined };

const isPayable = ({ data }: Line) => BigInt(data?.Collectable?.Minor ?? 0) >= leastPayment;

/**
 * Pays what is open of several invoices with a stored card or by direct debit, each by a payment of its own and one after
 * the other; the first that does not go through ends it.
 */
export function PaySeveralDialog({ invoices, onClose }: Props) {
  const read = useQueries({ queries: invoices.map(({ Id }) => invoicePaymentsQuery(Id)) });
  const [made, setMade] = useState<Readonly<Record<string, PaymentItem>>>({});
  const [chosen, setChosen] = useState<string>();
  const [sending, setSending] = useState<string>();
  const [failure, setFailure] = useState<{ message: string; reference?: string | undefined }>();
  const isRunning = useRef(false);
  const queries = useQueryClient();
  /** The idempotency key of each payment until its answer is definite. */
  const keys = useRef(new Map<string, string>());

  const data = read[0]?.data;
  const cards = useQuery({ ...cardsQuery("Active"), enabled: data?.StoredCards === true });
  const lines = invoices.map((invoice, n): Line => {
    const of = read[n]?.data;
    const begun = made[invoice.Id];
    const seen = of?.Payments.find(({ Id }) => Id === begun?.Id);
    return { invoice, data: of, payment: seen && begun && seen.Version >= begun.Version ? seen : begun };
  });
  const stored = cards.data ?? [];
  const ways = storedWays(stored, data?.DirectDebit);
  const way = chosen ?? usualWay(stored, data?.DirectDebit) ?? ways[0]?.value;
  const left = lines.filter(isPayable);
  const error = read.find((each) => each.error)?.error ?? cards.error;
  const isLoading = read.some((each) => each.isPending) || cards.isLoading;
  const total = totalOf(left);

  async function payOne({ invoice: { Id: InvoiceId }, data: of }: Line): Promise<PaymentItem> {
    const Amount = of!.Collectable!;
    const asked = `${InvoiceId} ${way} ${Amount.Minor}`;
    const key = keys.current.get(asked) ?? crypto.randomUUID();
    keys.current.set(asked, key);
    try {
      const { Payment } =
        way === data?.DirectDebit?.Id
          ? await callUnder(key, payments.debit, { body: { InvoiceId, Amount } })
          : await callUnder(key, payments.charge, {
              body: {
                PaymentMethodId: way!,
                Amount: formatDecimal(parseDecimal(Amount.Minor) / 100n, 2),
                PaymentDate: of!.PaymentDate,
                Currency: Amount.Currency,
                InvoiceId,
              },
            });
      keys.current.delete(asked);
      return Payment;
    } catch (failed) {
      if (!mayPass(failed)) keys.current.delete(asked);
      throw failed;
    }
  }
  async function pay() {
    if (isRunning.current) return;
    isRunning.current = true;
    setFailure(undefined);
    for (const line of left) {
      const { Id, Number } = line.invoice;
      setSending(Id);
      try {
        const paid = await payOne(line);
        setMade((before) => ({ ...before, [Id]: paid }));
        if (paid.State !== "failed") continue;
        setFailure({ message: `${Number}: ${paid.Failure?.Reason ?? "It was not paid."} ${rest}` });
      } catch (refused) {
        const { message, reference } = asApiError(refused);
        setFailure({ message: `${Number}: ${message} ${rest}`, reference });
      }
      break;
    }
    await queries.invalidateQueries({ queryKey: ["invoices"] });
    setSending(undefined);
    isRunning.current = false;
  }

  const isBusy = sending !== undefined;
  const isOver = !isBusy && !isLoading && !error && left.length === 0;
  return (
    <Dialog
      title={invoices.length === 1 ? `Pay invoice ${invoices[0]!.Number}` : `Pay ${invoices.length} invoices`}
      onClose={onClose}
      locked={isBusy}
      footer={
        isOver ? (
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        ) : (
          <>
            <Button onClick={onClose} disabled={isBusy}>
              Cancel
            </Button>
            <Button
              variant="primary"
              busy={isBusy}
              disabled={isLoading || way === undefined || !total}
              onClick={() => void pay()}
            >
              {total ? `Pay ${formatMoney(total)}` : "Pay"}
            </Button>
          </>
        )
      }
    >
      <div className="grid gap-4">
        {failure && (
          <Alert type="error" live>
            <span>{failure.message}</span>
            {failure.reference && <span className="block text-sm">Reference {failure.reference}</span>}
          </Alert>
        )}
        {error && (
          <QueryError
            tight
            error={error}
            onRetry={() => {
              for (const each of [...read, cards]) if (each.error) void each.refetch();
            }}
          />
        )}
        {isLoading && !error ? (
          <Skeleton className="h-64" />
        ) : (
          <>
            <div role="status">
              <ul aria-label="Invoices" className="grid gap-2">
                {lines.map((line) => (
                  <li key={line.invoice.Id} className="flex flex-wrap justify-between gap-x-4">
                    <span className="figures font-medium">{line.invoice.Number}</span>
                    <span className="figures text-muted">{wordsOf(line, sending)}</span>
                  </li>
                ))}
              </ul>
            </div>
            {left.length > 0 && !total && <Alert type="info">Choose invoices of one currency.</Alert>}
            {left.length > 0 && ways.length > 0 && (
              <RadioGroup label="Pay with" value={way} disabled={isBusy} choices={ways} onValue={setChosen} />
            )}
            {left.length > 1 && ways.length > 0 && (
              <p className="text-sm text-muted">Each invoice is charged by itself, one after the other.</p>
            )}
            {left.length > 0 && ways.length === 0 && !error && (
              <Alert type="info">
                Several invoices are paid with a stored card or by direct debit. Add one in{" "}
                <TextLink to={screens.paymentOptions.path}>Payment options</TextLink>, or pay each with a new card on
                its page.
              </Alert>
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}

const rest = "The invoices after it were not paid.";

/** What would be paid; undefined of nothing, and of two currencies. */
function totalOf(lines: readonly Line[]): MoneyValue | undefined {
  const amounts = lines.flatMap(({ data }) => data?.Collectable ?? []);
  const Currency = amounts[0]?.Currency;
  if (!Currency || amounts.some((each) => each.Currency !== Currency)) return undefined;
  return { Minor: String(amounts.reduce((sum, { Minor }) => sum + BigInt(Minor), 0n)), Currency };
}

function wordsOf(line: Line, sending: string | undefined): string {
  const { invoice, data, payment } = line;
  if (sending === invoice.Id) return "Paying…";
  switch (payment?.State) {
    case "confirmed":
      return payment.Amount ? `${formatMoney(payment.Amount)} was paid` : "It was paid";
    case "failed":
      return "Not paid";
    case "unknown":
      return "We are looking how the payment stands";
    case undefined:
      break;
    default:
      return "On its way";
  }
  if (isPayable(line)) return formatMoney(data!.Collectable!);
  return data?.Open && data.Open.Minor !== "0" ? "A payment is on its way" : "There is nothing to pay";
}
