import { orders, type Journey } from "@tradewind/contract/ordering/orders.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

export type JourneyAsked = {
  /** Whether `name` is a route name, or our own id or a listing id of a product. */
  by: "route" | "product";
  name: string;
  customerId: string;
  action: Journey["Action"];
  instanceId?: string;
  userId?: string;
};

/** The steps of a journey. Not fetched again while it is open: what was chosen must not change under the person's hands. */
export const journeyQuery = ({ by, name, customerId, action, instanceId, userId }: JourneyAsked) =>
  queryOptions({
    queryKey: ["journeys", by, name, customerId, action, instanceId, userId],
    queryFn: ({ signal }) =>
      call(orders.journey, {
        params: { by, name },
        query: { CustomerId: customerId, Action: action, InstanceId: instanceId, UserId: userId },
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
