import { returns } from "@tradewind/contract/ordering/returns.ts";
import { stock } from "@tradewind/contract/ordering/stock.ts";
import { work } from "@tradewind/contract/ordering/work.ts";
import { returnReasons } from "@tradewind/domain/ordering/returns.ts";
import type { Dice } from "./mutations.ts";
import { customerOf, isAnswered, order, type Cast, type Step } from "./simulated-cast.ts";

/** Acts, and tells whether there was anything to act on. */
type Act = (cast: Cast, dice: Dice) => Promise<boolean>;

const goods = ["phone-t31p", "phone-t54w", "headset-uh36"];

const stocksUp: Step = async ({ world, operator }, dice) => {
  const params = { sku: dice.pick(goods) };
  const Quantity = 1 + dice.below(8);
  isAnswered(
    dice.next() < 0.8
      ? await world.app.call(operator, stock.receive, { params, body: { Quantity } })
      : await world.app.call(operator, stock.adjust, { params, body: { Kind: "writtenOff", Quantity, Reason: "Wet" } }),
  );
};

const ordersGoods: Act = async (cast, dice) => {
  await order(
    cast,
    await customerOf(cast, dice),
    { Kind: "add", Lines: [{ Key: "a", OfferId: `${dice.pick(goods)}:none:once`, Quantity: 1 + dice.below(6) }] },
    { ProductId: "hosted-voice-hardware" },
  );
  await cast.world.work(dice, 4);
  return true;
};

/** Sends a part of what work is to send. */
const dispatches: Act = async ({ world, operator }, dice) => {
  const items = (await world.app.call(operator, work.list)).Result!.Items;
  const lines = items.flatMap(({ Id, Lines }) =>
    Lines.filter(({ Goods }) => Goods && Goods.Rest > 0).map(({ Key, Goods }) => ({ Id, Key, rest: Goods!.Rest })),
  );
  if (lines.length === 0) return false;
  const { Id, Key, rest } = dice.pick(lines);
  const body = { Carrier: "DPD", Lines: [{ Key, Quantity: 1 + dice.below(rest) }] };
  isAnswered(await world.app.call(operator, work.dispatch, { params: { workItemId: Id }, body }));
  return true;
};

/** Asks to send back some of what was sent, as it is proposed. */
const asksToReturn: Act = async ({ world, reseller }, dice) => {
  const sent = await world.app.sql<{ orderId: string; key: string; rest: number }>(
    `select order_id as "orderId", subscription_id as key, dispatched - returned as rest from goods_lines
     where reseller_id = $1 and dispatched > returned order by order_id, subscription_id`,
    [reseller.resellerId],
  );
  if (sent.length === 0) return false;
  const { orderId, key: Key, rest } = dice.pick(sent);
  const Reason = dice.pick(returnReasons);
  const Wants: "credit" | "replacement" = Reason === "faulty" && dice.next() < 0.5 ? "replacement" : "credit";
  const body = { Key, Quantity: 1 + dice.below(rest), Reason, Wants };
  const terms = await world.app.call(reseller, returns.propose, { params: { orderId }, body });
  isAnswered(terms);
  if (!terms.Succeed) return true;
  const { Hash } = terms.Result!;
  isAnswered(await world.app.call(reseller, returns.ask, { params: { orderId }, body: { ...body, Hash } }));
  return true;
};

/** What was to come back comes, is refused, or stays where it is. */
const returnIsSettled: Act = async ({ world, operator, reseller }, dice) => {
  const { Items } = (await world.app.call(operator, returns.list, { query: {} })).Result!;
  if (Items.length === 0) return false;
  const { Id, Quantity } = dice.pick(Items);
  const params = { returnId: Id };
  const Restocked = dice.below(Quantity + 1);
  const body = { Restocked, WrittenOff: Quantity - Restocked };
  const { call } = world.app;
  isAnswered(
    await dice.pick([
      () => call(operator, returns.receive, { params, body }),
      () => call(operator, returns.receive, { params, body }),
      () => call(operator, returns.refuse, { params, body: { Why: "It is another one." } }),
      () => call(reseller, returns.withdraw, { params, body: {} }),
    ])(),
  );
  return true;
};

/**
 * Goes on with goods a few times: takes some into stock, orders, sends and takes back. What comes later is done more
 * often, or nothing would ever come to it.
 */
export const tradesGoods: Step = async (cast, dice) => {
  for (let left = 1 + dice.below(4); left > 0; left--) await tradeOnce(cast, dice);
};

async function tradeOnce(cast: Cast, dice: Dice) {
  const later = [returnIsSettled, asksToReturn, dispatches, ordersGoods];
  for (const act of later.filter(() => dice.next() < 0.6)) if (await act(cast, dice)) return;
  await stocksUp(cast, dice);
}
