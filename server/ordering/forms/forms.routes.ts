import { shapeOfSchema } from "@tradewind/contract/catalogue/form-wire.ts";
import { faultsOf } from "@tradewind/domain/catalogue/forms.ts";
import { orNotFound } from "../../platform/app-error.ts";
import { answer } from "../../platform/http.ts";
import { matchesLinearly } from "../../platform/linear-pattern.ts";
import { findInstance } from "../instances/instances.store.ts";
import { readData, submitAction } from "./forms.actions.ts";
import { listServiceActions } from "./forms.store.ts";
import { consoleButtons, toButton } from "./service-buttons.reads.ts";
import { forms } from "@tradewind/contract/ordering/forms.ts";
import { findProduct } from "../../catalogue/products/products.store.ts";
import { findDynamicForm } from "../../catalogue/products/order-forms.store.ts";

export const formsRoutes = [
  answer(forms.dynamicForm, async ({ db }, { params }) => orNotFound(await findDynamicForm(db, params.formId))),
  answer(forms.buttons, async ({ db, actor, platform }, { params }) => {
    const instance = orNotFound(await findInstance(db, actor, params.instanceId));
    if (instance.status === "Deleted" || instance.status === "Upgraded") return { Buttons: [] };
    const [product, actions] = await Promise.all([
      findProduct(db, instance.product_id),
      listServiceActions(db, instance.product_id),
    ]);
    const ofVendor = { actor, vendors: platform.vendors, fulfiller: product?.fulfiller ?? null, instance };
    return { Buttons: [...consoleButtons(ofVendor), ...actions.map((action) => toButton(action, instance))] };
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
