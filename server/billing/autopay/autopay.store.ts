import { paymentFlag } from "@tradewind/contract/billing/payments.ts";
import type { Attempt, AutoMethod, Taking } from "@tradewind/domain/billing/autopay.ts";
import { usableMandates } from "@tradewind/domain/billing/direct-debits.ts";
import { leastPayment, onTheWay } from "@tradewind/domain/billing/payments.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { sql, type RawBuilder } from "kysely";
import type { Db } from "../../platform/db.ts";

const live = [...onTheWay];

/** Whether money of a payment was given back, all of it or a part. */
const wentBack = sql`(p.state in ('refunded', 'chargedBack') or (p.state = 'confirmed' and p.held_minor < p.amount_minor))`;
/** What is open and due by a day, of which nothing is on its way; a bank that gave money back is nothing to argue with. */
export const collectable = (until: string) => sql`
  i.kind = 'invoice' and i.due_on <= ${until}::date
  and not exists (select from payments p where p.reseller_id = i.reseller_id and p.invoice_id = i.id
    and (p.state = any(${live}) or ${wentBack}))`;
const balance = sql`(select coalesce(sum(e.amount_minor), 0)::bigint from ledger_entries e
  where e.reseller_id = i.reseller_id and e.invoice_id = i.id and e.account = 'receivable')`;

/** Lists whoever pays automatically and may have something to be collected by a day. */
export async function listToCollect(db: Db, until: string): Promise<string[]> {
  const { rows } = await sql<{ reseller_id: string }>`
    select s.reseller_id from payment_settings s
    join payment_methods m on m.reseller_id = s.reseller_id and m.id = s.default_payment_method_id and m.status = 'Active'
    where s.auto_pay and exists (
      select from invoices i where i.reseller_id = s.reseller_id and ${collectable(until)} and ${balance} >= ${leastPayment})
    order by s.reseller_id`.execute(db);
  return rows.map(({ reseller_id }) => reseller_id);
}

export type AutoSettings = { method: AutoMethod; gateway: string; currency: Currency };
type Gateways = { vault: string | undefined; debits: string | undefined };

/** Finds by what a company pays automatically; undefined if it does not, or its method cannot be used now. */
export const findAutoMethod = async (
  db: Db,
  resellerId: string,
  gateways: Gateways,
): Promise<AutoSettings | undefined> =>
  (await readAutoMethods(db, gateways, sql`s.reseller_id = ${resellerId}`)).get(resellerId);

/** Lists by what each company pays that does so automatically. */
export const listAutoMethods = (db: Db, gateways: Gateways) => readAutoMethods(db, gateways, sql`true`);

async function readAutoMethods(
  db: Db,
  gateways: Gateways,
  whose: RawBuilder<unknown>,
): Promise<Map<string, AutoSettings>> {
  const { rows } = await sql<{
    reseller_id: string;
    id: string;
    kind: "card" | "directDebit";
    gateway: string;
    currency: Currency;
    status: string | null;
  }>`
    select s.reseller_id, m.id, m.kind, m.gateway, r.currency, d.status
    from payment_settings s
    join resellers r on r.id = s.reseller_id
    join payment_methods m on m.reseller_id = s.reseller_id and m.id = s.default_payment_method_id and m.status = 'Active'
    left join mandates d on d.reseller_id = m.reseller_id and d.payment_method_id = m.id and not d.ending and d.status = any(${[...usableMandates]})
    where ${whose} and s.auto_pay and (
      select coalesce(o.enabled, f.enabled) from feature_flags f
      left join reseller_flags o on o.reseller_id = s.reseller_id and o.flag = f.name where f.name = ${paymentFlag})`.execute(
    db,
  );
  return new Map(
    rows.flatMap(({ reseller_id, id, kind, gateway, currency, status }): [string, AutoSettings][] => {
      if (kind === "card")
        return gateway === gateways.vault ? [[reseller_id, { method: { id, kind }, gateway, currency }]] : [];
      if (gateway !== gateways.debits || status === null) return [];
      return [[reseller_id, { method: { id, kind, isActive: status === "active" }, gateway, currency }]];
    }),
  );
}

/** What failed of an invoice `i` that was to be collected by itself. */
export const attemptsOf = sql`coalesce((
  select jsonb_agg(jsonb_build_object('on', p.auto_on, 'methodId', p.payment_method_id, 'isFinal', p.failure_final) order by p.id)
  from payments p where p.reseller_id = i.reseller_id and p.invoice_id = i.id and p.auto_on is not null and p.state in ('failed', 'cancelled')
    and p.failure_code is distinct from 'neverReceived'), '[]')`;

export type DueRow = { id: string; number: string; dueOn: string; open: bigint; attempts: Attempt[] };

/** Lists a company's invoices that are due by a day and can be collected, the oldest first, with what failed of each. */
export async function listDue(
  db: Db,
  { resellerId, currency, until }: { resellerId: string; currency: Currency; until: string },
) {
  const { rows } = await sql<DueRow>`
    select i.id, i.number, i.due_on as "dueOn", b.open, ${attemptsOf} as attempts
    from invoices i cross join lateral (select ${balance} as open) b
    where i.reseller_id = ${resellerId} and i.currency = ${currency} and ${collectable(until)} and b.open >= ${leastPayment}
    order by i.due_on, i.id`.execute(db);
  return rows;
}

/** Sums what was begun by itself and is on its way, with the first day on which some of it is taken. */
export async function sumOnItsWay(db: Db, resellerId: string): Promise<Taking | undefined> {
  const { rows } = await sql<Taking>`
    select min(coalesce(charge_on, auto_on)) as on, sum(amount_minor)::bigint as minor, count(*)::int as invoices
    from payments where reseller_id = ${resellerId} and auto_on is not null and state = any(${live}) having count(*) > 0`.execute(
    db,
  );
  return rows[0];
}

/** Sums what is due and open of invoices whose payment was given back: nobody takes it again unasked. */
export async function sumGivenBack(db: Db, resellerId: string, today: string): Promise<Taking | undefined> {
  const { rows } = await sql<Taking>`
    select min(i.due_on) as on, sum(b.open)::bigint as minor, count(*)::int as invoices
    from invoices i cross join lateral (select ${balance} as open) b
    where i.reseller_id = ${resellerId} and i.kind = 'invoice' and i.due_on <= ${today}::date and b.open > 0
      and exists (select from payments p where p.reseller_id = i.reseller_id and p.invoice_id = i.id and ${wentBack})
      and not exists (select from payments p where p.reseller_id = i.reseller_id and p.invoice_id = i.id and p.state = any(${live}))
    having count(*) > 0`.execute(db);
  return rows[0];
}
