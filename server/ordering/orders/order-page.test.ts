import { catalogue } from "@tradewind/contract/catalogue/products.ts";
import { orders, type WireChange } from "@tradewind/contract/ordering/orders.ts";
import { orderNumber } from "@tradewind/contract/ordering/order-number.ts";
import { expect, test } from "vitest";
import { orderStory } from "../../test/order-story.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, offer, order, becomes } = orderStory(app, worker);

const pageOf = async (person: Person, orderId: string) =>
  (await app.call(person, orders.byId, { params: { orderId } })).Result!;
const whatOf = ({ Steps }: Awaited<ReturnType<typeof pageOf>>, state: string) =>
  Steps.filter(({ State }) => State === state).map(({ What }) => What);

test("an order's page holds its charge until the vendor is done, then says on which invoice it stands and what can be undone", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller, "Acme Dental");
  const monthly = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
  const { proposal, placed } = await order(reseller, customerId, {
    Kind: "add",
    Lines: [{ Key: "a", OfferId: monthly.OfferId, Quantity: 10 }],
  });
  const { OrderId, InstanceId } = placed.Result!;
  const net = proposal.Result!.ChargeNow!.Net;

  const active = await becomes(reseller, InstanceId, "Active");
  const page = await pageOf(reseller, OrderId);
  expect(page).toMatchObject({
    Number: orderNumber(OrderId),
    CustomerName: "Acme Dental",
    VendorName: "Microsoft",
    Lines: [{ Before: 0, After: 10, PerPeriod: net, State: "done", Term: "P1Y", Billing: "monthly" }],
    Charges: [{ Amount: net, State: "charged", Invoice: null }],
    Undo: [{ Quantity: 10, Left: 0, Until: active.Subscriptions[0]!.Lots[0]!.RefundableUntil }],
  });
  expect(page.Made.map(({ Label }) => Label)).toEqual(["Tenant", page.Lines[0]!.Name]);
  expect(page.Steps[0]).toMatchObject({ What: expect.stringMatching(/^Placed by /), At: page.PlacedAt });
  expect(whatOf(page, "working")).toEqual([]);
  expect(whatOf(page, "done")).toContain("Done at Microsoft");
  expect(whatOf(page, "coming")).toEqual(["Time to undo ends", "Next charge", "Renews as it is"]);

  const key = active.Subscriptions[0]!.Id;
  const more: WireChange = { Kind: "setQuantity", Targets: [{ Key: key, Quantity: 14 }] };
  const later = await order(reseller, customerId, more, { InstanceId });
  await becomes(reseller, InstanceId, "Active");
  expect(await pageOf(reseller, later.placed.Result!.OrderId)).toMatchObject({
    Lines: [{ Before: 10, After: 14, Added: 4, IsEnd: false }],
    Undo: [{ Quantity: 4, Left: 10 }],
  });
  // Who gives units back gives back those bought last.
  expect((await pageOf(reseller, OrderId)).Undo).toEqual([]);
  const renewal: WireChange = { Kind: "schedule", Targets: [{ Key: key, Outcome: "renew", Quantity: 3 }] };
  const wish = await order(reseller, customerId, renewal, { InstanceId });
  await becomes(reseller, InstanceId, "Active");
  const wished = await pageOf(reseller, wish.placed.Result!.OrderId);
  expect(wished.Steps[0]!.More).toBe(`${wished.Lines[0]!.Name}: Scheduled to renew with 3 licences`);
  const end = await order(reseller, customerId, { Kind: "cancel", Keys: [key] }, { InstanceId });
  const ended = await pageOf(reseller, end.placed.Result!.OrderId);
  expect(ended.Lines).toMatchObject([{ Before: 14, After: 0, Added: 0, IsEnd: true }]);
  expect(ended.Steps[0]!.More).toContain(`${ended.Lines[0]!.Name} ends · `);
  await becomes(reseller, InstanceId, "Deleted");

  await app.sql("update resellers set hide_pricing = true where id = $1", [reseller.resellerId]);
  const colleague = await app.signIn({ resellerId: reseller.resellerId, kind: "engineer" });
  const hidden = await pageOf(colleague, OrderId);
  expect(hidden).toMatchObject({ Charges: null, Lines: [{ UnitCost: null, PerPeriod: null }] });
  expect(JSON.stringify(hidden)).not.toMatch(/£/);
  const stranger = await app.signIn();
  expect((await app.call(stranger, orders.byId, { params: { orderId: OrderId } })).status).toBe(404);
});

