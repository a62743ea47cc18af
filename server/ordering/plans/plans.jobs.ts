import { z } from "zod";
import { job, TryLater } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import { orderNext, proposeNext } from "./plan-work.actions.ts";
import { findPlanAtWork, listPlansWithoutJob, stopPlan } from "./plans.store.ts";

/**
 * Works out or orders the next lines of a plan, a slice at a time: between two of them come other resellers' jobs and
 * what people order meanwhile. A run that is repeated finds what is left.
 */
export const workOnPlan = job({
  queue: "plans.work",
  fetchers: 4,
  payload: z.object({ resellerId: z.uuid(), planId: z.uuid(), turn: z.int().optional() }),

  async run({ platform }: { platform: Platform }, { resellerId, planId, turn }) {
    const plan = await platform.database.read({ role: "app_tenant", resellerId }, (db) =>
      findPlanAtWork(db, resellerId, planId),
    );
    // Another job was filed for it since.
    if (turn !== undefined && turn !== plan?.turn) return;
    if (plan?.state === "proposing" && (await proposeNext(platform, plan)))
      throw new TryLater(0, "More lines are left");
    if (plan?.state !== "running") return;
    const wait = await orderNext(platform, plan);
    if (wait !== undefined) throw new TryLater(wait, "More lines are left");
  },

  /** Lets a person see that it stopped, and commit what is left. */
  gaveUp: ({ platform }, { resellerId, planId, turn }) =>
    platform.database.write({ role: "app_tenant", resellerId }, (tx) => stopPlan(tx, resellerId, planId, turn)),
});

/** Files a job for every plan at work that has none. There should be none; this keeps a plan from being lost with its job. */
export async function refileLostPlans(platform: Platform): Promise<void> {
  await platform.database.write({ role: "app_worker" }, async (tx) => {
    for (const { reseller_id: resellerId, id: planId, turn } of await listPlansWithoutJob(tx))
      await platform.jobs.file(tx, "plans.work", { resellerId, planId, turn });
  });
}
