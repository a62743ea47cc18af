import { sql } from "kysely";
import type { ReleasedLine, TransferredLine } from "@tradewind/vendors/transfers.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { anyOf } from "../../platform/sql.ts";
import { atVendor, type StandingRow } from "../subscriptions/subscriptions.store.ts";
import type { TransferRow } from "./transfers.store.ts";

type Ours = StandingRow & { unit: string; offer_ref: string; parent_ref: string | null };

/** Lists what we provide to a transfer's customer at its vendor, add-ons after what they belong to. */
export const listOurs = (db: Db, { reseller_id, customer_id, fulfiller }: TransferRow): Promise<Ours[]> =>
  db
    .selectFrom("subscriptions")
    .where("subscriptions.reseller_id", "=", reseller_id)
    .where("subscriptions.customer_id", "=", customer_id)
    .where("subscriptions.status", "<>", "cancelled")
    .where("subscriptions.vendor_ref", "is not", null)
    .innerJoin("products as p", (join) =>
      join.onRef("p.id", "=", "subscriptions.product_id").on("p.fulfiller", "=", fulfiller),
    )
    .innerJoin("offers as o", "o.id", "subscriptions.offer_id")
    .leftJoin("subscriptions as parent", (join) =>
      join
        .onRef("parent.reseller_id", "=", "subscriptions.reseller_id")
        .onRef("parent.id", "=", "subscriptions.parent_id"),
    )
    .selectAll("subscriptions")
    .select(atVendor)
    .select(["o.unit", "o.offer_ref", "parent.vendor_ref as parent_ref"])
    .orderBy((each) => each.fn.coalesce("subscriptions.parent_id", "subscriptions.id"))
    .orderBy("subscriptions.id")
    .execute();

/** Keeps what is to be given away, in this order. */
export const insertReleased = (
  tx: Tx,
  { reseller_id, customer_id, id }: TransferRow,
  lines: readonly Pick<Ours, "id" | "vendor_ref" | "offer_ref" | "name" | "quantity" | "term_until">[],
) =>
  tx
    .insertInto("transfer_lines")
    .values(
      lines.map((line, position) => ({
        reseller_id,
        customer_id,
        transfer_id: id,
        position,
        subscription_id: line.id,
        vendor_ref: line.vendor_ref,
        offer_ref: line.offer_ref,
        name: line.name,
        quantity: line.quantity,
        term_until: line.term_until,
      })),
    )
    .execute();

/** Lists what is to be given away, as its vendor knows it. */
export async function listReleased(db: Db, { reseller_id, id }: TransferRow): Promise<ReleasedLine[]> {
  const rows = await db
    .selectFrom("transfer_lines as l")
    .innerJoin("subscriptions as s", (join) =>
      join.onRef("s.reseller_id", "=", "l.reseller_id").onRef("s.id", "=", "l.subscription_id"),
    )
    .leftJoin("subscriptions as parent", (join) =>
      join.onRef("parent.reseller_id", "=", "s.reseller_id").onRef("parent.id", "=", "s.parent_id"),
    )
    .where("l.reseller_id", "=", reseller_id)
    .where("l.transfer_id", "=", id)
    .select(["l.vendor_ref", "l.offer_ref", "l.name", "l.quantity", "parent.vendor_ref as parent_ref"])
    .orderBy("l.position")
    .execute();
  return rows.map((row) => ({
    vendorRef: row.vendor_ref!,
    parentRef: row.parent_ref,
    offerRef: row.offer_ref,
    name: row.name,
    quantity: row.quantity,
  }));
}

/** Forgets what was to be given away, since the vendor did not take it. */
export const dropReleased = (tx: Tx, { reseller_id, id }: TransferRow) =>
  tx.deleteFrom("transfer_lines").where("reseller_id", "=", reseller_id).where("transfer_id", "=", id).execute();

/** Keeps why some of it stayed. */
export const keepReasons = async (
  tx: Tx,
  { reseller_id, id }: TransferRow,
  stayed: readonly ({ position: number } & NonNullable<TransferredLine["refusal"]>)[],
) =>
  stayed.length === 0
    ? undefined
    : sql`
    update transfer_lines l set reason = n.reason, reason_code = n.code
    from jsonb_to_recordset(${JSON.stringify(stayed)}::jsonb) as n (position int, reason text, code text)
    where l.reseller_id = ${reseller_id} and l.transfer_id = ${id} and l.position = n.position`.execute(tx);

/** Lists our subscriptions by the vendor's numbers. */
export const listByRefs = (db: Db, { reseller_id, customer_id }: TransferRow, vendorRefs: readonly string[]) =>
  db
    .selectFrom("subscriptions as s")
    .innerJoin("offers as o", "o.id", "s.offer_id")
    .where("s.reseller_id", "=", reseller_id)
    .where("s.customer_id", "=", customer_id)
    .where("s.vendor_ref", "=", anyOf(vendorRefs, "text"))
    .where("s.status", "<>", "cancelled")
    .select(["s.id", "s.vendor_ref", "s.name", "s.quantity", "s.term_until", "o.offer_ref"])
    .execute();

type Asked = {
  ref: string;
  partnerRef: string;
  partnerName: string;
  customerEmail: string;
  askedAt: Date;
  until: Date | null;
};
type Place = { reseller_id: string; customer_id: string; fulfiller: string; tenant_ref: string };

/** Files what other partners ask for and was not known, and returns it. */
export const insertAsked = async (tx: Tx, place: Place, asked: readonly Asked[], now: Date) =>
  asked.length === 0
    ? []
    : tx
        .insertInto("transfers")
        .values(
          asked.map((each) => ({
            ...place,
            direction: "out" as const,
            state: "asked" as const,
            partner_ref: each.partnerRef,
            partner_name: each.partnerName,
            customer_email: each.customerEmail,
            vendor_ref: each.ref,
            until: each.until,
            created_at: each.askedAt,
            since: now,
          })),
        )
        .onConflict((conflict) => conflict.doNothing())
        .returning(["id", "partner_name"])
        .execute();

/** Keeps when a vendor was last asked what other partners want of a customer's. */
export const markTransfersRead = (tx: Tx, { reseller_id, customer_id, fulfiller }: Place, now: Date) =>
  tx
    .updateTable("provider_tenants")
    .set({ transfers_read_at: now })
    .where("reseller_id", "=", reseller_id)
    .where("customer_id", "=", customer_id)
    .where("fulfiller", "=", fulfiller)
    .execute();
