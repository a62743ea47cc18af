/** Forms that the server describes: dynamic forms, and the popups that a service's buttons open. */
import * as z from "zod/mini";
import { endpoint, id } from "../endpoint.ts";

/** 1 text, 2 password. */
export const dynamicFieldTypes = [1, 2] as const;

const dynamicField = z.object({
  PropertyName: z.string(),
  Label: z.string(),
  Type: z.literal(dynamicFieldTypes),
  Mandatory: z.boolean(),
  /** Must match the whole text, in the syntax of RE2. */
  Regex: z.nullable(z.string()),
  InvalidMessage: z.nullable(z.string()),
  ToolTip: z.nullable(z.string()),
  Message: z.nullable(z.string()),
});
export type DynamicField = z.output<typeof dynamicField>;
export const dynamicForm = z.object({ Fields: z.array(dynamicField) });
export type DynamicForm = z.output<typeof dynamicForm>;

export const itemTypes = [
  "subHeader",
  "textDisplay",
  "textInput",
  "number",
  "email",
  "checkbox",
  "htmlDisplay",
] as const;

const value = z.union([z.string().check(z.maxLength(500)), z.number(), z.boolean(), z.null()]);

const schemaItem = z.object({
  DataItem: z.string(),
  Label: z.string(),
  Type: z.enum(itemTypes),
  /** Must match the whole text, in the syntax of RE2. */
  Regex: z.nullable(z.string()),
  RegexError: z.nullable(z.string()),
  RequiredValue: value,
  /** Whether what stands in it will do. */
  Valid: z.boolean(),
  /** Nobody has typed into it yet, so nothing is said about it. */
  Untouched: z.boolean(),
});
export type SchemaItem = z.output<typeof schemaItem>;

const propertyDependency = z.object({
  PropertyDataItem: z.string(),
  PropertyDataItemDependencyValue: value,
  DependentPropertyDataItem: z.string(),
  Type: z.enum(["hide", "disable"]),
});

export const popupSchema = z.object({
  Items: z.array(schemaItem),
  PropertyDependencies: z.array(propertyDependency),
  /** Names of what to fetch again on success, separated by a pipe. */
  UpdateEvent: z.string(),
});
export type PopupSchema = z.output<typeof popupSchema>;

export const popupData = z.record(z.string().check(z.maxLength(60)), value);
export type PopupData = z.output<typeof popupData>;

export const submitMethods = ["post", "put", "delete"] as const;

export const popupModel = z.object({
  Title: z.string(),
  ApiGetSchemaPath: z.string(),
  ApiGetDataPath: z.string(),
  ApiSubmitPath: z.string(),
  ApiSubmitRequestMethod: z.enum(submitMethods),
  /** Given at once, or fetched from their paths. */
  Schema: z.nullable(popupSchema),
  Data: z.nullable(popupData),
});
export type PopupModel = z.output<typeof popupModel>;

export const actionButton = z.object({
  Action: z.string(),
  Style: z.enum(["add", "modify"]),
  Text: z.string(),
  DataTestId: z.string(),
  IsDisabled: z.boolean(),
  Data: z.object({ PopUp: z.literal("SchemaPopup"), Payload: popupModel }),
  AnalyticsData: z.object({ Action: z.string(), Page: z.string(), Campaign: z.string() }),
});
export type ActionButton = z.output<typeof actionButton>;

const name = z.string().check(z.maxLength(60), z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/));
const ofAction = z.strictObject({ instanceId: id, actionId: name });
const access = { anyOf: ["addProducts"] } as const;

/** The answer's `Succeed` and `Messages` are those of the envelope; what was kept is its result. */
const submit = <const M extends "POST" | "PUT" | "DELETE">(method: M, summary: string) =>
  endpoint({
    method,
    path: "/api/services/:instanceId/actions/:actionId",
    summary,
    access,
    params: ofAction,
    body: popupData,
    result: z.object({ Data: popupData }),
    errors: ["methodNotAllowed", "serviceBusy", "customerSuspended"],
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
    summary: "What can be done to a service, as buttons that open a popup",
    access,
    params: z.strictObject({ instanceId: id }),
    result: z.object({ Buttons: z.array(actionButton) }),
  }),
  schema: endpoint({
    method: "GET",
    path: "/api/services/:instanceId/actions/:actionId/schema",
    summary: "What the popup of an action asks",
    access,
    params: ofAction,
    result: popupSchema,
  }),
  data: endpoint({
    method: "GET",
    path: "/api/services/:instanceId/actions/:actionId/data",
    summary: "What stands in the popup of an action now",
    access,
    params: ofAction,
    result: popupData,
  }),
  submitPost: submit("POST", "Adds what an action's popup asks"),
  submitPut: submit("PUT", "Changes what an action's popup asks"),
  submitDelete: submit("DELETE", "Removes what an action's popup shows"),
};
