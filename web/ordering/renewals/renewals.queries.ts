import type { SearchOf } from "@tradewind/contract/address.ts";
import { renewals } from "@tradewind/contract/ordering/renewals.ts";
import type { screens } from "@tradewind/contract/screens.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";
import { pagesOf } from "../../platform/queries.ts";

type Asked = SearchOf<typeof screens.renewals>;

export const renewalsQuery = (asked: Asked) =>
  pagesOf(["services", "list", "renewals", asked], (After, signal) =>
    call(renewals.list, { query: { ...asked, After }, signal }),
  );

export const renewalMonthsQuery = ({ Month: _month, Within: _within, ...asked }: Asked) =>
  queryOptions({
    queryKey: ["services", "list", "renewals", "months", asked],
    queryFn: async ({ signal }) => (await call(renewals.months, { query: asked, signal })).Months,
    placeholderData: keepPreviousData,
  });
