import { plans, type PlannedChange } from "@tradewind/contract/ordering/plans.ts";
import { quoteLinks } from "@tradewind/contract/ordering/quote-links.ts";
import { quotes } from "@tradewind/contract/ordering/quotes.ts";
import { addDays } from "@tradewind/domain/values/dates.ts";
import type { Dice } from "./mutations.ts";
import { keyOf } from "./quote-story.ts";
import { customerOf, isAnswered, type Cast, type Held, type Step } from "./simulated-cast.ts";
import { answer as answerAll } from "./simulated-shelf.ts";

async function commitOne({ world, reseller, promises }: Pick<Cast, "world" | "reseller" | "promises">, planId: string) {
  const params = { planId };
  // Worked out at once, so that little happens before it is committed.
  await world.runNow("plans.work");
  const { Hash } = (await world.app.call(reseller, plans.byId, { params })).Result!;
  isAnswered(await world.app.call(reseller, plans.commit, { params, body: { Hash } }));
  promises.commit(planId);
}

/** Plans a change of some subscriptions, and commits what can be done. */
async function planSome({ world, reseller, promises }: Cast, dice: Dice) {
  const held = await world.app.sql<Pick<Held, "id"> & { better: string[] }>(
    `select s.id, f.upgrades_to as better from subscriptions s join offers f on f.id = s.offer_id
     where s.reseller_id = $1 and s.status = 'active' order by s.id`,
    [reseller.resellerId],
  );
  const chosen = held.filter(() => dice.next() < 0.5);
  if (chosen.length === 0) return;
  const better = chosen.flatMap((each) => each.better);
  const roll = dice.next();
  const Change: PlannedChange =
    roll < 0.65
      ? { Kind: "setQuantity", Quantity: 1 + dice.below(12) }
      : roll < 0.85
        ? { Kind: "schedule", Outcome: dice.pick(["renew", "cancel"] as const) }
        : roll < 0.95 && better.length > 0
          ? { Kind: "upgrade", Sku: dice.pick(better) }
          : { Kind: "cancel" };
  const made = await world.app.call(reseller, plans.make, {
    body: { Name: "Some", Lines: chosen.map(({ id: SubscriptionId }) => ({ SubscriptionId, Change })) },
  });
  isAnswered(made);
  if (!made.Succeed) return;
  await commitOne({ world, reseller, promises }, made.Result!.Id);
}

/** Puts back what one of the plans has done, or adds to its undo what is done since. */
async function undoOne(cast: Cast, dice: Dice) {
  const { world, reseller } = cast;
  const made = await world.app.sql<{ id: string }>("select id from plans where reseller_id = $1 order by id", [
    reseller.resellerId,
  ]);
  if (made.length === 0) return;
  const undo = await world.app.call(reseller, plans.undo, { params: { planId: dice.pick(made).id } });
  isAnswered(undo);
  if (undo.Succeed) await commitOne(cast, undo.Result!.Id);
}

/** Quotes something for one or two customers at prices of its own, and has it accepted by its link, at times twice. */
async function quoteSome(cast: Cast, dice: Dice) {
  const { world, reseller, promises, shelf } = cast;
  const ProductId = dice.pick(["microsoft-365", "acronis-backup", "bitdefender"]);
  const { offers, asks } = shelf.get(ProductId)!;
  const Orders = [];
  for (let orders = 1 + dice.below(2); orders > 0; orders--)
    Orders.push({
      CustomerId: await customerOf(cast, dice),
      ProductId,
      Details: answerAll(asks, dice),
      Lines: Array.from({ length: 1 + dice.below(2) }, (_, line) => ({
        Key: `line-${line}`,
        OfferId: dice.pick(offers).id,
        Quantity: 1 + dice.below(9),
        UnitPrice: `${90 + dice.below(9)}.${10 + dice.below(90)}`,
      })),
    });
  const recipient = { RecipientName: "Ada Lovelace", RecipientEmail: `ada-${dice.below(1e9)}@acme.example` };
  const ValidUntil = addDays(world.app.platform.clock.today(), dice.below(30));
  const made = await world.app.call(reseller, quotes.make, {
    body: { Title: "Some", Message: "", ...recipient, ValidUntil, Orders },
  });
  isAnswered(made);
  if (!made.Succeed) return;
  const params = { quoteId: made.Result!.Id };
  const { Hash } = (await world.app.call(reseller, quotes.byId, { params })).Result!;
  const sent = await world.app.call(reseller, quotes.send, { params, body: { Hash: Hash! } });
  isAnswered(sent);
  if (!sent.Succeed) return;
  const Link = keyOf(sent.Result!.Link);
  await world.work(dice, 4);
  const { DocumentHash } = (await world.app.call(null, quoteLinks.open, { body: { Link } })).Result!;
  const answer = { Link, DocumentHash, Name: "Ada Lovelace", Consent: true as const };
  const answers = await Promise.all(
    Array.from({ length: 1 + dice.below(2) }, () => world.app.call(null, quoteLinks.accept, { body: answer })),
  );
  answers.forEach(isAnswered);
  promises.accept(params.quoteId);
  await world.work(dice, 4);
}

/** What is done to many customers together. */
export const planSteps: Record<string, { weight: number; act: Step }> = {
  plans: { weight: 1, act: planSome },
  undoesPlan: { weight: 1, act: undoOne },
  quotes: { weight: 2, act: quoteSome },
};
