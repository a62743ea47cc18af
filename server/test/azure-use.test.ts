import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { azureSpend } from "@tradewind/contract/ordering/azure-spend.ts";
import { priceBooks } from "@tradewind/contract/catalogue/price-books.ts";
import { addDays, addMonths, daysBetween, monthOf, type Period } from "@tradewind/domain/values/dates.ts";
import { findBreaches } from "@tradewind/tools/demo/invariants.ts";
import type { VendorInvoiceLine } from "@tradewind/vendors/vendor-invoices.ts";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { customerWithAzure } from "./azure-story.ts";
import { longTest } from "./long-test.ts";
import { testApp, type Person } from "./test-app.ts";
import { testWorker } from "./test-worker.ts";
import { readInvoice } from "../billing/vendor-invoices/read-invoices.jobs.ts";
import { insertVendorInvoices } from "../billing/vendor-invoices/read-invoices.store.ts";

const app = await testApp();
const worker = await testWorker(app);
const database = new pg.Pool({ connectionString: app.database.adminUrl, max: 2 });
afterAll(() => database.end());

/** A plan that nobody ordered here has no history. */
const breaches = async () =>
  (await findBreaches(database)).filter((each) => !each.includes("what its history comes to"));

const today = () => app.platform.clock.today();
const act = (action: string, body: object) =>
  worker.control("microsoft", "act", { action, ...body }) as Promise<{ id: string }>;
const thisMonth = () => monthOf(today());
const before = ({ from }: Period) => monthOf(addMonths(from, -1));

const isQuiet = async () => {
  const [left] = await app.sql<{ count: string }>(
    "select count(*) from pgboss.job where name in ('vendors.spend', 'vendors.invoices') and state in ('created', 'active', 'retry')",
  );
  return left!.count === "0";
};
async function moveTo(day: string) {
  await worker.moveDays(daysBetween(today(), day));
  await worker.until(isQuiet, "spend and invoices read", 2_400);
}

/** What the panel's days of a month come to, what is charged of it, and what Microsoft asks for it. */
const sumsOf = (customerId: string, { from }: Period) =>
  app.sql<{ name: string; cost: string; price: string; charged: string; sold: string; owed: string }>(
    `select s.name, d.cost, d.price, c.charged, c.sold, c.owed
     from azure_subscriptions s
     cross join lateral (
       select round(sum(cost) * 100)::text as cost, round(sum(price) * 100)::text as price from azure_spend
       where subscription_id = s.id and day >= $2 and day < $2::date + interval '1 month') d
     cross join lateral (
       select sum(k.amount_minor)::text as charged, sum(k.sale_minor)::text as sold, sum(p.amount_minor)::text as owed
       from azure_charges a join charges k on k.id = a.charge_id left join payables p on p.charge_id = a.charge_id
       where a.subscription_id = s.id and a.month = $2) c
     where s.customer_id = $1 order by s.name`,
    [customerId, from],
  );
type Sums = Awaited<ReturnType<typeof sumsOf>>;
const expectEqual = (sums: Sums) => {
  for (const { cost, price, charged, sold } of sums) expect([charged, sold]).toEqual([cost, price]);
};
/** Where the months of a customer's subscriptions are billed, by their names. */
async function panelOf(person: Person, customerId: string) {
  const params = { customerId };
  const found = new Map<string, ResultOf<typeof azureSpend.summary>["Bills"]>();
  for (const { Text, Value } of (await app.call(person, azureSpend.subscriptions, { params })).Result!) {
    const of = { ...params, azureSubscriptionId: Value };
    found.set(Text, (await app.call(person, azureSpend.summary, { params: of })).Result!.Bills);
  }
  return found;
}

const billsOf = ({ from }: Period) =>
  app.sql<{ theirs: string; ours: string }>(
    "select theirs_minor::text as theirs, ours_minor::text as ours from vendor_invoices where source = 'invoice' and period_from = $1 and read_at is not null",
    [from],
  );

/** Two customers of a reseller, one of them with two subscriptions and with prices of its own, on the first days of a month. */
async function used() {
  const boss = await app.signIn();
  const [first, second] = [await customerWithAzure(app, worker, boss), await customerWithAzure(app, worker, boss)];
  await moveTo(addDays(thisMonth().until, 1));
  const put = (Value: string, From: string) =>
    app.call(boss, priceBooks.put, {
      body: { ProductId: "azure", CustomerId: first.customerId, From, Kind: "markUp", Value },
    });
  await put("12.5", today());
  await put("20", addDays(today(), 10));
  const open = async (customerId: string, name: string, size: number) =>
    (await act("openAzure", { customerId, name, size, since: thisMonth().from })).id;
  const shop = await open(first.tenantId, "Shop", 0.7);
  const lab = await open(first.tenantId, "Lab", 0.131);
  const site = await open(second.tenantId, "Site", 0.37);
  return { boss, first, second, shop, lab, site };
}

