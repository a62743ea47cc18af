import { customers } from "@tradewind/contract/customers/customers.ts";
import { orders, type WireChange } from "@tradewind/contract/ordering/orders.ts";
import { services } from "@tradewind/contract/ordering/services.ts";
import { work } from "@tradewind/contract/ordering/work.ts";
import { describe, expect, test } from "vitest";
import { agreement, deliverTo, orderStory } from "../../test/order-story.ts";
import { testApp } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, offer, order, status, becomes } = orderStory(app, worker);

describe("Microsoft 365", () => {
  test("ORD-05 SVC-12 an order is charged as promised, provisioned by the worker, changed and returned", async () => {
    const reseller = await signInSigned();
    const customerId = await addCustomer(reseller);
    const monthly = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });

    const { proposal, placed } = await order(reseller, customerId, {
      Kind: "add",
      Lines: [{ Key: "a", OfferId: monthly.OfferId, Quantity: 10 }],
    });
    expect(placed).toMatchObject({ status: 200, Succeed: true });
    const { InstanceId } = placed.Result!;
    expect(["Activating", "Active"]).toContain((await status(reseller, InstanceId)).Service.Status);

    const active = await becomes(reseller, InstanceId, "Active");
    expect(active.Subscriptions).toMatchObject([{ Quantity: 10, Status: "active", Term: "P1Y" }]);
    const charged = await app.sql<{ amount_minor: string }>("select amount_minor from charges where reseller_id = $1", [
      reseller.resellerId,
    ]);
    expect(charged.map((row) => row.amount_minor)).toEqual([proposal.Result!.ChargeNow!.Net.Minor]);

    const key = active.Subscriptions[0]!.Id;
    const up = await order(
      reseller,
      customerId,
      { Kind: "setQuantity", Targets: [{ Key: key, Quantity: 14 }] },
      { InstanceId },
    );
    expect(up.placed.status).toBe(200);
    expect((await becomes(reseller, InstanceId, "Active")).Subscriptions[0]).toMatchObject({
      Quantity: 14,
      Lots: [{ Quantity: 10 }, { Quantity: 4 }],
    });

    const down = await order(
      reseller,
      customerId,
      { Kind: "setQuantity", Targets: [{ Key: key, Quantity: 12 }] },
      { InstanceId },
    );
    expect(down.proposal.Result!.Lines[0]).toMatchObject({ Kind: "refund" });
    expect((await becomes(reseller, InstanceId, "Active")).Subscriptions[0]!.Quantity).toBe(12);
  });

  test("a price that moved between proposal and order is answered with 409 and the new proposal", async () => {
    const reseller = await signInSigned();
    const customerId = await addCustomer(reseller);
    const monthly = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
    const wanted = {
      CustomerId: customerId,
      ProductId: "microsoft-365",
      Details: agreement,
      Change: { Kind: "add" as const, Lines: [{ Key: "a", OfferId: monthly.OfferId, Quantity: 1 }] },
    };
    const { Result } = await app.call(reseller, orders.propose, { body: wanted });
    await app.sql(
      "insert into reseller_prices (reseller_id, offer_id, from_date, price) values ($1, $2, '2026-01-01', 99)",
      [reseller.resellerId, monthly.OfferId],
    );

    const attempt = await app.call(reseller, orders.place, { body: { ...wanted, ProposalHash: Result!.Hash } });

    expect(attempt).toMatchObject({
      status: 409,
      Error: "proposalChanged",
      Resources: { Proposal: { Currency: "GBP" } },
    });
    expect(await app.sql("select from orders where reseller_id = $1", [reseller.resellerId])).toHaveLength(0);
  });
});

test("AGR-08 the agreement gate also holds on the server: a proposal says what is missing, an order is refused", async () => {
  const reseller = await app.signIn();
  const customerId = await addCustomer(reseller);
  const other = await signInSigned();
  const monthly = await offer(other, await addCustomer(other), { term: "P1Y", billing: "monthly" });

  const { proposal, placed } = await order(reseller, customerId, {
    Kind: "add",
    Lines: [{ Key: "a", OfferId: monthly.OfferId, Quantity: 1 }],
  });

  expect(proposal.Result!.Findings).toContainEqual(expect.objectContaining({ Code: "agreementMissing", Blocks: true }));
  expect(placed).toMatchObject({ status: 409, Error: "agreementNotSigned" });
});

