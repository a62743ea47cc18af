import { clock } from "@tradewind/contract/developer/clock.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

/** Business time, and how far it is from this machine's clock (in milliseconds). */
export const clockQuery = queryOptions({
  queryKey: ["clock"],
  queryFn: async ({ signal }) => {
    const { Now, Movable } = await call(clock.read, { signal });
    return { now: Now, movable: Movable, ahead: Date.parse(Now) - Date.now() };
  },
  staleTime: 60_000,
});
