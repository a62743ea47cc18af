import { viewNumber } from "@tradewind/domain/values/permissions.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

export type Part = {
  position: number;
  title: string;
  source: string;
  fate: "deleted" | "changed" | "kept";
  reason: string | null;
  held: number;
  /** Whether something of it is for the person's eyes. */
  given: boolean;
};

/** Lists the parts of what is held about a person, as the map in the database says, with the number of rows of each. */
export async function listParts(db: Db, personId: string): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select p.position, p.title, p.source, p.fate, p.reason, c.held::int as held, p.given <> '{}' as given
    from personal_data p join count_personal_data(${personId}) c on c.place = p.position
    order by p.position`.execute(db);
  return rows;
}

/** Reads rows of a part. */
export async function readPart(db: Db, personId: string, position: number, skipped: number, most: number) {
  const { rows } = await sql<{ row: unknown }>`
    select row from give_personal_data(${personId}, ${position}, ${skipped}, ${most}) row`.execute(db);
  return rows.map(({ row }) => row);
}

export const erasePerson = (tx: Tx, personId: string, at: Date) =>
  sql`select erase_person(${personId}, ${at})`.execute(tx);

export type Named = { id: string; name: string; userName: string };

/** Finds what a person is called, first of all by the company that had them first. */
export const findNamed = (db: Db, personId: string): Promise<Named> =>
  db
    .selectFrom("people as p")
    .leftJoin("operators as o", "o.person_id", "p.id")
    .leftJoin("memberships as m", "m.person_id", "p.id")
    .where("p.id", "=", personId)
    .orderBy("m.created_at")
    .orderBy("m.id")
    .limit(1)
    .select((of) => [
      "p.id",
      "p.user_name as userName",
      of.fn.coalesce("o.display_name", "m.name", "p.user_name").as("name"),
    ])
    .executeTakeFirstOrThrow();

/** Finds whom a membership belongs to, of whichever company. The operator's staff have none. */
export const findPersonOf = (db: Db, membershipId: string) =>
  db
    .selectFrom("memberships")
    .where("id", "=", membershipId)
    .where("erased_at", "is", null)
    .select(["person_id", "reseller_id"])
    .executeTakeFirst();

/** Who manages the people of a company that a person acts for. */
const managers = (personId: string) => sql`
  from memberships m
  where m.customer_id is null and m.status = 'Active' and ${viewNumber("manageUsers")}::int = any(m.views)
    and m.reseller_id in (select reseller_id from memberships where person_id = ${personId} and customer_id is null)`;

/** Locks these people, so that of two who are erased at the same moment one stays. */
export const lockManagers = (tx: Tx, personId: string) =>
  sql`select m.id ${managers(personId)} order by m.reseller_id, m.id for update`.execute(tx);

/** Tells whether a person is the only one left who manages a company's people. */
export async function isLastManager(db: Db, personId: string): Promise<boolean> {
  const { rows } = await sql<{ last: boolean }>`
    with managers as (select m.reseller_id, m.person_id ${managers(personId)})
    select exists (
      select from managers m where person_id = ${personId}
        and not exists (select from managers o where o.reseller_id = m.reseller_id and o.person_id <> m.person_id)) as last`.execute(
    db,
  );
  return rows[0]!.last;
}