test("an order's page shows what the customer pays, the margin and the totals at the prices of its day, to whom sees prices", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const { OfferId } = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
  const charge = (CustomerPrice: string) =>
    app.call(reseller, catalogue.setCustomerPrice, { params: { offerId: OfferId }, body: { CustomerPrice } });
  const before = await order(reseller, customerId, { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity: 2 }] });
  const { InstanceId } = before.placed.Result!;
  await becomes(reseller, InstanceId, "Active");
  await charge("2000.00");
  const { placed } = await order(
    reseller,
    customerId,
    { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity: 10 }] },
    { InstanceId },
  );
  const { OrderId } = placed.Result!;
  const active = await becomes(reseller, InstanceId, "Active");
  await charge("3000.00");

  const unsold = await pageOf(reseller, before.placed.Result!.OrderId);
  const page = await pageOf(reseller, OrderId);
  const { PerPeriod } = page.Lines[0]!;
  const Margin = { Minor: String(2_000_000n - BigInt(PerPeriod!.Minor)), Currency: "GBP" };
  const Sales = { Minor: "2000000", Currency: "GBP" };
  expect(page.Lines).toMatchObject([{ Sales, Margin }]);
  expect(page.Totals).toEqual([{ Billing: "monthly", Cost: PerPeriod, Sales, Margin }]);
  expect(unsold.Totals).toEqual([{ Billing: "monthly", Cost: unsold.Lines[0]!.PerPeriod, Sales: null, Margin: null }]);
  expect(page.Again).toEqual({ UserId: null, Lines: [{ OfferId, Quantity: 10, Attributes: {} }] });

  // Another price from then on, as with a new term.
  const key = active.Subscriptions.find(({ Quantity }) => Quantity === 10)!.Id;
  await app.sql(
    `insert into subscription_history (reseller_id, subscription_id, effective_at, recorded_at, kind, data)
     values ($1, $2, $3, $3, 'priceFixed', '{"unitCost": "1.00", "customerPrice": "9.00"}')`,
    [reseller.resellerId, key, worker.platform.clock.now()],
  );
  const more: WireChange = { Kind: "setQuantity", Targets: [{ Key: key, Quantity: 12 }] };
  const later = await order(reseller, customerId, more, { InstanceId });
  expect(await pageOf(reseller, later.placed.Result!.OrderId)).toMatchObject({
    Lines: [{ Sales: { Minor: "10800" } }],
    Again: null,
  });
  expect((await pageOf(reseller, OrderId)).Lines).toMatchObject([{ Sales, Margin }]);

  const { resellerId } = reseller;
  const rights = ["manageService"] as const;
  const admin = await app.signIn({ kind: "endUserAdmin", resellerId, customerId, rights: [...rights] });
  const shown = await pageOf(admin, OrderId);
  expect(shown).toMatchObject({
    Charges: null,
    Totals: [],
    Lines: [{ PerPeriod: null, Sales: null, Margin: null }],
  });
  // The next charge is on an invoice of the reseller's.
  expect(whatOf(shown, "coming")).toEqual(["Renews as it is"]);
});

test("what an order promised is shown as held while its vendor is at work, and as nothing once it refused", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const monthly = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
  const { proposal, placed } = await order(reseller, customerId, {
    Kind: "add",
    Lines: [{ Key: "a", OfferId: monthly.OfferId, Quantity: 3 }],
  });
  const { OrderId, InstanceId } = placed.Result!;
  await becomes(reseller, InstanceId, "Active");
  // As if its vendor had not answered yet: nothing counts, and the promise stands.
  const other = await app.sql<{ id: string }>(
    `insert into orders (reseller_id, customer_id, instance_id, product_id, journey, task, status, placed_at, placed_by_name)
     select reseller_id, customer_id, instance_id, product_id, 'Modify', 'change', 'Working', now(), 'Robin Tester' from orders where id = $1 returning id`,
    [OrderId],
  );
  const id = other[0]!.id;
  await app.sql(
    `insert into order_lines (reseller_id, order_id, subscription_id, offer_id, name, quantity, attributes)
     select reseller_id, $2, subscription_id, offer_id, name, 5, attributes from order_lines where order_id = $1`,
    [OrderId, id],
  );
  await app.sql(
    `insert into held_charges (reseller_id, order_id, customer_id, subscription_id, product_id, offer_id, kind, description, period_from,
       period_until, due_on, quantity, unit_cost, amount_minor, currency)
     select reseller_id, $2, customer_id, subscription_id, product_id, offer_id, 'prorated', 'Two more', period_from, period_until, due_on, 2,
       unit_cost, 1234, currency from held_charges where order_id = $1`,
    [OrderId, id],
  );
  const held = await pageOf(reseller, id);
  expect(held.Charges).toMatchObject([{ State: "held", Amount: { Minor: "1234" }, Invoice: null }]);
  expect(held.Undo).toEqual([]);
  expect(whatOf(held, "working")).toEqual(["At work: Microsoft"]);

  await app.sql(
    "update order_lines set state = 'refused', reason = 'No such licence', reason_code = '400123', settled_at = now() where order_id = $1",
    [id],
  );
  await app.sql("update orders set status = 'Failed', completed_at = now() where id = $1", [id]);
  const refused = await pageOf(reseller, id);
  expect(refused.Charges).toEqual([]);
  expect(refused.Steps.find(({ State }) => State === "failed")).toMatchObject({
    What: `Refused by Microsoft: ${refused.Lines[0]!.Name}`,
    More: null,
  });
  expect(proposal.Succeed).toBe(true);
});

test("what is sold once is not offered again while it is there, whatever became of the order", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const { OfferId } = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
  const change: WireChange = { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity: 2 }] };
  const { OrderId, InstanceId } = (await order(reseller, customerId, change)).placed.Result!;
  await becomes(reseller, InstanceId, "Active");
  const more = (await order(reseller, customerId, change, { InstanceId })).placed.Result!;
  await becomes(reseller, InstanceId, "Active");
  const offered = async (orderId: string) => (await pageOf(reseller, orderId)).Again !== null;
  const sell = (cardinality: string) =>
    app.sql("update products p set cardinality = $1 from orders o where o.id = $2 and p.id = o.product_id", [
      cardinality,
      OrderId,
    ]);
  expect(await offered(OrderId)).toBe(true);
  try {
    for (const once of ["OncePerCustomer", "OncePerReseller"]) {
      await sell(once);
      // More of the same service is no second one.
      expect([once, await offered(OrderId), await offered(more.OrderId)]).toEqual([once, false, true]);
    }
    await app.sql("update orders set status = 'Failed' where id = $1", [OrderId]);
    expect(await offered(OrderId)).toBe(false);
    await app.sql("update service_instances set status = 'Deleted' where id = $1", [InstanceId]);
    expect(await offered(OrderId)).toBe(true);
  } finally {
    await sell("MultiplePerCustomer");
  }
});
