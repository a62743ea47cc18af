import { adviceWords, causeWords } from "@tradewind/contract/psa/reconciliation-words.ts";
import type { ReconciliationItem } from "@tradewind/contract/psa/reconciliation.ts";
import { ofSelection, type Selection } from "@tradewind/domain/psa/writes.ts";
import { useState } from "react";
import { WrittenState } from "../../shared/psa-writes/written-state.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { formatMoney } from "../../ui/money-text.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import type { Column } from "../../ui/table-model.ts";
import { SelectedFilter } from "./selected-filter.tsx";

const number = (count: number) => count.toLocaleString("en-GB");
const known = (count: number | null) => (count === null ? "–" : number(count));
/** A count of a PSA, which may be a part of one. */
export const inPsa = (quantity: string): string => number(Number(quantity));

const columns: readonly Column<ReconciliationItem>[] = [
  {
    id: "customer",
    header: "Customer and product",
    width: "minmax(180px, 3fr)",
    twoLines: true,
    cell: ({ cmCustomer, product }) => (
      <span className="grid min-w-0">
        <span className="truncate">{cmCustomer.name}</span>
        <span className="truncate text-sm font-normal text-muted">{product.name}</span>
      </span>
    ),
  },
  {
    id: "vendor",
    header: "Vendor",
    width: "76px",
    align: "end",
    quiet: true,
    from: "wide",
    cell: ({ vendorQuantity }) => known(vendorQuantity),
  },
  { id: "bought", header: "Bought", width: "80px", align: "end", cell: ({ quantity }) => number(quantity) },
  {
    id: "psa",
    header: "In the PSA",
    width: "98px",
    align: "end",
    cell: ({ quantity, psaQuantity }) => (
      <span
        className={Number(psaQuantity) === quantity ? "" : "rounded-control bg-warning-soft px-1.5 py-0.5 font-medium"}
      >
        {inPsa(psaQuantity)}
      </span>
    ),
  },
  {
    id: "assigned",
    header: "In use",
    width: "72px",
    align: "end",
    quiet: true,
    from: "wide",
    cell: ({ assignedQuantity }) => known(assignedQuantity),
  },
  {
    id: "cause",
    header: "Cause",
    width: "minmax(150px, 3fr)",
    card: "line",
    cell: ({ cause }) =>
      cause === null ? (
        "Equal"
      ) : (
        <span className="grid min-w-0">
          <span className="truncate">{causeWords[cause]}</span>
          <span className="truncate text-sm text-muted max-md:hidden">{adviceWords[cause]}</span>
        </span>
      ),
  },
  {
    id: "difference",
    header: "Each month",
    width: "116px",
    align: "end",
    card: "corner",
    cell: ({ difference }) =>
      difference && (
        <span className="grid">
          <span className="font-medium">
            {formatMoney({ ...difference, Minor: difference.Minor.replace("-", "") })}
          </span>
          {difference.Minor !== "0" && (
            <span className="text-sm text-muted">{difference.Minor.startsWith("-") ? "too little" : "too much"}</span>
          )}
        </span>
      ),
  },
  {
    id: "update",
    header: "Update",
    width: "minmax(150px, 2fr)",
    card: "line",
    cell: (row) => <Update {...row} />,
  },
];

/** What an update sets a line to. */
export const updateOf = ({ psaQuantity, targetQuantity, psaPrice, targetPrice }: ReconciliationItem): string =>
  targetPrice === null
    ? `${inPsa(psaQuantity)} to ${number(targetQuantity!)}`
    : `${Number(psaPrice).toFixed(2)} to ${targetPrice} each`;

/** What an update sets, or how the last one ended. */
function Update(row: ReconciliationItem) {
  const { written, targetQuantity } = row;
  if (written) return <WrittenState written={written} />;
  if (targetQuantity === null) return <span className="text-muted">By hand</span>;
  return updateOf(row);
}

/** Why lines were not written, in full. */
function NotWritten({ rows }: Pick<Props, "rows">) {
  const refused = rows.filter(({ written }) => written?.message);
  if (refused.length === 0) return null;
  return (
    <Alert
      type="warning"
      title={`${number(refused.length)} ${refused.length === 1 ? "line was" : "lines were"} not written`}
    >
      <ul className="grid max-h-60 gap-1 overflow-y-auto">
        {refused.map(({ id, cmCustomer, product, written }) => (
          <li key={id}>{`${cmCustomer.name}, ${product.name}: ${written!.message}`}</li>
        ))}
      </ul>
    </Alert>
  );
}

type Props = {
  rows: readonly ReconciliationItem[];
  onSelect: (ids: ReadonlySet<string>) => void;
  onPreview: () => void;
};

/** Lists what differs; what is selected stays so under each filter. */
export function ReconciliationTable({ rows, onSelect, onPreview }: Props) {
  const [shown, setShown] = useState<Selection>("all");
  const visible = ofSelection(rows, shown);
  const seen = new Set(visible.map(({ id }) => id));
  const cures = rows.filter(({ selected, targetQuantity }) => selected && targetQuantity !== null).length;
  const ids = (of: readonly ReconciliationItem[]) => new Set(of.filter(({ selected }) => selected).map(({ id }) => id));
  return (
    <div className="grid gap-3">
      <NotWritten rows={rows} />
      <SelectedFilter rows={rows} value={shown} onValue={setShown} />
      <DataTable
        label="Reconciliation"
        columns={columns}
        rows={visible}
        rowKey={({ id }) => id}
        rowName={({ cmCustomer, product }) => `${product.name} of ${cmCustomer.name}`}
        total={visible.length}
        selected={ids(visible)}
        onSelect={(chosen) => onSelect(ids(rows).difference(seen).union(chosen))}
        bulk={
          <Button size="small" variant="primary" onClick={onPreview}>
            {`Preview ${number(cures)} ${cures === 1 ? "update" : "updates"}`}
          </Button>
        }
        empty={
          <EmptyState icon="search" title={shown === "selected" ? "Nothing is selected" : "Everything is selected"}>
            Choose another filter to see the other rows.
          </EmptyState>
        }
      />
    </div>
  );
}
