import type { Cure } from "@tradewind/contract/ordering/differences.ts";
import { differenceWords } from "@tradewind/contract/ordering/difference-words.ts";
import { takeTheirs, type DifferenceKind, type Taken } from "@tradewind/domain/ordering/differences.ts";
import { takeTerm, type SeenTerm } from "@tradewind/domain/ordering/taken-terms.ts";
import { canonicalText } from "@tradewind/domain/pricing/canonical.ts";
import type { Catalogue } from "@tradewind/domain/pricing/pricing-types.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { OperatorActor, TenantActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import type { Db } from "../../platform/db.ts";
import { announce } from "../../platform/events.store.ts";
import type { Context, Doing } from "../../platform/http.ts";
import { loadCatalogue } from "../../catalogue/offers/offers.store.ts";
import { lockCustomer } from "../../customers/customers/customers.store.ts";
import { fileOrder } from "../orders/system-orders.actions.ts";
import { hashOfPromise } from "../../platform/promise-hash.ts";
import { orRefuse } from "../proposals/proposals.reads.ts";
import { findSubscription, toSubscription, type StandingRow } from "../subscriptions/subscriptions.store.ts";
import { bookTaken } from "./booking.actions.ts";
import { decide, findAnyDifference, findDifference, findSeenSince, type Difference } from "./differences.store.ts";

/** What each kind of difference can be cured by, the proposed cure first. What the vendor does at the end of a term is asked for again. */
export const curesOf: Record<DifferenceKind, readonly Cure[]> = {
  quantity: ["take", "ask", "accept"],
  ended: ["take", "accept"],
  suspended: ["ask", "take", "accept"],
  resumed: ["ask", "take", "accept"],
  runsOn: ["ask", "accept"],
  term: ["take", "accept"],
  termEnd: ["ask", "accept"],
  extended: ["take", "accept"],
  unknown: ["accept"],
};

/** What the vendor is asked for so that it has what we have. */
const tasks = {
  quantity: "change",
  suspended: "resume",
  resumed: "suspend",
  runsOn: "cancel",
  termEnd: "schedule",
} as const satisfies Partial<Record<DifferenceKind, string>>;

type Worked = { difference: Difference; row: StandingRow; taken: Taken; hash: string };

async function findOpen(db: Db, actor: TenantActor, id: string): Promise<Difference> {
  const difference = orNotFound(await findDifference(db, actor, id));
  if (difference.state === "closed") throw new AppError("differenceSettled");
  return difference;
}

/** Works out what taking over the vendor's book would do and cost. */
export async function workOutTaking(
  { db, actor, now, platform }: Pick<Context, "db" | "actor" | "now" | "platform">,
  id: string,
): Promise<Worked> {
  const difference = await findOpen(db, actor, id);
  if (!curesOf[difference.kind].includes("take")) throw new AppError("differenceNotTaken");
  const row = await findSubscription(db, actor.resellerId, difference.subscription_id!);
  const when = { since: difference.since.toISOString(), now: now.toISOString() };
  const taken = orRefuse(
    difference.kind === "extended"
      ? takeTerm(toSubscription(row), ...(await termAtVendor(db, difference, row)), when)
      : takeTheirs(toSubscription(row), difference, when),
  );
  // The moment of recording is not part of what was promised.
  const promised = {
    charges: taken.chargeRows,
    quantity: taken.subscription.quantity,
    status: taken.subscription.status,
    termFrom: taken.subscription.termFrom,
    termUntil: taken.subscription.termUntil,
    offerId: taken.subscription.offerId,
    unitCost: taken.subscription.unitCost,
  };
  return { difference, row, taken, hash: hashOfPromise(platform, canonicalText(promised)) };
}

async function termAtVendor(db: Db, difference: Difference, row: StandingRow): Promise<[SeenTerm, Catalogue]> {
  const seen = await findSeenSince(db, difference);
  const of = { resellerId: row.reseller_id, customerId: row.customer_id, currency: row.currency };
  return [seen ?? {}, await loadCatalogue(db, { ...of, productIds: [row.product_id] })];
}

