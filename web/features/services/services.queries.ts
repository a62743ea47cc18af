import { orders } from "@tradewind/contract/orders.ts";
import { services } from "@tradewind/contract/services.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

export const customerServicesQuery = (customerId: string) =>
  queryOptions({
    queryKey: ["services", "of-customer", customerId],
    queryFn: async ({ signal }) => (await call(services.ofCustomer, { params: { customerId }, signal })).Items,
  });

export const serviceQuery = (instanceId: string) =>
  queryOptions({
    queryKey: ["services", "one", instanceId],
    queryFn: ({ signal }) => call(services.byId, { params: { instanceId }, signal }),
  });

export const orderQuery = (orderId: string) =>
  queryOptions({
    queryKey: ["orders", "one", orderId],
    queryFn: ({ signal }) => call(orders.byId, { params: { orderId }, signal }),
  });
