import { services } from "@tradewind/contract/ordering/services.ts";
import { everyDifference } from "@tradewind/contract/ordering/differences.ts";
import { transfers } from "@tradewind/contract/ordering/transfers.ts";
import { addDays } from "@tradewind/domain/values/dates.ts";
import { expect, test } from "vitest";
import { orderStory } from "../../test/order-story.ts";
import { sweeping } from "../../test/sweep.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const sweep = sweeping(app, worker);
const { signInSigned, addCustomer, order, becomes } = orderStory(app, worker);
const act = async (body: Record<string, unknown>) =>
  (await worker.control("microsoft", "act", body)) as Record<string, string>;
const today = () => worker.platform.clock.today();

/** A customer with two subscriptions of a year, one with an add-on, of which another partner asks for all. */
async function asked(notTaken: (vendorRefs: Record<number, string>) => Record<string, string> = () => ({})) {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const [pair] = await app.sql<{ add_on: string; base: string; other: string }>(
    `select a.id as add_on, b.id as base, o.id as other from offers a join offers b on b.sku = any(a.needs_one_of)
     join offers o on o.product_id = b.product_id and o.sku <> b.sku and o.needs_one_of = '{}' and o.term = 'P1Y' and o.billing = 'annual' and o.for_sale
     where a.term = 'P1Y' and a.billing = 'monthly' and b.term = 'P1Y' and b.billing = 'monthly' and a.product_id = b.product_id
       and b.product_id = 'microsoft-365' order by a.id, b.id, o.id limit 1`,
  );
  const { placed } = await order(reseller, customerId, {
    Kind: "add",
    Lines: [
      { Key: "a", OfferId: pair!.base, Quantity: 3 },
      { Key: "b", OfferId: pair!.add_on, Quantity: 2 },
      { Key: "c", OfferId: pair!.other, Quantity: 1 },
    ],
  });
  const instanceId = placed.Result!.InstanceId;
  const service = await becomes(reseller, instanceId, "Active");
  const ofQuantity = (quantity: number) => service.Subscriptions.find((each) => each.Quantity === quantity)!;
  const [tenant] = await app.sql<{ ref: string }>(
    "select tenant_ref as ref from provider_tenants where customer_id = $1",
    [customerId],
  );
  const refs = await app.sql<{ quantity: number; ref: string }>(
    "select quantity, vendor_ref as ref from subscriptions where instance_id = $1",
    [instanceId],
  );
  const { transferId: ref } = await act({
    action: "askTransfer",
    customerId: tenant!.ref,
    partnerName: "Northwind",
    notTaken: notTaken(Object.fromEntries(refs.map((row) => [row.quantity, row.ref]))),
  });
  const params = { customerId };
  const listed = async () => (await app.call(reseller, transfers.ofCustomer, { params })).Result!;
  const lookNow = () => app.call(reseller, transfers.look, { params });
  const becomesState = (state: string) =>
    worker.until(async () => {
      const [found] = (await listed()).Items;
      return found?.State === state && found;
    }, `transfer ${state}`);
  await lookNow();
  const { Id } = await becomesState("asked");
  /** Asks again once the vendor has gone on. */
  const ends = async (state: string) => {
    await worker.control("microsoft", "clock", { advanceMs: 10_000 });
    await lookNow();
    return becomesState(state);
  };
  return {
    reseller,
    customerId,
    instanceId,
    tenant: tenant!.ref,
    ref: ref!,
    id: Id,
    base: ofQuantity(3),
    addOn: ofQuantity(2),
    other: ofQuantity(1),
    listed,
    lookNow,
    becomesState,
    ends,
  };
}

const propose = (person: Person, transferId: string, SubscriptionIds: string[] | null = null) =>
  app.call(person, transfers.proposeRelease, { params: { transferId }, body: { SubscriptionIds } });
const release = (person: Person, transferId: string, SubscriptionIds: string[], Hash: string) =>
  app.call(person, transfers.release, { params: { transferId }, body: { SubscriptionIds, Hash } });
