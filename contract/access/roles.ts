/** What one person of a company may do, as roles granted one by one. */
import { predefinedTypes, roles } from "@tradewind/domain/access/roles.ts";
import * as z from "zod/mini";
import { endpoint, id } from "../endpoint.ts";
import { memberKinds } from "./invitations.ts";

const role = z.enum(roles);
const several = z.array(role).check(z.maxLength(roles.length));

export const userRoles = z.object({
  Id: id,
  Name: z.string(),
  Kind: z.enum(memberKinds),
  CustomerId: z.nullable(id),
  CustomerName: z.nullable(z.string()),
  /** Every role that this kind of person can hold. */
  RolesList: z.array(z.object({ Id: role, Name: z.string(), IsView: z.boolean() })),
  /** The predefined types for this kind of person, and whether the caller holds every role of each. */
  PredefinedTypes: z.array(
    z.object({
      Id: z.enum(predefinedTypes),
      Name: z.string(),
      About: z.string(),
      Roles: z.array(role),
      MayGive: z.boolean(),
    }),
  ),
  AvailableRoles: z.array(role),
  UserRoles: z.array(role),
  /** The type that matches the person's roles exactly; null for a custom mix. */
  Type: z.nullable(z.enum(predefinedTypes)),
  /**
   * The roles the caller may grant and revoke, which are those they hold themselves. Empty if they may change nothing.
   */
  MayMove: z.array(role),
});
export type UserRoles = z.output<typeof userRoles>;

const one = z.strictObject({ userId: id });

export const rolesOfUsers = {
  ofUser: endpoint({
    method: "GET",
    path: "/api/users/:userId/roles",
    summary: "The roles list, the predefined types, and the available and held roles of one person",
    access: { anyOf: ["manageUsers", "createResellerEngineer", "createCustomerAdmin"] },
    params: one,
    result: userRoles,
  }),
  change: endpoint({
    method: "PUT",
    path: "/api/users/:userId/roles",
    summary: "Adds and removes roles; takes effect at once wherever the person is signed in",
    logs: "roles.change",
    access: { anyOf: ["createResellerEngineer", "createCustomerAdmin"] },
    jump: false,
    proof: { none: "Changes what somebody may do, and no way in." },
    params: one,
    body: z.strictObject({
      /** The person's roles when the caller loaded them; guards against overwriting someone else's change. */
      Seen: several,
      UserRoles: several,
    }),
    result: userRoles,
    errors: ["conflict", "notYourself", "rolesBeyondYou"],
  }),
};
