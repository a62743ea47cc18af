import type { Taken } from "@tradewind/domain/ordering/differences.ts";
import { leave } from "@tradewind/domain/ordering/transfers.ts";
import { canonicalText } from "@tradewind/domain/pricing/canonical.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { TenantActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import { brokeUnique } from "../../platform/db-errors.ts";
import type { Context, Doing } from "../../platform/http.ts";
import { hashOfPromise } from "../../platform/promise-hash.ts";
import { loadCatalogueOfOffers } from "../../catalogue/offers/offers.store.ts";
import { lockCustomer } from "../../customers/customers/customers.store.ts";
import { orRefuse } from "../proposals/proposals.reads.ts";
import { isOpenEnded, toSubscription } from "../subscriptions/subscriptions.store.ts";
import { isAtWork } from "../tenants/tenant-holds.store.ts";
import { insertReleased, listOurs } from "./releasing.store.ts";
import { announceTransfer } from "./transfer-rounds.actions.ts";
import { requireEveryProduct } from "./transfers.actions.ts";
import { findOwnTransfer, lockOwnTransfer, updateTransfer, type TransferRow } from "./transfers.store.ts";

type Ours = Awaited<ReturnType<typeof listOurs>>[number];
type Leaving = {
  row: TransferRow;
  /** All that we provide there; `with` is what one belongs to, with which it goes. */
  ours: { row: Ours; with: string | null; isChosen: boolean }[];
  leaving: { row: Ours; taken: Taken }[];
  hash: string;
};

/**
 * Works out what giving away some of what we provide would give back, if it left today. Add-ons go with what they belong
 * to; by default all goes that the vendor takes along at once.
 */
export async function workOutRelease(
  { db, actor, now, platform }: Pick<Context<TenantActor>, "db" | "actor" | "now" | "platform">,
  id: string,
  chosen: readonly string[] | null,
): Promise<Leaving> {
  requireEveryProduct(actor);
  const row = orNotFound(await findOwnTransfer(db, actor, id));
  if (row.state !== "asked") throw new AppError("transferDecided");
  const rows = await listOurs(db, row);
  const ids = new Set(rows.map((each) => each.id));
  const roots = rows.filter((each) => !each.parent_id || !ids.has(each.parent_id));
  if (chosen?.some((each) => !roots.some((root) => root.id === each))) throw new AppError("notFound");
  const rootOf = (each: Ours) => (each.parent_id && ids.has(each.parent_id) ? each.parent_id : each.id);
  const ours = rows.map((each) => ({
    row: each,
    with: rows.find((other) => other.id === each.parent_id)?.name ?? null,
    isChosen: chosen === null || chosen.includes(rootOf(each)),
  }));
  const at = now.toISOString();
  const catalogueOf = await loadCatalogueOfOffers(db, rows.filter(isOpenEnded));
  const leaving = ours
    .filter(({ isChosen }) => isChosen)
    .map((each) => ({
      row: each.row,
      taken: orRefuse(
        leave(toSubscription(each.row), catalogueOf(each.row), { at, now: at, partner: row.partner_name }),
      ),
    }));
  const promised = leaving.map(({ row: { id: subscription, quantity }, taken }) => ({
    subscription,
    quantity,
    charges: taken.chargeRows,
  }));
  return { row, ours, leaving, hash: hashOfPromise(platform, canonicalText(promised)) };
}

/** Gives away what another partner asks for, as proposed: the vendor is told, and it ends here once it has moved. */
export async function releaseTransfer(
  { tx, actor, now, doer, platform }: Doing<TenantActor>,
  id: string,
  chosen: readonly string[],
  hash: string,
): Promise<string> {
  const found = orNotFound(await findOwnTransfer(tx, actor, id));
  // As when an order is placed: nobody changes its basis meanwhile.
  orNotFound(await lockCustomer(tx, actor, found.customer_id));
  orNotFound(await lockOwnTransfer(tx, actor, id));
  const { row, leaving, hash: present } = await workOutRelease({ db: tx, actor, now, platform }, id, chosen);
  if (hash !== present) throw new AppError("proposalChanged");
  if (leaving.length > platform.vendors.find(row.fulfiller)!.can.transfers!.most)
    throw new AppError("transferTooLarge", { message: mostWords(platform.vendors, row.fulfiller) });
  if (await isAtWork(tx, row)) throw new AppError("tenantBusy");
  const releasing = { state: "releasing", since: now, requested_by: actor.displayName, message: null } as const;
  await updateTransfer(tx, row, releasing).catch((error: unknown) => {
    throw brokeUnique(error, "transfers_open") ? new AppError("transferPending") : error;
  });
  await insertReleased(
    tx,
    row,
    leaving.map((each) => each.row),
  );
  await recordActivity(tx, doer, {
    action: "transfers.release",
    what: `Gave ${leaving.map((each) => `${each.row.quantity} × ${each.row.name}`).join(", ")} of ${row.customer_name} to ${row.partner_name}`,
    customerId: row.customer_id,
    object: ["transfer", row.id],
  });
  await announceTransfer(tx, row.reseller_id, row.customer_id);
  await platform.jobs.file(tx, "transfers.look", { resellerId: row.reseller_id, transferId: id, hinted: true });
  return id;
}

const mostWords = (vendors: Doing["platform"]["vendors"], vendor: string) =>
  `${vendors.nameOf(vendor)} moves at most ${vendors.find(vendor)!.can.transfers!.most} subscriptions at a time. Choose fewer; the partner can ask again for the others.`;
