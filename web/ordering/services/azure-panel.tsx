import { spendKinds, spendRanges, type SpendKind } from "@tradewind/domain/ordering/azure-spend.ts";
import { formatDate, formatShortDate } from "@tradewind/domain/values/date-formats.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/choice.tsx";
import { csvOf, saveText } from "../../shared/list/csv.ts";
import { largestAndRest } from "../../ui/largest-and-rest.ts";
import { formatMoney } from "../../ui/money-text.tsx";
import { Card, PageHeader } from "../../ui/page.tsx";
import { EmptyState, Skeleton } from "../../ui/placeholder.tsx";
import { SeriesChart, type Series } from "../../ui/series-chart.tsx";
import { useSeesSales } from "../../platform/session.ts";
import { AzureBudgetsCard } from "./azure-budgets-card.tsx";
import { useCrumb } from "../../shared/crumb.ts";
import { customerAddress } from "../../shared/customer-context.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { PricesHidden } from "../../shared/prices-hidden.tsx";
import {
  azureGroupsQuery,
  azureSpendQuery,
  azureSubscriptionsQuery,
  type SpendAnswer,
  type SpendFilter,
} from "./azure-spend.queries.ts";
import { AzureBills } from "./azure-bills.tsx";
import { AzureFigures } from "./azure-figures.tsx";

/** What a customer's Azure costs. What cannot be fetched leaves what is shown, and nobody is told (AZ-07). */
export function AzurePanel({ customerId }: { customerId: string }) {
  const sees = useSeesSales();
  const { data, isPending } = useQuery(azureSubscriptionsQuery(customerId));
  return (
    <section aria-label="Azure spend" className="mb-6">
      {!sees ? (
        <Card title="Azure spend">
          <PricesHidden />
        </Card>
      ) : isPending ? (
        <Skeleton className="h-96" />
      ) : data?.length === 0 ? (
        <Card title="Azure spend">
          <EmptyState tight icon="chart" title="No Azure subscription is known yet">
            Azure is asked once a day. What it costs appears a day or two after it was used.
          </EmptyState>
        </Card>
      ) : (
        <>
          <Spend key={customerId} customerId={customerId} subscriptions={data ?? []} />
          <AzureBudgetsCard customerId={customerId} subscriptions={data ?? []} />
        </>
      )}
    </section>
  );
}

/** What Azure cost a customer who no longer has it; `otherwise` where nothing is known of it. */
export function AzureHistory({ customerId, otherwise }: { customerId: string; otherwise: ReactNode }) {
  const { data, isPending } = useQuery(azureSubscriptionsQuery(customerId));
  useCrumb("Azure", undefined);
  if (isPending) return <Skeleton className="h-96" />;
  if (!data?.length) return otherwise;
  return (
    <>
      <PageHeader
        title="Azure"
        about={
          <>
            The customer no longer has this service. What it cost stays here.{" "}
            <TextLink to={customerAddress(customerId)}>Back to the customer</TextLink>
          </>
        }
      />
      <AzurePanel customerId={customerId} />
    </>
  );
}

const kindNames: Record<SpendKind, string> = {
  total: "Total",
  group: "Resource group",
  resource: "Resource",
  meter: "Meter",
};
/** Stands for every group: no group of Azure has a name like it. */
const everyGroup = "*";

type Items = readonly { Text: string; Value: string }[];
const choicesOf = (items: Items) => items.map(({ Text, Value }) => ({ label: Text, value: Value }));

/** The last answer there was: one that failed takes nothing away. */
function useLast<Data>(data: Data | undefined): Data | undefined {
  const [last, setLast] = useState(data);
  if (data !== undefined && data !== last) setLast(data);
  return data ?? last;
}

