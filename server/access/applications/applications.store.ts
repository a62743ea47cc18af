import { sql, type Insertable } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { PartnerApplications, Resellers } from "../../platform/schema.gen.ts";
import { stateOf } from "../invitations/invitations.store.ts";

export const insertApplication = (tx: Tx, application: Insertable<PartnerApplications>) =>
  tx.insertInto("partner_applications").values(application).execute();

/** Selects applications together with the state of the invitation sent on acceptance. */
const applicationsIn = (db: Db) =>
  db
    .selectFrom("partner_applications as a")
    .leftJoin("invitations as i", "i.application_id", "a.id")
    .selectAll("a")
    .select([
      "i.email as invited",
      "i.sent_at",
      "i.expires_at",
      "i.accepted_at",
      sql<"Waiting" | "Expired" | "Accepted" | "Withdrawn" | null>`case when i.id is not null then ${stateOf} end`.as(
        "invitation",
      ),
    ]);

/** Lists the operator's queue: pending applications oldest first, or decided ones newest first. */
export const listApplications = (db: Db, waiting: boolean) =>
  applicationsIn(db)
    .where("a.status", waiting ? "=" : "<>", "Waiting")
    .orderBy("a.id", waiting ? "asc" : "desc")
    .limit(200)
    .execute();
export type ApplicationRow = Awaited<ReturnType<typeof listApplications>>[number];

export const findApplication = (db: Db, id: string) =>
  applicationsIn(db).where("a.id", "=", id).executeTakeFirstOrThrow();

export const lockApplication = (tx: Tx, id: string) =>
  tx.selectFrom("partner_applications").where("id", "=", id).selectAll().forUpdate().executeTakeFirst();

export const decideApplication = (
  tx: Tx,
  id: string,
  change: { status: "Accepted" | "Declined"; note: string | null; decided_by: string; decided_at: Date },
) => tx.updateTable("partner_applications").set(change).where("id", "=", id).execute();

export async function insertReseller(tx: Tx, reseller: Insertable<Resellers>): Promise<string> {
  const row = await tx.insertInto("resellers").values(reseller).returning("id").executeTakeFirstOrThrow();
  return row.id;
}