/** Has the vendor asked about a difference's subscription now. */
export async function readDifference({ tx, actor, platform }: Doing, id: string) {
  const { fulfiller: vendor, tenant_ref: tenantRef, vendor_ref: vendorRef } = await findOpen(tx, actor, id);
  await platform.jobs.file(tx, "vendors.look", { vendor, tenantRef, vendorRef });
  return { Id: id };
}

type Settled = { Cure: Cure; Hash?: string | undefined; Note?: string | undefined };

/** Settles a difference: takes over the vendor's book as proposed, asks the vendor for what we have, or accepts it as it is. */
export async function settleDifference(doing: Doing, id: string, { Cure: cure, Hash, Note }: Settled) {
  const { tx, actor, now, doer, platform } = doing;
  const found = await findOpen(tx, actor, id);
  // As when an order is placed: nobody changes its basis meanwhile.
  await lockCustomer(tx, actor, found.customer_id);
  const difference = await findOpen(tx, actor, id);
  if (!curesOf[difference.kind].includes(cure)) throw new AppError("differenceNotTaken");
  const row = await findSubscription(tx, actor.resellerId, difference.subscription_id!);
  if (cure !== "accept" && row.at_vendor === "changing") throw new AppError("serviceBusy");
  if (cure === "take") await take(doing, id, Hash);
  const task = tasks[difference.kind as keyof typeof tasks];
  const placedBy = { id: actor.personId, name: actor.displayName };
  const asked = { resellerId: actor.resellerId, of: { order: row }, task, lines: [row.id], placedBy };
  const orderId = cure === "ask" ? await fileOrder(tx, platform, asked, now) : undefined;
  const state = ({ take: "closed", ask: "asked", accept: "accepted" } as const)[cure];
  const by = actor.displayName;
  if (!(await decide(tx, difference, { state, cure, by, note: Note ?? null, now, ...(orderId ? { orderId } : {}) })))
    throw new AppError("differenceSettled");
  const vendor = platform.vendors.nameOf(difference.fulfiller);
  await recordActivity(tx, doer, {
    action: `differences.${cure}`,
    what: `${said[cure](vendor)}: ${difference.name}, ${differenceWords({ ...difference, vendor })}${Note ? `. ${Note}` : ""}`,
    customerId: difference.customer_id,
    object: ["difference", id],
  });
  await announce(tx, actor.resellerId, ["differences", "services", "customers", "dashboard"], difference.customer_id);
  return { Id: id };
}

const said: Record<Cure, (vendor: string) => string> = {
  take: (vendor) => `Took over what ${vendor} has`,
  ask: (vendor) => `Asked ${vendor} for what we have`,
  accept: (vendor) => `Accepted what ${vendor} has as it is`,
};

async function take({ tx, actor, now, platform }: Doing, id: string, hash: string | undefined): Promise<void> {
  const { taken, row, hash: present } = await workOutTaking({ db: tx, actor, now, platform }, id);
  if (hash !== present) throw new AppError("proposalChanged");
  await bookTaken(tx, [{ row, taken }], now);
}

/** Accepts any company's difference as it is, with the operator's reason. */
export async function acceptDifference({ tx, actor, now, ...doing }: Doing<OperatorActor>, id: string, note: string) {
  const difference = orNotFound(await findAnyDifference(tx, id));
  if (!(await decide(tx, difference, { state: "accepted", cure: "accept", by: actor.displayName, note, now })))
    throw new AppError("differenceSettled");
  await recordActivity(
    tx,
    { resellerId: difference.reseller_id, actor, now, ip: doing.ip, requestId: doing.requestId },
    {
      action: "everyDifference.accept",
      what: `Accepted a difference of ${difference.name} as it is: ${note}`,
      customerId: difference.customer_id,
      object: ["difference", id],
    },
  );
  await announce(tx, difference.reseller_id, ["differences"], difference.customer_id);
  return { Id: id };
}
