import type { DynamicField, PopupSchema, SchemaItem } from "@tradewind/contract/catalogue/forms.ts";
import { shapeOfForm, shapeOfSchema } from "@tradewind/contract/catalogue/form-wire.ts";
import { shapeFault, type FormShape } from "@tradewind/domain/catalogue/forms.ts";
import type { ActionItem, Question, ServiceActionData } from "@tradewind/vendors/catalogue-data.ts";
import type { Vendor } from "@tradewind/vendors/vendor.ts";
import type pg from "pg";
import type { Topic } from "../../platform/events.store.ts";
import { patternFault } from "../../platform/linear-pattern.ts";
import { upsert } from "../../platform/upsert.ts";
import { ownServiceActions } from "./service-actions.data.ts";

/** Turns a question into a dynamic form field. */
export const toDynamicField = (question: Question): DynamicField => ({
  PropertyName: question.name,
  Label: question.label,
  Type: 1,
  Mandatory: !question.optional,
  Regex: question.pattern?.source ?? null,
  InvalidMessage: question.pattern?.message ?? null,
  ToolTip: question.tip ?? null,
  Message: question.help ?? null,
  Options: (question.options ?? []).map(({ value, label }) => ({ Value: value, Label: label })),
  Default: typeof question.default === "string" ? question.default : null,
});

const toItem = ({ type, name, label, pattern, required }: ActionItem): Omit<SchemaItem, "Valid" | "Untouched"> => ({
  DataItem: name,
  Label: label,
  Type: type,
  Regex: pattern?.source ?? null,
  RegexError: pattern?.message ?? null,
  RequiredValue: required ?? null,
});

/** Lists the topics that pages reload once an action is done. */
const topicsOf = ({ told }: ServiceActionData): Topic[] => (told ? ["services", "orders"] : ["services"]);

/** Builds the stored schema of a service action's popup. */
export const toPopupSchema = (action: ServiceActionData) => ({
  Items: action.items.map(toItem),
  PropertyDependencies: (action.dependencies ?? []).flatMap(
    ({ item, value, makes, of }): PopupSchema["PropertyDependencies"] =>
      of.map((dependent) => ({
        PropertyDataItem: item,
        PropertyDataItemDependencyValue: value,
        DependentPropertyDataItem: dependent,
        Type: makes,
      })),
  ),
  UpdateEvent: topicsOf(action).join("|"),
});

/** Brings a database's forms to this version. Refuses a form whose pattern cannot be matched in linear time. */
export async function loadForms(owner: pg.ClientBase, vendors: readonly Vendor[]): Promise<void> {
  const forms = vendors
    .flatMap(({ catalogue }) => catalogue.orderForms ?? [])
    .map(({ id, questions }) => ({ id, fields: questions.map(toDynamicField) }));
  for (const { id, fields } of forms) requireSound(id, shapeOfForm({ Fields: fields }));
  await upsert(owner, "dynamic_forms", "(id)", forms);
  const actions = [...vendors.flatMap(({ catalogue }) => catalogue.serviceActions ?? []), ...ownServiceActions];
  const rows = actions.map((action, position) => ({
    id: action.id,
    product_ids: action.products,
    style: action.style,
    button: action.button,
    title: action.title,
    method: action.method,
    told: action.told,
    position,
    schema: toPopupSchema(action),
  }));
  for (const { id, schema } of rows) requireSound(id, shapeOfSchema(schema));
  await upsert(owner, "service_actions", "(id)", rows);
}

export function requireSound(id: string, form: FormShape): void {
  const fault = shapeFault(form, patternFault);
  if (fault) throw new Error(`The form ${id} cannot be kept. ${fault}`);
}
