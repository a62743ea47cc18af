import { invoices } from "@tradewind/contract/billing/invoices.ts";
import { orders } from "@tradewind/contract/ordering/orders.ts";
import { describe, expect, test } from "vitest";
import { longTest } from "../../test/long-test.ts";
import { agreement, orderStory } from "../../test/order-story.ts";
import { testApp } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";
import { refileLostOrders } from "../fulfilment/fulfil.jobs.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, offer, order, becomes, status } = orderStory(app, worker);

describe("windows", () => {
  longTest(
    "a reduction after its window names the next legal date and can be scheduled; at renewal the vendor holds the wish",
    async () => {
      const reseller = await signInSigned();
      const customerId = await addCustomer(reseller);
      const monthly = await offer(reseller, customerId, { term: "P1M", billing: "monthly" });
      const { placed } = await order(reseller, customerId, {
        Kind: "add",
        Lines: [{ Key: "a", OfferId: monthly.OfferId, Quantity: 5 }],
      });
      const { InstanceId } = placed.Result!;
      const { Subscriptions } = await becomes(reseller, InstanceId, "Active");
      const Key = Subscriptions[0]!.Id;
      expect(Subscriptions[0]!.IsCancellable).toBe(true);
      const ending = await addCustomer(reseller);
      const { InstanceId: ended } = (
        await order(reseller, ending, { Kind: "add", Lines: [{ Key: "a", OfferId: monthly.OfferId, Quantity: 1 }] })
      ).placed.Result!;
      const [last] = (await becomes(reseller, ended, "Active")).Subscriptions;
      const Targets = [{ Key: last!.Id, Outcome: "cancel" as const }];
      await order(reseller, ending, { Kind: "schedule", Targets }, { InstanceId: ended });
      await becomes(reseller, ended, "Active");

      await worker.moveDays(8);
      const late = await order(
        reseller,
        customerId,
        { Kind: "setQuantity", Targets: [{ Key, Quantity: 3 }] },
        { InstanceId },
      );
      expect(late.proposal).toMatchObject({
        status: 409,
        Error: "reductionWindowClosed",
        Resources: { NextDate: Subscriptions[0]!.TermUntil, Alternative: "schedule" },
      });
      const cancel = await order(reseller, customerId, { Kind: "cancel", Keys: [Key] }, { InstanceId });
      expect(cancel.proposal).toMatchObject({ status: 409, Error: "cancellationWindowClosed" });
      expect((await becomes(reseller, InstanceId, "Active")).Subscriptions[0]!.IsCancellable).toBe(false);

      const wish = await order(
        reseller,
        customerId,
        { Kind: "schedule", Targets: [{ Key, Outcome: "renew", Quantity: 3 }] },
        { InstanceId },
      );
      expect(wish.placed.status).toBe(200);
      await becomes(reseller, InstanceId, "Active");
      await worker.moveDays(26);

      const renewed = await worker.until(async () => {
        const present = await status(reseller, InstanceId);
        const [newest] = present.Orders;
        return newest!.PlacedBy === "Tradewind" && newest!.Status === "Completed" && present;
      }, "the renewal at the vendor");
      expect(renewed.Subscriptions[0]).toMatchObject({ Quantity: 3, TermFrom: Subscriptions[0]!.TermUntil });
      expect(renewed.History[0]).toMatchObject({ Kind: "renewed" });
      const filed = { PlacedBy: "Tradewind", ChargedNow: null, Status: "Completed" };
      expect(renewed.Orders[0]).toMatchObject({ Journey: "Modify", Lines: [{ Quantity: 3 }], ...filed });
      const [charge] = await app.sql<{ quantity: number }>(
        "select quantity from charges where subscription_id = $1 order by period_from desc limit 1",
        [Key],
      );
      expect(charge!.quantity).toBe(3);
      const gone = await becomes(reseller, ended, "Deleted");
      expect(gone.Orders[0]).toMatchObject({ Journey: "Delete", Lines: [{ Quantity: 0 }], ...filed });
    },
  );
});

