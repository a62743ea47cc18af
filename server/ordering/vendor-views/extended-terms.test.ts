import { differences } from "@tradewind/contract/ordering/differences.ts";
import { addDays, addMonths } from "@tradewind/domain/values/dates.ts";
import { expect, test } from "vitest";
import { curing } from "../../test/cures.ts";
import { longTest } from "../../test/long-test.ts";
import { orderStory } from "../../test/order-story.ts";
import { sweeping } from "../../test/sweep.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const { settle } = curing(app);
const worker = await testWorker(app);
const { signInSigned, addCustomer, offer, order, becomes, status } = orderStory(app, worker);

async function standing(reseller: Person, Quantity = 4) {
  const customerId = await addCustomer(reseller);
  const { OfferId } = await offer(reseller, customerId, { term: "P1M", billing: "monthly" });
  const { placed } = await order(reseller, customerId, { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity }] });
  const { InstanceId } = placed.Result!;
  await becomes(reseller, InstanceId, "Active");
  const [row] = await app.sql<{ id: string; vendor_ref: string; tenant_ref: string }>(
    `select s.id, s.vendor_ref, t.tenant_ref from subscriptions s
     join provider_tenants t on t.reseller_id = s.reseller_id and t.customer_id = s.customer_id where instance_id = $1`,
    [InstanceId],
  );
  return { reseller, customerId, InstanceId, ...row! };
}
type Standing = Awaited<ReturnType<typeof standing>>;

const act = (body: Record<string, unknown>) => worker.control("microsoft", "act", body);
const today = () => worker.platform.clock.today();
const open = async ({ reseller }: Standing) => (await app.call(reseller, differences.list, {})).Result!.Items;
const chargesOf = ({ id }: Standing) =>
  app.sql<{ from: string; until: string; minor: number; description: string; named: boolean }>(
    `select period_from::text as from, period_until::text as until, amount_minor::int as minor, description, corrects is not null as named
     from charges where subscription_id = $1 order by recorded_at, id`,
    [id],
  );

const sweepTenant = sweeping(app, worker);
const sweep = ({ tenant_ref }: Standing) => sweepTenant(tenant_ref);

/** Takes over the only difference as it is proposed. */
async function take(held: Standing) {
  const [found, ...others] = await open(held);
  expect(others).toEqual([]);
  const chosen = { Cure: "take" as const, DifferenceIds: [found!.Id] };
  const [proposal] = (await app.call(held.reseller, differences.propose, { body: chosen })).Result!.Lines;
  const stale = await app.call(held.reseller, differences.settle, { body: { ...chosen, Hash: "0" } });
  expect(stale).toMatchObject({ status: 409, Error: "proposalChanged" });
  const before = (await chargesOf(held)).length;
  expect((await settle(held.reseller, "take", [found!.Id])).Succeed).toBe(true);
  const written = (await chargesOf(held)).slice(before);
  expect(written.map(({ minor, from, until }) => [minor, from, until])).toEqual(
    proposal!.Charges.map(({ Amount, From, Until }) => [Number(Amount!.Minor), From, Until]),
  );
  await sweep(held);
  expect(await open(held)).toEqual([]);
  return { found: found!, written };
}

