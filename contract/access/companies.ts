/** The companies that one person acts for, and switching between them. */
import * as z from "zod/mini";
import { tokenAnswer } from "./auth.ts";
import { endpoint, id } from "../endpoint.ts";
import { memberKinds } from "./invitations.ts";

const closed = [
  "companyNotByProvider",
  "companyOnlyByProvider",
  "companyNotFromHere",
  "secondFactorMissing",
  "secondFactorFirst",
] as const;

const company = z.object({
  Id: id,
  Name: z.string(),
  /** The reseller that manages the company if it is a customer. */
  Reseller: z.nullable(z.string()),
  Kind: z.enum(memberKinds),
  /** Whether the calling session is in this company. */
  Present: z.boolean(),
  /** Why the session cannot switch to this company; null if it can. */
  Closed: z.nullable(z.enum(closed)),
});

export const companies = {
  list: endpoint({
    method: "GET",
    path: "/api/auth/companies",
    summary: "The companies that the person signed in acts for, by name",
    access: "signedIn",
    as: "identity",
    result: z.object({ Items: z.array(company) }),
  }),
  switch: endpoint({
    method: "POST",
    path: "/api/auth/companies/:membershipId/switch",
    summary: "Ends this session and opens one in another company of the person, by what they showed at sign-in",
    logs: "sessions.switch",
    access: "signedIn",
    as: "identity",
    keyless: "Ends the calling session and returns a token, which is never kept.",
    jump: false,
    proof: { none: "Takes what was shown at sign-in." },
    params: z.strictObject({ membershipId: id }),
    result: tokenAnswer,
    errors: ["notFound", ...closed],
  }),
};
