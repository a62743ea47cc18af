/** What changes from another partner of a vendor to us, or from us to another. */
import { billings } from "@tradewind/domain/pricing/pricing-types.ts";
import { messages } from "@tradewind/domain/values/field-messages.ts";
import * as z from "zod/mini";
import { cursor, day, endpoint, id, instant, money } from "../endpoint.ts";
import { email, requiredText } from "../fields.ts";

const transferStates = [
  "preparing",
  "pending",
  "withdrawing",
  "moving",
  "arriving",
  "came",
  "asked",
  "releasing",
  "left",
  "refused",
  "expired",
  "withdrawn",
] as const;

/** It came and does not show yet; it came; it is taken over; it is to leave; it left; or it stayed. */
const transferLineStates = ["awaited", "came", "taken", "leaving", "left", "stayed"] as const;

const transfer = z.object({
  Id: id,
  VendorName: z.string(),
  /** `in` from the other partner to us. */
  Direction: z.enum(["in", "out"]),
  State: z.enum(transferStates),
  PartnerName: z.string(),
  PartnerTenantId: z.string(),
  CustomerEmail: z.string(),
  /** Who here asked for it, or gave it away. */
  RequestedBy: z.nullable(z.string()),
  /** When it was asked for, there or here. */
  AskedAt: instant,
  Since: instant,
  /** Until when the other partner can accept it, once the vendor has said so. */
  Until: z.nullable(instant),
  /** The day on which it came or left. */
  MovedOn: z.nullable(day),
  /** Why it ended, or what keeps it from ending. */
  Message: z.nullable(z.string()),
  Lines: z.array(
    z.object({
      Name: z.string(),
      Quantity: z.number(),
      TermUntil: z.nullable(day),
      State: z.enum(transferLineStates),
      /** Why it stayed, in the vendor's words. */
      Reason: z.nullable(z.string()),
    }),
  ),
});
export type Transfer = z.output<typeof transfer>;

/** What is looked at: what is not over, oldest first, or what is, latest first. */
export const transferViews = ["open", "over"] as const;

const access = { anyOf: ["addProducts"], kinds: ["reseller", "engineer"] } as const;
const params = z.strictObject({ transferId: id });
const charge = z.object({
  Description: z.string(),
  From: day,
  Until: day,
  Quantity: z.number(),
  Amount: z.nullable(money),
});
/** What others belong to takes them along. */
const subscriptions = z.array(id).check(z.minLength(1), z.maxLength(100));

