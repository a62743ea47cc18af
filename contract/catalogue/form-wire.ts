import type { FieldKind, FormField, FormShape } from "@tradewind/domain/catalogue/forms.ts";
import type { DynamicForm, PopupSchema, SchemaItem } from "./forms.ts";

/** Converts a dynamic form to the shape that the form engine takes. */
export const shapeOfForm = (form: DynamicForm): FormShape => ({
  fields: form.Fields.map((field) => ({
    name: field.PropertyName,
    label: field.Label,
    kind: field.Options.length > 0 ? "select" : field.Type === 2 ? "password" : "text",
    ...(field.Options.length > 0 && {
      options: field.Options.map(({ Value, Label }) => ({ value: Value, label: Label })),
    }),
    start: field.Default,
    whenEmpty: field.Mandatory ? "refuse" : "accept",
    pattern: field.Regex,
    patternMessage: field.InvalidMessage,
    requiredValue: null,
    help: field.ToolTip,
    note: field.Message,
  })),
  dependencies: [],
});

const kinds = {
  subHeader: "heading",
  textDisplay: "display",
  textInput: "text",
  number: "number",
  email: "email",
  checkbox: "checkbox",
  htmlDisplay: "html",
} as const satisfies Record<SchemaItem["Type"], FieldKind>;

const toField = (item: Omit<SchemaItem, "Valid" | "Untouched">): FormField => ({
  name: item.DataItem,
  label: item.Label,
  kind: kinds[item.Type],
  whenEmpty: "judge",
  pattern: item.Regex,
  patternMessage: item.RegexError,
  requiredValue: item.RequiredValue,
  help: null,
  note: null,
});

/** Converts a popup's schema to the shape that the form engine takes. */
export const shapeOfSchema = (schema: {
  Items: readonly Omit<SchemaItem, "Valid" | "Untouched">[];
  PropertyDependencies: PopupSchema["PropertyDependencies"];
}): FormShape => ({
  fields: schema.Items.map(toField),
  dependencies: schema.PropertyDependencies.map((each) => ({
    on: each.PropertyDataItem,
    equals: each.PropertyDataItemDependencyValue,
    field: each.DependentPropertyDataItem,
    effect: each.Type,
  })),
});
