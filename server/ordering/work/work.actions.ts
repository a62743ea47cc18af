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
import {
  closeGoods,
  isSettled,
  listGoodsOfOrders,
  restOf,
  sendGoods,
  type GoodsLine,
  type Parcel,
} from "../goods/goods.store.ts";
import { dueOfLine, faultsOfMade, madeIn, placesOf, toResources } from "../resources/made-resources.reads.ts";
import { activateReserved, endResources, insertResources, listWantedOfLines } from "../resources/resources.store.ts";
import { insertHistory } from "./work-sharing.store.ts";
import { tellReseller } from "./tell-reseller.actions.ts";
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
  if (finish.status === "working" && item.assignee_id !== null && item.assignee_id !== actor.personId)
    throw new AppError("workTaken", { message: `${item.assignee} has this already.` });
  if (finish.status === "done" && item.steps_left > 0) throw new AppError("workNotTicked");
  if (finish.results) {
    await keepResults(tx, item, finish.results, now);
    if (item.task.kind === "add") await sendRest(tx, item, actor.displayName, now);
  }
  // Of what was sent in part the rest is called off; what has not begun to be sent is refused.
  const isOver = finish.status === "failed" && (await endStarted(tx, item, now));
  const change = {
    status: isOver ? ("done" as const) : finish.status,
    note: finish.note ?? item.note,
    assignee: actor.displayName,
    assignee_id: actor.personId,
    ...(finish.estimatedCompletion === undefined ? {} : { estimated_completion: finish.estimatedCompletion }),
    ...(finish.status === "working" ? {} : { finished_at: now }),
  };
  await updateWorkItem(tx, item, change);
  await insertHistory(
    tx,
    [{ ...item, kind: change.status as "working" | "done" | "failed", what: finish.what, more: finish.note }],
    actor.displayName,
    now,
  );
  const doer = { resellerId: item.reseller_id, actor, now, ip: doing.ip, requestId: doing.requestId };
  await recordActivity(tx, doer, {
    action: `work.${finish.status}`,
    what: `${finish.what}: ${item.title}`,
    customerId: item.customer_id,
    object: ["order", item.order_id],
  });
  if (finish.status === "working")
    await tellReseller(doing, item, {
      words: `${item.product_name} for ${item.customer_name} is being ${item.task.kind === "add" ? "set up" : "changed"}${finish.estimatedCompletion ? `. Expected by ${formatDate(finish.estimatedCompletion)}` : ""}.`,
      asked: finish.note,
    });
  await announce(tx, item.reseller_id, ["orders", "services", "work"], item.customer_id);
  await platform.jobs.file(tx, "orders.fulfil", { resellerId: item.reseller_id, orderId: item.order_id });
  return { ...item, ...change, estimated_completion: change.estimated_completion ?? item.estimated_completion };
}

/** Sends all that is left of its goods. */
async function sendRest(tx: Tx, item: WorkRow, by: string, now: Date): Promise<void> {
  const goods = (await listGoodsOfOrders(tx, [item])).filter((line) => restOf(line) > 0);
  const lines = goods.map((line) => ({ line, quantity: restOf(line) }));
  await sendLines(tx, lines, { by, carrier: null, tracking: null }, now);
}

async function sendLines(
  tx: Tx,
  lines: readonly { line: GoodsLine; quantity: number }[],
  parcel: Parcel & { by: string },
  now: Date,
): Promise<void> {
  for (const { line, quantity } of lines.toSorted((a, b) => (a.line.sku < b.line.sku ? -1 : 1))) {
    const { reseller_id: resellerId, subscription_id: subscriptionId } = line;
    if (!(await sendGoods(tx, { resellerId, subscriptionId, quantity, ...parcel }, now)))
      throw new AppError("notReserved", { details: { Key: subscriptionId, Limit: line.reserved } });
  }
}

/** Calls off the rest of what was sent in part. Returns whether nothing else is left to do. */
async function endStarted(tx: Tx, item: WorkRow, now: Date): Promise<boolean> {
  const goods = await listGoodsOfOrders(tx, [item]);
  const begun = goods.filter((line) => line.dispatched > 0 && restOf(line) > 0).map((line) => line.subscription_id);
  if (begun.length > 0)
    await closeGoods(tx, { resellerId: item.reseller_id, orderId: item.order_id, lines: begun }, "cancelled", now);
  const settled = goods.filter((line) => line.dispatched > 0 || isSettled(line)).map((line) => line.subscription_id);
  return goods.length > 0 && item.task.lines.every(({ key }) => settled.includes(key));
}

type Part = Parcel & { lines: readonly { Key: string; Quantity: number }[]; results: Parameters<typeof madeIn>[0] };

