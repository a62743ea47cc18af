/** What a customer, or one Azure subscription of it, is to spend in a month at most, at the customer's prices. */
import { budgetSteps } from "@tradewind/domain/ordering/azure-budgets.ts";
import { currencies } from "@tradewind/domain/values/money.ts";
import * as z from "zod/mini";
import { day, endpoint, id, money } from "../endpoint.ts";

const params = z.strictObject({ customerId: id });
const step = z.literal(budgetSteps);
/** Null for all subscriptions of the customer. */
const subscription = z.nullable(id);
/** In whole pounds or euros a month. */
const amount = z
  .int("Must be a whole amount")
  .check(z.gte(1, "Must be at least 1"), z.lte(10_000_000, "Must be at most 10000000"));

const budget = z.object({
  AzureSubscriptionId: subscription,
  Amount: amount,
  /** At which parts of it, in percent, somebody is told; who it is, only the reseller's people see. */
  Steps: z.array(step),
  Told: z.array(id),
  /** What was spent in the month so far, and how many percent of the amount that is. */
  Spent: money,
  Percent: z.int(),
  Version: z.int(),
});

const budgets = z.object({
  Items: z.array(budget),
  Currency: z.enum(currencies),
  /** The first day of the month that is shown: that of the last day known. */
  Month: day,
  /** Who can be told: those who look after the customer, and its own people. Empty to the customer's people. */
  People: z.array(z.object({ Id: id, Name: z.string(), OfCustomer: z.boolean() })),
});
export type AzureBudgets = z.output<typeof budgets>;

export const azureBudgets = {
  ofCustomer: endpoint({
    method: "GET",
    path: "/api/azure/customers/:customerId/budgets",
    summary: "The budgets of a customer's Azure, and what of each is spent",
    access: { anyOf: ["customers", "manageService"], kinds: ["reseller", "engineer", "endUserAdmin"] },
    params,
    result: budgets,
    errors: ["pricesHidden"],
  }),
  save: endpoint({
    method: "PUT",
    path: "/api/azure/customers/:customerId/budgets",
    summary: "Sets, changes or takes away a budget of a customer's Azure",
    logs: "azureBudgets.save",
    access: { anyOf: ["addOrEditCustomers"], kinds: ["reseller", "engineer"] },
    params,
    body: z.strictObject({
      AzureSubscriptionId: subscription,
      /** Null takes the budget away. */
      Amount: z.nullable(amount),
      Steps: z.array(step).check(z.minLength(1, "Choose at least one"), z.maxLength(budgetSteps.length)),
      /** Memberships, at most twenty. */
      Told: z.array(id).check(z.maxLength(20, "At most 20 people")),
      /** That of the budget when it was read; 0 if there was none. */
      Version: z.int().check(z.gte(0)),
    }),
    result: budgets,
    errors: ["pricesHidden", "conflict", "notFound"],
  }),
};
