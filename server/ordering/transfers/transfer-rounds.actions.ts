import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import type { SeenThere } from "@tradewind/vendors/vendor.ts";
import { recordActivity, type Doer } from "../../platform/activity.store.ts";
import type { Tx } from "../../platform/db.ts";
import { announce } from "../../platform/events.store.ts";
import type { Platform } from "../../platform/platform.ts";
import { notify } from "../../portal/notifications/notifications.store.ts";
import { learn } from "../vendor-views/vendor-views.actions.ts";
import { updateTransfer, wakeOrders, type TransferRow } from "./transfers.store.ts";

/** A look at a transfer, and what is known of it. */
export type Round = { tx: Tx; platform: Platform; row: TransferRow; now: Date };

/** What stands in the tenant, and when it was asked. */
export type There = { seen: readonly SeenThere[]; askedAt: Date };

export const announceTransfer = (tx: Tx, resellerId: string, customerId: string) =>
  announce(tx, resellerId, ["transfers", "services", "customers"], customerId);

/** Learns how the tenant stands with what moved. */
export const learnThere = ({ tx, platform, row }: Round, { seen, askedAt }: There) =>
  learn(tx, platform, {
    vendor: row.fulfiller,
    observed: [{ tenantRef: row.tenant_ref, isAll: true, seen }],
    by: "sweep",
    askedAt,
  });

/** Lets changes begin that waited for the end of a transfer. */
export async function wakeWaiting({ tx, platform, row }: Round): Promise<void> {
  for (const orderId of await wakeOrders(tx, row))
    await platform.jobs.file(tx, "orders.fulfil", { resellerId: row.reseller_id, orderId });
}

/** Ends a transfer of which nothing moves, for a reason that the reseller can act on. */
export async function endTransfer(
  round: Round,
  { state, reason }: { state: "refused" | "expired" | "withdrawn"; reason: string },
): Promise<void> {
  const { tx, row, now } = round;
  await updateTransfer(tx, row, { state, message: reason, since: now });
  await wakeWaiting(round);
  const way = row.direction === "in" ? "came from" : "went to";
  const what = `Nothing of ${row.customer_name} ${way} ${row.partner_name}: ${reason}`;
  // Whoever took a request back here knows.
  if (state === "withdrawn" && row.direction === "in") await announceTransfer(tx, row.reseller_id, row.customer_id);
  else await tell(round, "transfers.end", what, what, "refused");
}

type Telling = { tx: Tx; row: Pick<TransferRow, "reseller_id" | "customer_id" | "id">; now: Date };

/** Records what happened to a customer's transfer, and tells the reseller's people. */
export async function tell(
  { tx, row, now }: Telling,
  action: "transfers.asked" | "transfers.late" | "transfers.end",
  what: string,
  content: string,
  outcome?: "refused",
): Promise<void> {
  const doer: Doer = { actor: null, now, resellerId: row.reseller_id };
  await recordActivity(tx, doer, {
    action,
    what,
    ...(outcome ? { outcome } : {}),
    customerId: row.customer_id,
    object: ["transfer", row.id],
  });
  await notify(tx, {
    resellerId: row.reseller_id,
    category: "Orders",
    content,
    link: linkTo(screens.transfers, { ctx: row.customer_id }),
    view: "customers",
    kinds: ["reseller", "engineer"],
    customerId: row.customer_id,
    ofEveryProduct: true,
    now,
  });
  await announceTransfer(tx, row.reseller_id, row.customer_id);
}
