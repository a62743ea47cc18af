import { screens } from "@tradewind/contract/screens.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { useAllowed, useSeesPrices, useSession } from "../../platform/session.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { PricesHidden } from "../../shared/prices-hidden.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { useAsked } from "../../shared/screen-address.ts";
import { DateField } from "../../ui/date-field.tsx";
import { formatMoney, MoneyText, type MoneyValue } from "../../ui/money-text.tsx";
import { Card, PageHeader } from "../../ui/page.tsx";
import { EmptyState, Skeleton } from "../../ui/placeholder.tsx";
import { RankedBars } from "../../ui/ranked-bars.tsx";
import { StatTile } from "../../ui/stat-tile.tsx";
import { accountTotalsQuery, type AccountTotals } from "./account.queries.ts";
import { BreakdownCard } from "./breakdown-card.tsx";
import { HistoryCard } from "./history-card.tsx";

/** `/billing/account-totals`: what the reseller owes since when, what happened on the account, and what months were made of. */
export function AccountTotalsScreen() {
  const sees = useSeesPrices();
  return sees ? <Totals /> : <Hidden />;
}

const Hidden = () => (
  <>
    <PageHeader title="Account totals" />
    <PricesHidden />
  </>
);

function Totals() {
  const { Reseller, Today } = useSession();
  const [{ On }, ask] = useAsked(screens.accountTotals);
  const seesReports = useAllowed(screens.billingReports);
  const { data, error, refetch, isPlaceholderData } = useQuery(accountTotalsQuery(On));
  return (
    <>
      <PageHeader
        title="Account totals"
        about={Reseller?.Name}
        actions={
          <>
            {seesReports && <TextLink to={screens.billingReports.path}>Reports</TextLink>}
            <DateField
              label="At the end of"
              max={Today}
              today={Today}
              value={On ?? Today}
              onValue={(day) => ask({ On: day === Today || day === "" ? undefined : day })}
            />
          </>
        }
      />
      {error && !data ? (
        <QueryError error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="grid gap-6" aria-busy={isPlaceholderData || undefined}>
          <Tiles totals={data} />
          <Card
            title="Owed since"
            about="What is to pay by how long it is past its due date. Credit stands beside it and is not taken off."
          >
            {data ? <Ages totals={data} /> : <Skeleton className="h-48" />}
          </Card>
          <HistoryCard />
          <BreakdownCard />
        </div>
      )}
    </>
  );
}

function Tiles({ totals }: { totals: AccountTotals | undefined }) {
  const loading = totals === undefined;
  const figure = (value: MoneyValue | null | undefined) => value && <MoneyText value={value} credit />;
  const isLate = totals?.Overdue?.Minor !== "0";
  return (
    <div className="grid gap-3 md:grid-cols-3 md:gap-4">
      <StatTile
        loading={loading}
        icon="document"
        label="Balance"
        value={figure(totals?.Balance)}
        note="All that is to pay, less credit"
      />
      <StatTile
        loading={loading}
        icon="alert"
        tone={!loading && isLate ? "fail" : undefined}
        label="Overdue"
        value={figure(totals?.Overdue)}
        note={isLate ? `Past its due date on ${totals ? formatDate(totals.On) : ""}` : "Nothing is overdue"}
      />
      <StatTile
        loading={loading}
        icon="pound"
        label="In credit"
        value={figure(totals?.Credit)}
        note="Credit memos, and what was paid beyond what was owed"
      />
    </div>
  );
}

const ageWords = {
  notDue: "Not due yet",
  to30: "1 to 30 days late",
  to60: "31 to 60 days late",
  to90: "61 to 90 days late",
  over90: "Over 90 days late",
} as const;

function Ages({ totals }: { totals: AccountTotals }) {
  if (totals.Ages.every(({ Documents }) => Documents === 0))
    return (
      <EmptyState tight icon="checkCircle" title="Nothing is to pay">
        Every invoice of that day was paid.
      </EmptyState>
    );
  const currency = totals.Balance!.Currency;
  return (
    <RankedBars
      title="Owed since"
      heads={["Age", "Owed"]}
      bars={totals.Ages.map(({ Age, Documents, Owed }) => ({
        id: Age,
        name: ageWords[Age],
        value: Number(Owed?.Minor ?? 0),
        ...(Documents > 0 && { note: Documents === 1 ? "on 1 invoice" : `on ${Documents} invoices` }),
      }))}
      format={(value) => formatMoney({ Minor: String(value), Currency: currency })}
    />
  );
}
