import type { SeenUnordered } from "@tradewind/domain/ordering/adoption.ts";
import type { DifferenceKind, Found } from "@tradewind/domain/ordering/differences.ts";
import type { Billing } from "@tradewind/domain/pricing/pricing-types.ts";
import type { Seen } from "@tradewind/vendors/vendor.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { anyOf } from "../../platform/sql.ts";
import type { SubscriptionRow } from "../subscriptions/subscriptions.store.ts";

export type SeenBy = "answer" | "webhook" | "sweep";

/**
 * Lists our subscriptions in tenants of a vendor, each with what was last seen of it: what is compared of them alone, for
 * most differ in nothing. `is_changing` if a change of it is at work or was recorded since the vendor was asked, so that its
 * answer may be older than our book.
 */
export async function listStanding(db: Db, vendor: string, tenantRefs: readonly string[], askedAt: Date) {
  const { rows } = await sql<
    Pick<
      SubscriptionRow,
      "reseller_id" | "id" | "status" | "quantity" | "vendor_ref" | "billing" | "term_until" | "term_end" | "lots"
    > & {
      tenant_ref: string;
      offer_ref: string;
      /** Of what it is to become at the end of its term, if that is something else. */
      next_offer_ref: string | null;
      facts: Seen | null;
      is_changing: boolean;
      is_refused: boolean;
      /** How it is wanted to be billed from the next charge on. */
      next_billing: Billing | null;
      /** Where the day on which its next period should have been charged was worked; an order done since is charged by the next day's work. */
      charged_until: string | null;
      /** How often the vendor was seen without what is wanted for the end of the term; null if nothing is. */
      losses: number | null;
    }
  >`
    select t.tenant_ref, s.reseller_id, s.id, s.status, s.quantity, s.billing, s.vendor_ref, s.term_until, s.term_end, s.lots,
      case when s.period_until <= k.worked_until and not exists (select from order_lines l where l.reseller_id = s.reseller_id
        and l.subscription_id = s.id and l.settled_at >= k.worked_until) then s.period_until end as charged_until,
      f.offer_ref, w.offer_ref as next_offer_ref, v.facts,
      exists (select from order_lines l where l.reseller_id = s.reseller_id and l.subscription_id = s.id
        and (l.state = 'working' or l.settled_at >= ${askedAt}))
      or exists (select from subscription_history h where h.reseller_id = s.reseller_id and h.subscription_id = s.id
        and h.recorded_at >= ${askedAt}) as is_changing,
      s.vendor_ref is null and exists (select from order_lines l where l.reseller_id = s.reseller_id and l.subscription_id = s.id
        and l.state = 'refused') as is_refused,
      b.wish ->> 'billing' as next_billing, i.losses
    from provider_tenants t
    join subscriptions s on s.reseller_id = t.reseller_id and s.customer_id = t.customer_id
      and s.product_id = any (array(select id from products where fulfiller = ${vendor}))
    join offers f on f.id = s.offer_id
    cross join business_clock k
    left join offers w on w.id = s.term_end ->> 'offerId'
    left join intents i on i.reseller_id = s.reseller_id and i.subscription_id = s.id and i.kind = 'termEnd' and i.closed_at is null
    left join intents b on b.reseller_id = s.reseller_id and b.subscription_id = s.id and b.kind = 'billing' and b.closed_at is null
    left join lateral (
      select facts from vendor_views v where v.reseller_id = s.reseller_id and v.subscription_id = s.id order by v.id desc limit 1
    ) v on true
    where t.fulfiller = ${vendor} and t.tenant_ref = ${anyOf(tenantRefs, "text")}`.execute(db);
  return rows;
}
export type Standing = Awaited<ReturnType<typeof listStanding>>[number];

/**
 * Of subscriptions whose term is over, those that were last seen to have ended at their vendor, or to end there with that
 * term: suspended, with renewal off. Only what is active runs on by the day.
 */
