/** What is spent on use that a vendor bills afterwards, as it tells it day by day. */
import type { CalendarDate } from "@tradewind/domain/values/dates.ts";
import type { DecimalString } from "@tradewind/domain/values/decimal.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";

/** Something of a tenant's on which money is spent; one that has ended is told for a while. */
export type SpendSubscription = { ref: string; name: string; isActive: boolean };

/** What a meter of a resource cost us on a day; `currency` is that of our account at the vendor. */
export type SpendLine = {
  day: CalendarDate;
  group: string;
  resource: string;
  meter: string;
  cost: DecimalString;
  currency: Currency;
};

export type SpendSource = {
  /** After how many days a day is told in full. */
  wholeAfterDays: number;
  subscriptions(tenantRef: string): Promise<SpendSubscription[]>;
  /** Reads all days from one to another, both included: a day that is told again replaces what was told of it. */
  read(asked: { tenantRef: string; ref: string; from: CalendarDate; to: CalendarDate }): Promise<SpendLine[]>;
};
