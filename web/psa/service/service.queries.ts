import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import type { PsaCalls } from "@tradewind/contract/psa/psa.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

export type AzureReport = ResultOf<PsaCalls["azureCharges"]>["response"];
export type AzureCharge = AzureReport["results"][number];
export type PsaService = ResultOf<PsaCalls["service"]>["response"];

export const azureRangesQuery = (calls: PsaCalls) =>
  queryOptions({
    queryKey: ["psa", "azure", "ranges", calls.azureChargeRanges.path],
    queryFn: async ({ signal }) => (await call(calls.azureChargeRanges, { signal })).response,
    staleTime: 0,
  });

export const azureChargesQuery = (calls: PsaCalls, date: string) =>
  queryOptions({
    queryKey: ["psa", "azure", "charges", calls.azureCharges.path, date],
    queryFn: ({ signal }) => call(calls.azureCharges, { query: { date }, signal }),
    staleTime: 0,
  });

export const psaServiceQuery = (calls: PsaCalls, service: string) =>
  queryOptions({
    queryKey: ["psa", "service", calls.service.path, service],
    queryFn: async ({ signal }) => (await call(calls.service, { params: { service }, signal })).response,
    staleTime: 0,
  });

export const soldServicesQuery = (calls: PsaCalls) =>
  queryOptions({
    queryKey: ["psa", "services", calls.services.path],
    queryFn: async ({ signal }) => (await call(calls.services, { signal })).response,
    staleTime: 0,
  });
