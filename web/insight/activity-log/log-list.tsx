import type { ComponentProps, ReactNode } from "react";
import { useState } from "react";
import { useRows } from "../../shared/list/list-table.tsx";
import { ListScreen } from "../../shared/list/list-screen.tsx";
import { Combobox, type Option } from "../../ui/combobox.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import type { LogEntry } from "./activity-log.queries.ts";
import { EntryPanel } from "./entry-panel.tsx";
import { logColumns } from "./activity-words.tsx";
import { LogFilters } from "./log-filters.tsx";

type Screen = ComponentProps<typeof ListScreen<LogEntry>>;
type Props = Pick<Screen, "about" | "headActions" | "settings" | "list"> & {
  filter: Screen["filter"] & ComponentProps<typeof LogFilters>;
  /** Whether it is of all companies, whose names are a column. */
  everybodys?: boolean;
  /** Chooses whose entries are listed. */
  chooser: ReactNode;
};

const columns = { own: logColumns(false), everybodys: logColumns(true) };

/** A list of entries with its filters; pressing one shows it whole. */
export function LogList({ filter, everybodys = false, chooser, ...list }: Props) {
  const [opened, setOpened] = useState<LogEntry>();
  return (
    <>
      <ListScreen
        {...list}
        title="Activity log"
        words={["entry", "entries"]}
        filter={filter}
        searchLabel="Search by person"
        filters={
          <>
            {chooser}
            <LogFilters asked={filter.asked} ask={filter.ask} />
          </>
        }
        columns={everybodys ? columns.everybodys : columns.own}
        rowKey={(row) => row.Id}
        onOpen={setOpened}
        empty={
          <EmptyState icon="document" title="Nothing has happened yet">
            Every sign-in, change, download and refusal is kept here from now on.
          </EmptyState>
        }
      />
      {opened && <EntryPanel entry={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

type ChooserProps = {
  label: string;
  placeholder: string;
  id: string | undefined;
  onId: (id: string | undefined) => void;
  /** Names what the address brought along: an entry tells it. */
  nameIn: (entry: LogEntry) => string | null;
  list: Props["list"];
  known?: Option;
  search: (text: string, signal: AbortSignal) => Promise<Option[]>;
};

/** Chooses whose entries are listed, by name. */
export function LogChooser({ id, onId, nameIn, list, known, ...field }: ChooserProps) {
  const { rows } = useRows(list);
  const [chosen, setChosen] = useState(known);
  const named = [known, chosen].find((option) => option?.id === id)?.label;
  return (
    <Combobox
      {...field}
      className="w-48 max-md:w-full"
      value={id === undefined ? null : { id, label: named ?? (rows[0] && nameIn(rows[0])) ?? "…" }}
      onValue={(option) => {
        if (option) setChosen(option);
        onId(option?.id);
      }}
    />
  );
}
