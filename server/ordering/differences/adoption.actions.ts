import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { counted } from "@tradewind/domain/catalogue/units.ts";
import { adopt, offerOf } from "@tradewind/domain/ordering/adoption.ts";
import type { Taken } from "@tradewind/domain/ordering/differences.ts";
import { arrive, paidFrom } from "@tradewind/domain/ordering/transfers.ts";
import { canonicalText } from "@tradewind/domain/pricing/canonical.ts";
import type { HistoryEntry, Offer } from "@tradewind/domain/pricing/pricing-types.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import type { Tx } from "../../platform/db.ts";
import { announce } from "../../platform/events.store.ts";
import type { Context, Doing } from "../../platform/http.ts";
import type { Platform } from "../../platform/platform.ts";
import { hashOfPromise } from "../../platform/promise-hash.ts";
import { newId } from "../../platform/random.ts";
import { insertCharges } from "../../billing/charges/charges.store.ts";
import { loadCatalogue } from "../../catalogue/offers/offers.store.ts";
import { notify } from "../../portal/notifications/notifications.store.ts";
import { insertInstance, listLiveInstances } from "../instances/instances.store.ts";
import { orRefuse } from "../proposals/proposals.reads.ts";
import { insertHistory, insertSubscriptions, setVendorRefs } from "../subscriptions/subscriptions.store.ts";
import { findArrival, findSold, listHeld } from "./adoption.store.ts";
import { decide, findAnyDifference, type Difference } from "./differences.store.ts";

const key = "adopted";

export type Adoption = { difference: Difference; offer: Offer; from: string; taken: Taken; hash: string };

/**
 * Works out what bringing something that a vendor has and nobody ordered here into its customer's book would cost, charged
 * from a day on: without one, from the first of its term, from which its vendor bills it.
 */
export async function workOutAdoption(
  { db, now, platform }: Pick<Context, "db" | "now" | "platform">,
  id: string,
  wanted: string | undefined,
): Promise<Adoption> {
  const difference = orNotFound(await findAnyDifference(db, id));
  if (difference.state === "closed") throw new AppError("differenceSettled");
  const { facts, reseller_id: resellerId, customer_id: customerId, fulfiller } = difference;
  if (difference.kind !== "unknown" || !facts?.termFrom) throw new AppError("differenceNotTaken");
  const [{ currency, offers }, held, came] = await Promise.all([
    findSold(db, { resellerId, fulfiller, offerRefs: [facts.offerRef ?? ""] }),
    listHeld(db, resellerId, customerId),
    findArrival(db, { resellerId, customerId, vendorRef: difference.vendor_ref }),
  ]);
  // An order that was looked at since may have found that this is its own.
  if (held.some(({ vendorRef }) => vendorRef === difference.vendor_ref)) throw new AppError("differenceSettled");
  const productIds = [...new Set(offers.map((each) => each.product_id))];
  const catalogue = await loadCatalogue(db, { resellerId, customerId, currency, productIds });
  const offer = offerOf(
    facts,
    offers.map((each) => catalogue.offers.get(each.id)!),
  );
  if (!offer) throw new AppError("offerUnknown");
  // What came by a transfer is paid from the day after, whoever takes it over.
  const from = came ? paidFrom(came.came, facts.termUntil) : (wanted ?? facts.termFrom);
  const at = { key, currency, offer, state: held, now: now.toISOString() };
  const taken = orRefuse(
    came ? arrive(facts, catalogue, { ...at, ...came }) : adopt(facts, catalogue, { ...at, from }),
  );
  const promised = { charges: taken.chargeRows, subscription: taken.subscription };
  return { difference, offer, from, taken, hash: hashOfPromise(platform, canonicalText(promised)) };
}

