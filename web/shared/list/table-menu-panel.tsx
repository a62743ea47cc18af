import { useLayoutEffect } from "react";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/choice.tsx";
import { toggled } from "../../ui/table-model.ts";
import type { ColumnChoice } from "./column-choice.ts";
import { DensityChoice } from "../density-choice.tsx";

type PanelProps = { choice: ColumnChoice; onCsv?: () => void; onClose: () => void; onDrawn: () => void };

export function TableMenuPanel({ choice: { optional, hidden, setHidden }, onCsv, onClose, onDrawn }: PanelProps) {
  useLayoutEffect(onDrawn, [onDrawn]);
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
      {onCsv && (
        <Button
          icon="download"
          onClick={() => {
            onCsv();
            onClose();
          }}
        >
          Download rows as CSV
        </Button>
      )}
    </div>
  );
}
