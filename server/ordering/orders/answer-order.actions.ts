import { shapeOfForm } from "@tradewind/contract/catalogue/form-wire.ts";
import { answersOf, type FormValues } from "@tradewind/domain/catalogue/forms.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { TenantActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import { announce } from "../../platform/events.store.ts";
import { requireAnswers } from "../../platform/form-answers.ts";
import type { Doing } from "../../platform/http.ts";
import type { Vendors } from "../../platform/vendors.ts";
import { findDynamicForm } from "../../catalogue/products/order-forms.store.ts";
import { findProduct } from "../../catalogue/products/products.store.ts";
import { mergeDetails } from "../instances/instances.store.ts";
import { lockOrder, replaceDetails, type OrderRow } from "./orders.store.ts";

/** Tells whether people are at work on what an order adds, so that they still take other answers. */
export const takesAnswers = (vendors: Vendors, order: OrderRow): boolean =>
  order.status === "Working" && order.task === "add" && vendors.can(order.fulfiller, "isPeople");

/** Answers the product's form again, for whoever is at work on the order and for its service. */
export async function answerOrder(
  { tx, actor, doer, platform }: Doing<TenantActor>,
  orderId: string,
  given: FormValues,
): Promise<OrderRow> {
  const order = orNotFound(await lockOrder(tx, actor, orderId));
  const { order_form: formId } = orNotFound(await findProduct(tx, order.product_id));
  if (formId === null || !takesAnswers(platform.vendors, order)) throw new AppError("orderNotWaiting");
  const form = shapeOfForm(orNotFound(await findDynamicForm(tx, formId)));
  requireAnswers(form, given);
  const answers = Object.fromEntries(
    Object.entries(answersOf(form, given)).map(([name, value]) => [name, value === "" ? null : value]),
  );
  const details = { ...order.details, ...answers };
  await replaceDetails(tx, actor.resellerId, orderId, details);
  await mergeDetails(tx, actor.resellerId, order.instance_id, answers);
  await recordActivity(tx, doer, {
    action: "orders.answer",
    what: "Completed what an order needs",
    customerId: order.customer_id,
    object: ["order", orderId],
  });
  await announce(tx, actor.resellerId, ["services", "orders", "work"], order.customer_id);
  return { ...order, details };
}
