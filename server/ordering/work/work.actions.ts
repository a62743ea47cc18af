import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import { announce } from "../../platform/events.store.ts";
import type { Tx } from "../../platform/db.ts";
import type { Doing } from "../../platform/http.ts";
import { notify } from "../../portal/notifications/notifications.store.ts";
import { dispatchGoods, listGoodsOfOrders, restOf } from "../goods/goods.store.ts";
import { dueOfLine, faultsOfMade, madeIn, placesOf, toResources } from "../resources/made-resources.reads.ts";
import { endResources, insertResources, listWantedOfLines } from "../resources/resources.store.ts";
import { lockWorkItem, updateWorkItem, type WorkRow, type WorkStatus } from "./work.store.ts";

type Finish = {
  status: WorkStatus;
  note: string | null;
  what: string;
  estimatedCompletion?: string | null;
  /** What was made and what has ended, once the work is done. */
  results?: Parameters<typeof madeIn>[0] & { Ended: readonly string[] };
};

/** Starts, completes or rejects a piece of work, and wakes the order's job. */
export async function moveWork(doing: Doing<OperatorActor>, id: string, finish: Finish): Promise<WorkRow> {
  const { tx, actor, now, platform } = doing;
  const item = orNotFound(await lockWorkItem(tx, id));
  if (item.status === "done" || item.status === "failed") throw new AppError("workFinished");
  if (finish.results) {
    await keepResults(tx, item, finish.results, now);
    if (item.task.kind === "add") await sendGoods(tx, item, actor.displayName, now);
  }
  const change = {
    status: finish.status,
    note: finish.note ?? item.note,
    assignee: actor.displayName,
    ...(finish.estimatedCompletion === undefined ? {} : { estimated_completion: finish.estimatedCompletion }),
    ...(finish.status === "working" ? {} : { finished_at: now }),
  };
  await updateWorkItem(tx, item, change);
  const doer = { resellerId: item.reseller_id, actor, now, ip: doing.ip, requestId: doing.requestId };
  await recordActivity(tx, doer, {
    action: `work.${finish.status}`,
    what: `${finish.what}: ${item.title}`,
    customerId: item.customer_id,
    object: ["order", item.order_id],
  });
  if (finish.status === "working")
    await notify(tx, {
      resellerId: item.reseller_id,
      category: "Orders",
      content: `${item.product_name} for ${item.customer_name} is being ${item.task.kind === "add" ? "set up" : "changed"}${finish.estimatedCompletion ? `. Expected by ${formatDate(finish.estimatedCompletion)}` : ""}.`,
      link: linkTo(screens.customer, { ctx: item.customer_id }),
      view: "customers",
      kinds: ["reseller", "engineer"],
      customerId: item.customer_id,
      now,
    });
  await announce(tx, item.reseller_id, ["orders", "services", "work"], item.customer_id);
  await platform.jobs.file(tx, "orders.fulfil", { resellerId: item.reseller_id, orderId: item.order_id });
  return { ...item, ...change, estimated_completion: change.estimated_completion ?? item.estimated_completion };
}

/** Takes all that is left of its goods out of stock. */
async function sendGoods(tx: Tx, item: WorkRow, by: string, now: Date): Promise<void> {
  const goods = (await listGoodsOfOrders(tx, [item])).filter((line) => restOf(line) > 0);
  for (const line of goods.toSorted((a, b) => (a.sku < b.sku ? -1 : 1))) {
    const sent = { resellerId: item.reseller_id, subscriptionId: line.subscription_id, quantity: restOf(line), by };
    if (!(await dispatchGoods(tx, sent, now))) throw new AppError("notReserved");
  }
}

/** Keeps what the work brought into being, and ends what it took away, which have to be exactly what was due. */
async function keepResults(tx: Tx, item: WorkRow, results: NonNullable<Finish["results"]>, now: Date): Promise<void> {
  const wanted = await listWantedOfLines(tx, [item]);
  const lines = item.task.lines.map(({ key, quantity }) => {
    const own = wanted.find(({ subscription_id }) => subscription_id === key);
    return { key, due: own ? dueOfLine(own, item.task.kind, quantity) : [] };
  });
  const made = madeIn(results);
  const fields = faultsOfMade(lines, made, new Set(results.Ended), item.country);
  if (Object.keys(fields).length > 0) throw new AppError("invalidRequest", { fields });
  await endResources(tx, item.reseller_id, { ids: results.Ended }, now);
  const taken = await insertResources(tx, item, toResources(lines, made, item.country), now);
  if (taken.length > 0)
    throw new AppError("invalidRequest", {
      fields: placesOf(
        taken.map((index) => ({ of: made[index]!, name: "Answers.Code", fault: "Something else has this already" })),
      ),
    });
}
