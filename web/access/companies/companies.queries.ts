import { companies } from "@tradewind/contract/access/companies.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { invitations } from "@tradewind/contract/access/invitations.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

export type Company = ResultOf<typeof companies.list>["Items"][number];

export const companiesQuery = queryOptions({
  queryKey: ["companies"],
  queryFn: async ({ signal }) => (await call(companies.list, { signal })).Items,
  staleTime: 0,
});

export const invitationQuery = (Key: string) =>
  queryOptions({
    queryKey: ["invitation", Key],
    queryFn: ({ signal }) => call(invitations.look, { body: { Key }, signal }),
  });
