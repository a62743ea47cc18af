import type { Insertable, Updateable } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { BusinessRequests, Resellers } from "../../platform/schema.gen.ts";

export const shownRequests = 10;

const company = (db: Db, resellerId: string) => db.selectFrom("resellers").where("id", "=", resellerId).selectAll();
export const findCompany = (db: Db, resellerId: string) => company(db, resellerId).executeTakeFirstOrThrow();
/**
 * Like `findCompany`, and locks the row until the transaction ends; other rows of the company stay writable. Every change
 * of the company or its requests takes this lock first, which avoids deadlocks.
 */
export const lockCompany = (tx: Tx, resellerId: string) =>
  company(tx, resellerId).forNoKeyUpdate().executeTakeFirstOrThrow();

export const updateCompany = (tx: Tx, resellerId: string, change: Updateable<Resellers>) =>
  tx.updateTable("resellers").set(change).where("id", "=", resellerId).execute();

export const listRequests = (db: Db, resellerId: string) =>
  db
    .selectFrom("business_requests")
    .where("reseller_id", "=", resellerId)
    .selectAll()
    .orderBy("id", "desc")
    .limit(shownRequests)
    .execute();
export type RequestRow = Awaited<ReturnType<typeof listRequests>>[number];

export const insertRequest = (tx: Tx, request: Insertable<BusinessRequests>) =>
  tx.insertInto("business_requests").values(request).execute();

/** Closes the pending request and returns it; undefined if there is none. */
export const withdrawWaiting = (tx: Tx, resellerId: string, who: string, now: Date) =>
  tx
    .updateTable("business_requests")
    .set({ status: "Withdrawn", decided_by: who, decided_at: now })
    .where("reseller_id", "=", resellerId)
    .where("status", "=", "Waiting")
    .returning("id")
    .executeTakeFirst();

/** Lists the operator's queue across all resellers. */
export const listQueue = (db: Db, waiting: boolean) =>
  db
    .selectFrom("business_requests as q")
    .innerJoin("resellers as r", "r.id", "q.reseller_id")
    .where("q.status", waiting ? "=" : "<>", "Waiting")
    .selectAll("q")
    .select("r.name as reseller_name")
    .orderBy("q.id", waiting ? "asc" : "desc")
    .limit(200)
    .execute();

/** Lists the companies of some countries that gave a VAT number, by name. */
export const listRegisteredIn = (db: Db, countries: readonly string[]) =>
  db
    .selectFrom("resellers")
    .where("country", "in", countries)
    .where("vat_number", "<>", "")
    .select(["name", "country", "vat_number"])
    .orderBy("name")
    .execute();

/** Lists the companies whose invoices would lack a part of the address, by name. */
export const listUnaddressed = (db: Db) =>
  db
    .selectFrom("resellers")
    .where((where) => where.or([where("address1", "=", ""), where("town_city", "=", ""), where("post_code", "=", "")]))
    .select("name")
    .orderBy("name")
    .limit(200)
    .execute();

export const findRequest = (db: Db, id: string) =>
  db.selectFrom("business_requests").where("id", "=", id).selectAll().executeTakeFirst();

export const decideRequest = (
  tx: Tx,
  { reseller_id, id }: Pick<RequestRow, "reseller_id" | "id">,
  change: { status: "Accepted" | "Declined"; decided_by: string; decided_at: Date; note: string | null },
) =>
  tx.updateTable("business_requests").set(change).where("reseller_id", "=", reseller_id).where("id", "=", id).execute();
