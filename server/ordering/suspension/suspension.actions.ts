import { hold, type Hold } from "@tradewind/domain/ordering/subscriptions.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import type { Doing } from "../../platform/http.ts";
import { setCustomerStatus } from "../../customers/customers/customers.actions.ts";
import { lockCustomer } from "../../customers/customers/customers.store.ts";
import { fileOrder } from "../orders/system-orders.actions.ts";
import { listServicesOfCustomer, setInstanceStatus } from "../instances/instances.store.ts";
import {
  insertHistory,
  listSubscriptionsOfCustomer,
  toSubscription,
  updateSubscriptions,
} from "../subscriptions/subscriptions.store.ts";

/** Blocks the customer's sign-in at once and suspends its services at their vendors; billing continues by contract. */
export async function suspendCustomer(doing: Doing, customerId: string) {
  const customer = orNotFound(await lockCustomer(doing.tx, doing.actor, customerId));
  requireEveryProduct(doing);
  if (customer.status === "Suspended") throw new AppError("customerAlreadySuspended");
  await holdServices(doing, customerId, "suspend");
  return setCustomerStatus(
    doing,
    customer,
    { status: "Suspended", suspended_at: doing.now },
    `Suspended ${customer.name}`,
  );
}

export async function reactivateCustomer(doing: Doing, customerId: string) {
  const customer = orNotFound(await lockCustomer(doing.tx, doing.actor, customerId));
  requireEveryProduct(doing);
  if (customer.status === "Active") throw new AppError("customerNotSuspended");
  await holdServices(doing, customerId, "resume");
  return setCustomerStatus(doing, customer, { status: "Active", suspended_at: null }, `Reactivated ${customer.name}`);
}

/** A suspension affects all of a customer's services, so it requires access to all products. */
function requireEveryProduct({ actor }: Doing) {
  if (actor.restriction?.products) throw new AppError("onlyPartOfCompany");
}

/**
 * Suspends or resumes every running service of a customer at its provider. Billing continues; plans for the term end
 * are kept and told to the vendor again on resumption. Services at work or failed stay as they are.
 */
async function holdServices({ tx, actor, now, platform }: Doing, customerId: string, what: Hold): Promise<void> {
  const [rows, services] = await Promise.all([
    listSubscriptionsOfCustomer(tx, actor.resellerId, customerId),
    listServicesOfCustomer(tx, actor, customerId),
  ]);
  // A failed order remains the newest of its service, so that it can be retried.
  const settled = new Set(services.filter(({ status }) => status === "Active").map(({ id }) => id));
  const running = rows.filter((row) => row.billing !== "once" && (what === "resume" || settled.has(row.instance_id)));
  const held = running.flatMap((row) => {
    const subscription = toSubscription(row);
    const entry = hold(subscription, what, now.toISOString());
    return entry.ok ? [{ row, subscription, entry: entry.value }] : [];
  });
  if (held.length === 0) return;
  const status = what === "suspend" ? "suspended" : "active";
  await updateSubscriptions(
    tx,
    held.map(({ subscription }) => ({ ...subscription, status, resellerId: actor.resellerId })),
  );
  for (const [instanceId, of] of Map.groupBy(held, ({ row }) => row.instance_id)) {
    await setInstanceStatus(
      tx,
      actor.resellerId,
      instanceId,
      "Activating",
      what === "suspend" ? "Being suspended" : "Being resumed",
      now,
    );
    const orderId = await fileOrder(
      tx,
      platform,
      {
        resellerId: actor.resellerId,
        of: { order: { customer_id: customerId, instance_id: instanceId } },
        task: what,
        journey: what === "suspend" ? "Suspend" : "Resume",
        lines: of.map(({ row }) => row.id),
        placedBy: { id: actor.personId, name: actor.displayName },
      },
      now,
    );
    await insertHistory(
      tx,
      of.map(({ row, entry }) => ({ resellerId: actor.resellerId, subscriptionId: row.id, orderId, entry })),
      now,
    );
  }
}
