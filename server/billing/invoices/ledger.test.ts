import { sql } from "kysely";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { openDatabase } from "../../platform/database.ts";
import { addCharges } from "../../test/charges.ts";
import { testApp } from "../../test/test-app.ts";
import { issueInvoicesDue } from "./invoice-run.actions.ts";

const app = await testApp();
const database = openDatabase(app.database.workerUrl, { max: 1 });
afterAll(() => database.close());

const post = (resellerId: string, amounts: [string, number, string][]) =>
  app.sql(
    `insert into ledger_entries (reseller_id, posting_id, account, amount_minor, currency, effective_on, recorded_at)
       select $1, '018f5a3e-0000-7000-8000-00000000abcd', account, amount, currency, '2026-01-01', '2026-01-01'
       from jsonb_to_recordset($2) as r (account text, amount bigint, currency text)`,
    [resellerId, JSON.stringify(amounts.map(([account, amount, currency]) => ({ account, amount, currency })))],
  );

test("the ledger refuses a posting that does not balance in each currency, and takes one that does", async () => {
  const id = await app.addReseller();
  await expect(
    post(id, [
      ["receivable", 100, "GBP"],
      ["credit", -99, "GBP"],
    ]),
  ).rejects.toThrow(/is out by 1 GBP/);
  await expect(
    post(id, [
      ["receivable", 100, "GBP"],
      ["credit", -100, "EUR"],
    ]),
  ).rejects.toThrow(/is out by/);
  await post(id, [
    ["receivable", 100, "GBP"],
    ["credit", -100, "GBP"],
  ]);
});

test.each(["invoices", "invoice_lines", "invoice_taxes", "ledger_entries"])("%s are append-only", async (table) => {
  const id = await app.addReseller();
  await addCharges(app, id, [{ due: "2026-01-02", minor: 100 }]);
  await issueInvoicesDue({ ...app.platform, database }, "2026-02-01");
  await expect(app.sql(`delete from ${table} where reseller_id = $1`, [id])).rejects.toThrow(/append-only/);
  await expect(app.sql(`update ${table} set reseller_id = reseller_id where reseller_id = $1`, [id])).rejects.toThrow(
    /append-only/,
  );
  const client = new pg.Client(app.database.webUrl);
  await client.connect();
  await client.query("begin; set role app_tenant");
  await expect(client.query(`insert into ${table} default values`)).rejects.toThrow(/permission denied/);
  await client.end();
});

test("nobody but the invoice run moves the day up to which a reseller is billed, although others may lock it", async () => {
  const resellerId = await app.addReseller();
  for (const bounds of [{ role: "app_tenant", resellerId }, { role: "app_operator" }] as const) {
    const move = app.platform.database.write(bounds, (tx) =>
      sql`update billing_state set billed_until = billed_until + 31 where reseller_id = ${resellerId}`.execute(tx),
    );
    await expect(move).rejects.toThrow("only the invoice run moves this");
  }
});
