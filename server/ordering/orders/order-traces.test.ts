import { orders, type WireChange } from "@tradewind/contract/ordering/orders.ts";
import { expect, test } from "vitest";
import { orderStory } from "../../test/order-story.ts";
import { testApp, type Person } from "../../test/test-app.ts";

// Nobody fulfils anything here: what an order leaves at once is what there is.
const app = await testApp();
const idle = { until: () => Promise.reject(new Error("Nothing is fulfilled here")) };
const { signInSigned, addCustomer, order, status } = orderStory(app, idle);

const backup = { ProductId: "acronis-backup" };

async function itemsOf(reseller: Person, customerId: string, name: string) {
  const journey = await app.call(reseller, orders.journey, {
    params: { by: "product", name },
    query: { CustomerId: customerId, Action: "Add" },
  });
  return journey.Result!.Steps.flatMap((step) => step.Items);
}

/** Orders two things of Acronis, as one service. */
async function twoThings() {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller, "Acme Dental");
  const [one, two] = await itemsOf(reseller, customerId, backup.ProductId);
  const change: WireChange = {
    Kind: "add",
    Lines: [one!, two!].map(({ Offers }, index) => ({
      Key: `l${index}`,
      OfferId: Offers[0]!.OfferId,
      Quantity: 3 + index,
    })),
  };
  const { placed } = await order(reseller, customerId, change, backup);
  return { reseller, customerId, ...placed.Result! };
}

/** Leaves the service as it is once its vendor is done. */
async function provide(instanceId: string) {
  await app.sql("update orders set status = 'Completed', completed_at = now() where instance_id = $1", [instanceId]);
  await app.sql(
    "update order_lines set state = 'done', settled_at = now() where order_id in (select id from orders where instance_id = $1)",
    [instanceId],
  );
  await app.sql("update subscriptions set vendor_ref = id where instance_id = $1", [instanceId]);
  await app.sql("update service_instances set status = 'Active', reason = null where id = $1", [instanceId]);
}

test("an order of two things names both, is logged under its number, and its service waits for the vendor", async () => {
  const { reseller, InstanceId, OrderId } = await twoThings();

  const { Service, Orders } = await status(reseller, InstanceId);
  expect([Service.Status, Service.Reason]).toEqual(["Activating", "Waiting for the vendor"]);
  expect(Orders[0]!.Lines.map(({ Quantity }) => Quantity)).toEqual([3, 4]);
  const [line] = await app.sql<{ what: string }>(
    "select what from activity where object_kind = 'order' and object_id = $1 and action = 'orders.add'",
    [OrderId],
  );
  const [first, second] = Orders[0]!.Lines.map(({ Name }) => Name);
  expect(line!.what).toMatch(new RegExp(`^Ordered 3 . ${first}, 4 . ${second} for Acme Dental$`));
  const parents = await app.sql<{ parent: string | null; held: boolean }>(
    `select h.data ->> 'parentKey' as parent, exists (select from held_charges c where c.subscription_id = h.subscription_id) as held
     from subscription_history h where h.order_id = $1`,
    [OrderId],
  );
  const own = { parent: null, held: true };
  expect(parents).toEqual([own, own]);
});

test("a service waits for its vendor with each change, and is being deleted once nothing of it is to be left", async () => {
  const { reseller, customerId, InstanceId } = await twoThings();
  const [one, two] = (await status(reseller, InstanceId)).Subscriptions.map(({ Id }) => Id);
  const after = async (change: WireChange) => {
    await provide(InstanceId);
    expect((await order(reseller, customerId, change, { ...backup, InstanceId })).placed.status).toBe(200);
    const { Service, Orders } = await status(reseller, InstanceId);
    const { Journey, Status, Message } = Orders[0]!;
    return [Service.Status, Service.Reason, Journey, Status, Message];
  };
  const waiting = "Waiting for the vendor";
  const modified = ["Activating", waiting, "Modify", "Working", waiting];
  expect(await after({ Kind: "setQuantity", Targets: [{ Key: one!, Quantity: 9 }] })).toEqual(modified);
  expect(await after({ Kind: "cancel", Keys: [one!] })).toEqual(modified);
  expect(await after({ Kind: "cancel", Keys: [two!] })).toEqual(["Deleting", waiting, "Delete", "Working", waiting]);
});

test("a change of two things leaves each its own period and policies", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller, "Acme Dental");
  const offers = (await itemsOf(reseller, customerId, "microsoft-365"))
    .filter((item) => !item.IsAddOn)
    .flatMap((item) => item.Offers);
  const paid = (billing: string) => offers.find(({ Term, Billing }) => Term === "P1Y" && Billing === billing)!.OfferId;
  const add: WireChange = {
    Kind: "add",
    Lines: ["monthly", "annual"].map((Key) => ({ Key, OfferId: paid(Key), Quantity: 5 })),
  };
  const { InstanceId } = (await order(reseller, customerId, add)).placed.Result!;
  const kept = () =>
    app.sql<{ id: string }>(
      "select id, period_from, period_until, policy_ids from subscriptions where instance_id = $1 order by id",
      [InstanceId],
    );
  const before = await kept();
  expect(new Set(before.map((row) => JSON.stringify({ ...row, id: "" }))).size).toBe(2);
  await provide(InstanceId);
  const change: WireChange = { Kind: "setQuantity", Targets: before.map(({ id }) => ({ Key: id, Quantity: 9 })) };
  expect((await order(reseller, customerId, change, { InstanceId })).placed.status).toBe(200);
  expect(await kept()).toEqual(before);
});

