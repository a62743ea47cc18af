import type { Currency } from "@tradewind/domain/values/money.ts";
import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";
import { newId } from "../../platform/random.ts";

export type Unposted = {
  id: string;
  reseller_id: string;
  invoice_id: string | null;
  currency: Currency;
  amount_minor: bigint;
  allocated_by: string;
  posted_at: Date | null;
  undone_at: Date | null;
  payer: string | null;
};

/** Locks what of a line is to be posted, or undone and to be taken back: one worker at a time. */
export async function lockUnposted(tx: Tx, lineId: string): Promise<Unposted[]> {
  const { rows } = await sql<Unposted>`
    select a.id, a.reseller_id, a.invoice_id, a.currency, a.amount_minor, a.allocated_by, a.posted_at, a.undone_at, l.payer
    from bank_allocations a join bank_lines l on l.id = a.line_id
    where a.line_id = ${lineId} and ((a.posted_at is null and a.undone_at is null) or (a.undone_at is not null and a.undone_posted_at is null))
    order by a.reseller_id, a.invoice_id, a.id for update of a`.execute(tx);
  return rows;
}

export async function markPosted(tx: Tx, { reseller_id, id, undone_at }: Unposted, now: Date): Promise<void> {
  await tx
    .updateTable("bank_allocations")
    .set(undone_at === null ? { posted_at: now } : { undone_posted_at: now })
    .where("reseller_id", "=", reseller_id)
    .where("id", "=", id)
    .execute();
}

/** Writes down a transfer as a payment of its invoice, with the allocation's id. */
export async function insertTransfer(tx: Tx, allocation: Unposted, now: Date): Promise<void> {
  const { id, reseller_id, invoice_id, currency, amount_minor, allocated_by } = allocation;
  await tx
    .insertInto("payments")
    .values({
      id,
      reseller_id,
      invoice_id: invoice_id!,
      currency,
      amount_minor,
      kind: "bankTransfer",
      gateway: "bank",
      gateway_ref: id,
      idempotency_key: `bank-${id}`,
      created_by: allocated_by,
      created_at: now,
      changed_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Posts what came in to a reseller's credit, or takes it back; its account is locked. */
export async function postCredit(
  tx: Tx,
  { reseller_id, id, currency }: Unposted,
  { minor, day, now }: { minor: bigint; day: string; now: Date },
): Promise<void> {
  const posting = newId();
  const common = { reseller_id, posting_id: posting, currency, effective_on: day, recorded_at: now, invoice_id: null };
  await tx
    .insertInto("ledger_entries")
    .values([
      { ...common, account: "cash:bank", amount_minor: minor },
      { ...common, account: "credit", amount_minor: -minor },
    ])
    .execute();
  await tx
    .updateTable("bank_allocations")
    .set({ posting_id: posting })
    .where("reseller_id", "=", reseller_id)
    .where("id", "=", id)
    .execute();
}
