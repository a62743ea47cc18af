import type { ExpectedCash } from "@tradewind/contract/billing/debtors.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { currencies } from "@tradewind/domain/values/money.ts";
import { useQuery } from "@tanstack/react-query";
import { TextLink } from "../../shared/link-render.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { formatMoney, MoneyText } from "../../ui/money-text.tsx";
import { Card, PageHeader } from "../../ui/page.tsx";
import { EmptyState, Skeleton } from "../../ui/placeholder.tsx";
import { StatusDot, type Tone } from "../../ui/status.tsx";
import { expectationWords, moneyOf } from "./debtor-words.tsx";
import { cashExpectedQuery } from "./debtors.queries.ts";

const tones: Record<ExpectedCash["How"], Tone> = {
  onItsWay: "success",
  directDebit: "information",
  card: "information",
  promised: "warning",
  due: "disabled",
};
const sumOf = (items: readonly ExpectedCash[]) => items.reduce((sum, { Amount }) => sum + BigInt(Amount.Minor), 0n);

/** What is expected to come in on each of the coming days, by currency. */
export function CashExpectedScreen() {
  const { data, error, refetch } = useQuery(cashExpectedQuery);
  const items = data?.Items ?? [];
  return (
    <>
      <PageHeader
        title="Cash expected"
        about={
          data
            ? `From ${formatDate(data.From)} to ${formatDate(data.Until)}, less what resellers have in credit`
            : "What is expected to come in over the coming 30 days"
        }
        actions={<TextLink to={screens.debtors.path}>Debtors</TextLink>}
      />
      {error && !data ? (
        <QueryError error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton className="h-96" />
      ) : items.length === 0 ? (
        <Card>
          <EmptyState icon="checkCircle" title="Nothing is expected">
            Nothing is open that is due within 30 days, and nothing is on its way.
          </EmptyState>
        </Card>
      ) : (
        <div className="grid gap-6">
          {currencies
            .filter((currency) => items.some(({ Amount }) => Amount.Currency === currency))
            .map((currency) => (
              <Currency key={currency} items={items.filter(({ Amount }) => Amount.Currency === currency)} />
            ))}
        </div>
      )}
    </>
  );
}

function Currency({ items }: { items: readonly ExpectedCash[] }) {
  const [{ Amount }] = items as [ExpectedCash];
  const money = (of: readonly ExpectedCash[]) => <MoneyText value={moneyOf(sumOf(of), Amount.Currency)} />;
  const days = [...Map.groupBy(items, ({ Day }) => Day)];
  const dated = items.filter(({ Day }) => Day !== null);
  const late = items.filter(({ Day }) => Day === null);
  const most = days.reduce((max, [day, of]) => (day !== null && sumOf(of) > max ? sumOf(of) : max), 1n);
  return (
    <Card
      title={`${formatMoney(moneyOf(sumOf(dated), Amount.Currency))} expected`}
      about={late.length > 0 ? <>and {money(late)} overdue, for which nobody gave a day</> : undefined}
    >
      <ul aria-label={`Expected in ${Amount.Currency}`} className="divide-y divide-line">
        {days.map(([day, of]) => (
          <li
            key={day ?? ""}
            className="grid gap-x-6 gap-y-1 py-2.5 first:pt-0 last:pb-0 max-md:grid-cols-[minmax(0,1fr)_auto] md:grid-cols-[8rem_minmax(0,1fr)_9rem] md:items-start"
          >
            <span className="figures font-medium">{day === null ? "Overdue" : formatDate(day)}</span>
            <div className="grid gap-1 max-md:order-last max-md:col-span-2">
              {of.map(({ How, Amount: each, Payments }) => (
                <span key={How} className="flex flex-wrap items-center gap-x-3">
                  <StatusDot tone={day === null ? "fail" : tones[How]}>
                    {day === null ? "No day known" : expectationWords[How]}
                  </StatusDot>
                  <span className="text-sm text-muted">
                    <MoneyText value={each} /> in {Payments.toLocaleString("en-GB")}{" "}
                    {How === "due" || How === "promised" ? "invoice" : "payment"}
                    {Payments === 1 ? "" : "s"}
                  </span>
                </span>
              ))}
              {day !== null && (
                <span
                  aria-hidden="true"
                  className="block h-1.5 rounded-full bg-accent"
                  style={{ width: `${Math.max(1, Number((sumOf(of) * 100n) / most))}%` }}
                />
              )}
            </div>
            <span className="text-right font-medium">{money(of)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
