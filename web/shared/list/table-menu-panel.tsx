import { useLayoutEffect, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/choice.tsx";
import { toggled } from "../../ui/table-model.ts";
import type { ColumnChoice } from "./column-choice.ts";
import type { RowsFile } from "./rows-file.ts";
import { DensityChoice } from "../density-choice.tsx";

type PanelProps = { choice: ColumnChoice; csv?: RowsFile; onClose: () => void; onDrawn: () => void };

export function TableMenuPanel({ choice: { optional, hidden, setHidden }, csv, onClose, onDrawn }: PanelProps) {
  useLayoutEffect(onDrawn, [onDrawn]);
  const [fetching, setFetching] = useState<"onReach" | "onPrint">();
  const fetchAll = async (rows: RowsFile, what: "onReach" | "onPrint") => {
    setFetching(what);
    await rows[what]();
    onClose();
  };
  return (
    <div className="grid gap-4 p-3">
      <fieldset className="grid gap-0.5 max-md:hidden">
        <legend className="mb-1.5 text-sm font-medium">Columns</legend>
        {optional.map(({ id, header }) => (
          <Checkbox key={id} label={header} checked={!hidden.has(id)} onChange={() => setHidden(toggled(hidden, id))} />
        ))}
      </fieldset>
      <div className="max-md:hidden">
        <DensityChoice />
      </div>
      {csv?.reach && (
        <Button icon="download" busy={fetching === "onReach"} onClick={() => void fetchAll(csv, "onReach")}>
          Download {csv.reach} rows as CSV
        </Button>
      )}
      {csv && (
        <Button busy={fetching === "onPrint"} onClick={() => void fetchAll(csv, "onPrint")}>
          Print {csv.reach ?? "the"} rows
        </Button>
      )}
      {csv && (
        <Button
          icon="download"
          onClick={() => {
            csv.onShown();
            onClose();
          }}
        >
          {csv.reach ? `Download the ${csv.shown.toLocaleString("en-GB")} rows shown` : "Download rows as CSV"}
        </Button>
      )}
    </div>
  );
}
