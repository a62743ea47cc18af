import { isDeepStrictEqual } from "node:util";
import { linkTo } from "@tradewind/contract/address.ts";
import { differenceWords } from "@tradewind/contract/ordering/difference-words.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { differencesOf, isWishThere, type Entry, type Found } from "@tradewind/domain/ordering/differences.ts";
import type { Seen, SeenThere } from "@tradewind/vendors/vendor.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { Tx } from "../../platform/db.ts";
import { announce } from "../../platform/events.store.ts";
import type { Platform } from "../../platform/platform.ts";
import { notify } from "../../portal/notifications/notifications.store.ts";
import { followIntents } from "../intents/intents.actions.ts";
import type { SeenIntent } from "../intents/intents.store.ts";
import { hastenOrders } from "../orders/orders.store.ts";
import {
  changeDifferences,
  closeDifferences,
  insertViews,
  keepFacts,
  listStanding,
  listTenantsAt,
  listUnclosed,
  markRead,
  openDifferences,
  type NewDifference,
  type NewView,
  type SeenBy,
  type Standing,
  type Unclosed,
} from "./vendor-views.store.ts";
import { followWindows, type SeenWindows } from "./windows.actions.ts";
import { followWishes, type SeenWish } from "./wishes.actions.ts";

/** What a vendor was seen to have in a tenant: `isAll` if that is all there is. */
export type Observed = {
  tenantRef: string;
  isAll: boolean;
  seen: readonly (Omit<SeenThere, "name"> & { name?: string })[];
};

type Learnt = { vendor: string; observed: readonly Observed[]; by: SeenBy; askedAt: Date };

const gone: Seen = { status: "ended", quantity: 0 };

/**
 * Learns what a vendor has: records what changed, opens a difference where it parts from our book, and closes those where
 * the two agree again. Our own state stays as it is until somebody decides; what is wanted for the end of a term is placed again
 * by itself where the rule allows, and until when units are taken back is what the vendor says. Orders at work on what was seen are looked at
 * at once: what they wait for may have come.
 */
