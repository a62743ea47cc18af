import type { MethodKind } from "@tradewind/domain/billing/payment-methods.ts";
import { onTheWay, type PaymentState } from "@tradewind/domain/billing/payments.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { takeTurn } from "../../platform/take-turn.ts";

/** Written out, so that the index of what is on its way is used. */
export const live = sql`(${sql.join(onTheWay.map((state) => sql.lit(state)))})`;

const rows = (db: Db) => db.selectFrom("payments").selectAll();
export type PaymentRow = Awaited<ReturnType<ReturnType<typeof rows>["executeTakeFirstOrThrow"]>>;

export const listPayments = (db: Db, resellerId: string, invoiceId: string, most: number) =>
  rows(db)
    .where("reseller_id", "=", resellerId)
    .where("invoice_id", "=", invoiceId)
    .orderBy("id", "desc")
    .limit(most)
    .execute();

/** Finds a payment by its gateway's number, within the tenant where there is one. */
export const findByRef = (db: Db, gateway: string, ref: string) =>
  rows(db).where("gateway", "=", gateway).where("gateway_ref", "=", ref).executeTakeFirst();

/**
 * Waits for whoever else moves what the reseller owes or has in credit, until the transaction ends: `spend_credit` takes
 * the same lock.
 */
export const lockAccount = (tx: Tx, resellerId: string) => takeTurn(tx, `account ${resellerId}`);

/** What a payment is called at its gateway, the same whenever it is asked for under one key. */
export const paymentWords = (invoiceNumber: string | undefined): string =>
  invoiceNumber === undefined ? "Credit" : `Invoice ${invoiceNumber}`;

/** What an entry about a payment is about. */
export const objectOf = ({ reseller_id, invoice_id }: PaymentRow): readonly [string, string] =>
  invoice_id === null ? ["reseller", reseller_id] : ["invoice", invoice_id];

export async function describePayment(
  db: Db,
  { reseller_id, invoice_id }: Pick<PaymentRow, "reseller_id" | "invoice_id">,
): Promise<string> {
  if (invoice_id === null) return paymentWords(undefined);
  const { number } = await db
    .selectFrom("invoices")
    .where("reseller_id", "=", reseller_id)
    .where("id", "=", invoice_id)
    .select("number")
    .executeTakeFirstOrThrow();
  return paymentWords(number);
}

export const findPayment = (db: Db, id: string) => rows(db).where("id", "=", id).executeTakeFirst();

export type NewPayment = Pick<
  PaymentRow,
  "reseller_id" | "id" | "invoice_id" | "amount_minor" | "gateway" | "payment_method_id" | "charge_on" | "created_by"
> & {
  currency: Currency;
  kind: MethodKind;
  /** The business day on which it was begun by itself. */
  auto_on?: string;
  now: Date;
};

export async function insertPayment(tx: Tx, { now, ...row }: NewPayment): Promise<void> {
  const values = {
    ...row,
    idempotency_key: `payment-${row.id}`,
    created_at: now,
    changed_at: now,
  };
  await tx.insertInto("payments").values(values).execute();
}

/**
 * Locks a payment and all others of its invoice, always in the same order, so that what is owed on it is split between
 * them one after the other.
 */
export async function lockPayment(tx: Tx, { reseller_id, invoice_id, id }: PaymentRow): Promise<PaymentRow> {
  const locked = await rows(tx)
    .where("reseller_id", "=", reseller_id)
    .where("invoice_id", invoice_id === null ? "is" : "=", invoice_id)
    .orderBy("id")
    .forUpdate()
    .execute();
  return locked.find((row) => row.id === id)!;
}

/** Returns what is still owed on an invoice; nothing without one. */
export async function openOn(db: Db, resellerId: string, invoiceId: string | null): Promise<bigint> {
  const row = await db
    .selectFrom("invoice_balances")
    .where("reseller_id", "=", resellerId)
    .where("invoice_id", "=", invoiceId)
    .select("balance_minor")
    .executeTakeFirst();
  return row?.balance_minor ?? 0n;
}

/** Returns what of an invoice was paid out of the credit. */
export async function creditUsedOn(db: Db, resellerId: string, invoiceId: string): Promise<bigint> {
  const of = (account: string) =>
    db
      .selectFrom("ledger_entries as x")
      .where("x.posting_id", "=", sql<string>`e.posting_id`)
      .where("x.reseller_id", "=", resellerId)
      .where("x.account", "like", account)
      .select("x.id");
  const row = await db
    .selectFrom("ledger_entries as e")
    .where("e.reseller_id", "=", resellerId)
    .where("e.invoice_id", "=", invoiceId)
    .where("e.account", "=", "receivable")
    .where(({ exists, not }) => exists(of("credit")).and(not(exists(of("cash:%")))))
    .select(sql<bigint>`coalesce(-sum(amount_minor), 0)::bigint`.as("minor"))
    .executeTakeFirstOrThrow();
  return row.minor;
}

