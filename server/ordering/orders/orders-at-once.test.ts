import { orders, type WireChange } from "@tradewind/contract/ordering/orders.ts";
import pg from "pg";
import { expect, test } from "vitest";
import { atOnce } from "../../test/at-once.ts";
import { agreement, orderStory } from "../../test/order-story.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { until } from "../../test/processes.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, offer, order, becomes } = orderStory(app, worker);

/** Proposes a change and returns how to place it. */
async function proposed(
  person: Person,
  wanted: { CustomerId: string; ProductId: string; InstanceId?: string; Change: WireChange },
) {
  const { Result } = await app.call(person, orders.propose, { body: wanted });
  return () => app.call(person, orders.place, { body: { ...wanted, ProposalHash: Result!.Hash } });
}

async function onceEach(person: Person, customerId: string) {
  const { Result } = await app.call(person, orders.journey, {
    params: { by: "product", name: "influencer-programme" },
    query: { CustomerId: customerId, Action: "Add" },
  });
  const OfferId = Result!.Steps.flatMap((step) => step.Items)[0]!.Offers[0]!.OfferId;
  return {
    CustomerId: customerId,
    ProductId: "influencer-programme",
    Change: { Kind: "add" as const, Lines: [{ Key: "a", OfferId, Quantity: 1 }] },
  };
}

test("CAT-22 what a reseller may have once is refused for its next customer, and for two at the same moment", async () => {
  const reseller = await signInSigned();
  const [one, other] = [await addCustomer(reseller), await addCustomer(reseller)];
  const places = [
    await proposed(reseller, await onceEach(reseller, one)),
    await proposed(reseller, await onceEach(reseller, other)),
  ];

  const answers = await atOnce(app, "orders", places);

  expect(answers.filter(({ Succeed }) => Succeed)).toHaveLength(1);
  expect(answers.filter(({ Succeed }) => !Succeed)).toMatchObject([{ status: 409, Error: "onlyOnePerReseller" }]);
  const third = await addCustomer(reseller);
  const late = await app.call(reseller, orders.propose, { body: await onceEach(reseller, third) });
  expect(late).toMatchObject({ status: 409, Error: "onlyOnePerReseller" });
  // Another reseller may have it too.
  const neighbour = await signInSigned();
  const theirs = await proposed(neighbour, await onceEach(neighbour, await addCustomer(neighbour)));
  expect((await theirs()).status).toBe(200);
});

/** Five seats of a service, which its vendor provides. */
async function fiveSeats() {
  const reseller = await signInSigned();
  const customerId = await addCustomer(reseller);
  const monthly = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
  const { placed } = await order(reseller, customerId, {
    Kind: "add",
    Lines: [{ Key: "a", OfferId: monthly.OfferId, Quantity: 5 }],
  });
  const { InstanceId } = placed.Result!;
  const { Id } = (await becomes(reseller, InstanceId, "Active")).Subscriptions[0]!;
  const seats = (Quantity: number) =>
    proposed(reseller, {
      CustomerId: customerId,
      ProductId: "microsoft-365",
      InstanceId,
      Change: { Kind: "setQuantity", Targets: [{ Key: Id, Quantity }] },
    });
  /** Waits until the vendor has what was ordered, and returns the seats there are and those that are charged. */
  const settled = async () => {
    const [subscription] = (await becomes(reseller, InstanceId, "Active")).Subscriptions;
    const [charged] = await app.sql<{ net: string }>(
      "select sum(quantity) as net from charges where subscription_id = $1",
      [Id],
    );
    return { seats: subscription!.Quantity, charged: Number(charged!.net) };
  };
  return { reseller, InstanceId, Id, seats, settled };
}

test("of two changes of a service ordered at the same moment one is made and the other must be proposed anew", async () => {
  const { seats, settled } = await fiveSeats();

  const answers = await atOnce(app, "orders", [await seats(8), await seats(11)]);

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  const now = await settled();
  expect(now.charged).toBe(now.seats);
});

