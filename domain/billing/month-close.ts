/** Closing a month of the marketplace's own books. */
import { addMonths, monthOf, type CalendarDate } from "../values/dates.ts";

/** What is still to be done for a month: documents to be issued hold its closing up, the others are closed over with a reason. */
export const monthTasks = [
  "documents",
  "bankLines",
  "gatewaysUnread",
  "gatewayDifferences",
  "vendorInvoicesUnread",
  "vendorDifferences",
  "writeOffs",
] as const;
export type MonthTask = (typeof monthTasks)[number];
export const holdsUp = (task: MonthTask): boolean => task === "documents";

export const monthStates = ["running", "open", "closed"] as const;
export type MonthState = (typeof monthStates)[number];

/** Months by their first days. `openFrom` is the first day that is not closed; null while nothing was closed yet. */
type Books = { openFrom: CalendarDate | null; today: CalendarDate };

/** Says how a month stands on a day. */
export function monthState(month: CalendarDate, { openFrom, today }: Books): MonthState {
  if (openFrom !== null && month < openFrom) return "closed";
  return month >= monthOf(today).from ? "running" : "open";
}

/** Whether a month is the next to be closed: months are closed in their order, the first being any that is over. */
export const isNextToClose = (month: CalendarDate, books: Books): boolean =>
  monthState(month, books) === "open" && (books.openFrom === null || month === books.openFrom);

/** Whether a month is the last that was closed, and so the one that can be opened again. */
export const isLastClosed = (month: CalendarDate, { openFrom }: Pick<Books, "openFrom">): boolean =>
  openFrom !== null && addMonths(month, 1) === openFrom;

/** The first parts of the names of accounts, in the order of a trial balance. */
export const accountGroups = ["receivable", "credit", "cash", "bank", "revenue", "vat", "cost", "payable"] as const;
export type AccountGroup = (typeof accountGroups)[number];
