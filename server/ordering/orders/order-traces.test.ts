import { orders, type WireChange } from "@tradewind/contract/ordering/orders.ts";
import { expect, test } from "vitest";
import { orderStory } from "../../test/order-story.ts";
import { testApp } from "../../test/test-app.ts";

// Nobody fulfils anything here: what an order leaves at once is what there is.
const app = await testApp();
const idle = { until: () => Promise.reject(new Error("Nothing is fulfilled here")) };
const { signInSigned, addCustomer, order, status } = orderStory(app, idle);

test("an order of two things names both, is logged under its number, and its service waits for the vendor", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller, "Acme Dental");
  const journey = await app.call(reseller, orders.journey, {
    params: { by: "product", name: "acronis-backup" },
    query: { CustomerId: customerId, Action: "Add" },
  });
  const [one, two] = journey.Result!.Steps.flatMap((step) => step.Items);
  const change: WireChange = {
    Kind: "add",
    Lines: [one!, two!].map(({ Offers }, index) => ({
      Key: `l${index}`,
      OfferId: Offers[0]!.OfferId,
      Quantity: 3 + index,
    })),
  };
  const { placed } = await order(reseller, customerId, change, { ProductId: "acronis-backup" });
  const { InstanceId, OrderId } = placed.Result!;

  const { Service, Orders } = await status(reseller, InstanceId);
  expect([Service.Status, Service.Reason]).toEqual(["Activating", "Waiting for the vendor"]);
  expect(Orders[0]!.Lines.map(({ Quantity }) => Quantity)).toEqual([3, 4]);
  const [line] = await app.sql<{ what: string }>(
    "select what from activity where object_kind = 'order' and object_id = $1 and action = 'orders.add'",
    [OrderId],
  );
  const [first, second] = Orders[0]!.Lines.map(({ Name }) => Name);
  expect(line!.what).toMatch(new RegExp(`^Ordered 3 . ${first}, 4 . ${second} for Acme Dental$`));
  const parents = await app.sql<{ parent: string | null; charged: boolean }>(
    `select h.data ->> 'parentKey' as parent, exists (select from charges c where c.subscription_id = h.subscription_id) as charged
     from subscription_history h where h.order_id = $1`,
    [OrderId],
  );
  const own = { parent: null, charged: true };
  expect(parents).toEqual([own, own]);
});
