import type { Db, Tx } from "../../platform/db.ts";

export type Display = { hide_pricing: boolean; hide_banner: boolean; show_own_prices: boolean };

const settingsOf = (db: Db, resellerId: string) =>
  db.selectFrom("resellers").where("id", "=", resellerId).select(["hide_pricing", "hide_banner", "show_own_prices"]);

export const findDisplay = (db: Db, resellerId: string): Promise<Display | undefined> =>
  settingsOf(db, resellerId).executeTakeFirst();

/** Like `findDisplay`, and locks the row until the transaction ends. */
export const lockDisplay = (tx: Tx, resellerId: string): Promise<Display> =>
  settingsOf(tx, resellerId).forNoKeyUpdate().executeTakeFirstOrThrow();

export const setDisplay = (tx: Tx, resellerId: string, display: Display) =>
  tx.updateTable("resellers").set(display).where("id", "=", resellerId).execute();