export async function learn(tx: Tx, platform: Platform, { vendor, observed, by, askedAt }: Learnt): Promise<void> {
  const now = platform.clock.now();
  const today = now.toISOString().slice(0, 10);
  const refs = observed.map(({ tenantRef }) => tenantRef);
  const [standing, unclosed, tenants] = await Promise.all([
    listStanding(tx, vendor, refs, askedAt),
    listUnclosed(tx, vendor, refs),
    listTenantsAt(tx, vendor, refs),
  ]);
  const views: NewView[] = [];
  const found: NewDifference[] = [];
  const compared = new Set<string>();
  const busy: Standing[] = [];
  const wishes: SeenWish[] = [];
  const billings: SeenIntent[] = [];
  const windows: SeenWindows[] = [];
  for (const { tenantRef, isAll, seen } of observed) {
    const tenant = tenants.find((each) => each.tenant_ref === tenantRef);
    if (!tenant) continue;
    const here = standing.filter((row) => row.tenant_ref === tenantRef);
    const there = new Map(seen.map((each) => [each.vendorRef, each]));
    for (const row of here) {
      const under = row.vendor_ref === null ? undefined : (there.get(row.vendor_ref) ?? (isAll ? gone : undefined));
      const theirs = under && soldOf(under, row.offer_ref);
      if (!theirs) continue;
      const facts = factsOf(theirs);
      if (!isDeepStrictEqual(facts, row.facts)) views.push(viewOf(row, facts, by));
      if (row.is_changing) {
        busy.push(row);
        continue;
      }
      compared.add(row.vendor_ref!);
      const isThere = isWishThere(entryOf(row), facts, today);
      if (isThere !== undefined) wishes.push({ row, isThere });
      if (row.next_billing !== null && facts.billing !== undefined)
        billings.push({
          resellerId: row.reseller_id,
          subscriptionId: row.id,
          isThere: [facts.billing, facts.nextBilling].includes(row.next_billing),
        });
      // Until both have begun the next term, it tells of another one than ours.
      const isRenewing = [row.term_until, facts.termUntil].some((until) => until && until <= today);
      if (row.status === "active" && facts.status === "active" && facts.refundable && !isRenewing)
        windows.push({ row, windows: facts.refundable });
      for (const each of differencesOf(entryOf(row), facts, today))
        found.push(differenceOf(row, row.vendor_ref!, each));
    }
    if (!isAll) continue;
    for (const open of unclosed)
      if (open.tenant_ref === tenantRef && open.kind === "unknown") compared.add(open.vendor_ref);
    for (const each of seen) {
      if (each.status === "ended" || each.quantity === 0 || here.some((row) => row.vendor_ref === each.vendorRef))
        continue;
      const row = here.find(({ id, vendor_ref }) => id === each.key && vendor_ref === null);
      // What is being bought or upgraded may be this one: nobody knows its number yet.
      if (row?.is_changing || (!row && here.some((one) => one.is_changing && one.vendor_ref === null))) continue;
      compared.add(each.vendorRef);
      found.push({
        ...tenant,
        subscription_id: row?.id ?? null,
        product_id: row?.product_id ?? null,
        vendor_ref: each.vendorRef,
        name: row?.name ?? each.name ?? each.vendorRef,
        unit: row?.unit ?? "Licence",
        kind: row ? "runsOn" : "unknown",
        ours: 0,
        theirs: each.quantity,
        facts: row ? null : soldAs(each),
      });
    }
  }
  await insertViews(tx, views, by, now);
  await followIntents(tx, "billing", billings, now);
  await followWindows(tx, windows, now);
  const placedAgain = await followWishes(tx, platform, { vendor, by, wishes, unclosed, now });
  await settle(tx, platform, {
    vendor,
    by,
    found: found.filter((each) => each.kind !== "termEnd" || !placedAgain.has(each.vendor_ref)),
    unclosed: unclosed.filter((each) => compared.has(each.vendor_ref)),
    standing,
    now,
  });
  await wake(tx, platform, busy);
  const changed = Map.groupBy(
    views.filter((each) => each.is_news),
    (each) => each.reseller_id,
  );
  for (const [resellerId, of] of changed) {
    const customers = new Set(of.map((view) => standing.find((row) => row.id === view.subscription_id)!.customer_id));
    for (const customerId of customers) await announce(tx, resellerId, ["services", "customers"], customerId);
  }
}

/** What there is of an offer under a number of the vendor's; undefined if that has no limit, so that there is no number. */
function soldOf(under: Observed["seen"][number] | Seen, offerRef: string) {
  const { quantities, ...seen } = under;
  if (!quantities) return seen;
  const quantity = quantities[offerRef];
  if (quantity === null) return undefined;
  return quantity === undefined ? gone : { ...seen, quantity };
}

/** As it comes back from the database. */
const soldAs = ({
  vendorRef: _,
  name: __,
  key: ___,
  ...seen
}:
  | Observed["seen"][number]
  | (Seen & { vendorRef?: never; name?: never; key?: never; offerRef?: never; parentRef?: never })): Seen & {
  offerRef?: string;
  parentRef?: string;
} => JSON.parse(JSON.stringify(seen));

const factsOf = (seen: Parameters<typeof soldAs>[0]): Seen => {
  const { offerRef: _, parentRef: __, ...facts } = soldAs(seen);
  return facts;
};

const viewOf = (row: Standing, seen: Seen, by: SeenBy): NewView => {
  const last = { status: row.last_status ?? statusOf(row), quantity: row.last_quantity ?? row.quantity };
  const is_news = by !== "answer" && (last.status !== seen.status || last.quantity !== seen.quantity);
  return { reseller_id: row.reseller_id, subscription_id: row.id, seen, is_news };
};

const statusOf = ({ status }: Standing): Seen["status"] => (status === "cancelled" ? "ended" : status);

const entryOf = (row: Standing): Entry => ({
  status: row.is_refused ? "ended" : statusOf(row),
  quantity: row.quantity,
  termUntil: row.term_until,
  termEnd: {
    outcome: row.term_end.outcome,
    offerRef: row.next_offer_ref,
    quantity: (row.term_end.outcome === "renew" ? row.term_end.quantity : null) ?? row.quantity,
    ...(row.term_end.outcome === "renew" && row.term_end.until ? { until: row.term_end.until } : {}),
  },
  isExtended: row.billing === "daily",
  chargedUntil: row.charged_until ?? undefined,
});

