import { activityLog } from "@tradewind/contract/insight/activity-log.ts";
import { everyDifference } from "@tradewind/contract/ordering/differences.ts";
import { services } from "@tradewind/contract/ordering/services.ts";
import { transfers } from "@tradewind/contract/ordering/transfers.ts";
import { addDays } from "@tradewind/domain/values/dates.ts";
import { format, money } from "@tradewind/domain/values/money.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { expect, test } from "vitest";
import { orderStory } from "../../test/order-story.ts";
import { sweeping } from "../../test/sweep.ts";
import { testApp } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";
import { transferStory } from "../../test/transfer-story.ts";
import { fileOrder } from "../orders/system-orders.actions.ts";

const app = await testApp();
const worker = await testWorker(app);
const sweep = sweeping(app, worker);
const { addCustomer, offer, order, becomes } = orderStory(app, worker);
const { provided, body, ask, listOf, pending, proposal, act, today } = transferStory(app, worker);

const more = (key: string, Quantity: number) => ({ Kind: "setQuantity" as const, Targets: [{ Key: key, Quantity }] });
test("while a transfer is pending, changes of the customer's services are refused with why and until when, and it can be taken back", async () => {
  const { reseller, customerId, instanceId, key, id, becomesState } = await pending();
  const [shown] = (await listOf(reseller, customerId)).Items;
  const until = shown!.Until!.slice(0, 10);
  expect(until >= addDays(today(), 29)).toBe(true);
  expect(shown).toMatchObject({
    VendorName: "Microsoft",
    PartnerName: "Northwind",
    RequestedBy: "Robin Tester",
    Lines: [],
  });
  const refused = await order(reseller, customerId, more(key, 5), { InstanceId: instanceId });
  expect(refused.proposal).toMatchObject({ status: 409, Error: "transferPending" });
  const [words] = refused.proposal.Messages;
  expect(words).toContain(`from Northwind is pending, asked for on ${formatDate(today())}`);
  expect(words).toContain(`at the latest on ${formatDate(until)}`);
  // A customer of the same reseller and other vendors go on.
  const other = await addCustomer(reseller);
  const { OfferId } = await offer(reseller, other, { term: "P1Y", billing: "monthly" });
  const add = { Kind: "add" as const, Lines: [{ Key: "a", OfferId, Quantity: 1 }] };
  expect((await order(reseller, other, add)).placed.Succeed).toBe(true);

  expect(await ask(reseller, customerId)).toMatchObject({ status: 409, Error: "transferPending" });
  const withdraw = () => app.call(reseller, transfers.withdraw, { params: { transferId: id } });
  expect((await withdraw()).Succeed).toBe(true);
  await becomesState("withdrawn");
  expect(await withdraw()).toMatchObject({ status: 409, Error: "transferOver" });
  expect((await order(reseller, customerId, more(key, 5), { InstanceId: instanceId })).placed.Succeed).toBe(true);
  await becomes(reseller, instanceId, "Active");
  // The next request is one of its own.
  const { PartnerTenantId } = shown!;
  const again = (await ask(reseller, customerId, { PartnerTenantId })).Result!.Id;
  await worker.until(
    async () => (await listOf(reseller, customerId)).Items.find((each) => each.Id === again)?.State === "pending",
    "another transfer",
  );
});

test("what the system itself has to change waits until the transfer has ended, and goes on by itself", async () => {
  const { reseller, customerId, key, id, instanceId, becomesState } = await pending();
  const orderId = await worker.platform.database.write({ role: "app_worker" }, (tx) =>
    fileOrder(tx, worker.platform, {
      resellerId: reseller.resellerId,
      of: { order: { customer_id: customerId, instance_id: instanceId } },
      task: "schedule",
      lines: [key],
    }),
  );
  const standing = async () =>
    (
      await app.sql<{ status: string; message: string | null }>("select status, message from orders where id = $1", [
        orderId,
      ])
    )[0]!;
  await worker.until(
    async () => (await standing()).message?.includes("transfer from Northwind is pending"),
    "the wait",
  );
  expect((await standing()).status).toBe("Working");
  await app.call(reseller, transfers.withdraw, { params: { transferId: id } });
  await becomesState("withdrawn");
  await worker.until(async () => (await standing()).status === "Completed", "the order");
});

