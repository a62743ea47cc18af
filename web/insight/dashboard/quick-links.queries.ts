import { quickLinks } from "@tradewind/contract/insight/quick-links.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

export const quickLinksQuery = queryOptions({
  queryKey: ["quick-links"],
  queryFn: ({ signal }) => call(quickLinks.mine, { signal }),
});
