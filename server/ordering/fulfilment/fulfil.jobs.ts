import type { Pace } from "@tradewind/vendors/calls.ts";
import { refuseRest } from "@tradewind/vendors/outcomes.ts";
import { VendorUnavailable, type Connection, type Outcome, type Refusal } from "@tradewind/vendors/vendor.ts";
import { z } from "zod";
import { realNow } from "../../platform/clock.ts";
import { job, TryLater } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import type { VendorCalls } from "../vendor-calls/vendor-calls.actions.ts";
import { findOfferRefs, findWork, hasEarlierWork, listOrdersWithoutJob, type Work } from "./fulfil.store.ts";
import { recordOutcome, type Silence } from "./fulfil-outcome.actions.ts";
import { toTask } from "./fulfil-task.ts";
import { holdWords } from "../tenants/tenant-holds.reads.ts";
import { findHold } from "../tenants/tenant-holds.store.ts";

/** `connections` holds the vendors' connections, by catalogue id. */
export type FulfilServices = {
  platform: Platform;
  connections: ReadonlyMap<string, Connection>;
  vendorCalls: VendorCalls;
};

/** Milliseconds before looking whether an earlier order of the service is done. */
const askAgainAfter = 2_000;
/** Milliseconds by which the clocks of two servers may differ. */
const clockError = 1_000;

/** Moves an order one round on: reads the stored state, lets the provider act, records the outcome. */
export const fulfilOrder = job({
  queue: "orders.fulfil",
  fetchers: 16,
  payload: z.object({ resellerId: z.uuid(), orderId: z.uuid() }),

  async run({ platform, connections, vendorCalls }: FulfilServices, { resellerId, orderId }) {
    const worker = { role: "app_worker" } as const;
    const work = await platform.database.read(worker, (db) => findWork(db, resellerId, orderId));
    if (!work || work.order.status !== "Working") return;
    // Another job of the order has looked meanwhile, and comes again.
    if (work.order.next_look_at && work.order.next_look_at.getTime() > realNow() + clockError) return;
    // Orders of one service reach its provider one at a time, in the order placed.
    if (await platform.database.read(worker, (db) => hasEarlierWork(db, resellerId, work.order)))
      throw new TryLater(askAgainAfter, "An earlier order of the service comes first");
    const hold = await platform.database.read(worker, (db) =>
      findHold(db, { resellerId, customerId: work.order.customer_id, vendor: work.order.fulfiller }),
    );
    // What leaves waits for what is at work, not the other way round.
    if (hold?.direction === "in") return waitFor({ platform, resellerId, work }, holdWords(platform.vendors, hold));
    const wanted = work.lines.flatMap(({ term_end: wish }) =>
      wish.outcome === "renew" && wish.offerId !== null ? [wish.offerId] : [],
    );
    const offers = await platform.database.read(worker, (db) => findOfferRefs(db, wanted));

    // No transaction is open while the provider works.
    const vendor = work.order.fulfiller;
    const task = toTask(resellerId, work, offers, platform.clock.today());
    const { fulfiller } = connectionOf(connections, vendor);
    const calls = {
      tenantRef: task.customer.tenantRef,
      most: (pace: Pace) => pace.order + pace.line * task.lines.length,
      why: work.order.placed_by !== null && work.order.unsure_since === null ? "waiting" : "settling",
    } as const;
    const outcome = await vendorCalls(vendor, calls, () => fulfiller.fulfil(task, work.order.memo)).catch(
      (error: unknown): Outcome | Silence => {
        if (error instanceof VendorUnavailable) return { state: "unknown", error };
        if (!isFault(error)) throw error;
        platform.log.error({ err: error, order: orderId }, "An order cannot be carried out as it is");
        return refuseRest(task, work.order.memo, cannotBe(work.order));
      },
    );
    if (outcome.state === "unknown" || outcome.lines?.some((line) => line.state === "refused"))
      platform.log.warn(
        { order: orderId, vendor, ...troubleOf(outcome) },
        "A vendor refused an order or did not answer",
      );
    const pause = await platform.database.write(worker, (tx) => recordOutcome(tx, platform, resellerId, work, outcome));
    platform.committed();
    if (pause !== undefined) throw new TryLater(pause, `The order is ${outcome.state}`);
  },
});

/** Shows what an order waits for that its vendor cannot be asked about yet. */
async function waitFor(
  { platform, resellerId, work }: { platform: Platform; resellerId: string; work: Work },
  message: string,
): Promise<void> {
  const outcome = { state: "working", memo: work.order.memo, message } as const;
  const pause = await platform.database.write({ role: "app_worker" }, (tx) =>
    recordOutcome(tx, platform, resellerId, work, outcome),
  );
  platform.committed();
  if (pause !== undefined) throw new TryLater(pause, message);
}

/**
 * Tells whether what we hold cannot be carried out, such as an answer that is no date: the next try would find the same,
 * so it would only keep the order, and those behind it, from ending.
 */
const isFault = (error: unknown): boolean =>
  error instanceof RangeError || error instanceof TypeError || error instanceof z.core.$ZodError;

/** Says what a vendor's support needs to know. */
const troubleOf = (outcome: Outcome | Silence) =>
  outcome.state === "unknown"
    ? { err: outcome.error, references: outcome.error.references }
    : { refused: outcome.lines?.filter((line) => line.state === "refused"), references: outcome.references };

const cannotBe = ({ product_name: name }: { product_name: string }): Refusal => ({
  code: "fault",
  reason: `${name} could not be set up from what was ordered. Nothing was lost; please contact us.`,
});

/** A catalogue vendor missing from this process is a deployment fault: its orders wait. */
function connectionOf(connections: FulfilServices["connections"], vendor: string) {
  const connection = connections.get(vendor);
  if (!connection) throw new Error(`No vendor ${vendor} is connected`);
  return connection;
}

/**
 * Files a job for every order at work that has none. There should be none; this keeps an order from being lost with its
 * job.
 */
export async function refileLostOrders(platform: Platform): Promise<void> {
  await platform.database.write({ role: "app_worker" }, async (tx) => {
    for (const { reseller_id: resellerId, id: orderId } of await listOrdersWithoutJob(
      tx,
      platform.vendors.thatCan("isPeople"),
    )) {
      platform.log.warn({ order: orderId }, "An order at work had no job; it is filed again");
      await platform.jobs.file(tx, "orders.fulfil", { resellerId, orderId });
    }
  });
}
