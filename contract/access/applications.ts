/** Companies that apply to become a reseller, and the operator's decision. */
import { countryCodes } from "@tradewind/domain/values/countries.ts";
import * as z from "zod/mini";
import { endpoint, id, instant } from "../endpoint.ts";
import { contactName, email, requiredText, telephone } from "../fields.ts";
import { invitationStanding, invitedEmail } from "./invitations.ts";

const maybe = (most: number) =>
  z.optional(z.string().check(z.trim(), z.maxLength(most, `Must be a maximum of ${most} character(s)`)));

export const applicationBody = z.strictObject({
  CompanyName: requiredText({ label: "Company name", kind: "text", longest: 100 }),
  ContactName: contactName,
  Email: email(254),
  Telephone: telephone,
  Country: z.enum(countryCodes),
  VatNumber: maybe(20),
  Message: maybe(2000),
});

const application = z.object({
  Id: id,
  CompanyName: z.string(),
  ContactName: z.string(),
  Email: z.string(),
  Telephone: z.string(),
  Country: z.enum(countryCodes),
  VatNumber: z.nullable(z.string()),
  Message: z.nullable(z.string()),
  Status: z.enum(["Waiting", "Accepted", "Declined"]),
  Note: z.nullable(z.string()),
  DecidedBy: z.nullable(z.string()),
  Created: instant,
  /** State of the invitation sent on acceptance; null until then. */
  Invitation: z.nullable(z.object(invitationStanding)),
});

const one = z.strictObject({ applicationId: id });
const operator = { anyOf: [], kinds: ["admin"] } as const;

export const applications = {
  apply: endpoint({
    method: "POST",
    path: "/api/applications",
    summary: "A company asks to become a reseller",
    logs: "applications.apply",
    access: "public",
    body: applicationBody,
    result: z.object({}),
  }),
  list: endpoint({
    method: "GET",
    path: "/api/operator/applications",
    summary: "Applications waiting, oldest first, or those decided, newest first",
    access: operator,
    query: z.strictObject({ Status: z.enum(["waiting", "decided"]) }),
    result: z.object({ Items: z.array(application) }),
  }),
  decide: endpoint({
    method: "POST",
    path: "/api/operator/applications/:applicationId/decide",
    summary: "Accepts an application, which makes the reseller and invites its first person, or declines it",
    logs: ["applications.accept", "applications.decline"],
    access: operator,
    proof: { none: "Mails a key to a new person, and changes nobody's way in." },
    params: one,
    body: z.strictObject({
      Accept: z.boolean(),
      Note: maybe(500),
      /** Where to send the invitation if not to the applicant's address. */
      Email: z.optional(invitedEmail),
    }),
    result: application,
    errors: ["applicationDecided", "userNameTaken"],
  }),
  invite: endpoint({
    method: "POST",
    path: "/api/operator/applications/:applicationId/invitation",
    summary:
      "Resends the invitation of an accepted application, to the same address or another; the previous link stops working",
    logs: "applications.invite",
    access: operator,
    proof: { none: "Mails a key to a new person, and changes nobody's way in." },
    params: one,
    body: z.strictObject({ Email: z.optional(invitedEmail) }),
    result: z.object({}),
    errors: ["invitationClosed", "userNameTaken"],
  }),
  withdraw: endpoint({
    method: "POST",
    path: "/api/operator/applications/:applicationId/invitation/withdraw",
    summary: "Withdraws the invitation of an accepted application: its link no longer works",
    logs: "applications.withdraw",
    access: operator,
    proof: { none: "Takes back a key." },
    params: one,
    result: z.object({}),
    errors: ["invitationClosed"],
  }),
};
