import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { Alert } from "../../ui/alert.tsx";
import { formatMoney, type MoneyValue } from "../../ui/money-text.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { nextTakingQuery } from "./payment-options.queries.ts";

/** Says what automatic payment takes next and when, what of it is on its way, and what it leaves to be paid by hand. */
export function NextTaking() {
  const { data, error, refetch } = useQuery(nextTakingQuery);
  if (error && !data) return <QueryError tight error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-12" />;
  const { State, OnItsWay, Next, Left } = data;
  return (
    <div className="grid gap-2 text-sm" role="status">
      {State === "noMethod" && (
        <Alert type="warning" title="Nothing can be taken at the moment">
          Your default cannot be used for automatic payment now. Please choose another one, or pay by hand.
        </Alert>
      )}
      {OnItsWay && (
        <p>
          On its way: {amountOf(OnItsWay)}, taken on {formatDate(OnItsWay.On)}. It counts once it is confirmed.
        </p>
      )}
      {Next && (
        <p>
          Takes next: {amountOf(Next)} on {formatDate(Next.On)}, unless you pay before.
        </p>
      )}
      {State === "on" && !Next && !OnItsWay && (
        <p>Nothing is to be taken: all that is issued is paid or paid by hand.</p>
      )}
      {Left && (
        <Alert type="warning" title={`${amountOf(Left)} is left for you to pay`}>
          Taking it did not go through, or was taken back by the bank. It is not tried again by itself: please pay it by
          card or bank transfer, or choose another default.
        </Alert>
      )}
    </div>
  );
}

const amountOf = ({ Amount, Invoices }: { Amount: MoneyValue | null; Invoices: number }): string => {
  const invoices = Invoices === 1 ? "one invoice" : `${Invoices} invoices`;
  return Amount ? `${formatMoney(Amount)} for ${invoices}` : invoices;
};
