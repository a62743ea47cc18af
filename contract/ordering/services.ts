/** A customer's services and their states. */
import { instanceStates } from "@tradewind/domain/catalogue/instances.ts";
import { chargingModels } from "@tradewind/domain/catalogue/products.ts";
import { intentKinds, intentStates } from "@tradewind/domain/ordering/intents.ts";
import * as z from "zod/mini";
import { customerParams, customerStanding } from "../customers/customers.ts";
import { asOfDays, endpoint, id, instant, money } from "../endpoint.ts";
import { differenceStates } from "./differences.ts";
import { orderItem } from "./order-item.ts";
import { resource } from "./resource-item.ts";
import { attribute, currentSubscription, standing } from "./subscriptions.ts";

/** What its orders at work do to a service, and whether its vendor has answered none of them. */
export const underWay = z.nullable(z.object({ What: z.string(), IsUnanswered: z.boolean() }));
/** Quantities of active subscriptions, per unit; add-ons are not counted. */
export const quantitiesHeld = z.array(z.object({ Unit: z.string(), Quantity: z.number() }));

export const serviceItem = z.object({
  Id: id,
  CustomerId: id,
  CustomerName: z.string(),
  ProductId: z.string(),
  ProductName: z.string(),
  RouteName: z.nullable(z.string()),
  Icon: z.string(),
  Level: z.enum(["customer", "user"]),
  /** Whose it is, of a service for one user. */
  UserId: z.nullable(id),
  UserName: z.nullable(z.string()),
  Status: z.enum(instanceStates),
  /** The numeric form of `Status`. */
  StatusNumber: z.number(),
  /** The vendor's reason in plain words after a failure; the next step while changing. */
  Reason: z.nullable(z.string()),
  Since: instant,
  UnderWay: underWay,
  Quantities: quantitiesHeld,
  /** Names of what it holds, the oldest four, without add-ons and what is named as the product: they tell two services apart. */
  Names: z.array(z.string()),
});
export type ServiceItem = z.output<typeof serviceItem>;

/** One event of a subscription's history. Lists of what changed since a day begin with the latest, and hold at most 100. */
const historyEntry = z.object({
  Id: id,
  SubscriptionName: z.string(),
  EffectiveAt: instant,
  RecordedAt: instant,
  Kind: z.string(),
  Text: z.string(),
});

/** How a subscription stood, and stands. */
const compared = z.object({
  Id: id,
  Name: z.string(),
  Unit: z.string(),
  /** Null before it began, and where nobody knew of it yet. */
  Then: z.nullable(standing),
  Now: z.nullable(standing),
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
      /** How what was ordered is charged. */
      ChargingModel: z.enum(chargingModels),
      Details: z.record(z.string(), z.unknown()),
      /** Where the vendor has something else, each in a sentence; empty for those who cannot settle it. */
      Differences: z.array(z.object({ Name: z.string(), Text: z.string(), State: z.enum(differenceStates) })),
      /** Its vendor, if subscriptions there change from one partner to another. */
      TransferVendor: z.nullable(z.string()),
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
    query: asOfDays,
    result: z.object({ Subscriptions: z.array(compared), Changes: z.array(historyEntry) }),
  }),
  asOfCustomer: endpoint({
    method: "GET",
    path: "/api/customers/:customerId/as-of",
    summary:
      "A customer and its services at the end of one day, as was known at the end of another, and what changed since",
    access: { anyOf: ["customers"] },
    params: customerParams,
    query: asOfDays,
    result: z.object({
      /** `Then` is null before anything was known of it. */
      Details: z.object({ Then: z.nullable(customerStanding), Now: customerStanding }),
      /** What its services cost in a month; null if prices are hidden from the caller. */
      Monthly: z.nullable(z.object({ Then: money, Now: money })),
      /** Those that had not ended then or have not ended now. */
      Subscriptions: z.array(z.extend(compared, { ProductName: z.string() })),
      /** Those of its own details name no subscription. */
      Changes: z.array(z.extend(historyEntry, { SubscriptionName: z.nullable(z.string()) })),
    }),
  }),
};
