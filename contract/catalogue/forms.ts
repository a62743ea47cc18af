/** Forms described by the server: dynamic forms, and the popups behind a service's buttons. */
import * as z from "zod/mini";
import { id } from "../endpoint.ts";

/** 1 is text, 2 is password. */
export const dynamicFieldTypes = [1, 2] as const;

const dynamicField = z.object({
  PropertyName: z.string(),
  Label: z.string(),
  Type: z.literal(dynamicFieldTypes),
  Mandatory: z.boolean(),
  /** Must match the whole text; RE2 syntax. */
  Regex: z.nullable(z.string()),
  InvalidMessage: z.nullable(z.string()),
  ToolTip: z.nullable(z.string()),
  Message: z.nullable(z.string()),
  /** The values to choose from; none for text of one's own. */
  Options: z.array(z.object({ Value: z.string(), Label: z.string() })),
  /** What is chosen to begin with. */
  Default: z.nullable(z.string()),
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
  /** Must match the whole text; RE2 syntax. */
  Regex: z.nullable(z.string()),
  RegexError: z.nullable(z.string()),
  RequiredValue: value,
  /** Whether the present value is valid. */
  Valid: z.boolean(),
  /** Whether nobody has typed into it yet, so that no message is shown. */
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
  /** Names of the data to refetch on success, separated by a pipe. */
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
  /** Included in the answer, or fetched from the given paths. */
  Schema: z.nullable(popupSchema),
  Data: z.nullable(popupData),
});
export type PopupModel = z.output<typeof popupModel>;

export const schemaPopup = z.object({ PopUp: z.literal("SchemaPopup"), Payload: popupModel });
/** The vendor's own console, in a window of its own. */
export const consoleWindow = z.object({ PopUp: z.literal("Console"), Payload: z.object({ InstanceId: id }) });

export const actionButton = z.object({
  Action: z.string(),
  Style: z.enum(["add", "modify"]),
  Text: z.string(),
  DataTestId: z.string(),
  IsDisabled: z.boolean(),
  Data: z.discriminatedUnion("PopUp", [schemaPopup, consoleWindow]),
  AnalyticsData: z.object({ Action: z.string(), Page: z.string(), Campaign: z.string() }),
});
export type ActionButton = z.output<typeof actionButton>;

/** A popup as stored: the same for every service, so without its values. */
export type KeptSchema = Omit<PopupSchema, "Items"> & { Items: Omit<SchemaItem, "Valid" | "Untouched">[] };
