import { acts } from "@tradewind/contract/acts.ts";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import { useAllowed } from "../../platform/session.ts";
import { QueryError } from "../../shared/query-error.tsx";
import { ServiceList, ServiceListSkeleton } from "../../shared/service-list.tsx";
import { EndedServices } from "./ended-services.tsx";
import { customerServicesQuery, endedServicesQuery } from "./services.queries.ts";

const ExportServices = lazy(async () => ({ default: (await import("./export-services.tsx")).ExportServices }));

/** Lists the customer's services and follows events at the vendors live. */
export function ServicesArea({ customerId, onAdd }: { customerId: string; onAdd: (() => void) | undefined }) {
  const { data, error, refetch } = useQuery(customerServicesQuery(customerId));
  // The services that run come first.
  const ended = useQuery({ ...endedServicesQuery(customerId), enabled: data !== undefined }).data ?? [];
  const mayRetry = useAllowed(acts.retryOrder);
  const count = data?.length;
  return (
    <Card
      title="Services"
      about={count ? `${count} ${count === 1 ? "service" : "services"}` : undefined}
      actions={
        data?.[0] && (
          <Suspense fallback={null}>
            <ExportServices customerId={customerId} customerName={data[0].CustomerName} />
          </Suspense>
        )
      }
      flush
    >
      {data ? (
        data.length === 0 ? (
          <EmptyState
            icon="cloud"
            title={ended.length > 0 ? "No active services" : "No services yet"}
            action={
              onAdd && (
                <Button variant="primary" icon="add" onClick={onAdd}>
                  Add product
                </Button>
              )
            }
          >
            Services you order for this customer appear here, with their state at the vendor.
          </EmptyState>
        ) : (
          <ServiceList services={data} mayRetry={mayRetry} />
        )
      ) : error ? (
        <QueryError tight error={error} onRetry={() => void refetch()} />
      ) : (
        <ServiceListSkeleton />
      )}
      {ended.length > 0 && <EndedServices services={ended} />}
    </Card>
  );
}
