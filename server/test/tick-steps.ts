import { workSharing } from "@tradewind/contract/ordering/work-sharing.ts";
import { work } from "@tradewind/contract/ordering/work.ts";
import type { Person, TestApp } from "./test-app.ts";

/** Ticks every step of a piece of work, so that it can be completed. */
export async function tickSteps(app: TestApp, operator: Person, workItemId: string): Promise<void> {
  const params = { workItemId };
  const { Result } = await app.call(operator, work.byId, { params });
  for (const { Position } of Result?.Steps ?? [])
    await app.call(operator, workSharing.tick, { params, body: { Position, Done: true } });
}
