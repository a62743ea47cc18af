import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";

/**
 * Adds a member of the operator's staff, without a password. Returns their id, also if they are a member
 * already, or undefined if the user name belongs to somebody else.
 */
export async function addStaff(tx: Tx, { name, email }: { name: string; email: string }): Promise<string | undefined> {
  await sql`
    with person as (
      insert into people (user_name) values (${email})
      on conflict (lower(user_name)) do nothing
      returning id
    )
    insert into operators (person_id, display_name, email) select id, ${name}, ${email} from person`.execute(tx);
  return findStaff(tx, email);
}

/** Finds the member of the operator's staff who signs in with an address. */
export async function findStaff(tx: Tx, email: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select p.id from people p join operators o on o.person_id = p.id where lower(p.user_name) = lower(${email})`.execute(
    tx,
  );
  return rows[0]?.id;
}
