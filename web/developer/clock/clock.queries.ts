import { clock } from "@tradewind/contract/developer/clock.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

/** Business time, its offset from this machine's clock (in milliseconds), and the last day whose work is done. */
export type ClockReading = { now: string; movable: boolean; ahead: number; workedUntil: string | null };

export const clockQuery = queryOptions({
  queryKey: ["clock"],
  queryFn: async ({ signal }): Promise<ClockReading> => {
    const { Now, Movable, WorkedUntil } = await call(clock.read, { signal });
    return { now: Now, movable: Movable, ahead: Date.parse(Now) - Date.now(), workedUntil: WorkedUntil };
  },
  staleTime: 60_000,
});
