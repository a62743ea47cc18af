/** Matches what is ours with what is in a PSA, one to one, on a working copy. */

export type MatchOption = { id: string; name: string };
/** A customer or a service of ours. */
export type Match = MatchOption & { selectedOption: MatchOption | null; ignored: boolean };
export type Matching = { rows: readonly Match[]; available: readonly MatchOption[] };

export const matchFilters = ["all", "matched", "notMatched", "ignored"] as const;
export type MatchFilter = (typeof matchFilters)[number];

const names = new Intl.Collator("en", { sensitivity: "base", numeric: true });
export const byName = (a: MatchOption, b: MatchOption): number =>
  names.compare(a.name, b.name) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** Begins with every option that no row has. */
export function matchingOf(rows: readonly Match[], options: readonly MatchOption[]): Matching {
  const taken = new Set(rows.flatMap(({ selectedOption }) => selectedOption?.id ?? []));
  return { rows, available: options.filter(({ id }) => !taken.has(id)).toSorted(byName) };
}

/** Gives a row an option, or with null none; the one that it had can be chosen again. An option that is taken stays so. */
export function assign({ rows, available }: Matching, id: string, option: MatchOption | null): Matching {
  const row = rows.find((each) => each.id === id);
  if (!row || (option && !available.some((each) => each.id === option.id))) return { rows, available };
  const back = row.selectedOption ? [row.selectedOption] : [];
  return {
    rows: rows.map((each) => (each === row ? { ...row, selectedOption: option } : each)),
    available: [...available.filter((each) => each.id !== option?.id), ...back].toSorted(byName),
  };
}

export const toggleIgnored = ({ rows, available }: Matching, id: string): Matching => ({
  rows: rows.map((row) => (row.id === id ? { ...row, ignored: !row.ignored } : row)),
  available,
});

/** Which of the filters a row is under, besides all; being ignored goes before being matched. */
export function filterOf({ selectedOption, ignored }: Match): Exclude<MatchFilter, "all"> {
  if (ignored) return "ignored";
  return selectedOption ? "matched" : "notMatched";
}

export const filtered = (rows: readonly Match[], filter: MatchFilter): readonly Match[] =>
  filter === "all" ? rows : rows.filter((row) => filterOf(row) === filter);

/** Whether two copies say the same of every row. */
export const isSame = (one: readonly Match[], other: readonly Match[]): boolean =>
  one.length === other.length &&
  one.every((row, at) => {
    const same = other[at]!;
    return row.id === same.id && row.ignored === same.ignored && row.selectedOption?.id === same.selectedOption?.id;
  });
