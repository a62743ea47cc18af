import type { MonthPage } from "@tradewind/contract/billing/month-close.ts";
import { holdsUp, isLastClosed, isNextToClose, monthState } from "@tradewind/domain/billing/month-close.ts";
import { formatMonth } from "@tradewind/domain/values/date-formats.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Doing } from "../../platform/http.ts";
import { takeTurn } from "../../platform/take-turn.ts";
import { daysOf, readMonth } from "./month-close.reads.ts";
import { countTasks, insertClosing, listClosings, readBooks, type ClosingRow } from "./month-close.store.ts";

type Operating = Doing<OperatorActor>;

/** Closes a month, in its order. What is still to be done, other than documents to be issued, is closed over with a note. */
export async function close(doing: Operating, month: string, Note: string): Promise<MonthPage> {
  const { tx, today } = doing;
  const { from, until } = daysOf(month);
  await takeTurn(tx, "months");
  const books = { ...(await readBooks(tx)), today };
  const state = monthState(from, books);
  if (state !== "open") throw new AppError(state === "closed" ? "monthClosed" : "monthNotOver");
  if (!isNextToClose(from, books)) throw new AppError("monthNotNext");
  const tasks = await countTasks(tx, until);
  if (tasks.some(({ task }) => holdsUp(task))) throw new AppError("monthHeldUp");
  if (tasks.length > 0 && Note === "")
    throw new AppError("invalidRequest", { fields: { Note: "Say why it is closed with work left" } });
  return record(doing, month, "closed", Note, tasks);
}

/** Opens the month again that was closed last. */
export async function reopen(doing: Operating, month: string, Note: string): Promise<MonthPage> {
  const { tx, actor } = doing;
  const { from } = daysOf(month);
  await takeTurn(tx, "months");
  if (!isLastClosed(from, await readBooks(tx))) throw new AppError("monthNotLast");
  const [closed] = await listClosings(tx, from);
  if (closed?.done_by_id === actor.personId) throw new AppError("monthOwn");
  return record(doing, month, "reopened", Note, []);
}

async function record(
  { tx, actor, doer, now, today }: Operating,
  month: string,
  did: ClosingRow["did"],
  note: string,
  tasks: Awaited<ReturnType<typeof countTasks>>,
): Promise<MonthPage> {
  const { from } = daysOf(month);
  await insertClosing(tx, from, {
    did,
    note: note || null,
    tasks,
    by: actor.displayName,
    byId: actor.personId,
    now,
  });
  const words = did === "closed" ? `Closed ${formatMonth(month)}` : `Opened ${formatMonth(month)} again`;
  await recordActivity(tx, doer, {
    action: did === "closed" ? "monthClose.close" : "monthClose.reopen",
    what: note ? `${words}: ${note}` : words,
    object: ["month", null],
  });
  return readMonth(tx, month, { today, personId: actor.personId });
}
