import { ProviderUnavailable, type Fulfiller, type Outcome } from "@tradewind/vendors/fulfiller.ts";
import type { TermEnd } from "@tradewind/domain/pricing/pricing-types.ts";
import { z } from "zod";
import { job, TryLater } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import { findOfferRefs, findWork, hasEarlierWork, listOrdersWithoutJob, type Work } from "./fulfil.store.ts";
import { recordOutcome } from "./fulfil-outcome.actions.ts";
import { toTask } from "./fulfil-task.ts";

/** Providers by the name the catalogue uses; the manual one needs to know whose work it is. */
export type Fulfillers = { microsoft: Fulfiller; acronis: Fulfiller; manual(resellerId: string): Fulfiller };
export type FulfilServices = { platform: Platform; fulfillers: Fulfillers };

/** Milliseconds until a provider that is at work is asked again. */
const askAgainAfter = 2_000;

/** Moves one order on by one round: looks what is stored, lets the provider act, writes down what came of it. */
export const fulfilOrder = job({
  queue: "orders.fulfil",
  fetchers: 4,
  payload: z.object({ resellerId: z.uuid(), orderId: z.uuid() }),

  async run({ platform, fulfillers }: FulfilServices, { resellerId, orderId }) {
    const worker = { role: "app_worker" } as const;
    const work = await platform.database.read(worker, (db) => findWork(db, resellerId, orderId));
    if (!work || work.order.status !== "Working") return;
    // A service's orders reach its provider one after the other, in the order they were placed.
    if (await platform.database.read(worker, (db) => hasEarlierWork(db, resellerId, work.order)))
      throw new TryLater(askAgainAfter, "An earlier order of the service comes first");
    const wishes = work.lines.map(
      (line) => (line.term_end as TermEnd).outcome === "renew" && (line.term_end as { offerId: string | null }).offerId,
    );
    const offers = await platform.database.read(worker, (db) =>
      findOfferRefs(
        db,
        wishes.filter((each): each is string => typeof each === "string"),
      ),
    );

    // No transaction is open while the provider thinks.
    const provider = work.order.fulfiller;
    const fulfiller =
      provider === "manual" ? fulfillers.manual(resellerId) : provider === "none" ? undefined : fulfillers[provider];
    const outcome = fulfiller
      ? await fulfiller.fulfil(toTask(work, offers), work.order.memo as Record<string, string>).catch(orAskAgain)
      : doneAtOnce(work);
    await platform.database.write(worker, (tx) => recordOutcome(tx, platform, resellerId, work, outcome));
    platform.committed();
    // People's work wakes the job itself when it moves.
    if (outcome.state === "working" && provider !== "manual") throw new TryLater(askAgainAfter, outcome.message);
  },

  async gaveUp({ platform }: FulfilServices, { resellerId, orderId }) {
    await platform.database.write({ role: "app_worker" }, async (tx) => {
      const work = await findWork(tx, resellerId, orderId);
      if (work?.order.status !== "Working") return;
      const reason = `${work.order.product_name} could not be reached. Nothing was lost; try again later.`;
      await recordOutcome(tx, platform, resellerId, work, {
        state: "failed",
        memo: work.order.memo as Record<string, string>,
        code: "unreachable",
        reason,
      });
    });
    platform.committed();
  },
});

/** A provider that asks to wait is asked again; one that cannot be reached is a failed try, with a growing delay. */
function orAskAgain(error: unknown): never {
  if (error instanceof ProviderUnavailable && error.retryAfterMs !== undefined)
    throw new TryLater(error.retryAfterMs, error.message);
  throw error;
}

const doneAtOnce = (work: Work): Outcome => ({
  state: "done",
  memo: {},
  tenantRef: null,
  lines: work.lines.map((line) => ({ key: line.subscription_id, vendorRef: line.vendor_ref ?? "" })),
});

/** Files the job of every order that is at work without one. There should be none; if one is ever lost, its order is not. */
export async function refileLostOrders(platform: Platform): Promise<void> {
  await platform.database.write({ role: "app_worker" }, async (tx) => {
    for (const { reseller_id: resellerId, id: orderId } of await listOrdersWithoutJob(tx)) {
      platform.log.warn({ order: orderId }, "An order at work had no job; it is filed again");
      await platform.jobs.file(tx, "orders.fulfil", { resellerId, orderId });
    }
  });
}
