import { openDatabase } from "@tradewind/server/platform/database.ts";
import { addUpTallies } from "@tradewind/server/platform/tallies.ts";
import type pg from "pg";

const words =
  "array['Acme','Harbour','Dental','Bakery','Legal','Copper','Lantern','Garage','Design','Quay','School','Clinic','Press','Forge']";

export type World = { small: string; large: string };

/**
 * Seeds two resellers with 10,000 and 100,000 customers, with the same rows in the product's tables and in the limit's.
 */
export async function seed(admin: pg.Client, databaseUrl: string): Promise<World> {
  await admin.query("alter system set autovacuum = off");
  await admin.query("select pg_reload_conf()");
  const [small, large] = [await addReseller(admin, 10_000), await addReseller(admin, 100_000)];
  await admin.query(limitTables);
  await addUp(databaseUrl);
  await admin.query("vacuum analyze customers, limits.customers, tallies, tally_changes");
  return { small, large };
}

/** Adds up what the rows changed, as the worker does within half a minute. */
async function addUp(databaseUrl: string): Promise<void> {
  const url = new URL(databaseUrl);
  url.username = "tradewind_worker";
  const database = openDatabase(url.href, { max: 1 });
  await addUpTallies({ database });
  await database.close();
}

async function addReseller(admin: pg.Client, customers: number): Promise<string> {
  const { rows } = await admin.query(
    `insert into resellers (name, currency, country, vat_number, address1, town_city, post_code, billing_email, created_at)
     values ('Bench ' || $1, 'GBP', 'GB', 'GB123456789', '1 Quay Street', 'Bristol', 'BS1 4AA', 'accounts@example.com', '2026-01-01') returning id`,
    [customers],
  );
  const id = rows[0].id as string;
  await admin.query(
    `insert into customers (reseller_id, name, created_at, domain)
     select $1, w[1 + (n * 7) % 14] || ' ' || w[1 + (n * 5 + n / 14) % 14] || ' ' || n, timestamptz '2026-01-01' + n * interval '1 minute', 'acme.example'
     from generate_series(1, $2::int) n, (select ${words} as w) words order by n`,
    [id, customers],
  );
  return id;
}

/** Tables that the limit has as the product has them. */
const likeOurs = [
  "orders",
  "order_lines",
  "service_instances",
  "subscriptions",
  "subscription_history",
  "held_charges",
  "tally_changes",
  "activity_unsealed",
];
/** Tables in which both sides write the same number of rows for a call. */
export const writtenAlike = [...likeOurs, "activity", "events", "idempotency"];

const limitTables = `
create schema limits;
create table limits.customers (like customers including defaults);
insert into limits.customers select * from customers;
alter table limits.customers add primary key (reseller_id, id);
create unique index on limits.customers (reseller_id, lower(name));
create index on limits.customers (reseller_id, name, id);
create index on limits.customers (reseller_id, created_at, id);
create index on limits.customers (reseller_id, organisation_type, name, id);
create index on limits.customers (reseller_id, monthly_minor, id);
create index on limits.customers (reseller_id, next_renewal, id);
create index on limits.customers using gin (reseller_id, name gin_trgm_ops);
create table limits.activity (reseller_id uuid not null, id uuid default uuidv7(), at timestamptz default now(), customer_id uuid, who text, what text, primary key (reseller_id, id));
create table limits.events (reseller_id uuid not null, id bigint generated always as identity, topics text[], at timestamptz default now(), primary key (reseller_id, id));
create table limits.idempotency (reseller_id uuid not null, key text, response text, at timestamptz default now(), primary key (reseller_id, key));
${likeOurs
  .map((table) => `create table limits.${table} (like ${table} including defaults including indexes);`)
  .join("\n")}
create table limits.jobs (id uuid primary key default uuidv7(), payload jsonb, at timestamptz default now());
create table limits.offers (offer_id text primary key, name text not null, cost numeric not null);
`;
