/** Inviting people to join a company: the mailed link, and what managers see of it. */
import { fitsPassword } from "@tradewind/domain/access/password-length.ts";
import { predefinedTypes } from "@tradewind/domain/access/roles.ts";
import { carriesAddress } from "@tradewind/domain/values/addresses.ts";
import { messages } from "@tradewind/domain/values/field-messages.ts";
import { patterns } from "@tradewind/domain/values/patterns.ts";
import * as z from "zod/mini";
import { cursor, endpoint, id, instant } from "../endpoint.ts";
import { email } from "../fields.ts";
import { mostCustomers } from "./restrictions.ts";

const key = z.string().check(z.regex(/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i));
export const memberKinds = ["reseller", "engineer", "endUserAdmin", "endUser"] as const;

/** A first or last name. */
export const personName = (label: string) =>
  z.string().check(
    z.trim(),
    z.minLength(1, messages.required(label)),
    z.maxLength(60),
    z.regex(patterns.name, messages.name),
    z.refine((text) => !carriesAddress(text), messages.noAddress),
  );
/** A last name, which not everybody has. */
export const lastName = z.union([z.literal(""), personName("Last name")]);
/** The address an invitation is sent to, which becomes the user name. */
export const invitedEmail = email(100);

/** How an invitation stands. */
export const invitationStanding = {
  Email: z.string(),
  State: z.enum(["Waiting", "Expired", "Accepted", "Withdrawn"]),
  SentAt: instant,
  ExpiresAt: instant,
  AcceptedAt: z.nullable(instant),
};
const invitation = z.object({
  Id: id,
  Name: z.string(),
  Kind: z.enum(memberKinds),
  CustomerId: z.nullable(id),
  CustomerName: z.nullable(z.string()),
  InvitedBy: z.string(),
  /** How many customers a colleague is to look after; null for all. */
  Customers: z.optional(z.nullable(z.int())),
  /** Whether the caller may resend or withdraw it. */
  MayChange: z.boolean(),
  ...invitationStanding,
});

const manageAccess = { anyOf: ["createResellerEngineer", "createCustomerAdmin"] } as const;
const one = z.strictObject({ invitationId: id });
const nothing = z.object({});

export const invitations = {
  look: endpoint({
    method: "POST",
    path: "/api/auth/invitations/look",
    summary: "Whom an invitation is for, as long as it is valid",
    access: "public",
    reads: true,
    body: z.strictObject({ Key: key }),
    result: z.object({
      Name: z.string(),
      UserName: z.string(),
      Company: z.string(),
      InvitedBy: z.string(),
      ExpiresAt: instant,
      /** Whether the person already has a login here: they join by signing in and keep their password. */
      HasLogin: z.boolean(),
    }),
    errors: ["invitationInvalid"],
  }),
  join: endpoint({
    method: "POST",
    path: "/api/invitations/join",
    summary: "The person signed in joins a company that invited them; once. How they sign in does not change",
    logs: "invitations.accept",
    access: "signedIn",
    as: "identity",
    jump: false,
    proof: { none: "Carries the key that was mailed." },
    body: z.strictObject({ Key: key }),
    result: z.object({ MembershipId: id, Company: z.string() }),
    errors: ["invitationInvalid", "invitationOfAnother", "userNameTaken"],
  }),
  accept: endpoint({
    method: "POST",
    path: "/api/auth/invitations/accept",
    summary: "Makes the login of the person invited, with the password they chose; once",
    logs: "invitations.accept",
    access: "public",
    body: z.strictObject({
      Key: key,
      NewPassword: z
        .string()
        .check(z.minLength(1, "New password is required"), z.refine(fitsPassword, "Must be a maximum of 256 byte(s)")),
    }),
    result: z.object({ UserName: z.string() }),
    errors: ["invitationInvalid", "passwordNotAllowed", "signInToJoin"],
  }),
  list: endpoint({
    method: "GET",
    path: "/api/invitations",
    summary:
      "One page, by key, of the invitations that were not accepted or withdrawn, of the reseller's own people or its customers'",
    access: { anyOf: ["manageUsers", "createResellerEngineer", "createCustomerAdmin"] },
    query: z.strictObject({
      Of: z._default(z.enum(["staff", "customers"]), "staff"),
      CustomerId: z.optional(id),
      After: cursor,
    }),
    result: z.object({ Items: z.array(invitation), Next: z.nullable(z.string()) }),
  }),
  send: endpoint({
    method: "POST",
    path: "/api/invitations",
    summary: "Sends an invitation by email to a colleague or to a customer's user",
    logs: "invitations.send",
    access: manageAccess,
    as: "identity",
    jump: false,
    proof: { none: "Mails a key to a new person, and changes nobody's way in." },
    body: z.strictObject({
      Kind: z.enum(memberKinds),
      FirstName: personName("First name"),
      LastName: lastName,
      Email: invitedEmail,
      /** A predefined type whose every role the inviter holds; if unset, the usual rights of the kind. */
      Role: z.optional(z.enum(predefinedTypes)),
      /** The customer the person will belong to; for customers' people only. */
      CustomerId: z.optional(id),
      /** The customers that a colleague is to look after; if unset, all that the inviter looks after. */
      CustomerIds: z.optional(
        z
          .array(id)
          .check(
            z.minLength(1, "Choose at least one customer"),
            z.maxLength(mostCustomers, `Choose at most ${mostCustomers} customers`),
          ),
      ),
    }),
    result: z.object({ Id: id }),
    errors: ["invitedAlready", "userNameTaken", "customerSuspended", "tooManyRequests", "notFound"],
  }),
  resend: endpoint({
    method: "POST",
    path: "/api/invitations/:invitationId/resend",
    summary: "Sends a new link by email; the previous one no longer works",
    logs: "invitations.resend",
    access: manageAccess,
    as: "identity",
    jump: false,
    proof: { none: "Mails a key to a new person, and changes nobody's way in." },
    params: one,
    result: nothing,
    errors: ["invitationClosed", "userNameTaken", "customerSuspended", "tooManyRequests"],
  }),
  withdraw: endpoint({
    method: "POST",
    path: "/api/invitations/:invitationId/withdraw",
    summary: "Withdraws an invitation: its link no longer works",
    logs: "invitations.withdraw",
    access: manageAccess,
    as: "identity",
    jump: false,
    proof: { none: "Takes back a key." },
    params: one,
    result: nothing,
    errors: ["invitationClosed"],
  }),
};
