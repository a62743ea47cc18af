import type { CalendarDate } from "@tradewind/domain/values/dates.ts";
import type { PsaReport, WriteState } from "@tradewind/domain/psa/writes.ts";
import type { PsaLineState } from "@tradewind/vendors/psa.ts";
import { sql, type Insertable } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { PsaWrites } from "../../platform/schema.gen.ts";

/** A write that has been under way for so long was lost with its worker. */
const lost = sql`interval '10 minutes'`;

export const insertWrites = (tx: Tx, rows: readonly Insertable<PsaWrites>[]) =>
  tx
    .insertInto("psa_writes")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .execute();

export type PsaScope = { resellerId: string; source: string };

/** Lists the last write of each key of a report. */
export const listLastWrites = (db: Db, { resellerId, source }: PsaScope, report: PsaReport) =>
  db
    .selectFrom("psa_writes")
    .where("reseller_id", "=", resellerId)
    .where("source", "=", source)
    .where("report", "=", report)
    .distinctOn("key")
    .orderBy("key")
    .orderBy("id", "desc")
    .select([
      "key",
      "state",
      "message",
      "after_quantity",
      "target_price",
      "after_price",
      "asked_by",
      "asked_at",
      "ended_at",
    ])
    .execute();
export type LastWrite = Awaited<ReturnType<typeof listLastWrites>>[number];

/** Whether a line of the PSA is being written. Call in the turn of the PSA. */
export const isTaken = (tx: Tx, resellerId: string, now: Date) =>
  sql<{ id: string }>`
    select id from psa_writes where reseller_id = ${resellerId} and ended_at is null and taken_at > ${now}::timestamptz - ${lost} limit 1`
    .execute(tx)
    .then(({ rows }) => rows.length > 0);

/** Takes the next line that is to be written; undefined if there is none. */
export const takeWrite = (tx: Tx, { resellerId, source }: PsaScope, now: Date) =>
  tx
    .updateTable("psa_writes")
    .set({ taken_at: now })
    .where("reseller_id", "=", resellerId)
    .where("id", "=", (query) =>
      query
        .selectFrom("psa_writes")
        .where("reseller_id", "=", resellerId)
        .where("source", "=", source)
        .where("ended_at", "is", null)
        .orderBy("id")
        .limit(1)
        .select("id"),
    )
    .returningAll()
    .executeTakeFirst();
export type WriteRow = NonNullable<Awaited<ReturnType<typeof takeWrite>>>;

/** Lists the agreements into which the same thing was to be written before. */
export const listAgreementsTried = async (db: Db, { reseller_id, source, report, key }: WriteRow): Promise<string[]> =>
  (
    await db
      .selectFrom("psa_writes")
      .where("reseller_id", "=", reseller_id)
      .where("source", "=", source)
      .where("report", "=", report)
      .where("key", "=", key)
      .select("agreement_ref")
      .distinct()
      .execute()
  ).map(({ agreement_ref }) => agreement_ref);

/** Leaves a line for the next try. */
export const leaveWrite = (tx: Tx, { reseller_id, id }: Pick<WriteRow, "reseller_id" | "id">) =>
  tx
    .updateTable("psa_writes")
    .set({ taken_at: null })
    .where("reseller_id", "=", reseller_id)
    .where("id", "=", id)
    .execute();

export type Ending = {
  state: Exclude<WriteState, "New">;
  message?: string | null;
  after?: string | null;
  afterPrice?: string | null;
  /** The charge that came of it. */
  charge?: string | null;
  now: Date;
};

export const endWrite = (
  tx: Tx,
  { reseller_id, id }: WriteRow,
  { state, message = null, after = null, afterPrice = null, charge = null, now }: Ending,
) =>
  tx
    .updateTable("psa_writes")
    .set({ state, message, after_quantity: after, after_price: afterPrice, charge_ref: charge, ended_at: now })
    .where("reseller_id", "=", reseller_id)
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .execute();

/** Ends all that is open: of one PSA, or of all but that one. */
export const refuseOpen = (
  tx: Tx,
  resellerId: string,
  which: { of: string } | { butOf: string },
  { message, now }: { message: string; now: Date },
) =>
  tx
    .updateTable("psa_writes")
    .set({ state: "Refused", message, ended_at: now })
    .where("reseller_id", "=", resellerId)
    .where("ended_at", "is", null)
    .where((where) => ("of" in which ? where("source", "=", which.of) : where("source", "<>", which.butOf)))
    .execute();

/** Keeps what a line was found to have. */
export const keepLine = (tx: Tx, resellerId: string, ref: string, found: PsaLineState) =>
  tx.updateTable("psa_lines").set(found).where("reseller_id", "=", resellerId).where("ref", "=", ref).execute();

type Charge = {
  ref: string;
  agreement_ref: string;
  name: string;
  quantity: string;
  unit_price: string;
  on_day: CalendarDate;
};
/** Keeps a charge that was added. */
export const keepCharge = (tx: Tx, resellerId: string, charge: Charge) =>
  tx
    .insertInto("psa_charges")
    .values({ reseller_id: resellerId, ...charge })
    .onConflict((conflict) => conflict.columns(["reseller_id", "ref"]).doNothing())
    .execute();