test("SVC-15 a vendor's refusal shows its reason and Retry; once its cause is gone the retry makes exactly one thing", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const monthly = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
  const change: WireChange = { Kind: "add", Lines: [{ Key: "a", OfferId: monthly.OfferId, Quantity: 2 }] };
  const domain = `fail-${crypto.randomUUID().slice(0, 8)}`;

  const { placed } = await order(reseller, customerId, change, { Details: { ...agreement, MicrosoftDomain: domain } });
  const { OrderId, InstanceId } = placed.Result!;
  const failed = await becomes(reseller, InstanceId, "ActivationFailed");
  expect(failed.Service.Reason).toMatch(/\w+ .*\./);
  expect(failed.Orders[0]).toMatchObject({ Status: "Failed", Message: failed.Service.Reason });

  await worker.control("microsoft", "act", { action: "heal", domain });
  const again = await app.call(reseller, orders.retry, { params: { orderId: OrderId } });
  expect(again.Result).toMatchObject({ Status: "Working" });
  const active = await becomes(reseller, InstanceId, "Active");
  expect(active.Subscriptions).toHaveLength(1);
  expect((await app.call(reseller, orders.retry, { params: { orderId: OrderId } })).Error).toBe("orderNotFailed");
});

test("an order that its vendor refuses again is tried after growing pauses, and colleagues hear of its reason once", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const monthly = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
  const change: WireChange = { Kind: "add", Lines: [{ Key: "a", OfferId: monthly.OfferId, Quantity: 2 }] };
  const MicrosoftDomain = `fail-${crypto.randomUUID().slice(0, 8)}`;
  const { placed } = await order(reseller, customerId, change, { Details: { ...agreement, MicrosoftDomain } });
  const { OrderId, InstanceId } = placed.Result!;
  const retry = () => app.call(reseller, orders.retry, { params: { orderId: OrderId } });
  const failed = () => becomes(reseller, InstanceId, "ActivationFailed");
  const count = async (table: "notifications" | "charges") =>
    (
      await app.sql<{ n: number }>(`select count(*)::int as n from ${table} where reseller_id = $1`, [
        reseller.resellerId,
      ])
    )[0]!.n;
  await failed();
  const told = await count("notifications");
  expect((await retry()).status).toBe(200);
  await failed();
  expect(await count("notifications")).toBe(told);
  await app.sql("update orders set retries = 10 where id = $1", [OrderId]);
  const charged = await count("charges");
  const refused = await retry();
  expect(refused).toMatchObject({ status: 429, Error: "tooManyRequests" });
  expect(await count("charges")).toBe(charged);
  await app.sql("update orders set retried_at = retried_at - interval '1 hour' where id = $1", [OrderId]);
  expect((await retry()).status).toBe(200);
  await failed();
  expect(await count("notifications")).toBe(told);
});

test("what a customer's own people may not order they may not try again either", async () => {
  const reseller = await signInSigned();
  const name = `Acme ${crypto.randomUUID().slice(0, 6)}`;
  const customerId = await addCustomer(reseller, name);
  const Lines = [{ Key: "a", OfferId: "exclaimer-standard:none:monthly", Quantity: 5 }];
  const { placed } = await order(
    reseller,
    customerId,
    { Kind: "add", Lines },
    {
      ProductId: "exclaimer",
      Details: {
        MailDomain: "acme.example",
        MailSystem: "microsoft",
        Region: "uk",
        DesignedBy: "ada@acme.example",
      },
    },
  );
  const { OrderId, InstanceId } = placed.Result!;
  const staff = await app.signInOperator();
  const item = await worker.until(
    async () => (await app.call(staff, work.list)).Result!.Items.find(({ CustomerName }) => CustomerName === name),
    "its work",
  );
  await app.call(staff, work.reject, { params: { workItemId: item.Id }, body: { Note: "No such domain" } });
  await becomes(reseller, InstanceId, "ActivationFailed");
  const admin = await app.signIn({ resellerId: reseller.resellerId, kind: "endUserAdmin", customerId });
  const retry = (person: typeof admin) => app.call(person, orders.retry, { params: { orderId: OrderId } });
  expect(await retry(admin)).toMatchObject({ status: 409, Error: "productNotForEndUserAdmin" });
  expect((await retry(reseller)).status).toBe(200);
});

