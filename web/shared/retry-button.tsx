import { orders } from "@tradewind/contract/ordering/orders.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { serviceQuery } from "../ordering/services/services.queries.ts";
import { Button, type ButtonSize } from "../ui/button.tsx";
import { toast } from "../ui/toast.tsx";
import { asApiError } from "../platform/api-error.ts";
import { useWrite } from "../platform/queries.ts";

/** Retries the newest order of a service of which its vendor refused something. */
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
      const refused = Orders.find((order) => order.Retryable);
      if (refused) write.mutate({ params: { orderId: refused.Id } });
      else toast(`Open ${name} to see what is left to do: no order of it can be tried again`, { kind: "problem" });
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
