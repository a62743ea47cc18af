import { screens } from "@tradewind/contract/screens.ts";
import { useQuery } from "@tanstack/react-query";
import { EmptyState } from "../../ui/placeholder.tsx";
import { customerAddress, readContext, serviceAddress } from "../../shared/customer-context.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { serviceQuery } from "../services/services.queries.ts";
import { JourneyPage } from "./journey-page.tsx";
import { JourneySkeleton } from "./journey-skeleton.tsx";
import { useParamsOf } from "../../shared/screen-address.ts";

/**
 * `services/{instanceId}/delete`, and `{customerId}+{serviceId}/delete-service` (ORD-36), also with the user after it whose
 * service it is (ORD-37).
 */
export function DeleteServiceScreen() {
  const { ctx, instanceId, user }: { ctx: string; instanceId?: string; user?: string } = useParamsOf(
    screens.deleteSomeService,
  );
  const { customerId, userId } = readContext(ctx);
  const wanted = instanceId ?? userId ?? "";
  const { data, error, refetch } = useQuery({ ...serviceQuery(wanted), enabled: wanted !== "" });
  if (wanted === "")
    return (
      <EmptyState
        page
        icon="cloud"
        title="Choose a service to delete"
        action={<TextLink to={customerAddress(customerId)}>Choose it on the customer’s page</TextLink>}
      >
        This address does not name a service.
      </EmptyState>
    );
  if (error && !data) return <QueryError page error={error} onRetry={() => void refetch()} />;
  if (!data) return <JourneySkeleton />;
  if (user !== undefined && data.Service.UserId !== user)
    return (
      <EmptyState
        page
        icon="cloud"
        title="This is not a service of that user"
        action={<TextLink to={serviceAddress(customerId, data.Service.Id)}>Show the service</TextLink>}
      >
        Delete it from its own page.
      </EmptyState>
    );
  return (
    <JourneyPage
      by="product"
      name={data.Service.ProductId}
      customerId={customerId}
      instanceId={data.Service.Id}
      action="Delete"
    />
  );
}
