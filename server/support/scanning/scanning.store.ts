import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

/** A file of a reseller's. */
export type FileKey = { resellerId: string; fileId: string };

/** Finds a file that waits to be looked into; undefined if it was, or is gone. */
export const findWaiting = (db: Db, { resellerId, fileId }: FileKey) =>
  db
    .selectFrom("ticket_files")
    .where("reseller_id", "=", resellerId)
    .where("id", "=", fileId)
    .where("scan", "=", "waiting")
    .select("bytes")
    .executeTakeFirst();

export type Settled = {
  name: string;
  sent_by: string;
  ticket_id: string | null;
  customer_id: string | null;
  /** The service on whose page it is, if it is the letter of a port of numbers. */
  instance_id: string | null;
  email: string | null;
  first_name: string | null;
};

/**
 * Says what was found in a file, and removes its bytes if that is a virus. Returns whose it was and where it is
 * attached; undefined if somebody else was first.
 */
export async function settleFile(
  tx: Tx,
  { resellerId, fileId }: FileKey,
  scan: "none" | "clean" | "infected",
  virus: string | undefined,
): Promise<Settled | undefined> {
  const { rows } = await sql<Settled>`
    with settled as (
      update ticket_files set scan = ${scan}, virus = ${virus ?? null}, bytes = case when ${scan} = 'infected' then '' else bytes end
      where reseller_id = ${resellerId} and id = ${fileId} and scan = 'waiting'
      returning reseller_id, id, name, sent_by)
    select s.name, s.sent_by, t.id as ticket_id, p.instance_id,
      case when t.shared then t.customer_id else l.customer_id end as customer_id,
      coalesce(m.email, o.email) as email, coalesce(m.first_name, o.display_name) as first_name
    from settled s
    left join ticket_attachments a on a.reseller_id = s.reseller_id and a.file_id = s.id
    left join tickets t on t.reseller_id = a.reseller_id and t.id = a.ticket_id
    left join number_port_letters l on l.reseller_id = s.reseller_id and l.file_id = s.id
    left join number_ports p on p.reseller_id = l.reseller_id and p.id = l.port_id
    left join lateral (
      select email, first_name from memberships where reseller_id = s.reseller_id and person_id = s.sent_by and status = 'Active' limit 1
    ) m on true
    left join operators o on o.person_id = s.sent_by`.execute(tx);
  return rows[0];
}
