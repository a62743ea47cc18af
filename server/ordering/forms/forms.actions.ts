import { shapeOfSchema } from "@tradewind/contract/catalogue/form-wire.ts";
import type { PopupData } from "@tradewind/contract/catalogue/forms.ts";
import { affected, answersOf, isKept, type FormShape } from "@tradewind/domain/catalogue/forms.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import { announce, type Topic } from "../../platform/events.store.ts";
import type { Doing } from "../../platform/http.ts";
import { requireAnswers } from "../../platform/form-answers.ts";
import { newId } from "../../platform/random.ts";
import { lockCustomer } from "../../customers/customers/customers.store.ts";
import { insertOrder, insertOrderLines } from "../orders/orders.store.ts";
import {
  findInstance,
  findService,
  lockInstance,
  mergeDetails,
  setInstanceStatus,
  type Instance,
} from "../instances/instances.store.ts";
import { listSubscriptionsOfInstance } from "../subscriptions/subscriptions.store.ts";
import { findServiceAction, type ServiceAction } from "./forms.store.ts";

type Asked = { instanceId: string; actionId: string };

/** Reads the data of an action's popup: the service's details by name, and whose service it is. */
export async function readData({ db, actor }: Pick<Doing, "db" | "actor">, { instanceId, actionId }: Asked) {
  const service = orNotFound(await findService(db, actor, instanceId));
  const action = orNotFound(await findServiceAction(db, service.product_id, actionId));
  return { action, data: dataOf(action, service.details, service) };
}

function dataOf(action: ServiceAction, details: PopupData, service: { customer_name: string; product_name: string }) {
  const known: PopupData = { ...details, CustomerName: service.customer_name, ProductName: service.product_name };
  const { fields } = shapeOfSchema(action.schema);
  return Object.fromEntries(fields.flatMap(({ name }) => (name in known ? [[name, known[name]!]] : [])));
}

/**
 * Submits a popup: checks the answers again and stores them, at once or after the provider was told. Answers that only
 * confirm are not stored, nor are those hidden by others.
 */
export async function submitAction(doing: Doing, method: ServiceAction["method"], asked: Asked, sent: PopupData) {
  const { tx, actor, doer } = doing;
  const found = orNotFound(await findInstance(tx, actor, asked.instanceId));
  // One change per customer at a time, as with orders.
  const customer = orNotFound(await lockCustomer(tx, actor, found.customer_id));
  const instance = orNotFound(await lockInstance(tx, actor, asked.instanceId));
  const action = orNotFound(await findServiceAction(tx, instance.product_id, asked.actionId));
  if (action.method !== method) throw new AppError("methodNotAllowed");
  if (instance.status === "Deleted" || instance.status === "Upgraded") throw new AppError("serviceBusy");

  const form = shapeOfSchema(action.schema);
  const stored = instance.details;
  const fixed = affected(form, sent, "disable");
  const answers: PopupData = { ...sent, ...Object.fromEntries([...fixed].map((name) => [name, stored[name] ?? null])) };
  requireAnswers(form, answers);

  const change = method === "delete" ? removed(form, stored) : kept(form, answers);
  await recordActivity(tx, doer, {
    action: `services.${action.id}`,
    what: `${action.title} of ${customer.name}: ${told(form, change)}`,
    customerId: customer.id,
    object: ["service", instance.id],
  });
  if (action.told) {
    if (customer.status === "Suspended") throw new AppError("customerSuspended");
    await tellProvider(doing, instance, change);
  } else await mergeDetails(tx, actor.resellerId, instance.id, change);
  await announce(tx, actor.resellerId, action.schema.UpdateEvent.split("|") as Topic[], customer.id);
  return { Data: change };
}

function kept(form: FormShape, answers: PopupData): PopupData {
  const given = answersOf(form, answers);
  return Object.fromEntries(
    form.fields.filter(isKept).map(({ name }) => [name, given[name] === "" ? null : (given[name] ?? null)]),
  );
}

const removed = (form: FormShape, stored: PopupData): PopupData =>
  Object.fromEntries(
    form.fields.filter(({ kind, name }) => kind === "display" && name in stored).map(({ name }) => [name, null]),
  );

const told = (form: FormShape, change: PopupData): string => {
  const labels = new Map(form.fields.map(({ name, label }) => [name, label]));
  const parts = Object.entries(change).map(([name, value]) => `${labels.get(name)} ${words(value)}`);
  return parts.join(", ") || "nothing to change";
};
const words = (value: PopupData[string]) =>
  value === null ? "removed" : value === true ? "yes" : value === false ? "no" : String(value);

/** Files a separate order without charges: the worker tells the provider and then stores the details. */
async function tellProvider({ tx, actor, now, platform, messages }: Doing, instance: Instance, details: PopupData) {
  const rows = await listSubscriptionsOfInstance(tx, actor.resellerId, instance.id);
  const standing = rows.filter((row) => row.status !== "cancelled");
  if (standing.some((row) => row.at_vendor === "changing")) throw new AppError("serviceBusy");
  if (standing.length > 0 && standing.every((row) => row.at_vendor === "refused"))
    throw new AppError("subscriptionNotProvided");
  const orderId = newId();
  await insertOrder(
    tx,
    {
      resellerId: actor.resellerId,
      id: orderId,
      customerId: instance.customer_id,
      instanceId: instance.id,
      productId: instance.product_id,
      journey: "Modify",
      task: "details",
      proposalHash: null,
      proposal: null,
      details,
      placedBy: actor.personId,
      placedByName: actor.displayName,
    },
    now,
  );
  await insertOrderLines(
    tx,
    actor.resellerId,
    orderId,
    standing
      .filter((row) => row.at_vendor === "provided")
      .map((row) => ({
        subscriptionId: row.id,
        offerId: row.offer_id,
        name: row.name,
        quantity: row.quantity,
        attributes: row.attributes,
      })),
  );
  await setInstanceStatus(tx, actor.resellerId, instance.id, "Activating", "Waiting for the vendor", now);
  await platform.jobs.file(tx, "orders.fulfil", { resellerId: actor.resellerId, orderId });
  messages.push("The change has been sent to the vendor. The service shows it as soon as the vendor has made it.");
}
