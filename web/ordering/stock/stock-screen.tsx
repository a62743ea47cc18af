import type { StockItem } from "@tradewind/contract/ordering/stock.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { PageHeader } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import { StatusDot } from "../../ui/status.tsx";
import type { Column } from "../../ui/table-model.ts";
import { ListTable } from "../../shared/list/list-table.tsx";
import { stockQuery } from "./stock.queries.ts";

const dialogs = () => import("./stock-dialogs.tsx");
const ReceiveDialog = lazy(async () => ({ default: (await dialogs()).ReceiveDialog }));
const AdjustDialog = lazy(async () => ({ default: (await dialogs()).AdjustDialog }));
const MovesPanel = lazy(async () => ({ default: (await import("./moves-panel.tsx")).MovesPanel }));

const figure = { width: "110px", align: "end" } as const;
const units = (row: StockItem, count: number) => (
  <span className="figures">{row.IsCounted ? count.toLocaleString("en-GB") : "–"}</span>
);

const columns: readonly Column<StockItem>[] = [
  { id: "name", header: "Product", width: "minmax(220px, 3fr)", cell: (row) => row.Name },
  { id: "sku", header: "SKU", width: "minmax(130px, 1fr)", from: "large", quiet: true, cell: (row) => row.Sku },
  { ...figure, id: "onHand", header: "On hand", cell: (row) => units(row, row.Free + row.Reserved) },
  { ...figure, id: "reserved", header: "For orders", from: "large", cell: (row) => units(row, row.Reserved) },
  { ...figure, id: "free", header: "Free", card: "corner", cell: (row) => units(row, row.Free) },
  { id: "state", header: "State", width: "minmax(180px, 2fr)", card: "line", cell: (row) => <StockState row={row} /> },
];

function StockState({ row }: { row: StockItem }) {
  if (!row.IsCounted) return <StatusDot tone="disabled">Not counted, from the supplier</StatusDot>;
  if (row.Missing > 0)
    return <StatusDot tone="warning">{row.Missing.toLocaleString("en-GB")} more are ordered</StatusDot>;
  if (row.Free > 0) return <StatusDot tone="success">In stock</StatusDot>;
  return (
    <StatusDot tone={row.Short === "refuse" ? "disabled" : "information"}>
      {row.Short === "refuse" ? "Sold out" : "On backorder"}
    </StatusDot>
  );
}

type Asked = { what: "receive" | "adjust" | "moves"; item: StockItem };

/** Lists the goods that we sell with what is in stock of each. */
export function StockScreen() {
  const [search, setSearch] = useState("");
  const [asked, setAsked] = useState<Asked>();
  const list = useInfiniteQuery(stockQuery(search));
  const close = () => setAsked(undefined);
  return (
    <>
      <PageHeader title="Stock" about="Goods in our warehouse, and what is kept for orders" />
      <ListTable
        list={list}
        searchLabel="Search product or SKU"
        search={search}
        onSearch={setSearch}
        label="Stock"
        columns={columns}
        rowKey={(row) => row.Sku}
        onOpen={(item) => setAsked({ what: "moves", item })}
        actions={(item) => [
          { label: "Receive", icon: "download", onSelect: () => setAsked({ what: "receive", item }) },
          { label: "Correct or write off", icon: "edit", onSelect: () => setAsked({ what: "adjust", item }) },
          { label: "History", icon: "clock", onSelect: () => setAsked({ what: "moves", item }) },
        ]}
        empty={
          <EmptyState icon="document" title={search === "" ? "No goods are sold" : "No goods found"}>
            {search === "" ? "Goods appear here with the catalogue." : "Try part of a name or of a SKU."}
          </EmptyState>
        }
      />
      {asked && (
        <Suspense fallback={null}>
          {asked.what === "receive" && <ReceiveDialog item={asked.item} onClose={close} />}
          {asked.what === "adjust" && <AdjustDialog item={asked.item} onClose={close} />}
          {asked.what === "moves" && <MovesPanel item={asked.item} onClose={close} />}
        </Suspense>
      )}
    </>
  );
}
