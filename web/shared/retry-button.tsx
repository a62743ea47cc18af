import { orders } from "@tradewind/contract/ordering/orders.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { serviceQuery } from "../ordering/services/services.queries.ts";
import { Button, type ButtonSize } from "../ui/button.tsx";
import { toast } from "../ui/toast.tsx";
import { asApiError } from "../platform/api-error.ts";
import { useWrite } from "../platform/queries.ts";

/** Retries the failed order of a service: the newest, since others came to an end before it. */
export function RetryButton({ instanceId, name, size }: { instanceId: string; name: string; size?: ButtonSize }) {
  const queries = useQueryClient();
  const [looking, setLooking] = useState(false);
  const write = useWrite(orders.retry, {
    refreshes: ["services", "orders", "dashboard"],
    onDone: () => toast(`${name} is being retried`),
  });
  const retry = async () => {
    setLooking(true);
    try {
      const { Orders } = await queries.fetchQuery({ ...serviceQuery(instanceId), staleTime: 0 });
      const newest = Orders[0];
      if (newest?.Status === "Failed") write.mutate({ params: { orderId: newest.Id } });
      else toast(`Open ${name} to see what is left to do: its newest order has not failed`, { kind: "problem" });
    } catch (error) {
      toast(asApiError(error).message, { kind: "problem", reference: asApiError(error).reference });
    } finally {
      setLooking(false);
    }
  };
  return (
    <Button
      icon="refresh"
      size={size}
      aria-label={`Retry ${name}`}
      busy={looking || write.isPending}
      onClick={() => void retry()}
    >
      Retry
    </Button>
  );
}
