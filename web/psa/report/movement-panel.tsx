import { mostAtOnce, type Movement, type MovementReport } from "@tradewind/contract/psa/movement.ts";
import type { PsaCalls } from "@tradewind/contract/psa/psa.ts";
import { isUnderWay, psaSyncStatusOf } from "@tradewind/domain/psa/sync.ts";
import { ofSelection, type Selection } from "@tradewind/domain/psa/writes.ts";
import { formatDate, formatMonth } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState, type ReactNode } from "react";
import { useWrite } from "../../platform/queries.ts";
import { useBusinessNow } from "../../shared/business-now.ts";
import { DownloadButton } from "../../shared/download-button.tsx";
import { usePsaUpdate } from "../../shared/psa-writes/use-psa-update.ts";
import { WrittenState } from "../../shared/psa-writes/written-state.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/choice.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { DateField } from "../../ui/date-field.tsx";
import { EmptyState, Skeleton } from "../../ui/placeholder.tsx";
import type { Column } from "../../ui/table-model.ts";
import { MovementPreview } from "./movement-preview.tsx";
import { movedMonthsQuery, movementQuery } from "./movement.queries.ts";
import { SelectedFilter } from "./selected-filter.tsx";

/** Shows what customers had more or less of in a month; the choice is of the months in which anything moved. */
export function MovementPanel({ calls }: { calls: PsaCalls }) {
  const months = useQuery(movedMonthsQuery(calls));
  const now = useBusinessNow();
  const [chosen, setChosen] = useState<string>();
  // Without the choice there is still the month of today.
  const date =
    chosen ?? months.data?.[0] ?? (months.isError && now ? new Date(now).toISOString().slice(0, 10) : undefined);
  if (months.data?.length === 0)
    return (
      <EmptyState icon="refresh" title="Nothing has moved yet">
        A month appears here as soon as a customer has more or less of a product.
      </EmptyState>
    );
  return (
    <div className="grid gap-4">
      {months.isError && <QueryError tight error={months.error} onRetry={() => void months.refetch()} />}
      {date === undefined ? (
        <Skeleton className="h-96 w-full" />
      ) : (
        <MovementOf
          key={date}
          calls={calls}
          date={date}
          choice={
            <Select
              label="Month"
              className="max-md:w-full"
              choices={(months.data ?? [date]).map((month) => ({ value: month, label: formatMonth(month) }))}
              value={date}
              onChange={({ target }) => setChosen(target.value)}
            />
          }
        />
      )}
    </div>
  );
}

/** Lines that are told of at the top. */
const mostProblems = 5;

const idOf = ({ cmCustomer, product }: Movement) => `${cmCustomer.id} ${product.id}`;
const signed = (change: number) => (change > 0 ? `+${change}` : `${change}`.replace("-", "\u2212"));

type OfProps = { calls: PsaCalls; date: string; choice: ReactNode };

function MovementOf({ calls, date, choice }: OfProps) {
  const { data, error, refetch } = useQuery(movementQuery(calls, date));
  const refresh = useWrite(calls.refreshProductMovement, { refreshes: ["psa"] });
  const status = psaSyncStatusOf(data?.synchronization.status);
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3">
        {choice}
        <div className="flex flex-wrap gap-2">
          <Button busy={refresh.isPending || isUnderWay(status)} icon="refresh" onClick={() => refresh.mutate({})}>
            Read the PSA anew
          </Button>
          <DownloadButton
            endpoint={calls.productMovementCsv}
            sent={{ query: { date } }}
            fileName={`product movement ${date.slice(0, 7)}.csv`}
          >
            CSV
          </DownloadButton>
        </div>
      </div>
      {status === "Failed" && (
        <Alert type="warning">The PSA could not be read last. What it bills is as it was before.</Alert>
      )}
      {data ? (
        <Report calls={calls} date={date} report={data.response} />
      ) : error ? (
        <QueryError error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-96 w-full" />
      )}
    </>
  );
}

type ReportProps = { calls: PsaCalls; date: string; report: MovementReport };

function Report({ calls, date, report }: ReportProps) {
  const { results, reportStartDate, reportEndDate } = report;
  /** What was ticked otherwise than proposed. */
  const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [shown, setShown] = useState<Selection>("all");
  const [from, setFrom] = useState("");
  const update = usePsaUpdate(calls.updateProductMovement, "Product movement");
  const rows = useMemo(
    () =>
      results.map((row) => ({ ...row, selected: row.obstacle === null && (choices.get(idOf(row)) ?? row.selected) })),
    [results, choices],
  );
  const selected = ofSelection(rows, "selected");
  const select = (ids: ReadonlySet<string>) =>
    setChoices((held) => new Map([...held, ...rows.map((row) => [idOf(row), ids.has(idOf(row))] as const)]));
  const more = results.reduce((sum, { change }) => sum + Math.max(change, 0), 0);
  const fewer = results.reduce((sum, { change }) => sum - Math.min(change, 0), 0);
  const batch = selected.slice(0, mostAtOnce);
  const push = () =>
    update.send({
      body: {
        date,
        ...(from !== "" && { from }),
        results: batch.map(({ cmCustomer, product, newQuantity, agreementLine, targetPrice }) => ({
          cmCustomerId: cmCustomer.id,
          productId: product.id,
          lineQuantity: agreementLine!.quantity,
          newQuantity,
          ...(targetPrice !== null && { linePrice: agreementLine!.unitPrice!, targetPrice }),
        })),
      },
    });
  return (
    <>
      <p className="text-muted">
        {results.length.toLocaleString("en-GB")} {results.length === 1 ? "movement" : "movements"} from{" "}
        {formatDate(reportStartDate)} to {formatDate(reportEndDate)}: {more.toLocaleString("en-GB")} more,{" "}
        {fewer.toLocaleString("en-GB")} fewer
      </p>
      <Problems rows={results} />
      <MovementPreview report={report} selected={selected}>
        <DateField
          label="Bill from"
          optional
          hint="The day of each change if empty. A period that the PSA has invoiced is not changed."
          value={from}
          onValue={setFrom}
        />
        <Button variant="primary" busy={update.isSending} onClick={push}>
          {batch.length < selected.length ? `Push the first ${mostAtOnce}` : `Push selected (${selected.length})`}
        </Button>
      </MovementPreview>
      <SelectedFilter rows={rows} value={shown} onValue={setShown} />
      <DataTable
        label="Product movement"
        columns={columns}
        rows={ofSelection(rows, shown)}
        rowKey={idOf}
        rowName={({ cmCustomer, product }) => `${cmCustomer.name}, ${product.name}`}
        total={ofSelection(rows, shown).length}
        selected={new Set(selected.map(idOf))}
        onSelect={select}
        empty={<EmptyState tight title="No movement is shown here" />}
      />
    </>
  );
}

