import type { creditEvents } from "@tradewind/contract/billing/credit.ts";
import { onTheWay } from "@tradewind/domain/billing/payments.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { legalEntity } from "../invoices/invoice-run.store.ts";

export const pageSize = 50;

type Owner = { resellerId: string; currency: Currency };
type When = { today: string; now: Date };

/** Sums what is in credit, and what was paid by card to add to it and is on its way. */
export async function readCredit(db: Db, { resellerId, currency }: Owner) {
  const { rows } = await sql<{ balance: bigint; on_its_way: bigint }>`
    select (select coalesce(-sum(amount_minor), 0)::bigint from ledger_entries
        where reseller_id = ${resellerId} and account = 'credit' and currency = ${currency}) as balance,
      (select coalesce(sum(amount_minor), 0)::bigint from payments
        where reseller_id = ${resellerId} and invoice_id is null and currency = ${currency} and state = any(${[...onTheWay]})) as on_its_way`.execute(
    db,
  );
  return rows[0]!;
}

export type CreditRow = {
  id: string;
  day: string;
  kind: (typeof creditEvents)[number];
  hint: string | null;
  reason: string | null;
  invoice_id: string | null;
  number: string | null;
  amount: bigint;
  left: bigint | null;
  balance: bigint;
};

/**
 * Lists a page of what was granted and spent, newest first. What is left of a grant follows from the order: whatever was
 * taken in all is taken from the oldest.
 */
export async function listCreditEvents(
  db: Db,
  { resellerId, currency }: Owner,
  after: { day: string; id: string } | undefined,
) {
  const { rows } = await sql<CreditRow>`
    with moved as (
      select *, sum(amount) over w as balance, sum(greatest(amount, 0)) over w as granted, sum(greatest(-amount, 0)) over () as taken
      from (
        select posting_id as id, effective_on as day, -sum(amount_minor) as amount from ledger_entries
        where reseller_id = ${resellerId} and account = 'credit' and currency = ${currency} group by posting_id, effective_on
      ) e window w as (order by day, id)
    ),
    page as (
      select * from moved ${after ? sql`where (day, id) < (${after.day}::date, ${after.id}::uuid)` : sql``}
      order by day desc, id desc limit ${pageSize + 1}
    )
    select p.id, p.day, p.amount::bigint, p.balance::bigint, g.hint, g.reason, o.invoice_id, o.number,
      case when p.amount > 0 then greatest(0, least(p.amount, p.granted - p.taken))::bigint end as left,
      case when g.id is not null then 'code' when p.amount > 0 then case when m.has_cash then 'payment' else 'reopened' end
        when m.has_cash then 'returned' else 'spent' end as kind
    from page p
      left join credit_grants g on g.reseller_id = ${resellerId} and g.id = p.id
      cross join lateral (select exists (
        select from ledger_entries where reseller_id = ${resellerId} and posting_id = p.id and account like 'cash:%') as has_cash) m
      left join lateral (
        select i.id as invoice_id, i.number from ledger_entries e join invoices i on i.reseller_id = e.reseller_id and i.id = e.invoice_id
        where e.reseller_id = ${resellerId} and e.posting_id = p.id and e.account = 'receivable' limit 1) o on true
    order by p.day desc, p.id desc`.execute(db);
  return rows;
}

/** Finds the bank account of the company that issues invoices. */
export const findBankAccount = (db: Db) =>
  db
    .selectFrom("legal_entities")
    .where("id", "=", legalEntity)
    .select([
      "bank_name as bankName",
      "account_name as accountName",
      "sort_code as sortCode",
      "account_number as accountNumber",
      "iban",
      "bic",
    ])
    .executeTakeFirstOrThrow();

/** Redeems a code by its hash, in one step with its posting. */
export async function redeemCode(tx: Tx, hash: Buffer, who: string, { today, now }: When) {
  const { rows } = await sql<{
    outcome: "done" | "unknown" | "redeemed" | "expired" | "currency";
    amount_minor: bigint;
  }>`select outcome, amount_minor from redeem_credit(${hash}, ${who}, ${today}::date, ${now})`.execute(tx);
  return rows[0]!;
}

/** Spends credit on an invoice, and returns how much. */
export async function spendCredit(
  tx: Tx,
  resellerId: string,
  invoiceId: string,
  { today, now }: When,
): Promise<bigint> {
  const { rows } = await sql<{ spent: bigint }>`
    select spend_credit(${resellerId}::uuid, ${invoiceId}::uuid, ${today}::date, ${now}) as spent`.execute(tx);
  return rows[0]!.spent;
}

/** Lists the invoices due on a day or before that are open, of those who have credit, the oldest first. */
export async function listDueWithCredit(db: Db, day: string) {
  const { rows } = await sql<{ reseller_id: string; id: string; number: string; currency: Currency }>`
    with credited as (
      select reseller_id, currency from ledger_entries where account = 'credit' group by reseller_id, currency having sum(amount_minor) < 0
    )
    select i.reseller_id, i.id, i.number, i.currency from credited c
      join invoices i on i.reseller_id = c.reseller_id and i.currency = c.currency and i.kind = 'invoice' and i.due_on <= ${day}::date
    where 0 < (select sum(amount_minor) from ledger_entries e
      where e.reseller_id = i.reseller_id and e.invoice_id = i.id and e.account = 'receivable')
    order by i.reseller_id, i.due_on, i.id`.execute(db);
  return rows;
}
