import type { SeenUnordered } from "@tradewind/domain/ordering/adoption.ts";
import type { TransferredLine } from "@tradewind/vendors/transfers.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { ofOwnCustomer, type Scope } from "../../platform/restriction.ts";
import { anyOf } from "../../platform/sql.ts";

const transfers = (db: Db) =>
  db
    .selectFrom("transfers as t")
    .innerJoin("customers as c", (join) =>
      join.onRef("c.reseller_id", "=", "t.reseller_id").onRef("c.id", "=", "t.customer_id"),
    )
    .selectAll("t")
    .select("c.name as customer_name");
export type TransferRow = NonNullable<Awaited<ReturnType<typeof findTransfer>>>;
type TransferState = TransferRow["state"];

/** Finds a transfer in the transaction's bounds. */
export const findTransfer = (db: Db, id: string) => transfers(db).where("t.id", "=", id).executeTakeFirst();

/** Like `findTransfer`, and locks the row until the transaction ends. */
export const lockTransfer = (db: Db, id: string) =>
  transfers(db).where("t.id", "=", id).forUpdate("t").executeTakeFirst();

export const findOwnTransfer = (db: Db, scope: Scope, id: string) =>
  transfers(db)
    .where("t.reseller_id", "=", scope.resellerId)
    .where("t.id", "=", id)
    .where(ofOwnCustomer(scope, "t.customer_id"))
    .executeTakeFirst();

export const lockOwnTransfer = (tx: Tx, scope: Scope, id: string) =>
  transfers(tx)
    .where("t.reseller_id", "=", scope.resellerId)
    .where("t.id", "=", id)
    .where(ofOwnCustomer(scope, "t.customer_id"))
    .forUpdate("t")
    .executeTakeFirst();

export const pageSize = 20;
type After = { id: string } | undefined;

/** Lists a page of a customer's transfers, latest first. */
export const listTransfers = (db: Db, resellerId: string, customerId: string, after: After) =>
  transfers(db)
    .where("t.reseller_id", "=", resellerId)
    .where("t.customer_id", "=", customerId)
    .$if(after !== undefined, (query) => query.where("t.id", "<", after!.id))
    .orderBy("t.id", "desc")
    .limit(pageSize + 1)
    .execute();

/** Lists a page of a reseller's transfers: what came and is not taken over yet is not over either. Ordered as `listEveryTransfer`. */
export const listOwnTransfers = (db: Db, scope: Scope, over: boolean, after: After) =>
  transfers(db)
    .where("t.reseller_id", "=", scope.resellerId)
    .where(ofOwnCustomer(scope, "t.customer_id"))
    .where(
      over
        ? sql<boolean>`(t.state in ('left', 'refused', 'expired', 'withdrawn') or t.state = 'came' and not ${toTakeOver})`
        : sql<boolean>`(t.state in ('preparing', 'pending', 'withdrawing', 'moving', 'arriving', 'asked', 'releasing') or t.state = 'came' and ${toTakeOver})`,
    )
    .$if(after !== undefined, (query) => query.where("t.id", over ? "<" : ">", after!.id))
    .orderBy("t.id", over ? "desc" : "asc")
    .limit(pageSize + 1)
    .execute();

const toTakeOver = sql`exists (select from transfer_lines l where l.reseller_id = t.reseller_id and l.transfer_id = t.id
  and l.reason is null and not exists (select from subscriptions s where s.reseller_id = l.reseller_id
    and s.customer_id = l.customer_id and s.vendor_ref = l.vendor_ref))`;

/** Lists a page of any reseller's transfers: those that are not over, oldest first, or those that are, latest first. */
export const listEveryTransfer = (db: Db, over: boolean, after: After) =>
  transfers(db)
    .innerJoin("resellers as r", "r.id", "t.reseller_id")
    .select("r.name as reseller_name")
    .where(
      over
        ? sql<boolean>`t.state in ('came', 'left', 'refused', 'expired', 'withdrawn')`
        : sql<boolean>`t.state in ('preparing', 'pending', 'withdrawing', 'moving', 'arriving', 'asked', 'releasing')`,
    )
    .$if(after !== undefined, (query) => query.where("t.id", over ? "<" : ">", after!.id))
    .orderBy("t.id", over ? "desc" : "asc")
    .limit(pageSize + 1)
    .execute();

