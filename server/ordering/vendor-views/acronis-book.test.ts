import { differences } from "@tradewind/contract/ordering/differences.ts";
import { orders } from "@tradewind/contract/ordering/orders.ts";
import { expect, test } from "vitest";
import { curing } from "../../test/cures.ts";
import { orderStory } from "../../test/order-story.ts";
import { sweeping } from "../../test/sweep.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const sweepTenant = sweeping(app, worker);
const { signInSigned, addCustomer, order, becomes } = orderStory(app, worker);

/** A customer with an Acronis service, whose unit there is `vendor_ref`. */
async function standing(unit: "Workstation" | "GB", Quantity: number) {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const ProductId = "acronis-backup";
  const journey = await app.call(reseller, orders.journey, {
    params: { by: "product", name: ProductId },
    query: { CustomerId: customerId, Action: "Add" },
  });
  const items = journey.Result!.Steps.flatMap((step) => step.Items);
  const item = items.find((each) => each.Unit.startsWith(unit))!;
  const Lines = [{ Key: "a", OfferId: item.Offers[0]!.OfferId, Quantity }];
  const { placed } = await order(reseller, customerId, { Kind: "add", Lines }, { ProductId });
  const { InstanceId } = placed.Result!;
  await becomes(reseller, InstanceId, "Active");
  const [row] = await app.sql<{ id: string; vendor_ref: string; tenant_ref: string }>(
    `select s.id, s.vendor_ref, t.tenant_ref from subscriptions s
     join provider_tenants t on t.reseller_id = s.reseller_id and t.customer_id = s.customer_id where instance_id = $1`,
    [InstanceId],
  );
  return { reseller, instanceId: InstanceId, ...row! };
}

const act = (body: Record<string, unknown>) => worker.control("acronis", "act", body);

const sweep = ({ tenant_ref }: { tenant_ref: string }) => sweepTenant(tenant_ref);

const open = async (person: Person) => (await app.call(person, differences.list, {})).Result!.Items;
const { settle } = curing(app);

test("a quota that somebody changed at Acronis is a difference, taken over with its charges", async () => {
  const held = await standing("Workstation", 5);
  await sweep(held);
  expect(await open(held.reseller)).toEqual([]);
  await act({ action: "setQuota", tenantId: held.vendor_ref, quantity: 8 });
  await sweep(held);
  const [found, ...others] = await open(held.reseller);
  expect(others).toEqual([]);
  expect(found).toMatchObject({ Kind: "quantity", VendorName: "Acronis", State: "open" });
  expect(found!.Text).toMatch(/^Acronis has 8 .*, and we have 5 /);
  expect((await settle(held.reseller, "take", [found!.Id])).Succeed).toBe(true);
  const charges = await app.sql("select quantity from charges where subscription_id = $1 order by id", [held.id]);
  expect(charges).toEqual([{ quantity: 5 }, { quantity: 3 }]);
  await sweep(held);
  expect(await open(held.reseller)).toEqual([]);
});

test("what else somebody switches on in a unit is not taken for what was sold there, and only that is compared", async () => {
  const held = await standing("Workstation", 10);
  const [others] = await app.sql<{ storage: string; sold: string }>(
    `select f.offer_ref as sold, (select g.offer_ref from offers g where g.product_id = f.product_id and g.unit = 'GB' limit 1) as storage
     from subscriptions s join offers f on f.id = s.offer_id where s.id = $1`,
    [held.id],
  );
  const { storage, sold } = others!;
  await act({ action: "switchOn", tenantId: held.vendor_ref, item: storage, quantity: 500 });
  await sweep(held);
  expect(await open(held.reseller)).toEqual([]);
  // Storage without a quota is nothing to us; licences without one are no number to compare.
  await act({ action: "switchOn", tenantId: held.vendor_ref, item: storage, quantity: null });
  await sweep(held);
  expect(await open(held.reseller)).toEqual([]);
  await act({ action: "switchOn", tenantId: held.vendor_ref, item: sold, quantity: 12 });
  await sweep(held);
  expect(await open(held.reseller)).toMatchObject([{ Kind: "quantity", Text: expect.stringMatching(/has 12 .* 10 /) }]);
  await act({ action: "switchOn", tenantId: held.vendor_ref, item: sold, quantity: null });
  await sweep(held);
});

