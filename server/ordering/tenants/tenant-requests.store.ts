import type { Invitation } from "@tradewind/vendors/invitations.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

const requests = (db: Db) =>
  db
    .selectFrom("tenant_requests as q")
    .innerJoin("vendors as v", "v.id", "q.fulfiller")
    .innerJoin("resellers as r", "r.id", "q.reseller_id")
    .innerJoin("customers as c", (join) =>
      join.onRef("c.reseller_id", "=", "q.reseller_id").onRef("c.id", "=", "q.customer_id"),
    )
    .select([
      "q.reseller_id",
      "q.id",
      "q.customer_id",
      "q.fulfiller",
      "q.state",
      "q.invitation_ref",
      "q.links",
      "q.message",
      "q.tenant_ref",
      "q.tenant_name",
      "q.requested_by",
      "q.since",
      "q.looks",
      "v.name as vendor_name",
      "r.name as reseller_name",
      "c.name as customer_name",
    ]);
export type RequestRow = Awaited<ReturnType<typeof listRequests>>[number];
export type RequestState = RequestRow["state"];

/** Finds a request in the transaction's bounds. */
export const findRequest = (db: Db, id: string) => requests(db).where("q.id", "=", id).executeTakeFirst();

/** Like `findRequest`, and locks the row until the transaction ends. */
export const lockRequest = (db: Db, id: string) =>
  requests(db).where("q.id", "=", id).forUpdate("q").executeTakeFirst();

export const findLastRequest = (db: Db, resellerId: string, customerId: string, fulfiller: string) =>
  requests(db)
    .where("q.reseller_id", "=", resellerId)
    .where("q.customer_id", "=", customerId)
    .where("q.fulfiller", "=", fulfiller)
    .orderBy("q.id", "desc")
    .limit(1)
    .executeTakeFirst();

/** Lists those that wait, oldest first, or the tenants brought in, latest first. */
export const listRequests = (db: Db, connected: boolean) =>
  requests(db)
    .where(connected ? sql<boolean>`q.state = 'connected'` : sql<boolean>`q.state in ('preparing', 'waiting')`)
    .orderBy("q.id", connected ? "desc" : "asc")
    .limit(200)
    .execute();

/** Files a request. Violates `tenant_requests_open` if the customer has an open one. */
export async function insertRequest(
  tx: Tx,
  row: { resellerId: string; customerId: string; fulfiller: string; by: string; now: Date },
): Promise<string> {
  const { id } = await tx
    .insertInto("tenant_requests")
    .values({
      reseller_id: row.resellerId,
      customer_id: row.customerId,
      fulfiller: row.fulfiller,
      requested_by: row.by,
      created_at: row.now,
      since: row.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

type Change = {
  state?: RequestState;
  message?: string | null;
  since?: Date;
  tenant_ref?: string;
  tenant_name?: string;
};

export const updateRequest = (tx: Tx, { reseller_id, id }: Pick<RequestRow, "reseller_id" | "id">, change: Change) =>
  tx.updateTable("tenant_requests").set(change).where("reseller_id", "=", reseller_id).where("id", "=", id).execute();

/** Keeps the invitation of a request that still waits for it. */
export const keepInvitation = (tx: Tx, request: RequestRow, { ref, links }: Invitation, now: Date) =>
  tx
    .updateTable("tenant_requests")
    .set({ state: "waiting", invitation_ref: ref, links: JSON.stringify(links), since: now })
    .where("reseller_id", "=", request.reseller_id)
    .where("id", "=", request.id)
    .where("state", "=", "preparing")
    .execute();

export const countLook = (tx: Tx, { reseller_id, id }: RequestRow) =>
  tx
    .updateTable("tenant_requests")
    .set((row) => ({ looks: row("looks", "+", 1) }))
    .where("reseller_id", "=", reseller_id)
    .where("id", "=", id)
    .execute();

/** Finds the waiting requests of these invitations; a vendor names an invitation, never a reseller. */
export const listRequestsOf = (db: Db, fulfiller: string, refs: readonly string[]) =>
  db
    .selectFrom("tenant_requests")
    .where("fulfiller", "=", fulfiller)
    .where("invitation_ref", "in", refs)
    .where("state", "=", "waiting")
    .select(["reseller_id", "id"])
    .execute();

/** Tells whether anything that the vendor provides to the customer has not ended, or is not billed to its end. */
export async function isProviding(
  db: Db,
  { reseller_id, customer_id, fulfiller }: Pick<RequestRow, "reseller_id" | "customer_id" | "fulfiller">,
): Promise<boolean> {
  const { rows } = await sql<{ provides: boolean }>`
    select exists (
      select from subscriptions s join products p on p.id = s.product_id
      where s.reseller_id = ${reseller_id} and s.customer_id = ${customer_id} and s.status <> 'cancelled' and p.fulfiller = ${fulfiller})
    or exists (
      select from azure_subscriptions a
      where a.reseller_id = ${reseller_id} and a.customer_id = ${customer_id} and a.fulfiller = ${fulfiller} and (a.is_active or exists (
        select from azure_spend d where d.reseller_id = a.reseller_id and d.subscription_id = a.id and (a.billed_until is null or d.day >= a.billed_until)))
    ) as provides`.execute(db);
  return rows[0]!.provides;
}

/** Lists open requests, a minute old in real time, whose job is neither waiting nor running. */
export async function listRequestsWithoutJob(db: Db) {
  const { rows } = await sql<{ reseller_id: string; id: string }>`
    select q.reseller_id, q.id from tenant_requests q
    where q.state in ('preparing', 'waiting') and uuid_extract_timestamp(q.id) < clock_timestamp() - interval '1 minute'
      and not exists (
        select from pgboss.job j where j.name = 'tenants.look' and j.state < 'completed' and j.data ->> 'requestId' = q.id::text)
    order by q.id limit 100`.execute(db);
  return rows;
}
