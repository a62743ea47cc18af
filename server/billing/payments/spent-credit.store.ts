import { sql } from "kysely";
import type { Currency } from "@tradewind/domain/values/money.ts";
import type { Tx } from "../../platform/db.ts";
import { newId } from "../../platform/random.ts";

type Owner = { reseller_id: string; currency: Currency };
export type Reopened = { invoice_id: string; number: string; minor: bigint };

/**
 * Lists which invoices are to be open again so that so much credit is there to go back, and of what each: the latest first
 * of those that it paid. Nothing while enough is left.
 */
export async function listToReopen(tx: Tx, { reseller_id, currency }: Owner, minor: bigint): Promise<Reopened[]> {
  const { rows } = await sql<Reopened>`
    with short as (
      select ${minor}::bigint + coalesce(sum(amount_minor), 0) as minor from ledger_entries
      where reseller_id = ${reseller_id} and account = 'credit' and currency = ${currency}
    ),
    spent as (
      select o.invoice_id, max(o.posting_id::text) as latest, -sum(o.amount_minor) as minor
      from ledger_entries c join ledger_entries o on o.reseller_id = c.reseller_id and o.posting_id = c.posting_id and o.account = 'receivable'
      where c.reseller_id = ${reseller_id} and c.account = 'credit' and c.currency = ${currency} and (select minor from short) > 0 and not exists (
        select from ledger_entries x where x.reseller_id = c.reseller_id and x.posting_id = c.posting_id and x.account like 'cash:%')
      group by o.invoice_id having sum(o.amount_minor) < 0
    ),
    taken as (
      select invoice_id, latest, least(minor, (select minor from short) - (sum(minor) over (order by latest desc) - minor)) as minor from spent
    )
    select t.invoice_id, i.number, t.minor::bigint from taken t join invoices i on i.reseller_id = ${reseller_id} and i.id = t.invoice_id
    where t.minor > 0 order by t.latest desc`.execute(tx);
  return rows;
}

/** Posts that invoices are open again, each by itself: what they were paid with is credit once more. */
export async function postReopened(
  tx: Tx,
  { reseller_id, currency }: Owner,
  reopened: readonly Reopened[],
  { day, now }: { day: string; now: Date },
): Promise<void> {
  const entries = reopened.flatMap(({ invoice_id, minor }) => {
    const common = { reseller_id, posting_id: newId(), currency, effective_on: day, recorded_at: now };
    return [
      { ...common, account: "receivable", invoice_id, amount_minor: minor },
      { ...common, account: "credit", invoice_id: null, amount_minor: -minor },
    ];
  });
  await tx.insertInto("ledger_entries").values(entries).execute();
}
