import type { DebtorAccount, DebtorItem, DebtorNote } from "@tradewind/contract/billing/debtors.ts";
import { stepSince, usedOf } from "@tradewind/domain/billing/debtors.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { orNotFound } from "../../platform/app-error.ts";
import type { Db } from "../../platform/db.ts";
import { standingsOf } from "../dunning/dunning.reads.ts";
import {
  findReseller,
  listMemos,
  listNotes,
  listNotices,
  listOpenItems,
  listPayments,
  type NoteRow,
} from "./debtor.store.ts";
import { findBalances, listLongOverdue, type DebtorRow, type Sums } from "./debtors.store.ts";

const toMoney = (minor: bigint, currency: Currency) => ({ Minor: String(minor), Currency: currency });

export const toSums = ({ currency, ...row }: Sums) => {
  const amount = (minor: bigint) => toMoney(minor, currency);
  return {
    Owed: amount(row.owed),
    Overdue: amount(row.owed - row.not_due),
    Ages: [
      { Age: "notDue" as const, Owed: amount(row.not_due) },
      { Age: "to30" as const, Owed: amount(row.to30) },
      { Age: "to60" as const, Owed: amount(row.to60) },
      { Age: "to90" as const, Owed: amount(row.to90) },
      { Age: "over90" as const, Owed: amount(row.over90) },
    ],
    CreditMemos: amount(row.memos),
    Credit: amount(row.credit),
    OnItsWay: amount(row.on_its_way),
  };
};

/** Adds to debtors at which step of reminders they are. */
export async function toDebtors(db: Db, rows: readonly DebtorRow[], today: string): Promise<DebtorItem[]> {
  const late = rows.filter(({ is_own_currency, days_late }) => is_own_currency && (days_late ?? 0) > 0);
  const standings = await standingsOf(
    db,
    late.map(({ reseller_id }) => reseller_id),
    today,
  );
  return rows.map((row) => {
    const amount = (minor: bigint) => toMoney(minor, row.currency);
    const standing = row.is_own_currency ? standings.get(row.reseller_id) : undefined;
    const { open, unbilled, committed, limit_minor: limit } = row;
    return {
      ResellerId: row.reseller_id,
      Name: row.name,
      ...toSums(row),
      Documents: row.documents,
      DaysLate: row.days_late,
      Limit:
        open === null || unbilled === null || committed === null
          ? null
          : {
              Amount: limit === null ? null : amount(limit),
              Used: amount(usedOf({ open, unbilled, committed })),
              Open: amount(open),
              Unbilled: amount(unbilled),
              Committed: amount(committed),
            },
      LastPayment: row.paid_on === null || row.paid === null ? null : { On: row.paid_on, Amount: amount(row.paid) },
      Dunning: standing
        ? { Step: standing.step, Since: stepSince(standing, standing.policy), OrderingPaused: standing.isPaused }
        : null,
      PromisedOn: row.promised_on,
    };
  });
}

/** Lists whose ordering is paused. */
export async function listPaused(db: Db, today: string): Promise<string[]> {
  const standings = await standingsOf(db, await listLongOverdue(db, today), today);
  return [...standings].flatMap(([resellerId, { isPaused }]) => (isPaused ? [resellerId] : []));
}

export const toNote = (row: NoteRow): DebtorNote => ({
  Id: row.id,
  Kind: row.kind,
  Text: row.words,
  PromisedOn: row.promised_on,
  By: row.written_by,
  At: row.written_at.toISOString(),
});

/** Reads the whole account of a reseller. */
export async function readDebtor(db: Db, resellerId: string, today: string): Promise<DebtorAccount> {
  const reseller = orNotFound(await findReseller(db, resellerId));
  const [balances, items, payments, notices, memos, notes] = await Promise.all([
    findBalances(db, resellerId, today),
    listOpenItems(db, resellerId, today),
    listPayments(db, resellerId),
    listNotices(db, resellerId),
    listMemos(db, resellerId),
    listNotes(db, resellerId),
  ]);
  return {
    ResellerId: resellerId,
    Name: reseller.name,
    Accounts: await toDebtors(db, balances, today),
    OpenItems: items.map((row) => ({
      InvoiceId: row.id,
      Number: row.number,
      IssuedOn: row.issued_on,
      DueOn: row.due_on,
      DaysLate: row.late,
      Gross: toMoney(row.gross_minor, row.currency),
      Open: toMoney(row.owed, row.currency),
      OnItsWay: toMoney(row.on_its_way, row.currency),
    })),
    Payments: payments.map((row) => ({
      Id: row.id,
      At: row.created_at.toISOString(),
      Amount: toMoney(row.amount_minor, row.currency),
      Kind: row.kind,
      State: row.state,
      Number: row.number,
      PaidWith: row.paid_with,
    })),
    Notices: notices.map((row) => ({
      Id: row.id,
      On: row.sent_on,
      Step: row.step,
      Number: row.number,
      Owed: toMoney(row.owed_minor, row.currency),
    })),
    CreditMemos: memos.map((row) => ({
      Id: row.id,
      Number: row.number,
      IssuedOn: row.issued_on,
      Gross: toMoney(row.gross_minor, row.currency),
      Open: toMoney(row.open, row.currency),
    })),
    Notes: notes.map(toNote),
  };
}