test("the first order adds a service, others modify it one at a time, and the one that leaves nothing of it deletes it", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const { OfferId } = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
  const add: WireChange = { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity: 2 }] };
  const { InstanceId } = (await order(reseller, customerId, add)).placed.Result!;
  const journeys = async () => {
    const { Subscriptions, Orders } = await becomes(reseller, InstanceId, "Active");
    return { ids: Subscriptions.map(({ Id }) => Id), journeys: Orders.map(({ Journey }) => Journey) };
  };
  const {
    ids: [first],
  } = await journeys();
  await order(reseller, customerId, add, { InstanceId });
  const { ids, journeys: two } = await journeys();
  expect([ids.length, two]).toEqual([2, ["Modify", "Add"]]);

  const atWork = (state: string) =>
    app.sql("update order_lines set state = $2, settled_at = now() where subscription_id = $1", [first, state]);
  await atWork("working");
  const off = (key: string) => order(reseller, customerId, { Kind: "cancel", Keys: [key] }, { InstanceId });
  expect((await off(first!)).placed).toMatchObject({ status: 409, Error: "serviceBusy" });
  await atWork("done");

  await off(first!);
  expect((await journeys()).journeys).toEqual(["Modify", "Modify", "Add"]);
  await off(ids.find((id) => id !== first)!);
  expect((await becomes(reseller, InstanceId, "Deleted")).Orders[0]).toMatchObject({ Journey: "Delete" });
});

test("what was never provided is not paid for, tried again or not, and is called off at no cost", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const monthly = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
  const change: WireChange = { Kind: "add", Lines: [{ Key: "a", OfferId: monthly.OfferId, Quantity: 2 }] };
  const { placed } = await order(reseller, customerId, change, {
    Details: { ...agreement, MicrosoftDomain: `fail-${crypto.randomUUID().slice(0, 8)}` },
  });
  const { OrderId, InstanceId } = placed.Result!;
  const charged = async () => {
    const [sum] = await app.sql<{ net: string }>(
      "select coalesce(sum(amount_minor), 0)::text as net from charges where reseller_id = $1",
      [reseller.resellerId],
    );
    return sum!.net;
  };
  const kept = () =>
    app.sql("select period_from, period_until, policy_ids, vendor_ref from subscriptions where instance_id = $1", [
      InstanceId,
    ]);
  await becomes(reseller, InstanceId, "ActivationFailed");
  expect(await charged()).toBe("0");
  const before = await kept();

  await app.call(reseller, orders.retry, { params: { orderId: OrderId } });
  expect(await charged()).toBe("0");
  const failed = await becomes(reseller, InstanceId, "ActivationFailed");
  expect(await charged()).toBe("0");

  const off = await order(
    reseller,
    customerId,
    { Kind: "cancel", Keys: failed.Subscriptions.map((each) => each.Id) },
    { InstanceId },
  );
  expect(off.placed.status).toBe(200);
  await becomes(reseller, InstanceId, "Deleted");
  expect(await charged()).toBe("0");
  // Calling it off follows rules of its own, which the subscription does not keep.
  expect(await kept()).toEqual(before);
});

test("suspending a customer suspends its services at the vendor, billing goes on, and reactivation resumes them", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const monthly = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
  const { placed } = await order(reseller, customerId, {
    Kind: "add",
    Lines: [{ Key: "a", OfferId: monthly.OfferId, Quantity: 1 }],
  });
  const { InstanceId } = placed.Result!;
  await becomes(reseller, InstanceId, "Active");

  await app.call(reseller, customers.suspend, { params: { customerId } });
  const suspended = await becomes(reseller, InstanceId, "Active");
  expect(suspended.Subscriptions[0]!.Status).toBe("suspended");
  expect(suspended.Orders[0]).toMatchObject({ Journey: "Suspend", Status: "Completed" });
  const blocked = await order(reseller, customerId, {
    Kind: "add",
    Lines: [{ Key: "a", OfferId: monthly.OfferId, Quantity: 1 }],
  });
  expect(blocked.proposal.Error).toBe("customerSuspended");

  await app.call(reseller, customers.reactivate, { params: { customerId } });
  expect((await becomes(reseller, InstanceId, "Active")).Subscriptions[0]!.Status).toBe("active");
});

