import type { CreditReason, LineCreditState } from "@tradewind/domain/billing/line-credits.ts";
import type { VatCategory } from "@tradewind/domain/billing/vat.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import type { Insertable } from "kysely";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { LineCredits } from "../../platform/schema.gen.ts";
import { nameMatches } from "../../platform/sql.ts";

export const pageSize = 50;

const lineCredits = (db: Db) =>
  db
    .selectFrom("line_credits as w")
    .innerJoin("resellers as r", "r.id", "w.reseller_id")
    .innerJoin("invoices as i", (join) =>
      join.onRef("i.reseller_id", "=", "w.reseller_id").onRef("i.id", "=", "w.invoice_id"),
    )
    .leftJoin("invoices as m", (join) => join.onRef("m.reseller_id", "=", "w.reseller_id").onRef("m.id", "=", "w.id"))
    .select([
      "w.id",
      "w.reseller_id",
      "r.name as reseller",
      "w.invoice_id",
      "i.number",
      "m.number as memo_number",
      "w.words",
      "w.net_minor",
      "w.vat_minor",
      "w.entered_by",
      "w.entered_by_id",
      "w.entered_at",
      "w.decided_by",
      "w.decided_at",
      sql<Currency>`w.currency`.as("currency"),
      sql<CreditReason>`w.reason`.as("reason"),
      sql<LineCreditState>`w.state`.as("state"),
      sql<number>`(select count(*)::int from credited_lines l where l.reseller_id = w.reseller_id and l.credit_id = w.id)`.as(
        "lines",
      ),
    ]);
export type LineCreditRow = Awaited<ReturnType<ReturnType<typeof lineCredits>["executeTakeFirstOrThrow"]>>;

type Asked = { State?: LineCreditState | undefined; ResellerId?: string | undefined };

/** Lists a page of credits, newest first. */
export const listLineCredits = (db: Db, { State, ResellerId }: Asked, before: string | undefined) =>
  lineCredits(db)
    .$if(State !== undefined, (query) => query.where("w.state", "=", State!))
    .$if(ResellerId !== undefined, (query) => query.where("w.reseller_id", "=", ResellerId!))
    .$if(before !== undefined, (query) => query.where("w.id", "<", before!))
    .orderBy("w.id", "desc")
    .limit(pageSize + 1)
    .execute();

export const findLineCredit = (db: Db, id: string) => lineCredits(db).where("w.id", "=", id).executeTakeFirst();

/** Finds a credit as it stands, and holds it until the transaction ends. */
export async function lockLineCredit(tx: Tx, id: string): Promise<LineCreditRow | undefined> {
  await tx.selectFrom("line_credits").where("id", "=", id).select("id").forUpdate().execute();
  return findLineCredit(tx, id);
}

export const findInvoice = (db: Db, resellerId: string, id: string) =>
  db
    .selectFrom("invoices")
    .where("reseller_id", "=", resellerId)
    .where("id", "=", id)
    .where("kind", "=", "invoice")
    .select(["number", "issued_on", sql<Currency>`currency`.as("currency")])
    .executeTakeFirst();

type InvoiceRow = { id: string; number: string; issued_on: string; currency: Currency; gross: bigint; open: bigint };
const mostInvoices = 200;
/** Lists a reseller's invoices with what is open of each, the newest first. */
export async function listInvoices(db: Db, resellerId: string): Promise<InvoiceRow[]> {
  const { rows } = await sql<InvoiceRow>`
    select i.id, i.number, i.issued_on, i.currency, i.gross_minor as gross, (
      select coalesce(sum(e.amount_minor), 0)::bigint from ledger_entries e
      where e.reseller_id = i.reseller_id and e.invoice_id = i.id and e.account = 'receivable') as open
    from invoices i where i.reseller_id = ${resellerId} and i.kind = 'invoice'
    order by i.issued_on desc, i.id desc limit ${mostInvoices}`.execute(db);
  return rows;
}

