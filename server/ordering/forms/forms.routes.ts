import { shapeOfSchema } from "@tradewind/contract/catalogue/form-wire.ts";
import type { ActionButton } from "@tradewind/contract/catalogue/forms.ts";
import { faultsOf } from "@tradewind/domain/catalogue/forms.ts";
import { orNotFound } from "../../platform/app-error.ts";
import { answer } from "../../platform/http.ts";
import { matchesLinearly } from "../../platform/linear-pattern.ts";
import { findInstance, type Instance } from "../instances/instances.store.ts";
import { readData, submitAction } from "./forms.actions.ts";
import { listServiceActions, type ServiceAction } from "./forms.store.ts";
import { forms } from "@tradewind/contract/ordering/forms.ts";
import { findDynamicForm } from "../../catalogue/products/order-forms.store.ts";

function toButton(action: ServiceAction, instance: Instance): ActionButton {
  const path = `/api/services/${instance.id}/actions/${action.id}`;
  return {
    Action: action.id,
    Style: action.style,
    Text: action.button,
    DataTestId: `service-action-${action.id}`,
    IsDisabled: !isOpen(action, instance),
    Data: {
      PopUp: "SchemaPopup",
      Payload: {
        Title: action.title,
        ApiGetSchemaPath: `${path}/schema`,
        ApiGetDataPath: `${path}/data`,
        ApiSubmitPath: path,
        ApiSubmitRequestMethod: action.method,
        Schema: null,
        Data: null,
      },
    },
    AnalyticsData: { Action: action.id, Page: "service", Campaign: instance.product_id },
  };
}

/** Removing needs existing details; telling the provider needs a service with no change in progress. */
function isOpen({ method, schema, told }: ServiceAction, { details, status }: Instance): boolean {
  const held = details;
  if (told && status !== "Active" && status !== "ActivationFailed") return false;
  return method !== "delete" || schema.Items.some(({ Type, DataItem }) => Type === "textDisplay" && held[DataItem]);
}

export const formsRoutes = [
  answer(forms.dynamicForm, async ({ db }, { params }) => orNotFound(await findDynamicForm(db, params.formId))),
  answer(forms.buttons, async ({ db, actor }, { params }) => {
    const instance = orNotFound(await findInstance(db, actor, params.instanceId));
    if (instance.status === "Deleted" || instance.status === "Upgraded") return { Buttons: [] };
    const actions = await listServiceActions(db, instance.product_id);
    return { Buttons: actions.map((action) => toButton(action, instance)) };
  }),
  answer(forms.schema, async (context, { params }) => {
    const { action, data } = await readData(context, params);
    const faults = faultsOf(shapeOfSchema(action.schema), data, matchesLinearly);
    return {
      ...action.schema,
      Items: action.schema.Items.map((item) => ({ ...item, Valid: !(item.DataItem in faults), Untouched: true })),
    };
  }),
  answer(forms.data, async (context, { params }) => (await readData(context, params)).data),
  answer(forms.submitPost, (doing, { params, body }) => submitAction(doing, "post", params, body)),
  answer(forms.submitPut, (doing, { params, body }) => submitAction(doing, "put", params, body)),
  answer(forms.submitDelete, (doing, { params, body }) => submitAction(doing, "delete", params, body)),
];
