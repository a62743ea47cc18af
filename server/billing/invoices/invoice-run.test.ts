import { totalsOf, type TaxedLine } from "@tradewind/domain/billing/vat.ts";
import { money } from "@tradewind/domain/values/money.ts";
import { afterAll, beforeEach, describe, expect, inject, test } from "vitest";
import { openDatabase } from "../../platform/database.ts";
import { openLog } from "../../platform/log.ts";
import { until } from "../../test/processes.ts";
import { testApp } from "../../test/test-app.ts";
import { insertCharges } from "../charges/charges.store.ts";
import { addCharges } from "../../test/charges.ts";
import { issueInvoicesDue, runInvoices, treatments } from "./invoice-run.actions.ts";

const app = await testApp();
const database = openDatabase(app.database.workerUrl, { max: 4 });
afterAll(() => database.close());
const log = openLog("silent", "test");
const platform = { ...app.platform, database, log };
const worker = { role: "app_worker" } as const;

const month = (end: string, issuedOn = end) =>
  runInvoices(platform, { until: end, issuedOn, now: new Date(`${issuedOn}T06:00:00Z`) });

type Row = Record<string, string | null>;
const invoicesOf = (resellerId: string) =>
  app.sql<Row>(
    `select number, kind, issued_on::text, tax_point::text, period_from::text, period_until::text, due_on::text, currency,
       net_minor, vat_minor, gross_minor, vat_sterling_minor, vat_category, wording
     from invoices where reseller_id = $1 order by period_until`,
    [resellerId],
  );

// Isolates each test: resellers of earlier tests have nothing left to invoice.
beforeEach(async () => {
  await app.sql("update billing_months set issued_at = now() where issued_at is null");
  await app.sql("update billing_state set billed_until = '2040-01-01'");
});

test("a month becomes one invoice with its lines, its VAT by rate and a posting that balances", async () => {
  const id = await app.addReseller();
  await addCharges(app, id, [
    { customer: "Zephyr", due: "2026-01-31", minor: 1005 },
    { customer: "Acme Dental", due: "2026-01-01", minor: 2000, quantity: 2 },
    {
      customer: "Acme Dental",
      due: "2026-01-10",
      minor: -502,
      product: "acronis-backup",
      description: "Seats returned",
    },
  ]);

  expect(await month("2026-02-01", "2026-02-03")).toEqual({ documents: 1, lines: 3 });

  const [invoice, ...others] = await invoicesOf(id);
  expect(others).toEqual([]);
  expect(invoice).toMatchObject({
    number: "TW-000001",
    kind: "invoice",
    issued_on: "2026-02-03",
    tax_point: "2026-02-03",
    period_from: "2026-01-01",
    period_until: "2026-02-01",
    due_on: "2026-03-05",
    net_minor: "2503",
    vat_minor: "501",
    gross_minor: "3004",
    vat_category: "S",
    wording: null,
  });
  expect(
    await app.sql(
      "select position, customer_name, product_id, net_minor from invoice_lines where reseller_id = $1 order by position",
      [id],
    ),
  ).toEqual([
    { position: 1, customer_name: "Acme Dental", product_id: "acronis-backup", net_minor: "-502" },
    { position: 2, customer_name: "Acme Dental", product_id: "microsoft-365", net_minor: "2000" },
    { position: 3, customer_name: "Zephyr", product_id: "microsoft-365", net_minor: "1005" },
  ]);
  expect(
    await app.sql("select account, amount_minor from ledger_entries where reseller_id = $1 order by account", [id]),
  ).toEqual([
    { account: "receivable", amount_minor: "3004" },
    { account: "revenue:acronis-backup", amount_minor: "502" },
    { account: "revenue:microsoft-365", amount_minor: "-3005" },
    { account: "vat:S:20", amount_minor: "-501" },
  ]);
  expect(await app.sql("select what from activity where reseller_id = $1", [id])).toEqual([
    { what: "Issued invoice TW-000001" },
  ]);
  expect(await app.sql("select topics from events where reseller_id = $1", [id])).toEqual([
    { topics: ["invoices", "dashboard"] },
  ]);
});

