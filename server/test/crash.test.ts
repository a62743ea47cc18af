import { orders } from "@tradewind/contract/ordering/orders.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { findBreaches } from "@tradewind/tools/demo/invariants.ts";
import { afterAll, expect, inject, test } from "vitest";
import { crashClient, read } from "./crash-client.ts";
import { crashWorld } from "./crash-world.ts";
import { diceOf } from "./mutations.ts";

/**
 * Places orders while web, worker and database processes are killed with SIGKILL and the vendors misbehave. At the end
 * every acknowledged order exists once, was charged as promised, and exists once at its vendor.
 *
 * Its power was tried by hand: a new Idempotency-Key for each attempt leaves more orders than requested; filing the job
 * after the commit instead of with it leaves orders that never complete; ordering at the vendor again without looking
 * for an earlier attempt's result leaves duplicates there, which the test finds.
 */
const long = inject("long");
const rounds = long ? 20 : 1;
const leastKills = long ? 25 : 10;
const drivers = 4;

const world = await crashWorld();
afterAll(() => world.stop());
const seed = long ? Date.now() % 1e9 : 20_261_121;
const dice = diceOf(seed);
const { call, signAgreement, addCustomer, offersOf, settle } = crashClient(world, dice);

let offers: string[] = [];

type Placed = { key: string; body: string; orderId: string; answer: string; promised: string };
/** Places an order of two products for a new customer until acknowledged; three in ten are then sent again. */
async function placeOne(): Promise<Placed> {
  const CustomerId = await addCustomer();
  const wanted = {
    CustomerId,
    ProductId: "microsoft-365",
    Details: { AgreementName: "Ada Lovelace", AgreementEmail: "ada@acme.example", AgreementDate: "2026-01-01" },
    Change: { Kind: "add", Lines: offers.map((OfferId, n) => ({ Key: `line-${n}`, OfferId, Quantity: n + 2 })) },
  };
  const ask = async () => {
    const proposal = read(orders.propose, await call("POST", "/api/proposals", JSON.stringify(wanted)));
    const body = JSON.stringify({ ...wanted, ProposalHash: proposal.Hash });
    const key = crypto.randomUUID();
    return { proposal, body, key, answer: await call("POST", "/api/orders", body, key) };
  };
  const first = await ask();
  // At midnight the price may change.
  const { proposal, body, key, answer } = first.answer.includes("proposalChanged") ? await ask() : first;
  const { OrderId } = read(orders.place, answer);
  if (dice.next() < 0.3) expect(await call("POST", "/api/orders", body, key)).toBe(answer);
  return { key, body, orderId: OrderId, answer, promised: proposal.ChargeNow!.Net.Minor };
}

/** Acknowledged orders of all rounds so far. */
const acknowledged: Placed[] = [];

test.each(Array.from({ length: rounds }, (_, round) => round + 1))(
  "round %i of kill -9: nothing acknowledged is lost, doubled or left half done",
  { timeout: 900_000 },
  async () => {
    await world.serves();
    if (offers.length === 0) {
      await signAgreement();
      offers = await offersOf(await addCustomer(), 2);
      expect(offers).toHaveLength(2);
    }
    const placed: Placed[] = [];
    const kills: string[] = [];
    await world.misbehave({ seed: dice.below(1e9), rate: 0.25 });
    let over = false;
    const killer = (async () => {
      // The round is meaningful only if enough goes wrong in it, which takes a slow machine longer.
      while (kills.length < leastKills || placed.length <= drivers || (await world.badDays()) <= 5) {
        await sleep(100 + dice.below(600));
        await world.servesSomewhere();
        kills.push(await world.killOne(dice));
      }
    })().finally(() => (over = true));
    await Promise.all(
      Array.from({ length: drivers }, async () => {
        while (!over) placed.push(await placeOne());
      }),
    );
    await killer;
    acknowledged.push(...placed);
    await world.misbehave(null);
    await settle();

    for (const { body, key, answer } of placed) expect(await call("POST", "/api/orders", body, key)).toBe(answer);
    const { rows } = await world.admin.query(
      `select o.id, o.status, (select count(*) from order_lines l where l.order_id = o.id)::int as lines,
              (select sum(amount_minor) from charges c where c.order_id = o.id and c.due_on <= o.placed_at::date)::text as charged
       from orders o order by o.id`,
    );
    const ours = new Map(rows.map((row) => [row.id as string, row]));
    expect([...ours.keys()].toSorted()).toEqual(acknowledged.map((each) => each.orderId).toSorted());
    for (const { orderId, promised } of acknowledged)
      expect(ours.get(orderId)).toMatchObject({ status: "Completed", lines: 2, charged: promised });
    expect({ seed, breaches: await findBreaches(world.admin, world.vendors) }).toEqual({ seed, breaches: [] });
  },
);
