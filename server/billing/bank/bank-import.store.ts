import { mentionsIn } from "@tradewind/domain/billing/bank-matches.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { type BankStatement, cut } from "@tradewind/vendors/bank-file.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

export type OurAccount = { id: string; name: string; keys: string[] };

/** Lists the marketplace's own bank accounts by what banks call them: letters and digits alone. */
export async function listAccounts(db: Db): Promise<OurAccount[]> {
  const { rows } = await sql<OurAccount>`
    select id, account_name as name, array[plain_number(iban), plain_number(sort_code || account_number), plain_number(account_number)] as keys
    from legal_entities`.execute(db);
  return rows;
}

/** Finds a statement of a file that was imported before. */
export const findFile = (db: Db, hash: Buffer) =>
  db
    .selectFrom("bank_statements")
    .where("file_hash", "=", hash)
    .select(["imported_by", "imported_at"])
    .executeTakeFirst();

export type Before = { sequence: number | null; closing_minor: bigint; closed_on: string };

/** Finds the statement of an account before a day's end, to see that none is missing between; one import at a time. */
export async function findBefore(
  tx: Tx,
  account: string,
  currency: Currency,
  closedOn: string,
): Promise<Before | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext(${`bank ${account} ${currency}`}))`.execute(tx);
  const { rows } = await sql<Before>`
    select sequence, closing_minor, closed_on::text from bank_statements
    where legal_entity_id = ${account} and currency = ${currency} and closed_on <= ${closedOn}
    order by closed_on desc, id desc limit 1`.execute(tx);
  return rows[0];
}

type Read = {
  id: string;
  account: string;
  statement: BankStatement & { currency: Currency };
  fileName: string;
  hash: Buffer;
  position: number;
  /** Whether it begins where another ended: what is alike is new, then. */
  follows: boolean;
  warning: string | null;
  by: string;
  now: Date;
};

/** Keeps a statement with those of its lines that no earlier file had; returns its id, and how many of them there were. */
export async function insertStatement(tx: Tx, read: Read): Promise<{ id: string; known: number }> {
  const { account, statement, follows } = read;
  const { currency } = statement;
  const lines = statement.lines.map((line) => ({
    booked_on: line.bookedOn,
    amount_minor: String(line.minor),
    is_reversal: line.isReversal,
    bank_ref: line.bankRef && cut(line.bankRef, 200),
    payer: line.name && cut(line.name, 500),
    payer_account: line.account && cut(line.account.replaceAll(/\s/g, ""), 100),
    words: line.text,
    mentions: mentionsIn(line.text),
  }));
  const { rows } = await sql<{ id: string; known: number }>`
    with told as (
      select n.*, line_sign(n.bank_ref, n.payer, n.payer_account, n.words) as sign
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as n (booked_on date, amount_minor bigint, is_reversal boolean, bank_ref text,
        payer text, payer_account text, words text, mentions text[])
    ),
    inserted as (
      insert into bank_lines (statement_id, legal_entity_id, currency, booked_on, amount_minor, is_reversal, bank_ref, payer, payer_account,
        words, mentions, ordinal, state)
      select ${read.id}, ${account}, ${currency}, t.booked_on, t.amount_minor, t.is_reversal, t.bank_ref, t.payer, t.payer_account, t.words,
        t.mentions, row_number() over (partition by t.booked_on, t.amount_minor, t.sign) + case when ${follows} then alike.count else 0 end,
        case when t.amount_minor > 0 or t.is_reversal then 'open' else 'paidOut' end
      from told t
      cross join lateral (
        select count(*) from bank_lines b where b.legal_entity_id = ${account} and b.currency = ${currency} and b.booked_on = t.booked_on
          and b.amount_minor = t.amount_minor and line_sign(b.bank_ref, b.payer, b.payer_account, b.words) = t.sign) alike
      on conflict do nothing returning id
    )
    insert into bank_statements (id, legal_entity_id, currency, sequence, closed_on, opening_minor, closing_minor, file_name, file_hash, position,
      lines, known_lines, warning, imported_by, imported_at)
    select ${read.id}, ${account}, ${currency}, ${statement.sequence}, ${statement.closedOn}, ${statement.openingMinor}, ${statement.closingMinor},
      ${read.fileName}, ${read.hash}, ${read.position}, ${lines.length}, ${lines.length} - (select count(*) from inserted), ${read.warning},
      ${read.by}, ${read.now}
    returning id, known_lines as known`.execute(tx);
  return rows[0]!;
}

/** Tells whether a statement of the same day and balances is kept. */
export async function hasStatement(
  db: Db,
  account: string,
  currency: Currency,
  { closedOn, openingMinor, closingMinor }: BankStatement,
): Promise<boolean> {
  const { rows } = await sql`
    select from bank_statements where legal_entity_id = ${account} and currency = ${currency} and closed_on = ${closedOn}
      and opening_minor = ${openingMinor} and closing_minor = ${closingMinor} limit 1`.execute(db);
  return rows.length > 0;
}

/** Tells whether lines of an account are kept for days between these. */
export async function hasLines(
  db: Db,
  account: string,
  currency: Currency,
  from: string,
  to: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from bank_lines where legal_entity_id = ${account} and currency = ${currency} and booked_on between ${from} and ${to} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}
