import type { DebtorNoteKind } from "@tradewind/domain/billing/debtors.ts";
import type { DunningStep } from "@tradewind/domain/billing/dunning.ts";
import type { paymentKinds, PaymentState } from "@tradewind/domain/billing/payments.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { agedDocuments } from "../account/account.store.ts";
import { live } from "../payments/payments.store.ts";

const mostItems = 200;
const mostOthers = 50;

export const findReseller = (db: Db, id: string) =>
  db
    .selectFrom("resellers")
    .where("id", "=", id)
    .select(["id", "name", sql<Currency>`currency`.as("currency")])
    .executeTakeFirst();

type OpenItemRow = {
  id: string;
  number: string;
  issued_on: string;
  due_on: string;
  late: number;
  currency: Currency;
  gross_minor: bigint;
  owed: bigint;
  on_its_way: bigint;
};
/** Lists what is open of a reseller, the longest overdue first. */
export async function listOpenItems(db: Db, resellerId: string, today: string): Promise<OpenItemRow[]> {
  const { rows } = await sql<OpenItemRow>`
    select i.id, i.number, i.issued_on::text, i.due_on::text, d.late, i.currency, i.gross_minor, d.owed, (
      select coalesce(sum(p.amount_minor), 0)::bigint from payments p
      where p.reseller_id = i.reseller_id and p.invoice_id = i.id and p.state in ${live} and p.kind <> 'bankTransfer') as on_its_way
    from (${agedDocuments(today, sql`e.reseller_id = ${resellerId}`)}) d join invoices i on i.reseller_id = d.reseller_id and i.id = d.invoice_id
    where d.is_owed order by i.due_on, i.id limit ${mostItems}`.execute(db);
  return rows;
}

type MemoRow = { id: string; number: string; issued_on: string; currency: Currency; gross_minor: bigint; open: bigint };
/** Lists a reseller's credit memos, with what is left of each. */
export async function listMemos(db: Db, resellerId: string): Promise<MemoRow[]> {
  const { rows } = await sql<MemoRow>`
    select i.id, i.number, i.issued_on::text, i.currency, i.gross_minor, (
      select coalesce(sum(e.amount_minor), 0)::bigint from ledger_entries e
      where e.reseller_id = i.reseller_id and e.invoice_id = i.id and e.account = 'receivable') as open
    from invoices i where i.reseller_id = ${resellerId} and i.kind = 'creditMemo'
    order by i.issued_on desc, i.id desc limit ${mostOthers}`.execute(db);
  return rows;
}

type PaymentRow = {
  id: string;
  created_at: Date;
  amount_minor: bigint;
  currency: Currency;
  kind: (typeof paymentKinds)[number];
  state: PaymentState;
  number: string | null;
  paid_with: string | null;
};
export async function listPayments(db: Db, resellerId: string): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select p.id, p.created_at, p.amount_minor, p.currency, p.kind, p.state, i.number, p.paid_with
    from payments p left join invoices i on i.reseller_id = p.reseller_id and i.id = p.invoice_id
    where p.reseller_id = ${resellerId} order by p.id desc limit ${mostOthers}`.execute(db);
  return rows;
}

type NoticeRow = {
  id: string;
  sent_on: string;
  step: DunningStep;
  number: string;
  owed_minor: bigint;
  currency: Currency;
};
export async function listNotices(db: Db, resellerId: string): Promise<NoticeRow[]> {
  const { rows } = await sql<NoticeRow>`
    select n.id, n.sent_on::text, n.step, i.number, n.owed_minor, n.currency
    from dunning_notices n join invoices i on i.reseller_id = n.reseller_id and i.id = n.invoice_id
    where n.reseller_id = ${resellerId} order by n.id desc limit ${mostOthers}`.execute(db);
  return rows;
}

const notes = (db: Db) =>
  db
    .selectFrom("debtor_notes")
    .select(["id", "words", "promised_on", "written_by", "written_at", sql<DebtorNoteKind>`kind`.as("kind")]);
export type NoteRow = Awaited<ReturnType<ReturnType<typeof notes>["executeTakeFirstOrThrow"]>>;

export const listNotes = (db: Db, resellerId: string) =>
  notes(db).where("reseller_id", "=", resellerId).orderBy("id", "desc").limit(mostOthers).execute();

export async function insertNote(
  tx: Tx,
  resellerId: string,
  note: { kind: DebtorNoteKind; words: string; promisedOn?: string | null; by: string; now: Date },
): Promise<NoteRow> {
  const { kind, words, promisedOn = null, by, now } = note;
  const values = { reseller_id: resellerId, kind, words, promised_on: promisedOn, written_by: by, written_at: now };
  const { id } = await tx.insertInto("debtor_notes").values(values).returning("id").executeTakeFirstOrThrow();
  return { id, kind, words, promised_on: promisedOn, written_by: by, written_at: now };
}

export const setLimit = (
  tx: Tx,
  limit: { resellerId: string; minor: bigint; currency: Currency; by: string; now: Date },
) => {
  const values = { amount_minor: limit.minor, currency: limit.currency, set_by: limit.by, set_at: limit.now };
  return tx
    .insertInto("credit_limits")
    .values({ reseller_id: limit.resellerId, ...values })
    .onConflict((conflict) => conflict.column("reseller_id").doUpdateSet(values))
    .execute();
};

export const removeLimit = (tx: Tx, resellerId: string) =>
  tx.deleteFrom("credit_limits").where("reseller_id", "=", resellerId).execute();
