import type { PsaCalls } from "@tradewind/contract/psa/psa.ts";
import {
  assignAll,
  filtered,
  filterOf,
  isSame,
  matchFilters,
  matchingOf,
  type Match,
  type MatchFilter,
  type Matching,
  type MatchKind,
} from "@tradewind/domain/psa/matching.ts";
import type { Suggestion } from "@tradewind/domain/psa/suggesting.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useDeferredValue, useMemo, useState } from "react";
import { useWrite } from "../../platform/queries.ts";
import { LeaveGuard } from "../../shared/leave-guard.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Segmented } from "../../ui/choice.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import { SearchBox } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { columnsOf, isNamed, plain } from "./match-columns.tsx";
import { matchQuery, suggestionsQuery } from "./match.queries.ts";
import { filterWords, matchWords } from "./match-words.ts";
import { SaveBar } from "./save-bar.tsx";

const cardHeight = 152;
const updates = {
  customers: "updateCustomerMappings",
  services: "updateServiceMappings",
  products: "updateProductMappings",
} as const;

const workingCopyOf = ({ rows, options }: Read, kind: MatchKind): Matching =>
  matchingOf(rows, options, { isShared: kind === "products" });

type Read = { rows: readonly Match[]; options: Matching["available"]; status: string };
type EditorProps = { calls: PsaCalls; kind: MatchKind; data: Read };

/**
 * Matches one kind on a working copy, which is saved as a whole or given up. What others change meanwhile is taken over
 * where nothing is changed here, and told otherwise.
 */
export function MatchEditor({ calls, kind, data }: EditorProps) {
  const queries = useQueryClient();
  const [original, setOriginal] = useState(data);
  const [copy, setCopy] = useState(() => workingCopyOf(data, kind));
  const [filter, setFilter] = useState<MatchFilter>("all");
  const [text, setText] = useState("");
  const sought = useDeferredValue(plain(text));
  const { one, saved, notSaved } = matchWords[kind];
  const begin = (from: Read) => {
    setOriginal(from);
    setCopy(workingCopyOf(from, kind));
  };
  const isChanged = useMemo(() => !isSame(copy.rows, original.rows), [copy.rows, original.rows]);
  const isBehind = data.rows !== original.rows || data.options !== original.options;
  if (isBehind && (!isChanged || isSame(copy.rows, data.rows))) begin(data);

  const offered = useQuery(suggestionsQuery(calls, kind)).data;
  const suggestions = useMemo(() => openOnes(copy, offered ?? []), [copy, offered]);
  const save = useWrite(calls[updates[kind]], {
    shown: true,
    refreshes: ["psa"],
    onDone: ({ Succeed }) => {
      if (!Succeed) return;
      queries.setQueryData(matchQuery(calls, kind).queryKey, (held) => held && { ...held, rows: [...copy.rows] });
      toast(saved);
    },
  });
  const failure = save.error?.message ?? (save.data?.Succeed === false ? (save.data.Error ?? "") : undefined);
  const { isPending, reset } = save;
  const edit = useCallback(
    (change: (now: Matching) => Matching) => {
      // What is being saved is what was shown.
      if (isPending) return;
      reset();
      setCopy(change);
    },
    [isPending, reset],
  );
  const counts = useMemo(() => Map.groupBy(copy.rows, filterOf), [copy.rows]);
  const rows = useMemo(
    () =>
      filtered(copy.rows, filter).filter(
        (row) =>
          sought === "" || isNamed(row, sought) || (row.selectedOption !== null && isNamed(row.selectedOption, sought)),
      ),
    [copy.rows, filter, sought],
  );
  const columns = useMemo(() => columnsOf(kind, { copy, suggestions, edit }), [kind, copy, suggestions, edit]);
  const changed = () => {
    const before = new Map(original.rows.map((row) => [row.id, row]));
    return copy.rows.filter((row) => !isSame([row], [before.get(row.id)!]));
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <LeaveGuard when={() => isChanged} />
      {kind === "products" && (
        <p className="text-muted">Several services may be billed as one product of the PSA’s catalogue.</p>
      )}
      {suggestions.size > 0 && (
        <Alert
          type="info"
          action={
            <Button onClick={() => edit((now) => assignAll(now, [...suggestions.values()]))}>
              Accept all {suggestions.size.toLocaleString("en-GB")}
            </Button>
          }
        >
          {suggestions.size === 1 ? `One ${one} seems` : `${suggestions.size.toLocaleString("en-GB")} ${kind} seem`} to
          be in the PSA. Accept what is right, then save.
        </Alert>
      )}
      {isBehind && isChanged && (
        <Alert type="warning">
          Something here was changed meanwhile. Your changes can still be saved; Cancel shows how it is now.
        </Alert>
      )}
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
        label={matchWords[kind].tab}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        total={rows.length}
        cardHeight={cardHeight}
        empty={
          <EmptyState icon="search" title={`No ${kind} match`}>
            Choose another filter or another word.
          </EmptyState>
        }
      />
      <SaveBar
        isChanged={isChanged}
        busy={save.isPending}
        failure={failure === undefined ? null : { title: notSaved, reason: failure }}
        onCancel={() => {
          save.reset();
          begin(data);
        }}
        onSave={() => save.mutate({ body: { mappings: changed() } })}
      />
    </div>
  );
}

/** The suggestions that may still be accepted, by row. */
function openOnes({ rows, available }: Matching, offered: readonly Suggestion[]): ReadonlyMap<string, Suggestion> {
  const free = new Set(available.map(({ id }) => id));
  const open = new Set(rows.filter((row) => filterOf(row) === "notMatched").map(({ id }) => id));
  return new Map(
    offered.filter(({ id, option }) => open.has(id) && free.has(option.id)).map((each) => [each.id, each]),
  );
}
