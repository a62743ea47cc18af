import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";

/** Selects people with the details mails and rules need, each by their sign-in membership or as operator staff. */
const known = (db: Db) =>
  db
    .selectFrom("people as p")
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom("memberships as each")
          .innerJoin("resellers as r", "r.id", "each.reseller_id")
          .whereRef("each.person_id", "=", "p.id")
          .where("each.status", "=", "Active")
          .select(["each.kind", "each.first_name", "each.last_name", "each.email", "r.name as reseller_name"])
          .orderBy("each.created_at")
          .orderBy("each.id")
          .limit(1)
          .as("m"),
      (join) => join.onTrue(),
    )
    .leftJoin("operators as o", "o.person_id", "p.id")
    .select([
      "p.id",
      "p.user_name",
      "p.password_hash",
      "m.kind",
      "m.reseller_name",
      sql<string>`coalesce(m.first_name, o.display_name, p.user_name)`.as("name"),
      sql<string | null>`m.last_name`.as("last_name"),
      sql<string | null>`coalesce(m.email, o.email)`.as("email"),
    ]);
export type KnownPerson = NonNullable<Awaited<ReturnType<typeof findKnown>>>;

export const findKnown = (db: Db, personId: string) => known(db).where("p.id", "=", personId).executeTakeFirst();

/** Finds a person who may ask for a reset, by user name or else email address: active, and with a password here. */
export const findByNameOrEmail = (db: Db, text: string) =>
  known(db)
    .where("p.status", "=", "Active")
    .where("p.password_hash", "is not", null)
    .where(
      sql<boolean>`p.id in (select id from people where lower(user_name) = lower(${text})
                            union all select person_id from memberships where lower(email) = lower(${text}))`,
    )
    .orderBy(sql`lower(p.user_name) = lower(${text})`, "desc")
    .orderBy("p.id")
    .limit(1)
    .executeTakeFirst();