longTest("invoices match the proposals' promises line by line and to the penny", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const monthly = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
  const first = await order(reseller, customerId, {
    Kind: "add",
    Lines: [{ Key: "a", OfferId: monthly.OfferId, Quantity: 7 }],
  });
  const { InstanceId } = first.placed.Result!;
  const { Subscriptions } = await becomes(reseller, InstanceId, "Active");
  await worker.moveDays(3);
  const more = await order(
    reseller,
    customerId,
    { Kind: "setQuantity", Targets: [{ Key: Subscriptions[0]!.Id, Quantity: 11 }] },
    { InstanceId },
  );
  await becomes(reseller, InstanceId, "Active");
  await worker.moveDays(95);

  const { Result: list } = await app.call(reseller, invoices.list);
  const details = await Promise.all(
    list!.Items.map((each) => app.call(reseller, invoices.byId, { params: { invoiceId: each.Id } })),
  );
  const billed = details
    .flatMap(({ Result }) => Result!.Lines)
    .map((line) => `${line.PeriodFrom} ${line.PeriodUntil} ${line.Quantity} ${line.Net!.Minor}`);
  const now = [...first.proposal.Result!.Lines, ...more.proposal.Result!.Lines].map(
    (line) => `${line.From} ${line.Until} ${line.Quantity} ${line.Amount!.Minor}`,
  );
  const lastDay = details
    .flatMap(({ Result }) => Result!.Invoice.PeriodUntil)
    .toSorted()
    .at(-1)!;
  const coming = more.proposal
    .Result!.Upcoming.filter((each) => each.DueOn < lastDay)
    .map((each) => `${each.From} ${each.Until} 11 ${each.Totals!.Net.Minor}`);
  expect(coming.length).toBeGreaterThanOrEqual(2);
  expect(billed.toSorted()).toEqual([...now, ...coming].toSorted());
  for (const { Result } of details) {
    const net = Result!.Lines.reduce((sum, line) => sum + BigInt(line.Net!.Minor), 0n);
    expect(String(net)).toBe(Result!.Invoice.Net!.Minor);
    expect(BigInt(Result!.Invoice.Gross!.Minor)).toBe(
      net + Result!.Taxes.reduce((sum, tax) => sum + BigInt(tax.Vat!.Minor), 0n),
    );
  }
});

longTest(
  "services still unprovided after a month end are neither charged further nor retried, only cancelled, part by part",
  async () => {
    const reseller = await signInSigned();
    const customerId = await addCustomer(reseller);
    const monthly = await offer(reseller, customerId, { term: "P1M", billing: "monthly" });
    const { placed } = await order(
      reseller,
      customerId,
      { Kind: "add", Lines: ["a", "b"].map((Key) => ({ Key, OfferId: monthly.OfferId, Quantity: 2 })) },
      { Details: { ...agreement, MicrosoftDomain: `fail-${crypto.randomUUID().slice(0, 8)}` } },
    );
    const { OrderId, InstanceId } = placed.Result!;
    const failed = await becomes(reseller, InstanceId, "ActivationFailed");
    expect(failed.Changeable).toBe(false);
    await worker.moveDays(40);
    const late = await app.call(reseller, orders.retry, { params: { orderId: OrderId } });
    expect(late).toMatchObject({ status: 409, Error: "retryTooLate" });

    const [one, other] = failed.Subscriptions.map((each) => each.Id);
    const callOff = (key: string) => order(reseller, customerId, { Kind: "cancel", Keys: [key] }, { InstanceId });
    expect((await callOff(one!)).placed.status).toBe(200);
    const stillFailed = await becomes(reseller, InstanceId, "ActivationFailed");
    expect(stillFailed.Service.Reason).toBe(failed.Service.Reason);
    expect(stillFailed.Subscriptions.map(({ Status }) => Status)).toEqual(["cancelled", "active"]);
    await worker.moveDays(25);

    const { Result: list } = await app.call(reseller, invoices.list);
    expect(list!.Items).toEqual([]);
    expect((await callOff(other!)).placed.status).toBe(200);
    await becomes(reseller, InstanceId, "Deleted");
  },
);

