/** What was stated for the end of each term, and what became of it at the vendor. */
import type { TermEnd } from "@tradewind/domain/pricing/pricing-types.ts";
import { addDays, addHours, isBefore, startOf, type Instant } from "@tradewind/domain/values/dates.ts";
import type { TestApp } from "./test-app.ts";

type Sold = { quantity: number; offerId: string };
/** As Microsoft's simulator keeps it. */
type Ended = {
  subscriptionId: string;
  outcome: TermEnd["outcome"];
  before: Sold & { day: string; wasExtended: boolean };
  after: Sold;
};
/** The last that was stated for a day; null where the rule of the term holds. */
type Stated = {
  id: string;
  name: string;
  wish: TermEnd | null;
  wish_ref: string | null;
  set_at: Date | null;
  suspended: boolean;
  turned: boolean;
  alerts: Date[];
};

/** Hours before a term's end in which Microsoft takes nothing more, in which an alert comes too late, and in which it is given. */
const [lockHours, noticeHours, toldHours] = [24, 24, 48];

/** Remembers when the worker did its rounds, and when somebody changed something at the vendor. */
export function termPromises(app: TestApp) {
  const rounds = new Set<string>();
  const touched = new Map<string, Instant>();
  const looked = new Set<string>();
  const count = { kept: 0, alerted: 0 };
  const now = () => app.platform.clock.now().toISOString();

  const statedFor = async ({ subscriptionId, before: { day } }: Ended, lock: Instant) =>
    (
      await app.sql<Stated>(
        `select s.id, s.name, i.wish, o.offer_ref as wish_ref, i.set_at,
           coalesce((select h.kind = 'suspended' from subscription_history h where h.subscription_id = s.id and h.kind in ('suspended', 'resumed')
             and h.effective_at < $2 order by h.effective_at desc, h.id desc limit 1), false) as suspended,
           exists (select from subscription_history h where h.subscription_id = s.id and h.effective_at::date = $2::date and h.order_id is null) as turned,
           array(select told_at from intents n where n.subscription_id = s.id and n.counts_from = $2::date and n.told_at is not null
             union all select d.since from differences d where d.subscription_id = s.id and (d.closed_at is null or d.closed_at >= $3)
             union all select l.settled_at from order_lines l where l.subscription_id = s.id and l.state = 'refused' and l.settled_at is not null) as alerts
         from subscriptions s
         left join lateral (select case when state = 'withdrawn' then null else wish end as wish, set_at from intents n
           where n.subscription_id = s.id and n.kind = 'termEnd' and n.counts_from = $2::date order by n.set_at desc, n.id desc limit 1) i on true
         left join offers o on o.id = i.wish ->> 'offerId'
         where s.vendor_ref = $1`,
        [subscriptionId, startOf(day), lock],
      )
    )[0];

  function isKept({ outcome, before, after }: Ended, { wish, wish_ref }: Stated) {
    if (outcome !== (wish?.outcome ?? "renew")) return false;
    if (wish?.outcome === "cancel" || wish?.outcome === "extend") return true;
    return after.quantity === (wish?.quantity ?? before.quantity) && after.offerId === (wish_ref ?? before.offerId);
  }

  return {
    count,
    /** The worker has compared all tenants and looked at what is wanted. */
    wentRound: () => void rounds.add(app.platform.clock.today()),
    /** Somebody changed a subscription at its vendor. */
    touch: (subscriptionId: string) => void touched.set(subscriptionId, now()),
    isTouched: (subscriptionId: string) => touched.has(subscriptionId),
    forget() {
      rounds.clear();
      touched.clear();
      looked.clear();
    },
    /** Lists terms that ended otherwise than was stated, though there was time to say so and nobody was told a day before the lock. */
    async broken(ends: readonly Ended[]): Promise<string[]> {
      const breaches: string[] = [];
      for (const ended of ends) {
        const { day, wasExtended } = ended.before;
        const key = `${ended.subscriptionId} ${day}`;
        if (looked.has(key) || wasExtended) continue;
        looked.add(key);
        const lock = addHours(startOf(day), -lockHours);
        // What is said, or happens, on the last day before people are told can be told too late.
        const inTime = addHours(lock, -toldHours - 24);
        const wentRound = [1, 2, 3].every((days) => rounds.has(addDays(lock.slice(0, 10), -days)));
        const stated = await statedFor(ended, lock);
        if (!stated || !stated.turned || stated.suspended || !wentRound) continue;
        const happened = touched.get(stated.id);
        if (happened && isBefore(inTime, happened)) continue;
        if (stated.set_at && isBefore(inTime, stated.set_at.toISOString())) continue;
        if (isKept(ended, stated)) {
          count.kept++;
          continue;
        }
        const notice = addHours(lock, -noticeHours);
        if (stated.alerts.some((at) => !isBefore(notice, at.toISOString()))) {
          count.alerted++;
          continue;
        }
        breaches.push(
          `${stated.name} (${stated.id}) ended on ${day} with ${ended.outcome} of ${ended.after.quantity}, was stated to ${JSON.stringify(stated.wish)}, and nobody was told until ${notice}: ${JSON.stringify(stated.alerts)}`,
        );
      }
      return breaches;
    },
  };
}
