import { accountingIds, type reports } from "@tradewind/contract/billing/reports.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { useQuery } from "@tanstack/react-query";
import { useSeesPrices } from "../../platform/session.ts";
import { PricesHidden } from "../../shared/prices-hidden.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { AccountingCard } from "./accounting-card.tsx";
import { DownloadReport } from "./download-report.tsx";
import { reportsQuery } from "./reports.queries.ts";

/** `/billing/reports`: reports on the account, each as a file of all its rows, and files for the reader's own books. */
export function ReportsScreen() {
  const sees = useSeesPrices();
  return (
    <>
      <PageHeader
        title="Reports"
        about="Each is a CSV file of all its rows, made of one moment and kept for you for a day."
      />
      {sees ? <Reports /> : <PricesHidden />}
    </>
  );
}

type Report = ResultOf<typeof reports.list>["Items"][number];
const isForAccounting = ({ DownloadId }: Report) => accountingIds.some((id) => id === DownloadId);

function Reports() {
  const { data, error, refetch } = useQuery(reportsQuery);
  if (error && !data) return <QueryError error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-72 rounded-card" />;
  const accounting = data.Items.filter(isForAccounting);
  return (
    <div className="grid gap-6">
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {data.Items.filter((each) => !isForAccounting(each)).map(({ DownloadId, Name, About }) => (
          <DownloadReport key={DownloadId} id={DownloadId} name={Name} about={About} />
        ))}
      </ul>
      {accounting.length > 0 && <AccountingCard items={accounting} />}
    </div>
  );
}
