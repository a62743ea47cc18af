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

/** As findLabel, and holds the row until the transaction ends. */
export const lockLabel = (tx: Tx, resellerId: string) =>
  tx.selectFrom("white_labels").where("reseller_id", "=", resellerId).select(columns).forUpdate().executeTakeFirst();

/** Breaks `white_labels_pkey` when somebody else made the first one meanwhile. */
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

/** Makes every process read anew who is signed in, and with it what their portal looks like. */
export const forgetSessions = (tx: Tx) => sql`select pg_notify('sessions', '')`.execute(tx);

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

/** The label of every host that has one. */
export const listHostLabels = (db: Db) =>
  db
    .selectFrom("portal_hosts as h")
    .innerJoin("resellers as r", "r.id", "h.reseller_id")
    .innerJoin("white_labels as w", "w.reseller_id", "h.reseller_id")
    .where("r.status", "=", "Active")
    .select(["h.host", "h.reseller_id", "r.name", "w.theme", "w.accent", "w.logo", "w.mobile_logo"])
    .execute();

/** The labels of whoever has this mail address, one line for each reseller they belong to, and whether it is on its staff. */
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

/** The flag that keeps partners' labels from their own people, as it stands for one reseller. */
export const findLabelFlag = (db: Db, resellerId: string) =>
  db
    .selectFrom("feature_flags as f")
    .leftJoin("reseller_flags as r", (join) => join.onRef("r.flag", "=", "f.name").on("r.reseller_id", "=", resellerId))
    .where("f.name", "=", "DisablePartnerLevelWhitelabel")
    .select(["f.name", "f.enabled", "f.percentage", "r.enabled as override"])
    .executeTakeFirstOrThrow();
