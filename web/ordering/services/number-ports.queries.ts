import type { SentOf } from "@tradewind/contract/endpoint.ts";
import { numberPorts } from "@tradewind/contract/ordering/number-ports.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

export type PortWish = SentOf<typeof numberPorts.propose>["body"];

/** Fetches the numbers that come to a service from elsewhere, and the sites that they can come to. */
export const portsQuery = (instanceId: string) =>
  queryOptions({
    queryKey: ["services", "ports", instanceId],
    queryFn: ({ signal }) => call(numberPorts.ofService, { params: { instanceId }, signal }),
  });

export const portTermsQuery = (instanceId: string, wish: PortWish) =>
  queryOptions({
    queryKey: ["services", "portTerms", instanceId, wish],
    queryFn: ({ signal }) => call(numberPorts.propose, { params: { instanceId }, body: wish, signal }),
    retry: false,
  });
