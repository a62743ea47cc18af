import { useMemo, useState } from "react";
import { Combobox, type Option } from "../../ui/combobox.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import type { Column } from "../../ui/table-model.ts";
import { sampleRows } from "./sample-rows.ts";
import { Specimen } from "./specimen.tsx";

type Line = ReturnType<typeof sampleRows>[number];
const plans: readonly Option[] = ["Business Basic", "Business Standard", "Business Premium", "Enterprise E3"].map(
  (label) => ({ id: label, label }),
);
const search = (text: string) =>
  Promise.resolve(plans.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase())));
const key = (row: Line) => row.id;

/** Ten thousand rows with a field in each, as matching customers to those of another system has. */
export function ChoosersGallery() {
  const [rows] = useState(() => sampleRows(10_000));
  const [chosen, setChosen] = useState<Readonly<Record<string, Option | null>>>({});
  const columns = useMemo<readonly Column<Line>[]>(
    () => [
      { id: "name", header: "Name", width: "minmax(160px, 2fr)", cell: (row) => row.name },
      {
        id: "plan",
        header: "Plan",
        width: "minmax(160px, 1fr)",
        card: "corner",
        cell: (row) => (
          <Combobox
            label={`Plan of ${row.name}`}
            quietLabel
            placeholder="Choose a plan"
            value={chosen[row.id] ?? null}
            onValue={(option) => setChosen((before) => ({ ...before, [row.id]: option }))}
            search={search}
          />
        ),
      },
    ],
    [chosen],
  );
  return (
    <Specimen name="A field in every row">
      <DataTable label="Plans of customers" columns={columns} rows={rows} rowKey={key} total={rows.length} />
    </Specimen>
  );
}
