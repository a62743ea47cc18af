/** What was charged for one customer. */
import * as z from "zod/mini";
import { cursor, day, endpoint, id, money } from "../endpoint.ts";

const charge = z.object({
  Id: id,
  DueOn: day,
  ProductName: z.string(),
  Description: z.string(),
  PeriodFrom: day,
  /** The first day after the period. */
  PeriodUntil: day,
  Quantity: z.number(),
  /** What the offer counts; null where the charge is of no offer. */
  Unit: z.nullable(z.string()),
  /** Whether it gives back what was charged. */
  IsCredit: z.boolean(),
  /** Null if prices are hidden from the caller. */
  Net: z.nullable(money),
});
export type CustomerCharge = z.output<typeof charge>;

export const customerCharges = {
  ofCustomer: endpoint({
    method: "GET",
    path: "/api/customers/:customerId/charges",
    summary: "One page, by key, of what was charged for a customer, the latest first",
    access: { anyOf: ["billing"], kinds: ["reseller", "engineer"] },
    params: z.strictObject({ customerId: id }),
    query: z.strictObject({ After: cursor }),
    result: z.object({ Items: z.array(charge), Next: z.nullable(z.string()) }),
  }),
  months: endpoint({
    method: "GET",
    path: "/api/customers/:customerId/charges/months",
    summary: "What was charged for a customer in each of the last twelve months, the latest first",
    sums: true,
    access: { anyOf: ["billing"], kinds: ["reseller", "engineer"] },
    params: z.strictObject({ customerId: id }),
    /** `Month` is its first day. */
    result: z.object({ Items: z.array(z.object({ Month: day, Charges: z.number(), Net: z.nullable(money) })) }),
  }),
};
