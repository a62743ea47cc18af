import type { ImportRow, PriceImport } from "@tradewind/contract/catalogue/price-imports.ts";
import { priceRowKinds, type PriceRowKind } from "@tradewind/domain/catalogue/price-file.ts";
import { billings, terms } from "@tradewind/domain/pricing/pricing-types.ts";
import { currencies } from "@tradewind/domain/values/money.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ListTable } from "../../shared/list/list-table.tsx";
import { planWords } from "../../shared/prices/plan-words.ts";
import { formatUnitPrice } from "../../shared/proposal/unit-price.ts";
import { EmptyState } from "../../ui/placeholder.tsx";
import type { Column } from "../../ui/table-model.ts";
import { Tabs } from "../../ui/tabs.tsx";
import { kindWords } from "./import-words.ts";
import { importRowsQuery } from "./price-imports.queries.ts";

type Amounts = ImportRow["New"];

function amountOf(row: ImportRow, value: string | null): string {
  const currency = currencies.find((each) => each === row.Currency);
  if (value === null) return "–";
  return currency ? formatUnitPrice(value, currency) : `${row.Currency} ${value}`;
}

function planOf({ Term, Billing }: ImportRow): string {
  const [term, billing] = [terms.find((each) => each === Term), billings.find((each) => each === Billing)];
  return term && billing ? planWords({ Term: term, Billing: billing }) : `${Term}, ${Billing}`;
}

/** The old price above the new one, where they differ. */
function Amount({ row, of }: { row: ImportRow; of: keyof Amounts }) {
  const [before, after] = [amountOf(row, row.Old[of]), amountOf(row, row.New[of])];
  return (
    <span className="figures whitespace-nowrap">
      {before !== after && row.Kind === "changed" && row.New[of] !== null && (
        <>
          <span className="sr-only">was </span>
          <s className="text-muted">{before}</s>{" "}
        </>
      )}
      {after}
    </span>
  );
}

const figure = { width: "minmax(130px, 1fr)", align: "end" } as const;
const columns: readonly Column<ImportRow>[] = [
  { id: "offer", header: "Offer", width: "minmax(220px, 2fr)", cell: (row) => row.Name ?? row.Sku },
  { id: "plan", header: "Plan", width: "minmax(150px, 1.2fr)", card: "line", cell: planOf },
  {
    ...figure,
    id: "resellers",
    header: "Resellers pay",
    width: "minmax(150px, 1.1fr)",
    card: "corner",
    cell: (row) => <Amount row={row} of="ResellersPay" />,
  },
  {
    id: "percent",
    header: "Difference",
    width: "100px",
    align: "end",
    card: "line",
    cell: ({ Percent }) => (
      <span className="figures">
        {Percent === null ? "–" : `${Percent.startsWith("-") ? "−" : "+"}${Percent.replace("-", "")} %`}
      </span>
    ),
  },
  { ...figure, id: "rrp", header: "Recommended", from: "large", cell: (row) => <Amount row={row} of="Recommended" /> },
  { ...figure, id: "we", header: "We pay", from: "wide", cell: (row) => <Amount row={row} of="WePay" /> },
  {
    id: "line",
    header: "Line",
    width: "80px",
    align: "end",
    from: "wide",
    quiet: true,
    cell: ({ Line }) => Line.toLocaleString("en-GB"),
  },
];
const leftOutColumns: readonly Column<ImportRow>[] = [
  columns[0]!,
  columns[1]!,
  { id: "why", header: "Why", width: "minmax(180px, 1.5fr)", card: "line", cell: ({ Reason }) => Reason },
  { ...figure, id: "rrp", header: "Recommended", from: "large", cell: (row) => <Amount row={row} of="Recommended" /> },
  columns.at(-1)!,
];

/** Lists what an import does to prices, row by row. */
export function ImportRows({ of }: { of: PriceImport }) {
  const [kind, setKind] = useState<PriceRowKind>("changed");
  const list = useInfiniteQuery(importRowsQuery(of.Id, kind, `${of.State} ${JSON.stringify(of.Counts)}`));
  return (
    <Tabs
      label="Rows by what they do"
      value={kind}
      onValue={setKind}
      tabs={priceRowKinds.map((id) => ({ id, label: kindWords[id], count: of.Counts[id] }))}
    >
      <ListTable
        label={`${kindWords[kind]} prices`}
        list={list}
        columns={kind === "unknown" ? leftOutColumns : columns}
        rowKey={({ Line }) => String(Line)}
        empty={
          <EmptyState icon="none" title="No such rows">
            {kind === "changed" ? "No price of the file differs from today’s." : "The file has none."}
          </EmptyState>
        }
      />
    </Tabs>
  );
}
