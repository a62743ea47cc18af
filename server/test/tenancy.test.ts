import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freshDatabase } from "./database.ts";
import { globalTables } from "./global-tables.ts";
import { findTenancyFaults } from "./tenancy-rules.ts";

const database = await freshDatabase();
const admin = new pg.Pool({ connectionString: database.adminUrl, max: 4 });
const web = new pg.Pool({ connectionString: database.webUrl, max: 1 });
afterAll(async () => {
  await admin.end();
  await web.end();
  await database.drop();
});

test("every table there is keeps resellers apart by its keys, indexes, policies and rights", async () => {
  expect(await findTenancyFaults(admin)).toEqual([]);
});

test("planted faults of each kind are found", async () => {
  const client = await admin.connect();
  try {
    await client.query(`begin;
      create table planted_plain (id uuid primary key, customer_id uuid);
      grant select on planted_plain to public;
      create table planted_loose (reseller_id uuid not null, id uuid primary key, customer_id uuid not null, note text,
        other uuid references resellers (id), foreign key (other, customer_id) references customers (reseller_id, id));
      create index planted_by_note on planted_loose (note);
      alter table planted_loose enable row level security;
      create policy tenant on planted_loose to app_tenant using (reseller_id is not null);
      create policy everybody on planted_loose using (true);
      create policy own_customers on planted_loose as restrictive to app_restricted using (app_every_customer() or note = 'shared');
      create function planted_theirs() returns bigint language sql return (select count(*) from membership_customers);
      create view planted_view as select * from customers;
      create view planted_around as select * from customers where reseller_id = (select app_reseller()) or name > '';
      create materialized view planted_copy as select * from customers;
      create function planted_power() returns int language sql security definer return 1;
      grant app_worker to tradewind_web;
      grant tradewind_owner to tradewind_worker;`);
    const faults = (await findTenancyFaults(client)).map((fault) => fault.replace(/;.*/, "")).toSorted();
    expect(faults.filter((fault) => !fault.includes("instead of tradewind_owner"))).toEqual(
      [
        "planted_plain has no column reseller_id uuid not null",
        "planted_plain has no row-level security",
        "the index planted_plain_pkey of planted_plain is not led by reseller_id",
        "PUBLIC has SELECT on planted_plain",
        "the index planted_loose_pkey of planted_loose is not led by reseller_id",
        "the index planted_by_note of planted_loose is not led by reseller_id",
        "the foreign key planted_loose_other_fkey of planted_loose names a reseller other than its own",
        "the foreign key planted_loose_other_customer_id_fkey of planted_loose reaches customers without the reseller",
        "no key of planted_loose leads to resellers",
        "the policy tenant of planted_loose shows (reseller_id IS NOT NULL)",
        "the policy tenant of planted_loose checks nothing",
        "the policy everybody of planted_loose has a name outside the convention",
        "the policy own_customers of planted_loose narrows to (app_every_customer() OR (note = 'shared'::text)) instead of (( SELECT app_every_customer()) OR (customer_id IN ( SELECT app_own_customers())))",
        "the function planted_theirs() reads membership_customers instead of customers_of",
        "planted_copy is a materialised view, which row-level security does not reach",
        "the view planted_view runs with its owner's rights",
        "the view planted_around runs with its owner's rights",
        "the function planted_power runs with its owner's rights",
        "the function planted_power has no fixed search_path",
        "the function planted_power runs with its owner's rights and can be called by anybody",
        "tradewind_web can become app_worker, which sees every reseller",
        "tradewind_worker can become tradewind_owner, which may more than the product needs",
      ].toSorted(),
    );
  } finally {
    await client.query("rollback");
    client.release();
  }
});

describe("as the role the portal runs as", () => {
  let harbour: string;
  let liffey: string;

  beforeAll(async () => {
    const add = async (name: string) => {
      const { rows } = await admin.query(
        `with r as (insert into resellers (name, currency, country, created_at) values ($1, 'GBP', 'GB', now()) returning id),
              c as (insert into customers (reseller_id, name, created_at) select id, 'Acme', now() from r returning reseller_id, id),
              a as (insert into activity (reseller_id, at, who, customer_id, object_kind, action, what) select reseller_id, now(), 'w', id, 'customer', 'a', 'w' from c)
         select reseller_id from c`,
        [name],
      );
      return rows[0].reseller_id as string;
    };
    [harbour, liffey] = [await add("Harbour"), await add("Liffey")];
  });

  async function as(reseller: string, text: string, values: unknown[] = []) {
    const client = await web.connect();
    try {
      await client.query("begin");
      await client.query("select set_config('role', 'app_tenant', true), set_config('app.reseller_id', $1, true)", [
        reseller,
      ]);
      return (await client.query(text, values)).rows;
    } finally {
      await client.query("rollback");
      client.release();
    }
  }

  test("no tenant set shows nothing, a tenant only its own, in every table and view", async () => {
    const { rows: readable } = await admin.query(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v')
       and has_table_privilege('app_tenant', oid, 'select')`,
    );
    const names = readable
      .map((row) => row.relname as string)
      .filter((name) => name === "resellers" || !(name in globalTables));
    expect(names).toEqual(expect.arrayContaining(["customers", "customer_search", "activity", "resellers", "charges"]));
    for (const name of names) {
      expect({ name, rows: await as("", `select * from ${name}`) }).toEqual({ name, rows: [] });
      const key = name === "resellers" ? "id" : "reseller_id";
      const strangers = await as(harbour, `select * from ${name} where ${key} <> $1`, [harbour]);
      expect({ name, strangers }).toEqual({ name, strangers: [] });
    }
    expect(await as(harbour, "select name from customer_search")).toEqual([{ name: "Acme" }]);
  });

  test("a tenant's setting ends with its transaction", async () => {
    await as(harbour, "select 1");
    await expect(web.query("select * from customers")).rejects.toMatchObject({ code: "42501" });
  });

  test("a row of another reseller cannot be added, moved or hung on, and roles cannot be widened", async () => {
    const foreign = "insert into customers (reseller_id, name, created_at) values ($1, 'Planted', now())";
    await expect(as(harbour, foreign, [liffey])).rejects.toMatchObject({ code: "42501" });
    await expect(as(harbour, "update customers set reseller_id = $1", [liffey])).rejects.toMatchObject({
      code: "42501",
    });
    expect(
      await as(harbour, "update customers set name = 'Taken' where reseller_id = $1 returning id", [liffey]),
    ).toEqual([]);
    const [theirs] = await as(liffey, "select id from customers");
    const child =
      "insert into memberships (reseller_id, person_id, kind, customer_id, first_name, last_name, email, created_at) values ($1, uuidv7(), 'endUser', $2, 'a', 'b', 'c', now())";
    await expect(as(harbour, child, [harbour, theirs.id])).rejects.toMatchObject({ code: "23503" });
    await expect(as(harbour, "set local role app_worker")).rejects.toMatchObject({ code: "42501" });
    await expect(as(harbour, "set local role tradewind_owner")).rejects.toMatchObject({ code: "42501" });
    await expect(as(harbour, "alter table customers disable row level security")).rejects.toMatchObject({
      code: "42501",
    });
    await expect(as(harbour, "delete from activity")).rejects.toMatchObject({ code: "42501" });
  });
});
