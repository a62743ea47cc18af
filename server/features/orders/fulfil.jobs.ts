import { ProviderUnavailable, type Fulfiller, type Outcome } from "@tradewind/connectors/fulfiller.ts";
import type { TermEnd } from "@tradewind/domain/rating-types.ts";
import { z } from "zod";
import { recordActivity } from "../../platform/activity.store.ts";
import { announce } from "../../platform/events.store.ts";
import { job, TryLater } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import type { Tx } from "../../platform/db.ts";
import { setInstanceStatus } from "../services/instances.store.ts";
import { setVendorRefs } from "../subscriptions/subscriptions.store.ts";
import { findOfferRefs, findWork, listSubscriptionsLeft, type Work } from "./fulfil.store.ts";
import { toTask } from "./fulfil-task.ts";
import { lockOrder, recordRound } from "./orders.store.ts";
import { fileOrder } from "./system-orders.actions.ts";
import { keepTenant } from "./tenants.store.ts";

/** Providers by the name the catalogue uses; the manual one needs to know whose work it is. */
export type Fulfillers = { microsoft: Fulfiller; acronis: Fulfiller; manual(resellerId: string): Fulfiller };
export type FulfilServices = { platform: Platform; fulfillers: Fulfillers };

/** Milliseconds until a provider that is at work is asked again. */
const askAgainAfter = 2_000;

/** Moves one order on by one round: looks what is stored, lets the provider act, writes down what came of it. */
export const fulfilOrder = job({
  queue: "orders.fulfil",
  payload: z.object({ resellerId: z.uuid(), orderId: z.uuid() }),

  async run({ platform, fulfillers }: FulfilServices, { resellerId, orderId }) {
    const worker = { role: "app_worker" } as const;
    const work = await platform.database.read(worker, (db) => findWork(db, resellerId, orderId));
    if (!work || work.order.status !== "Working") return;
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
    await platform.database.write(worker, (tx) => record(tx, platform, resellerId, work, outcome));
    platform.committed();
    // People's work wakes the job itself when it moves.
    if (outcome.state === "working" && provider !== "manual") throw new TryLater(askAgainAfter, outcome.message);
  },

  async gaveUp({ platform }: FulfilServices, { resellerId, orderId }) {
    await platform.database.write({ role: "app_worker" }, async (tx) => {
      const work = await findWork(tx, resellerId, orderId);
      if (work?.order.status !== "Working") return;
      const reason = `${work.order.product_name} could not be reached. Nothing was lost; try again later.`;
      await record(tx, platform, resellerId, work, {
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

async function record(tx: Tx, platform: Platform, resellerId: string, work: Work, outcome: Outcome): Promise<void> {
  const { order } = work;
  const now = platform.clock.now();
  const held = await lockOrder(tx, { resellerId, customerId: null }, order.id);
  if (held?.status !== "Working") return;
  const doer = { resellerId, actor: null, now };
  const about = { customerId: order.customer_id, object: ["order", order.id] as const };

  if (outcome.state === "queued" || outcome.state === "working") {
    await recordRound(tx, resellerId, order.id, {
      status: "Working",
      memo: outcome.memo,
      message: outcome.message,
      ...(outcome.estimatedCompletion ? { estimated_completion: outcome.estimatedCompletion } : {}),
    });
    if (outcome.message !== held.message) {
      await setInstanceStatus(
        tx,
        resellerId,
        order.instance_id,
        order.journey === "Delete" ? "Deleting" : "Activating",
        outcome.message,
        now,
      );
      await announce(tx, resellerId, ["services", "orders"], order.customer_id);
    }
    return;
  }

  if (outcome.state === "failed") {
    const status = order.journey === "Delete" ? "DeletionFailed" : "ActivationFailed";
    await recordRound(tx, resellerId, order.id, {
      status: "Failed",
      memo: outcome.memo,
      message: outcome.reason,
      reason_code: outcome.code,
      completed_at: now,
    });
    await setInstanceStatus(tx, resellerId, order.instance_id, status, outcome.reason, now);
    await recordActivity(tx, doer, {
      action: "orders.failed",
      what: `${order.product_name} failed: ${outcome.reason}`,
      outcome: "failed",
      ...about,
    });
  } else if (outcome.state === "done") {
    await recordRound(tx, resellerId, order.id, {
      status: "Completed",
      memo: outcome.memo,
      message: null,
      completed_at: now,
    });
    await setVendorRefs(
      tx,
      resellerId,
      outcome.lines.filter((line) => line.vendorRef !== ""),
    );
    if (outcome.tenantRef && order.fulfiller !== "none")
      await keepTenant(tx, resellerId, order.customer_id, order.fulfiller, outcome.tenantRef);
    const gone =
      order.task === "cancel" && (await listSubscriptionsLeft(tx, resellerId, order.instance_id)).length === 0;
    await setInstanceStatus(tx, resellerId, order.instance_id, gone ? "Deleted" : "Active", null, now);
    await recordActivity(tx, doer, { action: "orders.completed", what: doneWords(work), ...about });
    await restoreWishes(tx, platform, resellerId, work);
  }
  await announce(tx, resellerId, ["services", "orders", "customers", "dashboard"], order.customer_id);
}

const doneWords = ({ order, lines }: Work): string => {
  const things = lines.map((line) => line.name).join(", ");
  switch (order.task) {
    case "add":
      return `${things} became active`;
    case "cancel":
      return `${things} was cancelled at the provider`;
    case "suspend":
      return `${things} was suspended at the provider`;
    case "resume":
      return `${things} was resumed at the provider`;
    case "schedule":
      return `The provider holds the wish for the term end of ${things}`;
    case "change":
      return `${things} was changed at the provider`;
  }
};

/** An immediate change, a suspension or a resumption makes the vendor forget what was scheduled: it is told again. */
async function restoreWishes(tx: Tx, platform: Platform, resellerId: string, work: Work): Promise<void> {
  if (work.order.fulfiller !== "microsoft" || !["change", "resume"].includes(work.order.task)) return;
  const wished = work.lines.filter((line) => {
    const wish = line.term_end as TermEnd;
    return wish.outcome === "cancel" || wish.offerId !== null || wish.quantity !== null || work.order.task === "resume";
  });
  if (wished.length > 0)
    await fileOrder(tx, platform, {
      resellerId,
      of: work,
      task: "schedule",
      lines: wished.map((line) => line.subscription_id),
    });
}
