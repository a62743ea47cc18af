import { monolithPsa, psa } from "@tradewind/contract/psa/psa.ts";
import { psaTypes } from "@tradewind/domain/psa/sync.ts";
import { beforeAll, expect, test } from "vitest";
import { switchOnFlags } from "../../test/flags.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
/** Offers, each of another SKU. */
const offers = await app.sql<{ id: string; sku: string }>(
  "select distinct on (sku) id, sku from offers where product_id = 'microsoft-365' and billing = 'monthly' and meters = '[]' order by sku limit 4",
);
const [premium, basic, standard, exchange] = offers as [Offer, Offer, Offer, Offer];
type Offer = { id: string; sku: string };

beforeAll(() => switchOnFlags(app));

type Bought = { offer: Offer; quantity: number; price?: number | null; changes?: string };

/** A company with its PSA read, and its customers matched with companies there. */
async function world(
  bought: Record<string, { company: string | null; ignored?: boolean; of: Bought[] }>,
  services: [Offer, string][] = [
    [premium, "77"],
    [basic, "78"],
    [standard, "79"],
  ],
): Promise<Person> {
  const person = await app.signIn();
  const { resellerId } = person;
  await app.call(person, psa.updateSettings, {
    body: {
      type: psaTypes.connectWise,
      address: worker.simulators.urls.connectwise,
      company: "harbour",
      keys: { user: "public-key", secret: "a-long-secret", clientId: "a-client-id" },
      defaultAgreementType: "Recurring",
      enabled: true,
    },
  });
  await readAgain(person);
  for (const [name, { company, ignored = false, of }] of Object.entries(bought)) {
    const [customer] = await app.sql<{ id: string }>(
      "insert into customers (reseller_id, name, domain, created_at) values ($1, $2, 'acme.example', '2026-01-01') returning id",
      [resellerId, name],
    );
    if (company || ignored)
      await app.sql(
        `insert into psa_customer_matches (reseller_id, source, customer_id, company_ref, ignored)
         select reseller_id, source, $2, $3, $4 from psa_connections where reseller_id = $1`,
        [resellerId, customer!.id, company, ignored],
      );
    for (const each of of) await buy(resellerId, customer!.id, each);
  }
  for (const [offer, product] of services)
    await app.sql(
      `insert into psa_service_matches (reseller_id, source, sku, product_ref, ignored)
       select reseller_id, source, $2, $3, false from psa_connections where reseller_id = $1`,
      [resellerId, offer.sku, product],
    );
  return person;
}

/** Gives a customer a subscription by an order that is done. */
const buy = (resellerId: string, customerId: string, { offer, quantity, price = null, changes = "" }: Bought) =>
  app.sql(
    `with made as (
       insert into service_instances (reseller_id, customer_id, product_id, status, since, created_at)
       values ($1, $2, 'microsoft-365', 'Active', '2026-01-01', '2026-01-01') returning *),
     bought as (
       insert into subscriptions (reseller_id, customer_id, instance_id, product_id, offer_id, sku, name, term, billing, currency, unit_cost,
         customer_price, quantity, status, anchor_day, term_from, term_until, lots, term_end, policy_ids)
       select i.reseller_id, i.customer_id, i.id, o.product_id, o.id, o.sku, o.name, o.term, ${changes ? `'${changes}'` : "o.billing"}, 'GBP', 10, $5,
         $4, 'active', 1, '2026-01-01', '2027-01-01', '[]', '{"outcome": "cancel"}',
         jsonb_build_object('window', window_policy_id, 'refund', refund_policy_id, 'termEnd', term_end_policy_id)
       from made i join offers o on o.id = $3 returning *),
     placed as (
       insert into orders (reseller_id, customer_id, instance_id, product_id, journey, task, status, details, memo, placed_at, placed_by_name, completed_at, proposal)
       select reseller_id, customer_id, id, product_id, 'Add', 'add', 'Completed', '{}', '{}', $6, 'Robin Tester', $6, 'null' from made returning *)
     insert into order_lines (reseller_id, order_id, subscription_id, offer_id, name, quantity, state, settled_at)
     select b.reseller_id, p.id, b.id, b.offer_id, b.name, b.quantity, 'done', $6 from bought b, placed p`,
    [resellerId, customerId, offer.id, quantity, price, app.platform.clock.now()],
  );