const charged = (of: string) =>
  app.sql<{ amount_minor: string; period_from: string; owed: boolean; names: number | null }>(
    `select c.amount_minor, c.period_from::text, p.amount_minor is not null as owed,
       (select quantity from charges k where k.reseller_id = c.reseller_id and k.id = c.corrects) as names from charges c
     left join payables p on p.reseller_id = c.reseller_id and p.charge_id = c.id
     where c.subscription_id = $1 and c.amount_minor < 0`,
    [of],
  );

test("what another partner asks for is shown and told once, stops nothing, and lapses when nobody decides", async () => {
  const { reseller, customerId, instanceId, ref, base, listed, lookNow, becomesState } = await asked();
  await lookNow();
  const { Items, Vendors } = await listed();
  expect(Items).toMatchObject([
    { Direction: "out", PartnerName: "Northwind", RequestedBy: null, Lines: [], MovedOn: null },
  ]);
  expect(Items[0]!.Until!.slice(0, 10) >= addDays(today(), 29)).toBe(true);
  expect(Vendors[0]!.ReadAt).not.toBeNull();
  const told = () =>
    app.sql("select content from notifications where reseller_id = $1 and content like 'Northwind asks for%'", [
      reseller.resellerId,
    ]);
  expect(await told()).toHaveLength(1);
  const change = { Kind: "setQuantity" as const, Targets: [{ Key: base.Id, Quantity: 4 }] };
  expect((await order(reseller, customerId, change, { InstanceId: instanceId })).placed.Succeed).toBe(true);
  await becomes(reseller, instanceId, "Active");
  await act({ action: "lapseTransfer", transferId: ref });
  await lookNow();
  expect(await becomesState("expired")).toMatchObject({ Message: "It was not accepted in time." });
  expect(await propose(reseller, Items[0]!.Id)).toMatchObject({ status: 409, Error: "transferDecided" });
  await lookNow();
  expect((await listed()).Items).toHaveLength(1);
});

test("what is given away ends on its day with all that belongs to it; the days after it are given back as proposed, and both books agree", async () => {
  const { reseller, customerId, instanceId, tenant, id, base, addOn, other, ends } = await asked();
  // Some of it was bought later, by a charge of its own.
  const bought = { Kind: "setQuantity" as const, Targets: [{ Key: base.Id, Quantity: 5 }] };
  await order(reseller, customerId, bought, { InstanceId: instanceId });
  await becomes(reseller, instanceId, "Active");
  const all = (await propose(reseller, id)).Result!;
  expect(all.Lines.map(({ IsChosen, With }) => [IsChosen, With !== null])).toEqual(
    expect.arrayContaining([
      [true, false],
      [true, true],
      [true, false],
    ]),
  );
  const proposed = (await propose(reseller, id, [base.Id])).Result!;
  expect(
    proposed.Lines.filter((line) => line.IsChosen)
      .map((line) => line.Id)
      .toSorted(),
  ).toEqual([base.Id, addOn.Id].toSorted());
  // The day on which it leaves is still ours.
  expect(new Set(proposed.Charges.map(({ From }) => From))).toEqual(new Set([addDays(today(), 1)]));
  await app.sql("update resellers set hide_pricing = true where id = $1", [reseller.resellerId]);
  const colleague = await app.signIn({ resellerId: reseller.resellerId });
  const hidden = (await propose(colleague, id, [base.Id])).Result!;
  expect(hidden).toEqual({
    ...proposed,
    Total: null,
    Charges: proposed.Charges.map((each) => ({ ...each, Amount: null })),
  });
  await app.sql("update resellers set hide_pricing = false where id = $1", [reseller.resellerId]);

  expect(await release(reseller, id, [base.Id], all.Hash)).toMatchObject({ status: 409, Error: "proposalChanged" });
  expect((await release(reseller, id, [base.Id], proposed.Hash)).Succeed).toBe(true);
  expect(await release(reseller, id, [base.Id], proposed.Hash)).toMatchObject({ Error: "transferDecided" });
  const change = { Kind: "setQuantity" as const, Targets: [{ Key: other.Id, Quantity: 4 }] };
  const held = await order(reseller, customerId, change, { InstanceId: instanceId });
  expect(held.proposal).toMatchObject({ status: 409, Error: "transferPending" });
  expect(held.proposal.Messages[0]).toContain("is moving this customer's services to Northwind");

  const left = await ends("left");
  expect(left).toMatchObject({ MovedOn: today(), RequestedBy: "Robin Tester" });
  expect(new Map(left.Lines.map(({ Quantity, State }) => [Quantity, State]))).toEqual(
    new Map([
      [2, "left"],
      [5, "left"],
    ]),
  );
  const back = [...(await charged(base.Id)), ...(await charged(addOn.Id))];
  expect(back.every((row) => row.owed && row.period_from === addDays(today(), 1))).toBe(true);
  expect(String(back.reduce((sum, row) => sum + BigInt(row.amount_minor), 0n))).toBe(proposed.Total!.Minor);
  expect(new Set(back.map((row) => row.names))).toEqual(new Set([2, 3]));
  expect(await charged(other.Id)).toEqual([]);
  const shown = (await app.call(reseller, services.byId, { params: { instanceId } })).Result!;
  expect(shown.Subscriptions.filter((each) => each.Status !== "cancelled").map((each) => each.Id)).toEqual([other.Id]);
  const [ended] = await app.sql<{ reason: string }>(
    "select data ->> 'reason' as reason from subscription_history where subscription_id = $1 and kind = 'cancelled'",
    [base.Id],
  );
  expect(ended!.reason).toBe("transfer");
  await sweep(tenant);
  const operator = await app.signInOperator();
  const open = (await app.call(operator, everyDifference.list, {})).Result!.Items;
  expect(open.filter((each) => each.CustomerId === customerId)).toEqual([]);
  // What it left changes again.
  expect((await order(reseller, customerId, change, { InstanceId: instanceId })).placed.Succeed).toBe(true);
});

