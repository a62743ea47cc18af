import { screens } from "@tradewind/contract/screens.ts";
import { formatMonth, formatShortMonth } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { QueryError } from "../../shared/query-error.tsx";
import { useAsked } from "../../shared/screen-address.ts";
import { Chart } from "../../ui/chart.tsx";
import { Segmented, Select } from "../../ui/choice.tsx";
import { formatMoney } from "../../ui/money-text.tsx";
import { Card } from "../../ui/page.tsx";
import { EmptyState, Skeleton } from "../../ui/placeholder.tsx";
import { RankedBars } from "../../ui/ranked-bars.tsx";
import { breakdownQuery, type Breakdown, type BreakdownBy } from "./account.queries.ts";

const byWords = { product: "Product", customer: "Customer", kind: "Kind of charge" } as const;
const kindWords: Readonly<Record<string, string>> = {
  recurring: "Recurring",
  prorated: "Part of a period",
  refund: "Given back",
  once: "Once",
  usage: "Usage",
};
const choices = (["product", "customer", "kind"] as const).map((value) => ({ value, label: byWords[value] }));

/** The monthly breakdown: what each month was invoiced at, and what one of them was made of. */
export function BreakdownCard() {
  const [{ By, Month }, ask] = useAsked(screens.accountTotals);
  const { data, error, refetch } = useQuery(breakdownQuery(By, Month));
  return (
    <Card title="Month by month" about="What was invoiced for each month, before VAT, less what was given back in it.">
      {error && !data ? (
        <QueryError error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton className="h-72" />
      ) : data.Month === null ? (
        <EmptyState tight icon="chart" title="No month was invoiced yet">
          Each month is invoiced on the first day of the next.
        </EmptyState>
      ) : (
        <Months data={data} month={data.Month} by={By} onAsk={ask} />
      )}
    </Card>
  );
}

type Props = {
  data: Breakdown;
  month: string;
  by: BreakdownBy;
  onAsk: (change: { By?: BreakdownBy; Month?: string }) => void;
};

function Months({ data, month, by, onAsk }: Props) {
  const currency = data.Months.find(({ Net }) => Net)?.Net?.Currency ?? "GBP";
  const format = (value: number) => formatMoney({ Minor: String(Math.round(value)), Currency: currency });
  const minor = (net: Breakdown["Rest"]["Net"]) => Number(net?.Minor ?? 0);
  const { Rest } = data;
  return (
    <div className="grid items-start gap-6 xl:grid-cols-2">
      <Chart
        title="Invoiced by month"
        heads={["Month", "Net"]}
        points={data.Months.map(({ Month, Net }) => ({ label: formatShortMonth(Month), value: minor(Net) }))}
        format={format}
      />
      <div className="grid content-start gap-4">
        <div className="flex flex-wrap items-end justify-between gap-3">
          <Select
            label="Month"
            className="w-44"
            value={month}
            choices={data.Months.toReversed().map(({ Month }) => ({ value: Month, label: formatMonth(Month) }))}
            onChange={({ target }) => onAsk({ Month: target.value })}
          />
          <Segmented label="By" value={by} choices={choices} onValue={(By) => onAsk({ By })} />
        </div>
        <RankedBars
          title={`${formatMonth(month)} by ${byWords[by].toLowerCase()}`}
          heads={[byWords[by], "Net"]}
          bars={data.Items.map(({ Id, Name, Net }) => ({
            id: Id,
            name: by === "kind" ? (kindWords[Name] ?? Name) : Name,
            value: minor(Net),
          }))}
          {...(Rest.Count > 0 && {
            rest: { name: Rest.Count === 1 ? "1 other" : `${Rest.Count} others`, value: minor(Rest.Net) },
          })}
          format={format}
        />
      </div>
    </div>
  );
}
