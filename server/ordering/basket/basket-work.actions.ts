import { AppError } from "../../platform/app-error.ts";
import { boundsOf, type Orderer } from "../../platform/actor.ts";
import type { Bounds } from "../../platform/bounds.ts";
import { announce } from "../../platform/events.store.ts";
import { readOrderer } from "../../platform/members.ts";
import type { Platform } from "../../platform/platform.ts";
import { trailing } from "../../platform/trail.ts";
import { askFor } from "../requests/requests.actions.ts";
import { placeOrder } from "../orders/orders.actions.ts";
import { wantedOf } from "./basket.reads.ts";
import { listPlacing, lockBasket, updateBasketLine } from "./basket.store.ts";

type Whose = { resellerId: string; membershipId: string };

const gone = new AppError("PermissionNotFound");
/** For how long an order waits for the one before it of the same service. */
const longestWait = 10 * 60_000;

/**
 * Places what is being placed of a basket, each order in a transaction of its own with its place in the basket: a run that
 * is repeated, or meets another, orders nothing twice. What cannot be ordered stays in the basket and says why. Returns
 * milliseconds until the next run, if something was only too early.
 */
export async function orderBasket(platform: Platform, whose: Whose): Promise<number | undefined> {
  const waits: number[] = [];
  for (const { id, behind, behind_id: behindId } of await placing(platform, whose)) {
    const found = await platform.database.read(tenant(whose), (db) =>
      readOrderer(db, whose.resellerId, whose.membershipId, { behind, behindId }),
    );
    const wait = await placeOne(platform, whose, id, found?.rights.has("addProducts") ? found : undefined);
    if (wait !== undefined) waits.push(wait);
  }
  return waits.length > 0 ? Math.min(...waits) : undefined;
}

const tenant = ({ resellerId }: Whose): Bounds => ({ role: "app_tenant", resellerId });
const placing = (platform: Platform, whose: Whose) =>
  platform.database.read(tenant(whose), (db) => listPlacing(db, whose.resellerId, whose.membershipId));

async function placeOne(
  platform: Platform,
  whose: Whose,
  id: string,
  orderer: Orderer | undefined,
): Promise<number | undefined> {
  const { resellerId, membershipId } = whose;
  const now = platform.clock.now();
  let since = now;
  const bounds = orderer ? boundsOf({ resellerId, restriction: orderer.restriction }) : tenant(whose);
  const refusal = await platform.database
    .write(bounds, async (tx) => {
      if (!orderer) throw gone;
      const [row] = await lockBasket(tx, { ...orderer, membershipId }, [id]);
      if (!row) throw gone;
      if (row.state !== "placing") return undefined;
      since = row.changed_at;
      const ordering = { tx, actor: orderer, now, platform, doer: { resellerId, actor: orderer, now } };
      const { OrderId } = await placeOrder(ordering, { ...wantedOf(row), ProposalHash: row.hash });
      // With the order itself, which is written with the commit.
      await updateBasketLine(trailing(tx), resellerId, id, { state: "ordered", hash: null, order_id: OrderId }, now);
      await announce(tx, resellerId, ["basket"], row.customer_id);
      return undefined;
    })
    .catch(refusalOf);
  platform.committed();
  if (!refusal) return undefined;
  const wait = waitOf(refusal);
  if (wait !== undefined && Number(now) - Number(since) < longestWait) return wait;
  const unasked = refusal.code === "orderNeedsApproval" && orderer ? await ask(platform, whose, id, orderer) : refusal;
  if (unasked) await putBack(platform, whose, id, unasked.message);
  return undefined;
}

/** Sends what may not be placed without asking as a request, or tells why not. */
async function ask(platform: Platform, whose: Whose, id: string, orderer: Orderer): Promise<AppError | undefined> {
  const { resellerId, membershipId } = whose;
  const { now, today } = { now: platform.clock.now(), today: platform.clock.today() };
  const actor = { ...orderer, membershipId };
  return platform.database
    .write(boundsOf({ resellerId, restriction: orderer.restriction }), async (tx) => {
      const [row] = await lockBasket(tx, actor, [id]);
      if (row?.state !== "placing") return undefined;
      const asking = { tx, actor, now, today, platform, doer: { resellerId, actor: orderer, now } };
      const { Id } = await askFor(asking, { ...wantedOf(row), ProposalHash: row.hash!, Note: "" });
      await updateBasketLine(tx, resellerId, id, { state: "ordered", hash: null, request_id: Id }, now);
      await announce(tx, resellerId, ["basket"], row.customer_id);
      return undefined;
    })
    .catch(refusalOf)
    .finally(() => platform.committed());
}

function refusalOf(error: unknown): AppError {
  if (error instanceof AppError) return error;
  throw error;
}

/** Milliseconds until what was refused may be tried again; undefined if trying again changes nothing. */
function waitOf({ code, details }: AppError): number | undefined {
  const seconds = details?.["RetryAfterSeconds"];
  if (typeof seconds === "number") return seconds * 1_000;
  return code === "serviceBusy" ? 3_000 : undefined;
}

/** Leaves an order in the basket that could not be placed. */
async function putBack(platform: Platform, whose: Whose, id: string, reason: string): Promise<void> {
  const { resellerId, membershipId } = whose;
  await platform.database.write(tenant(whose), async (tx) => {
    const [row] = await lockBasket(tx, { resellerId, membershipId, customerId: null }, [id]);
    if (row?.state === "placing")
      await updateBasketLine(tx, resellerId, id, { state: "open", hash: null, reason }, platform.clock.now());
    await announce(tx, resellerId, ["basket"], row?.customer_id);
  });
  platform.committed();
}

/** Lets a person see what was never placed, and place it again. */
export async function giveUpBasket(platform: Platform, whose: Whose): Promise<void> {
  for (const { id } of await placing(platform, whose))
    await putBack(platform, whose, id, "This could not be ordered so far. Please place it again.");
}
