/** All that the page of an order shows. */
import { billings, terms } from "@tradewind/domain/pricing/pricing-types.ts";
import * as z from "zod/mini";
import { day, id, instant, money } from "../endpoint.ts";
import { hardwareOrder } from "./hardware-order.ts";
import { orderItem, orderLine } from "./order-item.ts";
import { orderStepStates } from "./order-steps.ts";
import { resource } from "./resource-item.ts";
import { decimal } from "./subscriptions.ts";

const line = z.extend(orderLine, {
  Unit: z.string(),
  /** How many there were before it, and are after it. */
  Before: z.number(),
  After: z.number(),
  /** The vendor's code for its refusal. */
  ReasonCode: z.nullable(z.string()),
  Term: z.enum(terms),
  Billing: z.enum(billings),
  /** Per unit and billing period, and for all units after it; null if prices are hidden from the caller. */
  UnitCost: z.nullable(decimal),
  PerPeriod: z.nullable(money),
  /** What the customer pays for all units and period, and what stays of it; null without an own price too. */
  Sales: z.nullable(money),
  Margin: z.nullable(money),
  /** The first day after the commitment; null without one. */
  TermUntil: z.nullable(day),
});

/** Units that can still be given back; the oldest of them close first. */
const undo = z.object({
  SubscriptionId: id,
  Name: z.string(),
  Unit: z.string(),
  Quantity: z.number(),
  /** How many stay with the customer; with none the subscription is cancelled. */
  Left: z.number(),
  /** Null while no instant decides it. */
  Until: z.nullable(instant),
});

/** Held until the vendor has done its line, then charged, and invoiced with the month it falls due in. */
export const chargeStates = ["held", "charged", "invoiced"] as const;

const charge = z.object({
  Id: id,
  Description: z.string(),
  From: day,
  Until: day,
  Amount: money,
  State: z.enum(chargeStates),
  /** The day of the invoice that takes it, unless it stands on one. */
  InvoicedOn: day,
  Invoice: z.nullable(z.object({ Id: id, Number: z.string() })),
});

export const orderPage = z.extend(orderItem, {
  /** The end of its id, which people can say. */
  Number: z.string(),
  CustomerName: z.string(),
  ProductName: z.string(),
  Icon: z.string(),
  ImageSrc: z.nullable(z.string()),
  ImageAlt: z.string(),
  VendorName: z.nullable(z.string()),
  Lines: z.array(line),
  /**
   * What all lines that were not refused come to, by billing; empty if prices are hidden. Without an own price for each of
   * them there is no sum of sales.
   */
  Totals: z.array(
    z.object({ Billing: z.enum(billings), Cost: money, Sales: z.nullable(money), Margin: z.nullable(money) }),
  ),
  /** What it bought, to buy the same again; null if it bought nothing new, or what is sold once and there already. */
  Again: z.nullable(
    z.object({
      /** The customer's person whose service it is; null if it is the customer's own. */
      UserId: z.nullable(id),
      Lines: z.array(
        z.object({
          OfferId: z.string(),
          Quantity: z.number(),
          Attributes: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
        }),
      ),
    }),
  ),
  /** What it holds of goods; null for what is no goods. */
  Hardware: z.nullable(hardwareOrder),
  /** The product's form as it was answered, while people are at work on it and take other answers; null otherwise. */
  Form: z.nullable(
    z.object({
      FormId: z.string(),
      Answers: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    }),
  ),
  /** What whoever provides it told last, while it is at work. */
  Note: z.nullable(z.object({ Text: z.string(), At: instant })),
  /** What happened and what comes, in this order. */
  Steps: z.array(
    z.object({
      State: z.enum(orderStepStates),
      What: z.string(),
      More: z.nullable(z.string()),
      /** An instant, or a day; null where the order decides. */
      At: z.nullable(z.union([instant, day])),
    }),
  ),
  Undo: z.array(undo),
  /** Where it stands at the vendor: the customer's tenant, and the number of each subscription. */
  Made: z.array(z.object({ Label: z.string(), Text: z.string() })),
  Resources: z.array(resource),
  /** Null if prices are hidden from the caller. */
  Charges: z.nullable(z.array(charge)),
});
export type OrderPage = z.output<typeof orderPage>;
