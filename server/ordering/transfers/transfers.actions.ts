import { recognise } from "@tradewind/domain/ordering/transfers.ts";
import type { SeenTransfer } from "@tradewind/vendors/transfers.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { TenantActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import { brokeUnique } from "../../platform/db-errors.ts";
import type { Tx } from "../../platform/db.ts";
import type { Doing } from "../../platform/http.ts";
import type { Platform } from "../../platform/platform.ts";
import { findCustomer, lockCustomer } from "../../customers/customers/customers.store.ts";
import { isAtWork } from "../tenants/tenant-holds.store.ts";
import { findTenant } from "../tenants/tenants.store.ts";
import { recordLeaving } from "./leaving.actions.ts";
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
  insertLines,
  insertTransfer,
  keepRefs,
  listKnownRefs,
  listLines,
  listOpen,
  listTenantsOf,
  lockOwnTransfer,
  lockTransfer,
  updateTransfer,
  type TransferRow,
} from "./transfers.store.ts";

/** What comes can be of any product of the vendor. */
export function requireEveryProduct({ restriction }: TenantActor): void {
  if (restriction?.products) throw new AppError("onlyPartOfCompany");
}

type Asked = { VendorId: string; PartnerTenantId: string; PartnerName: string; CustomerEmail: string };

/** Asks for what another partner provides to a customer in the tenant that it has at a vendor. */
export async function askForTransfer(
  { tx, actor, now, doer, platform }: Doing<TenantActor>,
  customerId: string,
  { VendorId, PartnerTenantId, PartnerName, CustomerEmail }: Asked,
): Promise<string> {
  // As when an order is placed: nothing begins to change there meanwhile.
  const customer = orNotFound(await lockCustomer(tx, actor, customerId));
  requireEveryProduct(actor);
  if (customer.status === "Suspended") throw new AppError("customerSuspended");
  const vendor = platform.vendors.find(VendorId);
  if (!vendor?.can.transfers) throw new AppError("transferNotPossible");
  const place = { fulfiller: vendor.id, reseller_id: actor.resellerId, customer_id: customer.id };
  const tenantRef = await findTenant(tx, place);
  if (tenantRef === undefined) throw new AppError("transferNeedsTenant");
  const partnerRef = vendor.readTenantRef?.(PartnerTenantId);
  if (partnerRef === undefined)
    throw new AppError("tenantRefMalformed", {
      fields: { PartnerTenantId: `Must be a tenant ID, as ${vendor.name} shows it` },
    });
  if (await isAtWork(tx, place)) throw new AppError("tenantBusy");
  const id = await insertTransfer(tx, {
    resellerId: actor.resellerId,
    customerId: customer.id,
    fulfiller: vendor.id,
    tenantRef,
    partnerRef,
    partnerName: PartnerName,
    customerEmail: CustomerEmail,
    by: actor.displayName,
    now,
  }).catch((error: unknown) => {
    throw brokeUnique(error, "transfers_open") ? new AppError("transferPending") : error;
  });
  await recordActivity(tx, doer, {
    action: "transfers.ask",
    what: `Asked ${PartnerName} for what it provides of ${vendor.name} to ${customer.name}`,
    customerId: customer.id,
    object: ["transfer", id],
  });
  await announceTransfer(tx, actor.resellerId, customer.id);
  await platform.jobs.file(tx, "transfers.look", { resellerId: actor.resellerId, transferId: id });
  return id;
}

/** Takes a request back. It counts until the vendor has said so, since the other partner may accept it meanwhile. */
export async function withdrawTransfer({ tx, actor, now, doer, platform }: Doing<TenantActor>, id: string) {
  const row = orNotFound(await lockOwnTransfer(tx, actor, id));
  requireEveryProduct(actor);
  if (row.state !== "preparing" && row.state !== "pending") throw new AppError("transferOver");
  await updateTransfer(tx, row, { state: "withdrawing", since: now });
  await recordActivity(tx, doer, {
    action: "transfers.withdraw",
    what: `Took back the request to ${row.partner_name} for what it provides to ${row.customer_name}`,
    customerId: row.customer_id,
    object: ["transfer", id],
  });
  await announceTransfer(tx, row.reseller_id, row.customer_id);
  // While the vendor is being asked, only whoever asks may find that there is nothing to take back.
  if (row.state === "pending")
    await platform.jobs.file(tx, "transfers.look", { resellerId: row.reseller_id, transferId: id, hinted: true });
  return id;
}

/** Has the vendors asked now how a customer's transfers stand, and what other partners want. */
export async function lookAtTransfers({ tx, actor, platform }: Doing<TenantActor>, customerId: string) {
  const customer = orNotFound(await findCustomer(tx, actor, customerId));
  requireEveryProduct(actor);
  const { resellerId } = actor;
  const tenants = (await listTenantsOf(tx, resellerId, customer.id)).filter((each) =>
    platform.vendors.can(each.fulfiller, "transfers"),
  );
  if (tenants.length === 0) throw new AppError("transferNeedsTenant");
  for (const { fulfiller: vendor } of tenants)
    await platform.jobs.file(tx, "transfers.find", { resellerId, customerId: customer.id, vendor });
  for (const transferId of await listOpen(tx, resellerId, customer.id))
    await platform.jobs.file(tx, "transfers.look", { resellerId, transferId, hinted: true });
  return customer.id;
}

