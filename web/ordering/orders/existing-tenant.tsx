import type { TenantRequest } from "@tradewind/contract/ordering/tenants.ts";
import type { Journey } from "@tradewind/contract/ordering/orders.ts";
import type { UseQueryResult } from "@tanstack/react-query";
import { BringIn, WaitingFor } from "../../shared/bring-in-tenant.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { Button } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { Alert } from "../../ui/alert.tsx";

type Props = {
  journey: Journey;
  vendor: string;
  request: UseQueryResult<TenantRequest | null>;
  onConnected: () => void;
  /** Orders a new tenant instead, where the person had said that there is one. */
  onNew: (() => void) | undefined;
};
/** Lets a customer bring a tenant that it has, instead of getting a new one. */
export function ExistingTenant({ journey, vendor, request, onConnected, onNew }: Props) {
  if (request.error && !request.data)
    return <QueryError error={request.error} onRetry={() => void request.refetch()} />;
  if (request.isPending)
    return (
      <div aria-hidden="true">
        <Skeleton className="h-24" />
      </div>
    );
  const held = request.data;
  const { State } = held ?? {};
  if (held && (State === "preparing" || State === "waiting")) return <WaitingFor request={held} />;
  if (held && State === "connected")
    return (
      <Alert type="success" live>
        <div className="grid justify-items-start gap-2">
          The {vendor} tenant {held.TenantName} is connected. The order goes into it.
          <Button variant="primary" onClick={onConnected}>
            Continue
          </Button>
        </div>
      </Alert>
    );
  const { Name } = journey.Customer;
  return (
    <BringIn
      customer={journey.Customer}
      productId={journey.ProductId}
      title={onNew ? `Bring in ${Name}’s tenant` : `Does ${Name} already have a tenant?`}
      about={
        onNew
          ? `The order goes into the ${vendor} tenant once it is connected.`
          : `Bring it in before you order. Otherwise this order creates a new one at ${vendor}.`
      }
      last={held ?? null}
      onNew={onNew}
    />
  );
}
