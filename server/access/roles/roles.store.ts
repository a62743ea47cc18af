import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { ofOwnCompany, type Scope } from "../../platform/restriction.ts";

const membersOf = (db: Db, resellerId: string) =>
  db
    .selectFrom("memberships as m")
    .leftJoin("customers as c", (join) =>
      join.onRef("c.reseller_id", "=", "m.reseller_id").onRef("c.id", "=", "m.customer_id"),
    )
    .where("m.reseller_id", "=", resellerId)
    .select([
      "m.id",
      "m.person_id",
      "m.name",
      "m.kind",
      "m.customer_id",
      "c.name as customer_name",
      "m.status",
      "m.views",
      "m.permissions",
      "m.can_agree",
    ]);
export type Member = NonNullable<Awaited<ReturnType<typeof findMember>>>;

/** Finds a user of the reseller, or only of the caller's customer if they belong to one. */
export const findMember = (db: Db, scope: Scope, id: string) =>
  membersOf(db, scope.resellerId).where("m.id", "=", id).where(ofOwnCompany(scope, "m.customer_id")).executeTakeFirst();

/** Locks members by id in a fixed order, which avoids deadlocks. */
export const holdMembers = (tx: Tx, resellerId: string, ids: readonly string[]) =>
  membersOf(tx, resellerId)
    .where("m.id", "=", sql<string>`any(${ids}::uuid[])`)
    .orderBy("m.id")
    .forUpdate("m")
    .execute();

type Strength = { views: number[]; permissions: string[]; canAgree: boolean };
export const setStrength = (tx: Tx, resellerId: string, id: string, { views, permissions, canAgree }: Strength) =>
  tx
    .updateTable("memberships")
    .set({ views, permissions, can_agree: canAgree })
    .where("reseller_id", "=", resellerId)
    .where("id", "=", id)
    .execute();
