import { display } from "@tradewind/contract/portal/display.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

export const displayQuery = queryOptions({
  queryKey: ["display"],
  queryFn: ({ signal }) => call(display.current, { signal }),
});
