import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { azureSpend } from "@tradewind/contract/ordering/azure-spend.ts";
import type { SpendKind } from "@tradewind/domain/ordering/azure-spend.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

/** What is chosen in the panel; a group counts by resource only, and without one all of them do. */
export type SpendFilter = {
  customerId: string;
  azureSubscriptionId: string;
  by: SpendKind;
  days: "7" | "14" | "28";
  group: string | undefined;
};
export type SpendSummary = ResultOf<typeof azureSpend.summary>;
type Subscription = Pick<SpendFilter, "customerId" | "azureSubscriptionId">;

export const azureSubscriptionsQuery = (customerId: string) =>
  queryOptions({
    queryKey: ["azureSpend", "subscriptions", customerId],
    queryFn: ({ signal }) => call(azureSpend.subscriptions, { params: { customerId }, signal }),
    retry: false,
  });

export const azureGroupsQuery = (params: Subscription) =>
  queryOptions({
    queryKey: ["azureSpend", "groups", params],
    queryFn: ({ signal }) => call(azureSpend.groups, { params, signal }),
    enabled: params.azureSubscriptionId !== "",
    retry: false,
  });

/** Fetches the days of a chart, each part of them as a series, and what they come to. */
export const azureSpendQuery = (filter: SpendFilter) =>
  queryOptions({
    queryKey: ["azureSpend", "spend", filter],
    queryFn: async ({ signal }) => {
      const [days, summary] = await Promise.all([readDays(filter, signal), readSummary(filter, signal)]);
      return { filter, summary, ...days };
    },
    enabled: filter.azureSubscriptionId !== "",
    retry: false,
  });

export type SpendAnswer = { filter: SpendFilter; summary: SpendSummary } & Awaited<ReturnType<typeof readDays>>;

const paramsOf = ({ customerId, azureSubscriptionId }: Subscription) => ({ customerId, azureSubscriptionId });
const readSummary = (filter: SpendFilter, signal: AbortSignal) =>
  call(azureSpend.summary, { params: paramsOf(filter), query: { Days: filter.days }, signal });

const splits = { group: azureSpend.byGroup, meter: azureSpend.byMeter };

async function readDays(filter: SpendFilter, signal: AbortSignal) {
  const sent = { params: paramsOf(filter), query: { Days: filter.days }, signal };
  if (filter.by === "total") {
    const days = await call(azureSpend.total, sent);
    return {
      days: days.map(({ Date }) => Date),
      series: [{ name: "Spend", values: days.map(({ Spend }) => Number(Spend)) }],
    };
  }
  const ofGroup = filter.group === undefined ? {} : { Group: filter.group };
  const split =
    filter.by === "resource"
      ? await call(azureSpend.byResource, { ...sent, query: { ...sent.query, ...ofGroup } })
      : await call(splits[filter.by], sent);
  return {
    days: split.map(({ Label }) => Label),
    series: (split[0]?.Values ?? []).map(({ Symbol }, at) => ({
      name: Symbol,
      values: split.map(({ Values }) => Number(Values[at]!.Values)),
    })),
  };
}
