/** The people of a company: who they are, how they sign in, and what their managers can do for them. */
import { messages } from "@tradewind/domain/values/field-messages.ts";
import { userActions } from "@tradewind/domain/access/users.ts";
import { customerPortals } from "@tradewind/domain/portal/partner-systems.ts";
import * as z from "zod/mini";
import { cursor, day, endpoint, id, instant } from "../endpoint.ts";
import { memberKinds } from "./invitations.ts";

export const userSorts = ["name", "-name", "lastSignedIn", "-lastSignedIn"] as const;

export const user = z.object({
  Id: id,
  Name: z.string(),
  /** Null if they were added but not invited, and so do not sign in. */
  UserName: z.nullable(z.string()),
  Email: z.string(),
  Telephone: z.nullable(z.string()),
  JobTitle: z.nullable(z.string()),
  Kind: z.enum(memberKinds),
  CustomerId: z.nullable(id),
  CustomerName: z.nullable(z.string()),
  LastSignedIn: z.nullable(instant),
  MfaOn: z.boolean(),
  MfaRequired: z.boolean(),
  /** False if an identity provider manages their password. */
  HasPassword: z.boolean(),
  /** Whether they must choose a new password at the next sign-in. */
  MustReset: z.boolean(),
  State: z.enum(["Active", "Suspended"]),
  IsSelf: z.boolean(),
  /** The partner portals that somebody of a customer may open. */
  Portals: z.array(z.enum(customerPortals)),
  /** What the caller may do for them in their present state. */
  May: z.array(z.enum(userActions)),
});
export type User = z.output<typeof user>;

const manageAccess = { anyOf: ["createResellerEngineer", "createCustomerAdmin"] } as const;
const mayList = { anyOf: ["manageUsers", "createResellerEngineer", "createCustomerAdmin"] } as const;
const one = z.strictObject({ userId: id });
const nothing = z.object({});
/** Actions on other people: not available to staff visiting a person's portal; each call is its own proof. */
const done = { access: manageAccess, as: "identity", jump: false, params: one } as const;

export const users = {
  list: endpoint({
    method: "GET",
    path: "/api/users",
    summary: "One page of the reseller's own people or its customers', by key",
    access: mayList,
    as: "identity",
    query: z.strictObject({
      Of: z._default(z.enum(["staff", "customers"]), "staff"),
      CustomerId: z.optional(id),
      Search: z._default(z.string().check(z.maxLength(100)), ""),
      Sort: z._default(z.enum(userSorts), "name"),
      After: cursor,
    }),
    result: z.object({ Items: z.array(user), Next: z.nullable(z.string()) }),
  }),
  byId: endpoint({
    method: "GET",
    path: "/api/users/:userId",
    summary: "One person of the company",
    access: mayList,
    as: "identity",
    params: one,
    result: user,
  }),
  invite: endpoint({
    method: "POST",
    path: "/api/users/:userId/invite",
    summary: "Invites somebody who was added to a customer to sign in; once they accept, they have a user name",
    logs: "invitations.send",
    ...done,
    proof: { none: "Mails a key to a new person, and changes nobody's way in." },
    result: nothing,
    errors: [
      "signsInAlready",
      "invitedAlready",
      "userNameTaken",
      "customerSuspended",
      "tooManyRequests",
      "notYourself",
    ],
  }),
  leaving: endpoint({
    method: "GET",
    path: "/api/users/:userId/leaving",
    summary: "What ends if a user of a customer is deleted: their services, and their units of the customer's",
    access: { anyOf: ["createCustomerAdmin"] },
    params: one,
    result: z.object({
      Items: z.array(
        z.object({
          /** What was bought once, such as a device, stays the customer's. */
          Kind: z.enum(["service", "licence", "purchase"]),
          Name: z.string(),
          /** The first day without it; null if it ends at once. */
          Until: z.nullable(day),
          /** Why it cannot end now; the user is not deleted before it can. */
          Refused: z.nullable(z.string()),
        }),
      ),
      /** Whether nobody else looks after the customer once they are gone. */
      IsLastAdmin: z.boolean(),
    }),
    errors: ["notYourself", "onlyPartOfCompany"],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/users/:userId",
    summary: "Deletes a user of a customer, and orders the end of what is theirs",
    logs: "users.remove",
    access: { anyOf: ["createCustomerAdmin"] },
    jump: false,
    proof: { none: "Keeps somebody out, and opens no way in." },
    params: one,
    /** `EvenLast` says that whoever deletes a customer's last administrator means it. */
    query: z.strictObject({ EvenLast: z._default(z.enum(["true", "false"]), "false") }),
    result: nothing,
    errors: ["notYourself", "onlyPartOfCompany", "userHasServices", "lastCustomerAdmin", "customerSuspended"],
  }),
  suspend: endpoint({
    method: "POST",
    path: "/api/users/:userId/suspend",
    summary: "Keeps somebody out of this company and ends their sessions in it",
    logs: "users.suspend",
    ...done,
    proof: { none: "Keeps somebody out, and opens no way in." },
    result: nothing,
    errors: ["userSuspended", "notYourself", "conflict"],
  }),
  reactivate: endpoint({
    method: "POST",
    path: "/api/users/:userId/reactivate",
    summary: "Lets a suspended user in again",
    logs: "users.reactivate",
    ...done,
    proof: { none: "Gives back the ways in that the person had." },
    result: nothing,
    errors: ["userNotSuspended", "notYourself"],
  }),
  setPortals: endpoint({
    method: "PUT",
    path: "/api/users/:userId/portals",
    summary:
      "Says which partner portals somebody of a customer may open, of those that go with the customer's services",
    logs: "users.setPortals",
    ...done,
    proof: { none: "Opens a portal that has its own sign-in." },
    body: z.strictObject({ Portals: z.array(z.enum(customerPortals)).check(z.maxLength(customerPortals.length)) }),
    result: nothing,
    errors: ["portalNotHeld", "notYourself"],
  }),
  endSessions: endpoint({
    method: "POST",
    path: "/api/users/:userId/end-sessions",
    summary: "Signs somebody out wherever they are signed in to this company",
    logs: "users.endSessions",
    ...done,
    proof: { none: "Ends sessions, and opens no way in." },
    result: z.object({ Ended: z.number() }),
    errors: ["notYourself"],
  }),
  requireReset: endpoint({
    method: "POST",
    path: "/api/users/:userId/require-reset",
    summary: "Makes somebody choose a new password at their next sign-in, and signs them out",
    logs: "users.requireReset",
    ...done,
    proof: { none: "Asks for a new password from whoever has the present one." },
    result: nothing,
    errors: ["passwordOfProvider", "actsElsewhere", "userSuspended", "notYourself"],
  }),
  verifyCode: endpoint({
    method: "POST",
    path: "/api/users/:userId/verify-code",
    summary: "Whether a code that somebody reads out is one of their authenticator app's; it is used up",
    logs: "users.verifyCode",
    ...done,
    proof: { none: "Uses up a code, and changes no way in." },
    body: z.strictObject({
      Token: z
        .string()
        .check(z.minLength(1, messages.required("Code")), z.maxLength(15), z.regex(/^[0-9]*$/, messages.digitsOnly)),
    }),
    result: z.object({ IsVerified: z.literal(true) }),
    errors: ["mfaNotOn", "mfaCodeWrong", "tooManyRequests", "actsElsewhere", "userSuspended", "notYourself"],
  }),
};
