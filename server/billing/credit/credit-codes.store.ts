import type { CodeState } from "@tradewind/domain/billing/credit.ts";
import type { Insertable } from "kysely";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { CreditCodes } from "../../platform/schema.gen.ts";

export const pageSize = 50;

const codesOn = (db: Db, today: string) =>
  db
    .selectFrom("credit_codes as c")
    .leftJoin("credit_grants as g", "g.code_id", "c.id")
    .leftJoin("resellers as r", "r.id", "g.reseller_id")
    .leftJoin("resellers as o", "o.id", "c.only_for")
    .select([
      "c.id",
      "c.hint",
      "c.amount_minor",
      "c.currency",
      "c.valid_until",
      "c.reason",
      "c.issued_by",
      "c.issued_by_id",
      "c.issued_at",
      "c.approved_by",
      "c.withdrawn_by",
      "o.name as only_for",
      "r.name as redeemed_by",
      "g.redeemed_at",
      stateOn(today).as("state"),
    ]);

const stateOn = (today: string) => sql<CodeState>`case when g.id is not null then 'redeemed'
  when c.withdrawn_at is not null then 'withdrawn' when c.valid_until < ${today}::date then 'expired'
  when c.needs_approval and c.approved_at is null then 'waiting' else 'open' end`;

export type CodeRow = Awaited<ReturnType<ReturnType<typeof codesOn>["executeTakeFirstOrThrow"]>>;

/** Lists a page of codes, newest first. */
export const listCodes = (db: Db, today: string, state: CodeState | undefined, before: string | undefined) =>
  codesOn(db, today)
    .$if(state !== undefined, (query) => query.where(stateOn(today), "=", state!))
    .$if(before !== undefined, (query) => query.where("c.id", "<", before!))
    .orderBy("c.id", "desc")
    .limit(pageSize + 1)
    .execute();

/** Finds a code as it stands, and holds it until the transaction ends: nobody redeems it meanwhile. */
export async function lockCode(tx: Tx, id: string, today: string): Promise<CodeRow | undefined> {
  await tx.selectFrom("credit_codes").where("id", "=", id).select("id").forUpdate().execute();
  return codesOn(tx, today).where("c.id", "=", id).executeTakeFirst();
}

export const insertCode = (tx: Tx, code: Insertable<CreditCodes>) =>
  tx.insertInto("credit_codes").values(code).returning("id").executeTakeFirstOrThrow();

type Change =
  | { approved_by: string; approved_by_id: string; approved_at: Date }
  | { withdrawn_by: string; withdrawn_at: Date };
export const updateCode = (tx: Tx, id: string, change: Change) =>
  tx.updateTable("credit_codes").set(change).where("id", "=", id).execute();

export const findReseller = (db: Db, id: string) =>
  db.selectFrom("resellers").where("id", "=", id).select(["name", "currency"]).executeTakeFirst();
