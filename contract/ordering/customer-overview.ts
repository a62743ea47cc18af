/** What a customer has, what it is worth to its reseller, and what comes next. */
import * as z from "zod/mini";
import { customerParams } from "../customers/customers.ts";
import { day, endpoint, id, instant, money } from "../endpoint.ts";
import { currentSubscription } from "./subscriptions.ts";

/** What something costs a month as a part of longer periods, and what its customer pays; null where no price is known. */
const monthly = z.object({ Cost: money, Price: z.nullable(money) });

const overviewItem = z.extend(
  z.pick(currentSubscription, {
    Id: true,
    Name: true,
    ParentId: true,
    Term: true,
    Billing: true,
    Quantity: true,
    Unit: true,
    Status: true,
    AtVendor: true,
    UnitCost: true,
    TermUntil: true,
    TermEnd: true,
  }),
  {
    InstanceId: id,
    ProductName: z.string(),
    Icon: z.string(),
    /** Null if prices are hidden from the caller, and for what was bought once. */
    Monthly: z.nullable(monthly),
    /** How many can be given back, and until when; null if none can until a day. */
    GiveBack: z.nullable(z.object({ Quantity: z.number(), Until: instant })),
  },
);
export type OverviewItem = z.output<typeof overviewItem>;

export const customerOverview = {
  overview: endpoint({
    method: "GET",
    path: "/api/customers/:customerId/overview",
    summary: "A customer's subscriptions with what each is worth a month, and all of them together",
    access: { anyOf: ["customers"] },
    params: customerParams,
    result: z.object({
      /** How many services failed or differ from the vendor's book, of those that the caller sees. */
      Troubles: z.number(),
      /** Of all that is paid for again; null if prices are hidden from the caller. */
      Monthly: z.nullable(
        z.object({
          ...monthly.shape,
          /** The cost of those whose price is known, of which a margin can be told. */
          CostOfPriced: money,
          /** How many have no price. */
          Unpriced: z.number(),
        }),
      ),
      /** When the next term of a year or more ends. */
      NextRenewal: z.nullable(day),
      Subscriptions: z.array(overviewItem),
      /** The latest that have ended, at most 50. */
      Ended: z.array(z.object({ Id: id, Name: z.string(), Quantity: z.number(), Unit: z.string() })),
    }),
  }),
};