test("run a second time, and twice at once, a month issues nothing more", async () => {
  const id = await app.addReseller();
  await addCharges(app, id, [{ due: "2026-01-15", minor: 1000 }]);

  const both = await Promise.all([month("2026-02-01"), month("2026-02-01")]);
  expect(both.map((run) => run.documents).toSorted((a, b) => a - b)).toEqual([0, 1]);
  expect(await month("2026-02-01")).toEqual({ documents: 0, lines: 0 });
  expect(await invoicesOf(id)).toHaveLength(1);
});

test("the month's first and last day belong to it, the next first does not; a month without charges has no invoice", async () => {
  const id = await app.addReseller();
  const quiet = await app.addReseller();
  await addCharges(app, id, [
    { due: "2026-02-01", minor: 100 },
    { due: "2026-02-28", minor: 10 },
    { due: "2026-03-01", minor: 1 },
  ]);
  await app.sql("alter table billing_state disable trigger forward_only");
  await app.sql("update billing_state set billed_until = '2026-02-01' where reseller_id = any($1)", [[id, quiet]]);
  await app.sql("alter table billing_state enable trigger forward_only");

  await month("2026-03-01");
  expect((await invoicesOf(id)).map((row) => row["net_minor"])).toEqual(["110"]);
  expect(await invoicesOf(quiet)).toEqual([]);
  await month("2026-04-01");
  expect((await invoicesOf(id)).map((row) => row["net_minor"])).toEqual(["110", "1"]);
});

test("only months that are over are invoiced; missed months are caught up one by one, in order, without a gap in the numbers", async () => {
  const id = await app.addReseller();
  await addCharges(app, id, [
    { due: "2026-01-20", minor: 100 },
    { due: "2026-02-20", minor: 200 },
    { due: "2026-03-20", minor: 300 },
    { due: "2026-04-02", minor: 400 },
  ]);

  let told = 0;
  const telling = { ...platform, committed: () => void told++ };
  expect([await issueInvoicesDue(telling, "2026-01-31"), told]).toEqual([0, 0]);
  expect([await issueInvoicesDue(telling, "2026-04-30"), told]).toEqual([3, 3]);
  expect([await issueInvoicesDue(telling, "2026-04-30"), told]).toEqual([0, 3]);

  const rows = await invoicesOf(id);
  expect(rows.map((row) => [row["period_from"], row["net_minor"]])).toEqual([
    ["2026-01-01", "100"],
    ["2026-02-01", "200"],
    ["2026-03-01", "300"],
  ]);
  const [counter] = await app.sql<{ last: string }>(
    "select last_number as last from invoice_counters where kind = 'invoice'",
  );
  const numbers = await app.sql<{ number: string }>(
    "select number from invoices where kind = 'invoice' order by number",
  );
  expect(numbers.map((row) => row.number)).toEqual(
    Array.from({ length: Number(counter!.last) }, (_, index) => `TW-${String(index + 1).padStart(6, "0")}`),
  );
});

test("a negative month becomes a credit memo with a separate number sequence", async () => {
  const id = await app.addReseller();
  await addCharges(app, id, [
    { due: "2026-01-02", minor: 500 },
    { due: "2026-01-03", minor: -1250 },
  ]);
  await month("2026-02-01");
  expect(await invoicesOf(id)).toMatchObject([
    { number: "TWC-000001", kind: "creditMemo", net_minor: "-750", vat_minor: "-150", gross_minor: "-900" },
  ]);
});

test("BILL-09 an Irish reseller is invoiced in euros under the reverse charge; without a VAT number it pays UK VAT, shown in sterling too", async () => {
  const registered = await app.addReseller({ currency: "EUR" });
  const unregistered = await app.addReseller({ currency: "EUR" });
  const abroad = await app.addReseller({ currency: "EUR", country: "CH" });
  await app.sql("update resellers set vat_number = null where id = $1", [unregistered]);
  for (const id of [registered, unregistered, abroad])
    await addCharges(app, id, [{ due: "2026-01-05", minor: 10_003 }]);

  await month("2026-02-01");

  const reverse = treatments.find((row) => row.country === "IE" && row.registered)!;
  expect(await invoicesOf(registered)).toMatchObject([
    {
      currency: "EUR",
      vat_minor: "0",
      gross_minor: "10003",
      vat_category: "AE",
      wording: reverse.wording,
      vat_sterling_minor: null,
    },
  ]);
  // 20.01 EUR at 1.149 EUR to the pound.
  expect(await invoicesOf(unregistered)).toMatchObject([
    {
      currency: "EUR",
      vat_minor: "2001",
      gross_minor: "12004",
      vat_category: "S",
      wording: null,
      vat_sterling_minor: "1742",
    },
  ]);
  expect(await invoicesOf(abroad)).toMatchObject([{ vat_minor: "0", vat_category: "O" }]);
});

