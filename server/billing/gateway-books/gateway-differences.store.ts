import type { GatewayDifferenceCause, GatewayDifferenceState } from "@tradewind/domain/billing/gateway-books.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

export const pageSize = 50;
type Key = { id: string; at: string };

export type DifferenceRow = {
  id: string;
  gateway: string;
  cause: GatewayDifferenceCause;
  ref: string;
  theirs_minor: bigint;
  ours_minor: bigint;
  currency: Currency;
  reseller_name: string | null;
  number: string | null;
  words: string | null;
  since: Date;
  state: GatewayDifferenceState;
  reason: string | null;
  decided_by: string | null;
  closed_at: Date | null;
  version: number;
};

/** Lists differences in a state, or the one with this id: what is to be resolved the oldest first, others newest first. */
export async function listDifferences(
  db: Db,
  wanted: { state: GatewayDifferenceState; after?: Key | undefined } | { id: string },
): Promise<DifferenceRow[]> {
  const isOldestFirst = "state" in wanted && wanted.state === "open";
  const [direction, sign] = isOldestFirst ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`];
  const after = "after" in wanted ? wanted.after : undefined;
  const { rows } = await sql<DifferenceRow>`
    select d.id, d.gateway, d.cause, d.ref, d.theirs_minor, d.ours_minor, d.currency, r.name as reseller_name, i.number, d.words, d.since, d.state,
      d.reason, d.decided_by, d.closed_at, d.version
    from gateway_differences d
    left join payments p on p.reseller_id = d.reseller_id and p.id = d.payment_id
    left join invoices i on i.reseller_id = p.reseller_id and i.id = p.invoice_id
    left join resellers r on r.id = d.reseller_id
    where ${"id" in wanted ? sql`d.id = ${wanted.id}` : sql`d.state = ${wanted.state}`}
      and ${after ? sql`(d.since, d.id) ${sign} (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`}
    order by d.since ${direction}, d.id ${direction} limit ${pageSize + 1}`.execute(db);
  return rows;
}

/** Decides a difference that is still as it was seen, and tells whether this did it. */
export async function decideDifference(
  tx: Tx,
  { id, version }: Pick<DifferenceRow, "id" | "version">,
  { state, by, reason, now }: { state: "open" | "setAside"; by: string; reason: string; now: Date },
): Promise<boolean> {
  const row = await tx
    .updateTable("gateway_differences")
    .set({ state, reason, decided_by: by, decided_at: now, version: version + 1 })
    .where("id", "=", id)
    .where("version", "=", version)
    .where("state", "<>", "closed")
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export type StandingRow = {
  gateway: string;
  currency: Currency;
  ours: bigint;
  fees: bigint;
  theirs: bigint | null;
  read_at: Date | null;
  explained: bigint;
  differences: number;
  read_until: Date | null;
};

/**
 * Sums what is at each gateway by our books, beside what it says itself and the differences that are known: ours as they stood
 * when it said so, since what was booked afterwards is in its next answer.
 */
export async function sumStandings(db: Db): Promise<StandingRow[]> {
  const { rows } = await sql<StandingRow>`
    with ours as (
      select e.account, e.currency, sum(e.minor) as minor from (
        select account, currency, recorded_at, amount_minor as minor from ledger_entries where account like 'cash:%'
        union all select account, currency, recorded_at, amount_minor from clearing_entries) e
      left join gateway_balances b on e.account = 'cash:' || b.gateway and b.currency = e.currency
      where b.read_at is null or e.recorded_at <= b.read_at group by e.account, e.currency),
    known as (
      select gateway, currency, sum(theirs_minor - ours_minor) as minor, count(*) filter (where state = 'open') as count
      from gateway_differences where state <> 'closed' and cause <> 'payoutDiffers' group by gateway, currency)
    select g.gateway, c.currency, coalesce(o.minor, 0)::bigint as ours, coalesce(f.minor, 0)::bigint as fees, b.amount_minor as theirs, b.read_at,
      coalesce(k.minor, 0)::bigint as explained, coalesce(k.count, 0)::int as differences, g.read_until
    from gateway_reads g cross join (values ('GBP', 1), ('EUR', 2)) as c (currency, place)
    left join ours o on o.account = 'cash:' || g.gateway and o.currency = c.currency
    left join ours f on f.account = 'cost:fees:' || g.gateway and f.currency = c.currency
    left join gateway_balances b on b.gateway = g.gateway and b.currency = c.currency
    left join known k on k.gateway = g.gateway and k.currency = c.currency
    where o.minor is not null or k.count is not null or b.amount_minor <> 0
    order by g.gateway, c.place`.execute(db);
  return rows;
}

export type PayoutRow = {
  gateway: string;
  ref: string;
  amount_minor: bigint;
  currency: Currency;
  status: "onItsWay" | "paid" | "failed";
  made_at: Date;
  arrives_on: string | null;
  is_itemised: boolean;
  items: number;
  fees: bigint;
};

export async function listPayouts(db: Db, after: Key | undefined): Promise<PayoutRow[]> {
  const { rows } = await sql<PayoutRow>`
    select p.gateway, p.ref, p.amount_minor, p.currency, p.status, p.made_at, p.arrives_on::text, p.is_itemised, m.items, m.fees
    from gateway_payouts p cross join lateral (
      select count(*) filter (where kind <> 'fee')::int as items,
        (coalesce(sum(fee_minor), 0) - coalesce(sum(amount_minor) filter (where kind = 'fee'), 0))::bigint as fees
      from gateway_movements m where m.gateway = p.gateway and m.payout_ref = p.ref) m
    where ${after ? sql`(p.made_at, p.ref) < (${after.at}::timestamptz, ${after.id})` : sql`true`}
    order by p.made_at desc, p.ref desc limit ${pageSize + 1}`.execute(db);
  return rows;
}