const isOpenOut = ({ state }: TransferRow) => ["asked", "releasing", "moving"].includes(state);
const isUndecided = ({ state }: TransferRow) => ["preparing", "pending", "withdrawing", "moving"].includes(state);

/** Records what a vendor says of a transfer, with what stands in its tenant once something came. */
export async function recordTransfer(
  tx: Tx,
  platform: Platform,
  id: string,
  seen: SeenTransfer,
  there: There | null,
): Promise<void> {
  const row = await lockTransfer(tx, id);
  if (!row) return;
  const round: Round = { tx, platform, row, now: platform.clock.now() };
  if (row.direction === "out") return isOpenOut(row) ? recordLeaving(round, seen, there) : undefined;
  if (row.state === "arriving" && there) return recordArrival(round, there);
  if (!isUndecided(row)) return;
  switch (seen.state) {
    case "pending":
      return recordPending(round, seen);
    case "moving":
      if (row.state === "moving") return void (await updateTransfer(tx, row, { looks: row.looks + 1 }));
      await updateTransfer(tx, row, { state: "moving", since: round.now, vendor_ref: seen.ref, looks: 0 });
      return announceTransfer(tx, row.reseller_id, row.customer_id);
    case "came":
      return recordCame(round, seen, there!);
    default:
      return endTransfer(round, seen);
  }
}

async function recordPending({ tx, row, now }: Round, { ref, until }: Extract<SeenTransfer, { state: "pending" }>) {
  const isNew = row.state === "preparing";
  await updateTransfer(tx, row, {
    looks: row.looks + 1,
    vendor_ref: ref,
    until: until === null ? null : new Date(until),
    // One that is being taken back stays so, whatever an earlier look says.
    ...(isNew ? { state: "pending", since: now, looks: 0 } : {}),
  });
  if (isNew) await announceTransfer(tx, row.reseller_id, row.customer_id);
}

/** Keeps what came and what stayed, learns how the tenant stands with it, and lets changes begin that waited. */
async function recordCame(round: Round, seen: Extract<SeenTransfer, { state: "came" }>, there: There): Promise<void> {
  const { tx, row, now } = round;
  const refs = await recogniseLines(
    round,
    seen.lines.map((line) => (line.refusal ? null : line)),
    there,
  );
  const lines = seen.lines.map((line, at) => ({ ...line, vendorRef: refs[at] ?? null }));
  await insertLines(tx, row, lines);
  const came = lines.filter(({ refusal }) => !refusal).length;
  const isAll = lines.every(({ refusal, vendorRef }) => refusal || vendorRef !== null);
  await updateTransfer(tx, row, {
    state: isAll ? "came" : "arriving",
    since: now,
    vendor_ref: seen.ref,
    came_at: new Date(seen.at),
    looks: 0,
  });
  await learnThere(round, there);
  await wakeWaiting(round);
  const subscriptions = `${lines.length} ${lines.length === 1 ? "subscription" : "subscriptions"}`;
  const what = `${came} of ${subscriptions} of ${row.customer_name} came from ${row.partner_name}`;
  await tell(
    round,
    "transfers.end",
    what,
    came > 0 ? `${what}. Take over what came, so that it is billed.` : `${what}.`,
  );
}

/** Looks for what had come and did not show. */
async function recordArrival(round: Round, there: There): Promise<void> {
  const { tx, platform, row, now } = round;
  const awaited = (await listLines(tx, [row.reseller_id], [row.id])).filter(
    (line) => line.reason === null && line.vendor_ref === null,
  );
  const found = await recogniseLines(
    round,
    awaited.map((line) => ({ offerRef: line.offer_ref, quantity: line.quantity, termUntil: line.term_until })),
    there,
  );
  const refs = awaited.flatMap(({ position }, at) => (found[at] === undefined ? [] : [{ position, ref: found[at] }]));
  await keepRefs(tx, row, refs);
  await learnThere(round, there);
  const isAll = refs.length === awaited.length;
  const isLate = !isAll && row.message === null && now.getTime() - row.since.getTime() >= tellLateAfter;
  const { customer_name: customer, partner_name: partner } = row;
  const vendor = platform.vendors.nameOf(row.fulfiller);
  const message = `${vendor} has not shown what still has to come for 3 days. Ask ${vendor} what became of it, then look again.`;
  const what = `Not all that came from ${partner} for ${customer} shows: ${message}`;
  await updateTransfer(
    tx,
    row,
    isAll ? { state: "came", since: now, message: null } : { looks: row.looks + 1, ...(isLate && { message }) },
  );
  if (isLate) await tell(round, "transfers.late", what, what);
  else if (refs.length > 0) await announceTransfer(tx, row.reseller_id, row.customer_id);
}

/** Milliseconds after which somebody is told that something has come and does not show. */
const tellLateAfter = 3 * 24 * 3_600_000;

type Wanted = Parameters<typeof recognise>[0][number] | null;

async function recogniseLines({ tx, row }: Round, lines: readonly Wanted[], { seen }: There) {
  const known = await listKnownRefs(tx, row);
  const refs = recognise(
    lines.filter((line) => line !== null),
    seen.filter((each) => !known.has(each.vendorRef)),
  );
  return lines.map((line) => (line === null ? undefined : refs.shift()));
}
