import type { PsaCalls } from "@tradewind/contract/psa/psa.ts";
import { isSendable, reportKinds, reportWords, type ReportKind } from "@tradewind/domain/psa/azure-charges.ts";
import { isUnderWay } from "@tradewind/domain/psa/sync.ts";
import { formatMonth } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWrite } from "../../platform/queries.ts";
import { QueryError } from "../../shared/query-error.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/choice.tsx";
import { DateField } from "../../ui/date-field.tsx";
import { formatMoney } from "../../ui/money-text.tsx";
import { EmptyState, Skeleton } from "../../ui/placeholder.tsx";
import { StatTile } from "../../ui/stat-tile.tsx";
import { ChargesTable } from "./charges-table.tsx";
import { azureChargesQuery, azureRangesQuery, type AzureCharge, type AzureReport } from "./service.queries.ts";

/** Shows a month of Azure, customer by customer, and sends it to the PSA. */
export function AzureCharges({ calls }: { calls: PsaCalls }) {
  const { data: months, error, refetch } = useQuery(azureRangesQuery(calls));
  const [asked, setAsked] = useState<string>();
  if (error && !months) return <QueryError error={error} onRetry={() => void refetch()} />;
  if (!months) return <Skeleton className="h-96 w-full" />;
  // The last month is usually not over yet.
  const date = asked ?? months[1] ?? months[0];
  if (date === undefined)
    return (
      <div className="rounded-card border border-line bg-surface">
        <EmptyState icon="cloud" title="Nothing was spent on Azure yet">
          As soon as a customer spends something on Azure, its months can be charged from here.
        </EmptyState>
      </div>
    );
  return <Month key={date} calls={calls} months={months} date={date} onDate={setAsked} />;
}

type MonthProps = { calls: PsaCalls; months: readonly string[]; date: string; onDate: (date: string) => void };

function Month({ calls, months, date, onDate }: MonthProps) {
  const { data, error, refetch } = useQuery(azureChargesQuery(calls, date));
  const change = useWrite(calls.changeAzureReport, { refreshes: ["psa"] });
  const refresh = useWrite(calls.refreshAzureCharges, { refreshes: ["psa"] });
  const [onDay, setDay] = useState("");
  const report = data?.response;
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end gap-3">
        <Select
          label="Month"
          className="max-md:w-full"
          value={date}
          choices={months.map((month) => ({ value: month, label: formatMonth(month) }))}
          onChange={({ target }) => onDate(target.value)}
        />
        <Select
          label="Azure billing report"
          className="max-md:w-full"
          disabled={!report || change.isPending}
          value={String(change.isPending ? change.variables.body.azureReport : (report?.azureReport ?? 0))}
          choices={Object.values(reportKinds).map((kind) => ({ value: String(kind), label: reportWords[kind] }))}
          onChange={({ target }) => change.mutate({ body: { azureReport: Number(target.value) as ReportKind } })}
        />
        <DateField label="Billed on, if not today" className="w-52 max-md:w-full" value={onDay} onValue={setDay} />
        <Button
          icon="refresh"
          className="max-md:w-full"
          busy={refresh.isPending}
          disabled={isUnderWay(data?.synchronization.status)}
          onClick={() => refresh.mutate({ body: { date } })}
        >
          {isUnderWay(data?.synchronization.status) ? "Being read" : "Refresh"}
        </Button>
      </div>
      {error && !report ? (
        <QueryError error={error} onRetry={() => void refetch()} />
      ) : report ? (
        <Charges key={report.azureReport} calls={calls} days={{ date, ...(onDay && { onDay }) }} report={report} />
      ) : (
        <Skeleton className="h-96 w-full" />
      )}
    </div>
  );
}

/** How sending went: all of it was taken, the call failed, or the server said why not. */
type Outcome = { type: "success" | "error"; title: string; detail: string };
const failure = "Azure charges failed to update";

