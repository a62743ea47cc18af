import type { OverviewItem } from "@tradewind/contract/ordering/customer-overview.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { changeWords } from "../../shared/units.ts";
import { QueryError } from "../../shared/query-error.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { serviceQuery } from "./services.queries.ts";
import type { SubscriptionAction } from "./subscription-action.ts";
import { SubscriptionDialogs } from "./subscription-dialogs.tsx";

/** Changes the quantity of a subscription where it is listed, by what its service says of it now. */
export function HeldChange({ item, onClose }: { item: OverviewItem; onClose: () => void }) {
  const [action, setAction] = useState<SubscriptionAction>({ kind: "seats", id: item.Id });
  const { data, error, refetch } = useQuery(serviceQuery(item.InstanceId));
  if (!data)
    return (
      <Dialog title={changeWords(item.Unit)} subtitle={item.Name} onClose={onClose}>
        {error ? <QueryError tight error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-24" />}
      </Dialog>
    );
  return (
    <SubscriptionDialogs
      action={action}
      service={data.Service}
      subscriptions={data.Subscriptions}
      onAction={setAction}
      onClose={onClose}
    />
  );
}
