import { acts } from "@tradewind/contract/acts.ts";
import { payments, type PaymentItem, type PaymentWithMoves } from "@tradewind/contract/billing/payments.ts";
import { paidByWords } from "@tradewind/domain/billing/payments.ts";
import { formatDate, formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { MoneyText } from "../../ui/money-text.tsx";
import { Card } from "../../ui/page.tsx";
import { StatusDot } from "../../ui/status.tsx";
import { useWrite } from "../../platform/queries.ts";
import { useAllowed } from "../../platform/session.ts";
import { QueryError } from "../../shared/query-error.tsx";
import { invoicePaymentsQuery } from "./invoices.queries.ts";

const onItsWay = { tone: "information", word: "On its way" } as const;
const stateWords: Record<PaymentItem["State"], { tone: "success" | "fail" | "information"; word: string }> = {
  submitted: { tone: "information", word: "Waits for a card" },
  needsAction: { tone: "information", word: "Waits for your bank" },
  processing: onItsWay,
  unknown: { tone: "information", word: "Being looked up" },
  presumedPaid: onItsWay,
  confirmed: { tone: "success", word: "Paid" },
  failed: { tone: "fail", word: "Failed" },
  cancelled: { tone: "information", word: "Cancelled" },
  refunded: { tone: "information", word: "Refunded" },
  chargedBack: { tone: "fail", word: "Taken back by the bank" },
};

/** Lists what was paid on an invoice, when and by what, what is on its way, and why something failed. */
export function PaymentsCard({ invoiceId }: { invoiceId: string }) {
  const { data, error, refetch } = useQuery(invoicePaymentsQuery(invoiceId));
  if (error && !data) return <QueryError error={error} onRetry={() => void refetch()} />;
  if (!data || data.Payments.length === 0) return null;
  return (
    <Card title="Payments">
      <ul className="grid gap-4">
        {data.Payments.map((payment) => (
          <Payment key={payment.Id} payment={payment} />
        ))}
      </ul>
      {data.Collectable && data.Open && data.Collectable.Minor !== data.Open.Minor && (
        <p className="mt-4 text-sm text-muted">
          Open besides what is on its way: <MoneyText value={data.Collectable} />
        </p>
      )}
    </Card>
  );
}

/** What came and what went back, where that is more than one payment that came. */
function Moves({ moves }: { moves: PaymentWithMoves["Moves"] }) {
  if (moves.length < 2) return null;
  return (
    <ul aria-label="What came and went back" className="mt-1 grid gap-1 border-l-2 border-line pl-3 text-sm">
      {moves.map(({ At, Amount, Reason }) => {
        const wentBack = Reason !== null || Amount?.Minor.startsWith("-");
        return (
          <li key={`${At} ${Amount?.Minor}`} className="flex flex-wrap justify-between gap-x-4">
            <span className="min-w-0 flex-1">
              {wentBack ? "Went back" : "Came"}, {formatDateTime(At)}
              {Reason && <span className="block text-muted">{Reason}</span>}
            </span>
            {Amount && <MoneyText value={Amount} credit />}
          </li>
        );
      })}
    </ul>
  );
}

function Payment({ payment }: { payment: PaymentWithMoves }) {
  // Without the gateway's number it waits for no payer: a stored card is being charged.
  const isSent = payment.State === "submitted" && payment.PaymentIntentId === null;
  const { tone, word } = isSent ? onItsWay : stateWords[payment.State];
  const isInPart = payment.State === "confirmed" && payment.Moves.at(-1)?.Reason != null;
  const mayCancel = useAllowed(acts.pay);
  const cancel = useWrite(payments.cancel, { refreshes: ["invoices"], shown: true });
  const isWaiting = payment.State === "submitted" || payment.State === "needsAction";
  const ref = payment.PaymentIntentId;
  return (
    <li className="grid gap-1">
      <span className="flex flex-wrap items-baseline justify-between gap-x-4">
        <StatusDot tone={tone}>{isInPart ? "Paid, and refunded in part" : word}</StatusDot>
        {payment.Amount && <MoneyText value={payment.Amount} />}
      </span>
      <span className="text-sm text-muted">
        {payment.PaidWith ?? paidByWords[payment.Kind]}, {formatDateTime(payment.ChangedAt)}, {payment.CreatedBy}
      </span>
      {payment.ChargeOn && (
        <span className="text-sm">
          The bank takes it on {formatDate(payment.ChargeOn)}. It counts once the bank has confirmed it.
        </span>
      )}
      {payment.Failure && <span className="text-sm">{payment.Failure.Reason}</span>}
      <Moves moves={payment.Moves} />
      {isWaiting && mayCancel && ref !== null && (
        <span>
          <Button
            size="small"
            busy={cancel.isPending}
            onClick={() => cancel.mutate({ body: { PaymentIntentId: ref } })}
          >
            Cancel this payment
          </Button>
        </span>
      )}
      {cancel.error && (
        <Alert type="error" title="The payment could not be cancelled">
          {cancel.error.message}
        </Alert>
      )}
    </li>
  );
}
