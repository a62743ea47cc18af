import { linkTo } from "@tradewind/contract/address.ts";
import { wishWords } from "@tradewind/contract/ordering/intent-words.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { lastMoment, urgencyOf, type IntentKind } from "@tradewind/domain/ordering/intents.ts";
import { intentPolicy, termEndPolicy, type Policies } from "@tradewind/domain/pricing/policies.ts";
import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { addDays } from "@tradewind/domain/values/dates.ts";
import { loadPolicies } from "../../catalogue/offers/offers.store.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { Tx } from "../../platform/db.ts";
import { announce } from "../../platform/events.store.ts";
import type { Platform } from "../../platform/platform.ts";
import { notify } from "../../portal/notifications/notifications.store.ts";
import {
  listResellersPressing,
  lockPressing,
  markTold,
  moveIntents,
  type Pressing,
  type SeenIntent,
} from "./intents.store.ts";

/** Days before it counts from which an intent is looked at; more than the hours of any rule. */
const [soon, overBy] = [7, 3];

/**
 * Tells people of intents that their vendor does not have: once while there is time left, and once when it is too late.
 * Each company in a transaction of its own, so that one that fails keeps nobody else from being told.
 */
export async function watchIntents(platform: Platform): Promise<void> {
  const { database, clock, log } = platform;
  const now = clock.now();
  const today = now.toISOString().slice(0, 10);
  const days = [addDays(today, soon), addDays(today, overBy)] as const;
  const resellers = await database.read({ role: "app_worker" }, (db) => listResellersPressing(db, ...days));
  for (const resellerId of resellers)
    await database
      .write({ role: "app_worker" }, async (tx) => {
        const pressing = await lockPressing(tx, resellerId, ...days);
        const policies = await loadPolicies(tx);
        for (const each of pressing) await tellOf(tx, each, policies, now);
      })
      .catch((err: unknown) => log.error({ err, reseller: resellerId }, "Nobody could be told of intents"));
  if (resellers.length > 0) platform.committed();
}

/** Moves intents after their vendor was asked, and tells the open pages of those customers. */
export async function followIntents(tx: Tx, kind: IntentKind, seen: readonly SeenIntent[], now: Date): Promise<void> {
  const moved = await moveIntents(tx, kind, seen, now);
  const whose = new Map(moved.map((each) => [each.customer_id, each.reseller_id]));
  for (const [customerId, resellerId] of whose) await announce(tx, resellerId, ["services"], customerId);
}

async function tellOf(tx: Tx, intent: Pressing, policies: Policies, now: Date): Promise<void> {
  const { reseller_id: resellerId, customer_id: customerId, vendor_name: vendor } = intent;
  const last = lastMoment(intent.counts_from, termEndPolicy(policies, intent.policy_ids).lockHours);
  const urgency = urgencyOf(last, intentPolicy(policies).toldHours, now.toISOString());
  const isOver = urgency === "over";
  if (urgency === "none" || (!isOver && intent.told_at !== null)) return;
  await markTold(tx, intent, isOver, now);
  const what = `${intent.name} of ${intent.customer_name}: ${vendor} does not have it that it ${wishWords(intent.wish, intent.unit)}`;
  const content = isOver
    ? `${what}, and takes it no more. What ${vendor} has stands: see what it does and settle the difference.`
    : `${what}. It takes it until ${formatDateTime(last)}, ${hoursBetween(now, last)} hours from now.`;
  await recordActivity(
    tx,
    { resellerId, actor: null, now },
    { action: isOver ? "intents.over" : "intents.pressing", what: content, customerId, object: ["intent", intent.id] },
  );
  await notify(tx, {
    resellerId,
    category: "Service status",
    content,
    link: linkTo(screens.service, { ctx: customerId, instanceId: intent.instance_id }),
    view: "manageService",
    kinds: ["reseller", "engineer"],
    customerId,
    productId: intent.product_id,
    now,
  });
  await announce(tx, resellerId, ["services"], customerId);
}

const hoursBetween = (from: Date, until: string): number =>
  Math.floor((Date.parse(until) - from.getTime()) / 3_600_000);
