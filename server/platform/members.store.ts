import type { Db } from "./db.ts";

/** Finds a member who may act, with their company, whatever they are doing. */
export const findActingMember = (db: Db, resellerId: string, membershipId: string) =>
  db
    .selectFrom("memberships as m")
    .innerJoin("resellers as r", "r.id", "m.reseller_id")
    .where("m.reseller_id", "=", resellerId)
    .where("m.id", "=", membershipId)
    .where("m.status", "=", "Active")
    .where("r.status", "=", "Active")
    .select([
      "m.kind",
      "m.person_id",
      "m.customer_id",
      "m.first_name",
      "m.last_name",
      "m.views",
      "m.permissions",
      "m.only_customers",
      "m.only_products",
      "r.currency",
      "r.hide_pricing",
      "r.show_own_prices",
    ])
    .executeTakeFirst();

/** Lists every feature flag with what is said of one reseller. */
export const listFlagsOf = (db: Db, resellerId: string) =>
  db
    .selectFrom("feature_flags as f")
    .leftJoin("reseller_flags as o", (join) => join.on("o.reseller_id", "=", resellerId).onRef("o.flag", "=", "f.name"))
    .select(["f.name", "f.enabled", "f.percentage", "o.enabled as override"])
    .execute();
