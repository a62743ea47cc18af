import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { ScimFilter } from "@tradewind/domain/access/scim.ts";

export const findToken = (db: Db, hash: Buffer) =>
  db
    .selectFrom("scim_tokens as t")
    .innerJoin("resellers as r", "r.id", "t.reseller_id")
    .where("t.hash", "=", hash)
    .where("t.revoked_at", "is", null)
    .where("t.expires_at", ">", sql<Date>`clock_timestamp()`)
    .where("r.status", "=", "Active")
    .select([
      "t.reseller_id",
      "t.id",
      "t.hint",
      sql<boolean>`coalesce(t.last_used_at < clock_timestamp() - interval '5 minutes', true)`.as("unnoted"),
    ])
    .executeTakeFirst();
export type Token = NonNullable<Awaited<ReturnType<typeof findToken>>>;

export const noteUse = (tx: Tx, { reseller_id, id }: Token) =>
  tx
    .updateTable("scim_tokens")
    .set({ last_used_at: sql<Date>`clock_timestamp()` })
    .where("reseller_id", "=", reseller_id)
    .where("id", "=", id)
    .execute();

/** Lists a company's live tokens, the newest first. */
export const listScimTokens = (db: Db, resellerId: string) =>
  db
    .selectFrom("scim_tokens")
    .where("reseller_id", "=", resellerId)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", sql<Date>`clock_timestamp()`)
    .select(["id", "hint", "made_by", "made_at", "expires_at", "last_used_at"])
    .orderBy("id", "desc")
    .execute();

export async function insertScimToken(
  tx: Tx,
  token: { resellerId: string; hash: Buffer; hint: string; madeBy: string; days: number },
): Promise<string> {
  const { id } = await tx
    .insertInto("scim_tokens")
    .values({
      reseller_id: token.resellerId,
      hash: token.hash,
      hint: token.hint,
      made_by: token.madeBy,
      expires_at: sql<Date>`clock_timestamp() + make_interval(days => ${token.days})`,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export const endScimToken = (tx: Tx, resellerId: string, id: string) =>
  tx
    .updateTable("scim_tokens")
    .set({ revoked_at: sql<Date>`clock_timestamp()` })
    .where("reseller_id", "=", resellerId)
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .returning("hint")
    .executeTakeFirst();

/** The company's own people, not those of its customers, and none that its directory removed. */
const people = (db: Db, resellerId: string) =>
  db
    .selectFrom("memberships as m")
    .innerJoin("people as p", "p.id", "m.person_id")
    .leftJoin("scim_people as s", (join) =>
      join.onRef("s.reseller_id", "=", "m.reseller_id").onRef("s.membership_id", "=", "m.id"),
    )
    .where("m.reseller_id", "=", resellerId)
    .where("m.customer_id", "is", null)
    .where("m.erased_at", "is", null)
    .where("s.removed_at", "is", null)
    .select([
      "m.id",
      "m.person_id",
      "m.first_name",
      "m.last_name",
      "m.email",
      "m.status",
      "m.created_at",
      "p.user_name",
      sql<boolean>`m.kind = 'reseller' or m.can_agree`.as("is_owner"),
      "s.external_id",
      sql<Date>`coalesce(s.changed_at, m.created_at)`.as("changed_at"),
    ]);
export type PersonRow = NonNullable<Awaited<ReturnType<typeof findScimPerson>>>;

export const findScimPerson = (db: Db, resellerId: string, id: string) =>
  people(db, resellerId).where("m.id", "=", id).executeTakeFirst();

/** Like `findScimPerson`, and locks the membership until the transaction ends. */
export const lockScimPerson = (tx: Tx, resellerId: string, id: string) =>
  people(tx, resellerId).where("m.id", "=", id).forUpdate("m").executeTakeFirst();

const matching = (db: Db, resellerId: string, filter: ScimFilter | undefined) => {
  const all = people(db, resellerId);
  if (!filter) return all;
  const { attribute, value } = filter;
  if (attribute === "externalId") return all.where("s.external_id", "=", value);
  if (attribute === "id") return all.where(sql`m.id::text`, "=", value.toLowerCase());
  const column = attribute === "userName" ? sql`lower(p.user_name)` : sql`lower(m.email)`;
  return all.where(column, "=", value.toLowerCase());
};

/** Lists people from the `start`th on, in the order in which they came, and counts all. */
export async function listScimPeople(
  db: Db,
  resellerId: string,
  { filter, start, most }: { filter: ScimFilter | undefined; start: number; most: number },
) {
  const found = matching(db, resellerId, filter);
  const total = await db
    .selectFrom(found.as("all"))
    .select(sql<number>`count(*)::int`.as("count"))
    .executeTakeFirst();
  const rows = await found
    .orderBy("m.created_at")
    .orderBy("m.id")
    .offset(start - 1)
    .limit(most)
    .execute();
  return { total: total?.count ?? 0, rows };
}

/** A person of the company by user name, also one that its directory removed. */
export const findByUserName = (db: Db, resellerId: string, userName: string) =>
  db
    .selectFrom("people as p")
    .leftJoin("memberships as m", (join) =>
      join
        .onRef("m.person_id", "=", "p.id")
        .on("m.reseller_id", "=", resellerId)
        .on("m.customer_id", "is", null)
        .on("m.erased_at", "is", null),
    )
    .leftJoin("scim_people as s", (join) =>
      join.onRef("s.reseller_id", "=", "m.reseller_id").onRef("s.membership_id", "=", "m.id"),
    )
    .where(sql`lower(p.user_name)`, "=", userName.toLowerCase())
    .select(["p.id as person_id", "m.id as membership_id", "s.removed_at"])
    .executeTakeFirst();

/** Whether another person of the company, removed or not, has this name in the directory. */
export async function isExternalIdTaken(db: Db, resellerId: string, externalId: string, but: string | null) {
  const found = await db
    .selectFrom("scim_people")
    .where("reseller_id", "=", resellerId)
    .where("external_id", "=", externalId)
    .$if(but !== null, (query) => query.where("membership_id", "<>", but!))
    .select("membership_id")
    .executeTakeFirst();
  return found !== undefined;
}

type Kept = { external_id: string | null; removed_at: Date | null; changed_at: Date };

export const keepScimPerson = (tx: Tx, resellerId: string, membershipId: string, kept: Kept) =>
  tx
    .insertInto("scim_people")
    .values({ reseller_id: resellerId, membership_id: membershipId, ...kept })
    .onConflict((conflict) => conflict.columns(["reseller_id", "membership_id"]).doUpdateSet(kept))
    .execute();

export async function renamePerson(
  tx: Tx,
  resellerId: string,
  { id, person_id }: Pick<PersonRow, "id" | "person_id">,
  to: { userName: string; firstName: string; lastName: string; email: string },
): Promise<void> {
  await tx.updateTable("people").set({ user_name: to.userName }).where("id", "=", person_id).execute();
  await tx
    .updateTable("memberships")
    .set({ first_name: to.firstName, last_name: to.lastName, email: to.email })
    .where("reseller_id", "=", resellerId)
    .where("id", "=", id)
    .execute();
}

/** Tells whether something was done; what is refused in one of the ways given is as if it had not been tried. */
export async function triedBeside(
  tx: Tx,
  work: () => Promise<void>,
  isRefusal: (error: unknown) => boolean,
): Promise<boolean> {
  await sql`savepoint beside`.execute(tx);
  try {
    await work();
    await sql`release savepoint beside`.execute(tx);
    return true;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await sql`rollback to savepoint beside`.execute(tx);
    return false;
  }
}