test("charges in two currencies are two invoices, each with its own lines and a posting in its own currency", async () => {
  const id = await app.addReseller();
  await addCharges(app, id, [
    { due: "2026-01-05", minor: 1000 },
    { due: "2026-01-06", minor: 300, currency: "EUR" },
    { due: "2026-01-07", minor: 20, currency: "EUR" },
  ]);

  await month("2026-02-01");

  expect(
    await app.sql(
      `select i.currency, i.net_minor, array_agg(l.net_minor order by l.position) as lines
       from invoices i join invoice_lines l on l.reseller_id = i.reseller_id and l.invoice_id = i.id
       where i.reseller_id = $1 group by 1, 2 order by 1`,
      [id],
    ),
  ).toEqual([
    { currency: "EUR", net_minor: "320", lines: ["300", "20"] },
    { currency: "GBP", net_minor: "1000", lines: ["1000"] },
  ]);
  expect(
    await app.sql(
      `select currency, sum(amount_minor)::text as balance from ledger_entries where reseller_id = $1 group by 1 order by 1`,
      [id],
    ),
  ).toEqual([
    { currency: "EUR", balance: "0" },
    { currency: "GBP", balance: "0" },
  ]);
});

test("a rate that changes within the month makes two rates on the invoice; a missing one stops that reseller's invoice until it is there, and no other's", async () => {
  const id = await app.addReseller();
  await addCharges(app, id, [
    { due: "2026-01-15", minor: 1001 },
    { due: "2026-01-16", minor: 1001 },
  ]);
  const abroad = await app.addReseller({ currency: "EUR" });
  await addCharges(app, abroad, [{ due: "2026-01-20", minor: 100 }]);
  await app.sql("update vat_rates set valid_until = '2026-01-16' where category = 'S'");
  try {
    await expect(month("2026-02-01")).rejects.toThrow("The months of 1 resellers could not be invoiced");
    expect(await invoicesOf(id)).toEqual([]);
    expect(await invoicesOf(abroad)).toHaveLength(1);
    await app.sql("insert into vat_rates values ('S', 17.5, '2026-01-16', null)");
    await month("2026-02-01");
    expect(
      await app.sql("select percent, net_minor, vat_minor from invoice_taxes where reseller_id = $1 order by percent", [
        id,
      ]),
    ).toEqual([
      { percent: "17.50", net_minor: "1001", vat_minor: "175" },
      { percent: "20.00", net_minor: "1001", vat_minor: "200" },
    ]);
  } finally {
    await app.sql("delete from vat_rates where percent = 17.5");
    await app.sql("update vat_rates set valid_until = null where category = 'S'");
  }
});

