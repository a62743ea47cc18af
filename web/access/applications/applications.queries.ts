import { applications } from "@tradewind/contract/access/applications.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

export type ApplicationStatus = "waiting" | "decided";
export type Application = ResultOf<typeof applications.list>["Items"][number];
export type ApplicationAction = { kind: "accept" | "decline" | "invite" | "withdraw"; application: Application };

export const applicationsQuery = (status: ApplicationStatus) =>
  queryOptions({
    queryKey: ["applications", status],
    queryFn: async ({ signal }) => (await call(applications.list, { query: { Status: status }, signal })).Items,
  });