/** Lists what came or stayed of transfers, in the vendor's order; `is_held` if it is in our book by now. */
export const listLines = (db: Db, resellerIds: readonly string[], transferIds: readonly string[]) =>
  db
    .selectFrom("transfer_lines as l")
    .where("l.reseller_id", "=", anyOf(resellerIds, "uuid"))
    .where("l.transfer_id", "=", anyOf(transferIds, "uuid"))
    .selectAll("l")
    .select(
      sql<boolean>`exists (select from subscriptions s where s.reseller_id = l.reseller_id and s.customer_id = l.customer_id
        and s.vendor_ref = l.vendor_ref)`.as("is_held"),
    )
    .orderBy("l.transfer_id")
    .orderBy("l.position")
    .execute();
export type LineRow = Awaited<ReturnType<typeof listLines>>[number];

/** Lists what stands in a customer's tenant and nobody ordered here, as it was last seen. */
export const listUnordered = (
  db: Db,
  { reseller_id, customer_id, fulfiller }: TransferRow,
  vendorRefs: readonly string[],
) =>
  db
    .selectFrom("differences")
    .where("reseller_id", "=", reseller_id)
    .where("customer_id", "=", customer_id)
    .where("fulfiller", "=", fulfiller)
    .where("kind", "=", "unknown")
    .where("state", "<>", "closed")
    .where("vendor_ref", "=", anyOf(vendorRefs, "text"))
    .select(["reseller_id", "id", "vendor_ref", "facts"])
    .$narrowType<{ facts: SeenUnordered | null }>()
    .execute();

/** Lists a customer's tenants, each with when its vendor was last asked what other partners want of it. */
export const listTenantsOf = (db: Db, resellerId: string, customerId: string) =>
  db
    .selectFrom("provider_tenants as t")
    .innerJoin("customers as c", (join) =>
      join.onRef("c.reseller_id", "=", "t.reseller_id").onRef("c.id", "=", "t.customer_id"),
    )
    .where("t.reseller_id", "=", resellerId)
    .where("t.customer_id", "=", customerId)
    .select([
      "t.reseller_id",
      "t.customer_id",
      "t.fulfiller",
      "t.tenant_ref",
      "t.transfers_read_at",
      "c.name as customer_name",
    ])
    .execute();

