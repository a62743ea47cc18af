import { addDays } from "@tradewind/domain/values/dates.ts";
import type { World } from "./object-makers.ts";
import { priceFile, priceStory } from "./price-story.ts";
import type { Person } from "./test-app.ts";

let days = 0;

/** Another day far ahead, whose prices nothing else takes. */
const laterDay = ({ app }: World) => addDays(app.platform.clock.today(), 400 + ++days);

/** An import of one changed price, as far as it is compared. */
const compared = (world: World, operator: Person) =>
  priceStory(world.app, operator).importFile(
    laterDay(world),
    priceFile(`CFQ7TTC0LH18:0001,P1M,monthly,GBP,${99 + days},,`),
  );

/** What calls about price lists need to be accepted. */
export const acceptedOfPrices = {
  "priceImports.read": async (world: World, operator: Person) => ({
    params: { priceImportId: (await priceStory(world.app, operator).begin(laterDay(world))).Result!.Id },
    body: { Number: 1, Text: priceFile() },
  }),
  "priceImports.compare": async (world: World, operator: Person) => ({
    params: { priceImportId: (await compared(world, operator)).Id },
  }),
  "priceImports.discard": async (world: World, operator: Person) => ({
    params: { priceImportId: (await compared(world, operator)).Id },
  }),
  "priceImports.commit": async (world: World, operator: Person) => ({
    params: { priceImportId: (await compared(world, operator)).Id },
  }),
  "priceImports.takeBack": async (world: World, operator: Person) => {
    const { Id } = await compared(world, operator);
    await priceStory(world.app, operator).commit(Id);
    return { params: { priceImportId: Id } };
  },
};
