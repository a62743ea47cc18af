/** Matches what is ours with what is in a PSA on a working copy: one to one, or many of ours to one. */

export type MatchOption = { id: string; name: string };
/** A customer or a service of ours. */
export type Match = MatchOption & { selectedOption: MatchOption | null; ignored: boolean };
export type Matching = {
  rows: readonly Match[];
  available: readonly MatchOption[];
  /** Options that rows still have and the PSA no longer does. */
  gone: ReadonlySet<string>;
  /** Whether several rows may have one option. */
  isShared: boolean;
};

/** What is matched: the last says what in the whole catalogue something is billed as, many to one. */
export const matchKinds = ["customers", "services", "products"] as const;
export type MatchKind = (typeof matchKinds)[number];

export const matchFilters = ["all", "matched", "notMatched", "ignored"] as const;
export type MatchFilter = (typeof matchFilters)[number];

const names = new Intl.Collator("en", { sensitivity: "base", numeric: true });
export const byName = (a: MatchOption, b: MatchOption): number =>
  names.compare(a.name, b.name) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** Begins with every option that no row has, or with all of them if they are shared. */
export function matchingOf(
  rows: readonly Match[],
  options: readonly MatchOption[],
  { isShared = false }: { isShared?: boolean } = {},
): Matching {
  const taken = new Set(rows.flatMap(({ selectedOption }) => selectedOption?.id ?? []));
  return {
    rows,
    available: options.filter(({ id }) => isShared || !taken.has(id)).toSorted(byName),
    gone: taken.difference(new Set(options.map(({ id }) => id))),
    isShared,
  };
}

/** Gives a row an option, or with null none; the one that it had can be chosen again. An option that is taken stays so. */
export const assign = (matching: Matching, id: string, option: MatchOption | null): Matching =>
  assignAll(matching, [{ id, option }]);

/** Does so for many rows at once. */
export function assignAll(matching: Matching, wanted: readonly { id: string; option: MatchOption | null }[]): Matching {
  const { gone, isShared } = matching;
  const given = new Map(wanted.map(({ id, option }) => [id, option]));
  const free = new Map(matching.available.map((option) => [option.id, option]));
  const rows = matching.rows.map((row) => {
    const option = given.get(row.id);
    if (option === undefined || (option && !free.has(option.id))) return row;
    if (!isShared) {
      if (option) free.delete(option.id);
      const before = row.selectedOption;
      if (before && !gone.has(before.id)) free.set(before.id, before);
    }
    return { ...row, selectedOption: option };
  });
  return { ...matching, rows, available: isShared ? matching.available : [...free.values()].toSorted(byName) };
}

export const toggleIgnored = (matching: Matching, id: string): Matching => ({
  ...matching,
  rows: matching.rows.map((row) => (row.id === id ? { ...row, ignored: !row.ignored } : row)),
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
