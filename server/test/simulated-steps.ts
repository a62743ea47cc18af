import { customers } from "@tradewind/contract/customers/customers.ts";
import { differences } from "@tradewind/contract/ordering/differences.ts";
import { orders, type WireChange } from "@tradewind/contract/ordering/orders.ts";
import { termEnds } from "@tradewind/contract/ordering/term-ends.ts";
import type { Dice } from "./mutations.ts";
import { agreement } from "./order-story.ts";
import {
  change,
  customerOf,
  isAnswered,
  oneOf,
  order,
  userOf,
  type Cast,
  type Held,
  type Step,
} from "./simulated-cast.ts";
import { tradesGoods } from "./simulated-goods-steps.ts";
import { operatorSteps } from "./simulated-operator-steps.ts";
import { planSteps } from "./simulated-plan-steps.ts";
import { answer, someLines, someProduct } from "./simulated-shelf.ts";
import { transferSteps } from "./simulated-transfer-steps.ts";
import { vendorSteps } from "./simulated-vendor-steps.ts";
import { bitdefenderSteps } from "./simulated-bitdefender-steps.ts";
import { basketSteps } from "./simulated-basket-steps.ts";
import { peopleOf, someHandover } from "./simulated-people.ts";

/** Moves some of something to a better product, at times to what is there of it. */
async function upgradeOne(cast: Cast, dice: Dice) {
  const held = await oneOf(cast, dice, "p.fulfiller in ('microsoft', 'acronis')");
  if (!held) return;
  const better = await cast.world.app.sql<{ id: string; to: string | null }>(
    `select o.id, t.id as to from subscriptions s join offers f on f.id = s.offer_id
     join offers o on o.sku = any (f.upgrades_to) and o.term = f.term and o.billing = f.billing
     left join subscriptions t on t.instance_id = s.instance_id and t.offer_id = o.id and t.status = 'active'
     where s.id = $1 order by o.id, t.id`,
    [held.id],
  );
  if (better.length === 0) return;
  const { id: OfferId, to: ToKey } = dice.pick(better);
  const { instance_id: InstanceId, product_id: ProductId } = held;
  const isWhole = ProductId === "acronis-backup" && dice.next() < 0.8;
  const Quantity = isWhole ? held.quantity : 1 + dice.below(Math.max(held.quantity, 1));
  const target = { Key: held.id, OfferId, Quantity, ...(!isWhole && dice.next() < 0.6 ? { ToKey } : {}) };
  await order(cast, held.customer_id, { Kind: "upgrade", Targets: [target] }, { InstanceId, ProductId });
}

/** Lets a term that is bought, or the next one of what is there, end with others. */
async function endEarly(cast: Cast, dice: Dice) {
  const held = await oneOf(
    cast,
    dice,
    "p.fulfiller = 'microsoft' and s.status <> 'cancelled' and s.billing <> 'daily'",
  );
  if (!held) return;
  const [{ offer_id: OfferId, instance_id: InstanceId }] = (await cast.world.app.sql(
    "select offer_id, instance_id from subscriptions where id = $1",
    [held.id],
  )) as [{ offer_id: string; instance_id: string }];
  const isPurchase = dice.next() < 0.5;
  const [CustomerId, Quantity] = [held.customer_id, 1 + dice.below(9)];
  const { Result } = await cast.world.app.call(cast.reseller, termEnds.list, {
    query: { CustomerId, OfferId, Quantity, ...(isPurchase ? {} : { SubscriptionId: held.id }) },
  });
  if (!Result?.Ends.length) return;
  const { Until } = dice.pick(Result.Ends);
  const wanted: WireChange = isPurchase
    ? { Kind: "add", Lines: [{ Key: "a", OfferId, Quantity, TermUntil: Until }] }
    : { Kind: "schedule", Targets: [{ Key: held.id, Outcome: "renew", Quantity, Until }] };
  const { proposal, placed } = await cast.story.order(cast.reseller, CustomerId, wanted, {
    ...(isPurchase ? { Details: agreement } : { InstanceId }),
    ProductId: held.product_id,
  });
  isAnswered(proposal);
  if (proposal.Succeed) isAnswered(placed);
}

/** Wants a term billed otherwise from its next charge on, or as it is. */
async function billOtherwise(cast: Cast, dice: Dice) {
  const held = await oneOf(cast, dice, "p.fulfiller = 'microsoft' and s.term = 'P1Y'");
  if (!held) return;
  const offers = await cast.world.app.sql<{ id: string }>(
    `select o.id from subscriptions s join offers o on o.sku = s.sku and o.term = s.term where s.id = $1 order by o.id`,
    [held.id],
  );
  const { proposal, placed } = await cast.story.order(
    cast.reseller,
    held.customer_id,
    { Kind: "billing", Targets: [{ Key: held.id, OfferId: dice.pick(offers).id }] },
    { InstanceId: held.instance_id, ProductId: held.product_id },
  );
  isAnswered(proposal);
  if (proposal.Succeed) isAnswered(placed);
}