test("what came is taken over by its hash: with its own end, charged from its day on, once, and nothing before", async () => {
  const { reseller, customerId, instanceId, tenant, id, accept, line, ends, key } = await pending();
  await accept([line(), line({ quantity: 2, addOnTo: null })]);
  const came = await ends("came");
  const termUntil = addDays(today(), 100);
  expect(came).toMatchObject({
    MovedOn: today(),
    Lines: [
      { Quantity: 7, TermUntil: termUntil, State: "came", Reason: null },
      { Quantity: 2, State: "came" },
    ],
  });
  const charges = () =>
    app.sql<{ amount_minor: bigint; owed: boolean }>(
      `select c.amount_minor, p.amount_minor is not null as owed from charges c
       left join payables p on p.reseller_id = c.reseller_id and p.charge_id = c.id
       where c.customer_id = $1 and c.subscription_id <> $2 order by c.amount_minor desc`,
      [customerId, key],
    );
  expect(await charges()).toEqual([]);
  const proposed = (await proposal(reseller, id)).Result!;
  expect(proposed).toMatchObject({
    CameOn: today(),
    Left: [],
    Lines: [{ Quantity: 7, TermUntil: termUntil }, { Quantity: 2 }],
  });
  expect(proposed.Charges.map(({ From }) => From)).toEqual([addDays(today(), 1), addDays(today(), 1)]);
  // Whoever sees no prices is told what would be taken over, and not for how much.
  await app.sql("update resellers set hide_pricing = true where id = $1", [reseller.resellerId]);
  const colleague = await app.signIn({ resellerId: reseller.resellerId });
  expect((await proposal(colleague, id)).Result).toEqual({
    ...proposed,
    Lines: proposed.Lines.map((each) => ({ ...each, UnitCost: null })),
    Charges: proposed.Charges.map((each) => ({ ...each, Amount: null })),
    Total: null,
  });
  await app.sql("update resellers set hide_pricing = false where id = $1", [reseller.resellerId]);
  const take = (Hash: string) => app.call(reseller, transfers.take, { params: { transferId: id }, body: { Hash } });
  expect(await take("0")).toMatchObject({ status: 409, Error: "proposalChanged" });
  expect((await take(proposed.Hash)).Succeed).toBe(true);
  expect(await take(proposed.Hash)).toMatchObject({ status: 409, Error: "transferNotTaken" });

  const shown = (await app.call(reseller, services.byId, { params: { instanceId } })).Result!;
  const told = shown.History.map(({ Text }) => Text).filter((text) => text.startsWith("Came from Northwind with"));
  const amounts = proposed.Charges.map(({ Amount }) => format(money(BigInt(Amount!.Minor), "GBP")));
  expect(new Set(told.map((text) => /, (\S+) net at once$/.exec(text)?.[1]))).toEqual(new Set(amounts));
  const ending = shown.Subscriptions.filter((each) => each.TermUntil === termUntil);
  expect(new Set(ending.map((each) => each.Quantity))).toEqual(new Set([2, 7]));
  expect(await charges()).toEqual(
    proposed.Charges.map(({ Amount }) => ({ amount_minor: Amount!.Minor, owed: true })).toSorted(
      (a, b) => Number(b.amount_minor) - Number(a.amount_minor),
    ),
  );
  expect((await listOf(reseller, customerId)).Items[0]!.Lines.map(({ State }) => State)).toEqual(["taken", "taken"]);
  // Both books have it now, with the vendor's dates.
  await sweep(tenant);
  const operator = await app.signInOperator();
  const open = (await app.call(operator, everyDifference.list, {})).Result!.Items;
  expect(open.filter((each) => each.CustomerId === customerId)).toEqual([]);
  const entries = (await app.call(reseller, activityLog.list, { query: { Kind: "orders" } })).Result!.Items;
  expect(entries.map(({ What }) => What)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^Took over 7 .* which came from Northwind on/)]),
  );
});

