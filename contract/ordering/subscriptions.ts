/** A subscription's present state on the wire. */
import { billings, terms } from "@tradewind/domain/pricing/pricing-types.ts";
import * as z from "zod/mini";
import { day, id, instant, money } from "../endpoint.ts";
import { journeyField } from "./journey-fields.ts";

/** A decimal number as text: unit prices may be finer than a penny. */
export const decimal = z.string();

/** What can happen at the end of a term; `extend` runs on without a commitment, charged by the day. */
export const termEndings = ["renew", "cancel", "extend"] as const;

/**
 * How a subscription stands at its vendor: as provided; with a change at work, until which it takes no other; or refused
 * when it was added, so that it was never provided.
 */
const atVendor = ["provided", "changing", "refused"] as const;
export type AtVendor = (typeof atVendor)[number];

/** An answer to what the offer asks of each line, in words. */
export const attribute = z.object({ Label: z.string(), Text: z.string() });

export const currentSubscription = z.object({
  Id: id,
  Sku: z.string(),
  OfferId: z.string(),
  Name: z.string(),
  ParentId: z.nullable(id),
  Term: z.enum(terms),
  Billing: z.enum(billings),
  Quantity: z.number(),
  /** The unit that `Quantity` counts, from its offer. */
  Unit: z.string(),
  Status: z.enum(["active", "suspended", "cancelled"]),
  AtVendor: z.enum(atVendor),
  /** Whether it can be cancelled now, with what hangs on it; absent where that is not asked. */
  IsCancellable: z.optional(z.boolean()),
  /** Its renewal is too near for any change: the day from which it can be changed again; null or absent otherwise. */
  WaitsUntil: z.optional(z.nullable(day)),
  /** Whether it can run on by the day after its term. */
  IsExtendable: z.boolean(),
  /** Whether a longer term can begin before this one is over; any, if it was extended. */
  TakesNewTerm: z.boolean(),
  /** Whether its billing can change with the next charge, and to which offer it will; null if it stays. */
  ChangesBilling: z.boolean(),
  NextOfferId: z.nullable(z.string()),
  UnitCost: z.nullable(decimal),
  CustomerPrice: z.nullable(decimal),
  TermFrom: day,
  TermUntil: z.nullable(day),
  PeriodFrom: z.nullable(day),
  PeriodUntil: z.nullable(day),
  TermEnd: z.object({
    Outcome: z.enum(termEndings),
    OfferId: z.nullable(z.string()),
    Quantity: z.nullable(z.number()),
    /** The first day after the next term, if that ends earlier, with others. */
    Until: z.nullable(day),
  }),
  /** What a full period costs after the term, net, as is wanted now; null if it ends or prices are hidden. */
  Then: z.optional(z.nullable(z.object({ Billing: z.enum(billings), Net: money }))),
  /** Seats bought together, and until when they can be given back; `Open` says whether they still can. */
  Lots: z.array(
    z.object({ Quantity: z.number(), OpenedAt: instant, RefundableUntil: z.nullable(instant), Open: z.boolean() }),
  ),
  /** Whether its product can be upgraded to a better one. */
  IsUpgradable: z.boolean(),
  /** Whether all its units are upgraded together, in the same subscription. */
  UpgradesWhole: z.boolean(),
  /** When goods were sent or delivered, after which they can no longer be cancelled. */
  DispatchedAt: z.nullable(instant),
  Attributes: z.array(attribute),
  /** Those that can be changed, as questions with the present answers as defaults. */
  Editable: z.array(journeyField),
});
export type CurrentSubscription = z.output<typeof currentSubscription>;

/** How a subscription stood: what was wanted for the end of its term is `TermEnd`. */
export const standing = z.pick(currentSubscription, {
  Name: true,
  Term: true,
  Billing: true,
  Quantity: true,
  Status: true,
  UnitCost: true,
  CustomerPrice: true,
  TermFrom: true,
  TermUntil: true,
  TermEnd: true,
  Attributes: true,
});
export type Standing = z.output<typeof standing>;
