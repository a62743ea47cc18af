/** Forms about a customer, kept in a separate module because validating them needs schemas in the browser. */
import * as z from "zod/mini";
import { customer, customerParams, organisationTypes } from "./customers.ts";
import { endpoint, id } from "../endpoint.ts";

/** Letters of any script, digits and the punctuation of company names; `@` and the like are refused (CUST-13). */
const namePattern = /^[\p{L}\p{M}\p{N} .,'’&()/+-]+$/u;
const customerName = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, "cannot be empty"),
    z.maxLength(100, "Must be a maximum of 100 character(s)"),
    z.regex(namePattern, "invalid characters"),
  );
const line = (label: string, max = 100) =>
  z.optional(
    z.nullable(
      z.string(`${label} must be text`).check(z.trim(), z.maxLength(max, `Must be a maximum of ${max} character(s)`)),
    ),
  );

const addressFields = {
  Address1: line("Address"),
  Address2: line("Address"),
  TownCity: line("Town or city", 60),
  County: line("County", 60),
  PostCode: line("Postcode", 12),
  Country: z.optional(z.enum(["GB", "IE"])),
};
const details = {
  ...addressFields,
  Domain: z.optional(
    z.nullable(
      z
        .string()
        .check(
          z.trim(),
          z.maxLength(253),
          z.regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,15}$/i, "Must be a domain, for example acme.co.uk"),
        ),
    ),
  ),
  ContactName: line("Contact name"),
  ContactEmail: z.optional(
    z.nullable(z.string().check(z.trim(), z.maxLength(200), z.email("Must be a valid email address"))),
  ),
  Telephone: line("Telephone", 30),
};

export const customerForms = {
  add: endpoint({
    method: "POST",
    path: "/api/marketplace/customers",
    summary: "Adds a customer",
    access: { anyOf: ["addOrEditCustomers"] },
    body: z.strictObject({
      name: customerName,
      organisationTypes: z
        .array(z.enum(organisationTypes))
        .check(z.minLength(1, "Organisation type is required"), z.maxLength(1)),
      ...details,
    }),
    result: z.object({ organisationId: id, customerId: id }),
    errors: ["customerNameTaken", "onlyPartOfCompany"],
  }),
  update: endpoint({
    method: "PUT",
    path: "/api/marketplace/customers/:customerId",
    summary: "Changes a customer's details",
    access: { anyOf: ["addOrEditCustomers"] },
    params: customerParams,
    body: z.strictObject({
      name: customerName,
      organisationTypes: z
        .array(z.enum(organisationTypes))
        .check(z.minLength(1, "Organisation type is required"), z.maxLength(1)),
      ...details,
    }),
    result: z.object({ organisationId: id, customerId: id }),
    errors: ["customerNameTaken"],
  }),
  rename: endpoint({
    method: "POST",
    path: "/api/customers/:customerId/rename",
    summary: "Renames a customer",
    access: { anyOf: ["addOrEditCustomers"] },
    params: customerParams,
    body: z.strictObject({ NewName: customerName }),
    result: customer,
    errors: ["customerNameTaken"],
  }),
};
