import type { Currency } from "@tradewind/domain/values/money.ts";
import { randomUUID } from "node:crypto";
import type { TestApp } from "./test-app.ts";

export type TestCharge = {
  customer?: string;
  product?: string;
  description?: string;
  due: string;
  /** How many days it is for: one by default, none for what is charged once. */
  days?: number;
  minor: number;
  quantity?: number;
  kind?: "recurring" | "prorated" | "refund" | "once";
  /** The reseller's currency by default. */
  currency?: Currency;
};

/** Writes a reseller's charges as rating would, creating customers by name. */
export async function addCharges(app: TestApp, resellerId: string, charges: readonly TestCharge[]): Promise<void> {
  const rows = charges.map((charge) => ({
    customer: "Acme Dental",
    product: "microsoft-365",
    description: "Microsoft 365 Business Premium",
    quantity: 1,
    days: 1,
    kind: charge.minor < 0 ? "refund" : "once",
    ...charge,
    id: randomUUID(),
  }));
  await app.sql(
    `with rows as (select * from jsonb_to_recordset($2) as r (customer text, product text, description text, due date, days int, minor bigint, quantity int, kind text, currency text)),
     made as (insert into customers (reseller_id, name, created_at) select distinct $1::uuid, customer, timestamptz '2026-01-01' from rows
       on conflict do nothing returning id, name),
     known as (select id, name from made union all select id, name from customers where reseller_id = $1)
     insert into charges (reseller_id, customer_id, product_id, kind, description, period_from, period_until, due_on, quantity, unit_cost, amount_minor, currency, recorded_at)
     select $1, known.id, product, kind, description, due, due + days, due, quantity, abs(minor) / 100.0 / quantity, minor, coalesce(rows.currency, reseller.currency), due
     from rows join known on known.name = rows.customer join resellers reseller on reseller.id = $1`,
    [resellerId, JSON.stringify(rows)],
  );
}

/** What a run does at once, so that the invoice of a noisy reseller takes several slices. */
export const smallSlices = { lines: 1_000, slice: 100 };

/** Adds a reseller with two charges of January for each of 501 customers. */
export async function noisyReseller(app: TestApp): Promise<string> {
  const id = await app.addReseller();
  await app.sql(
    `with made as (insert into customers (reseller_id, name, created_at)
       select $1, 'Customer ' || lpad(n::text, 5, '0'), '2026-01-01' from generate_series(1, 501) n returning id)
     insert into charges (reseller_id, customer_id, product_id, kind, description, period_from, period_until, due_on, quantity, unit_cost, amount_minor, currency, recorded_at)
     select $1, id, 'microsoft-365', 'once', 'Part ' || part, '2026-01-10', '2026-01-11', '2026-01-10', 1, 1, 100, 'GBP', '2026-01-10'
     from made, generate_series(1, 2) part`,
    [id],
  );
  // As is done by itself long before a month is over: unaware of so many rows, the planner reads all of them for each line.
  await app.sql("analyze customers, charges");
  return id;
}
