import { workSharing } from "@tradewind/contract/ordering/work-sharing.ts";
import { work } from "@tradewind/contract/ordering/work.ts";
import type { Caller } from "./portal.ts";

/** Ticks every step of a piece of work, so that it can be completed. */
export async function tickSteps(operator: Caller, workItemId: string): Promise<void> {
  const params = { workItemId };
  for (const { Position } of (await operator.call(work.byId, { params })).Steps)
    await operator.call(workSharing.tick, { params, body: { Position, Done: true } });
}
