import type { UserKind } from "@tradewind/domain/values/permissions.ts";
import { sql, type RawBuilder } from "kysely";
import type { Db } from "../../platform/db.ts";

const fullName = sql<string>`trim(m.first_name || ' ' || m.last_name)`;

/** Finds a membership whose person may sign in and is not operator staff. */
export const findVisited = (db: Db, membershipId: string) =>
  db
    .selectFrom("memberships as m")
    .innerJoin("people as p", "p.id", "m.person_id")
    .innerJoin("resellers as r", "r.id", "m.reseller_id")
    .leftJoin("customers as c", (join) =>
      join.onRef("c.reseller_id", "=", "m.reseller_id").onRef("c.id", "=", "m.customer_id"),
    )
    .leftJoin("operators as o", "o.person_id", "p.id")
    .where("m.id", "=", membershipId)
    .where("o.person_id", "is", null)
    .where("p.status", "=", "Active")
    .where("m.status", "=", "Active")
    .where("r.status", "=", "Active")
    .where((where) => where.or([where("c.status", "is", null), where("c.status", "=", "Active")]))
    .select(["m.person_id", "m.reseller_id", "m.customer_id", fullName.as("name")])
    .executeTakeFirst();

export type PersonKey = { userName: string; id: string };

/**
 * Searches the operator's staff, by name or user name, and the people of all resellers and customers, by reseller too,
 * sorted by user name. Returns one row more than a page.
 */
export async function searchPeople(db: Db, search: string, after: PersonKey | undefined, size: number) {
  const pattern = `%${search.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  /** The rows of one kind that a page may need. */
  const page = (rows: RawBuilder<unknown>, idColumn: "m.id" | "p.id") => sql`(${rows}
    ${after ? sql`and (lower(p.user_name), ${sql.ref(idColumn)}) > (${after.userName}, ${after.id}::uuid)` : sql``}
    order by lower(p.user_name), ${sql.ref(idColumn)} limit ${size + 1})`;
  const members = sql`
    select m.id, p.user_name, lower(p.user_name) as key, ${fullName} as name, m.kind, r.name as reseller_name, c.name as customer_name,
           p.status = 'Active' and m.status = 'Active' and r.status = 'Active' and coalesce(c.status, 'Active') = 'Active' as active
    from found join memberships m using (reseller_id, id) join people p on p.id = m.person_id
    join resellers r on r.id = m.reseller_id
    left join customers c on c.reseller_id = m.reseller_id and c.id = m.customer_id
    where m.erased_at is null and m.deleted_at is null and p.signs_in and not exists (select from operators o where o.person_id = p.id)`;
  const staff = sql`
    select p.id, p.user_name, lower(p.user_name), o.display_name, 'admin', null, null, p.status = 'Active'
    from operators o join people p on p.id = o.person_id
    where p.erased_at is null and (lower(o.display_name) like ${pattern} or lower(p.user_name) like ${pattern})`;
  const { rows } = await sql<{
    id: string;
    user_name: string;
    key: string;
    name: string;
    kind: UserKind;
    reseller_name: string | null;
    customer_name: string | null;
    active: boolean;
  }>`
    with found as (
      ${
        search === ""
          ? sql`select reseller_id, id from memberships`
          : sql`
        select reseller_id, id from memberships where lower(first_name || ' ' || last_name) like ${pattern}
        union select m.reseller_id, m.id from people p join memberships m on m.person_id = p.id where lower(p.user_name) like ${pattern}
        union select m.reseller_id, m.id from resellers r join memberships m on m.reseller_id = r.id where lower(r.name) like ${pattern}`
      }
    )
    ${page(members, "m.id")} union all ${page(staff, "p.id")}
    order by key, id limit ${size + 1}`.execute(db);
  return rows;
}
