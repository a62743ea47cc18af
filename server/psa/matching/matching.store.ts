import type { MatchKind } from "@tradewind/domain/psa/matching.ts";
import type { Known } from "@tradewind/domain/psa/suggesting.ts";
import type { CalendarDate } from "@tradewind/domain/values/dates.ts";
import { sql, type RawBuilder } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

type Scope = { resellerId: string; source: string };
export type MatchRow = {
  id: string;
  name: string;
  option_id: string | null;
  option_name: string | null;
  ignored: boolean;
};

const bySku = { own: sql.ref("sku"), ref: sql.ref("product_ref"), type: sql`text` };
const tables = {
  customers: {
    of: sql.table("psa_customer_matches"),
    own: sql.ref("customer_id"),
    ref: sql.ref("company_ref"),
    type: sql`uuid`,
  },
  services: { of: sql.table("psa_service_matches"), ...bySku },
  products: { of: sql.table("psa_product_matches"), ...bySku },
} as const satisfies Record<MatchKind, object>;

/** What is sold to customers: what they have subscriptions of, by its number at the vendor. */
const sold = (resellerId: string) => sql`
  select sku as id, min(name) as name from subscriptions
  where reseller_id = ${resellerId} and status <> 'cancelled' group by sku`;

/**
 * What is sold is billed in the PSA by its product mapping, or else as the service that it is matched with. Many may be one product
 * there: they count together, known by the first of them (`head`). What is ignored has no part in a product that others are.
 */
export const billedAs = ({ resellerId, source }: Scope) => sql`
  select sku, ignored, case when not apart then product_ref end as product_ref,
    case when apart or product_ref is null then sku else min(sku) filter (where not apart) over (partition by product_ref) end as head
  from (
    select *, ignored and bool_or(not ignored) over (partition by product_ref) as apart
    from (
      select sku, product_ref, ignored from psa_product_matches where reseller_id = ${resellerId} and source = ${source}
      union all
      select sku, product_ref, ignored from psa_service_matches v
      where reseller_id = ${resellerId} and source = ${source} and not exists (
        select from psa_product_matches p where p.reseller_id = v.reseller_id and p.source = v.source and p.sku = v.sku)) m) m`;

/** What a customer's company in the PSA was called is known for as long as it was read there once. */
export const listCustomerMatches = async (db: Db, { resellerId, source }: Scope) =>
  (
    await sql<MatchRow>`
      select c.id, c.name, m.company_ref as option_id, coalesce(p.name, m.company_ref) as option_name,
        coalesce(m.ignored, false) as ignored
      from customers c
      left join psa_customer_matches m on m.reseller_id = c.reseller_id and m.source = ${source} and m.customer_id = c.id
      left join psa_companies p on p.reseller_id = m.reseller_id and p.ref = m.company_ref
      where c.reseller_id = ${resellerId} order by lower(c.name), c.id`.execute(db)
  ).rows;

/** Lists what is sold with what it is, or what it is billed as. */
export const listSoldMatches = async (db: Db, { resellerId, source }: Scope, kind: "services" | "products") =>
  (
    await sql<MatchRow>`
      select o.id, o.name, m.product_ref as option_id, coalesce(p.name, m.product_ref) as option_name,
        coalesce(m.ignored, false) as ignored
      from (${sold(resellerId)}) o
      left join ${tables[kind].of} m on m.reseller_id = ${resellerId} and m.source = ${source} and m.sku = o.id
      left join psa_products p on p.reseller_id = m.reseller_id and p.ref = m.product_ref
      order by lower(o.name), o.id`.execute(db)
  ).rows;

/** Finds what is sold with what it is billed as in the PSA: its product mapping goes before its match. */
export const findBilled = async (db: Db, { resellerId, source }: Scope, sku: string) =>
  (
    await sql<MatchRow>`
      select o.id, o.name, b.product_ref as option_id, coalesce(p.name, b.product_ref) as option_name, coalesce(b.ignored, false) as ignored
      from (${sold(resellerId)}) o
      left join (${billedAs({ resellerId, source })}) b on b.sku = o.id
      left join psa_products p on p.reseller_id = ${resellerId} and p.ref = b.product_ref
      where o.id = ${sku}`.execute(db)
  ).rows[0];

