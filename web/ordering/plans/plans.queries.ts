import { plans, type PlanLineState } from "@tradewind/contract/ordering/plans.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";
import { pagesOf } from "../../platform/queries.ts";

export const plansQuery = pagesOf(["plans", "list"], (After, signal) => call(plans.list, { query: { After }, signal }));

export const planQuery = (planId: string) =>
  queryOptions({
    queryKey: ["plans", "one", planId],
    queryFn: ({ signal }) => call(plans.byId, { params: { planId }, signal }),
  });

export type AskedLines = { State: PlanLineState | undefined; Search: string };

export const planLinesQuery = (planId: string, asked: AskedLines) =>
  pagesOf(["plans", "lines", planId, asked], (After, signal) =>
    call(plans.lines, { params: { planId }, query: { ...asked, After }, signal }),
  );

export const candidatesQuery = (asked: {
  ProductId?: string | undefined;
  CustomerId?: string | undefined;
  Search: string;
}) =>
  pagesOf(["plan-candidates", asked], (After, signal) =>
    call(plans.candidates, { query: { ...asked, After }, signal }),
  );
