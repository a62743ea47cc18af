import { workTitle } from "@tradewind/contract/ordering/work-words.ts";
import type { FulfilTask, WorkItem, WorkQueue } from "@tradewind/vendors/vendor.ts";
import { dispatchWords } from "@tradewind/domain/ordering/goods.ts";
import type { Platform } from "../../platform/platform.ts";
import { isSettled, listGoodsOfOrders } from "../goods/goods.store.ts";
import { findWorkOfOrder, openWork } from "./work.store.ts";

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
      message: sent ?? (row.status === "queued" ? "Waiting for our team" : (row.note ?? "Our team is working on it")),
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
      const title = workTitle(task.kind, task.lines);
      await platform.database.write(worker, (tx) => openWork(tx, task, title, platform.clock.now()));
      return (await find(task))!;
    },
  };
}
