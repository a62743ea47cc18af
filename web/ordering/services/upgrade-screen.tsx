import { screens } from "@tradewind/contract/screens.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { EmptyState } from "../../ui/placeholder.tsx";
import { readContext, serviceAddress } from "../../shared/customer-context.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { namedService } from "../../shared/named-service.ts";
import { QueryError } from "../../shared/query-error.tsx";
import { useParamsOf } from "../../shared/screen-address.ts";
import { NoSuchService, ServicePage, ServiceSkeleton } from "./service-screen.tsx";
import { customerServicesQuery, serviceQuery } from "./services.queries.ts";

type Named = { ctx: string; name?: string; sku?: string; instanceId?: string };

/**
 * A service with the upgrade of its first subscription that has one open: `upgrade-service/{name}`, with the product that is
 * wanted after it or not, `cs/upgrade-service/{instanceId}/{listingId}`, `cs-nce/upgrade-service/{instanceId}`, and
 * `add-services/{type}/Upgrade/{instanceId}` (ORD-23, ORD-24, ORD-27, ORD-32, ORD-33).
 */
export function UpgradeScreen() {
  const { ctx, name, sku, instanceId }: Named = useParamsOf(screens.upgradeNamed);
  const { customerId, userId } = readContext(ctx);
  const listed = useQuery({ ...customerServicesQuery(customerId), enabled: instanceId === undefined });
  const wanted = instanceId ?? (listed.data && namedService(listed.data, name ?? "", userId)?.Id);
  const { data, error, refetch } = useQuery({ ...serviceQuery(wanted ?? ""), enabled: wanted !== undefined });
  const first = data?.Subscriptions.find((each) => each.IsUpgradable && each.Status === "active");
  // Once it is upgraded, there may be nothing better: the service stays.
  const [begun, setBegun] = useState<{ in: string; id: string }>();
  if (first && begun?.in !== wanted) setBegun({ in: wanted!, id: first.Id });
  const failed = data ? null : (error ?? (listed.data ? null : listed.error));
  if (failed)
    return (
      <QueryError
        page
        list={screens.services.path}
        error={failed}
        onRetry={() => void (wanted === undefined ? listed.refetch() : refetch())}
      />
    );
  if (listed.data && wanted === undefined) return <NoSuchService customerId={customerId} />;
  if (!data) return <ServiceSkeleton />;
  if (begun && begun.in === wanted)
    return <ServicePage instanceId={data.Service.Id} begin={{ kind: "upgrade", id: begun.id, sku }} />;
  return (
    <EmptyState
      page
      icon="cloud"
      title="Nothing here can be upgraded"
      action={<TextLink to={serviceAddress(customerId, data.Service.Id)}>Show the service</TextLink>}
    >
      There is no better product of what runs of it now.
    </EmptyState>
  );
}
