import { recordActivity } from "../../platform/activity.store.ts";
import { AppError } from "../../platform/app-error.ts";
import { announce } from "../../platform/events.store.ts";
import { readAnew } from "../../platform/forget-sessions.ts";
import type { Doing } from "../../platform/http.ts";
import { lockCustomer } from "../../customers/customers/customers.store.ts";
import { placeOrder } from "../orders/orders.actions.ts";
import { findLeaving, listLeaving } from "./departures.reads.ts";
import { deleteUser, isLastAdmin } from "./departures.store.ts";

/**
 * Deletes a user of a customer, and orders the end of what is theirs. If any of it cannot end now, nothing is done: nobody
 * is charged for somebody who is gone. Whoever deletes the last administrator of a customer is asked first.
 */
export async function removeUser(doing: Doing, userId: string, { evenLast }: { evenLast: boolean }): Promise<void> {
  const { tx, actor, doer, now, platform } = doing;
  const user = await findLeaving(tx, actor, userId);
  await lockCustomer(tx, actor, user.customer_id);
  if (!evenLast && (await isLastAdmin(tx, actor.resellerId, user))) throw new AppError("lastCustomerAdmin");
  const leaving = await listLeaving({ db: tx, actor, now, platform }, user);
  const stays = leaving.find(({ refusal }) => refusal);
  if (stays)
    throw new AppError("userHasServices", {
      message: `${user.name} cannot be deleted now, because ${stays.name} cannot end. ${stays.refusal!.message}`,
    });
  for (const { order } of leaving) if (order) await placeOrder(doing, { ...order, Details: {}, ProposalHash: null });
  await deleteUser(tx, userId, now);
  await announce(tx, actor.resellerId, ["users", "customers"], user.customer_id);
  await recordActivity(tx, doer, {
    action: "users.remove",
    what: `Deleted the user ${user.name} (${user.email})`,
    customerId: user.customer_id,
    object: ["person", user.person_id],
  });
  readAnew(doing);
}
