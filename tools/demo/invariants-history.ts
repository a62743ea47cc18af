import { isDeepStrictEqual } from "node:util";
import type { HistoryEntry, Subscription } from "@tradewind/domain/pricing/pricing-types.ts";
import { asOf, type RecordedEntry } from "@tradewind/domain/ordering/subscriptions.ts";
import { toSubscription, type SubscriptionRow } from "@tradewind/server/ordering/subscriptions/subscriptions.store.ts";
import pg from "pg";

/** Number of subscriptions read at a time. */
const page = 5_000;
const forEver = "9999-12-31T00:00:00.000Z";
const nilId = "00000000-0000-0000-0000-000000000000";

type Told = {
  id: string;
  orderId: string | null;
  effectiveAt: string;
  recordedAt: string;
  kind: HistoryEntry["kind"];
  data: object;
};

/** Compares every subscription's stored state with the one its history yields, and reports at most three mismatches. */
export async function findFoldBreaches(database: pg.Pool): Promise<string[]> {
  const client = new pg.Client({ ...database.options, types: plainTypes() });
  await client.connect();
  const breaches: string[] = [];
  try {
    const day = await client.query<{ worked_until: string | null }>("select worked_until from business_clock");
    const until = day.rows[0]?.worked_until ? `${day.rows[0].worked_until}T23:59:59.999Z` : forEver;
    let after = [nilId, nilId];
    while (breaches.length < 3) {
      const { rows } = await client.query<SubscriptionRow & { told: Told[] | null }>(
        `select s.*, (
           select json_agg(json_build_object('id', h.id, 'orderId', h.order_id, 'effectiveAt', h.effective_at, 'recordedAt', h.recorded_at, 'kind', h.kind, 'data', h.data) order by h.id)
           from subscription_history h where h.reseller_id = s.reseller_id and h.subscription_id = s.id) as told
         from subscriptions s
         where (s.reseller_id, s.id) > ($1, $2) order by s.reseller_id, s.id limit ${page}`,
        after,
      );
      for (const { told, ...row } of rows) {
        const stored = toSubscription(row);
        const folded = fold(row.id, told ?? [], until);
        // Another check asks whether a period may be over without having been turned.
        const isOver =
          row.period_until !== null &&
          row.period_until <= until.slice(0, 10) &&
          (row.status !== "cancelled" || row.vendor_ref === null);
        const same = isOver && folded ? { ...folded, period: stored.period } : folded;
        // What a refused upgrade would have begun never was, and is kept empty so that it can be tried again.
        const neverWas = folded === undefined && row.status === "cancelled" && row.quantity === 0;
        if (!neverWas && !isDeepStrictEqual(comparable(same), comparable(stored)))
          breaches.push(
            `a subscription is what its history comes to: ${JSON.stringify({ stored, folded })}`.slice(0, 2_000),
          );
      }
      const last = rows.at(-1);
      if (!last) break;
      after = [last.reseller_id, last.id];
    }
  } finally {
    await client.end();
  }
  return breaches.slice(0, 3);
}

function fold(key: string, told: readonly Told[], until: string): Subscription | undefined {
  const entries = told.map(
    ({ effectiveAt, recordedAt, ...entry }) =>
      ({
        ...entry,
        subscriptionKey: key,
        effectiveAt: new Date(effectiveAt).toISOString(),
        recordedAt: new Date(recordedAt).toISOString(),
      }) as RecordedEntry,
  );
  return asOf(entries, until, forEver);
}

/** Formats instants and prices uniformly. */
const comparable = (subscription: Subscription | undefined) =>
  subscription && {
    ...subscription,
    unitCost: Number(subscription.unitCost),
    customerPrice: subscription.customerPrice === null ? null : Number(subscription.customerPrice),
    lots: subscription.lots.map((lot) => ({
      ...lot,
      openedAt: instant(lot.openedAt),
      refundableUntil: instant(lot.refundableUntil),
    })),
    dispatchedAt: instant(subscription.dispatchedAt),
  };

const instant = (text: string | null) => text && Date.parse(text);

/** Returns the type parsers the product uses: days and numbers stay text. */
function plainTypes(): pg.TypeOverrides {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.DATE, (value: string) => value);
  return types;
}
