import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { footer } from "@tradewind/contract/portal/footer.ts";
import type { PolicyId } from "@tradewind/domain/portal/footer.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

export type FooterButton = ResultOf<typeof footer.buttons>["Items"][number];
export type OptOutLine = ResultOf<typeof footer.optOuts>["Items"][number];

/** Changes rarely: fetched once for as long as the portal is open. */
export const footerQuery = queryOptions({
  queryKey: ["footer", "buttons"],
  queryFn: async ({ signal }) => (await call(footer.buttons, { signal })).Items,
  staleTime: Number.POSITIVE_INFINITY,
});

export const optOutsQuery = queryOptions({
  queryKey: ["opt-outs"],
  queryFn: async ({ signal }) => (await call(footer.optOuts, { signal })).Items,
});

export const policyQuery = (policyId: PolicyId) =>
  queryOptions({
    queryKey: ["footer", "policy", policyId],
    queryFn: ({ signal }) => call(footer.policy, { params: { policyId }, signal }),
    retry: false,
  });
