import { useQuery } from "@tanstack/react-query";
import { PageHeader } from "../../ui/page.tsx";
import { customerAddress } from "../../shared/customer-context.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { namedService } from "../../shared/named-service.ts";
import { QueryError } from "../../shared/query-error.tsx";
import { customerServicesQuery } from "../services/services.queries.ts";
import { JourneyPage } from "./journey-page.tsx";
import { JourneySkeleton } from "./journey-skeleton.tsx";

/** Finds the service of a product at the customer or user, and changes that one. */
export function StandingService(props: { customerId: string; userId?: string; route: string; action: "Modify" }) {
  const { data, error, refetch } = useQuery(customerServicesQuery(props.customerId));
  if (error && !data) return <QueryError page error={error} onRetry={() => void refetch()} />;
  if (!data) return <JourneySkeleton />;
  const service = namedService(data, props.route, props.userId);
  if (!service) return <NothingToChange customerId={props.customerId} />;
  return (
    <JourneyPage
      by="product"
      name={service.ProductId}
      customerId={props.customerId}
      userId={props.userId}
      instanceId={service.Id}
      action={props.action}
    />
  );
}

function NothingToChange({ customerId }: { customerId: string }) {
  return (
    <>
      <PageHeader title="Nothing to change" />
      <p>
        The customer does not have this service.{" "}
        <TextLink to={customerAddress(customerId)}>Back to the customer</TextLink>
      </p>
    </>
  );
}