/** Lines `l` of an invoice, each with what of it can still be credited. */
const linesOf = (db: Db, resellerId: string, invoiceId: string) =>
  db
    .selectFrom("invoice_lines as l")
    .where("l.reseller_id", "=", resellerId)
    .where("l.invoice_id", "=", invoiceId)
    .select([
      "l.charge_id",
      "l.position",
      "l.customer_name",
      "l.product_name",
      "l.description",
      "l.period_from",
      "l.period_until",
      "l.net_minor",
      sql<string>`trim_scale(l.vat_percent)::text`.as("vat_percent"),
      sql<VatCategory>`l.vat_category`.as("vat_category"),
      sql<bigint>`greatest(0, l.net_minor + (
        select coalesce(sum(k.amount_minor), 0) from charges k
        where k.reseller_id = l.reseller_id and k.corrects = l.charge_id and k.amount_minor < 0))::bigint`.as("left"),
    ]);
export type CreditableRow = Awaited<ReturnType<ReturnType<typeof linesOf>["executeTakeFirstOrThrow"]>>;

/** Lists a page of an invoice's lines after a position, plus one more. */
export function listCreditable(
  db: Db,
  { resellerId, invoiceId }: { resellerId: string; invoiceId: string },
  { search, after }: { search: string; after: string | undefined },
) {
  return linesOf(db, resellerId, invoiceId)
    .$if(search !== "", (query) =>
      query.where((by) => by.or([nameMatches("l.customer_name", search), nameMatches("l.description", search)])),
    )
    .$if(after !== undefined, (query) => query.where("l.position", ">", Number(after)))
    .orderBy("l.position")
    .limit(pageSize + 1)
    .execute();
}

export const findCreditable = (db: Db, resellerId: string, invoiceId: string, ids: readonly string[]) =>
  linesOf(db, resellerId, invoiceId)
    .where(sql<boolean>`l.charge_id = any(${[...ids]}::uuid[])`)
    .execute();

/** Sums what one person credited a reseller alone since then, with VAT, in one currency. */
export async function sumAlone(
  db: Db,
  whose: { resellerId: string; personId: string; currency: Currency; since: Date },
): Promise<bigint> {
  const { minor } = await db
    .selectFrom("line_credits")
    .where("reseller_id", "=", whose.resellerId)
    .where("entered_by_id", "=", whose.personId)
    .where("currency", "=", whose.currency)
    .where("entered_at", ">", whose.since)
    .where("needs_approval", "=", false)
    .where("state", "=", "issued")
    .select(sql<bigint>`coalesce(sum(net_minor + vat_minor), 0)::bigint`.as("minor"))
    .executeTakeFirstOrThrow();
  return minor;
}

/** Keeps a credit with its lines, and returns its id. */
export async function insertLineCredit(
  tx: Tx,
  row: Insertable<LineCredits>,
  lines: readonly { chargeId: string; minor: bigint }[],
): Promise<string> {
  const { id } = await tx.insertInto("line_credits").values(row).returning("id").executeTakeFirstOrThrow();
  const { reseller_id } = row;
  await tx
    .insertInto("credited_lines")
    .values(lines.map(({ chargeId, minor }) => ({ reseller_id, credit_id: id, corrects: chargeId, net_minor: minor })))
    .execute();
  return id;
}

type Decision = { state: "issued" | "refused"; decided_by: string; decided_by_id: string; decided_at: Date };
export const decideLineCredit = (tx: Tx, id: string, decision: Decision) =>
  tx.updateTable("line_credits").set(decision).where("id", "=", id).execute();

/** Issues the credit memo of a credit; false if less is left of a line. */
export async function issueLineCredit(
  tx: Tx,
  { id, reseller_id }: Pick<LineCreditRow, "id" | "reseller_id">,
  { template, today, now }: { template: number; today: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql<{ number: string | null }>`
    select issue_line_credit(${reseller_id}, ${id}, ${template}::int, ${today}::date, ${now}) as number`.execute(tx);
  return rows[0]!.number !== null;
}
