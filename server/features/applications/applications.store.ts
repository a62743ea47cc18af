import type { Insertable } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { PartnerApplications } from "../../platform/schema.gen.ts";

export const insertApplication = (tx: Tx, application: Insertable<PartnerApplications>) =>
  tx.insertInto("partner_applications").values(application).execute();

/** The operator's queue: what waits, oldest first, or what was decided, newest first. */
export const listApplications = (db: Db, waiting: boolean) =>
  db
    .selectFrom("partner_applications")
    .where("status", waiting ? "=" : "<>", "Waiting")
    .selectAll()
    .orderBy("id", waiting ? "asc" : "desc")
    .limit(200)
    .execute();
export type ApplicationRow = Awaited<ReturnType<typeof listApplications>>[number];

export const lockApplication = (tx: Tx, id: string) =>
  tx.selectFrom("partner_applications").where("id", "=", id).selectAll().forUpdate().executeTakeFirst();

export const decideApplication = (
  tx: Tx,
  id: string,
  change: { status: "Accepted" | "Declined"; note: string | null; decided_by: string; decided_at: Date },
) => tx.updateTable("partner_applications").set(change).where("id", "=", id).returningAll().executeTakeFirstOrThrow();
