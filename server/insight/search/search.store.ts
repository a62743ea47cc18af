import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";
import { escapeLike, nameMatches, wordsMatch } from "../../platform/sql.ts";
import { ofOneself, ofOwnCompany, ofOwnCustomer, ofOwnProduct, type Scope } from "../../platform/restriction.ts";

export type Found = { id: string; title: string; hint: string; customer_id: string | null; kind: string | null };

/** Most results of one kind. */
export const most = 5;
/** Most candidates they are chosen from: short texts match very many rows. */
const among = 200;

const pattern = (text: string) => `%${escapeLike(text)}%`;
const begins = (column: string, text: string) =>
  sql`folded(${sql.ref(column)}) like folded(${escapeLike(text)}) || '%'`;

/**
 * Returns the relation to search: views that use the word index, or that start from a restricted person's customers.
 */
const searched = ({ restriction }: Scope, table: "customers" | "memberships") => {
  if (table === "memberships") return sql.table(restriction ? table : "member_search");
  return sql.table(restriction?.customers ? "own_customer_search" : "customer_search");
};

export const findCustomers = async (db: Db, scope: Scope, text: string): Promise<Found[]> =>
  (
    await sql<Found>`
    select c.id, c.name as title, c.status as hint, c.id as customer_id, null as kind
    from (select id from ${searched(scope, "customers")} where reseller_id = ${scope.resellerId} and ${wordsMatch("words", text)} limit ${among}) f
    join customers c on c.reseller_id = ${scope.resellerId} and c.id = f.id
    where ${ofOwnCustomer(scope, "c.id")} order by ${begins("c.name", text)} desc, c.name, c.id limit ${most}`.execute(
      db,
    )
  ).rows;

/** Finds services by product name or by customer name. */
export const findServices = async (db: Db, scope: Scope, text: string): Promise<Found[]> =>
  (
    await sql<Found>`
    with wanted as (
      (select i.id from service_instances i
       where i.reseller_id = ${scope.resellerId} and i.product_id in (select id from products where ${nameMatches("name", text)})
         and i.status not in ('Deleted', 'Upgraded') and ${ofOwnCustomer(scope, "i.customer_id")} and ${ofOwnProduct(scope, "i.product_id")} and ${ofOneself(scope, "i.membership_id")} limit ${among})
      union
      (select i.id from (select id from ${searched(scope, "customers")} where reseller_id = ${scope.resellerId} and ${wordsMatch("words", text)} limit ${among}) c
       join service_instances i on i.reseller_id = ${scope.resellerId} and i.customer_id = c.id
       where i.status not in ('Deleted', 'Upgraded') and ${ofOwnCustomer(scope, "i.customer_id")} and ${ofOwnProduct(scope, "i.product_id")} and ${ofOneself(scope, "i.membership_id")} limit ${among})
    )
    select i.id, p.name as title, c.name as hint, i.customer_id, null as kind
    from wanted w join service_instances i on i.reseller_id = ${scope.resellerId} and i.id = w.id
    join customers c on c.reseller_id = i.reseller_id and c.id = i.customer_id join products p on p.id = i.product_id
    order by ${begins("p.name", text)} desc, p.name, c.name, i.id limit ${most}`.execute(db)
  ).rows;

export const findInvoices = async (db: Db, { resellerId }: Scope, text: string): Promise<Found[]> =>
  (
    await sql<Found>`
    select id, number as title, to_char(issued_on, 'DD/MM/YYYY') as hint, null as customer_id, kind
    from invoices where reseller_id = ${resellerId} and number ilike ${pattern(text)} order by issued_on desc, id desc limit ${most}`.execute(
      db,
    )
  ).rows;

export const findPeople = async (db: Db, scope: Scope, text: string): Promise<Found[]> =>
  (
    await sql<Found>`
    select m.id, m.name as title, coalesce(c.name, m.email) as hint, m.customer_id, m.kind
    from (select id from ${searched(scope, "memberships")} where reseller_id = ${scope.resellerId} and ${wordsMatch("words", text)} limit ${among}) f
    join memberships m on m.reseller_id = ${scope.resellerId} and m.id = f.id
    left join customers c on c.reseller_id = m.reseller_id and c.id = m.customer_id
    where ${ofOwnCompany(scope, "m.customer_id")}
    order by ${begins("m.name", text)} desc, m.name, m.id limit ${most}`.execute(db)
  ).rows;
