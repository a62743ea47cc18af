import { endedMandates, mandateStatuses, type Scheme } from "@tradewind/domain/billing/direct-debits.ts";
import type { Updateable } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { Mandates } from "../../platform/schema.gen.ts";

const live = mandateStatuses.filter((status) => !endedMandates.includes(status));

const rows = (db: Db) => db.selectFrom("mandates").selectAll();
const ofReseller = (db: Db, resellerId: string) => rows(db).where("reseller_id", "=", resellerId);
export type MandateRow = Awaited<ReturnType<ReturnType<typeof rows>["executeTakeFirstOrThrow"]>>;

export const findNewest = (db: Db, resellerId: string) =>
  ofReseller(db, resellerId).orderBy("id", "desc").limit(1).executeTakeFirst();

/** Like `findNewest`, and holds the row until the transaction ends. */
export const lockNewest = (tx: Tx, resellerId: string) =>
  ofReseller(tx, resellerId).orderBy("id", "desc").limit(1).forUpdate().executeTakeFirst();

export const findMandate = (db: Db, resellerId: string, id: string) =>
  ofReseller(db, resellerId).where("id", "=", id).executeTakeFirst();

export const findByRef = (db: Db, provider: string, ref: string) =>
  rows(db).where("provider", "=", provider).where("mandate_ref", "=", ref).executeTakeFirst();

/** Lists all that may still change at their provider, for the daily look. */
export const listLive = (db: Db) =>
  db.selectFrom("mandates").where("status", "in", live).select(["reseller_id", "id"]).execute();

export const insertMandate = (
  tx: Tx,
  {
    now,
    ...row
  }: Pick<MandateRow, "reseller_id" | "provider" | "prepared_ref" | "created_by"> & { scheme: Scheme; now: Date },
) =>
  tx
    .insertInto("mandates")
    .values({ ...row, created_at: now, changed_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();

/** Changes a mandate as it was read; returns undefined if it changed since. */
export const updateMandate = (
  tx: Tx,
  { reseller_id, id, version }: MandateRow,
  change: Omit<Updateable<Mandates>, "version" | "changed_at">,
  now: Date,
) =>
  tx
    .updateTable("mandates")
    .set({ ...change, version: version + 1, changed_at: now })
    .where("reseller_id", "=", reseller_id)
    .where("id", "=", id)
    .where("version", "=", version)
    .returning("id")
    .executeTakeFirst();
