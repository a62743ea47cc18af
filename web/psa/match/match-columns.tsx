import {
  assign,
  assignAll,
  toggleIgnored,
  type Match,
  type MatchOption,
  type Matching,
  type MatchKind,
} from "@tradewind/domain/psa/matching.ts";
import type { Suggestion } from "@tradewind/domain/psa/suggesting.ts";
import { Button } from "../../ui/button.tsx";
import { RowCombobox, type Option } from "../../ui/combobox.tsx";
import type { Column } from "../../ui/table-model.ts";
import { MatchState } from "./match-state.tsx";
import { matchWords } from "./match-words.ts";

/** Options that a list shows at once; typing finds the others. */
const shownOptions = 20;
export const plain = (text: string) => text.trim().toLocaleLowerCase("en-GB");
const known = new WeakMap<MatchOption, string>();
/** Whether a name has what was typed, in plain letters; each name is put into those once. */
export function isNamed(option: MatchOption, sought: string): boolean {
  let name = known.get(option);
  if (name === undefined) known.set(option, (name = plain(option.name)));
  return name.includes(sought);
}

type Editing = {
  copy: Matching;
  suggestions: ReadonlyMap<string, Suggestion>;
  edit: (change: (now: Matching) => Matching) => void;
};

/** The columns of a working copy: what is ours, what it is in the PSA, how that stands, and whether it is left out. */
export function columnsOf(kind: MatchKind, { copy, suggestions, edit }: Editing): readonly Column<Match>[] {
  const { ours, inPsa } = matchWords[kind];
  return [
    { id: "name", header: ours, width: "minmax(140px, 3fr)", cell: (row) => row.name },
    {
      id: "option",
      header: inPsa,
      width: "minmax(190px, 4fr)",
      card: "row",
      cell: (row) => (
        <RowCombobox
          label={`${inPsa}: ${row.name}`}
          quietLabel
          placeholder="Choose"
          value={row.selectedOption && optionOf(row.selectedOption)}
          search={async (typed) => found(copy, row, typed)}
          onValue={(option) => edit((now) => assign(now, row.id, option && { id: option.id, name: option.label }))}
        />
      ),
    },
    {
      id: "state",
      header: "State",
      width: "minmax(130px, 3fr)",
      card: "row",
      cell: (row) => (
        <MatchState
          row={row}
          isGone={row.selectedOption !== null && copy.gone.has(row.selectedOption.id)}
          suggestion={suggestions.get(row.id)}
          onAccept={(suggestion) => edit((now) => assignAll(now, [suggestion]))}
          onUnassign={() => edit((now) => assign(now, row.id, null))}
        />
      ),
    },
    {
      id: "deeds",
      header: "Change",
      width: "120px",
      align: "end",
      card: "corner",
      cell: (row) => (
        <Button
          size="small"
          variant={row.ignored ? "secondary" : "light"}
          aria-label={`Ignore ${row.name}`}
          aria-pressed={row.ignored}
          icon={row.ignored ? "check" : undefined}
          onClick={() => edit((now) => toggleIgnored(now, row.id))}
        >
          Ignore
        </Button>
      ),
    },
  ];
}

const optionOf = ({ id, name }: { id: string; name: string }): Option => ({ id, label: name });

/** What a row may be given: its own first, then what is available. */
function found({ available, gone }: Matching, { selectedOption }: Match, typed: string): readonly Option[] {
  const own = selectedOption && !gone.has(selectedOption.id) ? [selectedOption] : [];
  const sought = plain(typed);
  const others = available.filter(({ id }) => id !== selectedOption?.id);
  const fitting = [...own, ...others].filter((option) => isNamed(option, sought));
  const rest = fitting.length - shownOptions;
  return [
    ...fitting.slice(0, shownOptions).map(optionOf),
    ...(rest > 0 ? [{ id: "", label: `${rest.toLocaleString("en-GB")} more: type to find them`, disabled: true }] : []),
  ];
}
