import { adminRelationships } from "@tradewind/contract/ordering/admin-relationships.ts";
import { tenants, type TenantLink } from "@tradewind/contract/ordering/tenants.ts";
import { counted } from "@tradewind/domain/catalogue/units.ts";
import { useQuery } from "@tanstack/react-query";
import { Fragment, useState } from "react";
import { useWrite } from "../../platform/queries.ts";
import { useAllowed } from "../../platform/session.ts";
import { BringIn, WaitingFor } from "../../shared/bring-in-tenant.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Card, Facts } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { StatusDot } from "../../ui/status.tsx";
import { AdminRelationships } from "./admin-relationships.tsx";
import { tenantLinksQuery } from "./tenants.queries.ts";

type Props = { customerId: string; customerName: string };

/** Shows and manages the links of a customer to its tenants at vendors. */
export function TenantLinksArea({ customerId, customerName }: Props) {
  const { data, error, refetch } = useQuery(tenantLinksQuery(customerId));
  const mayAdminister = useAllowed(adminRelationships.list);
  if (error && !data) return <QueryError tight error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-40" />;
  return (
    <div className="grid gap-4">
      {data.map((link) => {
        const { State } = link.Request ?? {};
        if (link.TenantRef !== null)
          return (
            <Fragment key={link.ProductId}>
              <Linked {...{ link, customerId, customerName }} />
              {mayAdminister && link.DelegatesAdmin && (
                <AdminRelationships {...{ customerId, customerName }} productId={link.ProductId} />
              )}
            </Fragment>
          );
        if (link.Request && (State === "preparing" || State === "waiting"))
          return <WaitingFor key={link.ProductId} request={link.Request} />;
        return (
          <BringIn
            key={link.ProductId}
            customer={{ Id: customerId, Name: customerName }}
            productId={link.ProductId}
            title={`${link.VendorName}: no tenant is linked`}
            about={`Link the tenant that ${customerName} has, or order: the first order makes a new one.`}
            last={link.Request}
          />
        );
      })}
    </div>
  );
}

function Linked({ link, customerId, customerName }: Props & { link: TenantLink }) {
  const [asking, setAsking] = useState(false);
  const { VendorName, TenantRef, TenantName, IsBroughtIn, Services } = link;
  return (
    <Card
      title={`${VendorName} tenant`}
      actions={
        Services === 0 && (
          <Button icon="close" onClick={() => setAsking(true)}>
            Unlink
          </Button>
        )
      }
    >
      <div className="grid gap-4 pt-2">
        <StatusDot tone="success">Linked</StatusDot>
        <Facts
          facts={[
            ...(TenantName ? [{ label: "Name", value: TenantName }] : []),
            {
              label: "Tenant ID",
              value: (
                <span className="inline-flex flex-wrap items-center gap-2">
                  {TenantRef} <CopyButton text={TenantRef ?? ""} label="Copy" />
                </span>
              ),
            },
            { label: "Came by", value: IsBroughtIn ? "Its administrator’s consent" : "An order that made it" },
            { label: "Services in it", value: Services.toLocaleString("en-GB") },
          ]}
        />
        {Services > 0 && (
          <p className="text-sm text-muted">It can be unlinked once no service is provided in it any more.</p>
        )}
      </div>
      {asking && <UnlinkDialog {...{ customerId, customerName, ...link }} onClose={() => setAsking(false)} />}
    </Card>
  );
}

type UnlinkProps = Props &
  Pick<TenantLink, "ProductId" | "VendorName" | "AdminRelationships"> & { onClose: () => void };

function UnlinkDialog(props: UnlinkProps) {
  const { customerId, customerName, ProductId, VendorName, AdminRelationships: ending, onClose } = props;
  const unlink = useWrite(tenants.unlink, { refreshes: ["tenants"], shown: true, onDone: onClose });
  return (
    <Dialog
      title={`Unlink the ${VendorName} tenant`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="outlineDanger"
            busy={unlink.isPending}
            onClick={() => unlink.mutate({ params: { customerId }, body: { ProductId } })}
          >
            Unlink
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <p>What stops:</p>
        <ul className="grid list-disc gap-1 pl-5">
          <li>
            Orders for {customerName} go into this tenant no more: the next one makes a new tenant, unless another is
            linked.
          </li>
          <li>Its people and licences are no longer read from {VendorName}.</li>
          {ending > 0 && (
            <li>
              {counted(ending, "admin relationship")} with it {ending === 1 ? "ends" : "end"}: your people can no longer
              look after it.
            </li>
          )}
        </ul>
        <p>The tenant itself stays as it is, and can be linked again by its administrator.</p>
        {unlink.error && (
          <Alert type="error" live>
            {unlink.error.message}
          </Alert>
        )}
      </div>
    </Dialog>
  );
}
