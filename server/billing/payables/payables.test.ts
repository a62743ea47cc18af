import { services } from "@tradewind/contract/ordering/services.ts";
import { charge } from "@tradewind/domain/pricing/proration.ts";
import { addDays, monthOf } from "@tradewind/domain/values/dates.ts";
import { times } from "@tradewind/domain/values/money.ts";
import fc from "fast-check";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { prepareDatabase } from "../../prepare-database.ts";
import { invoicing } from "../../test/invoicing.ts";
import { longTest } from "../../test/long-test.ts";
import { orderStory } from "../../test/order-story.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, offer, order, becomes } = orderStory(app, worker);
const { issue } = invoicing(app);

type Owed = { kind: string; quantity: number; amount: string; owed: string; unit: string; vendor: string };
/** Lists the reseller's charges with what each owes, as they were written. */
const owedFor = ({ resellerId }: Person) =>
  app.sql<Owed>(
    `select c.kind, c.quantity, c.amount_minor::text as amount, p.amount_minor::text as owed, trim_scale(p.unit_cost)::text as unit, p.vendor
     from charges c left join payables p on p.reseller_id = c.reseller_id and p.charge_id = c.id
     where c.reseller_id = $1 order by c.recorded_at, c.id`,
    [resellerId],
  );

async function ordered(reseller: Person, Quantity: number, term = "P1M") {
  const customerId = await addCustomer(reseller);
  const { OfferId } = await offer(reseller, customerId, { term, billing: "monthly" });
  const { placed } = await order(reseller, customerId, { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity }] });
  const { InstanceId } = placed.Result!;
  const Key = (await becomes(reseller, InstanceId, "Active")).Subscriptions[0]!.Id;
  const change = async (seats: number) => {
    await order(reseller, customerId, { Kind: "setQuantity", Targets: [{ Key, Quantity: seats }] }, { InstanceId });
    return becomes(reseller, InstanceId, "Active");
  };
  const bill = async (offerId: string) => {
    await order(reseller, customerId, { Kind: "billing", Targets: [{ Key, OfferId: offerId }] }, { InstanceId });
    return becomes(reseller, InstanceId, "Active");
  };
  return { OfferId, Key, change, bill };
}

/** Units of an annual term paid monthly, and how some of them become the better product. */
async function upgradable(Quantity: number) {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const offers = await app.sql<{ id: string }>(
    `select id from offers where term = 'P1Y' and billing = 'monthly'
       and name in ('Microsoft 365 Business Basic', 'Microsoft 365 Business Standard') order by name`,
  );
  const [basic, standard] = offers.map(({ id }) => id) as [string, string];
  const { placed } = await order(reseller, customerId, {
    Kind: "add",
    Lines: [{ Key: "a", OfferId: basic, Quantity }],
  });
  const { InstanceId } = placed.Result!;
  const Key = (await becomes(reseller, InstanceId, "Active")).Subscriptions[0]!.Id;
  const upgrade = async (units: number, ends = "Completed") => {
    const Targets = [{ Key, OfferId: standard, Quantity: units }];
    const { placed: upgraded } = await order(reseller, customerId, { Kind: "upgrade", Targets }, { InstanceId });
    expect(upgraded.Succeed).toBe(true);
    await worker.until(async () => {
      const params = { instanceId: InstanceId };
      return (await app.call(reseller, services.byId, { params })).Result!.Orders[0]!.Status === ends;
    }, "the upgrade to end");
  };
  const bill = async (offerId: string) => {
    await order(reseller, customerId, { Kind: "billing", Targets: [{ Key, OfferId: offerId }] }, { InstanceId });
    return becomes(reseller, InstanceId, "Active");
  };
  const owedOf = (offerId: string) =>
    app.sql<{ unit: string }>(
      `select trim_scale(p.unit_cost)::text as unit from charges c join payables p on p.charge_id = c.id
       where c.reseller_id = $1 and c.offer_id = $2 order by c.recorded_at, c.id`,
      [reseller.resellerId, offerId],
    );
  return { basic, standard, upgrade, bill, owedOf };
}

const pays = (offerId: string, cost: string, from: string) =>
  app.sql(
    `insert into vendor_prices (offer_id, currency, from_date, cost) values ($1, 'GBP', $3, $2)
     on conflict (offer_id, currency, from_date) do update set cost = excluded.cost`,
    [offerId, cost, from],
  );

