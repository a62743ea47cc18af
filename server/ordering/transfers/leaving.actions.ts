/** Records what becomes of what another partner asked us for, as the vendor says. */
import { errors } from "@tradewind/contract/errors.ts";
import { leave } from "@tradewind/domain/ordering/transfers.ts";
import type { AskedOfUs, SeenTransfer } from "@tradewind/vendors/transfers.ts";
import type { Tx } from "../../platform/db.ts";
import type { Platform } from "../../platform/platform.ts";
import { loadCatalogueOfOffers } from "../../catalogue/offers/offers.store.ts";
import { bookTaken, type Booking } from "../differences/booking.actions.ts";
import { isOpenEnded, lockSubscriptions, toSubscription } from "../subscriptions/subscriptions.store.ts";
import { isAtWork } from "../tenants/tenant-holds.store.ts";
import {
  announceTransfer,
  endTransfer,
  learnThere,
  tell,
  wakeWaiting,
  type Round,
  type There,
} from "./transfer-rounds.actions.ts";
import {
  dropReleased,
  insertAsked,
  insertReleased,
  keepReasons,
  listByRefs,
  markTransfersRead,
} from "./releasing.store.ts";
import { listLines, updateTransfer } from "./transfers.store.ts";

type Place = { reseller_id: string; customer_id: string; fulfiller: string; tenant_ref: string };
type Named = Place & { customer_name: string };

/** Files what other partners ask for, tells of what is new, and has each looked at until it is decided. */
export async function recordAsked(tx: Tx, platform: Platform, named: Named, asked: readonly AskedOfUs[]) {
  const { customer_name, ...place } = named;
  const now = platform.clock.now();
  const made = await insertAsked(
    tx,
    place,
    asked.map(({ ref, partner, customerEmail, askedAt, until }) => ({
      ref,
      partnerRef: partner.ref,
      partnerName: partner.name,
      customerEmail,
      askedAt: askedAt ? new Date(askedAt) : now,
      until: until === null ? null : new Date(until),
    })),
    now,
  );
  await markTransfersRead(tx, place, now);
  for (const { id, partner_name } of made) {
    await platform.jobs.file(tx, "transfers.look", { resellerId: place.reseller_id, transferId: id });
    const what = `${partner_name} asks for what you provide of ${platform.vendors.nameOf(place.fulfiller)} to ${customer_name}`;
    await tell({ tx, row: { ...place, id }, now }, "transfers.asked", what, `${what}. Choose what to give away.`);
  }
  if (made.length === 0) await announceTransfer(tx, place.reseller_id, place.customer_id);
}

/** Records a look at what another partner asked us for. */
export async function recordLeaving(round: Round, seen: SeenTransfer, there: There | null): Promise<void> {
  const { tx, row, now } = round;
  switch (seen.state) {
    case "pending":
      return void (await updateTransfer(tx, row, {
        looks: row.looks + 1,
        until: seen.until === null ? null : new Date(seen.until),
      }));
    case "moving":
      await updateTransfer(tx, row, row.state === "moving" ? { looks: row.looks + 1 } : moving(now));
      return row.state === "moving" ? undefined : announceTransfer(tx, row.reseller_id, row.customer_id);
    case "came":
      return recordLeft(round, seen, there!);
    default:
      // A refusal of what was chosen leaves the request open; otherwise nobody can decide about it any more.
      if (seen.state === "refused" && row.state === "releasing") return askAgain(round, seen.reason);
      return endTransfer(round, seen);
  }
}

const moving = (now: Date) => ({ state: "moving", since: now, looks: 0 }) as const;

/** Lets somebody choose again, since the vendor did not take what was chosen. */
async function askAgain(round: Round, reason: string): Promise<void> {
  const { tx, row, now } = round;
  await dropReleased(tx, row);
  await updateTransfer(tx, row, { state: "asked", since: now, message: reason });
  await wakeWaiting(round);
  const what = `Nothing of ${row.customer_name} went to ${row.partner_name}: ${reason}`;
  await tell(round, "transfers.end", what, what, "refused");
}

type Left = Extract<SeenTransfer, { state: "came" }>;

/** Ends what has gone, from the day on which it went; what stayed goes on, with the vendor's reason. */
async function recordLeft(round: Round, { at, lines: seen }: Left, there: There): Promise<void> {
  const { tx, platform, row, now } = round;
  // It was accepted at the vendor itself while something else was at work: that is waited for.
  if (await isAtWork(tx, row)) return void (await updateTransfer(tx, row, { looks: row.looks + 1 }));
  if ((await linesOf(round)).length === 0) await keepSeen(round, seen);
  const vendor = platform.vendors.nameOf(row.fulfiller);
  const named = new Map(seen.map((each) => [each.sourceRef, each]));
  const stayed: Parameters<typeof keepReasons>[2][number][] = [];
  const gone: string[] = [];
  const lines = await linesOf(round);
  for (const { position, vendor_ref, subscription_id } of lines) {
    const line = named.get(vendor_ref!);
    if (line && !line.refusal) gone.push(subscription_id!);
    else stayed.push({ position, ...(line?.refusal ?? { code: "", reason: `${vendor} did not move this.` }) });
  }
  const booked: Booking[] = [];
  const leaving = await lockSubscriptions(tx, row.reseller_id, gone);
  const catalogueOf = await loadCatalogueOfOffers(tx, leaving.filter(isOpenEnded));
  for (const each of leaving) {
    if (each.status === "cancelled") continue;
    const when = { at, now: now.toISOString(), partner: row.partner_name };
    const left = leave(toSubscription(each), catalogueOf(each), when);
    if (left.ok) booked.push({ row: each, taken: left.value });
    else platform.log.error({ subscription: each.id, why: errors[left.refusal][1] }, "What left could not be ended");
  }
  await bookTaken(tx, booked, now);
  await keepReasons(tx, row, stayed);
  await updateTransfer(tx, row, { state: "left", since: now, came_at: new Date(at), looks: 0, message: null });
  await learnThere(round, there);
  await wakeWaiting(round);
  const subscriptions = `${lines.length} ${lines.length === 1 ? "subscription" : "subscriptions"}`;
  const what = `${gone.length} of ${subscriptions} of ${row.customer_name} went to ${row.partner_name}`;
  await tell(round, "transfers.end", what, `${what}.`);
}

const linesOf = ({ tx, row }: Round) => listLines(tx, [row.reseller_id], [row.id]);

/** Keeps what was given away at the vendor itself, as far as it is in our book. */
async function keepSeen({ tx, row }: Round, seen: Left["lines"]): Promise<void> {
  const ours = await listByRefs(
    tx,
    row,
    seen.map((each) => each.sourceRef),
  );
  if (ours.length > 0) await insertReleased(tx, row, ours);
}
