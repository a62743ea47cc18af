import type { ReactNode } from "react";
import type { LinkRender, MenuItem } from "./menu.tsx";

export type Column<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The cell as text, for what is downloaded; without it the column stays out. */
  text?: (row: Row) => string;
  /** A grid track such as `120px` or `minmax(200px, 2fr)`. */
  width?: string;
  /** Figures stand at the end. */
  align?: "end";
  /** Said in a softer colour: what is seldom looked for. */
  quiet?: boolean;
  sortable?: boolean;
  /** Left out on narrower screens. */
  from?: "large" | "wide";
  /** Where it goes on a phone's card: the first column is the title. */
  card?: "corner" | "line";
};

export type TableProps<Row> = {
  /** What the table lists, for those who do not see it. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The address a row opens. */
  href?: (row: Row) => string;
  onOpen?: (row: Row) => void;
  renderLink?: LinkRender;
  actions?: (row: Row) => readonly MenuItem[];
  /** How many there are in all, once known. */
  total?: number;
  loading?: boolean;
  hasMore?: boolean;
  loadMore?: () => void;
  /** Column id, with `-` before it for descending. */
  sort?: string;
  onSort?: (sort: string) => void;
  selected?: ReadonlySet<string>;
  onSelect?: (selected: ReadonlySet<string>) => void;
  bulk?: ReactNode;
  empty?: ReactNode;
  error?: ReactNode;
};

/** First press ascending, second descending. */
export const nextSort = (current: string | undefined, id: string): string => (current === id ? `-${id}` : id);
export const sortOf = (current: string | undefined, id: string): "ascending" | "descending" | "none" =>
  current === id ? "ascending" : current === `-${id}` ? "descending" : "none";
export const toggled = (set: ReadonlySet<string>, key: string): ReadonlySet<string> => {
  const next = new Set(set);
  if (!next.delete(key)) next.add(key);
  return next;
};
/** Every key of a range as the one that was pressed becomes. */
export const withRange = (set: ReadonlySet<string>, keys: readonly string[], pressed: string): ReadonlySet<string> =>
  set.has(pressed) ? set.difference(new Set(keys)) : set.union(new Set(keys));
