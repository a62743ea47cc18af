/** What a customer spends on Azure, day by day, at the customer's prices and in the currency of the account. */
import { apartBy, billStates, spendRanges } from "@tradewind/domain/ordering/azure-spend.ts";
import { currencies } from "@tradewind/domain/values/money.ts";
import * as z from "zod/mini";
import { day, endpoint, id, money } from "../endpoint.ts";
import { decimal } from "./subscriptions.ts";

const access = { anyOf: ["customers", "manageService"], kinds: ["reseller", "engineer", "endUserAdmin"] } as const;
const errors = ["pricesHidden"] as const;
const ofCustomer = z.strictObject({ customerId: id });
const ofSubscription = z.strictObject({ customerId: id, azureSubscriptionId: id });
/** How many days up to the last one that is told in full. */
const days = z._default(z.enum(spendRanges.map(String) as ["7", "14", "28"]), "7");
const subscriptionPath = "/api/azure/customers/:customerId/subscriptions/:azureSubscriptionId";

const dropdown = z.array(z.object({ Text: z.string(), Value: z.string() }));
/** For each day, what is spent on each of the parts: those on which most is spent by their names, and "Others". */
const split = z.array(z.object({ Label: day, Values: z.array(z.object({ Symbol: z.string(), Values: decimal })) }));

export const azureSpend = {
  subscriptions: endpoint({
    method: "GET",
    path: "/api/azure/customers/:customerId/subscriptions",
    summary: "The Azure subscriptions of a customer, to choose from",
    access,
    params: ofCustomer,
    result: dropdown,
  }),
  groups: endpoint({
    method: "GET",
    path: `${subscriptionPath}/resource-groups`,
    summary: "The resource groups of an Azure subscription on which something was spent, to choose from",
    access,
    params: ofSubscription,
    result: dropdown,
  }),
  total: endpoint({
    method: "GET",
    path: `${subscriptionPath}/total-spend`,
    summary: "What an Azure subscription costs day by day",
    access,
    params: ofSubscription,
    query: z.strictObject({ Days: days }),
    result: z.array(z.object({ Date: day, Spend: decimal })),
    errors,
  }),
  byGroup: endpoint({
    method: "GET",
    path: `${subscriptionPath}/spend-by-group`,
    summary: "What an Azure subscription costs day by day and by resource group",
    access,
    params: ofSubscription,
    query: z.strictObject({ Days: days }),
    result: split,
    errors,
  }),
  byMeter: endpoint({
    method: "GET",
    path: `${subscriptionPath}/spend-by-meter`,
    summary: "What an Azure subscription costs day by day and by meter",
    access,
    params: ofSubscription,
    query: z.strictObject({ Days: days }),
    result: split,
    errors,
  }),
  byResource: endpoint({
    method: "GET",
    path: `${subscriptionPath}/spend-by-resource`,
    summary: "What an Azure subscription, or a resource group of it, costs day by day and by resource",
    access,
    params: ofSubscription,
    query: z.strictObject({ Days: days, Group: z.optional(z.string().check(z.maxLength(90))) }),
    result: split,
    errors,
  }),
  summary: endpoint({
    method: "GET",
    path: `${subscriptionPath}/summary`,
    summary: "What an Azure subscription costs in all: now, before, in the month so far and in the whole of it",
    access,
    params: ofSubscription,
    query: z.strictObject({ Days: days }),
    result: z.object({
      Currency: z.nullable(z.enum(currencies)),
      /** The last day that is told in full; null before the first. */
      KnownUntil: z.nullable(day),
      Total: z.nullable(money),
      /** What as many days before came to; null where not all of them are known. */
      Before: z.nullable(money),
      /** The month of the last day known, and what it comes to if it goes on as before. */
      Month: z.nullable(
        z.object({
          From: day,
          SoFar: money,
          Forecast: z.nullable(z.object({ Amount: money, Low: money, High: money })),
        }),
      ),
      /** The last months, the latest first, and where they are billed. */
      Bills: z.array(
        z.object({
          /** Its first day. */
          Month: day,
          State: z.enum(billStates),
          /** What its days come to, as they are known now. */
          Spent: money,
          /** What of it is charged by its vendor's files; null before they tell any of it. */
          Charged: z.nullable(money),
          /** Why that is not what its days come to; null where it is, and before anything is charged. */
          Apart: z.nullable(z.enum(apartBy)),
          /** What the reseller is charged for it; null to those who do not see costs. */
          Cost: z.nullable(money),
          /** On which it stands; none to the reseller's customers. */
          Documents: z.array(z.object({ Id: id, Kind: z.enum(["invoice", "creditMemo"]), Number: z.string() })),
        }),
      ),
      /** What the days shown cost us and leave to us; null to those who do not see costs. */
      Margin: z.nullable(z.object({ Cost: money, Amount: money })),
    }),
    errors,
  }),
};
