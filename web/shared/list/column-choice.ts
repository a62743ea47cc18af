import { useMemo, useState } from "react";
import type { Column } from "../../ui/table-model.ts";

const keyOf = (table: string) => `columns:${table}`;
const remembered = (table: string): ReadonlySet<string> =>
  new Set(localStorage.getItem(keyOf(table))?.split(" ").filter(Boolean));

export type ColumnChoice = {
  /** The columns that may be hidden: all but the first, which names the row. */
  optional: readonly { id: string; header: string }[];
  hidden: ReadonlySet<string>;
  setHidden: (hidden: ReadonlySet<string>) => void;
};

/** Remembers a table's hidden columns in this browser, under the table's name; without a name it shows all. */
export function useColumnChoice<Row>(table: string | undefined, columns: readonly Column<Row>[]) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(() => (table ? remembered(table) : new Set()));
  const shown = useMemo(() => columns.filter((column, at) => at === 0 || !hidden.has(column.id)), [columns, hidden]);
  const choice: ColumnChoice = {
    optional: columns.slice(1).filter(({ header }) => header !== ""),
    hidden,
    setHidden: (next) => {
      if (table && next.size === 0) localStorage.removeItem(keyOf(table));
      else if (table) localStorage.setItem(keyOf(table), [...next].join(" "));
      setHidden(next);
    },
  };
  return { shown, choice };
}
