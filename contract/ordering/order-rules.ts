/** What may be ordered for a customer without asking. */
import { orderModes } from "@tradewind/domain/ordering/order-rules.ts";
import { messages } from "@tradewind/domain/values/field-messages.ts";
import { currencies } from "@tradewind/domain/values/money.ts";
import * as z from "zod/mini";
import { endpoint, id, money } from "../endpoint.ts";

/** Who decides what colleagues may do decides what they may order as well. */
const access = { anyOf: ["createResellerEngineer"], kinds: ["reseller", "engineer"] } as const;
const params = z.strictObject({ customerId: id });

/** In whole pounds or euros a month; null unless the mode is `limited`. */
const limit = z.nullable(
  z.int("Must be a whole amount").check(z.gte(1, "Must be at least 1"), z.lte(10_000_000, "Must be at most 10000000")),
);
const fields = {
  Admins: z.enum(orderModes),
  AdminsLimit: limit,
  Colleagues: z.enum(orderModes),
  ColleaguesLimit: limit,
  /** Whether a request is approved by somebody else than who sent it. */
  SecondPerson: z.boolean(),
  /** 0 if there are no rules yet. */
  Version: z.int().check(z.gte(0)),
};
type Limits = { [Name in keyof typeof fields]: z.output<(typeof fields)[Name]> };
const adminsGiven = z.refine<Limits>(({ Admins, AdminsLimit }) => (Admins === "limited") === (AdminsLimit !== null), {
  path: ["AdminsLimit"],
  error: messages.required("Amount"),
});
const colleaguesGiven = z.refine<Limits>(
  ({ Colleagues, ColleaguesLimit }) => (Colleagues === "limited") === (ColleaguesLimit !== null),
  { path: ["ColleaguesLimit"], error: messages.required("Amount") },
);

const orderRulesShown = z.object({
  ...fields,
  Currency: z.enum(currencies),
  /** What counts against the limits of this calendar month, at the customer's prices. Null if prices are hidden. */
  Spent: z.nullable(z.object({ Admins: money, Colleagues: money })),
});
export type OrderRules = z.output<typeof orderRulesShown>;

export const orderRules = {
  ofCustomer: endpoint({
    method: "GET",
    path: "/api/customers/:customerId/order-rules",
    summary: "What a customer's admins and the reseller's people may order for it without asking",
    access,
    params,
    result: orderRulesShown,
  }),
  save: endpoint({
    method: "PUT",
    path: "/api/customers/:customerId/order-rules",
    summary: "Sets what may be ordered for a customer without asking",
    logs: "orderRules.save",
    access,
    params,
    body: z.strictObject(fields).check(adminsGiven, colleaguesGiven),
    result: orderRulesShown,
    errors: ["conflict"],
  }),
};
