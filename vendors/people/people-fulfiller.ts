/** Fulfils services provided by people: each task is a work item in the operator's queue. */
import type { Fulfiller, FulfilTask, LineOutcome, Memo, Outcome, WorkItem, WorkQueue } from "../vendor.ts";
import { refuseRest } from "../outcomes.ts";

export function peopleFulfiller(queue: WorkQueue): Fulfiller {
  return {
    async fulfil(task, memo) {
      const found = await queue.findWork(task);
      const wasTold = found?.state === "failed" && memo.toldOfAttempt === String(found.attempt);
      const work = found && !wasTold ? found : await queue.openWork(task);
      return outcomeOf(work, task, memo);
    },
  };
}

function outcomeOf(work: WorkItem, task: FulfilTask, memo: Memo): Outcome {
  const done = task.lines
    .filter(({ key }) => work.state === "done" || work.settled?.includes(key))
    .map((line): LineOutcome => ({
      key: line.key,
      state: "done",
      vendorRef: line.vendorRef ?? `${work.reference}/${line.key}`,
    }));
  if (work.state === "failed")
    return refuseRest(
      task,
      { ...memo, toldOfAttempt: String(work.attempt) },
      { code: "workRejected", reason: work.reason },
      done,
    );
  if (work.state === "done") return { state: "ended", memo, tenantRef: task.customer.tenantRef, lines: done };
  const { estimatedCompletion } = work;
  return {
    state: work.state,
    memo,
    message: work.message,
    lines: done,
    ...(estimatedCompletion ? { estimatedCompletion } : {}),
  };
}