const differenceOf = (row: Standing, vendorRef: string, found: Found): NewDifference => ({
  reseller_id: row.reseller_id,
  customer_id: row.customer_id,
  subscription_id: row.id,
  product_id: row.product_id,
  tenant_ref: row.tenant_ref,
  vendor_ref: vendorRef,
  name: row.name,
  unit: row.unit,
  ...found,
});

type Settling = {
  vendor: string;
  by: SeenBy;
  found: readonly NewDifference[];
  unclosed: readonly Unclosed[];
  standing: readonly Standing[];
  now: Date;
};

/** Opens, changes and closes differences, by what was found of those that were compared. */
async function settle(
  tx: Tx,
  platform: Platform,
  { vendor, by, found, unclosed, standing, now }: Settling,
): Promise<void> {
  const keyOf = (each: { vendor_ref: string; kind: string }) => `${each.vendor_ref} ${each.kind}`;
  const held = new Map(unclosed.map((each) => [keyOf(each), each]));
  const still = new Set(found.map(keyOf));
  const closed = unclosed.filter((each) => !still.has(keyOf(each)));
  await closeDifferences(tx, closed, now);
  await markRead(
    tx,
    unclosed.filter((each) => still.has(keyOf(each))),
    now,
  );
  const changed = found.flatMap(({ kind, ours, theirs, ...each }) => {
    const open = held.get(keyOf({ ...each, kind }));
    if (!open || (isDeepStrictEqual(open.ours, ours) && isDeepStrictEqual(open.theirs, theirs))) return [];
    return [{ reseller_id: open.reseller_id, id: open.id, kind, ours, theirs }];
  });
  await changeDifferences(tx, changed);
  await keepFacts(
    tx,
    found.flatMap(({ facts = null, ...each }) => {
      const open = held.get(keyOf(each));
      if (!open || isDeepStrictEqual(open.facts, facts)) return [];
      return [{ reseller_id: open.reseller_id, id: open.id, facts }];
    }),
  );
  // A change makes some vendors forget what was scheduled: it is asked for again before anybody need know.
  const isPassing = ({ kind }: Found) => by === "answer" && kind === "termEnd";
  const fresh = found.filter((each) => !held.has(keyOf(each)) && !isPassing(each));
  for (const { reseller_id, vendor_ref, kind, id } of await openDifferences(tx, vendor, fresh, now)) {
    const each = fresh.find((one) => one.vendor_ref === vendor_ref && one.kind === kind)!;
    const row = standing.find((one) => one.id === each.subscription_id);
    // What is not with us is the operator's to clear up, until it is known whose it is.
    if (row) await tell(tx, { resellerId: reseller_id, id, vendor: platform.vendors.nameOf(vendor), row, each, now });
  }
  for (const resellerId of new Set([...closed, ...changed, ...fresh].map((each) => each.reseller_id)))
    await announce(tx, resellerId, ["differences", "services"]);
}

type Told = { resellerId: string; id: string; vendor: string; row: Standing; each: NewDifference; now: Date };

async function tell(tx: Tx, { resellerId, id, vendor, row, each, now }: Told): Promise<void> {
  const what = `${each.name} of ${row.customer_name}: ${differenceWords({ ...each, vendor })}`;
  await recordActivity(
    tx,
    { resellerId, actor: null, now },
    { action: "differences.opened", what, customerId: row.customer_id, object: ["difference", id] },
  );
  await notify(tx, {
    resellerId,
    category: "Service status",
    content: what,
    link: linkTo(screens.differences, {}),
    view: "manageService",
    kinds: ["reseller", "engineer"],
    customerId: row.customer_id,
    productId: row.product_id,
    now,
  });
}

/** Looks at once at the orders at work on services that were seen. */
async function wake(tx: Tx, platform: Platform, busy: readonly Standing[]): Promise<void> {
  const instances = new Map(busy.map((row) => [row.instance_id, row.reseller_id]));
  for (const [instance_id, resellerId] of instances)
    for (const orderId of await hastenOrders(tx, resellerId, { instance_id }))
      await platform.jobs.file(tx, "orders.fulfil", { resellerId, orderId });
}