/** Brings it into the book of the customer in whose tenant it stands, as proposed. Its vendor is asked for nothing. */
export async function adoptDifference(
  { tx, actor, now, platform, ...doing }: Doing<OperatorActor>,
  id: string,
  { Hash, From }: { Hash: string; From: string },
) {
  const { difference, offer, taken, hash } = await workOutAdoption({ db: tx, now, platform }, id, From);
  if (Hash !== hash) throw new AppError("proposalChanged");
  const { reseller_id: resellerId, customer_id: customerId, fulfiller } = difference;
  if (!(await decide(tx, difference, { state: "closed", cure: "adopt", by: actor.displayName, note: null, now })))
    throw new AppError("differenceSettled");
  const [booked] = await bookAdopted(
    tx,
    platform,
    { resellerId, customerId, fulfiller },
    [{ offer, taken, vendorRef: difference.vendor_ref }],
    now,
  );
  const { instanceId, subscriptionId } = booked!;
  const vendor = platform.vendors.nameOf(fulfiller);
  const what = `${counted(taken.subscription.quantity, offer.unit)} of ${offer.name} that ${vendor} has and nobody ordered here`;
  await recordActivity(
    tx,
    { resellerId, actor, now, ip: doing.ip, requestId: doing.requestId },
    {
      action: "everyDifference.adopt",
      what: `Adopted ${what}, charged from ${formatDate(From)}`,
      customerId,
      object: ["difference", id],
    },
  );
  await notify(tx, {
    resellerId,
    category: "Service status",
    content: `${what} are yours to bill now. They are charged from ${formatDate(From)}.`,
    link: linkTo(screens.service, { ctx: customerId, instanceId }),
    view: "manageService",
    kinds: ["reseller", "engineer"],
    customerId,
    productId: offer.productId,
    now,
  });
  await announce(tx, resellerId, ["differences", "services", "customers", "dashboard"], customerId);
  return { Id: subscriptionId };
}

type Adopted = { offer: Offer; taken: Taken; vendorRef: string };
type Booked = { instanceId: string; subscriptionId: string };

/**
 * Writes what is adopted into a customer's book, in services that the customer has or new ones. Add-ons come after what
 * they belong to, whose key is its id or, where that is new, the key of its own.
 */
export async function bookAdopted(
  tx: Tx,
  platform: Pick<Platform, "vendors">,
  { resellerId, customerId, fulfiller }: { resellerId: string; customerId: string; fulfiller: string },
  adopted: readonly Adopted[],
  now: Date,
): Promise<Booked[]> {
  const ids = new Map(adopted.map(({ taken }) => [taken.subscription.key, newId()]));
  const idOf = (named: string) => ids.get(named) ?? named;
  const instances = new Map<string, string>();
  for (const [productId, of] of Map.groupBy(adopted, ({ offer }) => offer.productId)) {
    const [live] = platform.vendors.can(fulfiller, "sharesTenant")
      ? await listLiveInstances(tx, resellerId, productId, customerId)
      : [];
    const id = live?.id ?? newId();
    const placed = { resellerId, customerId, productId, membershipId: null, status: "Active" as const, details: {} };
    if (!live) await insertInstance(tx, { ...placed, id }, now);
    instances.set(productId, id);
    await insertSubscriptions(
      tx,
      { resellerId, customerId, instanceId: id },
      of.map(({ taken: { subscription } }) => ({
        ...subscription,
        id: idOf(subscription.key),
        parentId: subscription.parentKey && idOf(subscription.parentKey),
      })),
    );
  }
  const known = adopted.map(({ offer, taken, vendorRef }) => ({
    offer,
    taken,
    vendorRef,
    id: idOf(taken.subscription.key),
  }));
  await setVendorRefs(
    tx,
    resellerId,
    known.map(({ id, vendorRef }) => ({ key: id, vendorRef })),
  );
  await insertHistory(
    tx,
    known.flatMap(({ id, taken }) =>
      taken.history.map((entry) => ({
        resellerId,
        subscriptionId: id,
        orderId: null,
        entry: withParent({ ...entry, subscriptionKey: id }, idOf),
      })),
    ),
    now,
  );
  await insertCharges(
    tx,
    known.flatMap(({ id, taken, offer }) =>
      taken.chargeRows.map((row) => ({
        resellerId,
        customerId,
        productId: offer.productId,
        subscriptionId: id,
        orderId: null,
        row,
      })),
    ),
    now,
  );
  return known.map(({ id, offer }) => ({ subscriptionId: id, instanceId: instances.get(offer.productId)! }));
}

const withParent = (entry: HistoryEntry, idOf: (key: string) => string): HistoryEntry =>
  entry.kind === "started"
    ? { ...entry, data: { ...entry.data, parentKey: entry.data.parentKey && idOf(entry.data.parentKey) } }
    : entry;