test("storage is compared in gigabytes, and Acronis is asked for what we have", async () => {
  const held = await standing("GB", 250);
  await act({ action: "setQuota", tenantId: held.vendor_ref, quantity: 100 });
  await sweep(held);
  const [found] = await open(held.reseller);
  expect(found!.Text).toMatch(/^Acronis has 100 /);
  expect((await settle(held.reseller, "ask", [found!.Id])).Succeed).toBe(true);
  await worker.until(async () => {
    await sweep(held);
    return (await open(held.reseller)).length === 0;
  }, "the two books to agree");
});

test("what is switched off at Acronis is suspended there, with its customer too, and what is deleted there has ended", async () => {
  const held = await standing("Workstation", 3);
  await act({ action: "setEnabled", tenantId: held.vendor_ref, on: false });
  await sweep(held);
  expect(await open(held.reseller)).toMatchObject([{ Kind: "suspended" }]);
  await act({ action: "setEnabled", tenantId: held.vendor_ref, on: true });
  await act({ action: "setEnabled", tenantId: held.tenant_ref, on: false });
  await sweep(held);
  expect(await open(held.reseller)).toMatchObject([{ Kind: "suspended" }]);
  await act({ action: "setEnabled", tenantId: held.tenant_ref, on: true });
  await sweep(held);
  expect(await open(held.reseller)).toEqual([]);

  await act({ action: "remove", tenantId: held.vendor_ref });
  await sweep(held);
  const [found] = await open(held.reseller);
  expect(found).toMatchObject({ Kind: "ended", Cures: ["take", "accept"] });
  expect((await settle(held.reseller, "take", [found!.Id])).Succeed).toBe(true);
  await becomes(held.reseller, held.instanceId, "Deleted");
});

test("a unit that was never ordered here is shown to the operator, and one without anything switched on to nobody", async () => {
  const held = await standing("Workstation", 2);
  const token = await fetch(`${worker.simulators.urls.acronis}/api/2/idp/token`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa("other:a-long-secret")}` },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  const { access_token } = (await token.json()) as { access_token: string };
  const post = async (method: string, path: string, body: object) =>
    (
      await fetch(`${worker.simulators.urls.acronis}/api/2${path}`, {
        method,
        headers: { authorization: `Bearer ${access_token}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      })
    ).json() as Promise<{ id: string; items: unknown[] }>;
  const unit = { parent_id: held.tenant_ref, kind: "unit", internal_tag: null };
  const made = await post("POST", "/tenants", { ...unit, name: "Branch office" });
  const unknown = () =>
    app.sql("select name, theirs from differences where tenant_ref = $1 and kind = 'unknown' and state <> 'closed'", [
      held.tenant_ref,
    ]);
  await sweep(held);
  expect(await unknown()).toEqual([]);
  const [item] = await app.sql<{ offer_ref: string }>(
    "select f.offer_ref from subscriptions s join offers f on f.id = s.offer_id where s.id = $1",
    [held.id],
  );
  const shown = await fetch(
    `${worker.simulators.urls.acronis}/api/2/tenants/${held.vendor_ref}/offering_items?edition=*`,
    {
      headers: { authorization: `Bearer ${access_token}` },
    },
  );
  const { items } = (await shown.json()) as { items: { name: string; quota: object }[] };
  const mine = items.find(({ name }) => name === item!.offer_ref)!;
  await post("PUT", `/tenants/${made.id}/offering_items`, {
    offering_items: [{ ...mine, quota: { value: 4, overage: null, version: 0 } }],
  });
  await sweep(held);
  expect(await unknown()).toEqual([{ name: "Branch office", theirs: 4 }]);
  expect(await open(held.reseller)).toEqual([]);
});