/** A month that was charged from Microsoft's file. */
async function chargedMonth() {
  const { boss, first, second, shop } = await used();
  const month = thisMonth();
  await moveTo(addDays(month.until, 5));
  const [open, awaited] = (await panelOf(boss, first.customerId)).get("Shop")!;
  expect([open, awaited]).toMatchObject([
    { Month: month.until, State: "open", Charged: null, Documents: [] },
    { Month: month.from, State: "awaited", Charged: null, Documents: [] },
  ]);
  await moveTo(addDays(month.until, 8));
  const sums = [...(await sumsOf(first.customerId, month)), ...(await sumsOf(second.customerId, month))];
  expect(sums.map(({ name }) => name)).toEqual(["Lab", "Shop", "Site"]);
  expectEqual(sums);
  expect(Number(sums[0]!.charged)).toBeGreaterThan(0);
  expect(Number(sums[0]!.sold)).toBeGreaterThan(Number(sums[0]!.charged));
  const [bill] = await billsOf(month);
  expect(bill).toEqual({ theirs: bill!.ours, ours: String(sums.reduce((all, { owed }) => all + Number(owed), 0)) });
  expect(await breaches()).toEqual([]);
  const ofShop = (await panelOf(boss, first.customerId)).get("Shop")!.find(({ Month }) => Month === month.from)!;
  expect(ofShop).toMatchObject({
    State: "charged",
    Charged: ofShop.Spent,
    Apart: null,
    Cost: { Minor: sums[1]!.charged },
  });
  // Another price for days that are charged changes no charge, and the panel says so; nor one that a file would bring.
  const whileSpend = async (set: string) => {
    const change = (by: string) =>
      app.sql(
        `update azure_spend d set ${by} from azure_subscriptions s where s.id = d.subscription_id and s.name = 'Shop'`,
      );
    await change(set);
    const found = (await panelOf(boss, first.customerId)).get("Shop")!.find(({ Month }) => Month === month.from)!;
    await change(set.replaceAll("*", "/"));
    return found.Apart;
  };
  expect([await whileSpend("price = price * 2"), await whileSpend("price = price * 2, cost = cost * 2")]).toEqual([
    "price",
    "file",
  ]);
  return { boss, first, second, shop, month, sums };
}

test("a month is charged from Microsoft's file as the panel shows it, and owes what Microsoft asks", async () => {
  const { sums } = await chargedMonth();
  expect(sums).toHaveLength(3);
});

// How a later file corrects is told below, of lines alone.
longTest(
  "a month is corrected by the next file, also where a subscription moved in it, on the invoice of then",
  async () => {
    const { boss, first, second, shop, month, sums } = await chargedMonth();
    // A day that was billed is corrected, and a subscription moves to the other customer within the month.
    await act("azureDay", { subscriptionId: shop, day: addDays(month.from, 12), resource: "orders-db", factor: 0.3 });
    await act("moveAzure", { subscriptionId: shop, customerId: second.tenantId });
    const moved = today();
    await moveTo(addDays(thisMonth().until, 8));
    const next = before(thisMonth());
    const [, corrected] = await sumsOf(first.customerId, month);
    expect(Number(corrected!.charged)).toBeLessThan(Number(sums[1]!.charged));
    for (const of of [month, next])
      for (const { customerId } of [first, second])
        expectEqual((await sumsOf(customerId, of)).filter(({ cost }) => cost !== null));
    const days = await app.sql<{ customer_id: string; from: string; until: string }>(
      `select s.customer_id, min(d.day)::text as from, max(d.day)::text as until from azure_subscriptions s join azure_spend d on d.subscription_id = s.id
     where s.vendor_ref = $1 and d.day >= $2 and d.day < $3 group by 1 order by 2`,
      [shop, next.from, next.until],
    );
    expect(days).toEqual([
      { customer_id: first.customerId, from: next.from, until: addDays(moved, -1) },
      { customer_id: second.customerId, from: moved, until: addDays(next.until, -1) },
    ]);
    const refunds = await app.sql<{ description: string; corrects: string | null }>(
      "select k.description, k.corrects from azure_charges a join charges k on k.id = a.charge_id where k.kind = 'refund'",
    );
    expect(refunds.length).toBeGreaterThan(0);
    for (const { description, corrects } of refunds) {
      expect(description).toMatch(/^Shop, Azure plan: .*, corrected$/);
      expect(corrects).not.toBeNull();
    }
    expect(await app.sql("select from vendor_bill_differences where charge = 'usage'")).toEqual([]);

    // Each month stands on the invoice of the month in which its file came.
    await moveTo(addDays(thisMonth().until, 1));
    const lines = await app.sql<{ net: string; charged: string }>(
      `select sum(l.net_minor)::text as net, sum(k.amount_minor)::text as charged
     from azure_charges a join charges k on k.id = a.charge_id left join invoice_lines l on l.charge_id = k.id`,
    );
    expect(lines[0]!.net).toBe(lines[0]!.charged);
    for (const { customerId } of [first, second])
      for (const bills of (await panelOf(boss, customerId)).values())
        for (const of of bills.filter(({ Month }) => Month < before(thisMonth()).from)) {
          expect(of).toMatchObject({ State: "invoiced", Charged: of.Spent });
          expect(of.Documents[0]).toMatchObject({ Kind: "invoice", Number: expect.any(String) });
        }
    expect(await breaches()).toEqual([]);
  },
);