/** Lists the ids of a customer's transfers that have not ended. */
export async function listOpen(db: Db, resellerId: string, customerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("transfers")
    .where("reseller_id", "=", resellerId)
    .where("customer_id", "=", customerId)
    .where(sql<boolean>`state in ('preparing', 'pending', 'withdrawing', 'moving', 'arriving', 'asked', 'releasing')`)
    .select("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Lists the vendor's numbers of what was asked for a customer before. */
export async function listEarlier(db: Db, { reseller_id, customer_id, fulfiller, id }: TransferRow): Promise<string[]> {
  const rows = await db
    .selectFrom("transfers")
    .where("reseller_id", "=", reseller_id)
    .where("customer_id", "=", customer_id)
    .where("fulfiller", "=", fulfiller)
    .where("direction", "=", "in")
    .where("id", "<>", id)
    .where("vendor_ref", "is not", null)
    .select("vendor_ref")
    .execute();
  return rows.map(({ vendor_ref }) => vendor_ref!);
}

/** Files a request. Violates `transfers_open` if one is not decided for the customer there. */
export async function insertTransfer(
  tx: Tx,
  row: {
    resellerId: string;
    customerId: string;
    fulfiller: string;
    tenantRef: string;
    partnerRef: string;
    partnerName: string;
    customerEmail: string;
    by: string;
    now: Date;
  },
): Promise<string> {
  const { id } = await tx
    .insertInto("transfers")
    .values({
      reseller_id: row.resellerId,
      customer_id: row.customerId,
      fulfiller: row.fulfiller,
      tenant_ref: row.tenantRef,
      partner_ref: row.partnerRef,
      partner_name: row.partnerName,
      customer_email: row.customerEmail,
      requested_by: row.by,
      created_at: row.now,
      since: row.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

type Key = Pick<TransferRow, "reseller_id" | "id">;
type Change = {
  state?: TransferState;
  since?: Date;
  vendor_ref?: string;
  until?: Date | null;
  came_at?: Date;
  message?: string | null;
  requested_by?: string;
  looks?: number;
};

export const updateTransfer = (tx: Tx, { reseller_id, id }: Key, change: Change) =>
  tx.updateTable("transfers").set(change).where("reseller_id", "=", reseller_id).where("id", "=", id).execute();

type NewLine = TransferredLine & { vendorRef: string | null };

/** Keeps what the vendor says came or stayed, once. */
export const insertLines = (tx: Tx, { reseller_id, customer_id, id }: TransferRow, lines: readonly NewLine[]) =>
  lines.length === 0
    ? undefined
    : tx
        .insertInto("transfer_lines")
        .values(
          lines.map((line, position) => ({
            reseller_id,
            customer_id,
            transfer_id: id,
            position,
            offer_ref: line.offerRef,
            name: line.name,
            quantity: line.quantity,
            term_until: line.termUntil,
            vendor_ref: line.vendorRef,
            reason: line.refusal?.reason ?? null,
            reason_code: line.refusal?.code ?? null,
          })),
        )
        .execute();

/** Keeps the numbers of lines that show by now. */
export const keepRefs = async (tx: Tx, { reseller_id, id }: Key, refs: readonly { position: number; ref: string }[]) =>
  refs.length === 0
    ? undefined
    : sql`
    update transfer_lines l set vendor_ref = n.ref
    from jsonb_to_recordset(${JSON.stringify(refs)}::jsonb) as n (position int, ref text)
    where l.reseller_id = ${reseller_id} and l.transfer_id = ${id} and l.position = n.position`.execute(tx);

/** Lists the vendor's numbers that a tenant's customer has in our book, or that came with an earlier transfer. */
export async function listKnownRefs(db: Db, { reseller_id, customer_id }: TransferRow): Promise<Set<string>> {
  const { rows } = await sql<{ ref: string }>`
    select vendor_ref as ref from subscriptions
    where reseller_id = ${reseller_id} and customer_id = ${customer_id} and vendor_ref is not null
    union select vendor_ref from transfer_lines
    where reseller_id = ${reseller_id} and customer_id = ${customer_id} and vendor_ref is not null`.execute(db);
  return new Set(rows.map(({ ref }) => ref));
}

/** Lets orders that waited for the end of a transfer be looked at, and returns them. */
export async function wakeOrders(tx: Tx, { reseller_id, customer_id, fulfiller }: TransferRow): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update orders o set next_look_at = null from products p
    where o.reseller_id = ${reseller_id} and o.customer_id = ${customer_id} and o.status = 'Working'
      and p.id = o.product_id and p.fulfiller = ${fulfiller}
    returning o.id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Lists transfers that have not ended, a minute old in real time, whose job is neither waiting nor running. */
export async function listTransfersWithoutJob(db: Db) {
  const { rows } = await sql<{ reseller_id: string; id: string }>`
    select t.reseller_id, t.id from transfers t
    where t.state in ('preparing', 'pending', 'withdrawing', 'moving', 'arriving', 'asked', 'releasing')
      and uuid_extract_timestamp(t.id) < clock_timestamp() - interval '1 minute'
      and not exists (
        select from pgboss.job j where j.name = 'transfers.look' and j.state < 'completed' and j.data ->> 'transferId' = t.id::text)
    order by t.id limit 100`.execute(db);
  return rows;
}
