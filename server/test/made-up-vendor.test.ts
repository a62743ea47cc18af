import { catalogue } from "@tradewind/contract/catalogue/products.ts";
import { orders, type WireChange } from "@tradewind/contract/ordering/orders.ts";
import { vendors } from "@tradewind/vendors/index.ts";
import { expect, test } from "vitest";
import { lantern } from "./made-up/lantern.ts";
import { lanternSystem } from "./made-up/lantern-simulator.ts";
import { orderStory } from "./order-story.ts";
import { testApp } from "./test-app.ts";
import { testWorker } from "./test-worker.ts";

// Everything another vendor needs: its folder, its simulator, and its line in the list of each.
const lists = { vendors: [...vendors, lantern], systems: { lantern: lanternSystem } };

const app = await testApp(
  { LANTERN_URL: "http://127.0.0.1:9", LANTERN_KEY: "not-used-here" },
  { vendors: lists.vendors },
);
const worker = await testWorker(app, lists);
const { signInSigned, addCustomer, order, becomes } = orderStory(app, worker);

const signs = () => worker.control("lantern", "seed", {});

test("a vendor that the product has never heard of is sold, provided, changed and ended", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller, "Bakery");
  const { Result: shelf } = await app.call(reseller, catalogue.marketplace);
  expect(shelf!.Items.map((item) => item.Name)).toContain("Lantern signs");

  const { Result: journey } = await app.call(reseller, orders.journey, {
    params: { by: "product", name: "lantern-signs" },
    query: { CustomerId: customerId, Action: "Add" },
  });
  expect(journey!.Steps.map((step) => step.Title)).toEqual([
    "The shop",
    "Choose products",
    "Term, billing and quantities",
    "Add-ons",
    "Review and order",
  ]);
  const small = journey!.Steps.flatMap((step) => step.Items).find((item) => item.Name === "Small sign")!;
  expect(small.Offers[0]).toMatchObject({ Cost: "4" });

  const made = { ProductId: "lantern-signs" };
  const Details = { ShopWindow: "High Street" };
  const add: WireChange = { Kind: "add", Lines: [{ Key: "a", OfferId: small.Offers[0]!.OfferId, Quantity: 3 }] };
  const { placed } = await order(reseller, customerId, add, { ...made, Details });
  const { InstanceId } = placed.Result!;
  const active = await becomes(reseller, InstanceId, "Active");
  const key = active.Subscriptions[0]!.Id;
  expect(await signs()).toEqual([{ key, size: "S", count: 3, lit: true, owner: "Bakery", window: "High Street" }]);

  const more: WireChange = { Kind: "setQuantity", Targets: [{ Key: key, Quantity: 5 }] };
  await order(reseller, customerId, more, { ...made, InstanceId });
  const changed = await becomes(reseller, InstanceId, "Active");
  expect(changed.Subscriptions).toMatchObject([{ Quantity: 5 }]);
  expect(await signs()).toMatchObject([{ key, count: 5 }]);

  await order(reseller, customerId, { Kind: "cancel", Keys: [key] }, { ...made, InstanceId });
  await worker.until(async () => ((await signs()) as unknown[]).length === 0, "no sign left");
  await becomes(reseller, InstanceId, "Deleted");
});
