import { viewNumber } from "@tradewind/domain/values/permissions.ts";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";

export type Reader = { email: string; name: string };

/**
 * Finds who reads mails about what a company owes: its billing address, or without one the people who see its bills, less
 * those who do without billing emails where these are `optional`.
 */
export async function findReaders(db: Db, resellerId: string, mail: { isOptional: boolean }): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    select email, name from billing_readers(${resellerId}::uuid, ${viewNumber("billing")}::smallint, ${mail.isOptional}::boolean)`.execute(
    db,
  );
  return rows;
}

export const findCompanyName = async (db: Db, resellerId: string): Promise<string> =>
  (await db.selectFrom("resellers").where("id", "=", resellerId).select("name").executeTakeFirstOrThrow()).name;

/** Lists the operator's people; somebody who was erased has no address. */
export const listStaff = (db: Db) =>
  db.selectFrom("operators").where("email", "<>", "").select(["email", "display_name"]).execute();