describe("what the operator owes", () => {
  test("is the vendor's price for whole periods, its share for parts, and goes back with what is given back", async () => {
    const reseller = await signInSigned();
    const { OfferId, change } = await ordered(reseller, 5);
    const [price] = await app.sql<{ cost: string; ours: string }>(
      `select trim_scale(v.cost)::text as cost, trim_scale(p.cost)::text as ours from vendor_prices v
       join prices p on p.offer_id = v.offer_id join price_lists l on l.id = p.price_list_id and l.currency = v.currency and l.from_date = v.from_date
       where v.offer_id = $1 and v.currency = 'GBP' order by v.from_date desc limit 1`,
      [OfferId],
    );
    expect(Number(price!.cost)).toBeLessThan(Number(price!.ours));
    const whole = times(price!.cost, 5, "GBP").minor;
    expect(await owedFor(reseller)).toMatchObject([
      { kind: "recurring", owed: String(whole), unit: price!.cost, vendor: "microsoft" },
    ]);
    await worker.moveDays(2);
    await change(8);
    await change(5);
    const parts = (await owedFor(reseller)).slice(1);
    // The day that was begun stays paid.
    expect(parts.map(({ kind, quantity }) => [kind, quantity])).toEqual([
      ["prorated", 3],
      ["refund", -3],
    ]);
    for (const { amount, owed } of parts)
      expect(Number(owed)).toBe(Math.round((Number(amount) * Number(price!.cost)) / Number(price!.ours)));
  });

  longTest("is protected until the term ends, like the reseller's own price", async () => {
    const reseller = await signInSigned();
    const { OfferId, change } = await ordered(reseller, 2);
    const [before] = await owedFor(reseller);
    await worker.moveDays(1);
    await pays(OfferId, "1.11", app.platform.clock.today());
    await change(3);
    expect((await owedFor(reseller)).map(({ unit }) => unit)).toEqual([before!.unit, before!.unit]);
    await worker.moveDays(31);
    expect((await owedFor(reseller)).at(-1)).toMatchObject({ kind: "recurring", owed: "333", unit: "1.11" });
  });

  longTest(
    "of units upgraded in mid-term has the vendor's price of that day, in this period and the next",
    async () => {
      const { standard, upgrade, owedOf } = await upgradable(5);
      const ofStandard = () => owedOf(standard);
      await worker.moveDays(3);
      await pays(standard, "7.77", app.platform.clock.today());
      // Two become a subscription of their own; the others turn theirs.
      await upgrade(2);
      await upgrade(3);
      expect(await ofStandard()).toEqual([{ unit: "7.77" }, { unit: "7.77" }]);
      await worker.moveDays(31);
      expect(await ofStandard()).toEqual(Array.from({ length: 4 }, () => ({ unit: "7.77" })));
    },
  );

  longTest(
    "of a term whose billing changes in its middle is the vendor's price of the day on which it began",
    async () => {
      const reseller = await signInSigned();
      const { OfferId, bill } = await ordered(reseller, 2, "P1Y");
      const yearly = OfferId.replace("monthly", "annual");
      const [began] = await app.sql<{ unit: string }>(
        `select trim_scale(cost)::text as unit from vendor_prices where offer_id = $1 and currency = 'GBP'
       order by from_date desc limit 1`,
        [yearly],
      );
      await worker.moveDays(1);
      await pays(yearly, "99.99", app.platform.clock.today());
      await bill(yearly);
      await worker.moveDays(31);
      expect((await owedFor(reseller)).at(-1)).toMatchObject({ kind: "recurring", unit: began!.unit });
    },
  );

  longTest("of upgraded units whose billing changes is the vendor's price of the day of their upgrade", async () => {
    const { standard, upgrade, bill, owedOf } = await upgradable(2);
    const yearly = standard.replace("monthly", "annual");
    await worker.moveDays(3);
    await pays(yearly, "88.88", app.platform.clock.today());
    await upgrade(2);
    await worker.moveDays(1);
    await pays(yearly, "99.99", app.platform.clock.today());
    await bill(yearly);
    await worker.moveDays(31);
    expect(await owedOf(yearly)).toEqual([{ unit: "88.88" }]);
  });

  longTest("is as before for the rest of a term in which the vendor refused an upgrade of all units", async () => {
    const { basic, upgrade, owedOf } = await upgradable(10);
    const [before] = await owedOf(basic);
    await worker.moveDays(3);
    await pays(basic, "6.66", app.platform.clock.today());
    await worker.control("microsoft", "act", { action: "failTransition", times: 1, reason: "Conflicting services." });
    await upgrade(10, "Failed");
    await worker.moveDays(31);
    expect(await owedOf(basic)).toEqual([before, before]);
  });

  let billed: Person;
  test("is posted with the month's document, by vendor, and the ledger balances", async () => {
    const reseller = await signInSigned();
    billed = reseller;
    await ordered(reseller, 4);
    const month = monthOf(app.platform.clock.today());
    await issue(month.until);
    const [document] = await app.sql<{ id: string; effective_on: string }>(
      "select id from invoices where reseller_id = $1 and period_until = $2",
      [reseller.resellerId, month.until],
    );
    const [owed] = await app.sql<{ sum: string }>(
      "select sum(amount_minor)::text from payables where reseller_id = $1 and due_on < $2",
      [reseller.resellerId, month.until],
    );
    const entries = await app.sql<{ account: string; amount: string }>(
      `select account, amount_minor::text as amount from ledger_entries
       where reseller_id = $1 and invoice_id = $2 and account ~ '^(cost|payable):' order by account`,
      [reseller.resellerId, document!.id],
    );
    expect(entries).toEqual([
      { account: "cost:microsoft", amount: owed!.sum },
      { account: "payable:microsoft", amount: `-${owed!.sum}` },
    ]);
  });

  test("is worked out for the open month when a release brings the first vendors' prices", async () => {
    const reseller = await signInSigned();
    await app.sql("delete from vendor_prices where cost = 1.11");
    await ordered(reseller, 3);
    const owed = await owedFor(reseller);
    await app.sql("alter table payables disable trigger append_only");
    await app.sql("delete from payables where reseller_id = $1", [reseller.resellerId]);
    await app.sql("delete from vendor_prices");
    expect(await owedFor(reseller)).toMatchObject([{ owed: null }]);
    await prepareDatabase(app.database.adminUrl);
    expect(await owedFor(reseller)).toEqual(owed);
  });

  test("is nothing that a reseller's session can read", async () => {
    const client = new pg.Client(app.database.webUrl);
    await client.connect();
    const ask = async (text: string) => {
      await client.query("begin");
      try {
        await client.query("select set_config('role', 'app_tenant', true), set_config('app.reseller_id', $1, true)", [
          billed.resellerId,
        ]);
        return (await client.query(text)).rows;
      } finally {
        await client.query("rollback");
      }
    };
    for (const table of ["vendor_prices", "payables"])
      await expect(ask(`select * from ${table}`)).rejects.toThrow(/permission denied/);
    const accounts = (await ask("select distinct account from ledger_entries")).map(({ account }) => account as string);
    expect(accounts).toContain("receivable");
    expect(accounts.filter((account) => /^(cost|payable)/.test(account))).toEqual([]);
    await client.end();
  });

  test("differs from the domain's own proration by a penny at most, and takes back exactly what it owed", async () => {
    const period = { from: "2026-11-01", until: "2026-12-01" };
    const cases = fc.sample(
      fc.record({
        cost: fc.integer({ min: 1, max: 90_000 }).map((minor) => (minor / 100).toFixed(2)),
        share: fc.integer({ min: 40, max: 100 }),
        quantity: fc.integer({ min: 1, max: 300 }),
        day: fc.integer({ min: 0, max: 29 }).map((days) => addDays(period.from, days)),
      }),
      500,
    );
    const rows = cases.map(({ cost, share, quantity, day }) => {
      const vendorCost = ((Number(cost) * share) / 100).toFixed(2);
      const part = (price: string) => charge(times(price, quantity, "GBP"), period, day, period.until).minor;
      return { amount: Number(part(cost)), quantity, cost, vendorCost, right: Number(part(vendorCost)) };
    });
    const wrong = await app.sql(
      `select * from jsonb_to_recordset($1) as r (amount bigint, quantity numeric, cost numeric, "vendorCost" numeric, "right" bigint),
         lateral (select vendor_amount(amount, quantity, cost, "vendorCost") as owed, vendor_amount(-amount, -quantity, cost, "vendorCost") as back)
       where abs(owed - "right") > 1 or back <> -owed`,
      [JSON.stringify(rows)],
    );
    expect(wrong).toEqual([]);
  });
});
