/** Lets the operator's staff find a person and enter their portal to help. */
import * as z from "zod/mini";
import { cursor, endpoint, id } from "../endpoint.ts";

const operator = { anyOf: [], kinds: ["admin"] } as const;

export const jump = {
  people: endpoint({
    method: "GET",
    path: "/api/operator/people",
    summary: "The operator's staff, and people of all resellers by name, user name or reseller, a page by key",
    access: operator,
    as: "identity",
    query: z.strictObject({ Search: z.optional(z.string().check(z.trim(), z.maxLength(100))), After: cursor }),
    result: z.object({
      Items: z.array(
        z.object({
          /** The membership's id: a person who acts for two resellers is listed twice. The person's own, of staff. */
          Id: id,
          Name: z.string(),
          UserName: z.string(),
          /** `admin` for the operator's staff, whom a command adds and erases: nobody enters their portal. */
          Kind: z.enum(["admin", "reseller", "engineer", "endUserAdmin", "endUser"]),
          /** Null for the operator's staff. */
          ResellerName: z.nullable(z.string()),
          CustomerName: z.nullable(z.string()),
          /** Whether they may sign in; a suspended person's portal cannot be entered. */
          Active: z.boolean(),
        }),
      ),
      Next: z.nullable(z.string()),
    }),
  }),
  begin: endpoint({
    method: "POST",
    path: "/api/operator/people/:membershipId/jump",
    summary:
      "A token that opens the person's portal once, within a minute; for who showed a second factor within fifteen",
    access: operator,
    as: "identity",
    reads: true,
    proof: { none: "Asks for a second factor, given within a quarter of an hour." },
    params: z.strictObject({ membershipId: id }),
    /** Parameters for the `sysops` grant. */
    result: z.object({ cmtoken: z.string(), adminid: id }),
    errors: ["notFound", "secondFactorFirst", "secondFactorMissing"],
  }),
};
