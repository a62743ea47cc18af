import { useState } from "react";

type Kept<Row> = { of: string; rows: ReadonlyMap<string, Row> };

/**
 * The rows that are ticked, as they stand now where they are shown, else as they stood when they were ticked. What is
 * ticked must be what is seen: another list, by its name, begins without.
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