/** Returns what of an invoice is on its way. */
export async function onItsWay(db: Db, resellerId: string, invoiceId: string): Promise<bigint> {
  const row = await db
    .selectFrom("payments")
    .where("reseller_id", "=", resellerId)
    .where("invoice_id", "=", invoiceId)
    .where("state", "in", [...onTheWay])
    .select(sql<bigint>`coalesce(sum(amount_minor), 0)::bigint`.as("minor"))
    .executeTakeFirstOrThrow();
  return row.minor;
}

/** Whether we had more of it before: money that went back. */
export async function wasReversed(db: Db, { reseller_id, id, held_minor }: PaymentRow): Promise<boolean> {
  const row = await db
    .selectFrom("payment_events")
    .where("reseller_id", "=", reseller_id)
    .where("payment_id", "=", id)
    .where("posting_id", "is not", null)
    .where("held_minor", ">", held_minor)
    .select("id")
    .executeTakeFirst();
  return row !== undefined;
}

type MoneyMove = { payment_id: string; at: Date; minor: bigint; reason: string | null };
/** Lists when money of payments came, or went back and why, in order of time. */
export async function listMoneyMoves(db: Db, resellerId: string, ids: readonly string[]): Promise<MoneyMove[]> {
  const { rows: moves } = await sql<MoneyMove>`
    select payment_id, at, held_minor - before as minor, reason from (
      select id, payment_id, at, held_minor, reason,
        lag(held_minor, 1, 0::bigint) over (partition by payment_id order by id) as before
      from payment_events where reseller_id = ${resellerId} and payment_id = any(${ids}::uuid[])) e
    where held_minor <> before order by id`.execute(db);
  return moves;
}

type Change = Partial<
  Pick<
    PaymentRow,
    | "state"
    | "gateway_ref"
    | "charge_on"
    | "failure_code"
    | "failure_reason"
    | "failure_final"
    | "paid_with"
    | "held_minor"
    | "credited_minor"
  >
>;

export async function updatePayment(
  tx: Tx,
  { reseller_id, id, version }: PaymentRow,
  change: Change,
  now: Date,
): Promise<void> {
  await tx
    .updateTable("payments")
    .set({ ...change, version: version + 1, changed_at: now })
    .where("reseller_id", "=", reseller_id)
    .where("id", "=", id)
    .execute();
}

type Event = {
  state: PaymentState;
  held: bigint;
  heardBy: "answer" | "webhook" | "reconciliation";
  now: Date;
  /** Its posting, where money moved, and why it went back; only the worker names them. */
  posting?: string;
  reason?: string | null;
  isChargeback?: boolean;
};

export async function insertPaymentEvent(
  tx: Tx,
  { reseller_id, id, version }: PaymentRow,
  event: Event,
): Promise<void> {
  await tx
    .insertInto("payment_events")
    .values({
      reseller_id,
      payment_id: id,
      state: event.state,
      held_minor: event.held,
      heard_by: event.heardBy,
      at: event.now,
      version: version + 1,
      ...(event.posting === undefined
        ? {}
        : {
            posting_id: event.posting,
            reason: event.reason?.slice(0, 500) ?? null,
            is_chargeback: event.isChargeback ?? false,
          }),
    })
    .execute();
}

/** Posts what came or went back: cash against what is owed on the invoice, and what is too much to the credit. */
export async function postPayment(
  tx: Tx,
  { reseller_id, invoice_id, gateway, currency }: PaymentRow,
  posting: { id: string; invoice: bigint; credit: bigint; day: string; now: Date },
): Promise<void> {
  const entries = [
    { account: `cash:${gateway}`, amount_minor: posting.invoice + posting.credit, invoice_id: null },
    { account: "receivable", amount_minor: -posting.invoice, invoice_id },
    { account: "credit", amount_minor: -posting.credit, invoice_id: null },
  ].filter(({ amount_minor }) => amount_minor !== 0n);
  const common = { reseller_id, posting_id: posting.id, currency, effective_on: posting.day, recorded_at: posting.now };
  await tx
    .insertInto("ledger_entries")
    .values(entries.map((entry) => ({ ...common, ...entry })))
    .execute();
}

/** Lists what is on its way, and the debits that counted since and may be taken back, for the reconciliation. */
export const listToWatch = (db: Db, since: Date) =>
  db
    .selectFrom("payments")
    .where("state", "in", [...onTheWay])
    .select(["reseller_id", "id"])
    .unionAll(
      db
        .selectFrom("payments")
        .where("kind", "=", sql.lit("directDebit"))
        .where("state", "=", sql.lit("confirmed"))
        .where("changed_at", ">", since)
        .select(["reseller_id", "id"]),
    )
    .execute();

/** Lists what is on its way for a minute without a gateway's number, and looked at by nobody. */
export async function listPaymentsWithoutJob(db: Db, now: Date): Promise<{ reseller_id: string; id: string }[]> {
  const { rows: lost } = await sql<{ reseller_id: string; id: string }>`
    select p.reseller_id, p.id from payments p
    where p.state in (${sql.join(onTheWay.map((state) => sql.lit(state)))}) and p.gateway_ref is null
      and p.created_at < ${now}::timestamptz - interval '1 minute'
      and not exists (
        select from pgboss.job j where j.name = 'payments.look' and j.state < 'completed' and j.data ->> 'paymentId' = p.id::text)
    order by p.id limit 100`.execute(db);
  return lost;
}
