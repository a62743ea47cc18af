import { tenants, type TenantRequest } from "@tradewind/contract/ordering/tenants.ts";
import type { Journey } from "@tradewind/contract/ordering/orders.ts";
import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import type { UseQueryResult } from "@tanstack/react-query";
import { useWrite } from "../../platform/queries.ts";
import { QueryError } from "../../shared/query-error.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Card } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { Alert } from "../../ui/alert.tsx";
import { StatusDot } from "../../ui/status.tsx";

type Props = {
  journey: Journey;
  vendor: string;
  request: UseQueryResult<TenantRequest | null>;
  onConnected: () => void;
  /** Orders a new tenant instead, where the person had said that there is one. */
  onNew: (() => void) | undefined;
};
const refreshes = ["tenants"];

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
  if (held && (State === "preparing" || State === "waiting")) return <Waiting request={held} />;
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
  return <Ask {...{ journey, vendor, onNew }} last={held ?? null} />;
}

function Ask({
  journey,
  vendor,
  onNew,
  last,
}: Omit<Props, "request" | "onConnected"> & { last: TenantRequest | null }) {
  const ask = useWrite(tenants.request, { refreshes, shown: true });
  return (
    <Card
      title={
        onNew ? `Bring in ${journey.Customer.Name}’s tenant` : `Does ${journey.Customer.Name} already have a tenant?`
      }
      about={
        onNew
          ? `The order goes into the ${vendor} tenant once it is connected.`
          : `Bring it in before you order. Otherwise this order creates a new one at ${vendor}.`
      }
    >
      <div className="grid justify-items-start gap-3 pt-2">
        {last?.State === "refused" && (
          <Alert type="error">
            The last request ended on {formatDateTime(last.Since)}. {last.Message}
          </Alert>
        )}
        <p className="text-muted">
          You get two links for the tenant’s administrator. Once both are accepted, the tenant belongs to this customer.
        </p>
        {ask.error && <Alert type="error">{ask.error.message}</Alert>}
        <div className="flex flex-wrap gap-2">
          <Button
            variant={onNew ? "primary" : undefined}
            busy={ask.isPending}
            onClick={() =>
              ask.mutate({ params: { customerId: journey.Customer.Id }, body: { ProductId: journey.ProductId } })
            }
          >
            Bring in the tenant
          </Button>
          {onNew && <Button onClick={onNew}>Create a new tenant instead</Button>}
        </div>
      </div>
    </Card>
  );
}

function Waiting({ request }: { request: TenantRequest }) {
  const withdraw = useWrite(tenants.withdraw, { refreshes });
  const ready = request.State === "waiting";
  return (
    <Card title={`Bringing in the ${request.VendorName} tenant`}>
      <div className="grid gap-4 pt-2" aria-live="polite">
        <div className="grid gap-1">
          <StatusDot tone="information" moving>
            {ready ? "Waiting for the tenant’s administrator" : `Asking ${request.VendorName} for an invitation`}
          </StatusDot>
          <p className="text-sm text-muted">
            Since {formatDateTime(request.Since)}, requested by {request.RequestedBy}
          </p>
        </div>
        {ready && (
          <>
            <p>Send these links to a global administrator of the tenant, who opens them in this order:</p>
            <ol className="grid gap-3">
              {request.Links.map(({ Label, Url }, at) => (
                <li key={Url} className="grid gap-1">
                  <span className="font-medium">
                    {at + 1}. {Label}
                  </span>
                  <span className="flex flex-wrap items-center gap-2">
                    <span className="min-w-0 text-sm wrap-anywhere text-muted">{Url}</span>
                    <CopyButton
                      text={Url}
                      label={
                        <>
                          Copy<span className="sr-only"> link {at + 1}</span>
                        </>
                      }
                    />
                  </span>
                </li>
              ))}
            </ol>
            <p className="text-muted">
              {request.Message ? `${request.Message}. ` : ""}
              You need not wait here: we notice the acceptance, connect the tenant and tell you.
            </p>
          </>
        )}
        <div>
          <Button
            busy={withdraw.isPending}
            onClick={() => withdraw.mutate({ params: { tenantRequestId: request.Id } })}
          >
            Withdraw the request
          </Button>
        </div>
      </div>
    </Card>
  );
}
