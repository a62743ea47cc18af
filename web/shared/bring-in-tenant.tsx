import { tenants, type TenantRequest } from "@tradewind/contract/ordering/tenants.ts";
import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { useWrite } from "../platform/queries.ts";
import { Alert } from "../ui/alert.tsx";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Card } from "../ui/page.tsx";
import { StatusDot } from "../ui/status.tsx";

const refreshes = ["tenants"];

type BringInProps = {
  customer: { Id: string; Name: string };
  productId: string;
  title: string;
  about: string;
  /** The request before. */
  last: TenantRequest | null;
  onNew?: (() => void) | undefined;
};

/** Asks for an invitation to the administrator of a tenant. */
export function BringIn({ customer, productId, title, about, last, onNew }: BringInProps) {
  const ask = useWrite(tenants.request, { refreshes, shown: true });
  return (
    <Card title={title} about={about}>
      <div className="grid justify-items-start gap-3 pt-2">
        {last?.State === "refused" && (
          <Alert type="error">
            The last request ended on {formatDateTime(last.Since)}. {last.Message}
          </Alert>
        )}
        <p className="text-muted">
          You get two links for the tenant’s administrator. Once both are accepted, the tenant belongs to this customer.
        </p>
        {ask.error && (
          <Alert type="error" live>
            {ask.error.message}
          </Alert>
        )}
        <div className="flex flex-wrap gap-2">
          <Button
            variant={onNew ? "primary" : undefined}
            busy={ask.isPending}
            onClick={() => ask.mutate({ params: { customerId: customer.Id }, body: { ProductId: productId } })}
          >
            Bring in the tenant
          </Button>
          {onNew && <Button onClick={onNew}>Create a new tenant instead</Button>}
        </div>
      </div>
    </Card>
  );
}

/** What the tenant's administrator is still to do. */
export function WaitingFor({ request }: { request: TenantRequest }) {
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
