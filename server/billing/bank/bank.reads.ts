import type { BankLineItem, BankProposal, BankStatementItem } from "@tradewind/contract/billing/bank.ts";
import { matchReceipt, type Match, type Share } from "@tradewind/domain/billing/bank-matches.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import type { Db } from "../../platform/db.ts";
import {
  findOpen,
  findPayers,
  listAllocations,
  type AllocationRow,
  type LineRow,
  type StatementRow,
} from "./bank.store.ts";

const toMoney = (minor: bigint, currency: Currency) => ({ Minor: String(minor), Currency: currency });

export const toStatement = (row: StatementRow): BankStatementItem => ({
  Id: row.id,
  AccountName: row.account_name,
  AccountEnd: row.account_end,
  Number: row.sequence,
  ClosedOn: row.closed_on,
  Opening: toMoney(row.opening_minor, row.currency),
  Closing: toMoney(row.closing_minor, row.currency),
  Lines: row.lines,
  KnownLines: row.known_lines,
  Warning: row.warning,
  FileName: row.file_name,
  ImportedBy: row.imported_by,
  ImportedAt: row.imported_at.toISOString(),
});

/** Proposes for whom open lines are, by line: those for which nothing speaks have none. */
export async function proposeFor(db: Db, lines: readonly LineRow[]): Promise<Map<string, Match>> {
  const receipts = lines.filter(({ state, amount_minor }) => state === "open" && amount_minor > 0n);
  if (receipts.length === 0) return new Map();
  const payers = await findPayers(
    db,
    receipts.map(({ id }) => id),
  );
  const known = receipts.flatMap(({ id }) => [...payers.byAccount(id), ...payers.byName(id)]);
  const open = await findOpen(
    db,
    receipts.flatMap(({ mentions }) => mentions),
    [...new Set(known.map(({ id }) => id))],
  );
  return new Map(
    receipts.flatMap(({ id, amount_minor, currency, mentions }): [string, Match][] => {
      const match = matchReceipt(
        { minor: amount_minor, currency, mentions },
        open.filter((invoice) => invoice.currency === currency),
        { byReference: payers.byReference(id), byAccount: payers.byAccount(id), byName: payers.byName(id) },
      );
      return match ? [[id, match]] : [];
    }),
  );
}

/** Lines as they are shown: with proposals for those that are open, and for whom the others are. */
export async function toLines(db: Db, rows: readonly LineRow[]): Promise<BankLineItem[]> {
  if (rows.length === 0) return [];
  const allocated = rows.filter(({ state }) => state === "allocated").map(({ id }) => id);
  const [proposals, allocations] = await Promise.all([proposeFor(db, rows), listAllocations(db, allocated)]);
  return rows.map((row) => toLine(row, proposals.get(row.id), allocations.get(row.id) ?? []));
}

const toLine = (row: LineRow, match: Match | undefined, allocations: readonly AllocationRow[]): BankLineItem => ({
  Id: row.id,
  BookedOn: row.booked_on,
  Amount: toMoney(row.amount_minor, row.currency),
  IsReversal: row.is_reversal,
  Payer: row.payer,
  PayerAccount: row.payer_account,
  Words: row.words,
  BankRef: row.bank_ref,
  State: row.state,
  Version: row.version,
  Proposal: match ? toProposal(match, row.currency) : null,
  Allocations: allocations.map((each) => ({
    ResellerId: each.reseller_id,
    ResellerName: each.reseller_name,
    InvoiceId: each.invoice_id,
    Number: each.number,
    Amount: toMoney(each.amount_minor, row.currency),
    IsPosted: each.posted_at !== null,
  })),
  Reason: row.reason,
  DecidedBy: row.decided_by,
  DecidedAt: row.decided_at?.toISOString() ?? null,
});

const toProposal = ({ certainty, reason, shares }: Match, currency: Currency): BankProposal => ({
  Certainty: certainty,
  Reason: reason,
  Shares: shares.map((share: Share) => ({
    ResellerId: share.resellerId,
    ResellerName: share.resellerName,
    InvoiceId: share.invoice?.id ?? null,
    Number: share.invoice?.number ?? null,
    Amount: toMoney(share.minor, currency),
  })),
});
