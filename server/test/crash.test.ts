import { agreements } from "@tradewind/contract/catalogue/agreements.ts";
import { customerForms } from "@tradewind/contract/customers/customer-forms.ts";
import type { Endpoint, Envelope, ResultOf } from "@tradewind/contract/endpoint.ts";
import { orders } from "@tradewind/contract/ordering/orders.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { findBreaches } from "@tradewind/tools/demo/invariants.ts";
import { afterAll, expect, inject, test } from "vitest";
import { crashWorld } from "./crash-world.ts";
import { diceOf } from "./mutations.ts";
import { bearer, signInAt, until, withPatience } from "./processes.ts";

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

type Placed = { key: string; body: string; orderId: string; answer: string; promised: string };
let token: Promise<string> | undefined;
/** Returns a token of the shared session, signing in again when it has ended. */
const signedIn = () =>
  (token ??= withPatience(async () => signInAt(dice.pick(world.urls), world.account.userName)).catch(
    (error: unknown) => {
      token = undefined;
      throw error;
    },
  ));

/** Calls any of the processes; retries temporary refusals (no database, restarting) with the same key. */
async function call(method: string, path: string, body?: string, key: string = crypto.randomUUID()): Promise<string> {
  return withPatience(async () => {
    const response = await fetch(dice.pick(world.urls) + path, {
      method,
      headers: {
        ...bearer(await signedIn()),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(method === "GET" ? {} : { "idempotency-key": key }),
      },
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.timeout(30_000),
    });
    // A token lasts ten minutes, all rounds together longer.
    if (response.status === 401) token = undefined;
    if (response.status >= 500 || response.status === 429 || response.status === 401)
      throw new Error(`${response.status}`);
    return response.text();
  });
}
const read = <E extends Endpoint>(_: E, text: string) => {
  const { Succeed, Result } = JSON.parse(text) as Envelope<ResultOf<E>>;
  if (!Succeed || Result === null) throw new Error(`Refused: ${text}`);
  return Result;
};

async function signAgreement() {
  const path = "/api/agreements/microsoft-365";
  const { Version, TextHash } = read(agreements.byId, await call("GET", path));
  const body = { Version, TextHash, ReadToEnd: true, Name: "Robin Tester", JobTitle: "Director" };
  read(agreements.sign, await call("POST", `${path}/sign`, JSON.stringify(body)));
}

async function twoOffers(customerId: string): Promise<string[]> {
  const path = `/api/journeys/product/microsoft-365?CustomerId=${customerId}&Action=Add`;
  const { Steps } = read(orders.journey, await call("GET", path));
  const items = Steps.flatMap((step) => step.Items).filter(
    (item) => !item.IsAddOn && item.NeedsOneOf.length === 0 && item.Minimum <= 1,
  );
  return items.flatMap((item) => item.Offers.find((each) => each.Term === "P1M")?.OfferId ?? []).slice(0, 2);
}

let offers: string[] = [];
async function addCustomer(): Promise<string> {
  const body = {
    name: `Customer ${crypto.randomUUID().slice(0, 8)}`,
    organisationTypes: ["Commercial"],
    Address1: "1 High Street",
    TownCity: "Leeds",
    PostCode: "LS1 1AA",
    ContactName: "Ada Lovelace",
    ContactEmail: "ada@acme.example",
  };
  return read(customerForms.add, await call("POST", "/api/marketplace/customers", JSON.stringify(body))).customerId;
}

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
      offers = await twoOffers(await addCustomer());
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

/** Waits until no order is in progress. Retries do not wait out their delay. */
async function settle() {
  await until(
    async () => {
      const ask = world.admin.query("select count(*)::int as working from orders where status <> 'Completed'");
      const working = await ask.then(
        ({ rows }) => rows[0].working as number,
        () => -1,
      );
      if (working === 0) return true;
      await world.admin
        .query(
          "update pgboss.job set start_after = now() where state in ('created', 'retry') and start_after > now() + interval '2 s'",
        )
        .catch(() => {});
      await sleep(300);
      return false;
    },
    "all orders to complete",
    300_000,
  );
}
