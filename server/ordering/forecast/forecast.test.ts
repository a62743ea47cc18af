import { forecast } from "@tradewind/contract/ordering/forecast.ts";
import { invoices } from "@tradewind/contract/billing/invoices.ts";
import { addDays, addMonths, daysBetween, monthOf } from "@tradewind/domain/values/dates.ts";
import { expect, test } from "vitest";
import { orderStory } from "../../test/order-story.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, offer, order, becomes } = orderStory(app, worker);

const billsOf = async (person: Person) => (await app.call(person, forecast.bills)).Result!.Bills;
type Bills = Awaited<ReturnType<typeof billsOf>>;
const kindsOf = ({ Rows }: Bills[number]) => Rows.map(({ Kind, Count }) => [Kind, Count]);

test("BILL-44 what is ordered, scheduled and cancelled through its vendor comes as it was forecast", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const monthly = await offer(reseller, customerId, { term: "P1M", billing: "monthly" });
  const yearly = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
  const add = async (OfferId: string) => {
    const { placed } = await order(reseller, customerId, { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity: 5 }] });
    const { InstanceId } = placed.Result!;
    return { InstanceId, held: (await becomes(reseller, InstanceId, "Active")).Subscriptions.at(-1)! };
  };
  expect((await billsOf(reseller)).map(({ Rows }) => Rows)).toEqual([[], [], []]);
  const [grows, ends] = [await add(monthly.OfferId), await add(monthly.OfferId)];
  await add(yearly.OfferId);
  for (const [{ InstanceId, held }, Wish] of [
    [grows, { Outcome: "renew" as const, Quantity: 8 }],
    [ends, { Outcome: "cancel" as const }],
  ] as const) {
    await order(reseller, customerId, { Kind: "schedule", Targets: [{ Key: held.Id, ...Wish }] }, { InstanceId });
    await becomes(reseller, InstanceId, "Active");
  }

  const bills = await billsOf(reseller);
  const { from } = monthOf(app.platform.clock.today());
  expect(bills.map(({ Month, IssuedOn }) => [Month, IssuedOn])).toEqual(
    [0, 1, 2].map((at) => [addMonths(from, at), addMonths(from, at + 1)]),
  );
  expect(kindsOf(bills[0]!)).toContainEqual(["charged", 3]);
  const kinds = bills.flatMap(kindsOf);
  for (const kind of ["recurring", "changed", "ended", "renewed"]) expect(kinds.map(([name]) => name)).toContain(kind);

  // A day after the last of them was issued.
  await worker.moveDays(daysBetween(app.platform.clock.today(), addDays(bills[2]!.IssuedOn, 1)));
  const { Items } = (await app.call(reseller, invoices.list, { query: {} })).Result!;
  expect(Items.toReversed().map(({ PeriodFrom, Net, Vat, Gross }) => [PeriodFrom, Net, Vat, Gross])).toEqual(
    bills.map(({ Month, Net, Vat, Gross }) => [Month, Net, Vat, Gross]),
  );
}, 240_000);

test("use is estimated by the last month that was reported, from the first bill that has none of it", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const OfferId = "acronis.pw_base_servers:none:monthly";
  const { placed } = await order(
    reseller,
    customerId,
    { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity: 3 }] },
    { ProductId: "acronis-backup" },
  );
  await becomes(reseller, placed.Result!.InstanceId, "Active");
  const { from } = monthOf(app.platform.clock.today());
  const report = (month: string, revision: number, minor: number) =>
    app.sql(
      `insert into usage_months (reseller_id, customer_id, product_id, subscription_id, meter, month, revision, used, included, unit_cost, amount_minor,
         currency, policy_id, reported_at, recorded_at)
       select s.reseller_id, s.customer_id, s.product_id, s.id, 'servers', $2, $3, 9, 3, 1, $4, 'GBP', (select id from policies where value ->> 'kind' = 'usage' limit 1), now(), now()
       from subscriptions s where s.reseller_id = $1`,
      [reseller.resellerId, month, revision, minor],
    );
  const estimated = async () => (await billsOf(reseller)).map(({ Estimated }) => Number(Estimated.Minor));
  expect(await estimated()).toEqual([0, 0, 0]);
  await report(addMonths(from, -2), 1, 500);
  expect(await estimated()).toEqual([500, 500, 500]);
  // The month before is on the present bill by now; of a month that was corrected, the last figure counts.
  await report(addMonths(from, -1), 1, 700);
  await report(addMonths(from, -1), 2, 600);
  expect(await estimated()).toEqual([0, 600, 600]);
  const [, second] = await billsOf(reseller);
  expect(second!.Rows).toContainEqual(expect.objectContaining({ Kind: "usage", Count: 1 }));
  await app.sql("update subscriptions set status = 'cancelled' where reseller_id = $1", [reseller.resellerId]);
  expect(await estimated()).toEqual([0, 0, 0]);
});

