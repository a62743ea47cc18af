import type { ListedAddress } from "@tradewind/domain/access/sign-in-rules.ts";
import { sql } from "kysely";
import type { Db, Tx } from "./db.ts";

/** A session that has neither ended nor expired. */
export const sessionBase = (db: Db, id: string) =>
  db
    .selectFrom("sessions")
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", sql<Date>`clock_timestamp()`)
    .select([
      "id",
      "person_id",
      "reseller_id",
      "membership_id",
      "act_person_id",
      "use_se",
      "second_factor_at",
      "created_at",
      "expires_at",
      sql<SessionWay | "token">`way`.as("way"),
    ]);
/** Whose call it is: a session, or an API token, which acts as one (`api-tokens.store.ts`). */
export type Base = ReturnType<typeof sessionBase>;

/**
 * The company whose rules of sign-in hold for session `s` of membership `m`: that of a reseller's own people. Its
 * customers' people belong to other companies, and visiting staff to the operator.
 */
const ruledBy = sql<
  string | null
>`case when s.act_person_id is null and m.kind in ('reseller', 'engineer') then s.reseller_id end`;

/** When session `s` ends, at the latest as the rules `g` say, and whether they let nobody in by its way. */
const ends = sql<Date>`least(s.expires_at, s.created_at + make_interval(hours => g.life_hours))`;
const byWrongWay = sql<boolean>`coalesce(g.sso_only and s.way not in ('sso', 'aad'), false)`;

/** Finds a live session with its person, membership, reseller and rules; undefined if ended, expired or suspended. */
export function findLiveSession(db: Db, base: Base) {
  return db
    .selectFrom(base.as("s"))
    .innerJoin("people as p", "p.id", "s.person_id")
    .leftJoin("memberships as m", (join) =>
      join.onRef("m.reseller_id", "=", "s.reseller_id").onRef("m.id", "=", "s.membership_id"),
    )
    .leftJoin("resellers as r", "r.id", "s.reseller_id")
    .leftJoin("white_labels as w", "w.reseller_id", "s.reseller_id")
    .leftJoin("customers as c", (join) =>
      join.onRef("c.reseller_id", "=", "m.reseller_id").onRef("c.id", "=", "m.customer_id"),
    )
    .leftJoin("operators as o", "o.person_id", "p.id")
    .leftJoin("operators as a", "a.person_id", "s.act_person_id")
    .leftJoin("people as ap", "ap.id", "s.act_person_id")
    .leftJoin("sign_in_rules as g", (join) => join.on("g.reseller_id", "=", ruledBy))
    .where("p.status", "=", "Active")
    .where(sql<boolean>`(s.way = 'token' or not (${ends} <= clock_timestamp() or ${byWrongWay}))`)
    .where((where) => where.or([where("s.act_person_id", "is", null), where("ap.status", "=", "Active")]))
    .select([
      "s.id",
      "s.person_id",
      "p.user_name",
      "s.reseller_id",
      "s.membership_id",
      "m.kind",
      "m.customer_id",
      "m.first_name",
      "m.last_name",
      "m.email",
      "m.views",
      "m.permissions",
      "m.can_agree",
      "m.only_customers",
      "m.only_products",
      "m.status as membership_status",
      "r.name as reseller_name",
      "r.currency",
      "r.country",
      "r.status as reseller_status",
      "r.hide_pricing",
      "r.show_own_prices",
      "r.hide_banner",
      "r.partner_systems",
      "m.portals",
      "w.theme",
      "w.accent",
      "w.logo",
      "w.mobile_logo",
      "c.status as customer_status",
      "o.display_name as operator_name",
      "o.email as operator_email",
      "a.display_name as behind",
      "s.act_person_id",
      "s.use_se",
      "g.only_listed",
      "g.listed",
      // Of the operator's staff, in their own portal or somebody's: whether they proved more than a password, and still
      // have what they proved.
      sql<boolean | null>`case when o.person_id is not null or s.act_person_id is not null then
        (s.act_person_id is not null or s.second_factor_at is not null)
        and exists (select from factors where person_id = coalesce(s.act_person_id, s.person_id)
                    union all select from passkeys where person_id = coalesce(s.act_person_id, s.person_id)) end`.as(
        "staff_has_factor",
      ),
      "s.way",
      ends.as("ends"),
      sql<boolean>`p.password_hash is not null`.as("has_password"),
      sql<boolean>`exists (select from memberships other
        where other.person_id = s.person_id and other.id is distinct from s.membership_id and other.status = 'Active')`.as(
        "has_other_companies",
      ),
    ])
    .executeTakeFirst();
}
export type LiveSession = NonNullable<Awaited<ReturnType<typeof findLiveSession>>>;

/** Lists every flag with the setting specific to the caller's reseller. */
export const listFlags = (db: Db, base: Base) =>
  db
    .selectFrom("feature_flags as f")
    .leftJoin(base.as("s"), (join) => join.onTrue())
    .leftJoin("reseller_flags as o", (join) =>
      join.onRef("o.reseller_id", "=", "s.reseller_id").onRef("o.flag", "=", "f.name"),
    )
    .select(["f.name", "f.enabled", "f.percentage", "o.enabled as override"])
    .execute();