export const transfers = {
  list: endpoint({
    method: "GET",
    path: "/api/transfers",
    summary:
      "Transfers of all customers from and to other partners: those in which something is still to happen or to be done, oldest first, or those that are over, latest first",
    access,
    query: z.strictObject({ Status: z._default(z.enum(transferViews), "open"), After: cursor }),
    result: z.object({
      Items: z.array(z.extend(transfer, { CustomerId: id, CustomerName: z.string() })),
      Next: z.nullable(z.string()),
    }),
    errors: ["onlyPartOfCompany"],
  }),
  ofCustomer: endpoint({
    method: "GET",
    path: "/api/customers/:customerId/transfers",
    summary:
      "Transfers of a customer's services from and to other partners, latest first, and the vendors that make them",
    access,
    params: z.strictObject({ customerId: id }),
    query: z.strictObject({ After: cursor }),
    result: z.object({
      Items: z.array(transfer),
      Next: z.nullable(z.string()),
      /** Nothing can come before the customer has a tenant there that is known here. */
      Vendors: z.array(
        z.object({
          Id: z.string(),
          Name: z.string(),
          HasTenant: z.boolean(),
          /** When it was last asked what other partners want. */
          ReadAt: z.nullable(instant),
          /** How many subscriptions it moves at a time. */
          Most: z.number(),
        }),
      ),
    }),
    errors: ["onlyPartOfCompany"],
  }),
  ask: endpoint({
    method: "POST",
    path: "/api/customers/:customerId/transfers",
    summary: "Asks another partner, through the vendor, for what it provides to a customer",
    logs: "transfers.ask",
    access,
    params: z.strictObject({ customerId: id }),
    body: z.strictObject({
      VendorId: z.string().check(z.minLength(1), z.maxLength(60)),
      PartnerTenantId: z
        .string()
        .check(z.trim(), z.minLength(1, messages.required("Tenant ID of the partner")), z.maxLength(100)),
      PartnerName: requiredText({ label: "Name of the partner", kind: "text", longest: 100 }),
      CustomerEmail: email(200),
    }),
    result: z.object({ Id: id }),
    errors: [
      "onlyPartOfCompany",
      "customerSuspended",
      "transferNotPossible",
      "transferNeedsTenant",
      "transferPending",
      "tenantRefMalformed",
      "tenantBusy",
    ],
  }),
  withdraw: endpoint({
    method: "POST",
    path: "/api/transfers/:transferId/withdraw",
    summary: "Takes a request back, unless the other partner has accepted it",
    logs: "transfers.withdraw",
    access,
    params,
    result: z.object({ Id: id }),
    errors: ["transferOver"],
  }),
  look: endpoint({
    method: "POST",
    path: "/api/customers/:customerId/transfers/look",
    summary: "Asks the vendors how a customer's transfers stand, and what other partners want",
    unlogged: "Nothing changes by it: what is learnt is logged as on any other day.",
    access,
    params: z.strictObject({ customerId: id }),
    result: z.object({ Id: id }),
    errors: ["onlyPartOfCompany", "transferNeedsTenant"],
  }),
  proposeRelease: endpoint({
    method: "POST",
    path: "/api/transfers/:transferId/release/proposal",
    summary: "What giving away some of what we provide would give back",
    unlogged: "It only proposes.",
    access,
    params,
    body: z.strictObject({ SubscriptionIds: z._default(z.nullable(subscriptions), null) }),
    result: z.object({
      Hash: z.string(),
      /** All that we provide there. */
      Lines: z.array(
        z.object({
          Id: id,
          Name: z.string(),
          Quantity: z.number(),
          Unit: z.string(),
          TermUntil: z.nullable(day),
          IsChosen: z.boolean(),
          /** What it belongs to, with which it goes. */
          With: z.nullable(z.string()),
        }),
      ),
      /** What is given back of those chosen, if they left today. Amounts are null without the right to see prices. */
      Charges: z.array(charge),
      Total: z.nullable(money),
    }),
    errors: ["onlyPartOfCompany", "transferDecided"],
  }),
  release: endpoint({
    method: "POST",
    path: "/api/transfers/:transferId/release",
    summary: "Gives away what another partner asks for, as proposed",
    logs: "transfers.release",
    access,
    params,
    body: z.strictObject({ SubscriptionIds: subscriptions, Hash: z.string().check(z.maxLength(64)) }),
    result: z.object({ Id: id }),
    errors: [
      "onlyPartOfCompany",
      "transferDecided",
      "transferTooLarge",
      "transferPending",
      "tenantBusy",
      "proposalChanged",
    ],
  }),
  propose: endpoint({
    method: "GET",
    path: "/api/transfers/:transferId/proposal",
    summary: "What taking over what came would charge",
    access,
    params,
    result: z.object({
      Hash: z.string(),
      /** The day on which it came. It is charged from the next. */
      CameOn: day,
      Lines: z.array(
        z.object({
          Name: z.string(),
          Quantity: z.number(),
          Unit: z.string(),
          TermUntil: z.nullable(day),
          /** Per unit and billing period; this and the amounts are null without the right to see prices. */
          UnitCost: z.nullable(z.string()),
          Billing: z.enum(billings),
        }),
      ),
      /** What came and cannot be taken over, each with why. */
      Left: z.array(z.object({ Name: z.string(), Quantity: z.number(), Reason: z.string() })),
      Charges: z.array(charge),
      Total: z.nullable(money),
    }),
    errors: ["transferNotTaken"],
  }),
  take: endpoint({
    method: "POST",
    path: "/api/transfers/:transferId/take",
    summary: "Takes over what came, as proposed",
    logs: "transfers.take",
    access,
    params,
    body: z.strictObject({ Hash: z.string().check(z.maxLength(64)) }),
    result: z.object({ Id: id }),
    errors: ["transferNotTaken", "proposalChanged"],
  }),
};

export const everyTransfer = {
  list: endpoint({
    method: "GET",
    path: "/api/operator/transfers",
    summary:
      "Transfers from and to other partners of all resellers: those that are not over, oldest first, or those that are, latest first",
    access: { anyOf: [], kinds: ["admin"] },
    query: z.strictObject({ Status: z._default(z.enum(transferViews), "open"), After: cursor }),
    result: z.object({
      Items: z.array(z.extend(transfer, { ResellerName: z.string(), CustomerName: z.string() })),
      Next: z.nullable(z.string()),
    }),
  }),
};
