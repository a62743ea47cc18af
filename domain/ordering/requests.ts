import type { CalendarDate } from "../values/dates.ts";

export const requestStates = ["open", "approved", "refused", "withdrawn", "expired"] as const;
export type RequestState = (typeof requestStates)[number];

/** Days after which nobody can approve a request any more. */
export const requestStaysDays = 14;

/** Returns the state on a business day: what nobody decided expires when its last day is over. */
export const requestStateOn = (
  { state, expiresOn }: { state: RequestState; expiresOn: CalendarDate },
  today: CalendarDate,
): RequestState => (state === "open" && expiresOn < today ? "expired" : state);