test("seats the provider refuses are neither held nor charged, and can be retried or ordered again", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const monthly = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
  const { placed } = await order(reseller, customerId, {
    Kind: "add",
    Lines: [{ Key: "a", OfferId: monthly.OfferId, Quantity: 5 }],
  });
  const { InstanceId } = placed.Result!;
  const bought = (await becomes(reseller, InstanceId, "Active")).Subscriptions[0]!;
  const [stored] = await app.sql<{ vendor_ref: string }>("select vendor_ref from subscriptions where id = $1", [
    bought.Id,
  ]);
  const atMicrosoft = (action: string) =>
    worker.control("microsoft", "act", { action, subscriptionId: stored!.vendor_ref });
  const seats = (Quantity: number) =>
    order(reseller, customerId, { Kind: "setQuantity", Targets: [{ Key: bought.Id, Quantity }] }, { InstanceId });
  const charged = async (orderId: string) =>
    (
      await app.sql<{ sum: string }>("select coalesce(sum(amount_minor), 0) as sum from charges where order_id = $1", [
        orderId,
      ])
    )[0]!.sum;

  await atMicrosoft("suspend");
  const more = await seats(8);
  const { OrderId } = more.placed.Result!;
  const failed = await becomes(reseller, InstanceId, "ActivationFailed");
  expect(failed.Service.Reason).toContain("suspended");
  expect(failed.Subscriptions[0]).toMatchObject({ Quantity: 5, Lots: bought.Lots });
  expect(failed.Changeable).toBe(true);
  expect(await charged(OrderId)).toBe("0");

  // Refused once more and then provided: the price promised on the first day applies.
  await app.call(reseller, orders.retry, { params: { orderId: OrderId } });
  expect((await becomes(reseller, InstanceId, "ActivationFailed")).Subscriptions[0]!.Quantity).toBe(5);
  await atMicrosoft("reinstate");
  await app.sql("update orders set retried_at = retried_at - interval '1 minute' where id = $1", [OrderId]);
  await app.call(reseller, orders.retry, { params: { orderId: OrderId } });
  const provided = await becomes(reseller, InstanceId, "Active");
  expect(provided.Subscriptions[0]).toMatchObject({ Quantity: 8, Lots: [{ Quantity: 5 }, { Quantity: 3 }] });
  expect(await charged(OrderId)).toBe(more.proposal.Result!.ChargeNow!.Net.Minor);

  await atMicrosoft("suspend");
  const evenMore = await seats(9);
  await becomes(reseller, InstanceId, "ActivationFailed");
  await worker.moveDays(32);
  const late = await app.call(reseller, orders.retry, { params: { orderId: evenMore.placed.Result!.OrderId } });
  expect(late).toMatchObject({ status: 409, Error: "retryTooLate" });
  await atMicrosoft("reinstate");
  expect((await seats(10)).placed.status).toBe(200);
  expect((await becomes(reseller, InstanceId, "Active")).Subscriptions[0]!.Quantity).toBe(10);
});

