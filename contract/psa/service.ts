/** A service as the PSA has it. */
import * as z from "zod/mini";
import { day, endpoint } from "../endpoint.ts";

const option = z.object({ id: z.string(), name: z.string() });

export const serviceAt = (base: `/api/${string}`) => ({
  service: endpoint({
    method: "GET",
    path: `${base}/service/:service`,
    summary: "A service that is sold: what it is billed as in the PSA, and the lines by which that is billed there",
    access: { anyOf: ["pSA"], kinds: ["reseller", "engineer"] },
    params: z.strictObject({ service: z.string().check(z.maxLength(200)) }),
    result: z.object({
      response: z.object({
        ...option.shape,
        selectedOption: z.nullable(option),
        ignored: z.boolean(),
        lines: z.array(
          z.object({
            id: z.string(),
            /** The company in the PSA, and the customer that it is matched with. */
            psaCustomer: z.nullable(option),
            cmCustomer: z.nullable(option),
            agreement: option,
            name: z.string(),
            /** Amounts of a PSA are decimal text: it does not say in which currency. */
            quantity: z.string(),
            /** Null where prices are hidden from the caller. */
            unitPrice: z.nullable(z.string()),
            from: z.nullable(day),
            until: z.nullable(day),
          }),
        ),
      }),
    }),
    errors: ["onlyPartOfCompany", "psaNotOn"],
  }),
});
