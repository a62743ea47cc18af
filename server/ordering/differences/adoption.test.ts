import { differences, everyDifference } from "@tradewind/contract/ordering/differences.ts";
import { services } from "@tradewind/contract/ordering/services.ts";
import { addDays } from "@tradewind/domain/values/dates.ts";
import { expect, test } from "vitest";
import { orderStory } from "../../test/order-story.ts";
import { sweeping } from "../../test/sweep.ts";
import { testApp } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const sweep = sweeping(app, worker);
const { signInSigned, addCustomer, offer, order, becomes } = orderStory(app, worker);

test("what nobody ordered here is adopted by the operator: charged from a day on, by its hash, in the customer's service", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const { OfferId } = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
  const { placed } = await order(reseller, customerId, { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity: 4 }] });
  const { InstanceId: instanceId } = placed.Result!;
  await becomes(reseller, instanceId, "Active");
  const [tenant] = await app.sql<{ ref: string }>(
    "select tenant_ref as ref from provider_tenants where customer_id = $1",
    [customerId],
  );
  await worker.control("microsoft", "act", { action: "sell", customerId: tenant!.ref, quantity: 7 });
  const began = worker.platform.clock.today();
  await worker.moveDays(1);
  await sweep(tenant!.ref);
  const operator = await app.signInOperator();
  const list = async () =>
    (await app.call(operator, everyDifference.list, {})).Result!.Items.filter((each) => each.CustomerId === customerId);
  const [found, ...others] = await list();
  expect(others).toEqual([]);
  expect(found).toMatchObject({ Kind: "unknown", Ours: "Not in our book", Cures: ["adopt", "accept"] });
  expect((await app.call(reseller, differences.list, {})).Result!.Items).toEqual([]);

  const params = { differenceId: found!.Id };
  const today = worker.platform.clock.today();
  const proposal = (await app.call(operator, everyDifference.propose, { params, query: { From: today } })).Result!;
  // Usually from the day from which its vendor bills it; another may be chosen.
  expect((await app.call(operator, everyDifference.propose, { params, query: {} })).Result).toMatchObject({
    From: began,
    TermFrom: began,
    Charges: [{ Quantity: 7, From: began }],
  });
  expect(proposal).toMatchObject({ From: today, Quantity: 7, Charges: [{ Quantity: 7, From: today }] });
  const early = await app.call(operator, everyDifference.propose, { params, query: { From: addDays(began, -1) } });
  expect(early).toMatchObject({ status: 409, Error: "differenceNotTaken" });
  // What was proposed is promised neither from another day nor once it stands otherwise at its vendor.
  const changed = { status: 409, Error: "proposalChanged" };
  const body = { Hash: proposal.Hash, From: today };
  expect(await app.call(operator, everyDifference.adopt, { params, body: { ...body, From: began } })).toMatchObject(
    changed,
  );
  const [standing] = await app.sql<{ vendor_ref: string }>("select vendor_ref from differences where id = $1", [
    found!.Id,
  ]);
  const act = async (action: string) => {
    await worker.control("microsoft", "act", { action, subscriptionId: standing!.vendor_ref });
    await sweep(tenant!.ref);
  };
  await act("suspend");
  expect(await app.call(operator, everyDifference.adopt, { params, body })).toMatchObject(changed);
  await act("reinstate");
  // An order that was looked at meanwhile may have been what stands there: nothing is in the book twice.
  const [known] = await app.sql<{ id: string; vendor_ref: string }>(
    "select id, vendor_ref from subscriptions where customer_id = $1",
    [customerId],
  );
  const knowAs = (ref: string) => app.sql("update subscriptions set vendor_ref = $2 where id = $1", [known!.id, ref]);
  await knowAs(standing!.vendor_ref);
  expect(await app.call(operator, everyDifference.adopt, { params, body })).toMatchObject({
    status: 409,
    Error: "differenceSettled",
  });
  await knowAs(known!.vendor_ref);
  expect((await app.call(operator, everyDifference.adopt, { params, body })).Succeed).toBe(true);
  expect(await app.call(operator, everyDifference.adopt, { params, body })).toMatchObject({
    status: 409,
    Error: "differenceSettled",
  });

  const shown = (await app.call(reseller, services.byId, { params: { instanceId } })).Result!;
  const adopted = shown.Subscriptions.find((each) => each.Quantity === 7)!;
  expect(adopted).toMatchObject({ Status: "active", TermUntil: proposal.TermUntil });
  const charges = await app.sql(
    `select c.amount_minor, p.amount_minor is not null as owed from charges c
     left join payables p on p.reseller_id = c.reseller_id and p.charge_id = c.id where c.subscription_id = $1`,
    [adopted.Id],
  );
  expect(charges).toEqual([{ amount_minor: proposal.Total.Minor, owed: true }]);

  // Both books have it now, and it is changed as if it had been ordered here.
  await sweep(tenant!.ref);
  expect(await list()).toEqual([]);
  expect((await app.call(reseller, differences.list, {})).Result!.Items).toEqual([]);
  const change = { Kind: "setQuantity" as const, Targets: [{ Key: adopted.Id, Quantity: 9 }] };
  expect((await order(reseller, customerId, change, { InstanceId: instanceId })).placed.Succeed).toBe(true);
  await becomes(reseller, instanceId, "Active");
  await sweep(tenant!.ref);
  expect((await app.call(reseller, differences.list, {})).Result!.Items).toEqual([]);
});

test("what is to run on by the day is adopted so: nobody asks its vendor for a renewal", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const { OfferId } = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
  const { placed } = await order(reseller, customerId, { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity: 4 }] });
  await becomes(reseller, placed.Result!.InstanceId, "Active");
  const [tenant] = await app.sql<{ ref: string }>(
    "select tenant_ref as ref from provider_tenants where customer_id = $1",
    [customerId],
  );
  const { id: subscriptionId } = (await worker.control("microsoft", "act", {
    action: "sell",
    customerId: tenant!.ref,
    quantity: 3,
  })) as { id: string };
  await worker.control("microsoft", "act", { action: "switchRenewal", subscriptionId, on: false });
  await sweep(tenant!.ref);
  const operator = await app.signInOperator();
  const { Items } = (await app.call(operator, everyDifference.list, {})).Result!;
  const params = { differenceId: Items.find((each) => each.CustomerId === customerId)!.Id };
  const { Hash, From } = (await app.call(operator, everyDifference.propose, { params, query: {} })).Result!;
  expect((await app.call(operator, everyDifference.adopt, { params, body: { Hash, From } })).Succeed).toBe(true);
  await sweep(tenant!.ref);
  const [adopted] = await app.sql<{ outcome: string; orders: string }>(
    `select s.term_end ->> 'outcome' as outcome,
       (select count(*) from order_lines l where l.reseller_id = s.reseller_id and l.subscription_id = s.id) as orders
     from subscriptions s where s.vendor_ref = $1`,
    [subscriptionId],
  );
  expect(adopted).toEqual({ outcome: "extend", orders: "0" });
  expect((await app.call(reseller, differences.list, {})).Result!.Items).toEqual([]);
});
