import type { DebtorAccount } from "@tradewind/contract/billing/debtors.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { paidByWords, type PaymentState } from "@tradewind/domain/billing/payments.ts";
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { MoneyText, type MoneyValue } from "../../ui/money-text.tsx";
import { Card } from "../../ui/page.tsx";
import { StatusDot, type Tone } from "../../ui/status.tsx";
import { lateWords, stepWords } from "./debtor-words.tsx";

type LinesProps = {
  title: string;
  none: string;
  lines: readonly { id: string; what: ReactNode; more: ReactNode; value: MoneyValue; under?: ReactNode }[];
};

/** A card of lines, each with an amount. */
export function Lines({ title, none, lines }: LinesProps) {
  return (
    <Card title={title}>
      {lines.length === 0 ? (
        <p className="text-muted">{none}</p>
      ) : (
        <ul aria-label={title} className="divide-y divide-line">
          {lines.map(({ id, what, more, value, under }) => (
            <li key={id} className="flex items-start justify-between gap-4 py-2 first:pt-0 last:pb-0">
              <div className="grid min-w-0 gap-0.5 wrap-anywhere">
                <span>{what}</span>
                <span className="text-sm text-muted">{more}</span>
              </div>
              <div className="grid shrink-0 justify-items-end gap-0.5">
                <MoneyText value={value} />
                {under}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

type OpenItem = DebtorAccount["OpenItems"][number];
type OpenItemsProps = { items: readonly OpenItem[]; onWriteOff: (item: OpenItem) => void };

export const DebtorOpenItems = ({ items, onWriteOff }: OpenItemsProps) => (
  <Lines
    title="Open invoices"
    none="Nothing is open."
    lines={items.map((item) => ({
      id: item.InvoiceId,
      what: <span className="figures font-medium">{item.Number}</span>,
      more: (
        <>
          Issued {formatDate(item.IssuedOn)}, due {formatDate(item.DueOn)}
          {item.DaysLate > 0 && `, ${lateWords(item.DaysLate)}`}
        </>
      ),
      value: item.Open,
      under: (
        <>
          {item.Open.Minor !== item.Gross.Minor && (
            <span className="text-sm text-muted">
              of <MoneyText value={item.Gross} />
            </span>
          )}
          {item.OnItsWay.Minor !== "0" && (
            <StatusDot tone="information">
              <MoneyText value={item.OnItsWay} /> on its way
            </StatusDot>
          )}
          {item.Open.Minor !== item.OnItsWay.Minor && (
            <Button
              size="small"
              variant="light"
              aria-label={`Write off ${item.Number}`}
              onClick={() => onWriteOff(item)}
            >
              Write off
            </Button>
          )}
        </>
      ),
    }))}
  />
);

const states: Record<PaymentState, { tone: Tone; word: string }> = {
  submitted: { tone: "information", word: "On its way" },
  needsAction: { tone: "information", word: "Waits for the payer" },
  processing: { tone: "information", word: "On its way" },
  unknown: { tone: "information", word: "On its way" },
  presumedPaid: { tone: "information", word: "On its way" },
  confirmed: { tone: "success", word: "Paid" },
  failed: { tone: "fail", word: "Failed" },
  cancelled: { tone: "disabled", word: "Cancelled" },
  refunded: { tone: "disabled", word: "Given back" },
  chargedBack: { tone: "fail", word: "Charged back" },
};

export const DebtorPayments = ({ payments }: { payments: DebtorAccount["Payments"] }) => (
  <Lines
    title="Payments"
    none="Nothing was paid yet."
    lines={payments.map((payment) => ({
      id: payment.Id,
      what: payment.PaidWith ?? paidByWords[payment.Kind],
      more: `${formatDate(payment.At.slice(0, 10))}, ${payment.Number === null ? "for credit" : payment.Number}`,
      value: payment.Amount,
      under: <StatusDot tone={states[payment.State].tone}>{states[payment.State].word}</StatusDot>,
    }))}
  />
);

export const DebtorMemos = ({ memos }: { memos: DebtorAccount["CreditMemos"] }) => (
  <Lines
    title="Credit memos"
    none="There is none."
    lines={memos.map((memo) => ({
      id: memo.Id,
      what: <span className="figures font-medium">{memo.Number}</span>,
      more: `Issued ${formatDate(memo.IssuedOn)}`,
      value: memo.Gross,
      under:
        memo.Open.Minor === memo.Gross.Minor ? undefined : (
          <span className="text-sm text-muted">
            <MoneyText value={memo.Open} /> left
          </span>
        ),
    }))}
  />
);

export const DebtorNotices = ({ notices }: { notices: DebtorAccount["Notices"] }) => (
  <Lines
    title="Notices sent"
    none="Nothing was sent yet."
    lines={notices.map((notice) => ({
      id: notice.Id,
      what: stepWords[notice.Step],
      more: `${formatDate(notice.On)}, ${notice.Number}`,
      value: notice.Owed,
    }))}
  />
);
