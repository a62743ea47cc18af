/** Where vendors' books and ours part, and what can be done about it. */
import { billings } from "@tradewind/domain/pricing/pricing-types.ts";
import { differenceKinds } from "@tradewind/domain/ordering/differences.ts";
import { messages } from "@tradewind/domain/values/field-messages.ts";
import * as z from "zod/mini";
import { cursor, day, endpoint, id, instant, money } from "../endpoint.ts";

/**
 * What can be done: take over what the vendor has; ask the vendor for what we have; or accept the difference as it is,
 * until it changes.
 */
export const cures = ["take", "ask", "accept"] as const;
export type Cure = (typeof cures)[number];

/** What the operator can do: bring what nobody ordered here into its customer's book, or accept it. */
export const operatorCures = ["adopt", "accept"] as const;

/** Open; the vendor was asked; or accepted as it is, until it changes. */
export const differenceStates = ["open", "asked", "accepted"] as const;

/** What is not settled, and what is over. */
export const differenceViews = ["open", "closed"] as const;

const difference = z.object({
  Id: id,
  CustomerId: id,
  CustomerName: z.string(),
  InstanceId: z.nullable(id),
  ProductName: z.nullable(z.string()),
  Name: z.string(),
  VendorName: z.string(),
  Kind: z.enum(differenceKinds),
  /** Says where the two books part. */
  Text: z.string(),
  /** What each book has, in a word or two. */
  Ours: z.string(),
  Theirs: z.string(),
  State: z.enum([...differenceStates, "closed"]),
  Since: instant,
  /** What led to it, and the order after which it came or by which its vendor was asked, by id and number. */
  Cause: z.string(),
  Order: z.nullable(z.object({ Id: id, InstanceId: id, Number: z.string() })),
  /** When its vendor was last seen with it; null if that was before this was kept. */
  ReadAt: z.nullable(instant),
  /** When and how it came to its end; null while it stands. */
  ClosedAt: z.nullable(instant),
  Closed: z.nullable(z.string()),
  /** What a month of it costs; null without the right to see prices. */
  PerMonth: z.nullable(money),
  /** What it came to from the day it was first seen, until today or until it was settled; null like the month. */
  SoFar: z.nullable(money),
  /** What the vendor bills for a month of it although nobody can use it; null where it does not, or without prices. */
  StillBilled: z.nullable(money),
  DecidedBy: z.nullable(z.string()),
  Note: z.nullable(z.string()),
  /** The cures that the reader may choose, the proposed one first. */
  Cures: z.array(z.enum(cures)),
});
export type DifferenceItem = z.output<typeof difference>;

const charge = z.object({ Description: z.string(), From: day, Until: day, Quantity: z.number(), Amount: money });
const charges = { Charges: z.array(charge), Total: money };
/** Without the right to see prices, no amount is told. */
const hiddenCharges = {
  Charges: z.array(z.extend(charge, { Amount: z.nullable(money) })),
  Total: z.nullable(money),
};

const list = { Items: z.array(difference), Next: z.nullable(z.string()) };
const listed = z.strictObject({ View: z._default(z.enum(differenceViews), "open"), After: cursor });
/** Subscriptions that were compared in the last two days, of all that vendors have; and where they were not, the longest first. */
const compared = {
  Compared: z.number(),
  All: z.number(),
  Behind: z.array(
    z.object({ CustomerId: id, CustomerName: z.string(), VendorName: z.string(), At: z.nullable(instant) }),
  ),
};
const params = z.strictObject({ differenceId: id });

/** The most differences that one call settles. */
export const mostAtOnce = 100;
const chosen = z.array(id).check(z.minLength(1), z.maxLength(mostAtOnce, `Choose at most ${mostAtOnce} differences`));
const proposed = { Id: id, CustomerName: z.string(), Name: z.string() };

