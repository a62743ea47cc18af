import { account, type CurrencyTotals } from "@tradewind/contract/billing/account.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { useAllowed, useSeesPrices, useSession } from "../../platform/session.ts";
import { DownloadButton } from "../../shared/download-button.tsx";
import { TextLink } from "../../shared/link-render.tsx";
import { PricesHidden } from "../../shared/prices-hidden.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { useAsked } from "../../shared/screen-address.ts";
import { DateField } from "../../ui/date-field.tsx";
import { MoneyText, type MoneyValue } from "../../ui/money-text.tsx";
import { Card, PageHeader } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { StatTile } from "../../ui/stat-tile.tsx";
import { accountTotalsQuery } from "./account.queries.ts";
import { BreakdownCard } from "./breakdown-card.tsx";
import { HistoryCard } from "./history-card.tsx";
import { NextBillCard } from "./next-bill-card.tsx";

/** `/billing/account-totals`: what the reseller owes since when, what the next bill holds, what happened on the account, and what months were made of. */
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
          {data ? (
            data.Accounts.map((of) => (
              <Account key={of.Currency} totals={of} on={data.On} isOne={data.Accounts.length === 1} />
            ))
          ) : (
            <Skeleton className="h-72 rounded-card" />
          )}
          <NextBillCard />
          <HistoryCard currencies={data?.Accounts.map(({ Currency }) => Currency) ?? []} />
          <BreakdownCard />
        </div>
      )}
    </>
  );
}

type AccountProps = { totals: CurrencyTotals; on: string };

/** What is owed in one currency: the totals, and the same by age with credit in a column of its own. */
function Account({ totals, on, isOne }: AccountProps & { isOne: boolean }) {
  const title = isOne ? "Owed since" : `Owed since, in ${totals.Currency}`;
  const days = { Until: on };
  return (
    <div className="grid gap-4">
      <Tiles totals={totals} on={on} />
      <Card
        title={title}
        about="What is to pay by how many days it is past its due date. Credit stands in its own column and is negative."
        actions={
          <div className="flex flex-wrap gap-2">
            <DownloadButton
              size="small"
              endpoint={account.document}
              sent={{ query: { ...days, Kind: "outstanding", Currency: totals.Currency } }}
              fileName={`open-items-${on}.pdf`}
            >
              Open items PDF
            </DownloadButton>
            <DownloadButton
              size="small"
              endpoint={account.openItems}
              sent={{ query: { On: on } }}
              fileName={`open-items-${on}.csv`}
            >
              Open items CSV
            </DownloadButton>
          </div>
        }
      >
        <Ages title={title} totals={totals} />
      </Card>
    </div>
  );
}

function Tiles({ totals, on }: AccountProps) {
  const figure = (value: MoneyValue | null) => (value ? <MoneyText value={value} credit /> : "–");
  const isLate = totals.Overdue?.Minor !== "0";
  return (
    <div className="grid gap-3 sm:grid-cols-2 md:gap-4 xl:grid-cols-4">
      <StatTile icon="document" label="Balance" value={figure(totals.Balance)} note="All that is to pay, less credit" />
      <StatTile
        icon="alert"
        tone={isLate ? "fail" : undefined}
        label="Overdue"
        value={figure(totals.Overdue)}
        note={isLate ? `Past its due date on ${formatDate(on)}` : "Nothing is overdue"}
      />
      <StatTile
        icon="pound"
        label="In credit"
        value={figure(totals.Credit)}
        note="Credit memos, and what was paid beyond what was owed"
      />
      <StatTile
        icon="clock"
        label="On its way"
        value={figure(totals.OnItsWay)}
        note={totals.OnItsWay ? "Payments that do not count yet" : "Known of today alone"}
      />
    </div>
  );
}

const ageWords = { notDue: "Current", to30: "1–30", to60: "31–60", to90: "61–90", over90: "Over 90" } as const;

/** One line of an ageing report; on a phone its columns stand below each other. */
function Ages({ title, totals }: { title: string; totals: CurrencyTotals }) {
  const columns = [
    ...totals.Ages.map(({ Age, Documents, Owed }) => ({
      head: ageWords[Age],
      value: Owed,
      note: Documents === 0 ? "" : Documents === 1 ? "1 invoice" : `${Documents} invoices`,
    })),
    { head: "Credit", value: totals.Credit, note: "" },
    { head: "Balance", value: totals.Balance, note: "" },
  ];
  return (
    <table aria-label={title} className="w-full max-md:block">
      <thead className="max-md:sr-only">
        <tr className="text-sm text-muted">
          {columns.map(({ head }) => (
            <th key={head} scope="col" className="pb-2 text-right font-normal">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">
        <tr className="max-md:grid max-md:gap-2">
          {columns.map(({ head, value, note }) => (
            <td
              key={head}
              className={`text-right align-top max-md:flex max-md:items-baseline max-md:gap-2 ${head === "Balance" ? "font-semibold" : ""}`}
            >
              <span aria-hidden className="mr-auto text-muted md:hidden">
                {head}
              </span>
              {value && <MoneyText value={value} credit />}
              {note !== "" && <span className="block text-sm font-normal text-muted"> {note}</span>}
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  );
}
