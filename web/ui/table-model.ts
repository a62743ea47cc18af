import type { ReactNode } from "react";
import type { LinkRender, MenuItem } from "./menu.tsx";

export type Column<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The cell as text, for downloads; omit it to leave the column out. */
  text?: (row: Row) => string;
  /** A grid track such as `120px` or `minmax(200px, 2fr)`. */
  width?: string;
  /** Gives the first column two lines, where it is a sentence. */
  twoLines?: true;
  /** Aligns figures at the end; a card never cuts them. */
  align?: "end";
  /** Uses a softer colour for values that are seldom looked for. */
  quiet?: boolean;
  sortable?: boolean;
  /** Hides the column on narrower screens. */
  from?: "large" | "wide";
  /** Position on a phone's card, where the first column is the title; lines share one row, and a row has its own. */
  card?: "corner" | "line" | "row";
};

export type TableProps<Row> = {
  /** The accessible name of the table. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The address a row opens. */
  href?: (row: Row) => string;
  onOpen?: (row: Row) => void;
  renderLink?: LinkRender;
  actions?: (row: Row) => readonly MenuItem[];
  /** The height of a phone's card in pixels, where its columns have rows of their own. */
  cardHeight?: number;
  /** The total number of rows, once known. */
  total?: number;
  loading?: boolean;
  hasMore?: boolean;
  loadMore?: () => void;
  /** How many rows can be selected at once, in words, while not all are loaded, and what loads them; null if it failed. */
  reach?: string | undefined;
  loadReach?: () => Promise<readonly Row[] | null>;
  /** Column id, with `-` before it for descending. */
  sort?: string;
  onSort?: (sort: string) => void;
  selected?: ReadonlySet<string>;
  onSelect?: (selected: ReadonlySet<string>) => void;
  /** What a row is about, by which its checkbox is named; its number by default. */
  rowName?: (row: Row) => string;
  bulk?: ReactNode;
  empty?: ReactNode;
  error?: ReactNode;
};

/** Returns the next sort order: ascending on the first press, descending on the second. */
export const nextSort = (current: string | undefined, id: string): string => (current === id ? `-${id}` : id);
export const sortOf = (current: string | undefined, id: string): "ascending" | "descending" | "none" =>
  current === id ? "ascending" : current === `-${id}` ? "descending" : "none";
export const toggled = (set: ReadonlySet<string>, key: string): ReadonlySet<string> => {
  const next = new Set(set);
  if (!next.delete(key)) next.add(key);
  return next;
};
/** Gives every key of a range the state that the pressed one is changing to. */
export const withRange = (set: ReadonlySet<string>, keys: readonly string[], pressed: string): ReadonlySet<string> =>
  set.has(pressed) ? set.difference(new Set(keys)) : set.union(new Set(keys));
