import type { ReportId } from "@tradewind/contract/billing/reports.ts";
import type { AccountingOptions } from "@tradewind/domain/billing/accounting-exports.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { sql } from "kysely";
import type { TenantActor } from "../../platform/actor.ts";
import type { Db, Tx } from "../../platform/db.ts";

/** The most runs that one person is shown, the latest first. */
const mostShown = 50;

const rows = (db: Db) => db.selectFrom("report_runs").selectAll();
type Row = Awaited<ReturnType<ReturnType<typeof rows>["executeTakeFirstOrThrow"]>>;
export type RunRow = Omit<Row, "download_id" | "options" | "currency" | "restriction"> & {
  download_id: ReportId;
  options: AccountingOptions;
  currency: Currency;
  restriction: { membershipId: string } | null;
};

/** How somebody is restricted, as text that compares. */
const restrictionText = ({ restriction }: Pick<TenantActor, "restriction">): string | null =>
  restriction &&
  JSON.stringify({ ...restriction, products: restriction.products && [...restriction.products].toSorted() });

export async function insertRun(
  tx: Tx,
  actor: TenantActor,
  asked: { downloadId: ReportId; options: AccountingOptions; now: Date },
): Promise<string> {
  const { id } = await tx
    .insertInto("report_runs")
    .values({
      reseller_id: actor.resellerId,
      membership_id: actor.membershipId,
      download_id: asked.downloadId,
      options: JSON.stringify(asked.options),
      currency: actor.currency,
      restriction: restrictionText(actor),
      asked_at: asked.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Counts the reports of a company that are being made, and all that are kept. */
export async function countRuns(tx: Tx, { resellerId }: Pick<TenantActor, "resellerId">) {
  const { rows: counts } = await sql<{ making: number; made: number }>`
    select count(*) filter (where state in ('waiting', 'making'))::int as making, count(*)::int as made
    from report_runs where reseller_id = ${resellerId}`.execute(tx);
  return counts[0]!;
}

export const listRuns = async (db: Db, { resellerId, membershipId }: TenantActor) =>
  (await rows(db)
    .where("reseller_id", "=", resellerId)
    .where("membership_id", "=", membershipId)
    .orderBy("id", "desc")
    .limit(mostShown)
    .execute()) as RunRow[];

/** Finds what somebody asked for; undefined once they are restricted otherwise than when they did. */
export const findRun = async (db: Db, actor: TenantActor, id: string) =>
  (await rows(db)
    .where("reseller_id", "=", actor.resellerId)
    .where("membership_id", "=", actor.membershipId)
    .where("id", "=", id)
    .where(sql<boolean>`restriction is not distinct from ${restrictionText(actor)}::jsonb`)
    .executeTakeFirst()) as RunRow | undefined;

/** Begins another attempt, without what the one before left behind; undefined if the run has ended. */
export async function beginRun(tx: Tx, resellerId: string, id: string, now: Date) {
  const begun = await tx
    .updateTable("report_runs")
    .set(({ eb }) => ({ state: "making" as const, attempt: eb("attempt", "+", 1), rows: 0, as_of: now }))
    .where("reseller_id", "=", resellerId)
    .where("id", "=", id)
    .where("state", "in", ["waiting", "making"])
    .returningAll()
    .executeTakeFirst();
  if (begun)
    await tx.deleteFrom("report_pieces").where("reseller_id", "=", resellerId).where("run_id", "=", id).execute();
  return begun as RunRow | undefined;
}

type Attempt = Pick<RunRow, "reseller_id" | "id" | "attempt">;

/** Notes how far an attempt is; false if another has begun, or the run is gone. */
export async function noteRun(tx: Tx, of: Attempt, changes: { state: "making" | "ready"; rows: number }) {
  const { numUpdatedRows } = await tx
    .updateTable("report_runs")
    .set(changes)
    .where("reseller_id", "=", of.reseller_id)
    .where("id", "=", of.id)
    .where("attempt", "=", of.attempt)
    .where("state", "=", "making")
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Keeps a piece of text, given as its bytes in UTF-8: they are sent as they are. */
export const addPiece = (tx: Tx, of: Attempt, position: number, content: Buffer) =>
  sql`insert into report_pieces (reseller_id, run_id, attempt, position, content)
      values (${of.reseller_id}, ${of.id}, ${of.attempt}, ${position}, ${content}::text)`.execute(tx);

export const failRun = (tx: Tx, resellerId: string, id: string) =>
  tx
    .updateTable("report_runs")
    .set({ state: "failed" })
    .where("reseller_id", "=", resellerId)
    .where("id", "=", id)
    .where("state", "in", ["waiting", "making"])
    .execute();

export async function readPiece(db: Db, of: Attempt, position: number): Promise<string | undefined> {
  const piece = await db
    .selectFrom("report_pieces")
    .where("reseller_id", "=", of.reseller_id)
    .where("run_id", "=", of.id)
    .where("attempt", "=", of.attempt)
    .where("position", "=", position)
    .select("content")
    .executeTakeFirst();
  return piece?.content;
}
