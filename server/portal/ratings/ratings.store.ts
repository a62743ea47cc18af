import { sql, type Insertable } from "kysely";
import type { TenantActor } from "../../platform/actor.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Download, Exports } from "../../platform/exports.ts";
import type { Ratings } from "../../platform/schema.gen.ts";

/** Days between two questions to the same person, whatever the feature. */
const restDays = 90;

/** Finds a feature the person has used often enough to be asked about, unless they were asked recently. */
export async function findRequired(db: Db, { resellerId, membershipId, personId, kind }: TenantActor, now: Date) {
  const since = new Date(now.getTime() - restDays * 86_400_000);
  const { rows } = await sql<{ id: string; title: string; description: string }>`
    select f.id, f.title, f.description from rating_features f
    where f.enabled and (f.user_kinds = '{}' or ${kind} = any(f.user_kinds))
      and not exists (select from ratings r where r.reseller_id = ${resellerId} and r.membership_id = ${membershipId} and r.created_at > ${since})
      and (select count(*) from (
             select from activity a where a.reseller_id = ${resellerId} and a.person_id = ${personId} and a.action = any(f.actions)
             order by a.id desc limit f.uses) used) >= f.uses
    order by (select max(r.created_at) from ratings r where r.reseller_id = ${resellerId} and r.membership_id = ${membershipId} and r.feature_id = f.id) nulls first, f.id
    limit 1`.execute(db);
  return rows[0];
}

export const findFeature = (db: Db, id: string) =>
  db.selectFrom("rating_features").where("id", "=", id).select("id").executeTakeFirst();

export const insertRating = (tx: Tx, rating: Insertable<Ratings>) => tx.insertInto("ratings").values(rating).execute();

export type FeatureRow = {
  id: string;
  title: string;
  description: string;
  enabled: boolean;
  user_kinds: string[];
  up: number;
  down: number;
  unanswered: number;
};

/** Lists every feature with its counts, or only the one with this id. */
export async function listFeatures(db: Db, id?: string): Promise<FeatureRow[]> {
  const { rows } = await sql<FeatureRow>`
    select f.id, f.title, f.description, f.enabled, f.user_kinds, count(*) filter (where r.rating)::int as up,
           count(*) filter (where not r.rating)::int as down, count(r.id) filter (where r.rating is null)::int as unanswered
    from rating_features f left join ratings r on r.feature_id = f.id
    ${id === undefined ? sql`` : sql`where f.id = ${id}`} group by f.id order by f.title`.execute(db);
  return rows;
}

export const listComments = (db: Db) =>
  db
    .selectFrom("ratings as r")
    .innerJoin("resellers as s", "s.id", "r.reseller_id")
    .innerJoin("memberships as m", (join) =>
      join.onRef("m.reseller_id", "=", "r.reseller_id").onRef("m.id", "=", "r.membership_id"),
    )
    .where("r.comments", "<>", "")
    .select([
      "r.feature_id",
      "r.rating",
      "r.comments",
      "r.created_at",
      "s.name as reseller_name",
      sql<string>`trim(m.first_name || ' ' || m.last_name)`.as("who"),
    ])
    .orderBy("r.created_at", "desc")
    .orderBy("r.id", "desc")
    .limit(100)
    .execute();

export const updateFeature = (tx: Tx, id: string, change: { enabled: boolean; user_kinds: string[] }) =>
  tx.updateTable("rating_features").set(change).where("id", "=", id).returning("id").executeTakeFirst();

/** Streams every rating, latest first. */
export const streamRatings = (exports: Exports): Promise<Download> =>
  exports.stream(
    { role: "app_operator" },
    () => sql`select f.title as "Feature", case r.rating when true then 'up' when false then 'down' else '' end as "Rating",
            csv_text(r.comments) as "Comments", csv_text(trim(m.first_name || ' ' || m.last_name)) as "Who",
            csv_text(s.name) as "Reseller", to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as "When (UTC)"
     from ratings r join rating_features f on f.id = r.feature_id join resellers s on s.id = r.reseller_id
     join memberships m on m.reseller_id = r.reseller_id and m.id = r.membership_id
     order by r.created_at desc, r.id desc`,
  );
