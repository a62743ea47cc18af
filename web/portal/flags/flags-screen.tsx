import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { DataTable } from "../../ui/data-table.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import { StatusDot } from "../../ui/status.tsx";
import type { Column } from "../../ui/table-model.ts";
import { SearchBox } from "../../ui/text-field.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { FlagDialog } from "./flag-dialog.tsx";
import { flagWords, stateOf } from "./flag-words.ts";
import { flagsQuery, type Flag } from "./flags.queries.ts";

const tones = (state: string) => (state === "Off" ? "disabled" : state === "On" ? "success" : "information");

const columns: readonly Column<Flag>[] = [
  { id: "name", header: "Feature", width: "minmax(240px, 2fr)", cell: (row) => row.Name },
  {
    id: "about",
    header: "What it is",
    width: "minmax(240px, 3fr)",
    card: "line",
    quiet: true,
    cell: (row) => flagWords[row.Name],
  },
  {
    id: "state",
    header: "State",
    width: "140px",
    card: "corner",
    cell: (row) => <StatusDot tone={tones(stateOf(row))}>{stateOf(row)}</StatusDot>,
  },
  {
    id: "exceptions",
    header: "Exceptions",
    width: "110px",
    cell: ({ Resellers }) =>
      Resellers.length === 0 ? "" : `${Resellers.length} ${Resellers.length === 1 ? "reseller" : "resellers"}`,
  },
  {
    id: "changed",
    header: "Last switched",
    width: "170px",
    from: "wide",
    quiet: true,
    cell: ({ Changes: [last] }) => (last ? formatDateTime(last.At) : "Never"),
  },
];

export function FlagsScreen() {
  const { data, error, refetch } = useQuery(flagsQuery);
  const [search, setSearch] = useState("");
  const [opened, setOpened] = useState<string>();
  const wanted = search.trim().toLowerCase();
  const rows = (data ?? []).filter(({ Name }) => `${Name} ${flagWords[Name]}`.toLowerCase().includes(wanted));
  const flag = data?.find(({ Name }) => Name === opened);
  return (
    <>
      <PageHeader
        title="Feature flags"
        about="A change takes effect on each person's next page, without a new version."
      />
      <div className="mb-4">
        <SearchBox label="Search features" value={search} onChange={({ target }) => setSearch(target.value)} />
      </div>
      <DataTable
        label="Feature flags"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.Name}
        loading={!data}
        onOpen={(row) => setOpened(row.Name)}
        empty={
          <EmptyState icon="settings" title="No features found">
            Try part of its name.
          </EmptyState>
        }
        error={error && !data ? <QueryError error={error} onRetry={() => void refetch()} /> : undefined}
      />
      {flag && <FlagDialog key={flag.Name} flag={flag} onClose={() => setOpened(undefined)} />}
    </>
  );
}