/** Has products billed as one of the PSA's, or left out. */
const map = async ({ resellerId }: Person, products: readonly [Offer, string | null][]) => {
  for (const [{ sku }, product] of products)
    await app.sql(
      `insert into psa_product_matches (reseller_id, source, sku, product_ref, ignored)
       select reseller_id, source, $2, $3, $3::text is null from psa_connections where reseller_id = $1`,
      [resellerId, sku, product],
    );
};

async function readAgain(person: Person): Promise<void> {
  await app.call(person, psa.refreshAll);
  await worker.until(
    async () => (await app.call(person, psa.syncStatus)).Result!.response.every(({ status }) => status === "Completed"),
    "the reading",
  );
}

const reportOf = async (person: Person) => (await app.call(person, psa.reconciliation)).Result!.response;
const money = (Minor: number) => ({ Minor: String(Minor), Currency: "GBP" });

test("PSA-29 PSA-47 the report says what each customer has here and in the PSA, with one cause of each difference", async () => {
  const person = await world({
    "Acme Dental": { company: "250", of: [{ offer: premium, quantity: 8, price: 18.1 }] },
    Ashdown: {
      company: "251",
      of: [
        { offer: basic, quantity: 7, price: 5 },
        { offer: standard, quantity: 8, price: 123.6, changes: "annual" },
      ],
    },
    Avonside: { company: "252", of: [] },
    Mendip: { company: "268", of: [{ offer: basic, quantity: 2 }] },
    Zebra: { company: null, of: [{ offer: premium, quantity: 1 }] },
  });
  const answer = (await app.call(person, psa.reconciliation)).Result!;
  expect(answer.synchronization).toEqual({ status: "Completed" });
  const { results, summary, readAt } = answer.response;
  expect(readAt).not.toBeNull();
  expect(results[0]).toMatchObject({
    selected: true,
    cmCustomer: { name: "Acme Dental" },
    psaCustomer: { id: "250", name: "Acme Dental Practice Ltd" },
    psaProduct: { id: "77" },
    quantity: 8,
    psaQuantity: "5",
    vendorQuantity: null,
    billedHere: money(14480),
    billedInPsa: money(9050),
    difference: money(-5430),
    cause: "quantity",
    targetQuantity: 8,
  });
  expect(results.map(({ cmCustomer, cause, difference }) => [cmCustomer.name, cause, difference])).toEqual([
    ["Acme Dental", "quantity", money(-5430)],
    ["Ashdown", "price", money(-70)],
    ["Avonside", "psaOnly", money(9270)],
    ["Mendip", "noAgreement", money(-980)],
    ["Zebra", "customerNotMatched", money(-1810)],
  ]);
  expect(summary).toMatchObject({ compared: 6, equal: 1, different: 5, difference: money(980), isClean: false });
  expect(summary.byCause.reduce((total, { amount }) => total + Number(amount!.Minor), 0)).toBe(980);
  // Lines of companies that are no customer, and lines of what is not sold here.
  expect(summary.notCompared).toEqual([{ gap: "companyNotMatched", count: expect.any(Number) }]);
  expect(summary.outside).toBeGreaterThan(0);
  const other = await app.signIn();
  expect((await app.call(other, psa.reconciliation)).Error).toBe("psaNotOn");
});

test("PSA-47 available integrations, settings and what is not matched answer beside the report", async () => {
  const person = await world({ Zebra: { company: null, of: [{ offer: exchange, quantity: 1 }] } });
  const { availableIntegrations, settings, unmatchedOverview } = psa;
  expect((await app.call(person, availableIntegrations)).Result!.response.map(({ type }) => type)).toEqual([1, 6]);
  expect((await app.call(person, settings)).Result!.response).toMatchObject({
    type: 6,
    company: "harbour",
    enabled: true,
  });
  expect((await app.call(person, unmatchedOverview)).Result!.response).toMatchObject({ customers: 1, services: 1 });
  expect((await reportOf(person)).results.map(({ cause }) => cause)).toEqual(["customerNotMatched"]);
});

