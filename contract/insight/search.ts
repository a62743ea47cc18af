/** Search results of the command palette. */
import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";

export const foundKinds = ["customer", "service", "invoice", "person", "plan"] as const;
/** Fewer letters match too much to be useful. */
export const shortestSearch = 2;

export const search = {
  everything: endpoint({
    method: "GET",
    path: "/api/search",
    summary:
      "Customers, services, invoices and people by part of their names, and plans by what people call them, at most five of each, of what the caller may open",
    access: { anyOf: [], kinds: ["reseller", "engineer", "endUserAdmin", "endUser"] },
    query: z.strictObject({
      Text: z
        .string()
        .check(z.trim(), z.minLength(shortestSearch, `Type at least ${shortestSearch} letters`), z.maxLength(100)),
    }),
    result: z.object({
      Items: z.array(
        z.object({
          Kind: z.enum(foundKinds),
          /** Its id; of a plan its SKU. */
          Id: z.string(),
          Title: z.string(),
          Hint: z.string(),
          /** Address of its page within the portal. */
          Link: z.string(),
        }),
      ),
    }),
  }),
};
