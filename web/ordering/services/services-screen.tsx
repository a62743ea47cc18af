import { acts } from "@tradewind/contract/acts.ts";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { Card, PageHeader } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import { useAllowed, useSession } from "../../platform/session.ts";
import { QueryError } from "../../shared/query-error.tsx";
import { ServiceList, ServiceListSkeleton } from "../../shared/service-list.tsx";
import { EndedServices } from "./ended-services.tsx";
import { customerServicesQuery, endedServicesQuery } from "./services.queries.ts";

const AllServices = lazy(async () => ({ default: (await import("./all-services-screen.tsx")).AllServicesScreen }));

/** Lists the services of all customers, or of one's own organisation; the landing page for service managers. */
export function ServicesScreen() {
  const { Kind } = useSession().User;
  if (Kind !== "reseller" && Kind !== "engineer") return <OwnServices />;
  return (
    <Suspense fallback={<PageHeader title="Services" />}>
      <AllServices />
    </Suspense>
  );
}

function OwnServices() {
  const customerId = useSession().User.cloudMarketId ?? "";
  const mayRetry = useAllowed(acts.retryOrder);
  const { data, error, refetch } = useQuery({ ...customerServicesQuery(customerId), enabled: customerId !== "" });
  const ended = useQuery({ ...endedServicesQuery(customerId), enabled: data !== undefined }).data ?? [];
  return (
    <>
      <PageHeader title="Services" about={data?.[0]?.CustomerName} />
      <Card flush>
        {data ? (
          data.length === 0 ? (
            <EmptyState icon="cloud" title={ended.length > 0 ? "No active services" : "No services yet"}>
              Your organisation’s services appear here, with their state.
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
    </>
  );
}
