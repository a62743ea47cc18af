import { everySignInRules, signInRules } from "@tradewind/contract/access/sign-in-rules.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

export const ipAccessQuery = queryOptions({
  queryKey: ["signInRules", "ip-access"],
  queryFn: ({ signal }) => call(signInRules.ipAccess, { signal }),
  staleTime: 0,
});

export const sessionPolicyQuery = queryOptions({
  queryKey: ["signInRules", "sessions"],
  queryFn: ({ signal }) => call(signInRules.sessionPolicy, { signal }),
  staleTime: 0,
});

export type LimitingCompany = ResultOf<typeof everySignInRules.list>["Items"][number];
export const limitingCompaniesQuery = queryOptions({
  queryKey: ["signInRules", "companies"],
  queryFn: async ({ signal }) => (await call(everySignInRules.list, { signal })).Items,
  staleTime: 0,
});
