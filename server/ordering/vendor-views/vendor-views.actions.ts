import { isDeepStrictEqual } from "node:util";
import { linkTo } from "@tradewind/contract/address.ts";
import { differenceWords } from "@tradewind/contract/ordering/difference-words.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { differencesOf, isWishThere, type Entry, type Found } from "@tradewind/domain/ordering/differences.ts";
import type { Seen, SeenThere } from "@tradewind/vendors/vendor.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { Tx } from "../../platform/db.ts";
import { announce, announceEach } from "../../platform/events.store.ts";
import type { Platform } from "../../platform/platform.ts";
import { notify } from "../../portal/notifications/notifications.store.ts";
import { followIntents } from "../intents/intents.actions.ts";
import type { SeenIntent } from "../intents/intents.store.ts";
import { hastenOrders } from "../orders/orders.store.ts";
import {
  changeDifferences,
  closeDifferences,
  describeStanding,
  insertViews,
  keepFacts,
  listStanding,
  listTenantsAt,
  listUnclosed,
  markRead,
  openDifferences,
  type Description,
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
  const standingIn = Map.groupBy(standing, (row) => row.tenant_ref);
  const tenantAt = new Map(tenants.map((each) => [each.tenant_ref, each]));
  const views: NewView[] = [];
  const parted: Parted[] = [];
  const compared = new Set<string>();
  const busy: Standing[] = [];
  const wishes: SeenWish[] = [];
  const billings: SeenIntent[] = [];
  const windows: SeenWindows[] = [];
  for (const { tenantRef, isAll, seen } of observed) {
    const tenant = tenantAt.get(tenantRef);
    if (!tenant) continue;
    const here = standingIn.get(tenantRef) ?? [];
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
      const ours = entryOf(row);
      const isThere = isWishThere(ours, facts, today);
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
        windows.push({ row, customerId: tenant.customer_id, windows: facts.refundable });
      for (const each of differencesOf(ours, facts, today))
        parted.push({ ...each, tenant, row, vendor_ref: row.vendor_ref! });
    }
    if (!isAll) continue;
    for (const open of unclosed)
      if (open.tenant_ref === tenantRef && open.kind === "unknown") compared.add(open.vendor_ref);
    const known = new Set(here.map((row) => row.vendor_ref));
    for (const each of seen) {
      if (each.status === "ended" || each.quantity === 0 || known.has(each.vendorRef)) continue;
      const row = here.find(({ id, vendor_ref }) => id === each.key && vendor_ref === null);
      // What is being bought or upgraded may be this one: nobody knows its number yet.
      if (row?.is_changing || (!row && here.some((one) => one.is_changing && one.vendor_ref === null))) continue;
      compared.add(each.vendorRef);
      const kind = row ? "runsOn" : "unknown";
      const what = row ? { row } : { name: each.name, facts: soldAs(each) };
      parted.push({ kind, ours: 0, theirs: each.quantity, tenant, vendor_ref: each.vendorRef, ...what });
    }
  }
  await insertViews(tx, views, by, now);
  await followIntents(tx, "billing", billings, now);
  await followWindows(tx, windows, now);
  const placedAgain = await followWishes(tx, platform, { vendor, by, wishes, unclosed, now });
  const about = await describeStanding(tx, [...parted.flatMap(({ row }) => row ?? []), ...busy]);
  await settle(tx, platform, {
    vendor,
    by,
    found: parted
      .filter((each) => each.kind !== "termEnd" || !placedAgain.has(each.vendor_ref))
      .map((each) => differenceOf(each, each.row && about.get(each.row.id))),
    unclosed: unclosed.filter((each) => compared.has(each.vendor_ref)),
    about,
    now,
  });
  await wake(tx, platform, busy, about);
  const news = new Set(views.filter((each) => each.is_news).map((each) => each.subscription_id));
  const told = new Set(standing.filter(({ id }) => news.has(id)).map((row) => tenantAt.get(row.tenant_ref)!));
  for (const { reseller_id, customer_id } of told)
    await announce(tx, reseller_id, ["services", "customers"], customer_id);
}

