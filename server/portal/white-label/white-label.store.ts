import type { Theme } from "@tradewind/domain/portal/white-label.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { Picture } from "./logo-picture.ts";

export type LabelRow = {
  theme: Theme;
  accent: string;
  logo: string | null;
  mobile_logo: string | null;
  version: number;
};
const columns = ["theme", "accent", "logo", "mobile_logo", "version"] as const;

export const findLabel = (db: Db, resellerId: string) =>
  db.selectFrom("white_labels").where("reseller_id", "=", resellerId).select(columns).executeTakeFirst();

/** Like `findLabel`, and locks the row until the transaction ends. */
export const lockLabel = (tx: Tx, resellerId: string) =>
  tx.selectFrom("white_labels").where("reseller_id", "=", resellerId).select(columns).forUpdate().executeTakeFirst();

/** Violates `white_labels_pkey` if the first label was created in the meantime. */
export async function saveLabel(tx: Tx, resellerId: string, label: LabelRow, isFirst: boolean, now: Date) {
  const row = { ...label, changed_at: now };
  await (
    isFirst
      ? tx.insertInto("white_labels").values({ reseller_id: resellerId, ...row })
      : tx.updateTable("white_labels").set(row).where("reseller_id", "=", resellerId)
  ).execute();
}

export const insertPicture = (tx: Tx, resellerId: string, picture: Picture) =>
  tx
    .insertInto("white_label_images")
    .values({ reseller_id: resellerId, ...picture })
    .onConflict((conflict) => conflict.columns(["reseller_id", "name"]).doNothing())
    .execute();

export const deleteOtherPictures = (tx: Tx, resellerId: string, kept: readonly string[]) =>
  tx
    .deleteFrom("white_label_images")
    .where("reseller_id", "=", resellerId)
    .where("name", "<>", sql<string>`all(${[...kept]}::text[])`)
    .execute();

export const findPicture = (db: Db, resellerId: string, name: string) =>
  db
    .selectFrom("white_label_images")
    .where("reseller_id", "=", resellerId)
    .where("name", "=", name)
    .select(["bytes", "width", "height"])
    .executeTakeFirst();

export const listHosts = async (db: Db, resellerId: string): Promise<string[]> =>
  (
    await db.selectFrom("portal_hosts").where("reseller_id", "=", resellerId).select("host").orderBy("host").execute()
  ).map((row) => row.host);

/** Lists the labels of all hosts that have one. */
export const listHostLabels = (db: Db) =>
  db
    .selectFrom("portal_hosts as h")
    .innerJoin("resellers as r", "r.id", "h.reseller_id")
    .innerJoin("white_labels as w", "w.reseller_id", "h.reseller_id")
    .where("r.status", "=", "Active")
    .select(["h.host", "h.reseller_id", "r.name", "w.theme", "w.accent", "w.logo", "w.mobile_logo"])
    .execute();

/**
 * Lists the labels for an email address, one row per reseller it belongs to, and whether it is the reseller's staff.
 */
export const listLabelsOfAddress = (db: Db, address: string) =>
  db
    .selectFrom("memberships as m")
    .innerJoin("resellers as r", "r.id", "m.reseller_id")
    .leftJoin("white_labels as w", "w.reseller_id", "m.reseller_id")
    .leftJoin("white_label_images as i", (join) =>
      join.onRef("i.reseller_id", "=", "w.reseller_id").onRef("i.name", "=", "w.logo"),
    )
    .where(sql`lower(m.email)`, "=", address.toLowerCase())
    .select(["m.reseller_id", "m.kind", "r.name", "w.accent", "w.logo", "i.name as picture", "i.width", "i.height"])
    .execute();

/** Finds the flag, as set for one reseller, that withholds partners' labels from their own people. */
export const findLabelFlag = (db: Db, resellerId: string) =>
  db
    .selectFrom("feature_flags as f")
    .leftJoin("reseller_flags as r", (join) => join.onRef("r.flag", "=", "f.name").on("r.reseller_id", "=", resellerId))
    .where("f.name", "=", "DisablePartnerLevelWhitelabel")
    .select(["f.name", "f.enabled", "f.percentage", "r.enabled as override"])
    .executeTakeFirstOrThrow();

export const findResellerName = async (db: Db, resellerId: string): Promise<string> =>
  (await db.selectFrom("resellers").where("id", "=", resellerId).select("name").executeTakeFirstOrThrow()).name;
