import type { WireChange } from "@tradewind/contract/ordering/orders.ts";
import { expect, test } from "vitest";
import { orderStory } from "../../test/order-story.ts";
import { testApp } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";
import { recordOutcome } from "./fulfil-outcome.actions.ts";
import { findWork } from "./fulfil.store.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, offer, order, status, becomes } = orderStory(app, worker);

test("a service of which two orders end at the same moment is at work no more", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const { OfferId } = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
  const Lines = ["a", "b"].map((Key) => ({ Key, OfferId, Quantity: 5 }));
  const { InstanceId } = (await order(reseller, customerId, { Kind: "add", Lines })).placed.Result!;
  const { Subscriptions } = await becomes(reseller, InstanceId, "Active");
  await worker.control("microsoft", "seed", { delays: { changeMs: 3_600_000 } });
  const ends: string[] = [];
  for (const { Id } of Subscriptions) {
    const more: WireChange = { Kind: "setQuantity", Targets: [{ Key: Id, Quantity: 8 }] };
    ends.push((await order(reseller, customerId, more, { InstanceId })).placed.Result!.OrderId);
  }
  const { platform } = worker;
  const end = (orderId: string, andThen: () => Promise<unknown>) =>
    platform.database.write({ role: "app_worker" }, async (tx) => {
      const asked = (await findWork(tx, reseller.resellerId, orderId))!;
      const lines = asked.lines.map(({ subscription_id: key, vendor_ref }) => ({
        key,
        state: "done" as const,
        vendorRef: vendor_ref!,
      }));
      const done = { state: "ended", memo: {}, tenantRef: null, lines } as const;
      await recordOutcome(tx, platform, reseller.resellerId, asked, done);
      await andThen();
    });
  let second: Promise<unknown> = Promise.resolve();
  await end(ends[0]!, async () => {
    second = end(ends[1]!, () => Promise.resolve());
    await Promise.race([second, new Promise((resolve) => setTimeout(resolve, 500))]);
  });
  await second;
  await worker.control("microsoft", "seed", { delays: { changeMs: 0 } });
  expect((await status(reseller, InstanceId)).Service.Status).toBe("Active");
});
