/** The people of a customer, and which of them have units of its subscriptions. */
import { messages } from "@tradewind/domain/values/field-messages.ts";
import * as z from "zod/mini";
import { endpoint, id, instant } from "../endpoint.ts";
import { email } from "../fields.ts";

/**
 * How somebody stands: about to get a unit, with one, about to lose it, or refused by the vendor. `unsure` while its vendor
 * does not answer.
 */
export const assignmentStates = ["wanted", "there", "leaving", "refused", "unsure"] as const;

const person = z.object({
  /** Null for a user of the portal who was not added to the customer's people yet. */
  Id: z.nullable(id),
  Name: z.string(),
  Email: z.string(),
});

export const assignments = {
  people: endpoint({
    method: "GET",
    path: "/api/customers/:customerId/people",
    summary: "The people of a customer, whether they sign in here or not, and what each of them has",
    access: { anyOf: ["customers", "manageService"] },
    params: z.strictObject({ customerId: id }),
    query: z.strictObject({ Search: z._default(z.string().check(z.trim(), z.maxLength(100)), "") }),
    result: z.object({
      /** The first fifty by name. */
      Items: z.array(
        z.extend(person, {
          Has: z.array(z.object({ InstanceId: id, Name: z.string(), State: z.enum(assignmentStates) })),
        }),
      ),
    }),
  }),
  addPerson: endpoint({
    method: "POST",
    path: "/api/customers/:customerId/people",
    summary: "Adds somebody to a customer's people; who is there already stays",
    logs: "assignments.addPerson",
    access: { anyOf: ["addProducts"] },
    params: z.strictObject({ customerId: id }),
    body: z.strictObject({
      Name: z.string().check(z.trim(), z.minLength(1, messages.required("Name")), z.maxLength(100)),
      Email: email(254),
    }),
    result: person,
  }),
  ofService: endpoint({
    method: "GET",
    path: "/api/services/:instanceId/people",
    summary: "Who has units of a service's subscriptions",
    access: { anyOf: ["customers", "manageService"] },
    params: z.strictObject({ instanceId: id }),
    result: z.object({
      /** Those whose units are each for one person. */
      Subscriptions: z.array(
        z.object({
          Id: id,
          Name: z.string(),
          Unit: z.string(),
          Quantity: z.number(),
          /** Whether nothing is at work on it, so that its people can be changed. */
          Changeable: z.boolean(),
          People: z.array(
            z.object({
              PersonId: id,
              Name: z.string(),
              Email: z.string(),
              State: z.enum(assignmentStates),
              Reason: z.nullable(z.string()),
              Since: instant,
              /** Whether it was given at the vendor, not here. */
              IsFound: z.boolean(),
            }),
          ),
        }),
      ),
    }),
  }),
};
