/** Services that people provide: each task is a work item in the operator's queue. */
import type { Fulfiller, FulfilTask, Memo, Outcome } from "../fulfiller.ts";

/** What the queue knows of the work for a task. `attempt` grows each time failed work is opened again. */
export type WorkItem = {
  attempt: number;
  message: string;
  /** The number the work is known by; the lines are known by it from then on. */
  reference: string;
  /** An ISO date. */
  estimatedCompletion?: string;
} & ({ state: "queued" | "working" | "done" } | { state: "failed"; reason: string });

export type WorkQueue = {
  /** By the task's key. */
  findWork(key: string): Promise<WorkItem | undefined>;
  /** Opens work for the task, or opens its failed work again; the same key never makes a second item. */
  openWork(task: FulfilTask): Promise<WorkItem>;
};

export function manualFulfiller(queue: WorkQueue): Fulfiller {
  return {
    async fulfil(task, memo) {
      const found = await queue.findWork(task.key);
      const wasTold = found?.state === "failed" && memo.toldOfAttempt === String(found.attempt);
      const work = found && !wasTold ? found : await queue.openWork(task);
      return outcomeOf(work, task, memo);
    },
  };
}

function outcomeOf(work: WorkItem, task: FulfilTask, memo: Memo): Outcome {
  if (work.state === "failed")
    return {
      state: "failed",
      memo: { ...memo, toldOfAttempt: String(work.attempt) },
      code: "workRejected",
      reason: work.reason,
    };
  if (work.state === "done")
    return {
      state: "done",
      memo,
      tenantRef: task.customer.tenantRef,
      lines: task.lines.map((line) => ({
        key: line.key,
        vendorRef: line.vendorRef ?? `${work.reference}/${line.key}`,
      })),
    };
  const { estimatedCompletion } = work;
  return { state: work.state, memo, message: work.message, ...(estimatedCompletion ? { estimatedCompletion } : {}) };
}