/** What is sold, is not ignored, and is billed as nothing in the PSA. */
const unbilled = ({ resellerId, source }: Scope) => sql`
  select o.id, o.name from (${sold(resellerId)}) o
  where o.id not in (select sku from (${billedAs({ resellerId, source })}) b where product_ref is not null or ignored)`;

export const listServices = async (db: Db, resellerId: string) =>
  (await sql<{ id: string; name: string }>`select * from (${sold(resellerId)}) o order by lower(name), id`.execute(db))
    .rows;

export const listCompanies = (db: Db, resellerId: string) =>
  db
    .selectFrom("psa_companies")
    .where("reseller_id", "=", resellerId)
    .where("gone_at", "is", null)
    .select(["ref as id", "name"])
    .orderBy(sql`lower(name)`)
    .orderBy("ref")
    .execute();

/** Lists the catalogue, or only what can be billed every period. */
export const listProducts = (db: Db, resellerId: string, only: { recurring: boolean }) =>
  db
    .selectFrom("psa_products")
    .where("reseller_id", "=", resellerId)
    .where("gone_at", "is", null)
    .$if(only.recurring, (query) => query.where("is_recurring", "=", true))
    .select(["ref as id", "name", "sku"])
    .orderBy(sql`lower(name)`)
    .orderBy("ref")
    .execute();

/** What is billed to each company, how many of each product, as one text; one product alone tells nobody from another. */
const asLines = (billed: RawBuilder<unknown>) => sql`
  select owner, string_agg(product_ref || ' ' || quantity, ',' order by product_ref) as lines
  from (select owner, product_ref, trim_scale(sum(quantity)) as quantity from (${billed}) b group by owner, product_ref) b
  where quantity <> 0 group by owner having count(*) > 1`;

/** Lists the customers that have no match and are not ignored, and the companies that none has. */
export async function listUnmatchedCustomers(db: Db, { resellerId, source }: Scope, today: CalendarDate) {
  const products = sql`mapped as materialized (select sku, product_ref from (${billedAs({ resellerId, source })}) b where product_ref is not null)`;
  const bought = sql`
    select s.customer_id as owner, b.product_ref, s.quantity::numeric from subscriptions s join mapped b on b.sku = s.sku
    where s.reseller_id = ${resellerId} and s.status <> 'cancelled' and s.billing <> 'once'`;
  const billed = sql`
    select a.company_ref as owner, l.product_ref, l.quantity
    from psa_lines l join psa_agreements a on a.reseller_id = l.reseller_id and a.ref = l.agreement_ref
    where l.reseller_id = ${resellerId} and l.gone_at is null and a.gone_at is null and a.is_active
      and (l.from_on is null or l.from_on <= ${today}) and (l.until_on is null or l.until_on > ${today})
      and l.product_ref in (select product_ref from mapped)`;
  const ours = await sql<Known>`
    with ${products}
    select c.id, c.name, coalesce(c.domain, split_part(c.contact_email, '@', 2)) as domain, l.lines from customers c
    left join (${asLines(bought)}) l on l.owner = c.id
    left join psa_customer_matches m on m.reseller_id = c.reseller_id and m.source = ${source} and m.customer_id = c.id
    where c.reseller_id = ${resellerId} and m.company_ref is null and m.ignored is not true`.execute(db);
  const theirs = await sql<Known>`
    with ${products}
    select p.ref as id, p.name, p.domain, l.lines from psa_companies p
    left join (${asLines(billed)}) l on l.owner = p.ref
    where p.reseller_id = ${resellerId} and p.gone_at is null and not exists (
      select from psa_customer_matches m
      where m.reseller_id = p.reseller_id and m.source = ${source} and m.company_ref = p.ref)`.execute(db);
  return { ours: ours.rows, theirs: theirs.rows };
}

export async function listUnmatchedServices(db: Db, { resellerId, source }: Scope) {
  const ours = await sql<Known>`
    select id, name, id as sku from (${unbilled({ resellerId, source })}) o`.execute(db);
  const theirs = await sql<Known>`
    select p.ref as id, p.name, p.sku from psa_products p
    where p.reseller_id = ${resellerId} and p.gone_at is null and p.is_recurring and not exists (
      select from psa_service_matches m
      where m.reseller_id = p.reseller_id and m.source = ${source} and m.product_ref = p.ref)`.execute(db);
  return { ours: ours.rows, theirs: theirs.rows };
}

