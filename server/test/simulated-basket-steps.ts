import { basket } from "@tradewind/contract/ordering/basket.ts";
import { requests } from "@tradewind/contract/ordering/requests.ts";
import { basketStory } from "./basket-story.ts";
import type { Dice } from "./mutations.ts";
import { requestStory } from "./request-story.ts";
import { customerOf, isAnswered, userOf, type Cast, type Step } from "./simulated-cast.ts";
import { answer, someLines } from "./simulated-shelf.ts";

const products = ["microsoft-365", "acronis-backup", "bitdefender", "cloud-server"];

const wish = ({ shelf }: Cast, dice: Dice, CustomerId: string) => {
  const ProductId = dice.pick(products);
  return {
    CustomerId,
    ProductId,
    Details: answer(shelf.get(ProductId)!.asks, dice),
    Lines: someLines(shelf, dice, ProductId),
  };
};

/** Gathers some orders and places all of them, at times twice at once. */
const placesBasket: Step = async (cast, dice) => {
  const { world, reseller, promises } = cast;
  const { add } = basket;
  for (let count = 1 + dice.below(3); count > 0; count--)
    isAnswered(await world.app.call(reseller, add, { body: wish(cast, dice, await customerOf(cast, dice)) }));
  const { read, shown } = basketStory(world.app);
  const Lines = await shown(reseller);
  if (Lines.length === 0) return;
  const wanted = (await read(reseller)).Lines.filter(({ Id }) => Lines.some((line) => line.Id === Id));
  const place = () => world.app.call(reseller, basket.place, { body: { Lines } });
  (await Promise.all(dice.next() < 0.3 ? [place(), place()] : [place()])).forEach(isAnswered);
  for (const { Id, Proposal } of wanted) promises.wish(Id, Proposal!);
  await world.work(dice, 4);
};

/** A customer's own admin asks for something, and the reseller decides, or nobody does. */
const asksFor: Step = async (cast, dice) => {
  const { world, reseller, promises } = cast;
  const { call } = world.app;
  const story = requestStory(world.app);
  const customerId = await customerOf(cast, dice);
  isAnswered(await story.setRules(reseller, customerId, { Admins: "byRequest" }));
  const admin = await userOf(cast, customerId, "endUserAdmin");
  const { Lines, ...rest } = wish(cast, dice, customerId);
  const wanted = { ...rest, InstanceId: null, Change: { Kind: "add" as const, Lines } };
  const proposal = await story.propose(admin, wanted);
  isAnswered(proposal);
  if (!proposal.Succeed) return;
  const asked = await call(admin, requests.ask, { body: { ...wanted, ProposalHash: proposal.Result!.Hash, Note: "" } });
  isAnswered(asked);
  if (!asked.Succeed || dice.next() < 0.2) return;
  const params = { requestId: asked.Result!.Id };
  const roll = dice.next();
  if (roll < 0.15) return isAnswered(await call(admin, requests.withdraw, { params }));
  if (roll < 0.3) return isAnswered(await call(reseller, requests.refuse, { params, body: { Reason: "Not now" } }));
  const Present = (await story.read(reseller, params.requestId)).Result?.Present;
  if (!Present) return;
  const approve = () => story.approve(reseller, params.requestId, Present.Hash);
  const answers = await Promise.all(dice.next() < 0.3 ? [approve(), approve()] : [approve()]);
  answers.forEach(isAnswered);
  const orders = new Set(answers.flatMap(({ Result }) => Result?.OrderId ?? []));
  if (orders.size > 1) throw new Error("A request was ordered twice");
  for (const orderId of orders) promises.give(Present, orderId);
  world.seen.approved += orders.size;
};

/** What is ordered by way of a basket, or of somebody's request. */
export const basketSteps: Record<string, { weight: number; act: Step }> = {
  placesBasket: { weight: 3, act: placesBasket },
  asksFor: { weight: 3, act: asksFor },
};