const inPounds = (price: string) => Number(price).toFixed(2);
/** What one costs a month, and before if that was something else. */
function priceOf({ previousPrice, newPrice }: Movement): string {
  const price = newPrice ?? previousPrice;
  if (price === null) return "–";
  const isSame = previousPrice === null || newPrice === null || inPounds(previousPrice) === inPounds(newPrice);
  return isSame ? inPounds(price) : `${inPounds(previousPrice)} to ${inPounds(newPrice)}`;
}

/** What the PSA bills of a line, with the price of one where it may be seen. */
const billedAs = ({ quantity, unitPrice }: NonNullable<Movement["agreementLine"]>): string =>
  unitPrice === null ? quantity : `${quantity} at ${inPounds(unitPrice)}`;

const columns: readonly Column<Movement>[] = [
  {
    id: "customer",
    header: "Customer and product",
    width: "minmax(200px, 2fr)",
    twoLines: true,
    cell: ({ cmCustomer, product }) => (
      <>
        {cmCustomer.name}
        <span className="block truncate text-sm font-normal text-muted">{product.name}</span>
      </>
    ),
  },
  {
    id: "previous",
    header: "Before",
    width: "80px",
    align: "end",
    from: "large",
    cell: ({ previousQuantity }) => previousQuantity,
  },
  { id: "new", header: "After", width: "80px", align: "end", from: "large", cell: ({ newQuantity }) => newQuantity },
  { id: "change", header: "Change", width: "90px", align: "end", card: "corner", cell: ({ change }) => signed(change) },
  {
    id: "price",
    header: "Price",
    width: "140px",
    align: "end",
    from: "large",
    quiet: true,
    cell: (row) => priceOf(row),
  },
  { id: "date", header: "Date", width: "120px", from: "large", cell: ({ date }) => formatDate(date) },
  {
    id: "psa",
    header: "Agreement in the PSA",
    width: "minmax(170px, 1fr)",
    from: "wide",
    twoLines: true,
    cell: ({ agreementLine }) =>
      agreementLine ? (
        <>
          {agreementLine.agreementName}
          <span className="block truncate text-sm font-normal text-muted">{billedAs(agreementLine)}</span>
        </>
      ) : (
        <span className="text-muted">None</span>
      ),
  },
  {
    id: "state",
    header: "State",
    width: "minmax(200px, 2fr)",
    card: "line",
    cell: (row) => <State {...row} />,
  },
];

/** What a write sets: the quantity, the price, or both. */
function changeOf({ agreementLine, newQuantity, targetPrice }: Movement): string {
  const { quantity, unitPrice } = agreementLine!;
  const parts = [
    ...(Number(quantity) === newQuantity ? [] : [`${quantity} to ${newQuantity}`]),
    ...(targetPrice === null ? [] : [`${inPounds(unitPrice!)} to ${targetPrice}`]),
  ];
  return parts.join(", ");
}

/** How the last write ended, what stands in the way of one, or what it sets. */
function State(row: Movement) {
  if (row.written) return <WrittenState written={row.written} />;
  const words = row.obstacle ?? `Can be written: ${changeOf(row)}`;
  return (
    <span className="line-clamp-2 text-sm leading-5 whitespace-normal text-muted max-md:line-clamp-1" title={words}>
      {words}
    </span>
  );
}

/** Says of lines that were refused or had changed why that was; the others can be seen by their state. */
function Problems({ rows }: { rows: readonly Movement[] }) {
  const left = rows.filter(({ written, obstacle }) => written?.message != null && obstacle === null);
  if (left.length === 0) return null;
  return (
    <Alert type="warning">
      <ul className="grid gap-1">
        {left.slice(0, mostProblems).map((row) => (
          <li key={idOf(row)}>
            <strong>
              {row.cmCustomer.name}, {row.product.name}:
            </strong>{" "}
            {row.written!.message}
          </li>
        ))}
        {left.length > mostProblems && <li>And {(left.length - mostProblems).toLocaleString("en-GB")} more.</li>}
      </ul>
    </Alert>
  );
}