function Spend({ customerId, subscriptions }: { customerId: string; subscriptions: Items }) {
  const [chosen, setChosen] = useState<SpendFilter>({
    customerId,
    azureSubscriptionId: subscriptions[0]?.Value ?? "",
    by: "total",
    days: "7",
    group: undefined,
  });
  const [shown, setShown] = useState(chosen);
  const groups = useQuery(azureGroupsQuery({ customerId, azureSubscriptionId: chosen.azureSubscriptionId })).data ?? [];
  const { data, isPending, refetch } = useQuery(azureSpendQuery(shown));
  const last = useLast(data);
  const change = (changes: Partial<SpendFilter>) => setChosen({ ...chosen, ...changes });
  const until = last?.summary.KnownUntil;
  return (
    <Card
      title="Azure spend"
      about={until ? `Known in full up to ${formatDate(until)}. A day is known two days after it ends.` : undefined}
    >
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          setShown(chosen);
          if (shown === chosen) void refetch();
        }}
      >
        <Select
          label="Subscription"
          className="min-w-44 flex-1 max-md:basis-full"
          value={chosen.azureSubscriptionId}
          choices={choicesOf(subscriptions)}
          onChange={({ target }) => change({ azureSubscriptionId: target.value, group: undefined })}
        />
        <Select
          label="By"
          className="min-w-36 flex-1"
          value={chosen.by}
          choices={spendKinds.map((kind) => ({ value: kind, label: kindNames[kind] }))}
          onChange={({ target }) => change({ by: target.value as SpendKind })}
        />
        <Select
          label="Date range"
          className="min-w-36 flex-1"
          value={chosen.days}
          choices={spendRanges.map((days) => ({ value: String(days), label: `${days} days` }))}
          onChange={({ target }) => change({ days: target.value as SpendFilter["days"] })}
        />
        <Select
          label="Group"
          className="min-w-44 flex-1 max-md:basis-full"
          disabled={chosen.by !== "resource"}
          value={chosen.by === "resource" ? (chosen.group ?? everyGroup) : everyGroup}
          choices={[{ value: everyGroup, label: "All groups" }, ...choicesOf(groups)]}
          onChange={({ target }) => change({ group: target.value === everyGroup ? undefined : target.value })}
        />
        <Button type="submit" variant="primary" className="max-md:w-full">
          Show
        </Button>
      </form>
      <div className="mt-5 grid gap-5">
        {last ? <Days {...last} subscriptions={subscriptions} /> : isPending && <Skeleton className="h-72" />}
      </div>
    </Card>
  );
}

function Days({ filter, summary, days, series, subscriptions }: SpendAnswer & { subscriptions: Items }) {
  const currency = summary.Currency;
  if (!currency || days.length === 0)
    return (
      <EmptyState tight icon="chart" title="Nothing is known of this subscription yet">
        What it costs appears a day or two after it was used.
      </EmptyState>
    );
  const named = (items: Items, value: string | undefined) => items.find(({ Value }) => Value === value)?.Text ?? value;
  const of = [named(subscriptions, filter.azureSubscriptionId), filter.group].filter(Boolean).join(", ");
  const by = filter.by === "total" ? "day" : kindNames[filter.by].toLowerCase();
  const title = `Spend of ${of} by ${by}`;
  return (
    <>
      <AzureFigures summary={summary} days={days.length} />
      <SeriesChart
        title={title}
        kind="stacked"
        labels={days.map((day) => formatShortDate(day))}
        series={largestAndRest(series)}
        format={(value) => formatMoney({ Minor: String(Math.round(value * 100)), Currency: currency })}
        head="Day"
        actions={
          <Button
            size="small"
            variant="light"
            onClick={() => saveText(daysAsCsv(days, series, currency), `${title}, ${days[0]} to ${days.at(-1)}.csv`)}
          >
            CSV
          </Button>
        }
      />
      <AzureBills bills={summary.Bills} />
    </>
  );
}

/** All parts, each to the fraction of a penny in which Azure counts. */
const daysAsCsv = (days: readonly string[], series: readonly Series[], currency: Currency): string =>
  csvOf(
    [
      { header: "Day", text: (at: number) => days[at]! },
      ...series.map(({ name, values }) => ({
        header: `${name} (${currency})`,
        text: (at: number) => String(values[at]),
      })),
    ],
    days.map((_, at) => at),
  );