test("what is ignored, billed otherwise or not read is named, and clean is said of everything only", async () => {
  const person = await world(
    { "Acme Dental": { company: "250", of: [{ offer: premium, quantity: 5, price: 18.1 }] } },
    [[premium, "77"]],
  );
  // Other companies have lines of the same product.
  const others = (await reportOf(person)).summary;
  expect(others).toMatchObject({ equal: 1, different: 0, isClean: false });
  await app.sql("update psa_lines set gone_at = now() where reseller_id = $1 and ref <> '991'", [person.resellerId]);
  expect((await reportOf(person)).summary).toMatchObject({ notCompared: [], unpriced: 0, isClean: true });
  const change = async (sql: string) => {
    await app.sql(`${sql} where reseller_id = $1`, [person.resellerId]);
    const { results, summary } = await reportOf(person);
    expect([results, summary.isClean]).toEqual([[], false]);
    return summary;
  };
  expect(await change("update subscriptions set customer_price = null")).toMatchObject({ unpriced: 1, equal: 1 });
  expect((await change("update psa_customer_matches set ignored = true")).notCompared).toEqual([
    { gap: "ignored", count: 1 },
  ]);
  expect((await change("update subscriptions set currency = 'EUR'")).notCompared).toEqual([
    { gap: "otherCurrency", count: 1 },
  ]);
  expect((await change("delete from psa_syncs")).notCompared).toEqual([{ gap: "notRead", count: 1 }]);
});

test("many products that are one in the PSA are compared together and set by one update, whatever they are as services", async () => {
  const person = await world(
    {
      "Acme Dental": {
        company: "250",
        of: [
          { offer: premium, quantity: 3, price: 18.1 },
          { offer: basic, quantity: 4, price: 18.1 },
          { offer: standard, quantity: 9, price: 1 },
        ],
      },
      Ashdown: { company: "251", of: [{ offer: basic, quantity: 7, price: 4.9 }] },
    },
    [
      [premium, "77"],
      [basic, "78"],
      [exchange, "80"],
    ],
  );
  const before = (await reportOf(person)).results.map(({ cmCustomer, cause }) => [cmCustomer.name, cause]);
  expect(before).toContainEqual(["Acme Dental", "noLine"]);
  await map(person, [
    [basic, "77"],
    [standard, null],
  ]);
  const { results, summary, today } = await reportOf(person);
  expect(results.map(({ cmCustomer, cause }) => [cmCustomer.name, cause])).toEqual([
    ["Acme Dental", "quantity"],
    ["Ashdown", "noLine"],
  ]);
  const [acme] = results;
  expect(acme).toMatchObject({ quantity: 7, psaQuantity: "5", targetQuantity: 7, difference: money(-3620) });
  expect(acme!.product.name.split(", ")).toHaveLength(2);
  expect(summary.notCompared).toContainEqual({ gap: "ignored", count: 1 });
  const result = {
    cmCustomerId: acme!.cmCustomer.id,
    productId: acme!.product.id,
    psaQuantity: "5",
    targetQuantity: 7,
  };
  await app.call(person, psa.updateReconciliation, { body: { from: today, results: [result] } });
  const [done] = await worker.until(async () => {
    const rows = (await reportOf(person)).results;
    return rows[0]!.written?.state === "Done" && rows;
  }, "the write");
  expect(done).toMatchObject({ cause: null, psaQuantity: "7" });
  await worker.control("connectwise", "reset", {});
});

