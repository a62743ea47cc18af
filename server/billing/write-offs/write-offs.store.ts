import { writeOffWords, type WriteOffKind, type WriteOffState } from "@tradewind/domain/billing/write-offs.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import type { Insertable } from "kysely";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { Download, Exports } from "../../platform/exports.ts";
import type { WriteOffs } from "../../platform/schema.gen.ts";

export const pageSize = 50;

const writeOffs = (db: Db) =>
  db
    .selectFrom("write_offs as w")
    .innerJoin("resellers as r", "r.id", "w.reseller_id")
    .innerJoin("invoices as i", (join) =>
      join.onRef("i.reseller_id", "=", "w.reseller_id").onRef("i.id", "=", "w.invoice_id"),
    )
    .select([
      "w.id",
      "w.reseller_id",
      "r.name as reseller",
      "w.invoice_id",
      "i.number",
      "i.due_on",
      "i.gross_minor",
      "i.vat_minor",
      "w.amount_minor",
      "w.reason",
      "w.entered_by",
      "w.entered_by_id",
      "w.entered_at",
      "w.decided_by",
      "w.decided_at",
      "w.taken_back_by",
      "w.taken_back_at",
      sql<Currency>`w.currency`.as("currency"),
      sql<WriteOffKind>`w.kind`.as("kind"),
      sql<WriteOffState>`w.state`.as("state"),
    ]);
export type WriteOffRow = Awaited<ReturnType<ReturnType<typeof writeOffs>["executeTakeFirstOrThrow"]>>;

type Asked = { State?: WriteOffState | undefined; ResellerId?: string | undefined };

/** Lists a page of write-offs, newest first. */
export const listWriteOffs = (db: Db, { State, ResellerId }: Asked, before: string | undefined) =>
  writeOffs(db)
    .$if(State !== undefined, (query) => query.where("w.state", "=", State!))
    .$if(ResellerId !== undefined, (query) => query.where("w.reseller_id", "=", ResellerId!))
    .$if(before !== undefined, (query) => query.where("w.id", "<", before!))
    .orderBy("w.id", "desc")
    .limit(pageSize + 1)
    .execute();

export const findWriteOff = (db: Db, id: string) => writeOffs(db).where("w.id", "=", id).executeTakeFirst();

/** Finds a write-off as it stands, and holds it until the transaction ends. */
export async function lockWriteOff(tx: Tx, id: string): Promise<WriteOffRow | undefined> {
  await tx.selectFrom("write_offs").where("id", "=", id).select("id").forUpdate().execute();
  return findWriteOff(tx, id);
}

export const findInvoice = (db: Db, resellerId: string, id: string) =>
  db
    .selectFrom("invoices")
    .where("reseller_id", "=", resellerId)
    .where("id", "=", id)
    .select(["number", "kind", sql<Currency>`currency`.as("currency")])
    .executeTakeFirst();

/** Sums what one person wrote off a reseller's invoices alone since then, in one currency. */
export async function sumAlone(
  db: Db,
  whose: { resellerId: string; personId: string; currency: Currency; since: Date },
): Promise<bigint> {
  const { minor } = await db
    .selectFrom("write_offs")
    .where("reseller_id", "=", whose.resellerId)
    .where("entered_by_id", "=", whose.personId)
    .where("currency", "=", whose.currency)
    .where("entered_at", ">", whose.since)
    .where("needs_approval", "=", false)
    .where("state", "=", "posted")
    .select(sql<bigint>`coalesce(sum(amount_minor), 0)::bigint`.as("minor"))
    .executeTakeFirstOrThrow();
  return minor;
}

export const insertWriteOff = (tx: Tx, row: Insertable<WriteOffs>) =>
  tx.insertInto("write_offs").values(row).returning("id").executeTakeFirstOrThrow();

type Change =
  | { state: "posted" | "refused"; decided_by: string; decided_by_id: string; decided_at: Date }
  | { state: "takenBack"; taken_back_by: string; taken_back_at: Date };
export const updateWriteOff = (tx: Tx, id: string, change: Change) =>
  tx.updateTable("write_offs").set(change).where("id", "=", id).execute();

/** Posts a write-off, or takes it back, as its state says; false if less is open and not on its way. */
export async function postWriteOff(
  tx: Tx,
  { id, reseller_id }: Pick<WriteOffRow, "id" | "reseller_id">,
  { today, now }: { today: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select post_write_off(${reseller_id}, ${id}, ${today}::date, ${now}) as done`.execute(tx);
  return rows[0]!.done;
}

const amount = (minor: ReturnType<typeof sql>) => sql`to_char(${minor} / 100.0, 'FM9999999999990.00')`;
const kindWords = sql`case w.kind ${sql.join(
  Object.entries(writeOffWords).map(([kind, words]) => sql`when ${sql.lit(kind)} then ${sql.lit(words)}`),
  sql` `,
)} end`;

/** Streams the write-offs that a filter finds, newest first. */
export const streamWriteOffs = (exports: Exports, { State, ResellerId }: Asked): Promise<Download> =>
  exports.stream(
    { role: "app_operator" },
    () => sql`
      select w.decided_at::date as "Decided", csv_text(r.name) as "Reseller", i.number as "Invoice", i.issued_on as "Issued", i.due_on as "Due",
        ${kindWords} as "Kind", ${sql`case w.state when 'waiting' then 'Waits for approval' when 'posted' then 'Written off' when 'refused' then 'Refused' else 'Taken back' end`} as "State",
        w.currency as "Currency", ${amount(sql`w.amount_minor`)} as "Amount", ${amount(sql`coalesce(round(w.amount_minor * i.vat_minor / nullif(i.gross_minor, 0)::numeric), 0)`)} as "VAT in it",
        csv_text(w.reason) as "Reason", csv_text(w.entered_by) as "Entered by", csv_text(w.decided_by) as "Decided by", csv_text(w.taken_back_by) as "Taken back by"
      from write_offs w join resellers r on r.id = w.reseller_id join invoices i on i.reseller_id = w.reseller_id and i.id = w.invoice_id
      where ${State === undefined ? sql`true` : sql`w.state = ${State}`} and ${ResellerId === undefined ? sql`true` : sql`w.reseller_id = ${ResellerId}::uuid`}
      order by w.id desc`,
  );
