import { basketStory } from "./basket-story.ts";
import { addCustomerOf } from "./order-story.ts";
import type { World } from "./object-makers.ts";
import type { Sent } from "./requests.ts";
import { signAgreements } from "./sign-agreements.ts";
import type { Person } from "./test-app.ts";

const line = async ({ app }: World, person: Person) => {
  await signAgreements(app, person);
  return { params: { basketLineId: await basketStory(app).addForNew(person) } };
};

/** What must be so before calls about the basket are accepted, as in `accepted.ts`. */
export const acceptedBasket: Record<string, (world: World, person: Person) => Promise<Sent>> = {
  "basket.read": async (world, person) => {
    await line(world, person);
    return {};
  },
  "basket.add": async ({ app }, person) => ({ body: basketStory(app).wish(await addCustomerOf(app, person)) }),
  "basket.change": async (world, person) => ({
    ...(await line(world, person)),
    body: { Items: [{ Key: "a", Quantity: 3 }] },
  }),
  "basket.remove": line,
  "basket.restore": async (world, person) => {
    const { params } = await line(world, person);
    await world.app.sql("update basket_lines set removed_at = now() where id = $1", [params.basketLineId]);
    return { params };
  },
  "basket.place": async (world, person) => {
    await line(world, person);
    return { body: { Lines: await basketStory(world.app).shown(person) } };
  },
};
