/** Questions asked with an order, and forms that act on a service. */
import * as z from "zod/mini";
import { actionButton, dynamicForm, popupData, popupSchema } from "../catalogue/forms.ts";
import { endpoint, id } from "../endpoint.ts";

const name = z.string().check(z.maxLength(60), z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/));
const ofAction = z.strictObject({ instanceId: id, actionId: name });
const access = { anyOf: ["addProducts"] } as const;

/** `Succeed` and `Messages` are those of the envelope; the result is what was saved. */
const submit = <const M extends "POST" | "PUT" | "DELETE">(method: M, summary: string) =>
  endpoint({
    method,
    path: "/api/services/:instanceId/actions/:actionId",
    summary,
    logs: "services.*",
    access,
    params: ofAction,
    body: popupData,
    result: z.object({ Data: popupData }),
    errors: ["methodNotAllowed", "serviceBusy", "subscriptionNotProvided", "customerSuspended"],
  });

export const forms = {
  dynamicForm: endpoint({
    method: "GET",
    path: "/api/dynamic-forms/:formId",
    summary: "A dynamic form: what is asked with an order",
    access,
    params: z.strictObject({ formId: name }),
    result: dynamicForm,
  }),
  buttons: endpoint({
    method: "GET",
    path: "/api/services/:instanceId/buttons",
    summary: "What can be done to a service, as buttons that open a popup or its vendor's console",
    access,
    params: z.strictObject({ instanceId: id }),
    result: z.object({ Buttons: z.array(actionButton) }),
  }),
  schema: endpoint({
    method: "GET",
    path: "/api/services/:instanceId/actions/:actionId/schema",
    summary: "The questions of an action's popup",
    access,
    params: ofAction,
    result: popupSchema,
  }),
  data: endpoint({
    method: "GET",
    path: "/api/services/:instanceId/actions/:actionId/data",
    summary: "The current data of an action's popup",
    access,
    params: ofAction,
    result: popupData,
  }),
  submitPost: submit("POST", "Adds what an action's popup asks"),
  submitPut: submit("PUT", "Changes what an action's popup asks"),
  submitDelete: submit("DELETE", "Removes what an action's popup shows"),
};
