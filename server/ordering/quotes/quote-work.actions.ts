import { isBelowCost } from "@tradewind/domain/ordering/quotes.ts";
import { AppError } from "../../platform/app-error.ts";
import { boundsOf, type Orderer } from "../../platform/actor.ts";
import type { Bounds } from "../../platform/bounds.ts";
import { announce } from "../../platform/events.store.ts";
import { readOrderer } from "../../platform/members.ts";
import type { Platform } from "../../platform/platform.ts";
import { trailing } from "../../platform/trail.ts";
import { placeOrder } from "../orders/orders.actions.ts";
import { listWaiting, lockQuoteOrder, updateQuoteOrder, type OrderStep } from "./quote-orders.store.ts";
import { priceOrder, wantedAgain, wantedOf, type Asking } from "./quote-prices.reads.ts";
import { findQuoteItself, type QuoteRow } from "./quotes.store.ts";

/**
 * Places the orders of a quote that was accepted, each in a transaction of its own, with its place in the quote: a run
 * that is repeated, or meets another, orders nothing twice. What cannot be ordered says why, and waits for a person.
 * Returns milliseconds until the next run, if something was only too early.
 */
export async function orderQuote(platform: Platform, resellerId: string, quoteId: string): Promise<number | undefined> {
  const tenant: Bounds = { role: "app_tenant", resellerId };
  const found = await platform.database.read(tenant, async (db) => ({
    quote: await findQuoteItself(db, resellerId, quoteId),
    waiting: await listWaiting(db, resellerId, quoteId),
  }));
  if (found.quote?.state !== "accepted" || found.waiting.length === 0) return undefined;
  const { membership_id: membershipId, behind, behind_id: behindId } = found.quote;
  const person = await platform.database.read(tenant, (db) =>
    readOrderer(db, resellerId, membershipId, { behind, behindId }),
  );
  const orderer = person?.rights.has("addProducts") ? person : undefined;
  const bounds = orderer ? boundsOf({ resellerId, restriction: orderer.restriction }) : tenant;
  const waits: (number | undefined)[] = [];
  for (const { position } of found.waiting)
    waits.push(await placeOne(platform, found.quote, position, orderer, bounds));
  const next = waits.filter((wait) => wait !== undefined);
  return next.length > 0 ? Math.min(...next) : undefined;
}

/** For how long an order that is too early is tried again after a person last did something about its quote. */
const longestWait = 24 * 3_600_000;

/** Milliseconds until what was refused may be tried again; undefined if trying again changes nothing. */
function waitOf({ code, details }: AppError): number | undefined {
  const seconds = details?.["RetryAfterSeconds"];
  if (typeof seconds === "number") return seconds * 1_000;
  return code === "serviceBusy" ? 60_000 : undefined;
}

/** Refuses to sell below the day's cost for whoever may set no prices, as sending does. */
async function requireAboveCost(asking: Asking, row: NonNullable<Awaited<ReturnType<typeof lockQuoteOrder>>>) {
  if (asking.actor.rights.has("billing")) return;
  const quoted = row.lines.map((line) => ({ ...line, ownPrice: line.unitPrice }));
  const { order } = await priceOrder(asking, wantedAgain({ ...row, lines: quoted }));
  const below = order.lines.find(isBelowCost);
  if (below)
    throw new AppError("quoteBelowCost", {
      message: `${below.name} now costs more than it was quoted at. A colleague who may set prices can order it.`,
    });
}

const gone = new AppError("PermissionNotFound", {
  message: "Whoever sent the quote may not order any more. Order again to place it yourself.",
});

async function placeOne(
  platform: Platform,
  { reseller_id: resellerId, id: quoteId, changed_at: changedAt }: QuoteRow,
  position: number,
  orderer: Orderer | undefined,
  bounds: Bounds,
): Promise<number | undefined> {
  const now = platform.clock.now();
  const refusal = await platform.database
    .write(bounds, async (tx) => {
      const row = await lockQuoteOrder(tx, resellerId, quoteId, position);
      if (!row) throw new AppError("PermissionNotFound", { message: gone.message });
      if (row.state !== "waiting") return undefined;
      if (!orderer) throw gone;
      const ordering = { tx, actor: orderer, now, platform, doer: { resellerId, actor: orderer, now } };
      await requireAboveCost({ db: tx, actor: orderer, now, platform }, row);
      const kept = { customerId: row.customer_id, productId: row.product_id, details: row.details, lines: row.lines };
      const { OrderId } = await placeOrder(ordering, { ...wantedOf(kept), ProposalHash: null, isApproved: true });
      // With the order itself, which is written with the commit.
      await updateQuoteOrder(trailing(tx), resellerId, quoteId, position, {
        state: "ordered",
        reason: null,
        order_id: OrderId,
      });
      await announce(tx, resellerId, ["quotes"]);
      return undefined;
    })
    .catch((error: unknown) => {
      if (error instanceof AppError) return error;
      throw error;
    });
  platform.committed();
  if (!refusal) return undefined;
  const wait = waitOf(refusal);
  if (wait !== undefined && Number(now) - Number(changedAt) < longestWait) return wait;
  await settle(platform, { resellerId, quoteId, position }, refusal.message);
  return undefined;
}

/** Marks an order that waits as one that could not be placed. */
async function settle(
  platform: Platform,
  { resellerId, quoteId, position }: { resellerId: string; quoteId: string; position: number },
  reason: string,
): Promise<void> {
  await platform.database.write({ role: "app_tenant", resellerId }, async (tx) => {
    const row = await lockQuoteOrder(tx, resellerId, quoteId, position);
    const step: OrderStep = { state: "refused", reason };
    if (row?.state === "waiting") await updateQuoteOrder(tx, resellerId, quoteId, position, step);
    await announce(tx, resellerId, ["quotes"]);
  });
  platform.committed();
}

/** Lets a person see what was never placed, and order it again. */
export async function giveUpQuote(platform: Platform, resellerId: string, quoteId: string): Promise<void> {
  const waiting = await platform.database.read({ role: "app_tenant", resellerId }, (db) =>
    listWaiting(db, resellerId, quoteId),
  );
  for (const { position } of waiting)
    await settle(
      platform,
      { resellerId, quoteId, position },
      "This could not be ordered so far. Please order it again.",
    );
}
