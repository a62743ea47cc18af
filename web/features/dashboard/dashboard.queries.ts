import { dashboard } from "@tradewind/contract/dashboard.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

/** Topics of every feature the figures come from refresh them; see `refreshedBy`. */
export const dashboardQuery = queryOptions({
  queryKey: ["dashboard"],
  queryFn: ({ signal }) => call(dashboard.figures, { signal }),
});
