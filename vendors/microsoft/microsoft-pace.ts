import type { Pace } from "../calls.ts";

/** Microsoft answers 500 requests a minute about one customer's subscriptions. */
const aMinuteOfTenant = 500;

export const paceOf = (aMinute: number): Pace => ({
  aMinute,
  aMinuteOfTenant,
  order: 12,
  line: 4,
  subscription: 1,
  tenant: 1,
  invitation: 4,
  transfer: 3,
});