/** A small seeded generator, so that failures can be reproduced. */
function randomly(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Random invoices. */
const many = inject("long") ? 400 : 20;

test(`VAT in SQL is VAT in the domain, over ${many} random invoices with debts and refunds`, async () => {
  const random = randomly(7);
  const expected = new Map<string, { net: bigint; vat: bigint }>();
  for (let n = 0; n < many; n++) {
    const id = await app.addReseller();
    const charges = Array.from({ length: 1 + random(4) }, () => ({
      due: `2026-01-${String(1 + random(31)).padStart(2, "0")}`,
      minor: random(10) === 0 ? -random(9_000) : random(3) === 0 ? random(8) : random(2_000_000_000),
    }));
    await addCharges(app, id, charges);
    const lines = charges.map(({ minor }): TaxedLine => ({
      net: money(BigInt(minor), "GBP"),
      category: "S",
      percent: "20",
    }));
    const { net, gross } = totalsOf(lines, "GBP");
    expected.set(id, { net: net.minor, vat: gross.minor - net.minor });
  }

  await month("2026-02-01");

  const rows = await app.sql<{ id: string; net: string; vat: string }>(
    "select reseller_id as id, net_minor as net, vat_minor as vat from invoices where reseller_id = any($1)",
    [[...expected.keys()]],
  );
  expect(new Map(rows.map((row) => [row.id, { net: BigInt(row.net), vat: BigInt(row.vat) }]))).toEqual(expected);
});

test("a thousand random charges of many resellers and months give the documents an independent statement computes", async () => {
  const random = randomly(11);
  const ids = await Promise.all(
    Array.from({ length: 20 }, (_, n) => app.addReseller({ currency: n % 3 ? "GBP" : "EUR" })),
  );
  for (const id of ids)
    await addCharges(
      app,
      id,
      Array.from({ length: 50 }, () => ({
        customer: `Customer ${random(9)}`,
        product: ["microsoft-365", "acronis-backup", "hosted-voice"][random(3)]!,
        due: `2026-0${1 + random(3)}-${String(1 + random(28)).padStart(2, "0")}`,
        minor: random(60_000) - 6_000,
        quantity: 1 + random(9),
      })),
    );

  expect(await issueInvoicesDue(platform, "2026-04-01")).toBe(60);

  const mine = [ids];
  const wanted = await app.sql(
    `select c.reseller_id, date_trunc('month', c.due_on)::date::text as month, count(*) as lines, sum(c.amount_minor) as net,
       case r.country when 'GB' then (sum(c.amount_minor) * 2 + sign(sum(c.amount_minor)) * 5)::bigint / 10 else 0 end as vat
     from charges c join resellers r on r.id = c.reseller_id where c.reseller_id = any($1) group by 1, 2, r.country order by 1, 2`,
    mine,
  );
  const written = await app.sql(
    `select i.reseller_id, i.period_from::text as month, (select count(*) from invoice_lines l where l.reseller_id = i.reseller_id and l.invoice_id = i.id) as lines,
       i.net_minor::numeric as net, i.vat_minor as vat from invoices i where i.reseller_id = any($1) order by 1, 2`,
    mine,
  );
  expect(written).toEqual(wanted);
  expect(
    await app.sql(
      `select c.id from charges c left join invoice_lines l on l.reseller_id = c.reseller_id and l.charge_id = c.id and l.net_minor = c.amount_minor
       where c.reseller_id = any($1) and l.charge_id is null`,
      mine,
    ),
  ).toEqual([]);
  expect(
    await app.sql(
      `select posting_id from ledger_entries where reseller_id = any($1) group by posting_id, currency having sum(amount_minor) <> 0
       union all select b.invoice_id from invoice_balances b join invoices i on i.reseller_id = b.reseller_id and i.id = b.invoice_id
       where b.reseller_id = any($1) and b.balance_minor <> i.gross_minor`,
      mine,
    ),
  ).toEqual([]);
});

describe("beside writers of charges", () => {
  const entry = (resellerId: string, customerId: string) => ({
    resellerId,
    customerId,
    subscriptionId: null,
    orderId: null,
    productId: "microsoft-365",
    row: {
      kind: "once" as const,
      offerId: null,
      description: "Setup",
      periodFrom: "2026-01-20",
      periodUntil: "2026-01-21",
      dueOn: "2026-01-20",
      quantity: 1,
      unitCost: "7",
      amount: money(700n, "GBP"),
      policyId: null,
    },
  });

  test("the run waits for writers that began before it, and charges written later are due in the next month", async () => {
    const id = await app.addReseller();
    await addCharges(app, id, [{ due: "2026-01-02", minor: 100 }]);
    const [customer] = await app.sql<{ id: string }>("select id from customers where reseller_id = $1", [id]);
    const charge = entry(id, customer!.id) as never;
    let run: ReturnType<typeof month> | undefined;

    await database.write(worker, async (tx) => {
      await insertCharges(tx, [charge], new Date("2026-01-31T23:59:59Z"));
      run = month("2026-02-01");
      await waitForLock();
    });
    expect(await run).toEqual({ documents: 1, lines: 2 });

    await database.write(worker, (tx) => insertCharges(tx, [charge], new Date("2026-02-01T00:00:01Z")));
    expect(await month("2026-03-01")).toEqual({ documents: 1, lines: 1 });
  });

  const waitForLock = () =>
    until(async () => {
      const rows = await app.sql(
        "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      );
      return rows.length > 0;
    }, "somebody to wait for a lock");
});