test("a price that differs is set in the PSA by choice, by who may see prices, and the books are equal then", async () => {
  const person = await world({
    Ashdown: { company: "251", of: [{ offer: basic, quantity: 7, price: 5 }] },
  });
  const row = async (who = person) => (await reportOf(who)).results.find(({ psaProduct }) => psaProduct?.id === "78")!;
  const found = await row();
  expect(found).toMatchObject({ selected: false, cause: "price", targetQuantity: 7, targetPrice: "5.00" });
  const { today } = await reportOf(person);
  const update = async (changes: { psaPrice?: string; targetPrice?: string }, who = person) => {
    const { cmCustomer, product, psaQuantity } = found;
    const result = { cmCustomerId: cmCustomer.id, productId: product.id, psaQuantity, targetQuantity: 7, ...changes };
    return (await app.call(who, psa.updateReconciliation, { body: { from: today, results: [result] } })).Result!;
  };
  const wanted = { psaPrice: found.psaPrice!, targetPrice: "5.00" };
  for (const other of [{}, { ...wanted, psaPrice: "4.8" }, { ...wanted, targetPrice: "5.01" }])
    expect((await update(other)).Error).toMatch(/It changed since the report was opened/);
  await app.sql("update resellers set hide_pricing = true where id = $1", [person.resellerId]);
  const colleague = await app.signIn({ resellerId: person.resellerId });
  expect(await row(colleague)).toMatchObject({ cause: "price", targetQuantity: null, targetPrice: null });
  expect((await update(wanted, colleague)).Succeed).toBe(false);
  await app.sql("update resellers set hide_pricing = false where id = $1", [person.resellerId]);
  expect(await update(wanted)).toMatchObject({ Succeed: true });
  await worker.until(async () => (await row()).written?.state === "Done", "the write");
  expect(await row()).toMatchObject({ cause: null, psaPrice: "5.0000", written: { quantity: "7", price: "5.0000" } });
  await worker.control("connectwise", "reset", {});
});

test("PSA-48 PSA-32 an update sets the line in the PSA, once, and refuses as a whole what is not as it was seen", async () => {
  const person = await world({
    "Acme Dental": { company: "250", of: [{ offer: premium, quantity: 8, price: 18.1 }] },
    Mendip: { company: "268", of: [{ offer: basic, quantity: 2 }] },
  });
  const rows = async () => (await reportOf(person)).results;
  const wish = ({ cmCustomer, product, psaQuantity, quantity }: Awaited<ReturnType<typeof rows>>[number]) => ({
    cmCustomerId: cmCustomer.id,
    productId: product.id,
    psaQuantity,
    targetQuantity: quantity,
  });
  const { today } = await reportOf(person);
  const update = async (results: ReturnType<typeof wish>[], who = person) =>
    app.call(who, psa.updateReconciliation, { body: { from: today, results } });
  const [acme, mendip] = (await rows()).map(wish);
  for (const [results, text] of [
    [[], /^Select at least one/],
    [[acme!, { ...acme!, psaQuantity: "4" }], /^Acme Dental, .*It changed since/],
    [[mendip!], /^Mendip, .*No agreement in force/],
  ] as const)
    expect((await update([...results])).Result).toMatchObject({ Succeed: false, Error: expect.stringMatching(text) });
  const other = await world({ Zebra: { company: null, of: [] } });
  expect((await update([acme!], other)).status).toBe(404);
  const writes = () => app.sql("select from psa_writes where reseller_id = $1", [person.resellerId]);
  expect(await writes()).toHaveLength(0);
  expect((await update([acme!])).Result).toEqual({ Succeed: true, Error: null, Errors: [] });
  expect((await update([acme!])).Result).toMatchObject({
    Succeed: false,
    Error: expect.stringMatching(/It is being written|It changed since/),
  });
  const done = await worker.until(async () => {
    const [row] = await rows();
    return row!.written?.state !== "New" && row;
  }, "the write");
  expect(done).toMatchObject({
    selected: false,
    cause: null,
    psaQuantity: "8",
    written: { state: "Done", quantity: "8" },
  });
  await app.sql("update psa_writes set ended_at = ended_at - interval '2 days' where reseller_id = $1", [
    person.resellerId,
  ]);
  expect((await rows()).map(({ cmCustomer }) => cmCustomer.name)).toEqual(["Mendip"]);
  // What is there is what the PSA has.
  await readAgain(person);
  expect((await rows()).map(({ cmCustomer }) => cmCustomer.name)).toEqual(["Mendip"]);
  await worker.control("connectwise", "reset", {});
});

