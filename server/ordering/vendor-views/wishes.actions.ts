import { wishWords } from "@tradewind/contract/ordering/intent-words.ts";
import { lastMoment } from "@tradewind/domain/ordering/intents.ts";
import { intentPolicy, termEndPolicy } from "@tradewind/domain/pricing/policies.ts";
import { isBefore } from "@tradewind/domain/values/dates.ts";
import { loadPolicies } from "../../catalogue/offers/offers.store.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { Tx } from "../../platform/db.ts";
import type { Platform } from "../../platform/platform.ts";
import { followIntents } from "../intents/intents.actions.ts";
import { setIntents } from "../intents/intents.store.ts";
import { fileOrder } from "../orders/system-orders.actions.ts";
import { describeStanding, type Description, type SeenBy, type Standing, type Unclosed } from "./vendor-views.store.ts";

/** Whether a vendor was seen to have what is wanted for the end of a subscription's term. */
export type SeenWish = { row: Standing; isThere: boolean };

type Following = {
  vendor: string;
  by: SeenBy;
  wishes: readonly SeenWish[];
  unclosed: readonly Unclosed[];
  now: Date;
};

/**
 * Moves intents to where their vendor was seen to stand, and asks it again for those that it has lost, as often as the rule
 * allows and while it takes them. Returns the vendor's numbers of what was asked for again. What an answer lacks is asked
 * for again by the order that was answered.
 */
export async function followWishes(
  tx: Tx,
  platform: Platform,
  { vendor, by, wishes, unclosed, now }: Following,
): Promise<ReadonlySet<string>> {
  const held = wishes.filter(({ row }) => row.losses !== null);
  await followIntents(
    tx,
    "termEnd",
    held.map(({ row, isThere }) => ({ resellerId: row.reseller_id, subscriptionId: row.id, isThere })),
    now,
  );
  // What people know of already is theirs to settle.
  const isKnown = (row: Standing) =>
    unclosed.some(({ vendor_ref, kind }) => kind === "termEnd" && vendor_ref === row.vendor_ref);
  const lost = wishes.filter(({ row, isThere }) => !isThere && row.status === "active" && !isKnown(row));
  if (by === "answer" || lost.length === 0) return new Set();
  const policies = await loadPolicies(tx);
  const about = await describeStanding(
    tx,
    lost.map(({ row }) => row),
  );
  const again = lost
    .map(({ row }) => ({ row, what: about.get(row.id)! }))
    .filter(
      ({ row, what }) =>
        (row.losses ?? 0) < intentPolicy(policies).again &&
        isBefore(now.toISOString(), lastMoment(row.term_until!, termEndPolicy(policies, what.policy_ids).lockHours)),
    );
  for (const { row, what } of again) {
    const { customer_id: customerId } = what;
    if (row.losses === null) await setIntents(tx, [intentOf(row, what)], now);
    await fileOrder(tx, platform, {
      resellerId: row.reseller_id,
      of: { order: what },
      task: "schedule",
      lines: [row.id],
    });
    await recordActivity(
      tx,
      { resellerId: row.reseller_id, actor: null, now },
      {
        action: "intents.again",
        what: `${platform.vendors.nameOf(vendor)} no longer had it that ${what.name} of ${what.customer_name} ${wishWords(row.term_end, what.unit)}: asked for it again`,
        customerId,
        object: ["subscription", row.id],
      },
    );
  }
  return new Set(again.map(({ row }) => row.vendor_ref!));
}

/** What the rule of a term says, once its vendor has lost it. */
const intentOf = (row: Standing, { customer_id, product_id }: Description) => ({
  resellerId: row.reseller_id,
  customerId: customer_id,
  productId: product_id,
  subscriptionId: row.id,
  wish: row.term_end,
  countsFrom: row.term_until!,
  setBy: null,
  state: "lost" as const,
  losses: 1,
});