/** Begins a longer term, or one after another was extended. */
async function beginTerm(cast: Cast, dice: Dice) {
  const held = await oneOf(cast, dice, "p.fulfiller = 'microsoft' and s.status = 'active'");
  if (!held) return;
  const longer = await cast.world.app.sql<{ id: string; is_extended: boolean }>(
    `select o.id, s.billing = 'daily' as is_extended from subscriptions s join offers o on o.sku = s.sku and o.id <> s.offer_id
     where s.id = $1 and o.billing in ('monthly', 'annual') and (s.billing = 'daily' or o.term > s.term or s.term = 'P1M') order by o.id`,
    [held.id],
  );
  if (longer.length === 0) return;
  const { id: OfferId, is_extended } = dice.pick(longer);
  const Quantity = is_extended && dice.next() < 0.5 ? 1 + dice.below(9) : null;
  const { instance_id: InstanceId, product_id: ProductId } = held;
  const wanted: WireChange = { Kind: "newTerm", Targets: [{ Key: held.id, OfferId, Quantity }] };
  await order(cast, held.customer_id, wanted, { InstanceId, ProductId });
}

/** The calls by which vendors sell, by their paths. */
export const purchases: Readonly<Record<string, readonly string[]>> = {
  microsoft: ["checkout", "transitions"],
  acronis: ["/api/2/tenants"],
  // Its calls all have one path: some others come before the one that makes a company.
  bitdefender: ["/jsonrpc/companies"],
};

/** Does something whose vendor sells it, once or twice, and whose answer is lost: who does not look first buys it again. */
async function unheard(cast: Cast, dice: Dice, act: Step) {
  for (const vendor of cast.world.systems)
    for (const path of purchases[vendor] ?? [])
      await cast.world.control(vendor, "faults", {
        times: 1 + dice.below(2),
        match: { method: "POST", path, ...(vendor === "bitdefender" ? { nth: 1 + dice.below(4) } : {}) },
        fault: { kind: dice.pick(["commitThenReset", "commitThenReset", "truncate", "html502"]) },
      });
  await act(cast, dice);
  await cast.world.work(dice, 4);
}

async function settleDifference({ world, reseller }: Cast, dice: Dice) {
  const { Items } = (await world.app.call(reseller, differences.list, {})).Result!;
  const open = Items.filter((each) => each.Cures.length > 0);
  if (open.length === 0) return;
  const one = dice.pick(open);
  const chosen = { Cure: dice.pick(one.Cures), DifferenceIds: [one.Id] };
  const { Hash, Lines } = (await world.app.call(reseller, differences.propose, { body: chosen })).Result!;
  if (Lines.length === 0) return;
  const body = { ...chosen, Hash, ...(chosen.Cure === "accept" ? { Note: "As it is" } : {}) };
  isAnswered(await world.app.call(reseller, differences.settle, { body }));
}

async function addSome(
  cast: Cast,
  dice: Dice,
  domain: Record<string, string> = {},
  ProductId = someProduct(cast.shelf, dice),
) {
  const { asks, isOfUser } = cast.shelf.get(ProductId)!;
  const customerId = await customerOf(cast, dice);
  const UserId = isOfUser ? { UserId: (await userOf(cast, customerId, "endUser")).membershipId } : {};
  const Details = { ...answer(asks, dice), ...(ProductId === "microsoft-365" ? domain : {}) };
  await order(
    cast,
    customerId,
    { Kind: "add", Lines: someLines(cast.shelf, dice, ProductId) },
    { ProductId, Details, ...UserId },
  );
}

/** Says something about the end of a monthly term, has the vendor lose it at times, and lives until it is over. */
async function reachTermEnd(cast: Cast, dice: Dice) {
  const { world, shelf } = cast;
  const today = world.app.platform.clock.today();
  // Soon enough to live until then, and late enough to be told of it.
  const ending = () =>
    oneOf(
      cast,
      dice,
      `p.fulfiller = 'microsoft' and s.status = 'active' and s.vendor_ref is not null and s.term_until between '${today}'::date + 6 and '${today}'::date + 32`,
    );
  if (!(await ending())) {
    const sale = shelf.get("microsoft-365")!;
    const monthly = dice.pick(sale.offers.filter(({ id }) => id.includes(":P1M:")));
    const Lines = [{ Key: "a", OfferId: monthly.id, Quantity: 1 + dice.below(9) }];
    const rest = { ProductId: "microsoft-365", Details: answer(sale.asks, dice) };
    await order(cast, await customerOf(cast, dice), { Kind: "add", Lines }, rest);
    await world.runNow("orders.fulfil");
  }
  const held = await ending();
  if (!held) return;
  const { id, instance_id: InstanceId, product_id: ProductId, customer_id } = held;
  await order(cast, customer_id, someTermEnd(dice, id), { InstanceId, ProductId });
  await world.work(dice, 8);
  if (dice.next() < 0.5) {
    world.touch(id);
    await world.control("microsoft", "act", loseSchedule(held, dice));
  }
  await world.liveOn(dice, 33);
}

/** A renewal that is switched by hand takes with it what was scheduled. */
const loseSchedule = ({ vendor_ref }: Held, dice: Dice) => ({
  action: "switchRenewal",
  subscriptionId: vendor_ref,
  on: dice.next() < 0.5,
});