/** Lists agreements with the companies whose they are, both by name. */
export const listContracts = (db: Db, resellerId: string) =>
  db
    .selectFrom("psa_agreements as a")
    .innerJoin("psa_companies as c", (join) =>
      join.onRef("c.reseller_id", "=", "a.reseller_id").onRef("c.ref", "=", "a.company_ref"),
    )
    .where("a.reseller_id", "=", resellerId)
    .where("a.gone_at", "is", null)
    .where("c.gone_at", "is", null)
    .select(["c.ref as company", "c.name as company_name"])
    .select(["a.ref as id", "a.name", "a.type", "a.is_active", "a.starts_on", "a.ends_on"])
    .orderBy(sql`lower(c.name)`)
    .orderBy("c.ref")
    .orderBy(sql`lower(a.name)`)
    .orderBy("a.ref")
    .execute();

/** Counts what is neither matched nor ignored, and active agreements of companies that no customer is matched with. */
export async function countUnmatched(db: Db, { resellerId, source }: Scope) {
  const { rows } = await sql<{ customers: number; services: number; contracts: number }>`
    select
      (select count(*)::int from customers c
       left join psa_customer_matches m on m.reseller_id = c.reseller_id and m.source = ${source} and m.customer_id = c.id
       where c.reseller_id = ${resellerId} and m.company_ref is null and m.ignored is not true) as customers,
      (select count(*)::int from (${unbilled({ resellerId, source })}) o) as services,
      (select count(*)::int from psa_agreements a
       where a.reseller_id = ${resellerId} and a.gone_at is null and a.is_active and not exists (
         select from psa_customer_matches m
         where m.reseller_id = a.reseller_id and m.source = ${source} and m.company_ref = a.company_ref)) as contracts`.execute(
    db,
  );
  return rows[0]!;
}

/** A row of ours, what it is in the PSA, and whether it is left out on purpose. */
export type Matched = { id: string; ref: string | null; ignored: boolean };

/** Counts which of the rows and of the options there are; an option that a row has may be gone. */
export async function countKnown(db: Db, { resellerId, source }: Scope, kind: MatchKind, rows: readonly Matched[]) {
  const { of, own, ref } = tables[kind];
  const ids = JSON.stringify(rows);
  const there =
    kind === "customers"
      ? sql`select id::text from customers where reseller_id = ${resellerId}`
      : sql`select id from (${sold(resellerId)}) o`;
  const options = kind === "customers" ? sql.table("psa_companies") : sql.table("psa_products");
  const found = await sql<{ rows: number; options: number }>`
    with n as (select * from jsonb_to_recordset(${ids}::jsonb) as n (id text, ref text, ignored boolean))
    select (select count(*)::int from n where id in (${there})) as rows,
      (select count(*)::int from n where ref is not null and (
        exists (select from ${options} p where p.reseller_id = ${resellerId} and p.ref = n.ref and p.gone_at is null)
        or exists (select from ${of} m where m.reseller_id = ${resellerId} and m.source = ${source} and m.${own}::text = n.id and m.${ref} = n.ref))) as options`.execute(
    db,
  );
  return found.rows[0]!;
}

/** Puts rows in the place of those that were there; a row that is neither matched nor ignored has none. */
export async function replaceMatches(tx: Tx, { resellerId, source }: Scope, kind: MatchKind, rows: readonly Matched[]) {
  const { of, own, ref, type } = tables[kind];
  const given = JSON.stringify(rows);
  await sql`delete from ${of} m using jsonb_to_recordset(${given}::jsonb) as n (id ${type})
    where m.reseller_id = ${resellerId} and m.source = ${source} and m.${own} = n.id`.execute(tx);
  await sql`insert into ${of} (reseller_id, source, ${own}, ${ref}, ignored)
    select ${resellerId}, ${source}, id, ref, ignored
    from jsonb_to_recordset(${given}::jsonb) as n (id ${type}, ref text, ignored boolean) where ref is not null or ignored`.execute(
    tx,
  );
}
