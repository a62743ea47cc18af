/** A subscription as it stands, on the wire. */
import * as z from "zod/mini";
import { day, id, instant } from "../endpoint.ts";

/** A decimal number as text: unit prices may be finer than a penny. */
export const decimal = z.string();

export const currentSubscription = z.object({
  Id: id,
  Sku: z.string(),
  OfferId: z.string(),
  Name: z.string(),
  ParentId: z.nullable(id),
  Term: z.enum(["P1M", "P1Y", "P3Y", "none"]),
  Billing: z.enum(["monthly", "annual", "triennial", "once"]),
  Quantity: z.number(),
  /** What one of `Quantity` is, as its offer says. */
  Unit: z.string(),
  Status: z.enum(["active", "suspended", "cancelled"]),
  UnitCost: z.nullable(decimal),
  CustomerPrice: z.nullable(decimal),
  TermFrom: day,
  TermUntil: z.nullable(day),
  PeriodFrom: z.nullable(day),
  PeriodUntil: z.nullable(day),
  TermEnd: z.object({
    Outcome: z.enum(["renew", "cancel"]),
    OfferId: z.nullable(z.string()),
    Quantity: z.nullable(z.number()),
  }),
  /** Seats bought together and until when they can be given back; `Open` says whether they can now. */
  Lots: z.array(
    z.object({ Quantity: z.number(), OpenedAt: instant, RefundableUntil: z.nullable(instant), Open: z.boolean() }),
  ),
  /** Whether anything was sent or delivered that can no longer be called off. */
  DispatchedAt: z.nullable(instant),
});
export type CurrentSubscription = z.output<typeof currentSubscription>;
