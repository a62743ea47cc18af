import { ofSelection, selections, type Selection } from "@tradewind/domain/psa/writes.ts";
import { Segmented } from "../../ui/choice.tsx";

const words: Readonly<Record<Selection, string>> = { all: "All", selected: "Selected", notSelected: "Not selected" };

/** Chooses which rows of a report are shown, with how many each would be. */
export const SelectedFilter = ({
  rows,
  value,
  onValue,
}: {
  rows: readonly { readonly selected: boolean }[];
  value: Selection;
  onValue: (value: Selection) => void;
}) => (
  <Segmented
    label="Rows shown"
    quietLabel
    choices={selections.map((each) => ({
      value: each,
      label: `${words[each]} ${ofSelection(rows, each).length.toLocaleString("en-GB")}`,
    }))}
    value={value}
    onValue={onValue}
  />
);
