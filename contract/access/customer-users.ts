/** Adding users to a customer, who need not sign in: one by one, or many from a file. */
import { largestUserFile, tooLarge } from "@tradewind/domain/access/user-file.ts";
import { contactFields } from "@tradewind/domain/values/contact-fields.ts";
import * as z from "zod/mini";
import { endpoint, id } from "../endpoint.ts";
import { orEmpty } from "../fields.ts";
import { invitedEmail, lastName, personName } from "./invitations.ts";

/** What is known of a user when they are added. */
export const newUser = z.strictObject({
  FirstName: personName("First name"),
  LastName: lastName,
  Email: invitedEmail,
  Telephone: orEmpty(contactFields.Telephone),
  JobTitle: orEmpty({ label: "Job title", kind: "text", longest: 60 }),
  /** Whether they may look after their organisation once they sign in. */
  IsAdmin: z.boolean(),
});

export type AddedUser = z.output<typeof newUser>;

const file = z.strictObject({
  /** The file in base64: the template's columns, one line for each user. */
  File: z
    .string()
    .check(
      z.minLength(1, "This file is empty."),
      z.maxLength(4 * Math.ceil(largestUserFile / 3), tooLarge),
      z.regex(/^[A-Za-z0-9+/]+={0,2}$/, "This file could not be read. Choose it again."),
    ),
});
const large = { bytes: 1_400_000, because: "A file with 2,000 users in base64." };
const ofFile = { access: { anyOf: ["createCustomerAdmin"] }, as: "identity", jump: false } as const;

export const customerUsers = {
  add: endpoint({
    method: "POST",
    path: "/api/customers/:customerId/users",
    summary: "Adds a user to a customer; they sign in once they are invited",
    logs: "users.add",
    access: { anyOf: ["createCustomerAdmin"] },
    as: "identity",
    jump: false,
    proof: { none: "Names somebody, and opens no way in." },
    params: z.strictObject({ customerId: id }),
    body: newUser,
    result: z.object({ Id: id }),
    errors: ["addressTaken", "customerSuspended"],
  }),
  template: endpoint({
    method: "GET",
    path: "/api/customer-users/template",
    summary: "The file to fill in with users, one line for each",
    access: { anyOf: ["createCustomerAdmin"] },
    as: "none",
    unlogged: "It holds nothing of anybody.",
    file: "text/csv",
    result: z.string(),
  }),
  checkFile: endpoint({
    method: "POST",
    path: "/api/customers/:customerId/users/check-file",
    summary: "What adding the users of a file would do, and what of it is wrong; writes nothing",
    ...ofFile,
    reads: true,
    largestBody: large,
    params: z.strictObject({ customerId: id }),
    body: file,
    result: z.object({
      Users: z.number(),
      Admins: z.number(),
      /** The first few. */
      Sample: z.array(z.object({ Line: z.number(), Name: z.string(), Email: z.string(), IsAdmin: z.boolean() })),
      FaultCount: z.number(),
      /** The first of them by line. `Column` is empty for what is wrong with the whole line or file. */
      Faults: z.array(z.object({ Line: z.number(), Column: z.string(), Reason: z.string() })),
    }),
    errors: ["customerSuspended"],
  }),
  import: endpoint({
    method: "POST",
    path: "/api/customers/:customerId/users/import",
    summary: "Adds all users of a file, or none if anything of it is wrong",
    logs: "users.import",
    ...ofFile,
    proof: { none: "Names people, and opens no way in." },
    largestBody: large,
    params: z.strictObject({ customerId: id }),
    body: file,
    result: z.object({ Added: z.number() }),
    errors: ["customerSuspended", "fileHasFaults"],
  }),
};
