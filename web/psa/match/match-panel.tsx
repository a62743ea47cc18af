import type { PsaCalls } from "@tradewind/contract/psa/psa.ts";
import {
  assign,
  byName,
  filtered,
  filterOf,
  isSame,
  matchFilters,
  toggleIgnored,
  type Match,
  type MatchFilter,
  type Matching,
} from "@tradewind/domain/psa/matching.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useMemo, useState } from "react";
import { useWrite } from "../../platform/queries.ts";
import { LeaveGuard } from "../../shared/leave-guard.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Segmented } from "../../ui/choice.tsx";
import { RowCombobox, type Option } from "../../ui/combobox.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { EmptyState, Skeleton } from "../../ui/placeholder.tsx";
import type { Column } from "../../ui/table-model.ts";
import { SearchBox } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { matchingQuery, type MatchKind } from "./match.queries.ts";

const words = {
  customers: {
    one: "customer",
    inPsa: "Company in the PSA",
    notLoaded: "Customers failed to load from the PSA",
    saved: "Customers updated successfully",
    notSaved: "Customers failed to update",
  },
  services: {
    one: "service",
    inPsa: "Service in the PSA",
    notLoaded: "Services failed to load from the PSA",
    saved: "Services updated successfully",
    notSaved: "Changes failed to save",
  },
} as const;
const filterWords = { all: "All", matched: "Matched", notMatched: "Not matched", ignored: "Ignored" } as const;
/** Options that a list shows at once; typing finds the others. */
const shownOptions = 50;

/** Matches one kind on a working copy, which is saved as a whole or given up. */
export function MatchPanel({ calls, kind }: { calls: PsaCalls; kind: MatchKind }) {
  const query = useQuery(matchingQuery(calls, kind));
  const { one, notLoaded } = words[kind];
  if (query.isError)
    return (
      <Alert type="error">
        {notLoaded} <Button onClick={() => void query.refetch()}>Try again</Button>
      </Alert>
    );
  if (query.data === undefined) return <Skeleton className="h-96 w-full" />;
  if (query.data.rows.length === 0)
    return (
      <EmptyState icon="refresh" title={`There is no ${one} yet`}>
        Each {one} appears here as soon as there is one.
      </EmptyState>
    );
  return <Editor key={query.dataUpdatedAt} calls={calls} kind={kind} original={query.data} />;
}

type EditorProps = { calls: PsaCalls; kind: MatchKind; original: Matching };

function Editor({ calls, kind, original }: EditorProps) {
  const [copy, setCopy] = useState(original);
  const [filter, setFilter] = useState<MatchFilter>("all");
  const [text, setText] = useState("");
  const sought = useDeferredValue(text.trim().toLocaleLowerCase("en-GB"));
  const queries = useQueryClient();
  const { one, inPsa, saved, notSaved } = words[kind];
  const isChanged = !isSame(copy.rows, original.rows);
  const save = useWrite(kind === "customers" ? calls.updateCustomerMappings : calls.updateServiceMappings, {
    shown: true,
    refreshes: ["psa"],
    onDone: () => {
      queries.setQueryData(matchingQuery(calls, kind).queryKey, copy);
      toast(saved);
    },
  });
  const counts = useMemo(() => Map.groupBy(copy.rows, filterOf), [copy.rows]);
  const rows = filtered(copy.rows, filter).filter(
    ({ name, selectedOption }) =>
      sought === "" || `${name}\n${selectedOption?.name ?? ""}`.toLocaleLowerCase("en-GB").includes(sought),
  );
  const columns: readonly Column<Match>[] = [
    {
      id: "name",
      header: one === "customer" ? "Customer" : "Service",
      width: "minmax(180px, 2fr)",
      cell: (row) => row.name,
    },
    {
      id: "option",
      header: inPsa,
      width: "minmax(220px, 3fr)",
      card: "line",
      cell: (row) => (
        <RowCombobox
          label={`${inPsa} for ${row.name}`}
          quietLabel
          placeholder="Not matched"
          value={row.selectedOption && optionOf(row.selectedOption)}
          search={async (typed) => found(copy, row, typed)}
          onValue={(option) => setCopy((now) => assign(now, row.id, option && { id: option.id, name: option.label }))}
        />
      ),
    },
    {
      id: "ignore",
      header: "Ignore",
      width: "170px",
      card: "corner",
      cell: (row) => (
        <span className="flex gap-2">
          {row.selectedOption && (
            <Button
              size="small"
              variant="light"
              aria-label={`Unassign ${row.name}`}
              onClick={() => setCopy((now) => assign(now, row.id, null))}
            >
              Unassign
            </Button>
          )}
          <Button
            size="small"
            variant="light"
            aria-label={`Ignore ${row.name}`}
            aria-pressed={row.ignored}
            onClick={() => setCopy((now) => toggleIgnored(now, row.id))}
          >
            {row.ignored ? "Ignored" : "Ignore"}
          </Button>
        </span>
      ),
    },
  ];
  const changed = () => {
    const before = new Map(original.rows.map((row) => [row.id, row]));
    return copy.rows.filter((row) => !isSame([row], [before.get(row.id)!]));
  };
  return (
    <div className="grid gap-4">
      <LeaveGuard when={() => isChanged} />
      <div className="flex flex-wrap items-end gap-3">
        <SearchBox
          label={`Search ${kind}`}
          className="max-md:w-full"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <div className="max-w-full overflow-x-auto">
          <Segmented
            label="Show"
            quietLabel
            value={filter}
            onValue={setFilter}
            choices={matchFilters.map((value) => ({
              value,
              label: `${filterWords[value]} ${(value === "all" ? copy.rows.length : (counts.get(value)?.length ?? 0)).toLocaleString("en-GB")}`,
            }))}
          />
        </div>
      </div>
      <DataTable
        label={`Match ${kind}`}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        total={rows.length}
        empty={
          <EmptyState icon="search" title={`No ${kind} match`}>
            Choose another filter or another word.
          </EmptyState>
        }
      />
      <div className="sticky bottom-0 z-10 flex flex-wrap items-center justify-end gap-3 border-t border-line bg-canvas py-3">
        {save.error ? (
          <p role="alert" className="mr-auto text-danger">
            {notSaved}. {save.error.message}
          </p>
        ) : (
          isChanged && (
            <p role="status" className="mr-auto font-medium text-danger">
              You have unsaved changes
            </p>
          )
        )}
        <Button disabled={!isChanged || save.isPending} onClick={() => setCopy(original)}>
          Cancel
        </Button>
        <Button
          variant="primary"
          disabled={!isChanged}
          busy={save.isPending}
          onClick={() => save.mutate({ body: { mappings: changed().map((row) => ({ ...row })) } })}
        >
          Save
        </Button>
      </div>
    </div>
  );
}

const optionOf = ({ id, name }: { id: string; name: string }): Option => ({ id, label: name });

/** What a row may be given: what is available, its own first. */
function found({ available }: Matching, { selectedOption }: Match, typed: string): readonly Option[] {
  const word = typed.toLocaleLowerCase("en-GB");
  const options = [...(selectedOption ? [selectedOption] : []), ...available.toSorted(byName)];
  return options
    .filter(({ name }) => name.toLocaleLowerCase("en-GB").includes(word))
    .slice(0, shownOptions)
    .map(optionOf);
}
