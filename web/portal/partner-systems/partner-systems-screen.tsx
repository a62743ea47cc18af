import { partnerSystems } from "@tradewind/contract/portal/partner-systems.ts";
import { linkedSystems, type LinkedSystem } from "@tradewind/domain/portal/partner-systems.ts";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { Checkbox } from "../../ui/choice.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import type { Column } from "../../ui/table-model.ts";
import { SearchBox } from "../../ui/text-field.tsx";
import { useWrite } from "../../platform/queries.ts";
import { QueryError } from "../../shared/query-error.tsx";
import { linkedResellersQuery, type LinkedReseller } from "./partner-systems.queries.ts";

const names: Readonly<Record<LinkedSystem, string>> = {
  comms: "Comms",
  hardware: "Hardware",
  distribution: "Distribution",
};

type Change = (row: LinkedReseller, system: LinkedSystem, linked: boolean) => void;

const columnsOf = (busy: boolean, change: Change): readonly Column<LinkedReseller>[] => [
  { id: "name", header: "Reseller", width: "minmax(220px, 3fr)", cell: (row) => row.Name },
  ...linkedSystems.map((system): Column<LinkedReseller> => ({
    id: system,
    header: names[system],
    width: "140px",
    card: "line",
    cell: (row) => (
      <Checkbox
        label={
          <>
            {names[system]}
            <span className="sr-only"> of {row.Name}</span>
          </>
        }
        checked={row.Linked.includes(system)}
        disabled={busy}
        onChange={({ target }) => change(row, system, target.checked)}
      />
    ),
  })),
];

/** Chooses the other portals in which each reseller has an account. A tick is saved immediately. */
export function PartnerSystemsScreen() {
  const [search, setSearch] = useState("");
  const { data, error, refetch } = useQuery(linkedResellersQuery(useDeferredValue(search.trim())));
  const link = useWrite(partnerSystems.link, { refreshes: ["partner-systems"] });
  const change = ({ Id, Linked }: LinkedReseller, system: LinkedSystem, linked: boolean) =>
    link.mutate({
      params: { resellerId: Id },
      body: { Linked: linkedSystems.filter((each) => (each === system ? linked : Linked.includes(each))) },
    });
  return (
    <>
      <PageHeader
        title="Partner portals"
        about="Without an account, Comms and Hardware invite people to try them, and Distribution is hidden."
      />
      <div className="mb-4">
        <SearchBox label="Search resellers" value={search} onChange={({ target }) => setSearch(target.value)} />
      </div>
      <DataTable
        label="Resellers and their portals"
        columns={columnsOf(link.isPending, change)}
        rows={data ?? []}
        rowKey={(row) => row.Id}
        loading={!data}
        empty={
          <EmptyState icon="building" title="No resellers found">
            Try part of its name.
          </EmptyState>
        }
        error={error && !data ? <QueryError error={error} onRetry={() => void refetch()} /> : undefined}
      />
    </>
  );
}
