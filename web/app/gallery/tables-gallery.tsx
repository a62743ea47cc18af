import { useMemo, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { csvOf, saveText } from "../../shared/list/csv.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { FilterChips } from "../../ui/filter-chips.tsx";
import { formatMoney, MoneyText } from "../../ui/money-text.tsx";
import { EmptyState, ErrorState } from "../../ui/placeholder.tsx";
import { StatusDot } from "../../ui/status.tsx";
import type { Column } from "../../ui/table-model.ts";
import { Wizard } from "../../ui/wizard.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useColumnChoice } from "../../shared/list/column-choice.ts";
import { appLink } from "../../shared/link-render.tsx";
import { TableMenu } from "../../shared/list/table-menu.tsx";
import { sampleRows, type Sample } from "./sample-rows.ts";
import { Specimen } from "./specimen.tsx";

export const sampleColumns: readonly Column<Sample>[] = [
  {
    id: "name",
    header: "Name",
    cell: (row) => row.name,
    text: (row) => row.name,
    width: "minmax(200px, 2.5fr)",
    sortable: true,
  },
  {
    id: "status",
    header: "Status",
    cell: (row) => (
      <StatusDot tone={row.active ? "success" : "disabled"}>{row.active ? "Active" : "Suspended"}</StatusDot>
    ),
    text: (row) => (row.active ? "Active" : "Suspended"),
    width: "140px",
    card: "line",
  },
  {
    id: "services",
    header: "Services",
    cell: (row) => row.services,
    text: (row) => String(row.services),
    align: "end",
    width: "110px",
    sortable: true,
    from: "large",
  },
  {
    id: "spend",
    header: "Spend this month",
    cell: (row) => <MoneyText value={{ Minor: String(row.spend), Currency: "GBP" }} />,
    text: (row) => (row.spend / 100).toFixed(2),
    align: "end",
    width: "170px",
    card: "corner",
  },
];
const none: readonly Sample[] = [];
const key = (row: Sample) => row.id;
const marks = [
  { id: "active", label: "Active", fits: (row: Sample) => row.active },
  { id: "suspended", label: "Suspended", fits: (row: Sample) => !row.active },
  { id: "idle", label: "Without services", fits: (row: Sample) => row.services === 0 },
];
const spendOf = (rows: readonly Sample[]) =>
  formatMoney({ Minor: String(rows.reduce((sum, row) => sum + row.spend, 0)), Currency: "GBP" });
const steps = ["Question", "Products", "Seats", "Review"].map((title) => ({ id: title, title }));

export function TablesGallery({ count = 10_000 }: { count?: number }) {
  const [rows] = useState(() => sampleRows(count));
  const [sort, setSort] = useState("name");
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(["1"]));
  const [step, setStep] = useState(1);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { shown, choice } = useColumnChoice("gallery", sampleColumns);
  const found = useMemo(
    () => (chosen.size === 0 ? rows : rows.filter((row) => marks.some(({ id, fits }) => chosen.has(id) && fits(row)))),
    [rows, chosen],
  );
  const chips = useMemo(
    () => marks.map(({ id, label, fits }) => ({ id, label, amount: spendOf(rows.filter(fits)) })),
    [rows],
  );
  return (
    <div className="grid gap-10 pb-10">
      <Specimen name="Wizard">
        <Wizard
          label="Order Microsoft 365"
          steps={steps}
          at={steps[step]!.id}
          onStep={(id) => setStep(steps.findIndex((each) => each.id === id))}
          onBack={step > 0 ? () => setStep(step - 1) : undefined}
          onNext={() => setStep(Math.min(steps.length - 1, step + 1))}
          nextLabel={step === steps.length - 1 ? "Place order" : "Next"}
        >
          <TextField label="Tenant domain" defaultValue="acme.onmicrosoft.com" />
        </Wizard>
      </Specimen>
      <Specimen name="Waiting, empty, broken">
        <DataTable label="Waiting customers" columns={sampleColumns} rows={none} rowKey={key} loading />
        <DataTable
          label="No customers"
          columns={sampleColumns}
          rows={none}
          rowKey={key}
          empty={
            <EmptyState tight title="No matches found">
              Try a shorter name, or clear the search.
            </EmptyState>
          }
        />
        <DataTable
          label="Broken customers"
          columns={sampleColumns}
          rows={none}
          rowKey={key}
          error={
            <ErrorState tight action={<Button>Try again</Button>}>
              The portal did not answer.
            </ErrorState>
          }
        />
      </Specimen>
      <Specimen name="Ten thousand rows">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <FilterChips label="Filters" chips={chips} chosen={chosen} onChosen={setChosen} />
          <TableMenu
            choice={choice}
            csv={{
              shown: found.length,
              reach: undefined,
              onShown: () => saveText(csvOf(shown, found), "customers.csv"),
              onReach: () => Promise.resolve(),
              onPrint: () => Promise.resolve(window.print()),
            }}
          />
        </div>
        <DataTable
          label="Customers"
          columns={shown}
          rows={found}
          rowKey={key}
          total={found.length}
          href={(row) => `/customers/customer/${row.id}`}
          renderLink={appLink}
          sort={sort}
          onSort={setSort}
          selected={selected}
          onSelect={setSelected}
          bulk={
            <Button
              size="small"
              onClick={() =>
                saveText(
                  csvOf(
                    sampleColumns,
                    rows.filter((row) => selected.has(row.id)),
                  ),
                  "customers.csv",
                )
              }
            >
              Download CSV
            </Button>
          }
          actions={() => [
            { label: "Rename", icon: "edit" },
            { label: "Suspend customer", icon: "pause", danger: true },
          ]}
        />
      </Specimen>
    </div>
  );
}
