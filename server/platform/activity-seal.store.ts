import { sql } from "kysely";
import type { Cut, Entry, Root, Seal } from "./activity-chain.ts";
import type { Db, Tx } from "./db.ts";
import { nilReseller } from "./once.ts";

const instant = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** The columns of a line as an entry has them; `a` is the line. */
const entryOfLine = sql`
  a.id as "Id", ${instant("a.at")} as "At", ${instant("a.recorded_at")} as "RecordedAt", a.person_id as "PersonId",
  a.behind_id as "BehindId", a.customer_id as "CustomerId", a.object_kind as "ObjectKind", a.object_id as "ObjectId",
  a.action as "Action", a.outcome as "Outcome", a.request_id as "RequestId",
  case when not a.who_erased then jsonb_build_object('Who', a.who, 'OnBehalfOf', a.on_behalf_of, 'Ip', a.ip, 'Device', a.device) end as "Who",
  case when not a.what_erased then a.what end as "What"`;

/** Lists the chains that have lines waiting: companies, and the operator's own. */
export async function listWaiting(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (select id from resellers union all select ${nilReseller}::uuid) chain
    where exists (select from activity_unsealed u where u.reseller_id = chain.id)`.execute(db);
  return rows.map(({ id }) => id);
}

/** Takes the turn to write a chain until the transaction ends; false if somebody else has it. */
export async function takeChain(tx: Tx, chain: string): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`activity chain ${chain}`}, 0)) as mine`.execute(tx);
  return rows[0]!.mine;
}

/** Returns the last sealed entry's number and hash; undefined before the first. */
export async function findHead(db: Db, chain: string): Promise<{ Number: number; Hash: string } | undefined> {
  const { rows } = await sql<{ Number: number; Hash: string }>`
    select number::int as "Number", encode(hash, 'hex') as "Hash" from activity_chain
    where reseller_id = ${chain} order by number desc limit 1`.execute(db);
  return rows[0];
}

/** Takes waiting lines off the queue, oldest first. */
export async function takeWaiting(tx: Tx, chain: string, most: number): Promise<Omit<Entry, "Number">[]> {
  const { rows } = await sql<Omit<Entry, "Number">>`
    with taken as (
      delete from activity_unsealed where reseller_id = ${chain} and activity_id in (
        select activity_id from activity_unsealed where reseller_id = ${chain} order by activity_id limit ${most})
      returning activity_id
    )
    select ${entryOfLine} from taken join activity a on a.reseller_id = ${chain} and a.id = taken.activity_id
    order by a.id`.execute(tx);
  return rows;
}

export async function insertSealed(tx: Tx, chain: string, sealed: readonly (Entry & Seal)[]): Promise<void> {
  const rows = sealed.map(({ Number: number, Id: id, WhoSalt, WhoDigest, WhatSalt, WhatDigest, Hash: hash }) => ({
    number,
    id,
    who_salt: WhoSalt,
    who_digest: WhoDigest,
    what_salt: WhatSalt,
    what_digest: WhatDigest,
    hash,
  }));
  await sql`
    insert into activity_chain (reseller_id, number, activity_id, who_salt, who_digest, what_salt, what_digest, hash)
    select ${chain}, number, id, decode(who_salt, 'hex'), decode(who_digest, 'hex'), decode(what_salt, 'hex'),
      decode(what_digest, 'hex'), decode(hash, 'hex')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (number bigint, id uuid, who_salt text, who_digest text, what_salt text, what_digest text, hash text)`.execute(
    tx,
  );
}

/** Reads the sealed entries after a number, up to a number, in the order of the chain. */
export async function readSealed(
  db: Db,
  chain: string,
  { after, until, most }: { after: number; until: number; most: number },
): Promise<(Entry & Seal)[]> {
  const { rows } = await sql<Entry & Seal>`
    select c.number::int as "Number", ${entryOfLine}, encode(c.who_salt, 'hex') as "WhoSalt", encode(c.who_digest, 'hex') as "WhoDigest",
      encode(c.what_salt, 'hex') as "WhatSalt", encode(c.what_digest, 'hex') as "WhatDigest", encode(c.hash, 'hex') as "Hash"
    from activity_chain c join activity a on a.reseller_id = c.reseller_id and a.id = c.activity_id
    where c.reseller_id = ${chain} and c.number > ${after} and c.number <= ${until}
    order by c.number limit ${most}`.execute(db);
  return rows;
}

/** Lists the chains with sealed entries that no root of the day covers, each with its last root's entry. */
export async function listUnsigned(db: Db, day: string) {
  const { rows } = await sql<
    { chain: string; Number: number; Hash: string } & { before: { Number: number; Hash: string } | null }
  >`
    select chain.id as chain, head.number::int as "Number", encode(head.hash, 'hex') as "Hash",
      case when root.number is not null then jsonb_build_object('Number', root.number, 'Hash', encode(root.hash, 'hex')) end as before
    from (select id from resellers union all select ${nilReseller}::uuid) chain
    cross join lateral (select number, hash from activity_chain where reseller_id = chain.id order by number desc limit 1) head
    left join lateral (select day, number, hash from activity_roots where reseller_id = chain.id order by day desc limit 1) root on true
    where root.number is null or (root.day < ${day}::date and root.number < head.number)`.execute(db);
  return rows;
}

type LastRoot = Pick<Root, "Day" | "Number" | "PublicKey"> & { isOld: boolean };

export async function findLastRoot(db: Db, chain: string): Promise<LastRoot | undefined> {
  const { rows } = await sql<LastRoot>`
    select day as "Day", number::int as "Number", public_key as "PublicKey",
      signed_at < clock_timestamp() - interval '2 days' as "isOld" from activity_roots
    where reseller_id = ${chain} order by day desc limit 1`.execute(db);
  return rows[0];
}

export const insertRoot = (tx: Tx, chain: string, root: Root) =>
  sql`
    insert into activity_roots (reseller_id, day, number, hash, signed_at, public_key, signature)
    values (${chain}, ${root.Day}, ${root.Number}, decode(${root.Hash}, 'hex'), ${root.SignedAt}, ${root.PublicKey}, decode(${root.Signature}, 'base64'))
    on conflict do nothing`.execute(tx);

/** Finds where a chain begins, if its oldest entries were removed. */
export async function findCut(db: Db, chain: string): Promise<Cut | undefined> {
  const { rows } = await sql<Cut>`
    select number::int as "Number", encode(hash, 'hex') as "Hash" from activity_cuts where reseller_id = ${chain}`.execute(
    db,
  );
  return rows[0];
}

/** Lists a chain's signed roots, oldest first. */
export async function listRoots(db: Db, chain: string): Promise<Root[]> {
  const { rows } = await sql<Root>`
    select day as "Day", number::int as "Number", encode(hash, 'hex') as "Hash", ${instant("signed_at")} as "SignedAt",
      public_key as "PublicKey", translate(encode(signature, 'base64'), e'\n', '') as "Signature"
    from activity_roots where reseller_id = ${chain} order by day`.execute(db);
  return rows;
}
