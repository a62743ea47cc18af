import { liveChat } from "@tradewind/contract/support/live-chat.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

export const chatQuery = queryOptions({
  queryKey: ["liveChat"],
  queryFn: ({ signal }) => call(liveChat.open, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});
