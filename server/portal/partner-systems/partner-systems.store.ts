import type { LinkedSystem } from "@tradewind/domain/portal/partner-systems.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { escapeLike } from "../../platform/sql.ts";

const columns = ["id", "name", "partner_systems"] as const;

export const searchResellers = (db: Db, search: string) =>
  db
    .selectFrom("resellers")
    .$if(search !== "", (query) => query.where("name", "ilike", `%${escapeLike(search)}%`))
    .select(columns)
    .orderBy("name")
    .orderBy("id")
    .limit(50)
    .execute();

export const linkReseller = (tx: Tx, resellerId: string, systems: readonly LinkedSystem[]) =>
  tx
    .updateTable("resellers")
    .set({ partner_systems: [...systems] })
    .where("id", "=", resellerId)
    .returning(columns)
    .executeTakeFirst();