/** The month, and the day on which the PSA bills it if that is not today. */
type Days = { date: string; onDay?: string };
type ChargesProps = { calls: PsaCalls; days: Days; report: AzureReport };

function Charges({ calls, days, report: { results, azureReport } }: ChargesProps) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>();
  const [outcome, setOutcome] = useState<Outcome>();
  const done = {
    shown: true,
    refreshes: ["psa"],
    onDone: ({ Succeed, Error: why }: { Succeed: boolean; Error: string | null }) => {
      if (Succeed) setTicked(new Set());
      setOutcome(
        Succeed
          ? {
              type: "success",
              title: "Azure charges updated successfully",
              detail: "They are on their way to the PSA. Each row says how it went.",
            }
          : { type: "error", title: failure, detail: why ?? "" },
      );
    },
  };
  const one = useWrite(calls.updateAzureCharge, done);
  const several = useWrite(calls.updateAzureCharges, done);
  const isPending = one.isPending || several.isPending;
  const failed = { onError: () => setOutcome({ type: "error", title: failure, detail: "" }) };
  const asSeen = ({ id, difference }: AzureCharge) => ({ id, difference });
  const selected = ticked ?? new Set(results.filter((row) => row.selected).map(({ id }) => id));
  const toSend = results.filter(({ id, state }) => selected.has(id) && isSendable(state));
  const others = results.filter(({ kind }) => kind !== azureReport).length;
  return (
    <div className="grid gap-4">
      {outcome && (
        <Alert type={outcome.type} title={outcome.title} live>
          {outcome.detail}
        </Alert>
      )}
      <div className="grid grid-cols-1 gap-3 md:grid-cols-3 md:gap-4">
        <StatTile
          label="To be sent"
          value={sumsOf(
            results.filter(({ state }) => isSendable(state)),
            ({ difference }) => difference,
          )}
          note={countOf(results.filter(({ state }) => isSendable(state)).length)}
        />
        <StatTile
          label="In the PSA"
          value={sumsOf(results, ({ sent }) => sent)}
          note={countOf(results.filter(({ state }) => state === "Sent").length)}
        />
        <StatTile
          label="Cannot be sent"
          value={sumsOf(
            results.filter(({ state }) => state === "Blocked"),
            ({ difference }) => difference,
          )}
          note={countOf(results.filter(({ state }) => state === "Blocked").length)}
        />
      </div>
      {others > 0 && (
        <Alert type="info">
          {`Some of this month was sent by another report already. ${others === 1 ? "1 charge stays" : `${others.toLocaleString("en-GB")} charges stay`} as they were divided then, so that nothing is charged twice.`}
        </Alert>
      )}
      <ChargesTable
        rows={results}
        selected={selected}
        onSelect={setTicked}
        onSend={(row) => one.mutate({ body: { ...days, charge: asSeen(row) } }, failed)}
        bulk={
          <Button
            size="small"
            variant="primary"
            busy={isPending}
            disabled={toSend.length === 0}
            onClick={() => several.mutate({ body: { ...days, charges: toSend.map(asSeen) } }, failed)}
          >
            {toSend.length === 0
              ? "Nothing to send"
              : `Send ${countOf(toSend.length)}, ${sumsOf(toSend, ({ difference }) => difference)}`}
          </Button>
        }
      />
    </div>
  );
}

const countOf = (count: number) => (count === 1 ? "1 charge" : `${count.toLocaleString("en-GB")} charges`);

/** Adds up by currency: customers pay in that of their account. */
function sumsOf(rows: readonly AzureCharge[], of: (row: AzureCharge) => AzureCharge["price"]): string {
  const sums = new Map<AzureCharge["price"]["Currency"], bigint>();
  for (const row of rows) sums.set(of(row).Currency, (sums.get(of(row).Currency) ?? 0n) + BigInt(of(row).Minor));
  const words = [...sums].map(([Currency, minor]) => formatMoney({ Minor: String(minor), Currency }));
  return words.length === 0 ? "–" : words.join(" and ");
}
