import { useState } from "react";

type Kept<Row> = { of: string; rows: ReadonlyMap<string, Row> };

/**
 * Tracks the selected rows: in their current state if shown, otherwise as they were when selected. Only visible rows
 * may be selected, so another list, by its name, starts with none.
 */
export function useSelection<Row>(rows: readonly Row[], rowKey: (row: Row) => string, list: string) {
  const [kept, setKept] = useState<Kept<Row>>({ of: list, rows: new Map() });
  const ticked: Kept<Row>["rows"] = kept.of === list ? kept.rows : new Map();
  const shown = new Map(rows.map((row) => [rowKey(row), row]));
  const select = (keys: ReadonlySet<string>) =>
    setKept({ of: list, rows: new Map([...keys].map((key) => [key, shown.get(key) ?? ticked.get(key)!])) });
  return {
    selected: new Set(ticked.keys()),
    chosen: [...ticked].map(([key, row]) => shown.get(key) ?? row),
    select,
  };
}