const someTermEnd = (dice: Dice, Key: string): WireChange => ({
  Kind: "schedule",
  Targets: [
    dice.next() < 0.4
      ? { Key, Outcome: dice.pick(["cancel", "extend"] as const) }
      : { Key, Outcome: "renew", Quantity: 1 + dice.below(9) },
  ],
});

const schedule: Step = (cast, dice) => change(cast, dice, ({ id }) => someTermEnd(dice, id));

/** What may happen, each as often as it says. */
export const steps: Record<string, { weight: number; act: Step }> = {
  addsCustomer: { weight: 1, act: ({ story, reseller }) => story.addCustomer(reseller) },
  adds: { weight: 8, act: addSome },
  // Of a customer of which Microsoft provides nothing.
  addsInVain: { weight: 2, act: (cast, dice) => addSome(cast, dice, { MicrosoftDomain: `fail-${dice.below(1e9)}` }) },
  addsNumbers: {
    weight: 3,
    async act(cast, dice) {
      await addSome(cast, dice, {}, "hosted-voice");
      await cast.world.work(dice, 4);
      await operatorSteps["completes"]!.act(cast, dice);
    },
  },
  addsUnheard: { weight: 4, act: (cast, dice) => unheard(cast, dice, addSome) },
  upgradesUnheard: {
    weight: 4,
    async act(cast, dice) {
      // What began long enough ago to be provided.
      await cast.world.work(dice, 8);
      await unheard(cast, dice, upgradeOne);
    },
  },
  setsQuantity: {
    weight: 5,
    act: (cast, dice) =>
      change(cast, dice, ({ id }) => ({ Kind: "setQuantity", Targets: [{ Key: id, Quantity: 1 + dice.below(12) }] })),
  },
  // Of a site or a block of numbers: what it is, while people may be at work on it.
  setsAttributes: {
    weight: 3,
    async act(cast, dice) {
      const held = await oneOf(cast, dice, "s.product_id = 'hosted-voice'");
      if (!held) return;
      const { id: Key, instance_id: InstanceId, product_id: ProductId, customer_id } = held;
      const { asks = [] } = cast.shelf.get(ProductId)!.offers.find(({ id }) => id === held.offer_id) ?? {};
      const wanted: WireChange = { Kind: "setAttributes", Targets: [{ Key, Attributes: answer(asks, dice) }] };
      await order(cast, customer_id, wanted, { InstanceId, ProductId });
    },
  },
  schedules: { weight: 3, act: schedule },
  reachesTermEnd: { weight: 3, act: reachTermEnd },
  billsOtherwise: { weight: 3, act: billOtherwise },
  endsEarly: { weight: 3, act: endEarly },
  upgrades: { weight: 3, act: upgradeOne },
  beginsTerm: { weight: 3, act: beginTerm },
  handsOver: {
    weight: 9,
    async act(cast, dice) {
      await cast.world.work(dice, 8);
      const held = await oneOf(cast, dice, "p.fulfiller = 'microsoft' and s.vendor_ref is not null");
      if (!held) return;
      const { id, customer_id, instance_id: InstanceId, product_id: ProductId } = held;
      await order(cast, customer_id, someHandover(dice, id, await peopleOf(cast, held)), { InstanceId, ProductId });
    },
  },
  cancels: { weight: 2, act: (cast, dice) => change(cast, dice, ({ id }) => ({ Kind: "cancel", Keys: [id] })) },
  suspends: {
    weight: 1,
    async act(cast, dice) {
      const customerId = await customerOf(cast, dice);
      isAnswered(await cast.world.app.call(cast.reseller, customers.suspend, { params: { customerId } }));
    },
  },
  resumes: {
    weight: 2,
    async act(cast, dice) {
      const customerId = await customerOf(cast, dice);
      isAnswered(await cast.world.app.call(cast.reseller, customers.reactivate, { params: { customerId } }));
    },
  },
  triesAgain: {
    weight: 2,
    async act({ world, reseller }, dice) {
      const failed = await world.app.sql<{ id: string }>(
        "select id from orders where reseller_id = $1 and status = 'Failed' order by id",
        [reseller.resellerId],
      );
      if (failed.length === 0) return;
      isAnswered(await world.app.call(reseller, orders.retry, { params: { orderId: dice.pick(failed).id } }));
    },
  },
  settlesDifference: { weight: 2, act: settleDifference },
  tradesGoods: { weight: 8, act: tradesGoods },
  ...operatorSteps,
  ...vendorSteps,
  ...bitdefenderSteps,
  ...basketSteps,
  ...transferSteps,
  ...planSteps,
  works: { weight: 12, act: ({ world }, dice) => world.work(dice, 1 + dice.below(6)) },
  sweeps: { weight: 1, act: ({ world }) => world.sweep() },
  livesOn: { weight: 3, act: ({ world }, dice) => world.liveOn(dice, dice.pick([1, 8, 31])) },
  // The worker stood still meanwhile.
  passesDays: { weight: 2, act: ({ world }, dice) => world.days(dice, dice.pick([1, 1, 3, 8, 31])) },
};
