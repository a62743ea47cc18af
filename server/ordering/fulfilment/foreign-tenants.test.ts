import { orders } from "@tradewind/contract/ordering/orders.ts";
import { afterEach, expect, test } from "vitest";
import { agreement, orderStory } from "../../test/order-story.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, offer, order, status, becomes } = orderStory(app, worker);

const takenReason = /^This Microsoft domain already belongs to an organisation/;

/** Orders Microsoft 365 for a new customer of a new reseller, into the domain. */
async function orderInto(domain: string, customer: string) {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller, customer);
  const { OfferId } = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
  const { placed } = await order(
    reseller,
    customerId,
    { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity: 5 }] },
    { ProductId: "microsoft-365", Details: { ...agreement, MicrosoftDomain: domain } },
  );
  return { reseller, customerId, ...placed.Result! };
}

const settled = (reseller: Person, instanceId: string) =>
  worker.until(async () => {
    const { Service } = await status(reseller, instanceId);
    return Service.Status === "Activating" ? undefined : Service;
  }, "the order's end");

const tenantsAt = (domain: string) =>
  app.sql<{ customer_id: string }>(
    "select t.customer_id from provider_tenants t join vendor_names n using (reseller_id, customer_id, fulfiller) where n.name = $1",
    [`${domain}.onmicrosoft.com`],
  );
const fresh = (stem: string) => stem + crypto.randomUUID().slice(0, 6);

test("a customer with another reseller's name and domain gets no way into the tenant, and the order says why", async () => {
  const domain = fresh("fenwicktimber");
  const first = await orderInto(domain, "Fenwick Timber");
  await becomes(first.reseller, first.InstanceId, "Active");

  const second = await orderInto(domain, "Fenwick Timber");

  const failed = await becomes(second.reseller, second.InstanceId, "ActivationFailed");
  expect(failed.Service.Reason).toMatch(takenReason);
  expect(await tenantsAt(domain)).toEqual([{ customer_id: first.customerId }]);
  expect((await app.call(second.reseller, orders.retry, { params: { orderId: second.OrderId } })).status).toBe(200);
  await becomes(second.reseller, second.InstanceId, "ActivationFailed");
});

test("of two who order into the same free domain at once, one gets it", async () => {
  const domain = fresh("twoatonce");
  const both = await Promise.all([orderInto(domain, "Brook & Sons"), orderInto(domain, "Brook & Sons")]);
  const ends = await Promise.all(both.map(({ reseller, InstanceId }) => settled(reseller, InstanceId)));
  expect(ends.map(({ Status }) => Status).toSorted()).toEqual(["ActivationFailed", "Active"]);
  expect(ends.find(({ Status }) => Status !== "Active")!.Reason).toMatch(takenReason);
  const winner = both[ends.findIndex(({ Status }) => Status === "Active")]!;
  expect(await tenantsAt(domain)).toEqual([{ customer_id: winner.customerId }]);
});

/** The administrator of a tenant follows the link that accepts us as its reseller; the tenant is ours at Microsoft then. */
const acceptReseller = (domain: string) =>
  worker.control("microsoft", "act", { action: "acceptReseller", domain: `${domain}.onmicrosoft.com` });
/** Waits until an order has taken the name, right before it asks Microsoft for a tenant. */
const asksFor = (domain: string) =>
  worker.until(
    async () => (await app.sql("select from vendor_names where name = $1", [`${domain}.onmicrosoft.com`])).length > 0,
    "a creation under way",
  );
const creation = { method: "POST", path: "/v1/customers" };
afterEach(() => calm());
const calm = () => fetch(`${worker.simulators.urls.microsoft}/__sim/faults`, { method: "DELETE" });

test("a tenant that becomes ours while an order asks for its domain goes to no order, however often it asks", async () => {
  const domain = fresh("victim");
  await worker.control("microsoft", "faults", {
    times: 10_000,
    match: creation,
    fault: { kind: "status", status: 503 },
  });
  const { reseller, customerId, OrderId, InstanceId } = await orderInto(domain, "Foul Play Ltd");
  await asksFor(domain);
  await acceptReseller(domain);
  await calm();
  expect((await settled(reseller, InstanceId)).Reason).toMatch(takenReason);
  await app.call(reseller, orders.retry, { params: { orderId: OrderId } });
  expect((await settled(reseller, InstanceId)).Reason).toMatch(takenReason);
  expect(await app.sql("select from provider_tenants where customer_id = $1", [customerId])).toEqual([]);
});

test("a tenant whose creation was not answered is the customer's: asked again, Microsoft says which it made", async () => {
  const domain = fresh("answerless");
  await worker.control("microsoft", "faults", { match: creation, fault: { kind: "commitThenReset" } });
  const { reseller, customerId, InstanceId } = await orderInto(domain, "Lost Answers Ltd");
  await becomes(reseller, InstanceId, "Active");
  expect(await tenantsAt(domain)).toEqual([{ customer_id: customerId }]);
});

test("the database keeps a tenant to one customer", async () => {
  const domain = fresh("kept");
  const { reseller, customerId, InstanceId } = await orderInto(domain, "Kept Ltd");
  await becomes(reseller, InstanceId, "Active");
  const other = await addCustomer(reseller, "Other Ltd");
  await expect(
    app.sql(
      `insert into provider_tenants (reseller_id, customer_id, fulfiller, tenant_ref)
       select reseller_id, $2, fulfiller, tenant_ref from provider_tenants where customer_id = $1`,
      [customerId, other],
    ),
  ).rejects.toThrow("provider_tenants_once");
});