test("what runs on by the day at Microsoft does so with us, charged by the day since then, and ends there and with us on any day", async () => {
  const held = await standing(await signInSigned());
  const began = today();
  await worker.moveDays(2);
  const from = addDays(today(), -1);
  await act({ action: "extend", subscriptionId: held.vendor_ref, day: from });
  await sweep(held);
  const { found, written } = await take(held);
  expect(found).toMatchObject({
    Kind: "extended",
    Text: "It runs on by the day at Microsoft, and has a term with us",
    Cures: ["take", "accept"],
  });
  const [returned, ...days] = written;
  expect(returned).toMatchObject({
    from,
    named: true,
    description: expect.stringContaining("runs on by the day from"),
  });
  expect(days.map((day) => [day.from, day.until])).toEqual([
    [from, today()],
    [today(), addDays(today(), 1)],
  ]);
  const shown = await status(held.reseller, held.InstanceId);
  expect(shown.Subscriptions[0]).toMatchObject({ Billing: "daily", TermUntil: null, Quantity: 4 });
  expect(shown.History[0]!.Text).toMatch(/^Runs on by the day with 4 licences, as at the vendor since/);

  // Each following day is charged once more.
  await worker.moveDays(2);
  expect((await chargesOf(held)).slice(-2).map((day) => day.from)).toEqual([addDays(today(), -1), today()]);
  // The first month was kept for the days before, to the penny.
  const [first] = await chargesOf(held);
  const used = Math.round((first!.minor * 1) / ((Date.parse(first!.until) - Date.parse(began)) / 86_400_000));
  expect(first!.minor + returned!.minor).toBe(used);

  await act({ action: "remove", subscriptionId: held.vendor_ref });
  await sweep(held);
  const ended = await take(held);
  expect(ended.found.Kind).toBe("ended");
  const last = (await chargesOf(held)).length;
  await worker.moveDays(3);
  expect(await chargesOf(held)).toHaveLength(last);
});

longTest(
  "what Microsoft renewed and we let run on by the day gets its term, from the day on which it began there",
  async () => {
    const held = await standing(await signInSigned());
    const Targets = [{ Key: held.id, Outcome: "extend" as const }];
    await order(held.reseller, held.customerId, { Kind: "schedule", Targets }, { InstanceId: held.InstanceId });
    await becomes(held.reseller, held.InstanceId, "Active");
    await worker.moveDays(36);
    expect((await status(held.reseller, held.InstanceId)).Subscriptions[0]).toMatchObject({ Billing: "daily" });
    const from = addDays(today(), -2);
    await act({ action: "renew", subscriptionId: held.vendor_ref, day: from, termDuration: "P1Y" });
    await sweep(held);
    const { found, written } = await take(held);
    expect(found).toMatchObject({
      Kind: "extended",
      Text: "It has a term at Microsoft, and runs on by the day with us",
    });
    const returned = written.filter(({ minor }) => minor < 0);
    expect(returned.map((day) => day.from)).toEqual([from, addDays(from, 1), today()]);
    expect(returned.every(({ named }) => named)).toBe(true);
    const charged = written.filter(({ minor }) => minor > 0);
    expect(charged).toMatchObject([{ from, until: addMonths(from, 1) }]);
    const [now] = (await status(held.reseller, held.InstanceId)).Subscriptions;
    expect(now).toMatchObject({ Term: "P1Y", Billing: "monthly", TermUntil: addMonths(from, 12), Quantity: 4 });
    await worker.moveDays(31);
    expect((await chargesOf(held)).at(-1)).toMatchObject({ from: addMonths(from, 1) });
  },
);

test("what is given back of days before a price rose is what they were charged", async () => {
  const held = await standing(await signInSigned());
  await worker.moveDays(2);
  await act({ action: "extend", subscriptionId: held.vendor_ref, day: addDays(today(), -1) });
  await sweep(held);
  await take(held);
  const list = `GBP-${addDays(today(), 2)}`;
  await app.sql("insert into price_lists (id, currency, from_date) values ($1, 'GBP', $2)", [
    list,
    addDays(today(), 2),
  ]);
  await app.sql(
    "insert into prices (price_list_id, offer_id, cost) select $1, offer_id, 3 * unit_cost from subscriptions where id = $2",
    [list, held.id],
  );
  await app.sql("update price_lists set published = true where id = $1", [list]);
  await act({ action: "remove", subscriptionId: held.vendor_ref });
  await sweep(held);
  // Nobody decides for some days, which are charged meanwhile.
  await worker.moveDays(4);
  const { written } = await take(held);
  // The day that has begun stays paid.
  expect(written).toHaveLength(4);
  expect(
    await app.sql(
      `select c.period_from from charges c join charges k on k.id = c.corrects
       where c.subscription_id = $1 and k.period_until - k.period_from = 1 and c.amount_minor <> -k.amount_minor`,
      [held.id],
    ),
  ).toEqual([]);
});