test("of what is given away in part, what stays goes on with the vendor's reason and nothing given back", async () => {
  const { reseller, id, base, addOn, other, ends } = await asked((refs) => ({ [refs[1]!]: "It is not sold there." }));
  const proposed = (await propose(reseller, id)).Result!;
  await release(reseller, id, [base.Id, other.Id], proposed.Hash);
  const { Lines } = await ends("left");
  expect(Lines.find((line) => line.Quantity === 1)).toMatchObject({
    State: "stayed",
    Reason: expect.stringContaining("It is not sold there"),
  });
  expect(await charged(other.Id)).toEqual([]);
  expect([(await charged(base.Id)).length, (await charged(addOn.Id)).length]).toEqual([1, 1]);
});

test("what the vendor does not take is told, ends nothing, and can be chosen again", async () => {
  const { reseller, id, base, other, becomesState, ends } = await asked();
  const proposed = (await propose(reseller, id, [base.Id])).Result!;
  const [row] = await app.sql<{ ref: string }>("select vendor_ref as ref from subscriptions where id = $1", [base.Id]);
  await app.sql("update subscriptions set vendor_ref = 'nobody' where id = $1", [base.Id]);
  await release(reseller, id, [base.Id], proposed.Hash);
  const again = await worker.until(async () => {
    const found = await becomesState("asked");
    return found.Message !== null && found;
  }, "the refusal");
  expect(again).toMatchObject({ Lines: [], Message: expect.stringContaining("can't be transferred") });
  expect(await charged(base.Id)).toEqual([]);
  await app.sql("update subscriptions set vendor_ref = $2 where id = $1", [base.Id, row!.ref]);
  const other_ = (await propose(reseller, id, [other.Id])).Result!;
  await release(reseller, id, [other.Id], other_.Hash);
  expect((await ends("left")).Lines).toMatchObject([{ Quantity: 1, State: "left" }]);
});

test("after a lost answer, what was given away is found again and given back once", async () => {
  const { reseller, id, base, ends } = await asked();
  const proposed = (await propose(reseller, id, [base.Id])).Result!;
  const match = { method: "PATCH", path: "/transfers/" };
  await worker.control("microsoft", "faults", { match, times: 1, fault: { kind: "commitThenReset" } });
  await release(reseller, id, [base.Id], proposed.Hash);
  expect((await ends("left")).Lines.map(({ State }) => State)).toEqual(["left", "left"]);
  expect(await charged(base.Id)).toHaveLength(1);
});