test("PSA-49 a sales order that the PSA does not bill is in the report until it is ignored, and again when it is not", async () => {
  const person = await world({
    "Acme Dental": {
      company: "250",
      of: [
        { offer: premium, quantity: 8, price: 18.1 },
        { offer: exchange, quantity: 1, price: 120, changes: "once" },
      ],
    },
    Ashdown: { company: "251", of: [{ offer: basic, quantity: 7, price: 4.9 }] },
  });
  const orders = async () => (await reportOf(person)).salesOrders;
  const [once, more, ...none] = await orders();
  expect(none).toEqual([]);
  expect(once).toMatchObject({
    cmCustomer: { name: "Acme Dental" },
    lines: [{ quantity: 1, once: true }],
    amount: money(12000),
  });
  expect(more).toMatchObject({ journey: "Add", lines: [{ quantity: 8, once: false }], amount: null });
  const gapOfOnce = async () =>
    (await reportOf(person)).summary.notCompared.find(({ gap }) => gap === "once")?.count ?? 0;
  expect(await gapOfOnce()).toBe(1);
  const ignore = (who: Person, orderIds: string[] | null, ignored: boolean) =>
    app.call(who, psa.ignoreSalesOrders, { body: { orderIds, ignored } });
  for (const _ of [1, 2]) expect((await ignore(person, [once!.id], true)).Result).toEqual({ ignoredSalesOrders: 1 });
  expect(await orders()).toEqual([more]);
  expect(await gapOfOnce()).toBe(0);
  const other = await world({});
  expect((await ignore(other, [more!.id], true)).status).toBe(404);
  expect((await ignore(person, null, true)).status).toBe(400);
  expect((await ignore(person, null, false)).Result).toEqual({ ignoredSalesOrders: 0 });
  expect(await orders()).toEqual([once, more]);
});

test("PSA-50 the CSV of reconciliation has every row, guarded, with amounts for who may see them", async () => {
  const person = await world({
    "=Acme": { company: "250", of: [{ offer: premium, quantity: 8, price: 18.1 }] },
    Ashdown: { company: "251", ignored: true, of: [{ offer: basic, quantity: 7, price: 4.9 }] },
  });
  const file = async (who: Person) => (await app.call(who, psa.reconciliationCsv)).text.split("\r\n");
  const lines = await file(person);
  expect(lines[0]).toBe(
    "Customer,Company in the PSA,Service,Product in the PSA,Bought here,Billed in the PSA,At the vendor,Assigned,Charged to you,To bill each month,Billed each month,Difference each month,Why",
  );
  expect(lines[1]).toMatch(/^'=Acme,Acme Dental Practice Ltd,.*,8,5,,,,144\.80,90\.50,-54\.30,Another quantity$/);
  expect(lines.slice(2)).toContainEqual(
    expect.stringMatching(/^Ashdown,.*,7,7,,,,,34\.30,,Not compared: Ignored in matching$/),
  );
  await app.sql("update resellers set hide_pricing = true where id = $1", [person.resellerId]);
  const colleague = await app.signIn({ resellerId: person.resellerId });
  const [head] = await file(colleague);
  expect(head).toBe(lines[0]!.replace(",To bill each month,Billed each month,Difference each month", ""));
  const { results, summary } = await reportOf(colleague);
  expect([results[0]!.difference, results[0]!.price, summary.difference]).toEqual([null, null, null]);
});

test("PSA-11 the old monolith has the report, and neither the file nor what is ignored", async () => {
  const person = await world({});
  expect((await app.call(person, monolithPsa.reconciliation)).Result).toEqual(
    (await app.call(person, psa.reconciliation)).Result,
  );
  for (const { Messages } of [
    await app.call(person, monolithPsa.reconciliationCsv),
    await app.call(person, monolithPsa.ignoreSalesOrders, { body: { orderIds: null, ignored: false } }),
  ])
    expect(Messages).toEqual(["This method is only supported for new PSA service implementation."]);
});