test("suspending a customer leaves a failed service as it is, and its order can still be tried again", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const monthly = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
  const change: WireChange = { Kind: "add", Lines: [{ Key: "a", OfferId: monthly.OfferId, Quantity: 2 }] };
  const domain = `fail-${crypto.randomUUID().slice(0, 8)}`;
  const { placed } = await order(reseller, customerId, change, { Details: { ...agreement, MicrosoftDomain: domain } });
  const { OrderId, InstanceId } = placed.Result!;
  const failed = await becomes(reseller, InstanceId, "ActivationFailed");

  await app.call(reseller, customers.suspend, { params: { customerId } });
  await app.call(reseller, customers.reactivate, { params: { customerId } });
  const after = await becomes(reseller, InstanceId, "ActivationFailed");
  expect(after.Service.Reason).toBe(failed.Service.Reason);
  expect(after.Orders).toHaveLength(1);

  await worker.control("microsoft", "act", { action: "heal", domain });
  await app.call(reseller, orders.retry, { params: { orderId: OrderId } });
  await becomes(reseller, InstanceId, "Active");
});

test("ORD-10 CAT-22 hardware goes through the operator's work queue, is dispatched, and can then no longer be cancelled", async () => {
  const reseller = await signInSigned();
  const operator = await app.signInOperator();
  const customerId = await addCustomer(reseller);
  const journey = await app.call(reseller, orders.journey, {
    params: { by: "product", name: "hosted-voice-hardware" },
    query: { CustomerId: customerId, Action: "Add" },
  });
  const [phone] = journey.Result!.Steps.flatMap((step) => step.Items);
  const delivery = journey.Result!.Delivery[0]!;
  const change: WireChange = {
    Kind: "add",
    Lines: [{ Key: "p", OfferId: phone!.Offers[0]!.OfferId, Quantity: 2 }],
    DeliveryOption: delivery.Id,
  };

  const { proposal, placed } = await order(reseller, customerId, change, {
    ProductId: "hosted-voice-hardware",
    Details: deliverTo,
  });
  const cost = Number(phone!.Offers[0]!.Cost) * 2 + Number(delivery.Cost);
  expect(Number(proposal.Result!.ChargeNow!.Net.Minor)).toBe(Math.round(cost * 100));
  const { InstanceId } = placed.Result!;

  const item = await worker.until(
    async () => (await app.call(operator, work.list)).Result!.Items.find((each) => each.Lines[0]!.Quantity === 2),
    "work item",
  );
  await app.call(operator, work.start, {
    params: { workItemId: item.Id },
    body: { EstimatedCompletion: "2026-12-24" },
  });
  await worker.until(
    async () => (await status(reseller, InstanceId)).Orders[0]!.EstimatedCompletion === "2026-12-24",
    "estimate",
  );
  await app.call(operator, work.complete, { params: { workItemId: item.Id }, body: {} });
  const active = await becomes(reseller, InstanceId, "Active");

  const late = await order(
    reseller,
    customerId,
    { Kind: "cancel", Keys: active.Subscriptions.map((each) => each.Id) },
    { InstanceId, ProductId: "hosted-voice-hardware" },
  );
  expect(late.proposal.Error).toBe("alreadyDispatched");
  expect(
    (await app.call(operator, work.reject, { params: { workItemId: item.Id }, body: { Note: "too late" } })).Error,
  ).toBe("workFinished");
});

test("ORD-18 Acronis Backup is ordered, changed and deleted through its own connector", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const journey = await app.call(reseller, orders.journey, {
    params: { by: "product", name: "acronis-backup" },
    query: { CustomerId: customerId, Action: "Add" },
  });
  const [thing] = journey.Result!.Steps.flatMap((step) => step.Items);
  const rest = { ProductId: "acronis-backup" };
  const { placed } = await order(
    reseller,
    customerId,
    { Kind: "add", Lines: [{ Key: "b", OfferId: thing!.Offers[0]!.OfferId, Quantity: 3 }] },
    rest,
  );
  const { InstanceId } = placed.Result!;
  const { Subscriptions } = await becomes(reseller, InstanceId, "Active");
  const Key = Subscriptions[0]!.Id;

  await order(reseller, customerId, { Kind: "setQuantity", Targets: [{ Key, Quantity: 1 }] }, { InstanceId, ...rest });
  expect((await becomes(reseller, InstanceId, "Active")).Subscriptions[0]!.Quantity).toBe(1);
  await order(reseller, customerId, { Kind: "cancel", Keys: [Key] }, { InstanceId, ...rest });
  await becomes(reseller, InstanceId, "Deleted");
  expect((await app.call(reseller, services.ofCustomer, { params: { customerId } })).Result!.Items).toEqual([]);
});
