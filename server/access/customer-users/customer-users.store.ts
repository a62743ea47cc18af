import type { MemberKind } from "@tradewind/domain/access/users.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

/** A user to be added; empty texts are not known. */
export type NewUser = {
  kind: MemberKind;
  firstName: string;
  lastName: string;
  email: string;
  telephone: string;
  jobTitle: string;
};
type Of = { resellerId: string; customerId: string };

/** Lists which of these addresses, in lower case, are a user's of the customer already. */
export async function listTaken(db: Db, { resellerId, customerId }: Of, addresses: readonly string[]) {
  const { rows } = await sql<{ address: string }>`
    select lower(email) as address from memberships
    where reseller_id = ${resellerId} and customer_id = ${customerId} and deleted_at is null and lower(email) = any(${[...addresses]}::text[])
    union
    select lower(p.user_name) from memberships m join people p on p.id = m.person_id
    where m.reseller_id = ${resellerId} and m.customer_id = ${customerId} and m.deleted_at is null
      and lower(p.user_name) = any(${[...addresses]}::text[])`.execute(db);
  return new Set(rows.map(({ address }) => address));
}

type Given = { views: readonly number[]; permissions: readonly string[] };

/**
 * Adds users who do not sign in yet, each with the rights of their kind and seeing no more products than who adds them.
 * One statement for however many. Returns their ids with their people's, in no order.
 */
export async function insertUsers(
  tx: Tx,
  { resellerId, customerId, addedBy }: Of & { addedBy: string },
  users: readonly NewUser[],
  rights: Partial<Record<MemberKind, Given>>,
  now: Date,
) {
  const { rows } = await sql<{ id: string; person_id: string }>`
    with wanted as materialized (
      select uuidv7() as person_id, n.* from jsonb_to_recordset(${JSON.stringify(users)}::jsonb)
        as n (kind text, "firstName" text, "lastName" text, email text, telephone text, "jobTitle" text)),
    named as (
      insert into people (id, user_name, signs_in) select person_id, 'added-' || person_id, false from wanted returning id)
    insert into memberships (reseller_id, person_id, kind, customer_id, first_name, last_name, email, telephone, job_title,
      views, permissions, can_agree, only_products, created_at)
    select ${resellerId}, w.person_id, w.kind, ${customerId}, w."firstName", w."lastName", w.email, nullif(w.telephone, ''), nullif(w."jobTitle", ''),
      g.views, g.permissions, false,
      (select only_products from memberships where reseller_id = ${resellerId} and id = ${addedBy}), ${now}
    from wanted w join named on named.id = w.person_id
      join (select key as kind,
          array(select jsonb_array_elements_text(value -> 'views'))::smallint[] as views,
          array(select jsonb_array_elements_text(value -> 'permissions')) as permissions
        from jsonb_each(${JSON.stringify(rights)}::jsonb)) g on g.kind = w.kind
    returning id, person_id`.execute(tx);
  return rows;
}
