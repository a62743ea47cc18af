import type { NumberRange } from "@tradewind/contract/ordering/number-stock.ts";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import { StatusDot } from "../../ui/status.tsx";
import type { Column } from "../../ui/table-model.ts";
import { QueryError } from "../../shared/query-error.tsx";
import { numberStockQuery } from "./number-stock.queries.ts";

const dialogs = () => import("./number-stock-dialogs.tsx");
const AddDialog = lazy(async () => ({ default: (await dialogs()).AddDialog }));
const WithdrawDialog = lazy(async () => ({ default: (await dialogs()).WithdrawDialog }));

const count = (of: number) => of.toLocaleString("en-GB");
const figure = { width: "100px", align: "end" } as const;
const columns: readonly Column<NumberRange>[] = [
  {
    id: "numbers",
    header: "Numbers",
    width: "minmax(260px, 3fr)",
    cell: (row) => <span className="figures">{row.Numbers}</span>,
  },
  {
    id: "area",
    header: "Area code",
    width: "110px",
    card: "line",
    cell: (row) => <span className="figures">{row.AreaCode}</span>,
  },
  { ...figure, id: "count", header: "In all", from: "large", quiet: true, cell: (row) => count(row.Count) },
  { ...figure, id: "held", header: "Held", from: "large", cell: (row) => count(row.Held) },
  { ...figure, id: "resting", header: "Resting", from: "large", cell: (row) => count(row.Resting) },
  { ...figure, id: "free", header: "Free", cell: (row) => count(row.Free) },
  { id: "state", header: "State", width: "minmax(150px, 1fr)", card: "line", cell: (row) => <State row={row} /> },
];

const State = ({ row }: { row: NumberRange }) =>
  row.Free === 0 ? (
    <StatusDot tone="fail">None free</StatusDot>
  ) : row.Free < row.Count / 10 ? (
    <StatusDot tone="warning">{count(row.Free)} left</StatusDot>
  ) : (
    <StatusDot tone="success">
      {count(row.Free)} of {count(row.Count)} free
    </StatusDot>
  );

/** Lists the telephone numbers in stock by area, with how many of each range are free, held, or rest since they were given back. */
export function NumberStockScreen() {
  const { data, error, isPending, refetch } = useQuery(numberStockQuery);
  const [adding, setAdding] = useState(false);
  const [withdrawn, setWithdrawn] = useState<NumberRange>();
  const add = (
    <Button variant="primary" icon="add" onClick={() => setAdding(true)}>
      Add a range
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Telephone numbers"
        about="What orders of hosted voice get their numbers from. Numbers given back rest for 90 days."
        actions={add}
      />
      <DataTable
        label="Telephone numbers"
        columns={columns}
        rows={data ?? []}
        rowKey={(row) => row.Id}
        rowName={(row) => row.Numbers}
        loading={isPending}
        total={data?.length}
        actions={(row) =>
          row.Free === row.Count
            ? [{ label: "Withdraw", icon: "trash", danger: true, onSelect: () => setWithdrawn(row) }]
            : []
        }
        error={error && !data ? <QueryError error={error} onRetry={() => void refetch()} /> : undefined}
        empty={
          <EmptyState icon="none" title="No numbers in stock" action={add}>
            Orders of hosted voice are refused for an area without numbers. Add the first range.
          </EmptyState>
        }
      />
      <Suspense fallback={null}>
        {adding && <AddDialog onClose={() => setAdding(false)} />}
        {withdrawn && <WithdrawDialog range={withdrawn} onClose={() => setWithdrawn(undefined)} />}
      </Suspense>
    </>
  );
}
