/** A customer's services and their states. */
import { instanceStates } from "@tradewind/domain/catalogue/instances.ts";
import { intentKinds, intentStates } from "@tradewind/domain/ordering/intents.ts";
import * as z from "zod/mini";
import { day, endpoint, id, instant } from "../endpoint.ts";
import { differenceStates } from "./differences.ts";
import { orderItem } from "./order-item.ts";
import { resource } from "./resource-item.ts";
import { attribute, currentSubscription, standing } from "./subscriptions.ts";

export const serviceItem = z.object({
  Id: id,
  CustomerId: id,
  CustomerName: z.string(),
  ProductId: z.string(),
  ProductName: z.string(),
  RouteName: z.nullable(z.string()),
  Icon: z.string(),
  Level: z.enum(["customer", "user"]),
  UserName: z.nullable(z.string()),
  Status: z.enum(instanceStates),
  /** The numeric form of `Status`. */
  StatusNumber: z.number(),
  /** The vendor's reason in plain words after a failure; the next step while changing. */
  Reason: z.nullable(z.string()),
  Since: instant,
  /** Quantities of its active subscriptions, per unit; add-ons are not counted. */
  Quantities: z.array(z.object({ Unit: z.string(), Quantity: z.number() })),
});
export type ServiceItem = z.output<typeof serviceItem>;

/** One event of a subscription's history. */
const historyEntry = z.object({
  Id: id,
  SubscriptionName: z.string(),
  EffectiveAt: instant,
  RecordedAt: instant,
  Kind: z.string(),
  Text: z.string(),
});

export const services = {
  ofCustomer: endpoint({
    method: "GET",
    path: "/api/customers/:customerId/services",
    summary: "A customer's services",
    access: { anyOf: ["customers", "manageService"] },
    params: z.strictObject({ customerId: id }),
    result: z.object({ Items: z.array(serviceItem) }),
  }),
  byId: endpoint({
    method: "GET",
    path: "/api/services/:instanceId",
    summary: "One service with its subscriptions, history and orders",
    access: { anyOf: ["customers", "manageService"] },
    params: z.strictObject({ instanceId: id }),
    result: z.object({
      Service: serviceItem,
      /** Whether it can be changed now; a service that was never provided can only be cancelled. */
      Changeable: z.boolean(),
      Details: z.record(z.string(), z.unknown()),
      /** Where the vendor has something else, each in a sentence; empty for those who cannot settle it. */
      Differences: z.array(z.object({ Name: z.string(), Text: z.string(), State: z.enum(differenceStates) })),
      Subscriptions: z.array(currentSubscription),
      /** Whether its vendor measures what it uses. */
      IsMetered: z.boolean(),
      /** Whether units of it are given to people. */
      HasPeople: z.boolean(),
      /** What is wanted of its subscriptions from a day on, and whether the vendor has it. */
      Intents: z.array(
        z.object({
          Id: id,
          SubscriptionId: id,
          Kind: z.enum(intentKinds),
          State: z.enum(intentStates),
          Text: z.string(),
          /** Null where nobody said anything and the rule of the term holds. */
          SetBy: z.nullable(z.string()),
          SetAt: instant,
        }),
      ),
      /** What its subscriptions brought into being, the ended ones last. */
      Resources: z.array(resource),
      History: z.array(historyEntry),
      Orders: z.array(orderItem),
    }),
  }),
  reveal: endpoint({
    method: "POST",
    path: "/api/resources/:resourceId/reveal",
    summary: "What identifies one thing of a service that is kept from view, such as a product key or a login",
    logs: "services.reveal",
    access: { anyOf: ["manageService"] },
    jump: false,
    proof: "fresh",
    keyless: "The answer is a secret, which is kept nowhere else.",
    params: z.strictObject({ resourceId: id }),
    result: z.object({ Text: z.string(), Attributes: z.array(attribute) }),
    errors: ["confirmFirst", "mfaNotHere", "notFound"],
  }),
  asOf: endpoint({
    method: "GET",
    path: "/api/services/:instanceId/as-of",
    summary:
      "How a service's subscriptions stood at the end of one day, as was known at the end of another, and what changed since",
    access: { anyOf: ["customers", "manageService"] },
    params: z.strictObject({ instanceId: id }),
    query: z.strictObject({ On: day, KnownOn: day }),
    result: z.object({
      Subscriptions: z.array(
        z.object({
          Id: id,
          Name: z.string(),
          Unit: z.string(),
          /** Null before it began, and where nobody knew of it yet. */
          Then: z.nullable(standing),
          Now: z.nullable(standing),
        }),
      ),
      /** What took effect or was recorded since, the latest first, at most 100. */
      Changes: z.array(historyEntry),
    }),
  }),
};
