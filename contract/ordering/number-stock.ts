/** The operator's stock of telephone numbers, by area. */
import * as z from "zod/mini";
import { endpoint, id } from "../endpoint.ts";

const access = { anyOf: [], kinds: ["admin"] } as const;

const range = z.object({
  Id: id,
  AreaCode: z.string(),
  /** `+441134960000 to +441134960999`. */
  Numbers: z.string(),
  Count: z.number(),
  /** How many of them nothing holds, a customer has, and rest since somebody had them. */
  Free: z.number(),
  Held: z.number(),
  Resting: z.number(),
});
export type NumberRange = z.output<typeof range>;

export const numberStock = {
  list: endpoint({
    method: "GET",
    path: "/api/operator/number-ranges",
    summary: "Telephone numbers in stock, and how many of them are free",
    access,
    result: z.object({ Items: z.array(range) }),
  }),
  add: endpoint({
    method: "POST",
    path: "/api/operator/number-ranges",
    summary: "Takes a range of telephone numbers into stock",
    logs: "numberStock.add",
    access,
    body: z.strictObject({
      /** Whose area code it is. */
      Country: z._default(z.enum(["GB", "IE"]), "GB"),
      AreaCode: z.string().check(z.regex(/^0[0-9]{1,5}$/, "Must be an area code, as in 0117")),
      /** With its area code. */
      First: z.string().check(z.trim(), z.maxLength(20)),
      Count: z
        .int("Must be a whole number")
        .check(
          z.gte(10, "Must be at least 10"),
          z.lte(100_000, "Must be at most 100000"),
          z.multipleOf(10, "Must be tens"),
        ),
    }),
    result: range,
  }),
  withdraw: endpoint({
    method: "DELETE",
    path: "/api/operator/number-ranges/:numberRangeId",
    summary: "Withdraws a range from stock, all of which has to be free",
    logs: "numberStock.withdraw",
    access,
    params: z.strictObject({ numberRangeId: id }),
    result: z.object({ Id: id }),
    errors: ["numbersInUse"],
  }),
};
