import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Queue } from "../../shared/queue.tsx";
import { Button } from "../../ui/button.tsx";
import { StatusDot } from "../../ui/status.tsx";
import { tenantRequestsQuery, type BroughtTenant, type TenantView } from "./tenants.queries.ts";

const TenantDialog = lazy(async () => ({ default: (await import("./tenant-dialog.tsx")).TenantDialog }));

/** Lists the tenants that customers bring in, for the operator's people. */
export function TenantsScreen() {
  const [view, setView] = useState<TenantView>("open");
  const [chosen, setChosen] = useState<BroughtTenant>();
  const list = useQuery(tenantRequestsQuery(view));
  const open = view === "open";
  return (
    <>
      <Queue
        title="Tenants"
        about="Tenants that customers had at a vendor and bring in"
        view={view}
        onView={setView}
        views={[
          { value: "open", label: "Waiting" },
          { value: "connected", label: "Connected" },
        ]}
        list={list}
        empty={{
          icon: "building",
          title: open ? "No request waits" : "No tenant was brought in yet",
          text: open
            ? "A request appears here until the tenant’s administrator has accepted its invitation."
            : "Tenants appear here once their administrator has accepted, or you connected them by hand.",
        }}
        renderCard={(item) => <TenantCard key={item.Id} item={item} onChoose={setChosen} />}
      />
      {chosen && (
        <Suspense fallback={null}>
          <TenantDialog item={chosen} onClose={() => setChosen(undefined)} />
        </Suspense>
      )}
    </>
  );
}

function TenantCard({ item, onChoose }: { item: BroughtTenant; onChoose: (item: BroughtTenant) => void }) {
  const connected = item.State === "connected";
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 rounded-card border border-line bg-surface px-5 py-4 max-md:px-4">
      <div className="grid min-w-0 gap-0.5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="text-base wrap-anywhere">
            {connected ? item.TenantName : `${item.VendorName} tenant of ${item.CustomerName}`}
          </h2>
          <StatusDot tone={connected ? "success" : "information"} moving={!connected}>
            {connected ? "Connected" : "Waiting for acceptance"}
          </StatusDot>
        </div>
        <p className="text-muted">
          {item.CustomerName} · {item.ResellerName}
        </p>
        <p className="text-sm wrap-anywhere text-muted">
          {connected ? "Connected" : "Since"} {formatDateTime(item.Since)} · requested by {item.RequestedBy}
          {connected && ` · ${item.TenantRef}`}
        </p>
        {item.Message && <p className="mt-1 wrap-anywhere">{item.Message}</p>}
      </div>
      <div className="flex flex-wrap gap-2 max-md:w-full max-md:*:flex-1">
        <Button variant={connected ? "outlineDanger" : undefined} onClick={() => onChoose(item)}>
          {connected ? "Release" : "Connect by hand"}
        </Button>
      </div>
    </li>
  );
}
