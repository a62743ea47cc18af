import { plans, type PlannedChange } from "@tradewind/contract/ordering/plans.ts";
import { expect, inject, test } from "vitest";
import { orderStory } from "../../test/order-story.ts";
import { testApp } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, offer, order, becomes } = orderStory(app, worker);

const count = inject("long") ? 200 : 2;
const seed = inject("long") ? Date.now() % 1e9 : 20_261_123;

/** Numbers that follow from a seed (mulberry32). */
function dice(from: number) {
  let state = from;
  return (sides: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  };
}

test(
  `${count} random plans charge to the penny what they proposed, from seed ${seed}`,
  { timeout: 3_600_000 },
  async () => {
    const roll = dice(seed);
    const reseller = await signInSigned();
    for (let at = 0; at < 4; at++) {
      const customerId = await addCustomer(reseller);
      for (const term of ["P1Y", "P1M"]) {
        const { OfferId } = await offer(reseller, customerId, { term, billing: "monthly" });
        const { placed } = await order(reseller, customerId, {
          Kind: "add",
          Lines: [{ Key: "a", OfferId, Quantity: 5 + roll(10) }],
        });
        await becomes(reseller, placed.Result!.InstanceId, "Active");
      }
    }
    const reaches = (planId: string, state: string) =>
      worker.until(
        async () => {
          const plan = (await app.call(reseller, plans.byId, { params: { planId } })).Result!;
          return plan.State === state && !plan.Lines.working ? plan : undefined;
        },
        `plan ${planId} to be ${state}`,
        1_200,
      );
    const settled = { done: 0, refused: 0, changed: 0 };
    for (let at = 0; at < count; at++) {
      const { Items } = (await app.call(reseller, plans.candidates, { query: {} })).Result!;
      const wishes = Items.filter(() => roll(3) > 0).map(({ SubscriptionId }) => ({
        SubscriptionId,
        Change: (roll(4) === 0
          ? { Kind: "schedule", Outcome: roll(2) === 0 ? "cancel" : "renew" }
          : { Kind: "setQuantity", Quantity: 1 + roll(30) }) as PlannedChange,
      }));
      if (wishes.length === 0) continue;
      const made = await app.call(reseller, plans.make, { body: { Name: `Plan ${at}`, Lines: wishes } });
      const planId = made.Result!.Id;
      const { ChargeNow, Hash } = await reaches(planId, "ready");
      const before = (await app.call(reseller, plans.lines, { params: { planId }, query: {} })).Result!.Items;
      const commit = await app.call(reseller, plans.commit, { params: { planId }, body: { Hash } });
      if (commit.status !== 200) {
        // Everything was refused, so there was nothing to order.
        expect(before.every(({ State }) => State === "refused")).toBe(true);
        settled.refused += before.length;
        continue;
      }
      const done = await reaches(planId, "done");
      for (const state of ["done", "refused", "changed"] as const) settled[state] += done.Lines[state] ?? 0;
      const [charged] = await app.sql<{ sum: string }>(
        `select coalesce(sum(amount_minor), 0)::text as sum from charges
       where order_id in (select order_id from plan_lines where plan_id = $1)`,
        [planId],
      );
      const ordered = (await app.call(reseller, plans.lines, { params: { planId }, query: {} })).Result!.Items.filter(
        ({ State }) => State === "done",
      );
      expect({ at, charged: charged!.sum, lines: done.Lines }).toEqual({
        at,
        charged: ChargeNow!.Minor,
        lines: done.Lines,
      });
      const held = await app.sql<{ id: string; quantity: number; outcome: string }>(
        "select id, quantity, term_end->>'outcome' as outcome from subscriptions where reseller_id = $1",
        [reseller.resellerId],
      );
      for (const line of ordered)
        expect(held.find(({ id }) => id === line.SubscriptionId)).toMatchObject({
          quantity: line.After.Quantity,
          outcome: line.After.TermEnd,
        });
      if (roll(3) === 0) await worker.moveDays(1 + roll(9));
    }
    // A run of refusals alone would prove nothing.
    expect(settled.done).toBeGreaterThan(count);
    expect(settled.changed).toBe(0);
  },
);
