import { useQuery } from "@tanstack/react-query";
import { Card, PageHeader } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import { useAllowed, useSession } from "../../platform/session.ts";
import { QueryError } from "../../shared/query-error.tsx";
import { ServiceList, ServiceListSkeleton } from "../../shared/service-list.tsx";
import { customerServicesQuery } from "./services.queries.ts";

/** The services of one's own organisation: where an end user lands. */
export function ServicesScreen() {
  const customerId = useSession().User.cloudMarketId ?? "";
  const mayRetry = useAllowed("addProducts");
  const { data, error, refetch } = useQuery({ ...customerServicesQuery(customerId), enabled: customerId !== "" });
  return (
    <>
      <PageHeader title="Services" about={data?.[0]?.CustomerName} />
      <Card flush>
        {data ? (
          data.length === 0 ? (
            <EmptyState icon="cloud" title="No services yet">
              What your organisation subscribes to appears here, with its state.
            </EmptyState>
          ) : (
            <ServiceList services={data} mayRetry={mayRetry} />
          )
        ) : error ? (
          <QueryError tight error={error} onRetry={() => void refetch()} />
        ) : (
          <ServiceListSkeleton />
        )}
      </Card>
    </>
  );
}