export const differences = {
  list: endpoint({
    method: "GET",
    path: "/api/differences",
    summary: "Where vendors have something else than we have, newest first",
    access: { anyOf: ["manageService"], kinds: ["reseller", "engineer"] },
    query: listed,
    result: z.object({
      ...list,
      /** With the first page of what is open. */
      Totals: z.nullable(
        z.object({
          Open: z.number(),
          ...compared,
          /** By month, of all that is not settled: what a vendor bills and we do not, and the reverse. Null without prices. */
          NotCharged: z.nullable(money),
          TooMuch: z.nullable(money),
        }),
      ),
    }),
  }),
  propose: endpoint({
    method: "POST",
    path: "/api/differences/proposal",
    reads: true,
    summary: "What curing some differences in one way would do, charge or give back, and which cannot be",
    access: { anyOf: ["addProducts"], kinds: ["reseller", "engineer"] },
    body: z.strictObject({ Cure: z.enum(cures), DifferenceIds: chosen }),
    result: z.object({
      /** Of all lines together. */
      Hash: z.string(),
      Lines: z.array(z.object({ ...proposed, Text: z.string(), ...hiddenCharges })),
      /** What cannot be cured in this way, and why. */
      LeftOut: z.array(z.object({ ...proposed, Reason: z.string() })),
      /** By currency; null without the right to see prices. */
      Totals: z.nullable(z.array(money)),
    }),
  }),
  read: endpoint({
    method: "POST",
    path: "/api/differences/:differenceId/read",
    summary: "Asks the vendor again now; what it has is learnt in a moment",
    unlogged: "Nothing changes by it: whatever the vendor has is learnt, and logged, as on any other day.",
    access: { anyOf: ["manageService"], kinds: ["reseller", "engineer"] },
    params,
    result: z.object({ Id: id }),
    errors: ["differenceSettled"],
  }),
  settle: endpoint({
    method: "POST",
    path: "/api/differences/settle",
    summary: "Settles all lines of a proposal or none: takes over the vendor's book, asks the vendor, or accepts it",
    logs: ["differences.take", "differences.ask", "differences.accept"],
    access: { anyOf: ["addProducts"], kinds: ["reseller", "engineer"] },
    body: z
      .strictObject({
        Cure: z.enum(cures),
        DifferenceIds: chosen,
        /** Of the proposal. */
        Hash: z.string().check(z.maxLength(64)),
        Note: z.optional(z.string().check(z.trim(), z.maxLength(500))),
      })
      .check(
        z.refine(({ Cure, Note }) => Cure !== "accept" || Boolean(Note), {
          path: ["Note"],
          error: messages.required("Reason"),
        }),
      ),
    result: z.object({ Settled: z.number() }),
    errors: ["proposalChanged"],
  }),
};

export const everyDifference = {
  list: endpoint({
    method: "GET",
    path: "/api/operator/differences",
    summary: "Where vendors have something else than we have, of all resellers, newest first",
    access: { anyOf: [], kinds: ["admin"] },
    query: listed,
    result: z.object({
      ...list,
      /** With the first page of what is open. */
      Totals: z.nullable(z.object({ ...compared, Open: z.number() })),
      Items: z.array(z.extend(difference, { ResellerName: z.string(), Cures: z.array(z.enum(operatorCures)) })),
    }),
  }),
  propose: endpoint({
    method: "GET",
    path: "/api/operator/differences/:differenceId/proposal",
    summary: "What bringing something that nobody ordered here into its customer's book would charge",
    access: { anyOf: [], kinds: ["admin"] },
    params,
    /** The first day to charge; without one, the day on which it was first seen. */
    query: z.strictObject({ From: z.optional(day) }),
    result: z.object({
      Hash: z.string(),
      ...charges,
      From: day,
      OfferName: z.string(),
      Quantity: z.number(),
      Unit: z.string(),
      /** The term at the vendor; nothing before it can be charged. Null if it runs on by the day. */
      TermFrom: day,
      TermUntil: z.nullable(day),
      /** Per unit and billing period. */
      UnitCost: z.string(),
      Billing: z.enum(billings),
    }),
    errors: ["differenceSettled", "differenceNotTaken", "offerUnknown", "priceMissing", "addOnNeedsProduct"],
  }),
  adopt: endpoint({
    method: "POST",
    path: "/api/operator/differences/:differenceId/adopt",
    summary: "Brings what a vendor has and nobody ordered here into the book of the customer whose tenant it stands in",
    logs: "everyDifference.adopt",
    access: { anyOf: [], kinds: ["admin"] },
    params,
    body: z.strictObject({ Hash: z.string().check(z.maxLength(64)), From: day }),
    result: z.object({ Id: id }),
    errors: [
      "differenceSettled",
      "differenceNotTaken",
      "proposalChanged",
      "offerUnknown",
      "priceMissing",
      "addOnNeedsProduct",
    ],
  }),
  accept: endpoint({
    method: "POST",
    path: "/api/operator/differences/accept",
    summary: "Accepts some differences as they are, all or none, with a reason, until they change",
    logs: "everyDifference.accept",
    access: { anyOf: [], kinds: ["admin"] },
    body: z.strictObject({
      DifferenceIds: chosen,
      Note: z.string().check(z.trim(), z.minLength(1, "A reason is required"), z.maxLength(500)),
    }),
    result: z.object({ Settled: z.number() }),
    errors: ["differenceSettled"],
  }),
};
