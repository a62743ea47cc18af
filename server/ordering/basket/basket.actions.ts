import { mostInBasket, type basket } from "@tradewind/contract/ordering/basket.ts";
import type { InputOf } from "@tradewind/contract/endpoint.ts";
import { toWireProposal } from "@tradewind/contract/ordering/proposals.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import { seesPrices } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import { announce } from "../../platform/events.store.ts";
import type { Doing } from "../../platform/http.ts";
import { takeTurn } from "../../platform/take-turn.ts";
import { mailBasketPlaced } from "../order-mails/order-mails.actions.ts";
import { propose, type WorkedOut } from "../proposals/proposals.reads.ts";
import { priceOf, wantedOf } from "./basket.reads.ts";
import {
  countBasket,
  insertBasketLine,
  lockBasket,
  placeBasketLines,
  updateBasketLine,
  type BasketRow,
} from "./basket.store.ts";

type Wish = InputOf<typeof basket.add>["body"];

/** Refuses one more order than a basket holds. */
async function requireRoom({ tx, actor }: Doing): Promise<void> {
  await takeTurn(tx, `basket ${actor.membershipId}`);
  if ((await countBasket(tx, actor)) >= mostInBasket) throw new AppError("basketFull");
}

async function told(doing: Doing, verb: "add" | "change" | "remove" | "restore", line: Told): Promise<void> {
  const { tx, actor, doer } = doing;
  const said = { add: "Put into", change: "Changed in", remove: "Took out of", restore: "Put back into" }[verb];
  await recordActivity(tx, doer, {
    action: `basket.${verb}`,
    what: `${said} the basket: ${line.product} for ${line.customer}`,
    customerId: line.customerId,
    object: ["basket", line.id],
  });
  await announce(tx, actor.resellerId, ["basket"], line.customerId);
}
type Told = { id: string; customerId: string; customer: string; product: string };
const toldOf = (row: BasketRow): Told => ({
  id: row.id,
  customerId: row.customer_id,
  customer: row.customer_name,
  product: row.product_name,
});

/** Puts an order into the basket as it could be placed now. */
export async function addToBasket(doing: Doing, { Lines, DeliveryOption, ...wish }: Wish) {
  const { tx, actor, now } = doing;
  await requireRoom(doing);
  const worked = await propose(doing, { ...wish, Change: { Kind: "add", Lines, DeliveryOption } });
  if (worked.questions.fields.some(({ kind }) => kind === "password")) throw new AppError("basketKeepsNoSecrets");
  const items = Lines.map((line) => {
    const { name, unit, term, billing, minimum, maximum } = worked.offers.get(line.OfferId)!;
    return {
      name,
      unit,
      term,
      billing,
      minimum,
      maximum,
      key: line.Key,
      offerId: line.OfferId,
      quantity: line.Quantity,
      addOnTo: line.AddOnTo ?? null,
      termUntil: line.TermUntil ?? null,
      attributes: line.Attributes ?? {},
      unitCost: priceOf(worked, line.OfferId, doing).cost,
    };
  });
  const id = await insertBasketLine(
    tx,
    actor,
    {
      customer_id: wish.CustomerId,
      product_id: wish.ProductId,
      user_id: wish.UserId ?? null,
      items,
      details: wish.Details,
      delivery_option: DeliveryOption ?? null,
    },
    now,
  );
  const { customer, product } = worked;
  await told(doing, "add", { id, customerId: customer.id, customer: customer.name, product: product.name });
  return { Id: id };
}

/** Locks an order of the caller's basket that was not placed yet. */
async function lockOpen({ tx, actor }: Doing, id: string): Promise<BasketRow> {
  const [row] = await lockBasket(tx, actor, [id]);
  if (orNotFound(row).state !== "open") throw new AppError("basketLinePlaced");
  return row!;
}

/** Changes quantities, or agrees to today's prices by the hash of the proposal that shows them. */
export async function changeBasketLine(
  doing: Doing,
  id: string,
  { Items, Hash }: InputOf<typeof basket.change>["body"],
): Promise<void> {
  const { tx, actor, now } = doing;
  const row = await lockOpen(doing, id);
  if (row.removed_at) throw new AppError("notFound");
  const wanted = new Map(Items.map(({ Key, Quantity }) => [Key, Quantity]));
  const changed = row.items.map((item) => ({ ...item, quantity: wanted.get(item.key) ?? item.quantity }));
  const worked = await propose(doing, wantedOf({ ...row, items: changed }));
  if (Hash && worked.hash !== Hash) throw proposalChanged(worked, doing);
  const items = Hash
    ? changed.map((item) => ({ ...item, unitCost: priceOf(worked, item.offerId, doing).cost }))
    : changed;
  await updateBasketLine(tx, actor.resellerId, id, { items }, now);
  await told(doing, "change", toldOf(row));
}

const proposalChanged = ({ proposal, hash }: WorkedOut, { actor }: Doing) =>
  new AppError("proposalChanged", {
    details: { Proposal: toWireProposal(proposal, hash, actor.currency, seesPrices(actor)) },
  });

export async function removeBasketLine(doing: Doing, id: string): Promise<void> {
  const row = await lockOpen(doing, id);
  await updateBasketLine(doing.tx, doing.actor.resellerId, id, { removed_at: doing.now }, doing.now);
  await told(doing, "remove", toldOf(row));
}

export async function restoreBasketLine(doing: Doing, id: string): Promise<void> {
  const row = await lockOpen(doing, id);
  if (row.removed_at) await requireRoom(doing);
  await updateBasketLine(doing.tx, doing.actor.resellerId, id, { removed_at: null }, doing.now);
  await told(doing, "restore", toldOf(row));
}

/**
 * Lets orders of a basket be placed by the hash of their proposals; a job places them one by one. What is being placed or
 * was already stays as it is, so that a call that is sent twice places nothing twice.
 */
export async function placeBasket(doing: Doing, lines: InputOf<typeof basket.place>["body"]["Lines"]) {
  const { tx, actor, doer, now, platform } = doing;
  const { resellerId, membershipId, behind, behindId } = actor;
  const hashes = new Map(lines.map(({ Id, Hash }) => [Id, Hash]));
  const rows = await lockBasket(tx, actor, [...hashes.keys()]);
  if (rows.length < hashes.size) throw new AppError("notFound");
  const open = rows.filter((row) => row.state === "open" && row.removed_at === null);
  const placing = open.map(({ id }) => ({ id, hash: hashes.get(id)! }));
  await placeBasketLines(tx, resellerId, placing, { behind, behindId, now });
  const what = `Ordered ${open.length === 1 ? "one order" : `${open.length} orders`} of the basket`;
  await recordActivity(tx, doer, { action: "basket.place", what, object: ["basket", membershipId] });
  await announce(tx, resellerId, ["basket"]);
  if (open.length > 0) {
    await platform.jobs.file(tx, "basket.order", { resellerId, membershipId });
    await mailBasketPlaced(doing, open);
  }
  return { Placing: open.length };
}