test("Azure's use is estimated at cost by its days, month by month until the vendor's file has billed it", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const today = app.platform.clock.today();
  const { from: month } = monthOf(today);
  const [before, known] = [addMonths(month, -1), addDays(today, -3)];
  await app.sql(
    `with s as (
       insert into azure_subscriptions (reseller_id, customer_id, product_id, fulfiller, vendor_ref, name, is_active, listed_on, currency, whole_until)
       values ($1, $2, 'azure', 'microsoft', uuidv7()::text, 'Shop', true, $3, 'GBP', $4) returning id)
     insert into azure_spend (reseller_id, subscription_id, day, resource_group, resource, meter, cost, price)
     select $1, s.id, d::date, 'shop', 'web', meter, 5, 6
     from s, generate_series($5::date - 1, $4::date + 1, '1 day') d, unnest(array['D4s v5', 'Disk']) meter`,
    [reseller.resellerId, customerId, today, known, before],
  );
  const estimated = async () => (await billsOf(reseller)).map(({ Estimated }) => Number(Estimated.Minor));
  const change = (set: string) =>
    app.sql(`update azure_subscriptions set ${set} where reseller_id = $1`, [reseller.resellerId]);
  const costOf = (at: string) => daysBetween(at, addMonths(at, 1)) * 1_000;
  const [last, present, next] = [before, month, addMonths(month, 1)].map(costOf);
  expect(await estimated()).toEqual([last, present, next]);
  const { Result } = await app.call(reseller, forecast.bills);
  expect(Result!.SpendKnownUntil).toBe(known);
  expect(Result!.Bills[0]!.Rows).toEqual([expect.objectContaining({ ProductId: "azure", Kind: "spend", Count: 1 })]);
  // The file of the month before has come: what it bills is charged.
  await change(`billed_until = '${month}'`);
  expect(await estimated()).toEqual([0, present, next]);
  // What has ended comes to what is known of it.
  await change("is_active = false");
  expect(await estimated()).toEqual([0, known < month ? 0 : (daysBetween(month, known) + 1) * 1_000, 0]);
});

test("what is ordered and not provided yet is in the next bill, and what has no price is counted", async () => {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const { OfferId } = await offer(reseller, customerId, { term: "P1M", billing: "monthly" });
  const match = { method: "POST", path: "/checkout" };
  await worker.control("microsoft", "faults", { match, times: 10_000, fault: { kind: "status", status: 503 } });
  const { placed } = await order(reseller, customerId, { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity: 5 }] });
  const [before] = await billsOf(reseller);
  expect(kindsOf(before!)).toContainEqual(["ordered", 1]);
  await fetch(`${worker.simulators.urls.microsoft}/__sim/faults`, { method: "DELETE" });
  await becomes(reseller, placed.Result!.InstanceId, "Active");
  const [after] = await billsOf(reseller);
  expect(kindsOf(after!)).toContainEqual(["charged", 1]);
  expect(after!.Net).toEqual(before!.Net);

  await app.sql(
    `update subscriptions set term_end = '{"outcome": "renew", "offerId": "no-such-offer", "quantity": null}' where reseller_id = $1`,
    [reseller.resellerId],
  );
  expect((await app.call(reseller, forecast.bills)).Result).toMatchObject({ Unpriced: 1 });
});

test("ACL-39 the coming bills are refused where prices are hidden, and to those who see part of the company", async () => {
  const person = await signInSigned();
  await app.sql("update resellers set hide_pricing = true where id = $1", [person.resellerId]);
  const colleague = await app.signIn({ resellerId: person.resellerId });
  expect(await app.call(colleague, forecast.bills)).toMatchObject({ Error: "pricesHidden" });
  await app.sql("update resellers set hide_pricing = false where id = $1", [person.resellerId]);
  const other = await app.signIn({ resellerId: person.resellerId });
  expect((await app.call(other, forecast.bills)).Succeed).toBe(true);
  const engineer = await app.signIn({ kind: "engineer", resellerId: person.resellerId });
  await app.sql("update memberships set only_customers = true where id = $1", [engineer.membershipId]);
  expect(await app.call(engineer, forecast.bills)).toMatchObject({ Error: "PermissionNotFound" });
});