longTest(
  "seats still being asked for when a period turns are not paid for in it either, once they are refused",
  async () => {
    const reseller = await signInSigned();
    const customerId = await addCustomer(reseller);
    const monthly = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
    const { placed } = await order(reseller, customerId, {
      Kind: "add",
      Lines: [{ Key: "a", OfferId: monthly.OfferId, Quantity: 5 }],
    });
    const { InstanceId } = placed.Result!;
    const { Id } = (await becomes(reseller, InstanceId, "Active")).Subscriptions[0]!;
    const [stored] = await app.sql<{ vendor_ref: string }>("select vendor_ref from subscriptions where id = $1", [Id]);
    const charged = async () =>
      (
        await app.sql<{ period: string; quantity: string; minor: string }>(
          `select period_from::text as period, sum(quantity) as quantity, sum(amount_minor) as minor from charges
         where subscription_id = $1 group by period_from having sum(amount_minor) <> 0 order by 1`,
          [Id],
        )
      ).map(({ quantity, minor }) => [Number(quantity), Number(minor)]);
    const [before] = await charged();

    const busy = { kind: "status", status: 429, headers: { "retry-after": "1" } };
    await worker.control("microsoft", "faults", { match: { path: stored!.vendor_ref }, times: 10_000, fault: busy });
    await order(reseller, customerId, { Kind: "setQuantity", Targets: [{ Key: Id, Quantity: 8 }] }, { InstanceId });
    await worker.moveDays(32);
    expect((await charged()).at(-1)).toEqual([8, (before![1]! / 5) * 8]);
    await worker.control("microsoft", "act", { action: "suspend", subscriptionId: stored!.vendor_ref });
    await fetch(`${worker.simulators.urls.microsoft}/__sim/faults`, { method: "DELETE" });

    expect((await becomes(reseller, InstanceId, "ActivationFailed")).Subscriptions[0]!.Quantity).toBe(5);
    expect(await charged()).toEqual([before, before]);
  },
);

test("an order whose job is lost is found again and finished", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const monthly = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
  const { placed } = await order(reseller, customerId, {
    Kind: "add",
    Lines: [{ Key: "a", OfferId: monthly.OfferId, Quantity: 1 }],
  });
  const { OrderId, InstanceId } = placed.Result!;
  await becomes(reseller, InstanceId, "Active");
  // The same order, two minutes old, at work and without a job.
  const [lost] = await app.sql<{ id: string }>(
    `insert into orders (reseller_id, id, customer_id, instance_id, product_id, journey, task, placed_at, placed_by_name)
     select reseller_id, uuidv7('-2 minutes'), customer_id, instance_id, product_id, 'Modify', 'change', placed_at, 'Robin'
     from orders where id = $1 returning id`,
    [OrderId],
  );
  await app.sql(
    `insert into order_lines (reseller_id, order_id, subscription_id, offer_id, name, quantity)
     select reseller_id, $2, subscription_id, offer_id, name, quantity from order_lines where order_id = $1`,
    [OrderId, lost!.id],
  );

  await refileLostOrders(worker.platform);

  const ending = () => app.sql<{ status: string }>("select status from orders where id = $1", [lost!.id]);
  await worker.until(async () => (await ending())[0]!.status !== "Working", "the lost order");
  expect(await ending()).toEqual([{ status: "Completed" }]);
});

test("a deletion the provider refused is a deletion when it is tried again", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const monthly = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
  const { placed } = await order(reseller, customerId, {
    Kind: "add",
    Lines: [{ Key: "a", OfferId: monthly.OfferId, Quantity: 5 }],
  });
  const { InstanceId } = placed.Result!;
  const { Id } = (await becomes(reseller, InstanceId, "Active")).Subscriptions[0]!;
  const refused = { kind: "status", status: 400, body: { code: 800002, description: "Not now" } };
  const busy = { kind: "status", status: 429, headers: { "retry-after": "1" } };
  await worker.control("microsoft", "faults", { times: 10_000, fault: refused });
  const ending = await order(reseller, customerId, { Kind: "cancel", Keys: [Id] }, { InstanceId });
  await becomes(reseller, InstanceId, "DeletionFailed");
  await fetch(`${worker.simulators.urls.microsoft}/__sim/faults`, { method: "DELETE" });
  await worker.control("microsoft", "faults", { times: 10_000, fault: busy });
  await app.call(reseller, orders.retry, { params: { orderId: ending.placed.Result!.OrderId } });
  expect((await status(reseller, InstanceId)).Service.Status).toBe("Deleting");
  await fetch(`${worker.simulators.urls.microsoft}/__sim/faults`, { method: "DELETE" });
  await becomes(reseller, InstanceId, "Deleted");
});
