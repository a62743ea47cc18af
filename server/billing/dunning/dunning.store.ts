import { pauseFlag } from "@tradewind/contract/billing/dunning.ts";
import { dunningPolicies } from "@tradewind/domain/billing/dunning-policies.data.ts";
import type { DunningPolicy, DunningStep, OpenItem } from "@tradewind/domain/billing/dunning.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

export type DunningItem = OpenItem & { number: string };

/** By which rule companies are reminded: ordering is paused only where the feature is on. */
export async function findPolicies(db: Db, resellerIds: readonly string[]): Promise<Map<string, DunningPolicy>> {
  const { rows } = await sql<{ id: string; pauses: boolean }>`
    select r.id, coalesce(o.enabled, f.enabled) as pauses from unnest(${resellerIds}::uuid[]) r (id)
    left join feature_flags f on f.name = ${pauseFlag}
    left join reseller_flags o on o.reseller_id = r.id and o.flag = f.name`.execute(db);
  return new Map(rows.map(({ id, pauses }) => [id, pauses ? dunningPolicies.standard : dunningPolicies.remindersOnly]));
}

export type Open = { items: DunningItem[]; credit: bigint };

/** Reads what was due before a day and is open, and what each company has in credit, by company. */
export async function readOpenItems(db: Db, resellerIds: readonly string[], day: string): Promise<Map<string, Open>> {
  const { rows } = await sql<{
    reseller_id: string;
    id: string | null;
    number: string | null;
    due_on: string | null;
    open_minor: bigint;
    on_its_way_since: string | null;
  }>`
    select r.id as reseller_id, d.* from unnest(${resellerIds}::uuid[]) r (id)
    cross join lateral dunning_items(r.id, ${day}::date) d`.execute(db);
  return new Map(
    [...Map.groupBy(rows, ({ reseller_id }) => reseller_id)].map(([resellerId, own]) => [
      resellerId,
      {
        items: own.flatMap((row) =>
          row.id === null
            ? []
            : [
                {
                  id: row.id,
                  number: row.number!,
                  dueOn: row.due_on!,
                  open: row.open_minor,
                  onItsWaySince: row.on_its_way_since,
                },
              ],
        ),
        credit: own.find(({ id }) => id === null)?.open_minor ?? 0n,
      },
    ]),
  );
}

/** Lists whoever has something open that is late enough for a notice on a day. */
export async function listLate(db: Db, day: string): Promise<{ resellerId: string; currency: Currency }[]> {
  const { rows } = await sql<{ resellerId: string; currency: Currency }>`
    select distinct i.reseller_id as "resellerId", r.currency from invoices i join resellers r on r.id = i.reseller_id
    where i.kind = 'invoice' and i.due_on <= ${day}::date - ${dunningPolicies.standard.steps[0].days}::int
      and 0 < (select sum(e.amount_minor) from ledger_entries e
        where e.reseller_id = i.reseller_id and e.invoice_id = i.id and e.account = 'receivable')`.execute(db);
  return rows;
}

type Notice = {
  resellerId: string;
  invoiceId: string;
  step: DunningStep;
  policy: DunningPolicy;
  owed: bigint;
  currency: Currency;
  day: string;
  now: Date;
};

/** Keeps a notice, and returns whether it is the first of its invoice and step. */
export async function keepNotice(tx: Tx, { resellerId, invoiceId, step, policy, owed, currency, day, now }: Notice) {
  const kept = await tx
    .insertInto("dunning_notices")
    .values({
      reseller_id: resellerId,
      invoice_id: invoiceId,
      step,
      policy_id: policy.id,
      owed_minor: owed,
      currency,
      sent_on: day,
      sent_at: now,
    })
    .onConflict((conflict) => conflict.columns(["reseller_id", "invoice_id", "step"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return kept !== undefined;
}