test("of a transfer in part, each line says how it ended, and only what came is charged", async () => {
  const { reseller, customerId, id, accept, line, ends } = await pending();
  await accept([
    line(),
    line({ quantity: 2, failure: "It is reserved." }),
    line({ quantity: 4, catalogItemId: "CFQ7TTC0NOPE:0001:CFQ7TTC0NOPE" }),
  ]);
  const came = await ends("came");
  expect(came.Lines).toMatchObject([
    { Quantity: 7, State: "came" },
    { Quantity: 2, State: "stayed", Reason: "Microsoft refused this: It is reserved (900145)." },
    { Quantity: 4, State: "stayed", Reason: expect.stringContaining("isn't sold in the target partner's region") },
  ]);
  const operator = await app.signInOperator();
  const { Items } = (await app.call(operator, everyDifference.list, {})).Result!;
  expect(Items.filter((each) => each.CustomerId === customerId)).toMatchObject([
    { Kind: "unknown", Cause: "Came by a transfer from Northwind" },
  ]);
  const proposed = (await proposal(reseller, id)).Result!;
  expect([proposed.Lines.length, proposed.Left]).toEqual([1, []]);
  await app.call(reseller, transfers.take, { params: { transferId: id }, body: { Hash: proposed.Hash } });
  const [sum] = await app.sql<{ sum: string }>(
    "select sum(amount_minor) from charges where subscription_id in (select id from subscriptions where customer_id = $1 and quantity = 7)",
    [customerId],
  );
  expect(BigInt(sum!.sum)).toBe(BigInt(proposed.Total!.Minor));
  expect(await proposal(reseller, id)).toMatchObject({ status: 409, Error: "transferNotTaken" });
});

test("what we do not sell, or have no price for, stays with the operator and says why", async () => {
  const { reseller, id, accept, line, ends } = await pending();
  await accept([line()]);
  await ends("came");
  await app.sql("update transfer_lines set offer_ref = 'nothing' where transfer_id = $1", [id]);
  expect((await proposal(reseller, id)).Result).toMatchObject({
    Lines: [],
    Left: [{ Quantity: 7, Reason: "We do not sell this. Please contact support." }],
    Charges: [],
  });
  expect(await app.call(reseller, transfers.take, { params: { transferId: id }, body: { Hash: "0" } })).toMatchObject({
    status: 409,
    Error: "transferNotTaken",
  });
});

test("an end without anything coming is told with its reason: refused, lapsed, or never taken by the vendor", async () => {
  const [refused, lapsed] = [await pending(), await pending()];
  await act({ action: "refuseTransfer", transferId: refused.ref });
  expect(await refused.ends("refused")).toMatchObject({ Message: "Northwind refused the transfer." });
  await act({ action: "lapseTransfer", transferId: lapsed.ref });
  expect(await lapsed.ends("expired")).toMatchObject({ Message: "Northwind did not accept the transfer in time." });
  const told = await app.sql<{ content: string }>(
    "select content from notifications where reseller_id = $1 and content like 'Nothing of%'",
    [lapsed.reseller.resellerId],
  );
  expect(told.map(({ content }) => content)).toEqual([
    expect.stringContaining("Northwind did not accept the transfer in time."),
  ]);
  const { reseller, customerId } = await provided();
  const ours = "b4f0a1d2-6c1e-4d53-9d6b-2f7c8a90e311";
  const { Result } = await ask(reseller, customerId, { PartnerTenantId: ours });
  const end = await worker.until(async () => {
    const found = (await listOf(reseller, customerId)).Items.find((each) => each.Id === Result!.Id);
    return found?.State === "refused" && found;
  }, "the refusal");
  expect(end.Message).toContain("Check the other partner's tenant ID");
});