test("an organisation's admin reads its orders, and an engineer only those of their customers and products", async () => {
  const { reseller, customerId, OrderId } = await twoThings();
  const other = await addCustomer(reseller);
  const { resellerId } = reseller;
  const admin = (customer: string) => app.signIn({ kind: "endUserAdmin", resellerId, customerId: customer });
  const engineer = async (customer: string, products: string[]) => {
    const person = await app.signIn({ kind: "engineer", resellerId });
    await app.sql("update memberships set only_customers = true, only_products = $2 where id = $1", [
      person.membershipId,
      products,
    ]);
    await app.sql("insert into membership_customers (reseller_id, membership_id, customer_id) values ($1, $2, $3)", [
      resellerId,
      person.membershipId,
      customer,
    ]);
    return person;
  };
  const people = [
    await admin(customerId),
    await admin(other),
    await engineer(customerId, [backup.ProductId]),
    await engineer(other, [backup.ProductId]),
    await engineer(customerId, ["microsoft-365"]),
  ];
  const reads = people.map((person) => app.call(person, orders.byId, { params: { orderId: OrderId } }));
  expect((await Promise.all(reads)).map((answer) => answer.status)).toEqual([200, 404, 200, 404, 404]);
});

test("ORD-22 USER-09 a service ordered for one person is that person's", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const user = await app.signIn({ kind: "endUser", resellerId: reseller.resellerId, customerId });
  const [item] = await itemsOf(reseller, customerId, backup.ProductId);
  const change: WireChange = {
    Kind: "add",
    Lines: [{ Key: "a", OfferId: item!.Offers[0]!.OfferId, Quantity: 1 }],
  };
  const { placed } = await order(reseller, customerId, change, { ...backup, UserId: user.membershipId });
  const { Service } = await status(reseller, placed.Result!.InstanceId);
  expect(Service).toMatchObject({ Level: "user", UserName: "Robin Tester" });
});

test("an add-on belongs to the product it was ordered with, in its history too, and each is scheduled by name", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller, "Acme Dental");
  const items = await itemsOf(reseller, customerId, "microsoft-365");
  const yearly = (item: (typeof items)[number]) =>
    item.Offers.find(({ Term, Billing }) => Term === "P1Y" && Billing === "monthly")?.OfferId;
  const product = items.find((item) => !item.IsAddOn && yearly(item))!;
  const addOn = items.find((item) => item.NeedsOneOf.includes(product.Sku) && yearly(item))!;
  const add: WireChange = {
    Kind: "add",
    Lines: [
      { Key: "product", OfferId: yearly(product)!, Quantity: 5 },
      { Key: "add-on", OfferId: yearly(addOn)!, Quantity: 2, AddOnTo: "product" },
    ],
  };
  const { InstanceId } = (await order(reseller, customerId, add)).placed.Result!;
  const { Subscriptions } = await status(reseller, InstanceId);
  const ofProduct = Subscriptions.find(({ Sku }) => Sku === product.Sku)!;
  const ofAddOn = Subscriptions.find(({ Sku }) => Sku === addOn.Sku)!;
  expect([ofProduct.ParentId, ofAddOn.ParentId]).toEqual([null, ofProduct.Id]);
  const history = await app.sql<{ id: string; parent: string | null }>(
    "select subscription_id as id, data ->> 'parentKey' as parent from subscription_history where kind = 'started' and subscription_id = any($1)",
    [[ofProduct.Id, ofAddOn.Id]],
  );
  expect(new Map(history.map(({ id, parent }) => [id, parent]))).toEqual(
    new Map([
      [ofProduct.Id, null],
      [ofAddOn.Id, ofProduct.Id],
    ]),
  );

  await provide(InstanceId);
  const schedule: WireChange = {
    Kind: "schedule",
    Targets: [
      { Key: ofProduct.Id, Outcome: "renew", Quantity: 4 },
      { Key: ofAddOn.Id, Outcome: "cancel" },
    ],
  };
  const { placed } = await order(reseller, customerId, schedule, { InstanceId });
  const logged = await app.sql("select what from activity where object_kind = 'order' and object_id = $1", [
    placed.Result!.OrderId,
  ]);
  const renews = `${product.Name} of Acme Dental to renew with 4 licences`;
  expect(logged).toEqual([{ what: `Set ${renews}, ${addOn.Name} of Acme Dental to end with its term` }]);
});
