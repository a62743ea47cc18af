import { orders } from "@tradewind/contract/ordering/orders.ts";
import { plans, type Plan } from "@tradewind/contract/ordering/plans.ts";
import { quoteLinks, type LinkedQuote } from "@tradewind/contract/ordering/quote-links.ts";
import { quotes } from "@tradewind/contract/ordering/quotes.ts";
import { addDays } from "@tradewind/domain/values/dates.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { findBreaches } from "@tradewind/tools/demo/invariants.ts";
import { afterAll, expect, inject, test } from "vitest";
import { crashClient, read } from "./crash-client.ts";
import { crashWorld } from "./crash-world.ts";
import { diceOf } from "./mutations.ts";
import { withPatience } from "./processes.ts";

/**
 * Commits a plan and its undo, and accepts quotes by their links, each at both web processes at once, while processes are
 * killed with SIGKILL and the vendors misbehave. At the end each line is one order, and what it charged was promised.
 */
const long = inject("long");
const rounds = long ? 8 : 1;
const [many, each] = long ? [14, 3] : [4, 2];
const world = await crashWorld();
afterAll(() => world.stop());
const seed = Number(process.env["SEED"] ?? (long ? Date.now() % 1e9 : 20_261_126));
const dice = diceOf(seed);
const { call, signAgreement, addCustomer, offersOf, settle } = crashClient(world, dice);
const agreed = { AgreementName: "Ada Lovelace", AgreementEmail: "ada@acme.example", AgreementDate: "2026-01-01" };
const send = (path: string, body: unknown) => call("POST", path, JSON.stringify(body));

/** Does something while so many processes are killed one after the other. */
async function amongKills(kills: number, work: () => Promise<unknown>) {
  const killer = (async () => {
    for (let kill = 0; kill < kills; kill++) {
      await sleep(100 + dice.below(2_500));
      await world.servesSomewhere();
      await world.killOne(dice);
    }
  })();
  await Promise.all([work(), killer]);
}

const atWork = `(select count(*) from plans where state in ('proposing', 'running'))
  + (select count(*) from quote_orders where state = 'waiting')`;

const readPlan = async (id: string): Promise<Plan> => read(plans.byId, await call("GET", `/api/plans/${id}`));
const reaches = (id: string, state: Plan["State"]) =>
  withPatience(async () => {
    const plan = await readPlan(id);
    if (plan.State !== state) throw new Error(plan.State);
    return plan;
  });

/** Commits a plan twice at once; one may find it committed, and no other answer is right. */
async function commitTwice(id: string): Promise<Plan> {
  const plan = await reaches(id, "ready");
  const answers = await Promise.all([1, 2].map(() => send(`/api/plans/${id}/commit`, { Hash: plan.Hash })));
  const parsed = answers.map((text) => JSON.parse(text) as { Succeed: boolean; Error?: string });
  expect(parsed.filter(({ Succeed }) => Succeed)).toHaveLength(1);
  expect(["planNotReady", "proposalChanged"]).toContain(parsed.find(({ Succeed }) => !Succeed)!.Error);
  return plan;
}

const ofPlan = async (id: string) =>
  (
    await world.admin.query(
      `select l.position, l.state, l.reason, o.status, l.charge_minor::text as promised,
         (select count(*)::int from orders x join order_lines y on y.order_id = x.id where y.subscription_id = l.subscription_id
            and x.task = 'change' and x.placed_at >= p.started_at and not exists (select from plan_lines z where z.order_id = x.id and z.plan_id <> p.id)) as orders,
         (select coalesce(sum(c.amount_minor), 0)::text from charges c where c.order_id = l.order_id
            and exists (select from held_charges h where h.id = c.id)) as charged, s.quantity
       from plan_lines l join plans p on p.id = l.plan_id join subscriptions s on s.id = l.subscription_id left join orders o on o.id = l.order_id
       where l.plan_id = $1 order by l.position`,
      [id],
    )
  ).rows as { promised: string; charged: string }[];

let offers: string[] = [];
async function buys(): Promise<void> {
  const CustomerId = await addCustomer();
  const wanted = {
    CustomerId,
    ProductId: "microsoft-365",
    Details: agreed,
    Change: { Kind: "add", Lines: offers.map((OfferId, n) => ({ Key: `line-${n}`, OfferId, Quantity: n + 5 })) },
  };
  const { Hash } = read(orders.propose, await send("/api/proposals", wanted));
  read(orders.place, await send("/api/orders", { ...wanted, ProposalHash: Hash }));
}