let files = 0;
/** A file of Microsoft's for a month that is over, read once or again. */
async function fileOf(month: Period, lines: VendorInvoiceLine[]) {
  const ref = `F${++files}`;
  const listed = { ref, currency: "GBP" as const, issuedOn: addDays(month.until, 7), ...month };
  const id = await worker.platform.database.write({ role: "app_worker" }, async (tx) => {
    await insertVendorInvoices(tx, "microsoft", [listed]);
    const row = await tx.selectFrom("vendor_invoices").where("ref", "=", ref).select("id").executeTakeFirstOrThrow();
    return row.id;
  });
  async function* read() {
    yield lines;
  }
  return () => readInvoice(worker.platform, { list: () => Promise.resolve([listed]), read }, id, ref);
}

async function told(boss: Person) {
  const { customerId, tenantId } = await customerWithAzure(app, worker, boss);
  await app.sql(
    `insert into azure_subscriptions (reseller_id, customer_id, product_id, fulfiller, vendor_ref, name, is_active, listed_on, currency)
     values ($1, $2, 'azure', 'microsoft', $3, 'Shop', true, $4, 'GBP')`,
    [boss.resellerId, customerId, `of-${customerId}`, today()],
  );
  const month = before(thisMonth());
  const line = (meter: string, day: number, exactAmount: string): VendorInvoiceLine => ({
    tenantRef: tenantId,
    vendorRef: `of-${customerId}`,
    customerName: "Acme",
    name: `Azure plan: ${meter}`,
    charge: "usage",
    chargeType: "usage",
    meter,
    from: addDays(month.from, day),
    until: addDays(month.from, day + 1),
    quantity: exactAmount,
    unitPrice: "1.00000000",
    amount: { minor: 0n, currency: "GBP" },
    exactAmount,
  });
  const charged = () =>
    app.sql<{ meter: string; minor: string }>(
      `select a.meter, k.amount_minor::text as minor from azure_charges a join charges k on k.id = a.charge_id
       join azure_subscriptions s on s.id = a.subscription_id where s.customer_id = $1 order by k.id`,
      [customerId],
    );
  return { month, line, charged };
}

/** Has the next write into a table fail, as if the worker had been killed there. */
async function killedAt(table: string, read: () => Promise<void>) {
  await app.sql(
    "create or replace function killed() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$",
  );
  await app.sql(`create trigger killed before insert on ${table} execute function killed()`);
  await expect(read()).rejects.toThrow("killed");
  await app.sql(`drop trigger killed on ${table}`);
}

test("a worker that is killed while it reads, charges or compares a file charges each line once in the end", async () => {
  const { month, line, charged } = await told(await app.signIn());
  const read = await fileOf(month, [
    line("disk", 3, "0.00500000"),
    line("disk", 4, "0.00400000"),
    line("core", 3, "7.10400000"),
  ]);
  for (const table of ["vendor_invoice_lines", "charges"]) {
    await killedAt(table, read);
    expect(await charged()).toEqual([]);
  }
  await killedAt("payables_billed", read);
  const all = [
    { meter: "core", minor: "710" },
    { meter: "disk", minor: "1" },
  ];
  expect(await charged()).toEqual(all);
  await read();
  await read();
  expect(await charged()).toEqual(all);
});

test("what gives back more than a meter was charged is left to the operator, and all else is charged", async () => {
  const { month, line, charged } = await told(await app.signIn());
  const first = await fileOf(month, [line("core", 1, "7.10000000"), line("credit", 1, "-3.00000000")]);
  await first();
  expect(await charged()).toEqual([{ meter: "core", minor: "710" }]);
  const [open] = await app.sql<{ kind: string; meter: string; state: string; theirs: string }>(
    "select kind, meter, state, theirs_minor::text as theirs from vendor_bill_differences where meter = 'credit'",
  );
  expect(open).toEqual({ kind: "notOurs", meter: "credit", state: "open", theirs: "-300" });
  const second = await fileOf(month, [line("core", 2, "-7.10000000")]);
  await second();
  expect((await charged()).map(({ minor }) => minor)).toEqual(["710", "-710"]);
});
