import type { MonthItem, MonthPage } from "@tradewind/contract/billing/month-close.ts";
import { holdsUp, isLastClosed, isNextToClose, monthState } from "@tradewind/domain/billing/month-close.ts";
import { addDays, addMonths, laterOf, monthOf, type CalendarDate } from "@tradewind/domain/values/dates.ts";
import type { Db } from "../../platform/db.ts";
import {
  countTasks,
  listBalances,
  listClosings,
  listLatest,
  readBooks,
  type BalanceRow,
  type ClosingRow,
} from "./month-close.store.ts";

const monthsShown = 24;
const nameOf = (month: CalendarDate) => month.slice(0, 7);
/** Returns the days of a month such as `2026-10`. */
export const daysOf = (month: string) => monthOf(`${month}-01`);

/** Lists months since the first document, newest first. */
export async function listMonths(db: Db, today: CalendarDate): Promise<MonthItem[]> {
  const { openFrom, first } = await readBooks(db);
  const { from: now } = monthOf(today);
  const since = laterOf(first ?? now, addMonths(now, 1 - monthsShown));
  const latest = new Map((await listLatest(db, since)).map((row) => [row.month, row]));
  const months: MonthItem[] = [];
  for (let month = now; month >= since; month = addMonths(month, -1))
    months.push(toItem(month, latest.get(month), { openFrom, today }));
  return months;
}

/** Reads a month with what is still to be done for it. */
export async function readMonth(
  db: Db,
  month: string,
  { today, personId }: { today: CalendarDate; personId: string },
): Promise<MonthPage> {
  const days = daysOf(month);
  const { openFrom } = await readBooks(db);
  const [tasks, balances, history] = await Promise.all([
    countTasks(db, days.until),
    listBalances(db, days),
    listClosings(db, days.from),
  ]);
  const books = { openFrom, today };
  const isClosed = monthState(days.from, books) === "closed";
  return {
    ...toItem(days.from, history[0], books),
    From: days.from,
    Until: addDays(days.until, -1),
    Tasks: isClosed ? [] : tasks.map(({ task, count }) => ({ Task: task, Count: count })),
    Balances: balances.map(toBalance),
    History: history.map((row) => ({
      Did: row.did,
      By: row.done_by,
      At: row.done_at.toISOString(),
      Note: row.note,
    })),
    MayClose: isNextToClose(days.from, books) && !tasks.some(({ task }) => holdsUp(task)),
    MayReopen: isLastClosed(days.from, books) && history[0]?.done_by_id !== personId,
  };
}

const toItem = (
  month: CalendarDate,
  latest: ClosingRow | undefined,
  books: Parameters<typeof monthState>[1],
): MonthItem => ({
  Month: nameOf(month),
  State: monthState(month, books),
  By: latest?.done_by ?? null,
  At: latest?.done_at.toISOString() ?? null,
});

const toBalance = (row: BalanceRow): MonthPage["Balances"][number] => {
  const money = (minor: bigint) => ({ Minor: String(minor), Currency: row.currency });
  return {
    Group: row.group,
    Account: row.account,
    Currency: row.currency,
    Opening: money(row.opening),
    Debits: money(row.debits),
    Credits: money(row.credits),
    Closing: money(row.closing),
  };
};
