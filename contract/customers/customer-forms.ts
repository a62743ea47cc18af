/** Forms about a customer, kept in a separate module because validating them needs schemas in the browser. */
import * as z from "zod/mini";
import {
  customerDetails,
  customerNameLength,
  customerNamePattern,
  eachDetail,
  organisationTypes,
} from "@tradewind/domain/customers/customers.ts";
import { countryCodes } from "@tradewind/domain/values/countries.ts";
import { messages } from "@tradewind/domain/values/field-messages.ts";
import { plainLine } from "@tradewind/domain/values/plain-line.ts";
import { customer, customerParams } from "./customers.ts";
import { endpoint, id } from "../endpoint.ts";
import { textOf } from "../fields.ts";

const customerName = z
  .string()
  .check(
    z.overwrite(plainLine),
    z.trim(),
    z.minLength(1, messages.empty),
    z.maxLength(customerNameLength, messages.maximumLength(customerNameLength)),
    z.regex(customerNamePattern, messages.customerNameInvalid),
  );

const details = eachDetail((name) => z.optional(z.nullable(textOf(customerDetails[name]))));
const body = z.strictObject({
  name: customerName,
  organisationTypes: z
    .array(z.enum(organisationTypes))
    .check(z.minLength(1, messages.required("Organisation type")), z.maxLength(1)),
  ...details,
  Country: z.optional(z.enum(countryCodes)),
});

export const customerForms = {
  add: endpoint({
    method: "POST",
    path: "/api/marketplace/customers",
    summary: "Adds a customer",
    logs: "customers.add",
    access: { anyOf: ["addOrEditCustomers"] },
    body,
    result: z.object({ organisationId: id, customerId: id }),
    errors: ["customerNameTaken", "onlyPartOfCompany"],
  }),
  update: endpoint({
    method: "PUT",
    path: "/api/marketplace/customers/:customerId",
    summary: "Changes a customer's details",
    logs: "customers.update",
    access: { anyOf: ["addOrEditCustomers"] },
    params: customerParams,
    body,
    result: z.object({ organisationId: id, customerId: id }),
    errors: ["customerNameTaken"],
  }),
  rename: endpoint({
    method: "POST",
    path: "/api/customers/:customerId/rename",
    summary: "Renames a customer",
    logs: "customers.rename",
    access: { anyOf: ["addOrEditCustomers"] },
    params: customerParams,
    body: z.strictObject({ NewName: customerName }),
    result: customer,
    errors: ["customerNameTaken"],
  }),
};