type Tenant = Awaited<ReturnType<typeof listTenantsAt>>[number];
/** Where the two books part: about a subscription of ours, or about what the vendor alone has. */
type Parted = Found &
  Pick<NewDifference, "vendor_ref" | "facts"> & { tenant: Tenant; row?: Standing; name?: string | undefined };

/** What there is of an offer under a number of the vendor's; undefined if that has no limit, so that there is no number. */
function soldOf(under: Sold, offerRef: string): Sold | undefined {
  if (!under.quantities) return under;
  const quantity = under.quantities[offerRef];
  if (quantity === null) return undefined;
  return quantity === undefined ? gone : { ...under, quantity };
}

type Sold = Seen & Partial<Observed["seen"][number]>;

/** What is kept of something that nobody ordered here. */
const soldAs = ({ vendorRef: _, name: __, key: ___, ...seen }: Sold) => seen;

const factsOf = (sold: Sold): Seen => {
  const { vendorRef: _, name: __, key: ___, offerRef: ____, parentRef: _____, quantities: ______, ...facts } = sold;
  return facts;
};

const viewOf = (row: Standing, seen: Seen, by: SeenBy): NewView => {
  const last = row.facts ?? { status: statusOf(row), quantity: row.quantity };
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
    offerRef: row.next_offer_ref ?? row.offer_ref,
    quantity: (row.term_end.outcome === "renew" ? row.term_end.quantity : null) ?? row.quantity,
    ...(row.term_end.outcome === "renew" && row.term_end.until ? { until: row.term_end.until } : {}),
  },
  isExtended: row.billing === "daily",
  chargedUntil: row.charged_until ?? undefined,
});

const differenceOf = ({ tenant, row, name, ...parted }: Parted, what?: Description): NewDifference => ({
  ...tenant,
  subscription_id: row?.id ?? null,
  product_id: what?.product_id ?? null,
  name: what?.name ?? name ?? parted.vendor_ref,
  unit: what?.unit ?? "Licence",
  ...parted,
});

type Settling = {
  vendor: string;
  by: SeenBy;
  found: readonly NewDifference[];
  unclosed: readonly Unclosed[];
  about: ReadonlyMap<string, Description>;
  now: Date;
};

/** Opens, changes and closes differences, by what was found of those that were compared. */
async function settle(
  tx: Tx,
  platform: Platform,
  { vendor, by, found, unclosed, about, now }: Settling,
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
    return [{ reseller_id: open.reseller_id, customer_id: open.customer_id, id: open.id, kind, ours, theirs }];
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
    const what = about.get(each.subscription_id ?? "");
    // What is not with us is the operator's to clear up, until it is known whose it is.
    if (what) await tell(tx, { resellerId: reseller_id, id, vendor: platform.vendors.nameOf(vendor), what, each, now });
  }
  for (const [resellerId, rows] of Map.groupBy([...closed, ...changed, ...fresh], (each) => each.reseller_id))
    await announceEach(
      tx,
      resellerId,
      ["differences", "services"],
      rows.map((each) => each.customer_id),
    );
}

type Told = { resellerId: string; id: string; vendor: string; what: Description; each: NewDifference; now: Date };

async function tell(tx: Tx, { resellerId, id, vendor, what, each, now }: Told): Promise<void> {
  const { customer_id: customerId, product_id: productId } = what;
  const content = `${each.name} of ${what.customer_name}: ${differenceWords({ ...each, vendor })}`;
  await recordActivity(
    tx,
    { resellerId, actor: null, now },
    { action: "differences.opened", what: content, customerId, object: ["difference", id] },
  );
  await notify(tx, {
    resellerId,
    category: "Service status",
    content,
    link: linkTo(screens.differences, {}),
    view: "manageService",
    kinds: ["reseller", "engineer"],
    customerId,
    productId,
    now,
  });
}

/** Looks at once at the orders at work on services that were seen. */
async function wake(
  tx: Tx,
  platform: Platform,
  busy: readonly Standing[],
  about: ReadonlyMap<string, Description>,
): Promise<void> {
  const instances = new Map(busy.map((row) => [about.get(row.id)!.instance_id, row.reseller_id]));
  for (const [instance_id, resellerId] of instances)
    for (const orderId of await hastenOrders(tx, resellerId, { instance_id }))
      await platform.jobs.file(tx, "orders.fulfil", { resellerId, orderId });
}
