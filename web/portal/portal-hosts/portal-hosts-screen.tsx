import { screens } from "@tradewind/contract/screens.ts";
import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import { StatusDot } from "../../ui/status.tsx";
import type { Column } from "../../ui/table-model.ts";
import { ListScreen } from "../../shared/list/list-screen.tsx";
import { useFilter } from "../../shared/list/use-filter.ts";
import { hostChangesQuery, portalHostsQuery, type PortalHost } from "./portal-hosts.queries.ts";

const dialogs = () => import("./portal-host-dialogs.tsx");
const AddHostDialog = lazy(async () => ({ default: (await dialogs()).AddHostDialog }));
const RemoveHostDialog = lazy(async () => ({ default: (await dialogs()).RemoveHostDialog }));

const columns: readonly Column<PortalHost>[] = [
  { id: "host", header: "Host", width: "minmax(220px, 3fr)", cell: (row) => row.Host },
  {
    id: "reseller",
    header: "Reseller",
    width: "minmax(180px, 2fr)",
    card: "line",
    cell: (row) => row.ResellerName,
  },
  {
    id: "look",
    header: "Look",
    width: "190px",
    card: "corner",
    cell: (row) =>
      row.HasLabel ? (
        <StatusDot tone="success">The reseller’s</StatusDot>
      ) : (
        <StatusDot tone="disabled" detail="The reseller has not chosen a look yet.">
          The marketplace’s
        </StatusDot>
      ),
  },
];

/** Assigns the portal's addresses to resellers. */
export function PortalHostsScreen() {
  const filter = useFilter(screens.hosts);
  const list = useInfiniteQuery(portalHostsQuery(filter.asked.Search));
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<PortalHost>();
  return (
    <>
      <div className="grid gap-6">
        <div>
          <ListScreen
            title="Hosts"
            words={["host", "hosts"]}
            filter={filter}
            about="Addresses at which a reseller's look shows before anybody signs in"
            headActions={
              <Button variant="primary" icon="add" onClick={() => setAdding(true)}>
                Add host
              </Button>
            }
            searchLabel="Search host or reseller"
            list={list}
            columns={columns}
            rowKey={(row) => row.Host}
            actions={(row) => [{ label: "Remove", icon: "trash", danger: true, onSelect: () => setRemoving(row) }]}
            empty={
              <EmptyState icon="external" title="No hosts yet">
                A host that you add here shows its reseller’s look to everybody who opens it.
              </EmptyState>
            }
          />
        </div>
        <Changes />
      </div>
      <Suspense fallback={null}>
        {adding && <AddHostDialog onClose={() => setAdding(false)} />}
        {removing && <RemoveHostDialog host={removing} onClose={() => setRemoving(undefined)} />}
      </Suspense>
    </>
  );
}

function Changes() {
  const { data } = useQuery(hostChangesQuery);
  if (!data || data.length === 0) return null;
  return (
    <Card title="Changes" about="The latest twenty">
      <ul className="grid gap-2">
        {data.map((each) => (
          <li key={each.At + each.What} className="grid">
            <span className="wrap-anywhere">{each.What}</span>
            <span className="text-sm text-muted">
              {each.Who}, {formatDateTime(each.At)}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
