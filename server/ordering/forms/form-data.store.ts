import type { DynamicField, PopupSchema, SchemaItem } from "@tradewind/contract/catalogue/forms.ts";
import { shapeOfForm, shapeOfSchema } from "@tradewind/contract/catalogue/form-wire.ts";
import { shapeFault, type FormShape } from "@tradewind/domain/catalogue/forms.ts";
import type { ActionItem, Question, ServiceActionData, Vendor } from "@tradewind/vendors/vendor.ts";
import type pg from "pg";
import type { Topic } from "../../platform/events.store.ts";
import { patternFault } from "../../platform/linear-pattern.ts";
import { upsert } from "../../platform/upsert.ts";
import { ownServiceActions } from "./service-actions.data.ts";

/** A question as a field of a dynamic form. */
export const toDynamicField = (question: Question): DynamicField => ({
  PropertyName: question.name,
  Label: question.label,
  Type: 1,
  Mandatory: !question.optional,
  Regex: question.pattern?.source ?? null,
  InvalidMessage: question.pattern?.message ?? null,
  ToolTip: question.tip ?? null,
  Message: question.help ?? null,
});

const toItem = ({ type, name, label, pattern, required }: ActionItem): Omit<SchemaItem, "Valid" | "Untouched"> => ({
  DataItem: name,
  Label: label,
  Type: type,
  Regex: pattern?.source ?? null,
  RegexError: pattern?.message ?? null,
  RequiredValue: required ?? null,
});

/** What a page fetches again once an action is done. */
const topicsOf = ({ told }: ServiceActionData): Topic[] => (told ? ["services", "orders"] : ["services"]);

/** A service action's popup as it is kept. */
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

/** Brings the forms of a database to those of this version. One with a pattern that could not be judged in linear time is refused. */
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