/** Makes and sends a quote for some new customers, and returns the key of its link with what it shows. */
async function sendsQuote(round: number): Promise<{ Id: string; Link: string; shown: LinkedQuote }> {
  const Orders = [];
  for (let n = 0; n < 3; n++)
    Orders.push({
      CustomerId: await addCustomer(),
      ProductId: "microsoft-365",
      Details: agreed,
      Lines: offers.map((OfferId, at) => ({ Key: `q${at}`, OfferId, Quantity: 2 + n, UnitPrice: `99.${10 + round}` })),
    });
  const draft = {
    Title: "New office",
    Message: "",
    RecipientName: "Ada Lovelace",
    RecipientEmail: `ada-${crypto.randomUUID().slice(0, 8)}@acme.example`,
    ValidUntil: addDays(inject("testBegins").slice(0, 10), 20),
    Orders,
  };
  const { Id } = read(quotes.make, await send("/api/quotes", draft));
  const { Hash } = read(quotes.byId, await call("GET", `/api/quotes/${Id}`));
  const sent = read(quotes.send, await send(`/api/quotes/${Id}/send`, { Hash }));
  const Link = sent.Link.slice(sent.Link.lastIndexOf("/") + 1);
  return { Id, Link, shown: read(quoteLinks.open, await send("/api/quote-links/open", { Link })) };
}

test.each(Array.from({ length: rounds }, (_, round) => round + 1))(
  "round %i of kill -9: a plan, its undo and accepted quotes order each line once, at what was promised",
  { timeout: 1_800_000 },
  async (round) => {
    await world.serves();
    if (offers.length === 0) {
      await signAgreement();
      offers = await offersOf(await addCustomer(), each);
      expect(offers).toHaveLength(each);
      for (let n = 0; n < many; n++) await buys();
      await settle();
    }
    const { rows } = await world.admin.query(
      "select id, quantity from subscriptions where status = 'active' order by id limit $1",
      [many * each],
    );
    const Lines = rows.map(({ id, quantity }) => ({
      SubscriptionId: id as string,
      Change: { Kind: "setQuantity", Quantity: (quantity as number) + 1 + dice.below(3) },
    }));
    await world.misbehave({ seed: dice.below(1e9), rate: 0.2 });

    let planId = "";
    let promised: Plan | undefined;
    const accepted: { Id: string; answers: string[] }[] = [];
    await amongKills(long ? 15 : 3, async () => {
      planId = read(plans.make, await send("/api/plans", { Name: `Round ${round}`, Lines })).Id;
      promised = await commitTwice(planId);
      for (let n = 0; n < 2; n++) {
        const { Id, Link, shown } = await sendsQuote(round);
        const answers = await Promise.all(
          ["Ada", "Grace"].map((Name) =>
            send("/api/quote-links/accept", {
              Link,
              DocumentHash: shown.DocumentHash,
              Name: `${Name} L`,
              Consent: true,
            }),
          ),
        );
        accepted.push({ Id, answers });
      }
      await reaches(planId, "done");
    });
    await world.misbehave(null);
    await settle(atWork);
    const done = await ofPlan(planId);
    for (const line of done)
      expect(line).toMatchObject({ state: "ordered", status: "Completed", orders: 1, charged: line.promised });
    expect(String(done.reduce((sum, line) => sum + BigInt(line.charged), 0n))).toBe(promised!.ChargeNow!.Minor);
    for (const { Id, answers } of accepted) {
      const names = answers.map((text) => read(quoteLinks.accept, text).SignedBy);
      expect(new Set(names).size).toBe(1);
      const quote = read(quotes.byId, await call("GET", `/api/quotes/${Id}`));
      expect(quote).toMatchObject({ State: "accepted", Signer: { Name: names[0] } });
      expect(quote.Orders.map(({ State }) => State)).toEqual(["done", "done", "done"]);
      const of = await world.admin.query(
        `select count(*)::int as orders, count(distinct q.order_id)::int as own, bool_and(s.customer_price::text like '99.%') as priced from quote_orders q join orders o on o.customer_id = q.customer_id
           join order_lines l on l.order_id = o.id join subscriptions s on s.id = l.subscription_id where q.quote_id = $1`,
        [Id],
      );
      expect(of.rows[0]).toMatchObject({ orders: 3 * each, own: 3, priced: true });
    }
    expect({ seed, breaches: await findBreaches(world.admin, world.vendors) }).toEqual({ seed, breaches: [] });

    let undoId = "";
    let back: Plan | undefined;
    await world.misbehave({ seed: dice.below(1e9), rate: 0.2 });
    await amongKills(long ? 10 : 2, async () => {
      const undone = await Promise.all([1, 2].map(() => send(`/api/plans/${planId}/undo`, {})));
      const ids = undone.map((text) => JSON.parse(text) as { Result: { Id: string } | null; Error?: string });
      undoId = ids.find(({ Result }) => Result)!.Result!.Id;
      back = await commitTwice(undoId);
      await reaches(undoId, "done");
    });
    await world.misbehave(null);
    await settle(atWork);
    const put = await ofPlan(undoId);
    expect(put).toHaveLength(Lines.length);
    for (const line of put)
      expect(line).toMatchObject({ state: "ordered", status: "Completed", orders: 1, charged: line.promised });
    expect(String(put.reduce((sum, line) => sum + BigInt(line.charged), 0n))).toBe(back!.ChargeNow!.Minor);
    const after = await world.admin.query("select id, quantity from subscriptions where id = any($1) order by id", [
      rows.map(({ id }) => id as string),
    ]);
    expect(after.rows).toEqual(rows.map(({ id, quantity }) => ({ id, quantity })));
    expect({ seed, breaches: await findBreaches(world.admin, world.vendors) }).toEqual({ seed, breaches: [] });
  },
);
