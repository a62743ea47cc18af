import { numberStock } from "@tradewind/contract/ordering/number-stock.ts";
import type { WireChange } from "@tradewind/contract/ordering/orders.ts";
import { keptPromises, type KeptPromises } from "./kept-promises.ts";
import type { Dice } from "./mutations.ts";
import { orderStory } from "./order-story.ts";
import { readShelf, type Shelf } from "./simulated-shelf.ts";
import type { World } from "./simulated-world.ts";
import type { Person } from "./test-app.ts";

/** Who acts in a run, and what they may buy. */
export type Cast = {
  world: World;
  reseller: Person;
  operator: Person;
  story: ReturnType<typeof orderStory>;
  promises: KeptPromises;
  shelf: Shelf;
  /** People of customers who were signed in, by customer and kind. */
  users: Map<string, Person>;
};

export type Step = (cast: Cast, dice: Dice) => Promise<unknown>;
export type Held = {
  id: string;
  instance_id: string;
  customer_id: string;
  product_id: string;
  offer_id: string;
  vendor_ref: string | null;
  tenant_ref: string | null;
  quantity: number;
};

/** Areas of numbers that begin with so many of them in stock. */
export const numberAreas = ["0113", "0117", "020"];
const inRange = 60;

/** Takes the next range of an area into stock. */
export const stockNumbers = ({ app }: World, operator: Person, AreaCode: string, range: number) =>
  app.call(operator, numberStock.add, {
    body: {
      AreaCode,
      First: `${AreaCode}${AreaCode === "020" ? "7" : ""}${9_000_000 + range * inRange}`,
      Count: inRange,
    },
  });

/** Signs people in, and finds what is sold. */
export async function castOf(world: World): Promise<Cast> {
  const story = orderStory(world.app, { until: () => Promise.reject(new Error("Nothing goes on by itself")) });
  const reseller = await story.signInSigned();
  const operator = await world.app.signInOperator();
  const shelf = await readShelf(world.app, reseller, await story.addCustomer(reseller));
  for (const area of numberAreas) await stockNumbers(world, operator, area, 0);
  return { world, reseller, operator, story, shelf, users: new Map(), promises: keptPromises(world.app, reseller) };
}

/** What a person asks for is done or refused with a reason, whatever state things are in. */
export const isAnswered = (answer: { status: number; text: string }) => {
  if (answer.status >= 500) throw new Error(`Answered ${answer.status}: ${answer.text.slice(0, 500)}`);
};

/** Orders as proposed, if it can be. */
export async function order({ story, reseller, promises }: Cast, ...[customerId, wanted, rest]: Ordered) {
  const { proposal, placed } = await story.order(reseller, customerId, wanted, rest);
  isAnswered(proposal);
  if (!proposal.Succeed) return;
  isAnswered(placed);
  if (placed.Succeed) promises.give(proposal.Result!, placed.Result!.OrderId);
}
type Ordered = [customerId: string, wanted: WireChange, rest: Parameters<Cast["story"]["order"]>[3]];

/** Something that was bought; undefined before anything was. */
export async function oneOf({ world, reseller }: Cast, dice: Dice, only = "true"): Promise<Held | undefined> {
  const all = await world.app.sql<Held>(
    `select s.id, s.instance_id, s.customer_id, s.product_id, s.offer_id, s.vendor_ref, s.quantity, t.tenant_ref from subscriptions s
     join products p on p.id = s.product_id
     left join provider_tenants t on t.reseller_id = s.reseller_id and t.customer_id = s.customer_id and t.fulfiller = p.fulfiller
     where s.reseller_id = $1 and ${only} order by s.id`,
    [reseller.resellerId],
  );
  return all.length === 0 ? undefined : dice.pick(all);
}

export async function customerOf({ world, reseller }: Cast, dice: Dice) {
  const all = await world.app.sql<{ id: string }>("select id from customers where reseller_id = $1 order by id", [
    reseller.resellerId,
  ]);
  return dice.pick(all).id;
}

export async function change(cast: Cast, dice: Dice, changeOf: (held: Held) => WireChange) {
  const held = await oneOf(cast, dice);
  if (!held) return;
  const { instance_id: InstanceId, product_id: ProductId, customer_id } = held;
  await order(cast, customer_id, changeOf(held), { InstanceId, ProductId });
}

/** Somebody of a customer's own people, signed in. */
export async function userOf({ world, reseller, users }: Cast, customerId: string, kind: "endUser" | "endUserAdmin") {
  const key = `${customerId} ${kind}`;
  const rights = ["home", "customers", "manageService", "marketplaceOrder", "addProducts"] as const;
  const known = users.get(key);
  if (known) return known;
  const user = await world.app.signIn({ kind, resellerId: reseller.resellerId, customerId, rights });
  users.set(key, user);
  return user;
}