test("a transfer is asked for once, by who may, in a tenant that is known and quiet", async () => {
  const { reseller, customerId, instanceId, key } = await provided();
  expect(await ask(reseller, customerId, { VendorId: "acronis" })).toMatchObject({ Error: "transferNotPossible" });
  expect(await ask(reseller, customerId, { PartnerTenantId: "northwind.example" })).toMatchObject({
    Error: "tenantRefMalformed",
    Errors: { PartnerTenantId: expect.stringContaining("tenant ID") },
  });
  const nowhere = await addCustomer(reseller);
  expect(await ask(reseller, nowhere)).toMatchObject({ Error: "transferNeedsTenant" });
  expect((await listOf(reseller, nowhere)).Vendors).toEqual([
    { Id: "microsoft", Name: "Microsoft", HasTenant: false, ReadAt: null, Most: 25 },
  ]);

  const stranger = await app.signIn();
  expect((await ask(stranger, customerId)).status).toBe(404);
  expect((await app.call(stranger, transfers.ofCustomer, { params: { customerId } })).status).toBe(404);
  await app.sql("update orders set status = 'Working' where instance_id = $1", [instanceId]);
  expect(await ask(reseller, customerId)).toMatchObject({ Error: "tenantBusy" });
  await app.sql("update orders set status = 'Completed' where instance_id = $1", [instanceId]);

  const sent = { params: { customerId }, body: body() };
  const once = { key: crypto.randomUUID() };
  const [first, second] = [
    await app.call(reseller, transfers.ask, sent, once),
    await app.call(reseller, transfers.ask, sent, once),
  ];
  expect(second.Result).toEqual(first.Result);
  const { Items } = await listOf(reseller, customerId);
  expect(Items).toHaveLength(1);
  const id = Items[0]!.Id;
  for (const call of [
    await app.call(stranger, transfers.withdraw, { params: { transferId: id } }),
    await app.call(stranger, transfers.propose, { params: { transferId: id } }),
    await app.call(stranger, transfers.take, { params: { transferId: id }, body: { Hash: "0" } }),
  ])
    expect(call.status).toBe(404);
  expect((await order(reseller, customerId, more(key, 4), { InstanceId: instanceId })).proposal.Error).toBe(
    "transferPending",
  );
});

test("an add-on comes with what it belongs to, whichever the vendor names first", async () => {
  const { reseller, customerId, key, id, accept, line, ends } = await pending();
  const [pair] = await app.sql<{ add_on: string; base: string }>(
    `select a.offer_ref as add_on, b.offer_ref as base from offers a join offers b on b.sku = any(a.needs_one_of)
     where a.term = 'P1Y' and a.billing = 'monthly' and b.term = 'P1Y' and b.billing = 'monthly' and a.product_id = b.product_id limit 1`,
  );
  // The stand-in shows what came in the order of its lines, and an add-on names what is before it.
  await accept([line({ catalogItemId: pair!.base }), line({ catalogItemId: pair!.add_on, addOnTo: 0, quantity: 4 })]);
  await ends("came");
  await app.sql("update transfer_lines set position = -position where transfer_id = $1", [id]);
  // The one that was there has ended, so that what it belongs to has to come, too.
  await app.sql("update subscriptions set status = 'cancelled' where id = $1", [key]);
  const proposed = (await proposal(reseller, id)).Result!;
  expect(proposed).toMatchObject({ Left: [], Lines: [{ Quantity: 7 }, { Quantity: 4 }] });
  expect(
    (await app.call(reseller, transfers.take, { params: { transferId: id }, body: { Hash: proposed.Hash } })).Succeed,
  ).toBe(true);
  const [held] = await app.sql<{ quantity: number; parent: number }>(
    `select s.quantity, p.quantity as parent from subscriptions s join subscriptions p on p.reseller_id = s.reseller_id and p.id = s.parent_id
     where s.customer_id = $1`,
    [customerId],
  );
  expect(held).toEqual({ quantity: 4, parent: 7 });
  const [entry] = await app.sql<{ parent: string; id: string }>(
    `select h.data ->> 'parentKey' as parent, s.parent_id as id from subscription_history h
     join subscriptions s on s.reseller_id = h.reseller_id and s.id = h.subscription_id
     where s.customer_id = $1 and s.parent_id is not null and h.kind = 'started'`,
    [customerId],
  );
  expect(entry!.parent).toBe(entry!.id);
});

