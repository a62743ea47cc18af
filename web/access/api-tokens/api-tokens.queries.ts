import { apiTokens, operatorTokens, type ApiToken } from "@tradewind/contract/access/api-tokens.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

/** Whose tokens a screen shows. */
export type Owner = "company" | "operator";

export const tokensQuery = (owner: Owner) =>
  queryOptions({
    queryKey: ["apiTokens", owner],
    queryFn: async ({ signal }): Promise<readonly ApiToken[]> =>
      (await call(owner === "company" ? apiTokens.list : operatorTokens.list, { signal })).Items,
    staleTime: 0,
  });
