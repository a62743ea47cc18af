import type { InputOf } from "@tradewind/contract/endpoint.ts";
import type { workSharing } from "@tradewind/contract/ordering/work-sharing.ts";
import { orderNumber } from "@tradewind/contract/ordering/order-number.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import { announce } from "../../platform/events.store.ts";
import type { Doing } from "../../platform/http.ts";
import {
  insertHistory,
  insertOrderNote,
  listColleagues,
  lockWork,
  shareWork,
  tickStep,
  type Happened,
} from "./work-sharing.store.ts";
import { tellReseller } from "./tell-reseller.actions.ts";
import { lockWorkItem, type WorkRow } from "./work.store.ts";

type Body<Name extends keyof typeof workSharing> = InputOf<(typeof workSharing)[Name]>["body"];
type Locked = Awaited<ReturnType<typeof lockWork>>[number];

const isOver = ({ status }: Pick<WorkRow, "status">) => status === "done" || status === "failed";
const counted = (count: number) => (count === 1 ? "1 piece of work" : `${count} pieces of work`);

/** Gives work to somebody or back to the queue; what somebody else has got since stays theirs. */
export async function assignWork(doing: Doing<OperatorActor>, { Items, To }: Body<"assign">) {
  const colleague = To === null ? null : (await listColleagues(doing.tx)).find(({ person_id }) => person_id === To);
  if (colleague === undefined) throw new AppError("invalidRequest", { fields: { To: "Choose one of our people" } });
  const from = new Map(Items.map((item) => [item.Id, item.From]));
  const words =
    colleague === null
      ? "Gave back to the queue"
      : To === doing.actor.personId
        ? "Took"
        : `Gave to ${colleague.display_name}`;
  const whyNot = (item: Locked) =>
    item.assignee_id === from.get(item.id) || item.assignee_id === To
      ? undefined
      : item.assignee_id === null
        ? "Nobody has this any more"
        : `${item.assignee} has this already`;
  return shareOut(doing, [...from.keys()], whyNot, {
    action: "work.assigned",
    kind: "assigned",
    isSo: (item) => item.assignee_id === To,
    change: { assignee_id: To, assignee: colleague && colleague.display_name },
    what: () => words,
    log: (count) =>
      colleague === null ? `Gave ${count} back to the queue` : `Gave ${count} to ${colleague.display_name}`,
  });
}

/** Sets the day by which work is due. */
export async function setDue(doing: Doing<OperatorActor>, { Items, Due, Why }: Body<"setDue">) {
  if (Due < doing.today) throw new AppError("invalidRequest", { fields: { Due: "Must be today or later" } });
  return shareOut(doing, Items, () => undefined, {
    action: "work.due",
    kind: "due",
    change: { due_on: Due },
    what: ({ due_on }) => `Due ${formatDate(Due)}, was ${formatDate(due_on)}`,
    more: Why,
    log: (count) => `Set ${formatDate(Due)} as the day by which ${count} is due`,
  });
}

type Sharing = {
  action: string;
  kind: Happened["kind"];
  /** Whether it is so already, so that nothing happens. */
  isSo?: (item: Locked) => boolean;
  change: Parameters<typeof shareWork>[2];
  what: (item: Locked) => string;
  more?: string;
  /** The entry in the operator's own log. */
  log: (count: string) => string;
};

async function shareOut(
  { tx, actor, doer, now }: Doing<OperatorActor>,
  ids: readonly string[],
  whyNot: (item: Locked) => string | undefined,
  { action, kind, isSo = () => false, change, what, more, log }: Sharing,
) {
  const found = await lockWork(tx, ids);
  if (found.length === 0) throw new AppError("notFound");
  const judged = found.map((item) => ({ item, why: isOver(item) ? "This work is already finished" : whyNot(item) }));
  const changed = judged.filter(({ item, why }) => why === undefined && !isSo(item)).map(({ item }) => item);
  if (changed.length > 0) {
    await shareWork(
      tx,
      changed.map(({ id }) => id),
      change,
    );
    await insertHistory(
      tx,
      changed.map((item) => ({ ...item, kind, what: what(item), more: more ?? null })),
      actor.displayName,
      now,
    );
  }
  // In the operator's own log: how it shares out its work is not the reseller's.
  if (changed.length > 0 || judged.some(({ why }) => why !== undefined))
    await recordActivity(tx, doer, { action, what: log(counted(changed.length)), object: ["work", null] });
  return {
    Changed: judged.filter(({ why }) => why === undefined).length,
    Refused: judged.flatMap(({ item, why }) =>
      why === undefined ? [] : [{ Id: item.id, Title: item.title, Why: why }],
    ),
  };
}

/** Tells the reseller something about an order, or keeps a note that only the operator's people ever see. */
export async function noteWork(doing: Doing<OperatorActor>, id: string, { For, Text }: Body<"note">): Promise<void> {
  const { tx, actor, now } = doing;
  const item = orNotFound(await lockWorkItem(tx, id));
  const toReseller = For === "reseller";
  await insertHistory(
    tx,
    [
      {
        ...item,
        kind: toReseller ? "told" : "note",
        what: toReseller ? `Told ${item.reseller_name}` : "Noted for us",
        more: Text,
      },
    ],
    actor.displayName,
    now,
  );
  if (!toReseller) {
    await recordActivity(tx, doing.doer, {
      action: "work.noted",
      what: `Noted something about order ${orderNumber(item.order_id)}`,
      object: ["work", item.id],
    });
    return;
  }
  await insertOrderNote(tx, item, Text, now);
  await recordActivity(
    tx,
    { ...doing.doer, resellerId: item.reseller_id },
    {
      action: "work.noted",
      what: `Wrote about order ${orderNumber(item.order_id)} for ${item.customer_name}`,
      customerId: item.customer_id,
      object: ["order", item.order_id],
    },
  );
  await tellReseller(doing, item, { words: `${item.product_name} for ${item.customer_name}:`, asked: Text });
  await announce(tx, item.reseller_id, ["orders"], item.customer_id);
}

/** Ticks a step of the checklist, or takes its tick back. */
export async function tickWork(
  doing: Doing<OperatorActor>,
  id: string,
  { Position, Done }: Body<"tick">,
): Promise<void> {
  const { tx, actor, now } = doing;
  const item = orNotFound(await lockWorkItem(tx, id));
  if (isOver(item)) throw new AppError("workFinished");
  const step = await tickStep(tx, item, Position, Done ? { by: actor.displayName, at: now } : null);
  if (step)
    await insertHistory(
      tx,
      [{ ...item, kind: "step", what: Done ? "Ticked a step" : "Took the tick back", more: step.text }],
      actor.displayName,
      now,
    );
  await recordActivity(tx, doing.doer, {
    action: "work.ticked",
    what: `${Done ? "Ticked" : "Took back the tick of"} a step of order ${orderNumber(item.order_id)}`,
    object: ["work", item.id],
  });
}