/** Orders of different customers that their vendor refused, and how to try each again. */
async function refusedOrders(count: number) {
  const reseller = await signInSigned();
  const ids: string[] = [];
  while (ids.length < count) {
    const customerId = await addCustomer(reseller);
    const { OfferId } = await offer(reseller, customerId, { term: "P1Y", billing: "monthly" });
    const Details = { ...agreement, MicrosoftDomain: `fail-${crypto.randomUUID().slice(0, 8)}` };
    const change: WireChange = { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity: 1 }] };
    const { OrderId, InstanceId } = (await order(reseller, customerId, change, { Details })).placed.Result!;
    await becomes(reseller, InstanceId, "ActivationFailed");
    ids.push(OrderId);
  }
  return {
    reseller,
    ids,
    retries: ids.map((orderId) => () => app.call(reseller, orders.retry, { params: { orderId } })),
  };
}

test("a company tries thirty orders again in a minute, also at once, and no other company waits for it", async () => {
  const [noisy, quiet] = [await refusedOrders(3), await refusedOrders(1)];
  // Later than now, so that they count however long this takes.
  await app.sql(
    `insert into orders
     select (jsonb_populate_record(o, jsonb_build_object('id', uuidv7(), 'retries', 1, 'retried_at', clock_timestamp() + interval '1 hour'))).*
     from orders o, generate_series(1, 28) where o.id = $1`,
    [noisy.ids[0]],
  );
  const holder = new pg.Client(app.database.adminUrl);
  await holder.connect();
  try {
    await holder.query("begin");
    // What a try of the company writes waits for this, and the company's other tries for their turn.
    await holder.query("select from service_instances where reseller_id = $1 for update", [noisy.reseller.resellerId]);
    const tries = Promise.all(noisy.retries.map((retry) => retry()));
    const waiting =
      "select from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())";
    await until(async () => (await app.sql(waiting)).length === 2, "the company's tries to wait for each other");
    expect((await quiet.retries[0]!()).status).toBe(200);
    await holder.query("commit");
    const answers = await tries;
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 429]);
    const refused = answers.find(({ status }) => status === 429)!;
    expect(refused).toMatchObject({ Error: "tooManyRequests", text: expect.stringContaining("30 orders") });
    const wait = Number(refused.headers["retry-after"]);
    expect([wait > 0, wait <= 60]).toEqual([true, true]);
    await app.sql("update orders set retried_at = retried_at - interval '2 hours' where reseller_id = $1", [
      noisy.reseller.resellerId,
    ]);
    expect((await noisy.retries[answers.indexOf(refused)]!()).status).toBe(200);
  } finally {
    await holder.end();
  }
});

test.each([
  { what: "the try", refused: { status: 409, Error: "serviceBusy" }, seats: 8 },
  { what: "the new order", refused: { status: 409, Error: "orderNotFailed" }, seats: 11 },
])(
  "of trying a refused order again and ordering its seats anew at the same moment only the first counts, here $what",
  async ({ what, refused, seats: wanted }) => {
    const { reseller, InstanceId, Id, seats, settled } = await fiveSeats();
    const [stored] = await app.sql<{ vendor_ref: string }>("select vendor_ref from subscriptions where id = $1", [Id]);
    const atMicrosoft = (action: string) =>
      worker.control("microsoft", "act", { action, subscriptionId: stored!.vendor_ref });
    await atMicrosoft("suspend");
    const { OrderId } = (await (await seats(8))()).Result!;
    await becomes(reseller, InstanceId, "ActivationFailed");
    await atMicrosoft("reinstate");
    const retry = () => app.call(reseller, orders.retry, { params: { orderId: OrderId } });
    const place = await seats(11);

    const answers = await atOnce<{ status: number; Error: string | null }>(
      app,
      "activity",
      what === "the try" ? [retry, place] : [place, retry],
    );

    expect(answers).toMatchObject([{ status: 200 }, refused]);
    expect(await settled()).toEqual({ seats: wanted, charged: wanted });
  },
);
