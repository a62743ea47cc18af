import { lockCustomer } from "../../customers/customers/customers.store.ts";
import type { Tx } from "../../platform/db.ts";
import type { Platform } from "../../platform/platform.ts";
import { setInstanceStatus } from "../instances/instances.store.ts";
import { fileOrder } from "../orders/system-orders.actions.ts";
import { insertHistory } from "../subscriptions/subscriptions.store.ts";
import { listHeldByErased, wishHandovers } from "../assignments/assignments.store.ts";

/**
 * Takes back what erased people still have, as part of each business day's work. What its vendor refused is left to people.
 * A customer of whom it fails is reported when the others are done.
 */
export async function takeBackFromErased(platform: Platform): Promise<void> {
  const worker = { role: "app_worker" } as const;
  const found = await platform.database.read(worker, (db) => listHeldByErased(db));
  const failures: unknown[] = [];
  for (const [customerId, [{ reseller_id: resellerId } = { reseller_id: "" }]] of Map.groupBy(
    found,
    (each) => each.customer_id,
  )) {
    const takeBack = async (tx: Tx) => {
      // As when a person orders: nobody changes what they have meanwhile.
      await lockCustomer(tx, { resellerId, customerId: null }, customerId);
      const now = platform.clock.now();
      for (const held of await listHeldByErased(tx, customerId)) {
        const { subscription_id: key, people } = held;
        const of = { order: { customer_id: customerId, instance_id: held.instance_id } };
        const orderId = await fileOrder(tx, platform, { resellerId, of, task: "assign", lines: [key], taken: people });
        await wishHandovers(
          tx,
          { resellerId, customerId, productId: held.product_id, orderId },
          [{ key, give: [], take: people }],
          now,
        );
        await setInstanceStatus(tx, resellerId, held.instance_id, "Activating", "Waiting for the vendor", now);
        const data = { given: [], taken: people };
        const entry = { subscriptionKey: key, effectiveAt: now.toISOString(), kind: "peopleSet", data } as const;
        await insertHistory(tx, [{ resellerId, subscriptionId: key, orderId, entry }], now);
      }
    };
    await platform.database.write(worker, takeBack).catch((error: unknown) => void failures.push(error));
  }
  platform.committed();
  if (failures.length > 0)
    throw new AggregateError(
      failures,
      `What erased people of ${failures.length} customers have could not be taken back`,
    );
}
