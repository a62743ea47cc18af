/** Which customers and products a person manages: all, or certain ones (ACL-48, ACL-53, ACL-54). */
import * as z from "zod/mini";
import { customerStatuses } from "@tradewind/domain/customers/customers.ts";
import { endpoint, id } from "../endpoint.ts";

/** The most customers one person can be restricted to, and the most names looked up at once. */
export const mostCustomers = 2_000;
export const mostTexts = 500;

const chosenCustomer = z.object({ Id: id, Name: z.string(), Status: z.enum(customerStatuses) });
export type ChosenCustomer = z.output<typeof chosenCustomer>;

const restriction = z.object({
  /** The version the choice was based on; a newer one is a conflict. */
  Version: z.number(),
  /** Whether the person sees more than the caller, who then cannot change it. */
  IsBeyond: z.boolean(),
  /** False for a customer's own people, who belong to one customer. */
  MayChooseCustomers: z.boolean(),
  /** Whether the caller may grant access to all customers, and to all products. */
  MayGiveEveryCustomer: z.boolean(),
  MayGiveEveryProduct: z.boolean(),
  EveryCustomer: z.boolean(),
  Customers: z.array(chosenCustomer),
  EveryProduct: z.boolean(),
  /** The products that the caller may grant. */
  Products: z.array(z.object({ Id: z.string(), Name: z.string(), Icon: z.string(), IsChosen: z.boolean() })),
});
export type Restrictions = z.output<typeof restriction>;

const access = { anyOf: ["createResellerEngineer", "createCustomerAdmin"] } as const;
const params = z.strictObject({ userId: id });
const errors = ["conflict", "notYourself"] as const;
const change = { access, as: "identity", params, jump: false, result: restriction, errors } as const;
const version = z.number().check(z.int(), z.minimum(0), z.maximum(2_147_483_647));

export const restrictions = {
  of: endpoint({
    method: "GET",
    path: "/api/users/:userId/restrictions",
    summary: "Which customers and products somebody looks after",
    access,
    as: "identity",
    params,
    result: restriction,
    errors: ["notYourself"],
  }),
  matchCustomers: endpoint({
    method: "POST",
    path: "/api/customers/matches",
    summary: "Customers by a list of names or ids, and what of the list none has",
    access,
    reads: true,
    body: z.strictObject({
      Texts: z.array(z.string().check(z.minLength(1), z.maxLength(100))).check(z.minLength(1), z.maxLength(mostTexts)),
    }),
    result: z.object({ Items: z.array(chosenCustomer), Unknown: z.array(z.string()) }),
  }),
  setCustomers: endpoint({
    method: "PUT",
    path: "/api/users/:userId/restrictions/customers",
    summary: "Restricts somebody to certain customers, or gives them every one",
    logs: "users.restrict",
    ...change,
    proof: { none: "Changes what somebody sees, and no way in." },
    body: z.strictObject({
      Version: version,
      Every: z.boolean(),
      CustomerIds: z.array(id).check(z.maxLength(mostCustomers, `Choose at most ${mostCustomers} customers`)),
    }),
  }),
  setProducts: endpoint({
    method: "PUT",
    path: "/api/users/:userId/restrictions/products",
    summary: "Restricts somebody to certain products, or gives them every one",
    logs: "users.restrict",
    ...change,
    proof: { none: "Changes what somebody sees, and no way in." },
    body: z.strictObject({
      Version: version,
      Every: z.boolean(),
      ProductIds: z.array(z.string().check(z.maxLength(100))).check(z.maxLength(500)),
    }),
  }),
};
