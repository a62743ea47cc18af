import { createContext, useContext, useMemo, useState } from "react";
import { RowCombobox, type Option } from "../../ui/combobox.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import type { Column } from "../../ui/table-model.ts";
import { sampleRows, type Sample } from "./sample-rows.ts";
import { Specimen } from "./specimen.tsx";

const plans: readonly Option[] = ["Business Basic", "Business Standard", "Business Premium", "Enterprise E3"].map(
  (label) => ({ id: label, label }),
);
const search = (text: string) =>
  Promise.resolve(plans.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase())));

type Choices = {
  chosen: Readonly<Record<string, Option | null>>;
  choose: (id: string, option: Option | null) => void;
};
const ChoicesContext = createContext<Choices>({ chosen: {}, choose: () => {} });

function PlanField({ row }: { row: Sample }) {
  const { chosen, choose } = useContext(ChoicesContext);
  return (
    <RowCombobox
      label={`Plan of ${row.name}`}
      placeholder="Choose a plan"
      value={chosen[row.id] ?? null}
      onValue={(option) => choose(row.id, option)}
      search={search}
    />
  );
}

const columns: readonly Column<Sample>[] = [
  { id: "name", header: "Name", width: "minmax(160px, 2fr)", cell: (row) => row.name },
  {
    id: "plan",
    header: "Plan",
    width: "minmax(160px, 1fr)",
    card: "corner",
    cell: (row) => <PlanField row={row} />,
  },
];
const key = (row: Sample) => row.id;

/** Shows ten thousand rows with a field in each, as in matching customers with another system's. */
export function ChoosersGallery() {
  const [rows] = useState(() => sampleRows(10_000));
  const [chosen, setChosen] = useState<Choices["chosen"]>({});
  const choices = useMemo<Choices>(
    () => ({ chosen, choose: (id, option) => setChosen((before) => ({ ...before, [id]: option })) }),
    [chosen],
  );
  return (
    <Specimen name="A field in every row">
      <ChoicesContext value={choices}>
        <DataTable label="Plans of customers" columns={columns} rows={rows} rowKey={key} total={rows.length} />
      </ChoicesContext>
    </Specimen>
  );
}