test("what was accepted at the vendor itself ends here, too, once nothing is at work", async () => {
  const { customerId, id, base, addOn, other, tenant, ref, listed, lookNow, ends } = await asked();
  const refs = await app.sql<{ id: string; ref: string }>(
    "select id, vendor_ref as ref from subscriptions where customer_id = $1",
    [customerId],
  );
  const refOf = (each: { Id: string }) => refs.find((row) => row.id === each.Id)!.ref;
  const addonItems = [{ subscriptionId: refOf(addOn) }];
  await act({ action: "acceptOutgoing", transferId: ref, lineItems: [{ subscriptionId: refOf(base), addonItems }] });
  await app.sql("update orders set status = 'Working' where customer_id = $1", [customerId]);
  await worker.control("microsoft", "clock", { advanceMs: 10_000 });
  await lookNow();
  await worker.until(
    async () => (await app.sql<{ looks: number }>("select looks from transfers where id = $1", [id]))[0]!.looks > 1,
    "a look",
  );
  expect((await listed()).Items[0]!.State).not.toBe("left");
  await app.sql("update orders set status = 'Completed' where customer_id = $1", [customerId]);
  const left = await ends("left");
  expect(left).toMatchObject({ RequestedBy: null, Lines: [{ State: "left" }, { State: "left" }] });
  expect([(await charged(base.Id)).length, (await charged(other.Id)).length]).toEqual([1, 0]);
  await sweep(tenant);
  const operator = await app.signInOperator();
  const open = (await app.call(operator, everyDifference.list, {})).Result!.Items;
  expect(open.filter((each) => each.CustomerId === customerId)).toEqual([]);
});

test("two partners get what each is given, one here and one by hand at the vendor", async () => {
  const { reseller, customerId, id, base, other, tenant, listed, lookNow } = await asked();
  const second = await act({ action: "askTransfer", customerId: tenant, partnerName: "Fabrikam" });
  await lookNow();
  await worker.until(async () => (await listed()).Items.length === 2, "the second request");
  await worker.control("microsoft", "seed", { delays: { transitionMs: 5_000 } });
  const { Hash } = (await propose(reseller, id, [base.Id])).Result!;
  expect((await release(reseller, id, [base.Id], Hash)).Succeed).toBe(true);
  const [row] = await app.sql<{ ref: string }>("select vendor_ref as ref from subscriptions where id = $1", [other.Id]);
  const lineItems = [{ subscriptionId: row!.ref }];
  await act({ action: "acceptOutgoing", transferId: second["transferId"], lineItems });
  await lookNow();
  await worker.until(async () => (await listed()).Items.every(({ State }) => State === "moving"), "both move");
  await worker.control("microsoft", "clock", { advanceMs: 10_000 });
  await lookNow();
  await worker.until(async () => (await listed()).Items.every(({ State }) => State === "left"), "both left");
  const live = await app.sql("select from subscriptions where customer_id = $1 and status <> 'cancelled'", [
    customerId,
  ]);
  expect(live).toEqual([]);
});

test("only who may, sees and gives away what belongs to the company", async () => {
  const { reseller, customerId, id, base, other } = await asked();
  const proposed = (await propose(reseller, id, [base.Id])).Result!;
  const stranger = await app.signIn();
  for (const call of [
    await propose(stranger, id),
    await release(stranger, id, [base.Id], proposed.Hash),
    await app.call(stranger, transfers.look, { params: { customerId } }),
    await propose(reseller, id, [crypto.randomUUID()]),
  ])
    expect(call.status).toBe(404);
  const engineer = await app.signIn({ kind: "engineer", resellerId: reseller.resellerId });
  await app.sql("update memberships set only_products = '{microsoft-365}' where id = $1", [engineer.membershipId]);
  expect(await propose(engineer, id)).toMatchObject({ Error: "onlyPartOfCompany" });
  await app.sql("update orders set status = 'Working' where customer_id = $1", [customerId]);
  expect(await release(reseller, id, [base.Id], proposed.Hash)).toMatchObject({ Error: "tenantBusy" });
  await app.sql("update orders set status = 'Completed' where customer_id = $1", [customerId]);
  // Two at once give away once.
  const both = await Promise.all([
    release(reseller, id, [base.Id], proposed.Hash),
    release(reseller, id, [other.Id], (await propose(reseller, id, [other.Id])).Result!.Hash),
  ]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});