/** Sends a part of an order's goods, which is charged; the rest stays promised. */
export async function dispatchPart(doing: Doing<OperatorActor>, id: string, part: Part): Promise<WorkRow> {
  const { tx, actor, now, platform } = doing;
  const item = orNotFound(await lockWorkItem(tx, id));
  if (item.status === "done" || item.status === "failed") throw new AppError("workFinished");
  const goods = new Map((await listGoodsOfOrders(tx, [item])).map((line) => [line.subscription_id, line]));
  const lines = part.lines.map(({ Key, Quantity }) => ({ line: goods.get(Key), quantity: Quantity }));
  const fields = Object.fromEntries(
    lines.flatMap(({ line, quantity }, at) =>
      line && quantity <= restOf(line) && lines.findIndex((each) => each.line === line) === at
        ? []
        : [[`Lines.${at}.Quantity`, "There are not that many left to send"]],
    ),
  );
  if (Object.keys(fields).length > 0) throw new AppError("invalidRequest", { fields });
  const known = lines.flatMap(({ line, quantity }) => (line ? [{ line, quantity }] : []));
  const sentThen = new Map(known.map(({ line, quantity }) => [line.subscription_id, line.dispatched + quantity]));
  await keepResults(tx, item, { ...part.results, Ended: [] }, now, sentThen);
  const { carrier, tracking } = part;
  await sendLines(tx, known, { by: actor.displayName, carrier, tracking }, now);
  const isOver = item.task.lines.every(({ key }) => {
    const line = goods.get(key);
    return line !== undefined && line.ordered - line.cancelled === (sentThen.get(key) ?? line.dispatched);
  });
  if (isOver && item.steps_left > 0) throw new AppError("workNotTicked");
  const change = {
    status: isOver ? ("done" as const) : ("working" as const),
    assignee: actor.displayName,
    assignee_id: actor.personId,
    ...(isOver ? { finished_at: now } : {}),
  };
  await updateWorkItem(tx, item, change);
  const named = new Map(item.task.lines.map((line) => [line.key, line.name]));
  const things = known.map(({ line, quantity }) => `${quantity} × ${named.get(line.subscription_id)}`).join(", ");
  const how = [carrier && `with ${carrier}`, tracking && `tracking number ${tracking}`].filter(Boolean).join(", ");
  const what = `Dispatched ${things} for ${item.customer_name}${how ? ` ${how}` : ""}`;
  await insertHistory(tx, [{ ...item, kind: "dispatched", what: "Dispatched", more: what }], actor.displayName, now);
  const doer = { resellerId: item.reseller_id, actor, now, ip: doing.ip, requestId: doing.requestId };
  await recordActivity(tx, doer, {
    action: "work.dispatched",
    what,
    customerId: item.customer_id,
    object: ["order", item.order_id],
  });
  await notify(tx, {
    resellerId: item.reseller_id,
    category: "Orders",
    content: `${what}.`,
    link: linkTo(screens.customer, { ctx: item.customer_id }),
    view: "customers",
    kinds: ["reseller", "engineer"],
    customerId: item.customer_id,
    productId: item.product_id,
    now,
  });
  await announce(tx, item.reseller_id, ["orders", "services", "work"], item.customer_id);
  await platform.jobs.file(tx, "orders.fulfil", { resellerId: item.reseller_id, orderId: item.order_id });
  return { ...item, ...change };
}

/**
 * Keeps what the work brought into being, and ends what it took away, which have to be exactly what was due; of a part, for
 * the lines and as many units as `quantities` says.
 */
async function keepResults(
  tx: Tx,
  item: WorkRow,
  results: NonNullable<Finish["results"]>,
  now: Date,
  quantities?: ReadonlyMap<string, number>,
): Promise<void> {
  const wanted = await listWantedOfLines(tx, [item]);
  const lines = item.task.lines.map(({ key, quantity }) => {
    const own = wanted.find(({ subscription_id }) => subscription_id === key);
    const wantedOf = quantities ? quantities.get(key) : quantity;
    return { key, due: own && wantedOf !== undefined ? dueOfLine(own, item.task.kind, wantedOf) : [] };
  });
  const made = madeIn(results);
  const fields = faultsOfMade(lines, made, new Set(results.Ended), item.country);
  if (Object.keys(fields).length > 0) throw new AppError("invalidRequest", { fields });
  await endResources(tx, item.reseller_id, { ids: results.Ended }, now);
  const reserved = lines.filter(({ due }) => due.some((each) => each.reserved.length > 0)).map(({ key }) => key);
  if (reserved.length > 0) await activateReserved(tx, item.reseller_id, reserved, now);
  const taken = await insertResources(tx, item, toResources(lines, made, item.country), now);
  if (taken.length > 0)
    throw new AppError("invalidRequest", {
      fields: placesOf(
        taken.map((index) => ({ of: made[index]!, name: "Answers.Code", fault: "Something else has this already" })),
      ),
    });
}
