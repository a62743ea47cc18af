import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

const isLive = sql<boolean>`(t.revoked_at is null and t.expires_at > clock_timestamp())`;

/** Lists a company's tokens: live ones, and those that ended within thirty days. */
export const listTokens = (db: Db, resellerId: string) =>
  db
    .selectFrom("api_tokens as t")
    .where("t.reseller_id", "=", resellerId)
    .where(sql<boolean>`least(t.revoked_at, t.expires_at) > clock_timestamp() - interval '30 days'`)
    .select([
      "t.id",
      "t.name",
      "t.hint",
      "t.scopes",
      "t.created_at",
      "t.expires_at",
      "t.last_used_at",
      "t.made_by",
      "t.revoked_by",
      sql<Date | null>`case when not ${isLive} then least(t.revoked_at, t.expires_at) end`.as("ended_at"),
    ])
    .orderBy("t.id", "desc")
    .limit(500)
    .execute();

/** Counts a company's live tokens. */
export async function countLive(tx: Tx, resellerId: string): Promise<number> {
  const { count } = await tx
    .selectFrom("api_tokens as t")
    .where("t.reseller_id", "=", resellerId)
    .where(isLive)
    .select(sql<number>`count(*)::int`.as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

type NewToken = {
  resellerId: string;
  personId: string;
  membershipId: string | null;
  madeBy: string;
  name: string;
  scopes: readonly string[];
  hash: Buffer;
  hint: string;
  days: number;
};

export async function insertToken(tx: Tx, { days, ...token }: NewToken): Promise<string> {
  const { id } = await tx
    .insertInto("api_tokens")
    .values({
      reseller_id: token.resellerId,
      person_id: token.personId,
      membership_id: token.membershipId,
      made_by: token.madeBy,
      name: token.name,
      scopes: [...token.scopes],
      hash: token.hash,
      hint: token.hint,
      expires_at: sql<Date>`clock_timestamp() + make_interval(days => ${days})`,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Ends a token, and returns its name; undefined if the company has none of this id. One that ended stays as it was. */
export async function endToken(tx: Tx, resellerId: string, id: string, by: string): Promise<string | undefined> {
  const ended = await tx
    .updateTable("api_tokens")
    .set({
      revoked_at: sql<Date>`coalesce(revoked_at, clock_timestamp())`,
      revoked_by: sql<string>`coalesce(revoked_by, ${by})`,
    })
    .where("reseller_id", "=", resellerId)
    .where("id", "=", id)
    .returning("name")
    .executeTakeFirst();
  return ended?.name;
}
