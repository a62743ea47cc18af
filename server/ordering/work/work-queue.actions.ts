import type { FulfilTask, WorkItem, WorkQueue } from "@tradewind/vendors/vendor.ts";
import { dispatchWords } from "@tradewind/domain/ordering/goods.ts";
import type { Platform } from "../../platform/platform.ts";
import { isSettled, listGoodsOfOrders } from "../goods/goods.store.ts";
import { findWorkOfOrder, openWork } from "./work.store.ts";

const verbs: Record<FulfilTask["kind"], string> = {
  add: "Provide",
  change: "Change to",
  newTerm: "Begin a new term of",
  billing: "Change the billing of",
  schedule: "Note for the term end",
  upgrade: "Upgrade to",
  cancel: "Cancel",
  suspend: "Suspend",
  resume: "Resume",
  assign: "Set up the people of",
  details: "Change the details of",
};

/** Builds the operator's work queue for vendors whose work is done by people. */
export function workQueue(platform: Platform): WorkQueue {
  const worker = { role: "app_worker" } as const;
  const find = async ({ resellerId, key }: FulfilTask): Promise<WorkItem | undefined> => {
    const { row, goods } = await platform.database.read(worker, async (db) => ({
      row: await findWorkOfOrder(db, resellerId, key),
      goods: await listGoodsOfOrders(db, [{ reseller_id: resellerId, order_id: key }]),
    }));
    if (!row) return undefined;
    const sent = dispatchWords(goods);
    const common = {
      attempt: row.attempt,
      reference: row.id,
      message: sent ?? (row.status === "queued" ? "Waiting for our team" : "Our team is working on it"),
      settled: goods.filter((line) => isSettled(line)).map((line) => line.subscription_id),
      ...(row.estimated_completion ? { estimatedCompletion: row.estimated_completion } : {}),
    };
    return row.status === "failed"
      ? { ...common, state: "failed", reason: row.note ?? "Our team could not do this." }
      : { ...common, state: row.status };
  };
  return {
    findWork: find,
    async openWork(task) {
      const things = task.lines
        .map((line) => (line.quantity === 0 || task.kind === "assign" ? line.name : `${line.quantity} × ${line.name}`))
        .join(", ");
      await platform.database.write(worker, (tx) =>
        openWork(tx, task, `${verbs[task.kind]} ${things || "the service"}`, platform.clock.now()),
      );
      return (await find(task))!;
    },
  };
}