/** How a session was opened: by password, by passkey alone, by an admin jump, or by an identity provider. */
export type SessionWay = "password" | "sysops" | "sso" | "aad" | "passkey";

export async function insertSession(
  tx: Tx,
  session: {
    personId: string;
    resellerId: string | null;
    membershipId: string | null;
    lifeSeconds: number;
    way: SessionWay;
    /** The company whose own provider opened it. */
    companyId: string | null;
    /** Whether more than a password was proved. */
    secondFactor?: boolean;
    /** The acting member of staff, after an admin jump. */
    actPersonId?: string;
    /** Whether the single experience is on, and the id token needed to end the session at the provider. */
    useSe: boolean;
    idToken: string | null;
    ip: string;
    userAgent: string | null;
  },
) {
  const row = await tx
    .insertInto("sessions")
    .values({
      person_id: session.personId,
      reseller_id: session.resellerId,
      membership_id: session.membershipId,
      expires_at: sql<Date>`clock_timestamp() + make_interval(secs => ${session.lifeSeconds})`,
      way: session.way,
      company_id: session.companyId,
      second_factor_at: session.secondFactor ? sql<Date>`clock_timestamp()` : null,
      act_person_id: session.actPersonId ?? null,
      use_se: session.useSe,
      id_token: session.idToken,
      ip: session.ip,
      user_agent: session.userAgent?.slice(0, 300) ?? null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Ends the streams of a company's own people in every process: their pages come back, and are asked anew. */
export const closeStreamsOf = (tx: Tx, resellerId: string) =>
  sql`select pg_notify('sessions', ${ofCompany + resellerId})`.execute(tx);
const ofCompany = "of ";
/** The company whose streams a notice ends. */
export const companyOfNotice = (payload: string): string | undefined =>
  payload.startsWith(ofCompany) ? payload.slice(ofCompany.length) : undefined;

/** Makes every process reload all sessions, because rights, flags or settings changed. */
export const reloadSessions = (tx: Tx) => sql`select pg_notify('sessions', '')`.execute(tx);

/** Ends a session and notifies every process. */
export async function revokeSession(tx: Tx, sessionId: string, why: string) {
  await tx
    .updateTable("sessions")
    .set({ revoked_at: sql<Date>`clock_timestamp()`, revoked_why: why })
    .where("id", "=", sessionId)
    .where("revoked_at", "is", null)
    .execute();
  await sql`select pg_notify('sessions', ${sessionId})`.execute(tx);
}

/** A session idle for this long is over. */
export const idleLife = "60 minutes";

/**
 * Advances a session's refresh counter. Returns `rotated` for the advance itself and `grace` for a repeat within ten
 * seconds (another tab, a lost answer); anything else is a token used twice, for which the caller ends the session.
 */
export async function rotateSession(tx: Tx, sessionId: string, counter: number) {
  const { rows } = await sql<{
    ended: boolean;
    by_wrong_way: boolean;
    reseller_id: string | null;
    rotated: boolean;
    grace: boolean;
    counter: number;
    person_id: string;
    fixed_end: Date | null;
    use_se: boolean;
    listed: ListedAddress[] | null;
  }>`
    with held as (
      select s.*, case when g.only_listed then g.listed end as listed,
             s.revoked_at is not null or ${ends} <= clock_timestamp()
             or s.last_seen_at <= clock_timestamp() - coalesce(make_interval(mins => g.idle_minutes), ${idleLife}::interval) as ended,
             ${byWrongWay} as by_wrong_way
      from sessions s
      left join memberships m on m.reseller_id = s.reseller_id and m.id = s.membership_id
      left join sign_in_rules g on g.reseller_id = ${ruledBy}
      where s.id = ${sessionId} for update of s
    ),
    turned as (
      update sessions s set refresh_counter = s.refresh_counter + 1, rotated_at = clock_timestamp(), last_seen_at = clock_timestamp()
      from held where s.id = held.id and not held.ended and not held.by_wrong_way and held.refresh_counter = ${counter}
      returning s.refresh_counter
    )
    select held.ended, held.by_wrong_way, held.reseller_id, turned.refresh_counter is not null as rotated,
           held.refresh_counter = ${counter} + 1 and held.rotated_at > clock_timestamp() - interval '10 s' as grace,
           coalesce(turned.refresh_counter, held.refresh_counter) as counter, held.person_id, held.use_se, held.listed,
           case when held.act_person_id is not null then held.expires_at end as fixed_end
    from held left join turned on true`.execute(tx);
  return rows[0];
}

/** Reads how the session was opened and whether the person proved their identity in it recently. */
export async function findProof(db: Db, sessionId: string, lifeSeconds: number) {
  const { rows } = await sql<{ way: string; fresh: boolean }>`
    select way, coalesce(greatest(confirmed_at, case when way in ('sso', 'aad', 'passkey') then created_at end)
                         > clock_timestamp() - make_interval(secs => ${lifeSeconds}), false) as fresh
    from sessions where id = ${sessionId}`.execute(db);
  return rows[0];
}