export async function listEndedThere(db: Db, resellerId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select s.id from subscriptions s cross join lateral (
      select facts from vendor_views v where v.reseller_id = s.reseller_id and v.subscription_id = s.id order by v.id desc limit 1) v
    where s.reseller_id = ${resellerId} and s.id = ${anyOf(ids, "uuid")} and (v.facts ->> 'status' = 'ended'
      or (v.facts ->> 'status' = 'suspended' and v.facts -> 'termEnd' ->> 'outcome' <> 'renew' and v.facts ->> 'termUntil' = s.term_until::text))`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Reads by their ids what subscriptions are, to say what is amiss with them. */
export async function describeStanding(db: Db, standing: readonly Standing[]) {
  if (standing.length === 0) return new Map<string, never>();
  const rows = await db
    .selectFrom("subscriptions as s")
    .innerJoin("offers as f", "f.id", "s.offer_id")
    .innerJoin("customers as c", (join) =>
      join.onRef("c.reseller_id", "=", "s.reseller_id").onRef("c.id", "=", "s.customer_id"),
    )
    .where("s.reseller_id", "=", anyOf([...new Set(standing.map((row) => row.reseller_id))], "uuid"))
    .where(
      "s.id",
      "=",
      anyOf(
        standing.map(({ id }) => id),
        "uuid",
      ),
    )
    .select([
      "s.id",
      "s.customer_id",
      "s.instance_id",
      "s.product_id",
      "s.name",
      "s.policy_ids",
      "f.unit",
      "c.name as customer_name",
    ])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
export type Description =
  Awaited<ReturnType<typeof describeStanding>> extends ReadonlyMap<string, infer Row> ? Row : never;

/** Finds whose tenants these are. */
export const listTenantsAt = (db: Db, vendor: string, tenantRefs: readonly string[]) =>
  db
    .selectFrom("provider_tenants")
    .where("fulfiller", "=", vendor)
    .where("tenant_ref", "=", anyOf(tenantRefs, "text"))
    .select(["reseller_id", "customer_id", "tenant_ref"])
    .execute();

/** Tells whether the same is asked once more by a job that has not begun. */
export async function isAskedAgain(db: Db, asked: Record<string, string>): Promise<boolean> {
  const { rows } = await sql`
    select from pgboss.job where name = 'vendors.look' and state < 'active' and data = ${JSON.stringify(asked)}::jsonb limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

export type NewView = { reseller_id: string; subscription_id: string; seen: Seen; is_news: boolean };

export async function insertViews(tx: Tx, views: readonly NewView[], by: SeenBy, now: Date): Promise<void> {
  if (views.length === 0) return;
  await sql`
    insert into vendor_views (reseller_id, subscription_id, status, quantity, facts, is_news, seen_by, seen_at)
    select n.reseller_id, n.subscription_id, n.seen ->> 'status', (n.seen ->> 'quantity')::int, n.seen, n.is_news, ${by}, ${now}
    from jsonb_to_recordset(${JSON.stringify(views)}::jsonb) as n (reseller_id uuid, subscription_id uuid, seen jsonb, is_news boolean)`.execute(
    tx,
  );
}

/** Lists the differences in tenants of a vendor that are not closed. */
export const listUnclosed = (db: Db, vendor: string, tenantRefs: readonly string[]) =>
  db
    .selectFrom("differences")
    .where("fulfiller", "=", vendor)
    .where("tenant_ref", "=", anyOf(tenantRefs, "text"))
    .where("state", "<>", "closed")
    .select([
      "reseller_id",
      "id",
      "customer_id",
      "subscription_id",
      "tenant_ref",
      "vendor_ref",
      "kind",
      "ours",
      "theirs",
      "facts",
    ])
    .execute();
export type Unclosed = Awaited<ReturnType<typeof listUnclosed>>[number];

/** Lists what is not settled of a service. */
export const listDifferencesOfInstance = (db: Db, resellerId: string, instanceId: string) =>
  db
    .selectFrom("subscriptions as s")
    .innerJoin("differences as d", (join) =>
      join.onRef("d.reseller_id", "=", "s.reseller_id").onRef("d.subscription_id", "=", "s.id"),
    )
    .innerJoin("vendors as v", "v.id", "d.fulfiller")
    .where("s.reseller_id", "=", resellerId)
    .where("s.instance_id", "=", instanceId)
    .where("d.state", "<>", "closed")
    .select(["d.name", "d.kind", "d.ours", "d.theirs", "d.state", "v.name as vendor_name", "d.unit"])
    .orderBy("d.id")
    .execute();

export type NewDifference = Found & {
  reseller_id: string;
  customer_id: string;
  subscription_id: string | null;
  product_id: string | null;
  tenant_ref: string;
  vendor_ref: string;
  name: string;
  unit: string;
  kind: DifferenceKind;
  /** Of what nobody ordered here. */
  facts?: SeenUnordered | null;
};

/** Opens differences, once each, and returns those that were not open yet. */
export async function openDifferences(tx: Tx, vendor: string, differences: readonly NewDifference[], now: Date) {
  if (differences.length === 0) return [];
  const { rows } = await sql<{ reseller_id: string; vendor_ref: string; kind: DifferenceKind; id: string }>`
    insert into differences (reseller_id, customer_id, subscription_id, product_id, fulfiller, tenant_ref, vendor_ref, name, unit, kind, ours, theirs, facts, since, read_at)
    select n.reseller_id, n.customer_id, n.subscription_id, n.product_id, ${vendor}, n.tenant_ref, n.vendor_ref, n.name, n.unit, n.kind, n.ours, n.theirs, n.facts, ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(differences)}::jsonb) as n (reseller_id uuid, customer_id uuid, subscription_id uuid,
      product_id text, tenant_ref text, vendor_ref text, name text, unit text, kind text, ours jsonb, theirs jsonb, facts jsonb)
    on conflict do nothing returning reseller_id, vendor_ref, kind, id`.execute(tx);
  return rows;
}

/** Says what an unclosed difference is by now; one that was accepted as it was is open again. */
export const changeDifferences = async (tx: Tx, changed: readonly (Pick<Unclosed, "reseller_id" | "id"> & Found)[]) =>
  changed.length === 0
    ? undefined
    : sql`
    update differences d set ours = n.ours, theirs = n.theirs, state = 'open', decided_by = null, decided_at = null, note = null, cure = null, order_id = null
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as n (reseller_id uuid, id uuid, ours jsonb, theirs jsonb)
    where d.reseller_id = n.reseller_id and d.id = n.id and d.state <> 'closed'`.execute(tx);

/** Keeps what is seen by now of what nobody ordered here: its dates and windows. */
export const keepFacts = async (
  tx: Tx,
  seen: readonly (Pick<Unclosed, "reseller_id" | "id"> & { facts: SeenUnordered | null })[],
) =>
  seen.length === 0
    ? undefined
    : sql`
    update differences d set facts = n.facts
    from jsonb_to_recordset(${JSON.stringify(seen)}::jsonb) as n (reseller_id uuid, id uuid, facts jsonb)
    where d.reseller_id = n.reseller_id and d.id = n.id and d.state <> 'closed'`.execute(tx);

/** Remembers when a vendor was last seen with differences. */
export const markRead = async (tx: Tx, read: readonly Pick<Unclosed, "reseller_id" | "id">[], now: Date) =>
  read.length === 0
    ? undefined
    : sql`
    update differences d set read_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(read)}::jsonb) as n (reseller_id uuid, id uuid)
    where d.reseller_id = n.reseller_id and d.id = n.id`.execute(tx);

/** Closes differences because the two books agree again. */
export const closeDifferences = async (tx: Tx, closed: readonly Pick<Unclosed, "reseller_id" | "id">[], now: Date) =>
  closed.length === 0
    ? undefined
    : sql`
    update differences d set state = 'closed', closed_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(closed)}::jsonb) as n (reseller_id uuid, id uuid)
    where d.reseller_id = n.reseller_id and d.id = n.id and d.state <> 'closed'`.execute(tx);

/** Lists up to so many tenants of a vendor that are to be compared by now, those first that are to be for the longest. */
export async function listTenantsToSweep(db: Db, vendor: string, now: Date, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom("provider_tenants")
    .where("fulfiller", "=", vendor)
    .where("sweep_at", "<=", now)
    .orderBy("sweep_at")
    .limit(most)
    .select("tenant_ref")
    .execute();
  return rows.map((row) => row.tenant_ref);
}

/** Remembers when tenants were compared, if they were, and when they are to be next. */
export const markSwept = async (
  tx: Tx,
  vendor: string,
  tenantRefs: readonly string[],
  when: { swept_at?: Date; sweep_at: Date },
) =>
  tenantRefs.length === 0
    ? undefined
    : tx
        .updateTable("provider_tenants")
        .set(when)
        .where("fulfiller", "=", vendor)
        .where("tenant_ref", "=", anyOf(tenantRefs, "text"))
        .execute();

/** Lists the vendors that have tenants to compare, and no job for it yet. */
export async function listVendorsToSweep(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select v.id from vendors v
    where exists (select from provider_tenants t where t.fulfiller = v.id and t.sweep_at <= ${now})
      and not exists (select from pgboss.job j where j.name = 'vendors.sweep' and j.state < 'completed' and j.data ->> 'vendor' = v.id)`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