test("an add-on belongs to what it belongs to at the vendor, though the customer has another that it could go with", async () => {
  const { reseller, customerId, catalogItemId, id, accept, line, ends } = await pending();
  const [addOn] = await app.sql<{ ref: string }>(
    `select a.offer_ref as ref from offers a join offers b on b.sku = any(a.needs_one_of)
     where b.offer_ref = $1 and a.term = 'P1Y' and a.billing = 'monthly' and a.product_id = b.product_id limit 1`,
    [catalogItemId],
  );
  await accept([line(), line({ catalogItemId: addOn!.ref, addOnTo: 0, quantity: 4 })]);
  await ends("came");
  const { Hash } = (await proposal(reseller, id)).Result!;
  await app.call(reseller, transfers.take, { params: { transferId: id }, body: { Hash } });
  const held = await app.sql<{ quantity: number; parent: number }>(
    `select s.quantity, p.quantity as parent from subscriptions s
     join subscriptions p on p.reseller_id = s.reseller_id and p.id = s.parent_id where s.customer_id = $1`,
    [customerId],
  );
  expect(held).toEqual([{ quantity: 4, parent: 7 }]);
});

test("what came and does not show yet is looked for until it does, and waits with its reason", async () => {
  const { reseller, customerId, id, accept, line, ends } = await pending();
  await accept([line(), line({ quantity: 2 })]);
  await ends("came");
  await app.sql("update transfer_lines set vendor_ref = null where transfer_id = $1 and quantity = 2", [id]);
  await app.sql("update transfers set state = 'arriving' where id = $1", [id]);
  const [shown] = (await listOf(reseller, customerId)).Items;
  expect(shown!.Lines.map(({ State }) => State)).toEqual(["came", "awaited"]);
  expect((await proposal(reseller, id)).Result).toMatchObject({
    Lines: [{ Quantity: 7 }],
    Left: [{ Quantity: 2, Reason: "Microsoft does not show it yet. It can be taken over once it does." }],
  });
  const { Lines } = await ends("came");
  expect(Lines.map(({ State }) => State)).toEqual(["came", "came"]);
  const { Result } = await proposal(reseller, id);
  expect([Result!.Lines.length, Result!.Left]).toEqual([2, []]);
});

test("after three days of what came and does not show, its card says so and the reseller is told once; when it shows, both go on", async () => {
  const { reseller, customerId, id, accept, line, look, ends } = await pending();
  await accept([line()]);
  const { Lines } = await ends("came");
  expect(Lines).toHaveLength(1);
  // Nothing in the tenant is of such a quantity.
  await app.sql("update transfer_lines set vendor_ref = null, quantity = 8 where transfer_id = $1", [id]);
  await app.sql("update transfers set state = 'arriving', since = since - interval '71 hours' where id = $1", [id]);
  const looked = async () => {
    const looks = async () =>
      (await app.sql<{ looks: number }>("select looks from transfers where id = $1", [id]))[0]!.looks;
    const before = await looks();
    await look();
    await worker.until(async () => (await looks()) > before, "another look");
    return (await listOf(reseller, customerId)).Items[0]!;
  };
  expect(await looked()).toMatchObject({ State: "arriving", Message: null });
  await app.sql("update transfers set since = since - interval '1 hour' where id = $1", [id]);
  const late = await looked();
  expect(late).toMatchObject({ State: "arriving", Lines: [{ State: "awaited" }] });
  expect(late.Message).toBe(
    "Microsoft has not shown what still has to come for 3 days. Ask Microsoft what became of it, then look again.",
  );
  await looked();
  const told = await app.sql("select from notifications where reseller_id = $1 and content like '%for 3 days%'", [
    reseller.resellerId,
  ]);
  expect(told).toHaveLength(1);
  await app.sql("update transfer_lines set quantity = 7 where transfer_id = $1", [id]);
  expect(await ends("came")).toMatchObject({ Message: null, Lines: [{ State: "came" }] });
});

test("nothing is asked for a suspended customer", async () => {
  const { reseller, customerId } = await provided();
  await app.sql("update customers set status = 'Suspended', suspended_at = now() where id = $1", [customerId]);
  expect(await ask(reseller, customerId)).toMatchObject({ status: 409, Error: "customerSuspended" });
});
