import type { debtors } from "@tradewind/contract/billing/debtors.ts";
import { screens } from "@tradewind/contract/screens.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import type { UseQueryResult } from "@tanstack/react-query";
import { TextLink } from "../../shared/link-render.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { MoneyText } from "../../ui/money-text.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { ageWords } from "./debtor-words.tsx";

type Totals = ResultOf<typeof debtors.totals>;

/** What everybody owes together, by currency and age. */
export function DebtorTotals({ totals }: { totals: UseQueryResult<Totals> }) {
  if (totals.error && !totals.data) return <QueryError error={totals.error} onRetry={() => void totals.refetch()} />;
  if (!totals.data) return <Skeleton className="h-28" />;
  return (
    <ul aria-label="Totals" className="grid gap-3 xl:grid-cols-2">
      {totals.data.Items.map((each) => (
        <li key={each.Owed.Currency} className="rounded-card border border-line bg-surface px-5 py-4 max-md:px-4">
          <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
            <h2 className="text-base">
              <MoneyText className="text-lg font-semibold" value={each.Owed} /> owed by{" "}
              {each.Resellers.toLocaleString("en-GB")} {each.Resellers === 1 ? "reseller" : "resellers"}
            </h2>
            <span className={each.Overdue.Minor === "0" ? "text-muted" : "text-danger"}>
              <MoneyText value={each.Overdue} /> overdue
            </span>
          </div>
          <dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-2 md:grid-cols-4">
            {each.Ages.map(({ Age, Owed }) => (
              <Figure key={Age} label={ageWords[Age]} value={Owed} />
            ))}
            <Figure
              label="In credit"
              value={{ ...each.Credit, Minor: String(BigInt(each.Credit.Minor) + BigInt(each.CreditMemos.Minor)) }}
            />
            <Figure label="On its way" value={each.OnItsWay} />
            <Figure label="Not allocated" value={each.Unallocated} />
          </dl>
          {each.Unallocated.Minor !== "0" && (
            <p className="mt-2 text-sm">
              <TextLink to={screens.bankTransfers.path}>Allocate what came in</TextLink>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

const Figure = ({ label, value }: { label: string; value: Totals["Items"][number]["Owed"] }) => (
  <div>
    <dt className="text-sm text-muted">{label}</dt>
    <dd>
      <MoneyText value={value} />
    </dd>
  </div>
);
